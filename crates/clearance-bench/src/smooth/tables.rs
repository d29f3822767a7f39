//! Tables I and III of the paper: random configurations, every answer checked without a solver.

use std::time::Instant;

use clearance::{Method, Pose, Query, check};
use fastrand::Rng;

use super::objects::{Object, SUPERQUADRICS, objects, pose, superquadric};
use super::{conic, median};
use crate::options::Options;

type Failure = Box<dyn std::error::Error>;

/// The pairs of Table I, and what its authors measured (milliseconds, on a machine of 2006).
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

/// One in so many configurations is given to the conic solver.
const CONIC_SHARE: u64 = 200;

/// Prints both tables and, for good measure, pairs with random exponents; returns how many answers
/// were wrong, missing, or wider than 1e-10 of the size.
pub fn run(count: u64, options: &Options) -> Result<u64, Failure> {
    println!("{count} configurations a pair; medians in µs; paper: ms; gap: share of the size");
    println!(
        "pair                     default  interior  conic  (ratios)       paper  widest gap   \
         meet  wide  refuted"
    );
    let list = objects()?;
    let mut failures = 0;
    let mut rng = Rng::with_seed(options.seed);
    for (i, j, paper) in PAIRS {
        let name = format!("{}, {}", list[i].name, list[j].name);
        let row = Row::measure(count, &mut rng, |_| Ok((&list[i], &list[j]).into()))?;
        failures += row.print(&name, Some(paper));
    }
    for (k, (name, paper)) in DEFORMATIONS.iter().enumerate() {
        let row = Row::measure(count, &mut rng, |rng| deformed(k, rng))?;
        failures += row.print(name, Some(*paper));
    }
    for name in ["exponents 1 to 2", "exponents to 16", "exponents to 200"] {
        let row = Row::measure(count, &mut rng, |rng| random(name, rng))?;
        failures += row.print(name, None);
    }
    println!("{failures} failures");
    Ok(failures)
}

/// Table III, and what its authors measured.
const DEFORMATIONS: [(&str, f64); 4] = [
    ("I, III scaled", 1.04),
    ("II, III scaled", 0.75),
    ("I to III, III", 0.87),
    ("II to III, III", 0.84),
];

/// A pair that lasts, or one that is made for one configuration.
enum Couple<'a> {
    Lasting(&'a Object, &'a Object),
    Passing(Box<[Object; 2]>),
}

impl<'a> From<(&'a Object, &'a Object)> for Couple<'a> {
    fn from((a, b): (&'a Object, &'a Object)) -> Self {
        Self::Lasting(a, b)
    }
}

impl Couple<'_> {
    fn both(&self) -> [&Object; 2] {
        match self {
            Self::Lasting(a, b) => [a, b],
            Self::Passing(pair) => [&pair[0], &pair[1]],
        }
    }
}

/// Step 0 to 10 of a deformation.
fn deformed(which: usize, rng: &mut Rng) -> Result<Couple<'static>, Failure> {
    let t = rng.u8(0..=10).into();
    let t: f64 = t;
    let t = t / 10.0;
    let mix = |from: [f64; 3], to: [f64; 3]| [0, 1, 2].map(|i| from[i] + t * (to[i] - from[i]));
    let (axes, exponents) = SUPERQUADRICS[which % 2];
    let (last_axes, last_exponents) = SUPERQUADRICS[2];
    let product = |a: [f64; 3], b: [f64; 3]| [0, 1, 2].map(|i| a[i] * b[i]);
    let pair = if which < 2 {
        let first = product(axes, mix([1.0; 3], [1.0, 0.5, 2.0]));
        let second = product(last_axes, mix([1.0; 3], [0.5, 3.0, 0.67]));
        [superquadric("", first, exponents)?, superquadric("", second, last_exponents)?]
    } else {
        let first = superquadric("", axes, mix(exponents, last_exponents))?;
        [first, superquadric("", last_axes, last_exponents)?]
    };
    Ok(Couple::Passing(Box::new(pair)))
}

