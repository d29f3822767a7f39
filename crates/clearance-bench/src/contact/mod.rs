//! Depths beside parry's `contact`, in one interleaved run.

mod cases;
pub mod soak;
pub mod voyages;

use std::hint::black_box;
use std::ops::Range;
use std::process::ExitCode;

use clearance::{Convex, Pose, Signed, Workspace};

use crate::measure::{Budget, Contestant, interleave};
use crate::options::Options;
use crate::workloads::{Pool, Scene};

/// Depths that differ by more than this, of a size of about 1, are counted.
const DIFFERENT: f64 = 1e-6;

/// One workload's figures; times are in nanoseconds a query.
struct Row {
    name: String,
    ours: f64,
    peer: f64,
    /// With all derivatives.
    gradient: f64,
    target: Option<f64>,
    /// The peer's depth lies outside of our bounds.
    excluded: usize,
    /// The peer has no answer.
    missing: usize,
    /// Our bounds are not as close as asked.
    local: usize,
    steps: f64,
    queries: usize,
}

/// Runs the workloads that the options select, and prints the table.
pub fn run(options: &Options) -> ExitCode {
    let budget = if options.quick { Budget::QUICK } else { Budget::FULL };
    let mut run = Run { options, budget, rows: Vec::new() };
    run.all();
    if run.rows.is_empty() {
        eprintln!("no workload has such a name");
        return ExitCode::from(2);
    }
    println!(
        "| workload | clearance ns | parry ns | ratio | target | met | parry outside our bounds \
         | parry silent | local only | steps | with gradient |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for row in &run.rows {
        let ratio = row.peer / row.ours;
        let met = row.target.map_or("", |target| if ratio >= target { "yes" } else { "NO" });
        println!(
            "| {} | {:.1} | {:.1} | {ratio:.2}× | {} | {met} | {}/{} | {} | {} | {:.1} | {:.2}× |",
            row.name,
            row.ours,
            row.peer,
            row.target.map(|target| format!("≥ {target}×")).unwrap_or_default(),
            row.excluded,
            row.queries,
            row.missing,
            row.local,
            row.steps,
            row.gradient / row.ours,
        );
    }
    ExitCode::SUCCESS
}

struct Run<'a> {
    options: &'a Options,
    budget: Budget,
    rows: Vec<Row>,
}

impl Run<'_> {
    fn wants(&self, name: &str) -> bool {
        self.options.only.as_ref().is_none_or(|only| name.contains(only.as_str()))
    }

    /// The same queries for us and for the peer, which answers a signed distance.
    fn versus<A, PA, B, PB, P>(
        &mut self,
        (name, target): (&str, Option<f64>),
        (a, b): (&Pool<A, PA>, &Pool<B, PB>),
        scene: &Scene<P, 3>,
        peer: impl Fn(&PA, &P, &PB, &P) -> Option<f64>,
    ) where
        A: Convex<3>,
        B: Convex<3>,
    {
        let (mut workspace, mut other) = (Workspace::new(), Workspace::new());
        let mut contestants: [Contestant<'_>; 3] = [
            Box::new(|range: Range<usize>| {
                for at in &scene.ours[range] {
                    let (a, b) = (black_box(&a.ours[at.a]), black_box(&b.ours[at.b]));
                    black_box(&workspace.signed_distance(a, &at.pose_a, b, &at.pose_b));
                }
            }),
            Box::new(|range: Range<usize>| {
                for at in &scene.peer[range] {
                    let (a, b) = (black_box(&a.peer[at.a]), black_box(&b.peer[at.b]));
                    black_box(&peer(a, &at.pose_a, b, &at.pose_b));
                }
            }),
            Box::new(|range: Range<usize>| {
                for at in &scene.ours[range] {
                    let (a, b) = (black_box(&a.ours[at.a]), black_box(&b.ours[at.b]));
                    black_box(&other.gradient(a, &at.pose_a, b, &at.pose_b));
                }
            }),
        ];
        let times = interleave(scene.ours.len(), 1, self.budget, &mut contestants);
        drop(contestants);
        let mut row = Row {
            name: name.to_string(),
            ours: times[0],
            peer: times[1],
            gradient: times[2],
            target,
            excluded: 0,
            missing: 0,
            local: 0,
            steps: 0.0,
            queries: scene.ours.len(),
        };
        for (at, other) in scene.ours.iter().zip(&scene.peer) {
            let ours = ask(&a.ours[at.a], &at.pose_a, &b.ours[at.b], &at.pose_b);
            let theirs = peer(&a.peer[other.a], &other.pose_a, &b.peer[other.b], &other.pose_b);
            let (Some(ours), Some(theirs)) = (ours, theirs) else {
                row.missing += 1;
                continue;
            };
            row.steps += f64::from(ours.effort().iterations) / scene.ours.len() as f64;
            row.local += usize::from(!ours.is_global());
            let outside = theirs < ours.lower() - DIFFERENT || theirs > ours.upper() + DIFFERENT;
            row.excluded += usize::from(outside || theirs.is_nan());
        }
        eprintln!("{name}: {:.1} ns, {:.2}×", row.ours, row.peer / row.ours);
        self.rows.push(row);
    }
}

fn ask(
    a: &impl Convex<3>,
    pose_a: &Pose<3>,
    b: &impl Convex<3>,
    pose_b: &Pose<3>,
) -> Option<Signed<3>> {
    clearance::signed_distance(a, pose_a, b, pose_b).ok()
}
