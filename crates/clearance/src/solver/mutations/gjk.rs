//! Bodies that answer GJK's questions wrongly, loops that stop early, and answers that are tampered
//! with at the end.

use super::{Case, Tally, gap, hulls, promised, task};
use crate::answer::{Answer, MOST, Names, Stop};
use crate::shape::{Core, VertexSet};
use crate::simd::EachTime;
use crate::solver::gjk::body::{Body, Opaque, Posed, Still};
use crate::solver::gjk::pairing::{Bodies, run, run_behind};
use crate::solver::{Task, solve};
use crate::space::{Pose, Vector};
use std::format;
use std::vec::Vec;

/// How a body answers GJK's questions wrongly.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Lie {
    /// It does not; the harness itself is tested with this.
    None,
    /// The furthest point along the opposite direction.
    FlippedSign,
    /// The vertex after the furthest one.
    WrongIndex,
    /// Another vertex wherever the furthest is vertex 0.
    DroppedVertex,
    /// One coordinate of the direction is forgotten.
    DroppedCoordinate,
    /// The first vertex, whatever the direction.
    Constant,
    /// The right vertex, its point moved; the mark stands for the point as it is.
    ShiftedSupport,
    /// The right vertex, its point moved each time that it is asked for.
    ShiftedPoint,
    /// The right point, with the mark of another.
    WrongMark,
}

impl Lie {
    /// All that are lies.
    pub(super) const ALL: [Self; 8] = [
        Self::FlippedSign,
        Self::WrongIndex,
        Self::DroppedVertex,
        Self::DroppedCoordinate,
        Self::Constant,
        Self::ShiftedSupport,
        Self::ShiftedPoint,
        Self::WrongMark,
    ];
}

/// A vertex set that lies.
pub(super) struct Liar<'a, const D: usize> {
    pub(super) set: &'a VertexSet<D>,
    pub(super) pose: Pose<D>,
    pub(super) lie: Lie,
}

impl<const D: usize> Liar<'_, D> {
    fn honest(&self, mark: u32) -> Vector<D> {
        self.pose.transform(self.set.point(mark))
    }

    fn next(&self, id: u32) -> u32 {
        (id + 1) % self.set.len()
    }
}

impl<const D: usize> Body<D> for Liar<'_, D> {
    type Mark = u32;

    fn support(&self, direction: Vector<D>) -> (Vector<D>, u32) {
        let mut local = self.pose.rotation().rotate_back(direction);
        match self.lie {
            Lie::FlippedSign => local = -local,
            Lie::DroppedCoordinate => local[D - 1] = 0.0,
            _ => {}
        }
        let id = self.set.furthest_of_all(local);
        let id = match self.lie {
            Lie::WrongIndex => self.next(id),
            Lie::DroppedVertex if id == 0 => self.next(id),
            Lie::Constant => 0,
            _ => id,
        };
        let shift = Vector::axis(0) * if self.lie == Lie::ShiftedSupport { 0.1 } else { 0.0 };
        let mark = if self.lie == Lie::WrongMark { self.next(id) } else { id };
        (self.honest(id) + shift, mark)
    }

    fn point(&self, mark: u32) -> Vector<D> {
        let shift = if self.lie == Lie::ShiftedPoint { 0.1 } else { 0.0 };
        self.honest(mark) + Vector::axis(0) * shift
    }

    fn recall(&self, _: &Names, _: usize, _: Vector<D>) -> Option<(Vector<D>, u32)> {
        None
    }

    fn names(marks: [u32; MOST]) -> Names {
        Names::Vertices(marks)
    }
}

/// GJK on a pair of hulls of which A lies.
fn lied_to<const D: usize>(case: &Case<D>, lie: Lie) -> Answer<D> {
    case.with_pair(|pair| {
        let (Core::Vertices(a), Core::Vertices(b)) = (pair.a.core, pair.b.core) else {
            unreachable!("hulls have vertices")
        };
        let pose = pair.b_in_a();
        let a = Liar { set: a, pose: Pose::IDENTITY, lie };
        let b = Liar { set: b, pose, lie: Lie::None };
        let bodies = Bodies { a: &a, b: &b, toward: pose.translation() };
        run(&bodies, pair, pair.pose_a, &mut task()).unwrap()
    })
}

