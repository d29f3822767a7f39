//! First contact and closest approach, against dense sampling and bisection.

use crate::common::zoo::{All, Kind, Zoo};
use crate::common::{Case, Rng, pose, vector};
use clearance::{
    Accuracy, Cast, Convex, FirstContact, Motion, Pose, Query, QueryError, Rotation,
    closest_approach, distance, first_contact, intersects,
    shape::{Ball, Cone, Cuboid, Ellipsoid, HalfSpace, Hyperquadric, Segment, Superquadric},
};

const T: f64 = 2.0;

fn meets<const D: usize>(case: &Case<D>, motions: &[Motion<D>; 2], time: f64) -> bool {
    intersects(&case.a, &motions[0].at(time), &case.b, &motions[1].at(time)).unwrap()
}

fn gap<const D: usize>(case: &Case<D>, motions: &[Motion<D>; 2], time: f64) -> f64 {
    let [a, b] = [motions[0].at(time), motions[1].at(time)];
    let accuracy = Accuracy { gap: 0.0, ..Accuracy::DEFAULT };
    let query = Query { accuracy, ..Query::DEFAULT };
    query.distance(&case.a, &a, &case.b, &b).unwrap().distance()
}

/// The first contact among many times, made exact by bisection; `None` if no time shows one.
fn by_sampling<const D: usize>(case: &Case<D>, motions: &[Motion<D>; 2]) -> Option<f64> {
    let count = 400;
    let mut clear = 0.0;
    for k in 0..=count {
        let time = T * f64::from(k) / f64::from(count);
        if meets(case, motions, time) {
            if k == 0 {
                return Some(0.0);
            }
            let (mut low, mut high) = (clear, time);
            for _ in 0..60 {
                let middle = 0.5 * (low + high);
                if meets(case, motions, middle) {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            return Some(high);
        }
        clear = time;
    }
    None
}

/// What the cast says must fit what sampling saw; returns whether there was a hit.
fn compare<const D: usize>(case: &Case<D>, motions: &[Motion<D>; 2], exact: f64) -> bool {
    let contact = match first_contact(&case.a, &motions[0], &case.b, &motions[1], T) {
        Ok(contact) => contact,
        Err(error) => panic!("{}: {error}", case.name),
    };
    let sampled = by_sampling(case, motions);
    let name = &case.name;
    match (&contact, sampled) {
        (FirstContact::Miss(approach), None) => {
            for k in 0..50 {
                let time = T * f64::from(k) / 49.0;
                let [a, b] = [motions[0].at(time), motions[1].at(time)];
                let apart = distance(&case.a, &a, &case.b, &b).unwrap();
                assert!(
                    approach.lower <= apart.upper() + 1e-12,
                    "{name}: {approach:?}, yet at {time} {}",
                    apart.upper()
                );
            }
            assert!(approach.upper > 0.0 && approach.lower <= approach.upper, "{name}");
        }
        (FirstContact::Hit(hit), Some(time)) => {
            assert!(hit.time_lower <= time, "late by {:e}: {name} {hit:?} {time}", hit.time - time);
            assert!(hit.time_upper - hit.time_lower <= 1.001e-10 * T, "{name}: {hit:?}");
            if hit.certain {
                assert!(gap(case, motions, hit.time_upper) < 1e-13, "{name}: {hit:?}");
                // Sampling may have missed an earlier contact, never the other way round.
                let off = time - hit.time;
                assert!(off < exact || hit.time_upper < time, "{name}: {off:e} {hit:?}");
            }
        }
        (FirstContact::Miss(approach), Some(time)) => {
            panic!("{name}: a hit at {time} was missed: {approach:?}")
        }
        // Between two samples, or grazing.
        (FirstContact::Hit(hit), None) => {
            if hit.certain {
                assert!(gap(case, motions, hit.time_upper) < 1e-13, "{name}: {hit:?}");
            }
        }
    }
    contact.hit().is_some()
}

fn each<const D: usize>(seed: u64, repeat: usize, mut work: impl FnMut(&mut Rng, Case<D>))
where
    All: Zoo<D>,
{
    let mut rng = Rng::with_seed(seed);
    let kinds: Vec<Kind<D>> = All::kinds();
    for kind_a in &kinds {
        for kind_b in &kinds {
            for _ in 0..repeat {
                let (a, b) = ((kind_a.make)(&mut rng, 1.0), (kind_b.make)(&mut rng, 1.0));
                let name = format!("{} and {} in {D}D", kind_a.name, kind_b.name);
                let (pose_a, pose_b) = (pose::<D>(&mut rng, 3.0), pose::<D>(&mut rng, 3.0));
                work(&mut rng, Case { name, a, pose_a, b, pose_b });
            }
        }
    }
}

fn translations<const D: usize>()
where
    All: Zoo<D>,
{
    let (mut hits, mut total) = (0, 0);
    each::<D>(21, 2, |rng, case| {
        // More or less towards each other.
        let towards = (case.pose_b.translation() - case.pose_a.translation()) * 0.6;
        let velocity = towards + vector::<D>(rng, 0.5);
        let motions = [
            Motion::linear(case.pose_a, velocity).unwrap(),
            Motion::linear(case.pose_b, vector::<D>(rng, 0.5)).unwrap(),
        ];
        hits += usize::from(compare(&case, &motions, 1e-8));
        total += 1;
    });
    assert!(hits * 4 > total, "{hits} of {total}");
}

#[test]
fn translations_2d() {
    translations::<2>();
}

#[test]
fn translations_3d() {
    translations::<3>();
}

#[test]
fn screws() {
    let (mut hits, mut total) = (0, 0);
    each::<3>(22, 2, |rng, case| {
        if !(case.a.view().is_bounded() && case.b.view().is_bounded()) {
            return;
        }
        let towards = (case.pose_b.translation() - case.pose_a.translation()) * 0.5;
        let velocity = towards + vector::<3>(rng, 0.5);
        let motions = [
            Motion::<3>::twist(case.pose_a, velocity, vector::<3>(rng, 4.0)).unwrap(),
            Motion::<3>::twist(case.pose_b, [0.0; 3], vector::<3>(rng, 4.0)).unwrap(),
        ];
        hits += usize::from(compare(&case, &motions, 1e-8));
        total += 1;
    });
    assert!(hits * 4 > total, "{hits} of {total}");
}

#[test]
fn lists_of_poses_pass_through_them() {
    let mut rng = Rng::with_seed(23);
    for _ in 0..200 {
        let poses: Vec<_> =
            (0..4).map(|k| (f64::from(k) * 0.5, pose::<3>(&mut rng, 2.0))).collect();
        let motion = Motion::through(poses.iter().copied()).unwrap();
        for (time, pose) in &poses {
            for t in [*time, time - 1e-13, time + 1e-13] {
                let at = motion.at(t.max(0.0));
                assert!((at.translation() - pose.translation()).norm() < 1e-11);
                for i in 0..3 {
                    let off = at.rotation().matrix()[i] - pose.rotation().matrix()[i];
                    assert!(off.norm() < 1e-11, "{t}: {off:?}");
                }
            }
        }
        let (a, b) = (Cuboid::new([0.3, 0.2, 0.4]).unwrap(), Ball::<3>::new(0.4).unwrap());
        let case = Case {
            name: "a list of poses".into(),
            a: Box::new(a),
            pose_a: poses[0].1,
            b: Box::new(b),
            pose_b: Pose::IDENTITY,
        };
        compare(&case, &[motion, Motion::still(Pose::IDENTITY)], 1e-8);
    }
}

/// A box that spins in place hits a point that it reaches with its corner only.
#[test]
fn corners_reach_out() {
    let cube = Cuboid::new([1.0, 1.0, 0.1]).unwrap();
    let needle = Segment::new([0.0, 0.0, -1.0], [0.0, 0.0, 1.0]).unwrap();
    for (x, hits) in [(1.2, true), (1.414, true), (1.4143, false), (1.6, false)] {
        let spinning = Motion::<3>::twist(Pose::IDENTITY, [0.0; 3], [0.0, 0.0, 1.0]).unwrap();
        let still = Motion::still(Pose::at([x, 0.0, 0.0]));
        let contact = first_contact(&cube, &spinning, &needle, &still, T).unwrap();
        match contact {
            FirstContact::Hit(hit) => {
                assert!(hits && hit.certain, "{x}: {hit:?}");
                // The edge x cos t + … reaches the point when its corner side passes by.
                let wanted = (1.0 / x).acos();
                assert!((hit.time - wanted).abs() < 1e-9, "{x}: {hit:?}, {wanted}");
            }
            FirstContact::Miss(approach) => {
                assert!(!hits, "{x}: {approach:?}");
                let wanted = x - 2.0_f64.sqrt();
                assert!((approach.distance - wanted).abs() < 1e-6, "{x}: {approach:?}");
                assert!(approach.lower <= wanted && wanted <= approach.upper + 1e-12);
            }
        }
    }
}

#[test]
fn grazing_is_an_interval() {
    let ball = Ball::<3>::new(1.0).unwrap();
    let still = Motion::still(Pose::IDENTITY);
    for off in [-1e-6, -1e-12, 0.0, 1e-12, 1e-6] {
        let passing = Motion::linear(Pose::at([-3.0, 2.0 + off, 0.0]), [3.0, 0.0, 0.0]).unwrap();
        let contact = first_contact(&ball, &still, &ball, &passing, T).unwrap();
        match contact {
            FirstContact::Hit(hit) => {
                assert!(off <= 1e-12, "{off:e} {hit:?}");
                let wanted = 1.0 - (4.0 - (2.0 + off).powi(2)).max(0.0).sqrt() / 3.0;
                assert!(hit.time_lower <= wanted + 1e-12, "{off:e} {hit:?} {wanted}");
                assert!((hit.time - wanted).abs() < 1e-5, "{off:e} {hit:?} {wanted}");
            }
            FirstContact::Miss(approach) => {
                assert!(off > 0.0, "{off:e} {approach:?}");
                assert!((approach.distance - off).abs() < 1e-12, "{approach:?}");
            }
        }
    }
}

#[test]
fn refusals() {
    let (ball, floor) =
        (Ball::<3>::new(1.0).unwrap(), HalfSpace::new([0.0, 0.0, 1.0], 0.0).unwrap());
    let still = Motion::still(Pose::at([0.0, 0.0, 3.0]));
    let falling = Motion::linear(Pose::at([0.0, 0.0, 3.0]), [0.0, 0.0, -1.0]).unwrap();
    let here = Motion::still(Pose::IDENTITY);
    for t_max in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let refused = first_contact(&ball, &still, &ball, &here, t_max);
        assert!(matches!(refused, Err(QueryError::BadArgument(_))), "{refused:?}");
    }
    let cast = Cast { tolerance: f64::NAN, ..Cast::new(1.0) };
    assert!(cast.first_contact(&ball, &still, &ball, &here).is_err());
    assert!(Motion::linear(Pose::<3>::IDENTITY, [f64::NAN, 0.0, 0.0]).is_err());
    assert!(Motion::<3>::through([]).is_err());
    assert!(Motion::through([(1.0, Pose::<3>::IDENTITY)]).is_err());
    let twice = [(0.0, Pose::<3>::IDENTITY), (0.0, Pose::IDENTITY)];
    assert!(Motion::through(twice).is_err());
    // A floor may be moved, and may not be turned: it is unbounded.
    let hit = first_contact(&ball, &falling, &floor, &here, 10.0).unwrap();
    assert!((hit.hit().unwrap().time - 2.0).abs() < 1e-13);
    let turning = Motion::<3>::twist(Pose::IDENTITY, [0.0; 3], [1.0, 0.0, 0.0]).unwrap();
    let refused = first_contact(&ball, &falling, &floor, &turning, 10.0);
    assert_eq!(refused, Err(QueryError::Unbounded));
}

#[test]
fn approach_in_pieces() {
    let ball = Ball::<2>::new(0.5).unwrap();
    let square = Cuboid::new([1.0, 1.0]).unwrap();
    let turn = Rotation::from_angle(0.3).unwrap();
    let around = Motion::through([
        (0.0, Pose::at([4.0, 0.0])),
        (1.0, Pose::at([3.0, 3.0])),
        (2.0, Pose::new(turn, [0.0, 2.5]).unwrap()),
        (3.0, Pose::at([-4.0, 2.0])),
    ]);
    let around = around.unwrap();
    let here = Motion::still(Pose::IDENTITY);
    let found = closest_approach(&square, &here, &ball, &around, 3.0).unwrap();
    let mut least = f64::INFINITY;
    for k in 0..30_000 {
        let at = around.at(f64::from(k) * 1e-4);
        least = least.min(distance(&square, &Pose::IDENTITY, &ball, &at).unwrap().distance());
    }
    assert!(found.lower <= least + 1e-12 && found.upper <= least + 1e-9, "{found:?} {least}");
}

/// A blade that turns sixteen hundred times a second flew past at three times its length. Its tips are so fast
/// that no slab lasts, and after ten thousand of them the answer was "perhaps". It stays in its ball.
#[test]
fn spinning_fast_beside_something() {
    let blade = Cuboid::new([1.0, 0.1, 0.05]).unwrap();
    let wall = Cuboid::new([0.5, 4.0, 4.0]).unwrap();
    let still = Motion::still(Pose::IDENTITY);
    let spin = [3000.0, 9000.0, 1000.0];
    let past = Motion::<3>::twist(Pose::at([3.0, -3.0, 0.0]), [0.0, 3.0, 0.0], spin).unwrap();
    let found = first_contact(&wall, &still, &blade, &past, T).unwrap();
    assert!(found.hit().is_none(), "{found:?}");
    // Straight at the wall it is clear until its ball touches, and touches before its middle does.
    let at = Motion::<3>::twist(Pose::at([4.0, 0.0, 0.0]), [-2.0, 0.0, 0.0], spin).unwrap();
    let found = first_contact(&wall, &still, &blade, &at, T).unwrap();
    let hit = found.hit().expect("it flies straight at the wall");
    let reach = (1.0_f64 + 0.01 + 0.0025).sqrt();
    assert!(hit.time_lower >= (3.5 - reach) / 2.0 - 1e-9 && hit.time_lower <= 1.75, "{hit:?}");
    assert!(hit.time_upper >= hit.time_lower && (hit.certain || hit.time_upper == T), "{hit:?}");
}

/// The limit of work was one for the whole motion: a path of more poses than that was never clear.
#[test]
fn long_lists_of_poses() {
    let cube = Cuboid::new([1.0, 1.0, 1.0]).unwrap();
    let still = Motion::still(Pose::IDENTITY);
    let count = 12_000;
    let pose = |k: u32| {
        let turn = Rotation::from_axis_angle([0.0, 0.0, 1.0], 1e-3 * f64::from(k)).unwrap();
        (f64::from(k), Pose::new(turn, [4.0, 1e-4 * f64::from(k), 0.0]).unwrap())
    };
    let path = Motion::through((0..count).map(pose)).unwrap();
    let found = first_contact(&cube, &still, &cube, &path, f64::from(count)).unwrap();
    assert!(found.hit().is_none(), "{found:?}");
}

/// A cone flew into a rounded polyhedron with kinks (exponents next to 1): every look at it took half a
/// second, since each step on the way to a distance had its bound proved from scratch, to the last digit,
/// and distances to the last digit were asked for from afar. Hundreds of looks are a minute.
#[test]
fn casts_of_surfaces_with_kinks_take_no_minutes() {
    let crystal = Hyperquadric::<3>::new([
        ([2.0, 0.0, 0.0], 0.1, 1.05),
        ([0.0, 1.5, 0.0], -0.1, 1.3),
        ([0.0, 0.0, 1.2], 0.05, 3.0),
        ([1.0, 0.8, 0.3], 0.1, 1.9),
        ([0.4, -0.9, 0.7], -0.15, 8.0),
    ]);
    let (crystal, cone) = (crystal.unwrap(), Cone::new(1.5, 0.7).unwrap());
    let still = Motion::<3>::still(Pose::IDENTITY);
    let start = Pose::at([3.0, 0.4, 0.3]);
    let flying = Motion::<3>::twist(start, [-1.5, 0.0, 0.0], [0.3, 1.0, 2.0]).unwrap();
    let begun = std::time::Instant::now();
    let found = first_contact(&crystal, &still, &cone, &flying, T).unwrap();
    let took = begun.elapsed().as_secs_f64();
    let hit = found.hit().expect("it flies straight at it");
    assert!(hit.certain && hit.time_upper - hit.time_lower <= 1e-10 * T + 1e-14, "{hit:?}");
    let meets = |time| intersects(&crystal, &still.at(0.0), &cone, &flying.at(time)).unwrap();
    // The verdict for shapes that only just overlap comes a little later than the contact.
    assert!(meets(hit.time_upper + 1e-8) && !meets(hit.time - 1e-12), "{hit:?}");
    assert!(took < 20.0, "{took} s");
}

/// A blade as long as a hundred of what it turns beside: its tips move fast wherever they are, so that every slab was
/// trusted for a hundredth of the time that it lasts, and after ten thousand of them the answer was "perhaps, until
/// the end".
#[test]
fn long_blades_beside_something_small() {
    let mut rng = Rng::with_seed(24);
    let (mut hits, mut total) = (0, 0);
    for _ in 0..60 {
        let long = 20.0 * 10.0_f64.powf(1.5 * rng.f64());
        let thin = [long, 0.05 + 0.2 * rng.f64(), 0.05];
        let a: Box<dyn Convex<3>> = match rng.usize(..3) {
            0 => Box::new(Ellipsoid::new(thin).unwrap()),
            1 => Box::new(Cuboid::new(thin).unwrap()),
            _ => Box::new(Superquadric::<3>::new(thin, [2.5, 3.0, 2.0]).unwrap()),
        };
        let b = Box::new(Cuboid::new([0.2, 0.3, 0.4]).unwrap());
        let along = 2.0 * rng.f64() - 1.0;
        let pose_b = Pose::at([along, 0.5 + rng.f64(), 0.2]);
        let case = Case { name: format!("blade of {long}"), a, pose_a: Pose::IDENTITY, b, pose_b };
        let spin = [3.0 * rng.f64(), 0.04 * rng.f64(), 0.1 * rng.f64() - 0.05];
        let flying = [0.0, 0.6 * rng.f64() - 0.4, 0.0];
        let motions = [
            Motion::<3>::twist(case.pose_a, [0.0; 3], spin).unwrap(),
            Motion::<3>::twist(case.pose_b, flying, vector::<3>(&mut rng, 1.0)).unwrap(),
        ];
        let contact = first_contact(&case.a, &motions[0], &case.b, &motions[1], T).unwrap();
        total += 1;
        match contact {
            FirstContact::Hit(hit) => {
                assert!(hit.certain, "{}: {hit:?}", case.name);
                hits += usize::from(compare(&case, &motions, 1e-8));
            }
            FirstContact::Miss(approach) => {
                compare(&case, &motions, 1e-8);
                let width = approach.upper - approach.lower;
                assert!(width <= 3e-6 * long, "{}: {approach:?}", case.name);
            }
        }
    }
    assert!(hits * 6 > total && hits * 6 < total * 5, "{hits} of {total}");
}

/// The story: of a time of 5e-324 the usual tolerance is no number but zero, and the cast was refused: "the
/// tolerances must not be negative".
#[test]
fn the_shortest_time_there_is() {
    let ball = Ball::<3>::new(1.0).unwrap();
    let still = Motion::still(Pose::IDENTITY);
    for t_max in [f64::from_bits(1), f64::MIN_POSITIVE, 1e-300] {
        for (x, meets) in [(5.0, false), (1.5, true)] {
            let flying = Motion::linear(Pose::at([x, 0.0, 0.0]), [-2.0, 0.0, 0.0]).unwrap();
            let contact = first_contact(&ball, &still, &ball, &flying, t_max).unwrap();
            assert_eq!(contact.hit().is_some(), meets, "{t_max:e}: {contact:?}");
        }
    }
    let flying = Motion::linear(Pose::at([5.0, 0.0, 0.0]), [-2.0, 0.0, 0.0]).unwrap();
    for (tolerance, gap) in [(0.0, 0.0), (-1.0, 0.0), (1e-9, -1.0), (f64::NAN, 0.0)] {
        let cast = Cast { tolerance, gap, ..Cast::new(1.0) };
        let refused = cast.first_contact(&ball, &still, &ball, &flying);
        assert!(matches!(refused, Err(QueryError::BadArgument(_))), "{tolerance} {gap}");
    }
}
