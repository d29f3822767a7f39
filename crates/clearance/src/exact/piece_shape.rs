//! From shapes in their poses to linear pieces in the world.

use super::{Field, Piece};
use crate::query::{QueryError, Side};
use crate::shape::{Convex, Core, View};
use crate::space::{Pose, Rotation, Vector};

impl<F: Field, const D: usize> Piece<F, D> {
    /// The shape in the world, in floats with rounding, in exact numbers without;
    /// [`QueryError::NotLinear`] if it has curved sides.
    ///
    /// The parameters of a segment and of a box run from 0 to 1 along each edge, starting at vertex
    /// 0; those of other bounded shapes are the weights of their vertices but the first; lines and
    /// rays of unbounded ones come after those of the bounded part.
    pub fn of(shape: &(impl Convex<D> + ?Sized), pose: &Pose<D>) -> Result<Self, QueryError> {
        Self::of_view(&shape.view(), pose, Side::A)
    }

    pub(crate) fn of_view(
        view: &View<'_, D>,
        pose: &Pose<D>,
        side: Side,
    ) -> Result<Self, QueryError> {
        let frame = Frame::new(view, pose, side)?;
        if view.radius != 0.0 {
            return Err(QueryError::NotLinear(side));
        }
        frame.piece(&view.core).ok_or(QueryError::NotLinear(side))
    }

    /// The core, turned and moved; `None` if it has curved sides.
    pub(crate) fn of_core(
        core: &Core<'_, D>,
        turn: &Rotation<D>,
        shift: Vector<D>,
    ) -> Option<Self> {
        Frame { turn: turn.matrix().0.map(numbers), shift: numbers(shift) }.piece(core)
    }
}

/// Where the core lies: the inner frame, if there is one, and then the pose.
struct Frame<F, const D: usize> {
    turn: [[F; D]; D],
    shift: [F; D],
}

impl<F: Field, const D: usize> Frame<F, D> {
    fn new(view: &View<'_, D>, pose: &Pose<D>, side: Side) -> Result<Self, QueryError> {
        let outer = Self::of_pose(pose).ok_or(QueryError::PoseNotFinite(side))?;
        let Some(frame) = view.frame else { return Ok(outer) };
        let inner = Self::of_pose(frame).ok_or(QueryError::ShapeNotFinite(side))?;
        let shift = outer.placed(&inner.shift);
        let turn = core::array::from_fn(|i| {
            core::array::from_fn(|j| {
                (0..D).fold(F::zero(), |sum, k| sum.add(&outer.turn[i][k].mul(&inner.turn[k][j])))
            })
        });
        Ok(Self { turn, shift })
    }

    fn of_pose(pose: &Pose<D>) -> Option<Self> {
        let rows = pose.rotation().matrix().0;
        if !(pose.translation().is_finite() && rows.iter().all(|row| row.is_finite())) {
            return None;
        }
        Some(Self { turn: rows.map(numbers), shift: numbers(pose.translation()) })
    }

    fn placed(&self, x: &[F; D]) -> [F; D] {
        core::array::from_fn(|i| {
            (0..D).fold(self.shift[i].clone(), |sum, j| sum.add(&self.turn[i][j].mul(&x[j])))
        })
    }

    fn turned(&self, v: Vector<D>) -> [F; D] {
        let x = numbers(v);
        core::array::from_fn(|i| {
            (0..D).fold(F::zero(), |sum, j| sum.add(&self.turn[i][j].mul(&x[j])))
        })
    }

    /// `None` if the core has curved sides.
    fn piece(&self, core: &Core<'_, D>) -> Option<Piece<F, D>> {
        let Core::Swept(swept) = core else { return self.bounded(core) };
        let base = swept.base.view();
        if base.radius != 0.0 || base.frame.is_some() {
            return None;
        }
        let mut piece = self.bounded(&base.core)?;
        for line in swept.lines {
            piece = piece.swept(self.turned(*line));
        }
        for ray in swept.rays {
            piece = piece.along(self.turned(*ray));
        }
        Some(piece)
    }

    /// `None` if the core has no vertices, or one that is not finite.
    fn bounded(&self, core: &Core<'_, D>) -> Option<Piece<F, D>> {
        let world = |p: Vector<D>| self.placed(&numbers(p));
        let finite = match *core {
            Core::Point(p) => p.is_finite(),
            Core::Segment(p, q) => p.is_finite() && q.is_finite(),
            Core::Cuboid(half) => half.is_finite(),
            Core::Vertices(_) => true,
            Core::Support(_) | Core::Swept(_) => false,
        };
        if !finite {
            return None;
        }
        match *core {
            Core::Point(p) => Some(Piece::point(world(p))),
            Core::Segment(p, q) => Some(Piece::segment(world(p), world(q))),
            Core::Cuboid(half) => {
                let edges = (0..D).filter(|&i| half[i] != 0.0).map(|i| {
                    // Twice a float is a float, for sizes that shapes may have.
                    self.turned(Vector::axis(i) * (2.0 * half[i]))
                });
                Some(Piece::cuboid(world(-half), edges))
            }
            Core::Vertices(set) => {
                let [first, others @ ..] = set.points() else { return None };
                Some(Piece::hull(world(*first), others.iter().map(|p| world(*p))))
            }
            Core::Support(_) | Core::Swept(_) => None,
        }
    }
}

/// The very numbers; they are finite.
fn numbers<F: Field, const D: usize>(v: Vector<D>) -> [F; D] {
    v.0.map(|x| F::from_f64(x).unwrap_or(F::zero()))
}