/// Asked through pointers, as in browsers, bodies give the same bits, from the evidence of another
/// answer too.
fn pointers_change_nothing<const D: usize>() {
    let mut opaque_last = None;
    for case in &hulls::<D>(12, 200) {
        case.with_pair(|pair| {
            let (Core::Vertices(set_a), Core::Vertices(set_b)) = (pair.a.core, pair.b.core) else {
                unreachable!("hulls have vertices")
            };
            let (pose, level) = (&pair.b_in_a(), EachTime);
            let (still, posed) = (Still { set: set_a, level }, Posed::under(pose, set_b, level));
            let hidden = Opaque { core: &pair.b.core, pose: Some(pose) };
            let toward = pose.translation();
            let (sharp, blunt) =
                (Bodies { a: &still, b: &posed, toward }, Bodies { a: &still, b: &hidden, toward });
            let last = opaque_last;
            let warm = last.as_ref();
            let (mut steps, mut others) = (Vec::new(), Vec::new());
            let first = Task { trace: Some(&mut steps), ..task() };
            let second = Task { trace: Some(&mut others), ..task() };
            for (mut direct, mut behind) in [(first, second), (task(), task())] {
                (direct.warm, behind.warm) = (warm, warm);
                let plain = run(&sharp, pair, pair.pose_a, &mut direct).unwrap();
                assert_eq!(plain, run_behind(&sharp, pair, &pair.pose_a, &mut behind).unwrap());
                let plain = run(&blunt, pair, pair.world(), &mut direct).unwrap();
                assert_eq!(plain, run_behind(&blunt, pair, &pair.world(), &mut behind).unwrap());
                opaque_last = Some(*plain.evidence());
            }
            assert!(!steps.is_empty());
            assert_eq!(steps, others);
        });
    }
}

#[test]
fn bodies_behind_pointers_give_the_same_bits() {
    pointers_change_nothing::<2>();
    pointers_change_nothing::<3>();
}

fn lies_are_caught<const D: usize>() {
    let cases = hulls::<D>(11, 400);
    for case in &cases {
        let (truth, told) = (case.truth(), lied_to(case, Lie::None));
        assert!(case.check(&told) && gap(&told) <= promised(case));
        assert!((truth.distance() - told.distance()).abs() <= promised(case));
    }
    for lie in Lie::ALL {
        let mut tally = Tally::default();
        for case in &cases {
            tally.judge(case, &case.truth(), &lied_to(case, lie));
        }
        tally.verdict(&format!("{lie:?} in {D}D"));
    }
}

#[test]
fn bodies_that_lie_are_caught_in_2d() {
    lies_are_caught::<2>();
}

#[test]
fn bodies_that_lie_are_caught_in_3d() {
    lies_are_caught::<3>();
}

/// GJK that stops too early and says that it is done.
#[test]
fn early_stops_are_caught() {
    type Hurry = (&'static str, fn(&mut Task<'static, 3>));
    let hurries: [Hurry; 5] = [
        ("one iteration", |task| task.accuracy.iterations = 1),
        ("two iterations", |task| task.accuracy.iterations = 2),
        ("three iterations", |task| task.accuracy.iterations = 3),
        ("any lower bound will do", |task| task.beyond = 0.0),
        ("any upper bound will do", |task| task.below = f64::INFINITY),
    ];
    let cases = hulls::<3>(12, 400);
    for (name, hurry) in hurries {
        let mut tally = Tally::default();
        for case in &cases {
            let mut task = task();
            hurry(&mut task);
            let mut answer = case.with_pair(|pair| solve(pair, task)).unwrap();
            if let Answer::Apart(apart) = &mut answer {
                apart.effort.stop = Stop::Converged;
            }
            tally.judge(case, &case.truth(), &answer);
        }
        tally.verdict(name);
    }
}

