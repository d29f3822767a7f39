//! Table II of Chakraborty et al. (2008): translating objects, how close they come and when they
//! first touch, by the usual method and as the paper's two programs.

use std::process::ExitCode;
use std::time::Instant;

use clearance::{Approach, Cast, FirstContact, Hit, Method, Motion, Pose, QueryError};
use fastrand::Rng;

use crate::options::Options;
use crate::smooth::objects::{Object, objects, pose};
use crate::workloads::{between, direction};

/// The end of time.
const T: f64 = 2.0;

/// Two lengths or times that ought to be the same may differ by this, of sizes of about 1.
const SLACK: f64 = 1e-12;

/// The pairs, and what the authors measured: milliseconds for the closest approach and for the first
/// contact, on a machine of 2006.
const PAIRS: [(usize, usize, Option<[f64; 2]>); 5] = [
    (0, 2, Some([1.32, 2.03])),
    (1, 2, Some([0.97, 1.51])),
    (0, 1, None),
    (2, 3, None),
    (2, 4, None),
];

/// Prints the table; exit code 1 if the two methods contradict each other.
pub fn run(options: &Options) -> ExitCode {
    let count = options.queries.unwrap_or(if options.quick { 200 } else { 5_000 });
    match table(count, options) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn table(count: u64, options: &Options) -> Result<u64, Box<dyn std::error::Error>> {
    println!("{count} configurations a pair; medians in µs; paper: ms");
    println!("| objects | query | cases | usual | interior | ratio | paper | differ by | wrong |");
    println!("|---|---|--:|--:|--:|--:|--:|--:|--:|");
    let list = objects()?;
    let mut rng = Rng::with_seed(options.seed);
    let mut failures = 0;
    for (i, j, paper) in PAIRS {
        // Furthest points of the last two take a thousand times longer.
        let count = if i.max(j) > 2 { count.div_ceil(50) } else { count };
        let [passing, contact] = measure(count, &mut rng, [&list[i], &list[j]])?;
        let name = format!("{}, {}", list[i].name, list[j].name);
        failures += passing.print(&name, "closest distance", paper.map(|paper| paper[0]));
        failures += contact.print(&name, "time of first contact", paper.map(|paper| paper[1]));
    }
    Ok(failures)
}

/// What one pair gave for one question.
#[derive(Default)]
struct Row {
    times: [Vec<f64>; 2],
    worst: f64,
    wrong: u64,
}

impl Row {
    fn add(&mut self, times: [f64; 2], difference: f64, agree: bool) {
        for (list, time) in self.times.iter_mut().zip(times) {
            list.push(time);
        }
        self.worst = self.worst.max(difference);
        self.wrong += u64::from(!agree);
    }

    fn print(mut self, name: &str, query: &str, paper: Option<f64>) -> u64 {
        let cases = self.times[0].len();
        let [usual, interior] = [0, 1].map(|k| {
            self.times[k].sort_by(f64::total_cmp);
            self.times[k].get(cases / 2).copied().unwrap_or(0.0)
        });
        let paper = paper.map_or(String::new(), |paper| format!("{paper:.2}"));
        println!(
            "| {name} | {query} | {cases} | {usual:.1} | {interior:.1} | {:.2} | {paper} | {:.1e} | {} |",
            usual / interior,
            self.worst,
            self.wrong
        );
        self.wrong
    }
}

/// The closest approach of what does not collide, and the first contact of what does.
fn measure(count: u64, rng: &mut Rng, [a, b]: [&Object; 2]) -> Result<[Row; 2], QueryError> {
    let mut rows = [Row::default(), Row::default()];
    for _ in 0..count {
        let start = pose(rng);
        let away = start.translation();
        // Towards A, and past it as often as not.
        let velocity =
            -away * between(rng, 0.6, 1.0) + direction::<3>(rng) * between(rng, 0.5, 2.5);
        let motions = [Motion::still(Pose::IDENTITY), Motion::linear(start, velocity)?];
        let ask = |cast: Cast| {
            let clock = Instant::now();
            let found = cast.first_contact(&a.shape, &motions[0], &b.shape, &motions[1]);
            found.map(|found| (found, clock.elapsed().as_nanos() as f64 / 1e3))
        };
        let (usual, first) = ask(Cast::new(T))?;
        let (other, second) = ask(Cast::new(T).with_method(Method::Interior))?;
        let times = [first, second];
        match (&usual, &other) {
            (FirstContact::Miss(p), FirstContact::Miss(q)) => {
                rows[0].add(times, (p.distance - q.distance).abs(), same_passing(p, q));
            }
            (FirstContact::Hit(p), FirstContact::Hit(q)) => {
                rows[1].add(times, (p.time - q.time).abs(), same_hit(p, q));
            }
            _ => rows[1].add(times, 0.0, false),
        }
    }
    Ok(rows)
}

fn same_passing(p: &Approach<3>, q: &Approach<3>) -> bool {
    p.lower <= q.upper + SLACK && q.lower <= p.upper + SLACK
}

fn same_hit(p: &Hit<3>, q: &Hit<3>) -> bool {
    p.time_lower <= q.time_upper + SLACK && q.time_lower <= p.time_upper + SLACK
}
