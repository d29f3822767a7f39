//! How long exact distances take, beside the float ones:
//! `cargo bench -p clearance --features exact --bench exact_distance`.

use std::hint::black_box;
use std::time::Instant;

use clearance::exact::{self, Exact};
use clearance::shape::{Cuboid, Polytope};
use clearance::{Convex, Pose, Rotation, Vector, distance, rigorous};

type Rng = fastrand::Rng;
type Case = (Box<dyn Convex<3>>, Pose<3>, Box<dyn Convex<3>>, Pose<3>);

const CASES: usize = 500;
const ROUNDS: usize = 7;

fn vector(rng: &mut Rng) -> Vector<3> {
    Vector::from_fn(|_| 2.0 * rng.f64() - 1.0)
}

fn turn(rng: &mut Rng) -> Rotation<3> {
    Rotation::from_quaternion([0; 4].map(|_| 2.0 * rng.f64() - 1.0)).unwrap()
}

/// Points on a sphere, so that all of them are vertices.
fn hull(rng: &mut Rng, count: usize) -> Box<dyn Convex<3>> {
    let points = (0..count).map(|_| vector(rng).normalized().unwrap());
    Box::new(Polytope::from_points(points).unwrap())
}

fn cuboid(rng: &mut Rng) -> Box<dyn Convex<3>> {
    Box::new(Cuboid::new([0; 3].map(|_| 0.2 + rng.f64())).unwrap())
}

/// Turned both ways, with some space between.
fn apart(rng: &mut Rng, make: impl Fn(&mut Rng) -> Box<dyn Convex<3>>) -> Case {
    loop {
        let (a, b) = (make(rng), make(rng));
        let pose_a = Pose::new(turn(rng), vector(rng)).unwrap();
        let pose_b = Pose::new(turn(rng), vector(rng) * 4.0).unwrap();
        if distance(&a, &pose_a, &b, &pose_b).unwrap().distance() > 0.05 {
            return (a, pose_a, b, pose_b);
        }
    }
}

/// Boxes with parallel faces: a gap of `gap`, one rotation for both.
fn parallel(rng: &mut Rng, gap: f64, rotation: Rotation<3>) -> Case {
    let halves = [0; 2].map(|_| [0; 3].map(|_| f64::from(rng.u32(1..64)) / 32.0));
    let step = Vector([halves[0][0] + halves[1][0] + gap, rng.f64() - 0.5, rng.f64() - 0.5]);
    let [a, b] = halves.map(|half| Cuboid::new(half).unwrap());
    let pose_b = Pose::new(rotation, rotation.rotate(step)).unwrap();
    (Box::new(a), Pose::rotated(rotation), Box::new(b), pose_b)
}

fn microseconds(run: impl FnOnce()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_secs_f64() * 1e6
}

fn at(times: &[f64], share: f64) -> f64 {
    times[(times.len() as f64 * share) as usize]
}

fn time(name: &str, mut make: impl FnMut() -> Case) {
    let cases: Vec<Case> = (0..CASES).map(|_| make()).collect();
    let (mut float, mut bounds, mut all) = (Vec::new(), Vec::new(), Vec::new());
    let mut rounds = 0;
    let mut kinds = [0; 3];
    for round in 0..ROUNDS {
        for (a, pose_a, b, pose_b) in &cases {
            // Ten at a time: the clock is coarser than one.
            float.push(
                microseconds(|| {
                    for _ in 0..10 {
                        black_box(distance(a, pose_a, b, pose_b).unwrap());
                    }
                }) / 10.0,
            );
            bounds.push(
                microseconds(|| {
                    for _ in 0..10 {
                        black_box(rigorous(a, pose_a, b, pose_b).unwrap());
                    }
                }) / 10.0,
            );
            let mut answer = None;
            all.push(microseconds(|| {
                answer = Some(exact::distance(a, pose_a, b, pose_b).unwrap());
            }));
            let answer = answer.unwrap();
            if round == 0 {
                rounds += answer.rounds();
                kinds[match answer {
                    Exact::Apart(_) => 0,
                    Exact::Touching(_) => 1,
                    Exact::Overlapping(_) => 2,
                }] += 1;
            }
        }
    }
    float.sort_by(f64::total_cmp);
    bounds.sort_by(f64::total_cmp);
    all.sort_by(f64::total_cmp);
    println!(
        "{name:<26} exact median {:7.2} µs  99 % {:7.2} µs | float {:6.3} µs | ratio {:5.1} | \
         rigorous {:6.3} µs | ratio {:4.1} | rounds {:.2} | apart {} touching {} overlapping {}",
        at(&all, 0.5),
        at(&all, 0.99),
        at(&float, 0.5),
        at(&all, 0.5) / at(&float, 0.5),
        at(&bounds, 0.5),
        at(&bounds, 0.5) / at(&float, 0.5),
        f64::from(rounds) / CASES as f64,
        kinds[0],
        kinds[1],
        kinds[2],
    );
}

fn main() {
    let mut rng = Rng::with_seed(1);
    let rng = &mut rng;
    time("boxes", || apart(rng, cuboid));
    for count in [8, 20, 100, 300, 1000] {
        time(&format!("hulls, {count} vertices"), || apart(rng, |rng| hull(rng, count)));
    }
    time("boxes, parallel, turned", || {
        let rotation = turn(rng);
        parallel(rng, 0.125, rotation)
    });
    time("boxes, parallel, unturned", || parallel(rng, 0.125, Rotation::IDENTITY));
    time("boxes, touching, unturned", || parallel(rng, 0.0, Rotation::IDENTITY));
    time("boxes, touching, turned", || {
        let rotation = turn(rng);
        parallel(rng, 0.0, rotation)
    });
    time("boxes, overlapping", || {
        let rotation = turn(rng);
        parallel(rng, -0.03125, rotation)
    });
    time("everything, mixed", || match rng.u32(0..4) {
        0 => parallel(rng, 0.0, Rotation::IDENTITY),
        1 => {
            let rotation = turn(rng);
            parallel(rng, 0.125, rotation)
        }
        _ => apart(rng, |rng| hull(rng, 100)),
    });
}