/// Answers and their evidence, tampered with at the very end.
#[test]
fn tampered_answers_are_caught() {
    type Tamper = (&'static str, fn(&mut crate::Apart<3>));
    let tampers: [Tamper; 20] = [
        ("the points swapped", |x| std::mem::swap(&mut x.point_a, &mut x.point_b)),
        ("the normal flipped", |x| x.normal = -x.normal),
        ("the normal not unit", |x| x.normal *= 1.0 + 1e-9),
        ("the normal turned", |x| {
            x.normal = (x.normal + Vector([1e-3, 2e-3, -1e-3])).normalized().unwrap();
        }),
        ("the lower bound deflated", |x| x.lower *= 0.99),
        ("A moved inwards", |x| {
            x.point_a -= x.normal * 1e-6;
            (x.upper, x.distance) = (x.upper + 1e-6, x.upper + 1e-6);
        }),
        ("A moved towards B", |x| {
            x.point_a += x.normal * 1e-6;
            (x.upper, x.distance) = (x.upper - 1e-6, x.upper - 1e-6);
        }),
        ("weights swapped", |x| x.evidence.weights.swap(0, 1)),
        ("a negative weight", |x| {
            x.evidence.weights[0] += 0.5;
            x.evidence.weights[1] -= 0.5;
        }),
        ("weights that do not add up", |x| x.evidence.weights[0] *= 0.999),
        ("marks of A and B swapped", |x| {
            std::mem::swap(&mut x.evidence.a, &mut x.evidence.b);
        }),
        ("a vertex too many", |x| x.evidence.len += 4),
        ("the lower bound inflated", |x| x.lower *= 1.001),
        ("both bounds inflated", |x| {
            (x.lower, x.upper, x.distance) = (x.lower * 1.001, x.upper * 1.001, x.upper * 1.001);
        }),
        ("both bounds deflated", |x| {
            (x.lower, x.upper, x.distance) = (x.lower * 0.999, x.upper * 0.999, x.upper * 0.999);
        }),
        ("the distance alone deflated", |x| x.distance *= 0.999),
        ("a point that is NaN", |x| x.point_b[1] = f64::NAN),
        ("a distance that is NaN", |x| x.distance = f64::NAN),
        ("bounds that are NaN", |x| (x.lower, x.upper) = (f64::NAN, f64::NAN)),
        ("a weight that is NaN", |x| x.evidence.weights[0] = f64::NAN),
    ];
    let cases = hulls::<3>(14, 300);
    for (name, tamper) in tampers {
        let mut tally = Tally::default();
        for case in &cases {
            let Answer::Apart(mut apart) = case.truth() else { continue };
            tamper(&mut apart);
            tally.judge(case, &case.truth(), &Answer::Apart(apart));
        }
        tally.verdict(name);
    }
}

/// A pair that is apart and is said to meet, in the middle of the two points.
#[test]
fn apart_taken_for_meeting_is_caught() {
    let mut tally = Tally::default();
    for case in &hulls::<3>(13, 300) {
        let truth = case.truth();
        let Answer::Apart(apart) = truth else { continue };
        let point = apart.point_a.lerp(apart.point_b, 0.5);
        let crate::Apart { evidence, effort, .. } = apart;
        let broken = Answer::Meeting(crate::Meeting { point, evidence, effort });
        tally.judge(case, &truth, &broken);
    }
    tally.verdict("apart taken for meeting");
}

/// A loop that stops early and takes its upper bound from the separating plane, where the two
/// bounds always agree, rather than from the points.
#[test]
fn an_upper_bound_from_the_plane_is_caught() {
    let mut tally = Tally::default();
    for case in &hulls::<3>(15, 400) {
        let mut task = task();
        task.accuracy.iterations = 2;
        let mut answer = case.with_pair(|pair| solve(pair, task)).unwrap();
        if let Answer::Apart(apart) = &mut answer {
            (apart.upper, apart.distance) = (apart.lower, apart.lower);
        }
        tally.judge(case, &case.truth(), &answer);
    }
    tally.verdict("upper bound from the plane");
}
