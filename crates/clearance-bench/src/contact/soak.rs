//! The hunt for wrong depths, contacts and gradients: every answer beside a slow search that has
//! nothing in common with the solvers but the support functions.

use std::process::ExitCode;

use clearance::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Polytope, Rounded};
use clearance::{
    Convex, Motion, Pose, Rotation, Signed, Vector, Workspace, check_depth, first_contact,
    gradient, intersects,
};
use fastrand::Rng;

use crate::options::Options;
use crate::workloads::{between, direction, rotation};

type Shape = Box<dyn Convex<3>>;

/// A comparison of so many cases.
type Comparison = fn(&mut Rng, u64) -> Tally;

/// One kind of comparison: how many were made, how many were wrong, and the worst error.
#[derive(Default)]
struct Tally {
    compared: u64,
    skipped: u64,
    wrong: u64,
    local: u64,
    worst: f64,
}

impl Tally {
    fn add(&mut self, error: f64, allowed: f64, story: impl Fn() -> String) {
        self.compared += 1;
        self.worst = self.worst.max(error);
        if !(error <= allowed) {
            self.wrong += 1;
            if self.wrong <= 5 {
                eprintln!("{}: off by {error:e}", story());
            }
        }
    }

    fn print(&self, name: &str) {
        let Self { compared, skipped, wrong, local, worst } = self;
        println!("| {name} | {compared} | {wrong} | {worst:.1e} | {local} | {skipped} |");
    }
}

