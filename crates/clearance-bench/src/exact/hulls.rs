//! Hulls of 8 to 300 vertices, apart, nearly touching, touching and overlapping: each decided
//! exactly, and a sample decided again by a slow method that shares nothing with the fast one.

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use clearance::exact::{self, Exact, Rational};
use clearance::qp::{Outcome, Problem};
use clearance::shape::Polytope;
use clearance::{Pose, Rotation, Vector, rigorous};
use fastrand::Rng;

use super::scenes::{pose, vector};
use crate::options::Options;

type Q = Rational;

/// Pairs, unless the options say otherwise.
const PAIRS: u64 = 100_000;

/// One in so many is decided again by the slow method.
const SAMPLE: u64 = 100;

#[derive(Default)]
struct Seen {
    pairs: u64,
    apart: u64,
    touching: u64,
    overlapping: u64,
    near: u64,
    verified: u64,
    failures: Vec<String>,
}

/// Decides all pairs. Exit code 1 if one is wrong.
pub fn run(options: &Options) -> ExitCode {
    let pairs = options.queries.unwrap_or(if options.quick { PAIRS / 100 } else { PAIRS });
    let began = Instant::now();
    let seen = all(pairs, options.seed, options.threads);
    println!("pairs        {}", seen.pairs);
    println!("apart        {} ({} of them by less than 1e-13)", seen.apart, seen.near);
    println!("touching     {}", seen.touching);
    println!("overlapping  {}", seen.overlapping);
    println!("verified     {} by an exact program over all vertices", seen.verified);
    println!("wrong        {}", seen.failures.len());
    println!("time         {:.0} s", began.elapsed().as_secs_f64());
    seen.failures.iter().take(20).for_each(|what| println!("  {what}"));
    if seen.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn all(pairs: u64, seed: u64, threads: u64) -> Seen {
    let next = AtomicU64::new(0);
    let total = Mutex::new(Seen::default());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= pairs {
                        break;
                    }
                    let rng = &mut Rng::with_seed(seed.wrapping_mul(0x9e37_79b9) ^ index);
                    let found = one(rng, index % SAMPLE == 0);
                    if let Ok(mut total) = total.lock() {
                        total.note(index, found, index % SAMPLE == 0);
                    }
                }
            });
        }
    });
    total.into_inner().unwrap_or_default()
}

impl Seen {
    fn note(&mut self, index: u64, found: Result<Exact<3>, String>, verified: bool) {
        self.pairs += 1;
        self.verified += u64::from(verified);
        match found {
            Err(what) => self.failures.push(format!("pair {index}: {what}")),
            Ok(Exact::Apart(apart)) => {
                self.apart += 1;
                self.near += u64::from(apart.distance() < 1e-13);
            }
            Ok(Exact::Touching(_)) => self.touching += 1,
            Ok(Exact::Overlapping(_)) => self.overlapping += 1,
        }
    }
}

/// One pair: drawn, decided, and judged.
fn one(rng: &mut Rng, verify: bool) -> Result<Exact<3>, String> {
    let counts = [8, 12, 20, 50, 100, 300];
    let most = if verify { 4 } else { counts.len() };
    let count = counts[rng.usize(..most)];
    let (a, b, pose_a, pose_b, wanted) = match rng.u8(..4) {
        0 => touching(rng, count)?,
        kind => scattered(rng, count, kind)?,
    };
    let ask = |pose_b: &Pose<3>| {
        exact::distance(&a, &pose_a, &b, pose_b).map_err(|error| error.to_string())
    };
    let mut answer = ask(&pose_b)?;
    let mut pose_b = pose_b;
    // Brought to within about a unit in the last place of touching.
    if wanted == Wanted::Near
        && let Exact::Apart(apart) = &answer
    {
        let step = Vector(apart.between().map(|x| x.to_f64()));
        let closer = pose_b.translation() - step + vector(rng) * 1e-15;
        pose_b = Pose::new(*pose_b.rotation(), closer).map_err(|error| error.to_string())?;
        answer = ask(&pose_b)?;
    }
    if wanted == Wanted::Touching && !matches!(answer, Exact::Touching(_)) {
        return Err("shapes that touch do not".into());
    }
    let bounds = rigorous(&a, &pose_a, &b, &pose_b).map_err(|error| error.to_string())?;
    let square = |x: f64| Q::try_from(x).map(|x| &x * &x).map_err(|error| error.to_string());
    let squared = answer.squared();
    if !(square(bounds.lower)? <= squared && squared <= square(bounds.upper)?) {
        return Err(format!("{} is not in {bounds:?}", answer.distance()));
    }
    rounds_to(answer.distance(), &squared)?;
    if verify {
        let slow =
            by_program((&a, &pose_a), (&b, &pose_b)).ok_or("the slow method has no answer")?;
        if slow != squared {
            return Err(format!("{} by the slow method: {slow}", answer.distance()));
        }
    }
    Ok(answer)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Anything,
    Near,
    Touching,
}

type Drawn = (Polytope<3>, Polytope<3>, Pose<3>, Pose<3>, Wanted);

