//! Valleys and covers broken on purpose: `check_depth`, together with the promised gap, must catch
//! every break that changes a depth.

use super::{Tally, random_pose, spread};
use crate::Accuracy;
use crate::answer::{Depth, check_depth};
use crate::pair::{Local, Pair};
use crate::shape::{Cone, Convex, Cylinder, Ellipsoid, Norms};
use crate::solver::curved::cover::Cover;
use crate::solver::curved::fold::{Fold, POINTS};
use crate::solver::curved::sum::Sum;
use crate::solver::curved::valley::Foot;
use crate::solver::curved::{self, Aim};
use crate::space::{Pose, Vector};
use std::boxed::Box;
use std::vec::Vec;

const AIM: Aim = Aim { gap: Accuracy::DEFAULT.gap, off: Accuracy::DEFAULT.gap, alone: false };

/// Two curved shapes that overlap, where they are, and how deep.
struct Curved {
    shapes: [Box<dyn Convex<3>>; 2],
    poses: [Pose<3>; 2],
    truth: Depth<3>,
}

fn shape(rng: &mut fastrand::Rng) -> Box<dyn Convex<3>> {
    let size = |rng: &mut fastrand::Rng| 0.3 + 0.7 * rng.f64();
    match rng.u8(..3) {
        0 => Box::new(Cylinder::new(size(rng), size(rng)).unwrap()),
        1 => Box::new(Cone::new(2.0 * size(rng), size(rng)).unwrap()),
        _ => Box::new(Ellipsoid::<3>::new(Vector([0; 3].map(|_| size(rng)))).unwrap()),
    }
}

fn solve(shapes: [&dyn Convex<3>; 2], poses: &[Pose<3>; 2]) -> Option<Depth<3>> {
    let (a, b) = (shapes[0].view(), shapes[1].view());
    curved::solve(&Pair::new(&a, &poses[0], &b, &poses[1]), AIM, &mut None).map(|found| found.0)
}

impl Curved {
    fn is_sound(&self, depth: &Depth<3>) -> bool {
        let [a, b] = &self.shapes;
        let size = a.view().reach + b.view().reach + self.poses[1].translation().norm();
        check_depth(depth, a, &self.poses[0], b, &self.poses[1]).is_ok()
            && depth.upper - depth.lower <= AIM.gap * size
    }
}

fn overlapping(seed: u64) -> Vec<Curved> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut found = Vec::new();
    for _ in 0..300 {
        let shapes = [shape(&mut rng), shape(&mut rng)];
        let poses = [Pose::IDENTITY, random_pose(&mut rng, 0.6)];
        let Some(truth) = solve([&shapes[0], &shapes[1]], &poses) else { continue };
        let case = Curved { shapes, poses, truth };
        assert!(case.is_sound(&truth), "the unbroken solver is caught: {truth:?}");
        found.push(case);
    }
    assert!(found.len() > 150, "{} are settled by a cover", found.len());
    found
}

/// Judges what a broken solver says of all pairs.
fn breaks(name: &str, broken: impl Fn(&Curved) -> Option<Depth<3>>) {
    let mut tally = Tally::default();
    for case in overlapping(91) {
        // No answer at all is no wrong one: another method has its turn.
        let Some(depth) = broken(&case) else { continue };
        let off = (depth.depth - case.truth.depth).abs().max(depth.lower - case.truth.depth);
        if !case.is_sound(&depth) {
            tally.caught += 1;
        } else if off <= 1e-9 {
            tally.harmless += 1;
        } else {
            tally.slipped += 1;
        }
    }
    tally.verdict(name);
}

/// What is told in the place of norms.
type Lie = fn(Norms<3>) -> Norms<3>;

/// A shape that tells other norms than those of its support function.
struct Liar<'a> {
    shape: &'a dyn Convex<3>,
    lie: Lie,
}

impl Convex<3> for Liar<'_> {
    fn support(&self, direction: Vector<3>) -> Vector<3> {
        self.shape.support(direction)
    }

    fn norms(&self) -> Option<Norms<3>> {
        self.shape.norms().map(self.lie)
    }
}

#[test]
fn wrong_norms_are_caught() {
    let lies: [(&str, Lie); 2] = [
        ("a centre elsewhere", |norms| Norms {
            centre: norms.centre + Vector([0.01, 0.02, -0.01]),
            ..norms
        }),
        ("short arms", |norms| Norms { arm: norms.arm * 0.9, ..norms }),
    ];
    for (name, lie) in lies {
        breaks(name, |case| {
            let liar = Liar { shape: &case.shapes[0], lie };
            solve([&liar, &case.shapes[1]], &case.poses)
        });
    }
}

