//! Solvers that are shown another pair than the one that they are asked about.

use super::{Case, Tally, random_pose};
use crate::pair::Pair;
use crate::shape::{Convex, Core, Point, Polytope, Swept, View};
use crate::solver::Finding;
use crate::space::Vector;
use std::boxed::Box;
use std::vec::Vec;

/// A core as a shape of its own.
pub(super) struct Bare<const D: usize>(pub(super) Kind<D>);

pub(super) enum Kind<const D: usize> {
    Point(Vector<D>),
    Segment(Vector<D>, Vector<D>),
    Cuboid(Vector<D>),
    Swept { base: Box<Polytope<D>>, lines: Vec<Vector<D>>, rays: Vec<Vector<D>> },
    Thread { base: Point<D>, lines: Vec<Vector<D>>, rays: Vec<Vector<D>> },
}

impl<const D: usize> Convex<D> for Bare<D> {
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        self.view().core.support(direction)
    }

    fn view(&self) -> View<'_, D> {
        match &self.0 {
            Kind::Point(p) => View::new(Core::Point(*p), p.max_abs()),
            Kind::Segment(p, q) => View::new(Core::Segment(*p, *q), p.max_abs().max(q.max_abs())),
            Kind::Cuboid(half) => View::new(Core::Cuboid(*half), half.max_abs()),
            Kind::Swept { base, lines, rays } => {
                View::new(Core::Swept(Swept { base: &**base, lines, rays }), base.view().reach)
            }
            Kind::Thread { base, lines, rays } => {
                View::new(Core::Swept(Swept { base, lines, rays }), base.view().reach)
            }
        }
    }
}

/// The solvers under test, by one signature: findings in the world's axes.
pub(super) type Solver = fn(&Pair<'_, 3>) -> Option<Finding<3>>;

pub(super) type Break = (&'static str, fn(&mut Kind<3>, &mut Kind<3>));

/// Runs `breaks` over 300 pairs that `make` makes. The solver sees a broken copy of the pair; its
/// finding is judged against the pair itself.
pub(super) fn deceptions_are_caught(
    make: fn(&mut fastrand::Rng) -> [Kind<3>; 2],
    solver: Solver,
    breaks: &[Break],
) {
    for (name, break_it) in breaks {
        let mut rng = fastrand::Rng::with_seed(16);
        let mut tally = Tally::default();
        for _ in 0..300 {
            let (pose_a, pose_b) = (random_pose(&mut rng, 2.0), random_pose(&mut rng, 2.0));
            let mut again = rng.clone();
            let ([a, b], [mut shown_a, mut shown_b]) = (make(&mut rng), make(&mut again));
            break_it(&mut shown_a, &mut shown_b);
            let case = Case { a: Box::new(Bare(a)), pose_a, b: Box::new(Bare(b)), pose_b };
            let (a, b) = (Box::new(Bare(shown_a)), Box::new(Bare(shown_b)));
            let shown = Case { a, pose_a, b, pose_b };
            // A formula may refuse a pair: then nothing is claimed.
            let Some(finding) = shown.with_pair(solver) else { continue };
            let broken = case.with_pair(|pair| finding.answer(pair, pair.world()));
            tally.judge(&case, &case.truth(), &broken);
        }
        tally.verdict(name);
    }
}