fn scattered(rng: &mut Rng, count: usize, kind: u8) -> Result<Drawn, String> {
    let mut hull = || {
        let squash = vector(rng);
        let points: Vec<_> = (0..count)
            .filter_map(|_| vector(rng).normalized())
            .map(|p| if count < 20 { p.scale(squash) } else { p })
            .collect();
        Polytope::from_points(points).map_err(|error| error.to_string())
    };
    let (a, b) = (hull()?, hull()?);
    let wanted = if kind == 1 { Wanted::Near } else { Wanted::Anything };
    let far = if kind == 3 { 1.0 } else { 4.0 };
    Ok((a, b, pose(rng, 1.0), pose(rng, far), wanted))
}

/// Whole numbers on either side of the plane x = 0, with a common vertex, edge crossing or face in
/// it, and one pose for both: whatever rounding did to it, it did to both.
fn touching(rng: &mut Rng, count: usize) -> Result<Drawn, String> {
    let mut side = |sign: f64| -> Vec<Vector<3>> {
        let mut whole = |low: i32, high: i32| f64::from(rng.i32(low..high));
        (0..count).map(|_| Vector([sign * whole(1, 40), whole(-20, 20), whole(-20, 20)])).collect()
    };
    let (mut of_a, mut of_b) = (side(-1.0), side(1.0));
    let [y, z] = [0; 2].map(|_| f64::from(rng.i32(1..9)));
    let tip = |y: f64, z: f64| Vector([0.0, y, z]);
    match rng.u8(..3) {
        0 => {
            of_a.push(tip(0.0, 0.0));
            of_b.push(tip(0.0, 0.0));
        }
        1 => {
            of_a.extend([tip(-y, -z), tip(z, y)]);
            of_b.extend([tip(-y, z), tip(z, -y)]);
        }
        _ => {
            of_a.extend([tip(-y, -z), tip(y, -z), tip(y, z), tip(-y, z)]);
            of_b.extend([tip(-z, -y), tip(z, -y), tip(z, y), tip(-z, y)]);
        }
    }
    let hull = |points: Vec<Vector<3>>| Polytope::from_points(points).map_err(|e| e.to_string());
    let pose = if rng.bool() { pose(rng, 1.0) } else { Pose::rotated(Rotation::IDENTITY) };
    Ok((hull(of_a)?, hull(of_b)?, pose, pose, Wanted::Touching))
}

/// Whether the float is the one nearest to the root.
fn rounds_to(root: f64, squared: &Q) -> Result<(), String> {
    let number = |x: f64| Q::try_from(x).map_err(|error| error.to_string());
    let halfway = |x: f64| -> Result<Q, String> { Ok((number(root)? + number(x)?) / Q::from(2)) };
    if root == 0.0 {
        let zero = *squared == Q::from(0);
        return if zero { Ok(()) } else { Err(format!("zero for the root of {squared}")) };
    }
    let (down, up) = (halfway(root.next_down())?, halfway(root.next_up())?);
    let nearest = &down * &down <= *squared && *squared <= &up * &up;
    if nearest { Ok(()) } else { Err(format!("{root:e} is not the float next to the root")) }
}

type Placed<'a> = (&'a Polytope<3>, &'a Pose<3>);

/// The vertices in the world.
fn world((shape, pose): Placed<'_>) -> Option<Vec<[Q; 3]>> {
    let number = |x: f64| Q::try_from(x).ok();
    let place = |p: &Vector<3>| -> Option<[Q; 3]> {
        let mut out = [Q::from(0), Q::from(0), Q::from(0)];
        for (i, coordinate) in out.iter_mut().enumerate() {
            *coordinate = number(pose.translation()[i])?;
            for j in 0..3 {
                let product = &number(pose.rotation().matrix()[i][j])? * &number(p[j])?;
                *coordinate = &*coordinate + &product;
            }
        }
        Some(out)
    };
    shape.vertices().iter().map(place).collect()
}

/// The squared distance as a convex program over the weights of all vertices. Slow.
fn by_program(a: Placed<'_>, b: Placed<'_>) -> Option<Q> {
    let (of_a, of_b) = (world(a)?, world(b)?);
    let count = of_a.len();
    let back = of_b.into_iter().map(|p| p.map(|x| -x));
    let columns: Vec<[Q; 3]> = of_a.into_iter().chain(back).collect();
    let dot = |u: &[Q; 3], v: &[Q; 3]| (0..3).fold(Q::from(0), |sum, i| sum + &u[i] * &v[i]);
    let gram = columns.iter().map(|u| columns.iter().map(|v| dot(u, v)).collect()).collect();
    let part = |of_a: bool| -> Vec<Q> {
        let one = |k| Q::from(i64::from((k < count) == of_a));
        (0..columns.len()).map(one).collect()
    };
    let problem = Problem::minimise(gram, vec![Q::from(0); columns.len()])
        .equal(part(true), Q::from(1))
        .equal(part(false), Q::from(1))
        .surely_convex();
    match problem.solve() {
        Ok(Outcome::Solution(solution)) => Some(solution.value * Q::from(2)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_few_hundred() {
        let seen = super::all(600, 1, 1);
        assert!(seen.failures.is_empty(), "{:?}", seen.failures);
        assert_eq!(seen.pairs, 600);
        assert!(seen.apart > 100 && seen.touching > 100 && seen.overlapping > 20 && seen.near > 30);
        assert_eq!(seen.verified, 6);
    }
}