#[test]
fn covers_of_other_pairs_are_caught() {
    breaks("closer", |case| {
        let [a, b] = case.poses;
        let b = Pose::new(*b.rotation(), b.translation() * 0.95).unwrap();
        solve([&case.shapes[0], &case.shapes[1]], &[a, b])
    });
    breaks("turned", |case| {
        let [a, b] = case.poses;
        let turn = crate::Rotation::from_axis_angle(Vector([0.6, 0.0, 0.8]), 0.05).unwrap();
        let b = Pose::new(b.rotation().compose(&turn), b.translation()).unwrap();
        solve([&case.shapes[0], &case.shapes[1]], &[a, b])
    });
}

/// What a search says that did not go all the way down, with no look at other valleys.
fn stopped(case: &Curved, foot: impl Fn(&Sum<3>) -> Option<Foot<3>>) -> Option<Depth<3>> {
    let (a, b) = (case.shapes[0].view(), case.shapes[1].view());
    let pair = Pair::new(&a, &case.poses[0], &b, &case.poses[1]);
    let sum = Sum::new(&Local::new(&pair))?;
    let foot = foot(&sum)?;
    Some(curved::claimed(&pair, &sum, &foot))
}

/// Valleys far from the lowest one: the checker looks in some directions only, but into the deepest
/// valley from afar.
#[test]
fn other_valleys_are_caught() {
    breaks("the way back", |case| {
        stopped(case, |sum| {
            let foot = sum.descend(sum.look(-case.truth.normal));
            (foot.at.height > case.truth.depth * 1.3).then_some(foot)
        })
    });
}

/// The first triangles must go all the way round, whatever the ridges: where two of them were nearly
/// parallel, half of the directions were once left out, and a depth was proved that was too large.
#[test]
fn first_triangles_cover_all_directions() {
    let mut rng = fastrand::Rng::with_seed(17);
    let mut memory = Cover::default();
    for case in overlapping(92) {
        let (a, b) = (case.shapes[0].view(), case.shapes[1].view());
        let pair = Pair::new(&a, &case.poses[0], &b, &case.poses[1]);
        let sum = Sum::new(&Local::new(&pair)).unwrap();
        let found = sum.descend(sum.look_along(spread(&mut rng, 1.0)));
        let n = found.at.n;
        let across = n.any_perpendicular().unwrap();
        let ridge = |angle: f64| {
            let (sin, cos) = (crate::space::real::sin(angle), crate::space::real::cos(angle));
            Some(across * cos + n.cross3(across) * sin)
        };
        let first = rng.f64() * 6.0;
        for apart in [1e-9, 0.01, 0.09, 0.11, 0.5, 1.2, 2.0, 3.05, 3.13] {
            let ridges = [ridge(first), ridge(first + if rng.bool() { apart } else { -apart })];
            let foot = Foot { ridges, face: None, ..found };
            let triangles = sum.first_triangles(&foot, &mut memory);
            let missing = |triangles: &[[Vector<3>; 3]], rng: &mut fastrand::Rng| {
                (0..200).filter(|_| !is_covered(triangles, spread(rng, 1.0))).count()
            };
            assert_eq!(missing(&triangles, &mut rng), 0, "{apart}: {triangles:?}");
            // And none of them is there for nothing.
            let some = rng.usize(..triangles.len());
            let rest: Vec<_> =
                (0..triangles.len()).filter(|k| *k != some).map(|k| triangles[k]).collect();
            let [p, q, r] = triangles[some];
            assert!(!is_covered(&rest, p + q + r), "{apart}: {triangles:?}");
        }
    }
}

/// Two cylinders in any position, and the triangles that stand for all directions.
fn folded(rng: &mut fastrand::Rng, away: Vector<3>) -> Option<(Sum<3>, Vec<[Vector<3>; 3]>)> {
    let size = |rng: &mut fastrand::Rng| 0.2 + rng.f64();
    let [a, b] = [0; 2].map(|_| Cylinder::new(size(rng), size(rng)).unwrap());
    let (a, b) = (a.view(), b.view());
    let turned = random_pose(rng, 0.0);
    let there = Pose::new(*turned.rotation(), away).unwrap();
    let sum = Sum::new(&Local::new(&Pair::new(&a, &Pose::IDENTITY, &b, &there)))?;
    let mut memory = Cover::default();
    Fold::new(&sum, &mut memory.corners)?;
    let at = |k: usize| memory.corners[k].n;
    // B's middle on an axis of A leaves some of them without inside: these cover nothing.
    let is_empty = |[p, q, r]: &[Vector<3>; 3]| p.dot(q.cross3(*r)).abs() < 1e-9;
    let triangles = (1..POINTS - 1).map(|k| [at(0), at(k), at(k + 1)]);
    let triangles = triangles.filter(|triangle| !is_empty(triangle)).collect();
    Some((sum, triangles))
}