/// Two superquadrics with exponents of a kind.
fn random(kind: &str, rng: &mut Rng) -> Result<Couple<'static>, Failure> {
    let mut one = || {
        let axes = [0; 3].map(|_| 0.5 + rng.f64());
        let exponents = [0; 3].map(|_| match kind {
            "exponents 1 to 2" => 1.0 + rng.f64(),
            "exponents to 16" => 1.0 + 15.0 * rng.f64(),
            _ => 200.0_f64.powf(rng.f64()),
        });
        superquadric("", axes, exponents)
    };
    Ok(Couple::Passing(Box::new([one()?, one()?])))
}

/// What one pair gave.
#[derive(Default)]
struct Row {
    /// Default, interior point, conic.
    medians: [f64; 3],
    /// The widest gap, as a share of the size.
    gap: f64,
    meet: u64,
    wide: u64,
    refuted: u64,
    /// Distances of the conic solver that are outside of the bounds, or missing.
    astray: [u64; 2],
}

impl Row {
    fn measure<'a>(
        count: u64,
        rng: &mut Rng,
        mut pair: impl FnMut(&mut Rng) -> Result<Couple<'a>, Failure>,
    ) -> Result<Self, Failure> {
        let mut row = Self::default();
        let queries = [Query::DEFAULT, Query::DEFAULT.with_method(Method::Interior)];
        let mut times = [Vec::new(), Vec::new(), Vec::new()];
        for round in 0..count {
            let couple = pair(rng)?;
            let [a, b] = couple.both();
            let there = pose(rng);
            let mut bounds = [0.0, f64::INFINITY];
            for (query, times) in queries.iter().zip(&mut times) {
                let start = Instant::now();
                let answer = query.distance(&a.shape, &Pose::IDENTITY, &b.shape, &there);
                times.push(start.elapsed().as_nanos() as f64 / 1e3);
                let Ok(answer) = answer else {
                    row.refuted += 1;
                    continue;
                };
                let size = a.shape.view().reach
                    + b.shape.view().reach
                    + there.translation().0.iter().map(|x| x.abs()).sum::<f64>();
                let gap = (answer.upper() - answer.lower()) / size;
                row.gap = row.gap.max(gap);
                row.meet += u64::from(answer.intersects());
                row.wide += u64::from(gap > 1e-10);
                let flaw = check(&answer, &a.shape, &Pose::IDENTITY, &b.shape, &there).err();
                let fits =
                    answer.lower() <= bounds[1] + 1e-12 && bounds[0] <= answer.upper() + 1e-12;
                row.refuted += u64::from(flaw.is_some() || !fits);
                bounds = [answer.lower(), answer.upper()];
            }
            if round % CONIC_SHARE == 0 && bounds[0] > 0.0 {
                match conic::distance(a, b, &there) {
                    Some((found, time)) => {
                        times[2].push(time);
                        let near = found > bounds[0] - 1e-4 && found < bounds[1] + 1e-4;
                        row.astray[0] += u64::from(!near);
                    }
                    None => row.astray[1] += 1,
                }
            }
        }
        for (time, times) in row.medians.iter_mut().zip(&mut times) {
            *time = median(times);
        }
        row.meet /= 2;
        Ok(row)
    }

    fn print(&self, name: &str, paper: Option<f64>) -> u64 {
        let [default, interior, conic] = self.medians;
        let paper = paper.map_or(String::new(), |paper| format!("{paper:.2}"));
        println!(
            "{name:<22} {default:9.2} {interior:9.2} {conic:6.0}  ({:4.0}×, {:4.1}×) {paper:>9}  \
             {:10.1e} {:6} {:5} {:8}   conic astray {}, failed {}",
            conic / default,
            conic / interior,
            self.gap,
            self.meet,
            self.wide,
            self.refuted,
            self.astray[0],
            self.astray[1],
        );
        self.wide + self.refuted
    }
}
