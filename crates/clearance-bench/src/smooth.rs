//! The six implicit objects of Chakraborty, Peng, Akella and Mitchell (2008) in pairs, as in their
//! Table I: random configurations, each answer checked without a solver.

use std::process::ExitCode;
use std::time::Instant;

use clearance::shape::{HalfSpace, Hyperquadric, Intersection, Superquadric};
use clearance::{Convex, Method, Pose, Query, Rotation, Vector, check};
use fastrand::Rng;

use crate::options::Options;
use crate::workloads::{between, direction};

type Shape = Box<dyn Convex<3>>;

/// The pairs of the table, and what its authors measured (milliseconds, on a machine of 2006).
const PAIRS: [(usize, usize, f64); 8] = [
    (0, 1, 0.84),
    (0, 2, 0.91),
    (1, 2, 0.70),
    (2, 3, 0.85),
    (1, 3, 0.76),
    (2, 4, 0.78),
    (4, 5, 0.89),
    (2, 5, 0.89),
];

const NAMES: [&str; 6] = ["I", "II", "III", "IV", "V", "VI"];

/// Runs all pairs and prints the table.
pub fn run(options: &Options) -> ExitCode {
    let count = options.queries.unwrap_or(if options.quick { 2_000 } else { 100_000 });
    let objects = match objects() {
        Ok(objects) => objects,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    println!("{count} configurations a pair; medians in µs; paper: ms");
    println!("pair       default  interior   paper   widest gap   meet   wide  refuted");
    let mut failures = 0;
    for (i, j, paper) in PAIRS {
        let row = Row::measure(&objects[i], &objects[j], count, options.seed);
        failures += row.wide + row.refuted;
        println!(
            "{:>4}, {:<4} {:8.2} {:9.2} {paper:7.2}   {:10.1e} {:6} {:6} {:8}",
            NAMES[i],
            NAMES[j],
            row.medians[0],
            row.medians[1],
            row.gap,
            row.meet,
            row.wide,
            row.refuted
        );
    }
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What one pair gave.
struct Row {
    medians: [f64; 2],
    /// The widest gap, as a share of the size.
    gap: f64,
    meet: u64,
    /// Gaps wider than promised.
    wide: u64,
    /// Answers that the checker refuted.
    refuted: u64,
}

impl Row {
    fn measure(a: &Shape, b: &Shape, count: u64, seed: u64) -> Self {
        let mut row = Self { medians: [0.0; 2], gap: 0.0, meet: 0, wide: 0, refuted: 0 };
        let mut rng = Rng::with_seed(seed);
        let queries = [Query::DEFAULT, Query::DEFAULT.with_method(Method::Interior)];
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..count {
            let (here, there) = (Pose::IDENTITY, pose(&mut rng));
            for (query, times) in queries.iter().zip(&mut times) {
                let start = Instant::now();
                let answer = query.distance(a, &here, b, &there);
                times.push(start.elapsed().as_nanos() as f64 / 1e3);
                let Ok(answer) = answer else {
                    row.refuted += 1;
                    continue;
                };
                let gap = (answer.upper() - answer.lower()) / 10.0;
                row.gap = row.gap.max(gap);
                row.meet += u64::from(answer.intersects());
                row.wide += u64::from(gap > 2e-10);
                row.refuted += u64::from(check(&answer, a, &here, b, &there).is_err());
            }
        }
        for (median, times) in row.medians.iter_mut().zip(&mut times) {
            times.sort_by(f64::total_cmp);
            *median = times[times.len() / 2];
        }
        row.meet /= 2;
        row
    }
}

fn pose(rng: &mut Rng) -> Pose<3> {
    let quaternion = [0; 4].map(|_| rng.f64() - 0.5);
    let far = between(rng, 2.0, 5.0);
    let place: Vector<3> = direction::<3>(rng) * far;
    match Rotation::from_quaternion(quaternion).map(|turn| Pose::new(turn, place)) {
        Ok(Ok(pose)) => pose,
        _ => Pose::at(place),
    }
}

/// A diamond, a can, a rounded cuboid, a computer mouse, a hexagonal nut and a double pyramid.
fn objects() -> Result<[Shape; 6], Box<dyn std::error::Error>> {
    let can = [23.0 / 11.0, 11.0 / 5.0, 179.0 / 13.0];
    let sides = [
        ([-1.0, 0.0, 0.0], 0.5),
        ([1.0, 0.0, 0.0], 0.5),
        ([0.0, -1.0, 0.0], 0.75),
        ([0.0, 0.0, -1.0], -0.4),
    ];
    let shell = Superquadric::new([2.0, 1.0, 1.7], [23.0 / 11.0, 11.0 / 5.0, 17.0 / 7.0])?;
    let mut mouse: Vec<Shape> = vec![Box::new(shell)];
    for (normal, offset) in sides {
        mouse.push(Box::new(HalfSpace::new(normal, offset)?));
    }
    let round = |a: [f64; 3]| (a, 0.0, 16.0);
    let nut = [
        round([0.0, 1.0, 0.0]),
        round([1.0, 0.5, 0.0]),
        round([1.0, -0.5, 0.0]),
        ([0.0, 0.0, 2.5], 0.0, 2.0),
    ];
    let pyramid = [
        round([1.0, 0.0, 1.0]),
        round([0.0, 1.0, 1.0]),
        round([0.0, 0.0, 1.0]),
        round([1.0, 0.0, -1.0]),
        round([0.0, 1.0, -1.0]),
    ];
    Ok([
        Box::new(Superquadric::new([1.0, 0.7, 1.5], [4.0 / 3.0, 7.0 / 5.0, 15.0 / 13.0])?),
        Box::new(Superquadric::new([1.0, 1.0, 1.7], can)?),
        Box::new(Superquadric::new([1.0, 1.0, 1.5], [76.0 / 9.0, 71.0 / 5.0, 179.0 / 13.0])?),
        Box::new(Intersection::new(mouse)?),
        Box::new(Hyperquadric::<3>::new(nut)?),
        Box::new(Hyperquadric::<3>::new(pyramid)?),
    ])
}
