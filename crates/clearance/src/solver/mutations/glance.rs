//! Small bodies at a glance: bodies that are not those that were asked about, and edges taken the
//! wrong way.

use super::shown::{Bare, Kind};
use super::{Case, Tally, hulls, random_pose};
use crate::accuracy::Accuracy;
use crate::answer::{Answer, Evidence, MOST, Names};
use crate::pair::Pair;
use crate::query::Query;
use crate::shape::{Core, VertexSet};
use crate::simd::{Level, Portable};
use crate::solver::gjk::Difference;
use crate::solver::gjk::glance::{Edges, Setting, Small};
use crate::solver::gjk::pairing::Paired;
use crate::solver::gjk::simplex::Simplex;
use crate::space::{Pose, Vector};
use std::boxed::Box;
use std::format;
use std::vec::Vec;

fn at_a_glance<const D: usize>(pair: &Pair<'_, D>) -> Option<Answer<D>> {
    Small::of(pair)?.solve(&Query::DEFAULT).ok()
}

fn boxes(count: usize) -> Vec<Case<3>> {
    let mut rng = fastrand::Rng::with_seed(17);
    let mut place = || {
        let half = Vector::from_fn(|_| 0.2 + rng.f64());
        (Box::new(Bare(Kind::Cuboid(half))), random_pose(&mut rng, 2.0))
    };
    (0..count)
        .map(|_| {
            let ((a, pose_a), (b, pose_b)) = (place(), place());
            Case { a, pose_a, b, pose_b }
        })
        .collect()
}

/// What is wrong with the edges of two boxes.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Slip {
    /// Nothing: the harness itself is tested with this.
    None,
    /// The edges are taken for the opposite direction.
    FlippedSign,
    /// One coordinate of the direction is forgotten.
    DroppedCoordinate,
    /// An edge of A is always taken forwards, and said to be.
    StuckEdge,
    /// The corner is right and another one is named.
    WrongBit,
    /// The way between the centres is off.
    ShiftedSupport,
    /// The points are, in the end.
    ShiftedPoint,
}

/// The edges of two boxes, with a slip.
struct Slippery<'a, L> {
    edges: &'a Edges<3, L>,
    slip: Slip,
}

impl<L: Level> Difference<3> for Slippery<'_, L> {
    type Mark = u32;

    fn support(&self, mut direction: Vector<3>) -> (Vector<3>, u32) {
        match self.slip {
            Slip::FlippedSign => direction = -direction,
            Slip::DroppedCoordinate => direction[1] = 0.0,
            _ => {}
        }
        let (w, mark) = self.edges.support(direction);
        match self.slip {
            Slip::StuckEdge if mark & 1 == 0 => {
                (w + Vector::from_fn(|i| 2.0 * self.edges.edges[i][0]), mark | 1)
            }
            Slip::WrongBit => (w, mark ^ 2),
            Slip::ShiftedSupport => (w + Vector::axis(0) * 0.1, mark),
            _ => (w, mark),
        }
    }
}

impl<L: Level> Paired<3> for Slippery<'_, L> {
    fn points(&self, simplex: &Simplex<3, u32>, weights: [f64; MOST]) -> (Vector<3>, Vector<3>) {
        let (a, b) = self.edges.points(simplex, weights);
        let shift = Vector::axis(2) * if self.slip == Slip::ShiftedPoint { 0.1 } else { 0.0 };
        (a + shift, b)
    }

    fn evidence(simplex: &Simplex<3, u32>, weights: [f64; MOST]) -> Evidence<3> {
        Edges::<3, L>::evidence(simplex, weights)
    }
}

fn slipped(case: &Case<3>, slip: Slip) -> Answer<3> {
    case.with_pair(|pair| {
        let (Core::Cuboid(a), Core::Cuboid(b)) = (pair.a.core, pair.b.core) else {
            unreachable!("these are boxes")
        };
        let poses = [pair.pose_a, pair.pose_b];
        let setting = Setting { poses, scale: pair.scale, accuracy: Accuracy::DEFAULT };
        let edges = &Edges::new([&a, &b], &setting, Portable);
        let cores = || [Core::Cuboid(a), Core::Cuboid(b)];
        setting.descend(&Slippery { edges, slip }, cores).unwrap()
    })
}

