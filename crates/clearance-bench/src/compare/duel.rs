//! One workload: the same queries for us and for the peer.

use std::hint::black_box;
use std::ops::Range;

use clearance::{Answer, Convex, Pose, Tracker, check, distance};

use crate::measure::{Budget, Contestant, interleave};
use crate::peers::Verdict;
use crate::table::Row;
use crate::workloads::{Pool, STEPS, Scene};

/// Distances that differ by more than this, relative to the distance, are counted.
pub const DIFFERENT: f64 = 1e-5;

/// What a workload is called and what is expected of it.
#[derive(Clone, Copy)]
pub struct Title<'a> {
    /// The name.
    pub name: &'a str,
    /// The peer's function.
    pub against: &'static str,
    /// How many times faster we want to be.
    pub target: Option<f64>,
}

/// The shapes and their places. `A` and `B` are ours, `PA` and `PB` the peer's, with poses `P`.
pub struct Duel<'a, A, PA, B, PB, P, const D: usize> {
    /// The first shapes.
    pub a: &'a Pool<A, PA>,
    /// The second.
    pub b: &'a Pool<B, PB>,
    /// Where they are.
    pub scene: &'a Scene<P, D>,
}

impl<A, PA, B, PB, P, const D: usize> Duel<'_, A, PA, B, PB, P, D>
where
    A: Convex<D>,
    B: Convex<D>,
{
    /// Each query on its own: us, us through `&dyn Convex`, and the peer.
    pub fn cold<V: Verdict>(
        &self,
        title: Title<'_>,
        budget: Budget,
        peer: impl Fn(&PA, &P, &PB, &P) -> V,
    ) -> Row {
        let Self { a, b, scene } = self;
        let mut contestants: [Contestant<'_>; 3] = [
            Box::new(|range: Range<usize>| {
                for at in &scene.ours[range] {
                    let (a, b) = (black_box(&a.ours[at.a]), black_box(&b.ours[at.b]));
                    black_box(&distance(a, &at.pose_a, b, &at.pose_b));
                }
            }),
            Box::new(|range: Range<usize>| {
                for at in &scene.ours[range] {
                    let a: &dyn Convex<D> = black_box(&a.ours[at.a]);
                    let b: &dyn Convex<D> = black_box(&b.ours[at.b]);
                    black_box(&distance(a, &at.pose_a, b, &at.pose_b));
                }
            }),
            Box::new(|range: Range<usize>| {
                for at in &scene.peer[range] {
                    let (a, b) = (black_box(&a.peer[at.a]), black_box(&b.peer[at.b]));
                    black_box(&peer(a, &at.pose_a, b, &at.pose_b));
                }
            }),
        ];
        let times = interleave(scene.ours.len(), 1, budget, &mut contestants);
        drop(contestants);
        let theirs = scene
            .peer
            .iter()
            .map(|at| peer(&a.peer[at.a], &at.pose_a, &b.peer[at.b], &at.pose_b).distance());
        let ours =
            |a: &A, pose_a: &Pose<D>, b: &B, pose_b: &Pose<D>| distance(a, pose_a, b, pose_b).ok();
        let dynamic = Some(times[1] / times[0]);
        self.judged(title, [times[0], times[2]], dynamic, theirs, ours)
    }

    /// Each pair over its steps: our tracker, and a way of the peer's to keep what it knows, both
    /// new for each pair.
    pub fn followed<W: Default, V: Verdict>(
        &self,
        title: Title<'_>,
        budget: Budget,
        peer: impl Fn(&mut W, &PA, &P, &PB, &P) -> V,
    ) -> Row {
        let Self { a, b, scene } = self;
        let mut contestants: [Contestant<'_>; 2] = [
            Box::new(|range: Range<usize>| {
                for track in scene.ours[range].chunks(STEPS) {
                    let mut tracker = Tracker::new();
                    for at in track {
                        let (a, b) = (black_box(&a.ours[at.a]), black_box(&b.ours[at.b]));
                        black_box(&tracker.distance(a, &at.pose_a, b, &at.pose_b));
                    }
                }
            }),
            Box::new(|range: Range<usize>| {
                for track in scene.peer[range].chunks(STEPS) {
                    let mut memory = W::default();
                    for at in track {
                        let (a, b) = (black_box(&a.peer[at.a]), black_box(&b.peer[at.b]));
                        black_box(&peer(&mut memory, a, &at.pose_a, b, &at.pose_b));
                    }
                }
            }),
        ];
        let times = interleave(scene.ours.len(), STEPS, budget, &mut contestants);
        drop(contestants);
        let mut memory = W::default();
        let theirs = scene.peer.iter().enumerate().map(|(k, at)| {
            if k % STEPS == 0 {
                memory = W::default();
            }
            peer(&mut memory, &a.peer[at.a], &at.pose_a, &b.peer[at.b], &at.pose_b).distance()
        });
        let (mut tracker, mut steps) = (Tracker::new(), 0);
        let ours = |a: &A, pose_a: &Pose<D>, b: &B, pose_b: &Pose<D>| {
            if steps % STEPS == 0 {
                tracker.reset();
            }
            steps += 1;
            tracker.distance(a, pose_a, b, pose_b).ok()
        };
        self.judged(title, [times[0], times[1]], None, theirs, ours)
    }

    /// The row, with the answers compared and ours checked.
    fn judged(
        &self,
        title: Title<'_>,
        [ours, peer]: [f64; 2],
        dynamic: Option<f64>,
        theirs: impl Iterator<Item = f64>,
        mut ask: impl FnMut(&A, &Pose<D>, &B, &Pose<D>) -> Option<Answer<D>>,
    ) -> Row {
        let (mut disagreements, mut disproved, mut refused) = (0, 0, 0);
        for (at, theirs) in self.scene.ours.iter().zip(theirs) {
            let (a, b) = (&self.a.ours[at.a], &self.b.ours[at.b]);
            let Some(answer) = ask(a, &at.pose_a, b, &at.pose_b) else {
                refused += 1;
                continue;
            };
            let difference = (answer.distance() - theirs).abs();
            let slack = DIFFERENT * answer.distance();
            let differ = difference > slack || difference.is_nan();
            disagreements += usize::from(differ);
            if check(&answer, a, &at.pose_a, b, &at.pose_b).is_err() {
                refused += 1;
            } else if differ && answer.upper() - answer.lower() <= slack {
                // Our bounds hold and leave no room for the peer's distance.
                disproved += 1;
            }
        }
        Row {
            name: title.name.to_string(),
            ours,
            peer,
            against: title.against,
            target: title.target,
            dynamic,
            disagreements,
            disproved,
            refused,
            queries: self.scene.ours.len(),
        }
    }
}
