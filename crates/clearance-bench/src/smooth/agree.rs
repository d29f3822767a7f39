//! Interior point, Newton and GJK share no code but the shapes; cutting planes share none with the
//! interior point. Their bounds must have a distance in common, and every answer must pass `check`.

use std::process::ExitCode;

use clearance::shape::{Ellipsoid, HalfSpace, Hyperquadric, Intersection, Quadric, Superquadric};
use clearance::{Answer, Convex, Matrix, Method, Pose, Query, Vector, check};
use fastrand::Rng;

use super::objects::{Shape, pose};
use crate::options::Options;
use crate::workloads::direction;

/// So many wide gaps are shown one by one, on each thread.
const SHOWN: u64 = 20;

/// What was counted.
#[derive(Default, Clone)]
struct Count {
    pairs: u64,
    /// How often each method gave the answer itself.
    by: [u64; 4],
    apart: u64,
    wide: u64,
    /// Cutting planes whose bounds did not close.
    early: u64,
    refuted: u64,
    contradicted: u64,
}

/// Runs on all threads.
pub fn run(options: &Options) -> ExitCode {
    let pairs = options.queries.unwrap_or(if options.quick { 10_000 } else { 1_000_000 });
    let threads = options.threads.max(1);
    let share = pairs.div_ceil(threads);
    let counts: Vec<Count> = std::thread::scope(|scope| {
        let work = |k: u64| scope.spawn(move || judge(options.seed.wrapping_add(k * 7919), share));
        let handles: Vec<_> = (0..threads).map(work).collect();
        handles.into_iter().filter_map(|handle| handle.join().ok()).collect()
    });
    let complete = counts.len() as u64 == threads;
    let mut sum = Count::default();
    for count in counts {
        for (sum, by) in sum.by.iter_mut().zip(count.by) {
            *sum += by;
        }
        sum.pairs += count.pairs;
        sum.apart += count.apart;
        sum.wide += count.wide;
        sum.early += count.early;
        sum.refuted += count.refuted;
        sum.contradicted += count.contradicted;
    }
    println!(
        "{} pairs, {} apart; answers by Newton {}, GJK {}, interior point {}, cutting planes {}",
        sum.pairs, sum.apart, sum.by[0], sum.by[1], sum.by[2], sum.by[3]
    );
    println!(
        "gaps beyond 1e-9 of the size: {} (and {} of cutting planes); refuted by check: {}; bounds \
         without a distance in common: {}",
        sum.wide, sum.early, sum.refuted, sum.contradicted
    );
    let wrong = sum.wide + sum.refuted + sum.contradicted;
    if wrong == 0 && complete { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn judge(seed: u64, pairs: u64) -> Count {
    let (mut rng, mut count) = (Rng::with_seed(seed), Count::default());
    for k in 0..pairs {
        // One in a hundred has no support function.
        let plain = k % 100 != 0;
        let made = (shape(&mut rng, plain), shape(&mut rng, true));
        let (Some(a), Some(b)) = made else { continue };
        let there = pose(&mut rng);
        let methods: &[Method] = if plain {
            &[Method::Newton, Method::Gjk, Method::Interior]
        } else {
            &[Method::Interior, Method::Refinement]
        };
        one(&mut count, [&a, &b], &there, methods);
    }
    count
}

fn one(count: &mut Count, [a, b]: [&Shape; 2], there: &Pose<3>, methods: &[Method]) {
    const ALL: [Method; 4] = [Method::Newton, Method::Gjk, Method::Interior, Method::Refinement];
    let size = a.view().reach
        + b.view().reach
        + there.translation().0.iter().map(|x| x.abs()).sum::<f64>();
    let mut answers: Vec<Answer<3>> = Vec::new();
    for method in methods {
        let query = Query::DEFAULT.with_method(*method);
        let Ok(answer) = query.distance(a, &Pose::IDENTITY, b, there) else {
            count.refuted += 1;
            continue;
        };
        count.refuted += u64::from(check(&answer, a, &Pose::IDENTITY, b, there).is_err());
        let gap = (answer.upper() - answer.lower()) / size;
        // Cutting planes end early at kinks, and say so: the other method must not.
        count.early += u64::from(gap > 1e-9 && *method == Method::Refinement);
        if gap > 1e-9 && *method != Method::Refinement {
            count.wide += 1;
            if count.wide <= SHOWN {
                println!(
                    "pair {}: {method:?} asked, {:?}: {gap:.1e}",
                    count.pairs,
                    answer.effort()
                );
            }
        }
        for (by, method) in count.by.iter_mut().zip(ALL) {
            *by += u64::from(answer.effort().method == method);
        }
        answers.push(answer);
    }
    let lower = answers.iter().fold(0.0_f64, |most, answer| most.max(answer.lower()));
    let upper = answers.iter().fold(f64::INFINITY, |least, answer| least.min(answer.upper()));
    count.contradicted += u64::from(lower > upper + 1e-13 * size);
    count.apart += u64::from(lower > 0.0);
    count.pairs += 1;
}

/// A shape with a support function, or one without.
fn shape(rng: &mut Rng, plain: bool) -> Option<Shape> {
    let axes = Vector::<3>::from_fn(|_| 0.3 + rng.f64());
    let exponent = |rng: &mut Rng| match rng.u8(0..6) {
        0 => 1.0 + 0.01 * rng.f64(),
        1 => 1.0 + rng.f64(),
        2 => 2.0,
        3 => 200.0_f64.powf(rng.f64()),
        _ => 2.0 + 14.0 * rng.f64(),
    };
    let exponents = Vector::from_fn(|_| exponent(rng));
    if plain {
        return Some(match rng.u8(0..4) {
            0 => Box::new(Ellipsoid::new(axes).ok()?),
            1 => {
                let q = Matrix::diagonal(axes.map(|a| 1.0 / (a * a)));
                Box::new(Quadric::new(q, Vector::<3>::ZERO, -1.0).ok()?)
            }
            _ => Box::new(Superquadric::new(axes, exponents).ok()?),
        });
    }
    if rng.bool() {
        let egg: Shape = Box::new(Superquadric::new(axes, exponents).ok()?);
        let cut: Shape = Box::new(HalfSpace::new(direction::<3>(rng), 0.1).ok()?);
        return Some(Box::new(Intersection::new(vec![egg, cut]).ok()?) as Shape);
    }
    let terms: Vec<_> = (0..5)
        .map(|i| {
            let a = if i < 3 { Vector::axis(i) } else { direction::<3>(rng) };
            (a / axes[i % 3], 0.2 * (rng.f64() - 0.5), exponent(rng).min(20.0))
        })
        .collect();
    Some(Box::new(Hyperquadric::new(terms).ok()?) as Box<dyn Convex<3>>)
}