/// For every direction there is one in the triangles of a fold that is no longer, and no triangle is
/// there for nothing; nor does a kink cross one.
#[test]
fn folds_stand_for_all_directions() {
    let mut rng = fastrand::Rng::with_seed(29);
    let mut seen = 0;
    for k in 0..200 {
        let mut away = spread(&mut rng, 1.0);
        if k % 5 == 0 {
            away = if k % 2 == 0 { Vector::ZERO } else { Vector([0.0, 0.0, 0.3]) };
        }
        let Some((sum, triangles)) = folded(&mut rng, away) else { continue };
        seen += 1;
        let axes = [0, 1].map(|k: usize| sum.parts[k].norms.axis.unwrap());
        let top = axes[0].cross3(axes[1]).normalized().unwrap();
        for _ in 0..100 {
            let n = spread(&mut rng, 1.0).normalized().unwrap();
            let mirrored = n - top * (2.0 * top.dot(n));
            let height = sum.look(n).height;
            let stands =
                |m: &Vector<3>| is_covered(&triangles, *m) && sum.look(*m).height <= height + 1e-12;
            assert!([n, -n, mirrored, -mirrored].iter().any(stands), "{n:?}: {triangles:?}");
        }
        for triangle in &triangles {
            let [p, q, r] = *triangle;
            let inner = (p + q + r).normalized().unwrap();
            let rest: Vec<_> =
                triangles.iter().copied().filter(|other| other != triangle).collect();
            assert!(!is_covered(&rest, inner), "{triangles:?}");
            for axis in axes {
                let sides = triangle.map(|corner| axis.dot(corner));
                let crossed = sides.iter().any(|s| *s < -1e-12) && sides.iter().any(|s| *s > 1e-12);
                assert!(!crossed, "{sides:?}");
            }
        }
    }
    assert!(seen > 150, "{seen} pairs can be folded");
}

/// Mirrored ways out that are as short must not be taken for one.
#[test]
fn folds_know_their_rivals() {
    let mut rng = fastrand::Rng::with_seed(30);
    let (mut alone, mut not) = (0, 0);
    for k in 0..300 {
        let mut away = spread(&mut rng, 1.0);
        if k % 3 == 0 {
            away *= 1e-9;
        }
        let Some((sum, _)) = folded(&mut rng, away) else { continue };
        let mut memory = Cover::default();
        let Some(fold) = Fold::new(&sum, &mut memory.corners) else { continue };
        let n = memory.corners[rng.usize(..POINTS)].n;
        // Not between the two ends of the half circle.
        let Some(n) = (n + memory.corners[rng.usize(..POINTS)].n).normalized() else { continue };
        let axes = [0, 1].map(|k: usize| sum.parts[k].norms.axis.unwrap());
        let top = axes[0].cross3(axes[1]).normalized().unwrap();
        let mirrored = n - top * (2.0 * top.dot(n));
        let height = sum.look(n).height;
        let rival = 1e-8;
        let rivals = [-n, mirrored, -mirrored].into_iter().filter(|m| {
            m.dot(n) < crate::accuracy::RIVAL_COSINE && sum.look(*m).height <= height + rival
        });
        let has_rival = rivals.count() > 0;
        let said = fold.is_alone(&sum, n, rival);
        assert!(!(said && has_rival), "{n:?} for {away:?}");
        if said {
            alone += 1;
        } else {
            not += 1;
        }
    }
    assert!(alone > 80 && not > 80, "{alone} alone, {not} not");
}

/// Whether a direction is a sum of the corners of some triangle, with weights that are not negative.
fn is_covered(triangles: &[[Vector<3>; 3]], v: Vector<3>) -> bool {
    triangles.iter().any(|&[p, q, r]| {
        let volume = p.dot(q.cross3(r));
        let weights = [v.dot(q.cross3(r)), v.dot(r.cross3(p)), v.dot(p.cross3(q))];
        // The corners are exact to rounding.
        weights.iter().all(|weight| weight * volume >= -1e-12 * volume.abs())
    })
}