/// Runs all comparisons; exit code 1 if something is wrong.
pub fn run(options: &Options) -> ExitCode {
    let queries = options.queries.unwrap_or(if options.quick { 1000 } else { 20_000 });
    let seed = options.seed;
    println!("| comparison | cases | wrong | worst | local only | skipped |");
    println!("|---|--:|--:|--:|--:|--:|");
    let runs: [(&str, Comparison, u64); 5] = [
        ("depth of polytopes, all normals", polytopes, queries),
        ("depth of any shapes, direction search", curved, queries / 5),
        ("first contact, translation, bisection", translations, queries),
        ("first contact, screws, sampling", screws, queries / 5),
        ("gradients, differences", gradients, queries / 10),
    ];
    let mut wrong = 0;
    for (name, work, count) in runs {
        if options.only.as_ref().is_some_and(|only| !name.contains(only.as_str())) {
            continue;
        }
        let tally = work(&mut Rng::with_seed(seed), count.max(1));
        tally.print(name);
        wrong += tally.wrong;
    }
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn cloud(rng: &mut Rng, count: usize) -> Polytope<3> {
    let round = rng.bool();
    let mut point = || -> Vector<3> {
        let v = direction(rng);
        if round { v } else { v * between(rng, 0.2, 1.0) }
    };
    let points: Vec<_> = (0..count).map(|_| point()).collect();
    sound(Polytope::from_points(points))
}

/// A prism, or a box, along the axes: all its faces and edges tie with those of others.
fn prism(rng: &mut Rng) -> Polytope<3> {
    let sides = rng.usize(3..9);
    let (radius, half) = (between(rng, 0.3, 1.0), between(rng, 0.2, 0.8));
    let ring = (0..sides).flat_map(|k| {
        let (y, x) = (std::f64::consts::TAU * k as f64 / sides as f64).sin_cos();
        [[radius * x, radius * y, -half], [radius * x, radius * y, half]]
    });
    sound(Polytope::from_points(ring))
}

/// The surface of a polytope in the world.
struct Surface {
    points: Vec<Vector<3>>,
    normals: Vec<Vector<3>>,
    edges: Vec<Vector<3>>,
}

impl Surface {
    fn new(polytope: &Polytope<3>, pose: &Pose<3>) -> Self {
        let points: Vec<_> = polytope.vertices().iter().map(|p| pose.transform(*p)).collect();
        let (mut normals, mut edges) = (Vec::new(), Vec::new());
        for t in polytope.triangles() {
            let [p, q, r] = t.map(|k| points[k as usize]);
            normals.extend((q - p).cross(r - p).normalized());
            for (from, to) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
                if from < to {
                    edges.extend((points[to as usize] - points[from as usize]).normalized());
                }
            }
        }
        Self { points, normals, edges }
    }

    fn reach(&self, n: Vector<3>) -> f64 {
        self.points.iter().map(|p| p.dot(n)).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// The least overlap over all normals that a face of the difference can have.
fn by_all_normals(a: &Surface, b: &Surface) -> f64 {
    let crosses = a.edges.iter().flat_map(|e| b.edges.iter().map(|f| e.cross(*f)));
    let crosses = crosses.filter(|n| n.norm() > 1e-11).filter_map(|n| n.normalized());
    let normals = a.normals.iter().chain(&b.normals).copied().chain(crosses);
    normals.flat_map(|n| [n, -n]).map(|n| a.reach(n) + b.reach(-n)).fold(f64::INFINITY, f64::min)
}

fn polytopes(rng: &mut Rng, count: u64) -> Tally {
    let mut tally = Tally::default();
    let mut workspace = Workspace::new();
    for k in 0..count {
        // Mostly small ones: the search takes the square of the edges times the vertices.
        let most = if k % 200 == 0 { 120 } else { 24 };
        let mut make = || match rng.usize(..4) {
            0 => prism(rng),
            _ => {
                let count = rng.usize(4..most);
                cloud(rng, count)
            }
        };
        let (a, b) = (make(), make());
        let near = [0.0, 0.1, 0.6, 1.2][rng.usize(..4)];
        let turned = rng.usize(..3) > 0;
        let turn = if turned { rotation(rng) } else { Rotation::IDENTITY };
        let pose_a = Pose::IDENTITY;
        let pose_b = sound(Pose::new(turn, direction::<3>(rng) * near));
        let (sa, sb) = (Surface::new(&a, &pose_a), Surface::new(&b, &pose_b));
        let wanted = by_all_normals(&sa, &sb);
        match workspace.signed_distance(&a, &pose_a, &b, &pose_b) {
            Ok(Signed::Overlap(found)) => {
                tally.local += u64::from(!found.global);
                let checked = check_depth(&found, &a, &pose_a, &b, &pose_b);
                let error = if checked.is_ok() { (found.depth - wanted).abs() } else { 1.0 };
                tally.add(error, 1e-13, || format!("polytopes, case {k}: {checked:?}"));
            }
            Ok(Signed::Apart(_)) if wanted <= 1e-13 => tally.skipped += 1,
            other => tally.add(1.0, 0.0, || format!("polytopes, case {k}: {wanted} {other:?}")),
        }
    }
    tally
}

fn any_shape(rng: &mut Rng) -> Shape {
    let l = |rng: &mut Rng| between(rng, 0.3, 1.0);
    match rng.usize(..9) {
        0 => Box::new(sound(Cylinder::new(l(rng), l(rng)))),
        1 => Box::new(sound(Cone::new(2.0 * l(rng), l(rng)))),
        2 => Box::new(sound(Ellipsoid::new([l(rng), l(rng), l(rng)]))),
        3 => Box::new(sound(Capsule::new([-l(rng), 0.0, 0.0], [l(rng), 0.0, 0.0], 0.4 * l(rng)))),
        4 => Box::new(sound(Cuboid::new([l(rng), l(rng), l(rng)]))),
        5 => Box::new(sound(Ball::<3>::new(l(rng)))),
        6 => Box::new(sound(Rounded::new(cloud(rng, 8), 0.2 * l(rng)))),
        7 => Box::new(cloud(rng, 12)),
        _ => Box::new(sound(Cylinder::between([0.0; 3], [l(rng), l(rng), l(rng)], l(rng)))),
    }
}

/// How far two shapes overlap along a unit vector.
fn overlap(a: &Shape, pose_a: &Pose<3>, b: &Shape, pose_b: &Pose<3>, n: Vector<3>) -> f64 {
    let reach = |shape: &Shape, pose: &Pose<3>, n: Vector<3>| {
        pose.transform(shape.support(pose.rotation().rotate_back(n))).dot(n)
    };
    reach(a, pose_a, n) + reach(b, pose_b, -n)
}

/// The least overlap over a thousand directions, the best of them refined by ever smaller steps.
fn by_search(overlap: impl Fn(Vector<3>) -> f64) -> f64 {
    let spiral = |k: usize| {
        let z = 1.0 - (2.0 * k as f64 + 1.0) / 1000.0;
        let (y, x) = (k as f64 * 2.399_963_229_728_653).sin_cos();
        let r = (1.0 - z * z).sqrt();
        Vector([r * x, r * y, z])
    };
    let mut starts: Vec<(f64, Vector<3>)> =
        (0..1000).map(|k| (overlap(spiral(k)), spiral(k))).collect();
    starts.sort_by(|p, q| p.0.total_cmp(&q.0));
    let mut least = f64::INFINITY;
    for (value, start) in starts.into_iter().take(12) {
        let (mut value, mut n, mut step) = (value, start, 0.05);
        let mut angle = 0.0_f64;
        while step > 1e-9 {
            let u = n.cross(Vector([0.31, 0.53, 0.79])).normalized().unwrap_or(Vector::axis(0));
            let v = n.cross(u);
            let mut better = false;
            for k in 0..8 {
                let (sin, cos) = (angle + f64::from(k) * std::f64::consts::FRAC_PI_4).sin_cos();
                let Some(next) = (n + (u * cos + v * sin) * step).normalized() else { continue };
                let there = overlap(next);
                if there < value {
                    (value, n, better) = (there, next, true);
                    break;
                }
            }
            angle += 0.37;
            step *= if better { 1.2 } else { 0.7 };
        }
        least = least.min(value);
    }
    least
}

fn curved(rng: &mut Rng, count: u64) -> Tally {
    let mut tally = Tally::default();
    let mut workspace = Workspace::new();
    for k in 0..count {
        let (a, b) = (any_shape(rng), any_shape(rng));
        let near = [0.0, 0.1, 0.5, 1.0][rng.usize(..4)];
        let pose_a = Pose::rotated(rotation(rng));
        let pose_b = sound(Pose::new(rotation(rng), direction::<3>(rng) * near));
        match workspace.signed_distance(&a, &pose_a, &b, &pose_b) {
            Ok(Signed::Overlap(found)) => {
                tally.local += u64::from(!found.global);
                let wanted = by_search(|n| overlap(&a, &pose_a, &b, &pose_b, n));
                let checked = check_depth(&found, &a, &pose_a, &b, &pose_b);
                // The search is an upper bound; ours may be better.
                let error = if checked.is_ok() { found.depth - wanted } else { 1.0 };
                let error = error.max(found.lower - wanted).max(0.0);
                tally.add(error, 1e-8, || format!("any shapes, case {k}: {checked:?} {found:?}"));
            }
            Ok(Signed::Apart(_)) => tally.skipped += 1,
            Err(error) => tally.add(1.0, 0.0, || format!("any shapes, case {k}: {error}")),
        }
    }
    tally
}

const T: f64 = 2.0;

/// The first time that shows a contact, among many, made exact by bisection.
fn by_sampling(meets: impl Fn(f64) -> bool, samples: u32) -> Option<f64> {
    if meets(0.0) {
        return Some(0.0);
    }
    let time = |k: u32| T * f64::from(k) / f64::from(samples);
    let hit = (1..=samples).find(|k| meets(time(*k)))?;
    let (mut low, mut high) = (time(hit - 1), time(hit));
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if meets(middle) { high = middle } else { low = middle }
    }
    Some(high)
}

fn casts(rng: &mut Rng, count: u64, spin: f64, samples: u32) -> Tally {
    let mut tally = Tally::default();
    for k in 0..count {
        let (a, b) = (any_shape(rng), any_shape(rng));
        let offset = direction::<3>(rng) * between(rng, 2.0, 4.0);
        let pose_a = Pose::rotated(rotation(rng));
        let pose_b = sound(Pose::new(rotation(rng), offset));
        let velocity = offset * 0.6 + direction::<3>(rng) * 0.5;
        let spins = [direction::<3>(rng) * spin, direction::<3>(rng) * spin];
        let motions = [
            sound(Motion::<3>::twist(pose_a, velocity, spins[0])),
            sound(Motion::<3>::twist(pose_b, [0.0; 3], spins[1])),
        ];
        let meets =
            |t: f64| intersects(&a, &motions[0].at(t), &b, &motions[1].at(t)).unwrap_or(false);
        let sampled = by_sampling(meets, samples);
        let found = first_contact(&a, &motions[0], &b, &motions[1], T).ok();
        let hit = found.and_then(|found| found.hit().copied());
        match (hit, sampled) {
            (Some(hit), Some(time)) => {
                // Never late; and early only where sampling saw too late.
                let late = (hit.time_lower - time).max(0.0);
                let early = if hit.time_upper < time { 0.0 } else { (time - hit.time).max(0.0) };
                tally.local += u64::from(!hit.certain);
                tally.add(early.max(late * 1e6), 1e-8, || {
                    format!("casts, case {k}: {hit:?} {time}")
                });
            }
            (None, Some(time)) => tally.add(1.0, 0.0, || format!("casts, case {k}: missed {time}")),
            _ => tally.skipped += 1,
        }
    }
    tally
}

fn translations(rng: &mut Rng, count: u64) -> Tally {
    casts(rng, count, 0.0, 64)
}

fn screws(rng: &mut Rng, count: u64) -> Tally {
    casts(rng, count, 3.0, 500)
}

fn gradients(rng: &mut Rng, count: u64) -> Tally {
    let mut tally = Tally::default();
    for k in 0..count {
        let (a, b) = (any_shape(rng), any_shape(rng));
        let pose_a = Pose::rotated(rotation(rng));
        let far = between(rng, 0.2, 3.0);
        let pose_b = sound(Pose::new(rotation(rng), direction::<3>(rng) * far));
        let Ok(found) = gradient(&a, &pose_a, &b, &pose_b) else { continue };
        if !found.rotation_valid {
            tally.skipped += 1;
            continue;
        }
        for part in 0..6 {
            let at = |by: f64| {
                let moved = if part < 3 {
                    let shift = pose_b.translation() + Vector::<3>::axis(part) * by;
                    sound(Pose::new(*pose_b.rotation(), shift))
                } else {
                    let turn = sound(Rotation::from_axis_angle(Vector::<3>::axis(part - 3), by));
                    sound(Pose::new(pose_b.rotation().compose(&turn), pose_b.translation()))
                };
                gradient(&a, &pose_a, &b, &moved).map_or(f64::NAN, |found| found.signed.distance())
            };
            let h = 2e-5;
            let [m2, m, p, p2] = [at(-2.0 * h), at(-h), at(h), at(2.0 * h)];
            let (wide, narrow) = ((p2 - m2) / (4.0 * h), (p - m) / (2.0 * h));
            if !((wide - narrow).abs() < 3e-8) {
                tally.skipped += 1;
                continue;
            }
            let ours = match part {
                0..3 => found.b.translation[part],
                _ => found.b.rotation[part - 3],
            };
            let error = (ours - (4.0 * narrow - wide) / 3.0).abs();
            tally.add(error, 1e-6, || format!("gradients, case {k}, part {part}"));
        }
    }
    tally
}

fn sound<T, E: std::fmt::Debug>(made: Result<T, E>) -> T {
    made.unwrap_or_else(|error| unreachable!("the cases are sound: {error:?}"))
}
