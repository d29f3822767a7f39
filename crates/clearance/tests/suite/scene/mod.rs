//! Scenes beside brute force over all pairs of parts, and what they refuse.

mod judge;
mod rules;

use clearance::scene::Budget;
use fastrand::Rng;
use judge::{Model, Native, Space};

fn scenes<const D: usize>(seed: u64, count: usize)
where
    Space: Native<D>,
{
    let mut meeting = 0;
    for case in 0..count {
        let mut rng = Rng::with_seed(seed * 1_000_000 + case as u64);
        let size = [2, 3, 5, 12, 30][case % 5];
        let mut model = Model::<D>::new(&mut rng, size);
        for round in 0..4 {
            model.judge_all(&mut rng).unwrap_or_else(|error| {
                panic!("D = {D}, case {case}, round {round}: {error}");
            });
            meeting += usize::from(
                model.scene.nearest_pair().unwrap().is_some_and(|n| n.distance() == 0.0),
            );
            match round {
                0 => (0..size).for_each(|at| model.shift(&mut rng, at, at % 3 == 0)),
                1 => {
                    model.add(&mut rng);
                    model.remove(&mut rng);
                    model.add(&mut rng);
                    model.allow(&mut rng);
                }
                _ => model.shift(&mut rng, 0, true),
            }
        }
    }
    // Not all of one kind.
    assert!(meeting > count && meeting < 4 * count, "{meeting} of {}", 4 * count);
}

#[test]
fn scenes_agree_with_brute_force_2d() {
    scenes::<2>(1, 60);
}

#[test]
fn scenes_agree_with_brute_force_3d() {
    scenes::<3>(2, 60);
}

/// However little an update may do, what it vouches for is true.
fn starved<const D: usize>(seed: u64, count: usize)
where
    Space: Native<D>,
{
    let (mut judged, mut positive) = (0, 0);
    for case in 0..count {
        let mut rng = Rng::with_seed(seed * 1_000_000 + case as u64);
        let size = rng.usize(2..14);
        let mut model = Model::<D>::new(&mut rng, size);
        for step in 0..12 {
            for at in 0..size {
                if rng.bool() {
                    model.shift(&mut rng, at, step == 6 && at == 0);
                }
            }
            let update = model.scene.update(Budget::Pairs(rng.usize(..4))).unwrap();
            assert!(update.compared < 4);
            judged += model
                .judge_bounds()
                .unwrap_or_else(|error| panic!("D = {D}, case {case}, step {step}: {error}"));
            positive += model.scene.bounds().iter().filter(|pair| pair.bound.lower > 0.0).count();
            let least =
                model.scene.bounds().iter().map(|p| p.bound.lower).fold(f64::INFINITY, f64::min);
            assert!(update.lower <= least, "{} above {least}", update.lower);
        }
    }
    // Bounds that are always zero prove nothing.
    assert!(positive * 2 > judged, "{positive} of {judged}");
}

#[test]
fn starved_bounds_hold_2d() {
    starved::<2>(3, 60);
}

#[test]
fn starved_bounds_hold_3d() {
    starved::<3>(4, 60);
}

/// What is kept from one step to the next (boxes with room, lists of neighbours, accounts of what
/// is proved) never hides a pair.
fn flights<const D: usize>(seed: u64, count: usize)
where
    Space: Native<D>,
{
    let mut near = 0;
    for case in 0..count {
        let mut rng = Rng::with_seed(seed * 1_000_000 + case as u64);
        let mut model = Model::<D>::new(&mut rng, [3, 6, 12][case % 3]);
        near += model
            .judge_flight(&mut rng, 25)
            .unwrap_or_else(|error| panic!("D = {D}, case {case}, {error}"));
        model
            .judge_bounds()
            .unwrap_or_else(|error| panic!("D = {D}, case {case}, after the flight: {error}"));
    }
    assert!(near > 10 * count, "{near} pairs");
}

#[test]
fn flights_agree_with_brute_force_2d() {
    flights::<2>(6, 9);
}

#[test]
fn flights_agree_with_brute_force_3d() {
    flights::<3>(7, 9);
}

/// One thread or four: the same answers, to the bit, also from what is remembered.
#[cfg(feature = "rayon")]
#[test]
fn threads_do_not_matter() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut rng = Rng::with_seed(5);
            let mut model = Model::<3>::new(&mut rng, 150);
            let mut all = Vec::new();
            for _ in 0..5 {
                let within = model.scene.pairs_within(1.0).unwrap();
                let contacts = model.scene.contacts(0.1).unwrap_or_default();
                all.push((within, contacts, model.scene.nearest_pair().unwrap()));
                (0..150).for_each(|at| model.shift(&mut rng, at, false));
            }
            all
        })
    };
    let one = run(1);
    assert!(one[0].0.len() > 64, "more than one piece of work");
    assert!(one == run(4));
}