#[test]
fn edges_taken_the_wrong_way_are_caught() {
    let cases = boxes(400);
    for case in &cases {
        let (truth, plain) = (case.truth(), slipped(case, Slip::None));
        assert!(case.check(&plain));
        assert!((truth.distance() - plain.distance()).abs() <= super::promised(case));
    }
    for slip in [
        Slip::FlippedSign,
        Slip::DroppedCoordinate,
        Slip::StuckEdge,
        Slip::WrongBit,
        Slip::ShiftedSupport,
        Slip::ShiftedPoint,
    ] {
        let mut tally = Tally::default();
        for case in &cases {
            tally.judge(case, &case.truth(), &slipped(case, slip));
        }
        tally.verdict(&format!("{slip:?}"));
    }
}

type Deception = (&'static str, fn(&Case<3>) -> Option<Answer<3>>);

/// Whoever looks at the wrong pair, or at the right one in the wrong place, is caught.
#[test]
fn glances_at_something_else_are_caught() {
    fn turned_back(pose: &Pose<3>) -> Pose<3> {
        Pose::new(pose.rotation().inverse(), pose.translation()).unwrap()
    }
    let deceptions: [Deception; 4] = [
        ("A's pose for both", |case| {
            let (a, b) = (case.a.view(), case.b.view());
            let shift = case.pose_b.translation();
            let pose = Pose::new(*case.pose_a.rotation(), shift).unwrap();
            at_a_glance(&Pair::new(&a, &case.pose_a, &b, &pose))
        }),
        ("B turned the other way", |case| {
            let (a, b) = (case.a.view(), case.b.view());
            at_a_glance(&Pair::new(&a, &case.pose_a, &b, &turned_back(&case.pose_b)))
        }),
        ("A for B", |case| {
            let a = case.a.view();
            at_a_glance(&Pair::new(&a, &case.pose_a, &a, &case.pose_b))
        }),
        ("B's vertices without the last one", |case| {
            let (a, b) = (case.a.view(), case.b.view());
            let fewer = match b.core {
                Core::Vertices(set) => {
                    let points = set.points();
                    VertexSet::new(points[..points.len() - 1].to_vec(), None)
                }
                _ => return None,
            };
            let b = crate::shape::View { core: Core::Vertices(&fewer), ..b };
            at_a_glance(&Pair::new(&a, &case.pose_a, &b, &case.pose_b))
        }),
    ];
    for (name, deceive) in deceptions {
        let (mut tally, mut seen) = (Tally::default(), 0);
        for case in boxes(200).iter().chain(&hulls::<3>(24, 400)) {
            // Larger hulls are not for a glance.
            if let Some(broken) = deceive(case) {
                seen += 1;
                tally.judge(case, &case.truth(), &broken);
            }
        }
        assert!(seen > 50, "{name}: {seen}");
        tally.verdict(name);
    }
}

/// Vertices are named as their set names them.
#[test]
fn names_are_those_of_the_vertices() {
    let mut seen = 0;
    for case in &hulls::<3>(25, 100) {
        let Some(answer) = case.with_pair(at_a_glance) else { continue };
        let (Names::Vertices(a), Some(apart)) = (answer.evidence().a, answer.apart()) else {
            continue;
        };
        let Core::Vertices(set) = case.a.view().core else { unreachable!("hulls have vertices") };
        let mut point = Vector::ZERO;
        for (k, weight) in answer.evidence().weights().iter().enumerate() {
            point += set.point(a[k]) * *weight;
        }
        assert!((case.pose_a.transform(point) - apart.point_a).norm() <= super::promised(case));
        seen += 1;
    }
    assert!(seen > 10, "{seen}");
}
