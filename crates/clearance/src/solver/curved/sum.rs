//! The support function of a difference A ⊖ B whose both sides are made of norms, in A's frame:
//!
//! ```text
//!     h(n)  =  w·n + Σ side(n)            side(n) = |arm·n| + |Z n|,  or  max(0, |Z n| + slope·n)
//! ```
//!
//! How far the two overlap along n. Everything that the search for its minimum (`valley.rs`) and the
//! proof that there is no lower one (`cover.rs`) need of a direction is computed once, in `look`.

use crate::accuracy;
use crate::pair::Local;
use crate::shape::{Core, Norms};
use crate::space::{Matrix, Vector, real};

/// One side of the difference.
#[derive(Clone, Copy)]
pub(crate) struct Part<const D: usize> {
    pub(crate) norms: Norms<D>,
    /// The same as in the norms; zero if there is none.
    pub(crate) slope: Vector<D>,
    pub(crate) has_tip: bool,
    /// How long Z makes a unit vector: the radius of a disc, the first semi-axis of an ellipsoid.
    pub(crate) radius: f64,
}

/// The whole difference.
pub(crate) struct Sum<const D: usize> {
    pub(crate) parts: [Part<D>; 2],
    /// From B's origin to A's.
    pub(crate) shift: Vector<D>,
    /// Both centres and the shift.
    pub(crate) point: Vector<D>,
    pub(crate) scale: f64,
}

/// The difference, seen along a unit vector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look<const D: usize> {
    pub(crate) n: Vector<D>,
    /// Z n of either side, and its length.
    pub(crate) round: [Vector<D>; 2],
    pub(crate) length: [f64; 2],
    /// The arm's component along n or, where there is a tip, the slope's.
    pub(crate) along: [f64; 2],
    /// The point's component along n.
    pub(crate) base: f64,
    /// How far the two overlap.
    pub(crate) height: f64,
}

impl<const D: usize> Look<D> {
    /// Holds a place.
    pub(crate) const NONE: Self = Self {
        n: Vector::ZERO,
        round: [Vector::ZERO; 2],
        length: [0.0; 2],
        along: [0.0; 2],
        base: 0.0,
        height: 0.0,
    };
}

/// The norms of a core, if it has any.
fn norms<const D: usize>(core: &Core<'_, D>) -> Option<Norms<D>> {
    match *core {
        Core::Support(shape) => shape.norms(),
        Core::Smooth(shape) => shape.norms(),
        _ => None,
    }
}

impl<const D: usize> Part<D> {
    fn new(norms: Norms<D>) -> Self {
        Self {
            norms,
            slope: norms.slope.unwrap_or(Vector::ZERO),
            has_tip: norms.slope.is_some(),
            radius: norms.round[0].norm(),
        }
    }
}

impl<const D: usize> Sum<D> {
    /// `None` if a core has no norms.
    pub(crate) fn new(local: &Local<'_, D>) -> Option<Self> {
        if D != 3 {
            return None;
        }
        let (a, b) = (norms(&local.pair.a.core)?, norms(&local.pair.b.core)?);
        let (turn, shift) = (local.b_in_a.rotation(), -local.b_in_a.translation());
        // B counts along −n: what is linear changes its sign.
        let b = Norms {
            centre: -turn.rotate(b.centre),
            arm: turn.rotate(b.arm),
            round: Matrix(b.round.0.map(|row| turn.rotate(row))),
            slope: b.slope.map(|slope| -turn.rotate(slope)),
            axis: b.axis.map(|axis| turn.rotate(axis)),
        };
        let point = a.centre + b.centre + shift;
        Some(Self { parts: [Part::new(a), Part::new(b)], shift, point, scale: local.pair.scale })
    }

    /// The difference along a unit vector.
    #[inline(always)]
    pub(crate) fn look(&self, n: Vector<D>) -> Look<D> {
        let base = self.point.dot(n);
        let mut look = Look { n, base, height: base, ..Look::NONE };
        for (k, part) in self.parts.iter().enumerate() {
            let round = part.norms.round * n;
            let length = real::sqrt(round.norm_squared());
            (look.round[k], look.length[k]) = (round, length);
            if part.has_tip {
                look.along[k] = part.slope.dot(n);
                look.height += (length + look.along[k]).max(0.0);
            } else {
                look.along[k] = part.norms.arm.dot(n);
                look.height += length + look.along[k].abs();
            }
        }
        look
    }

    /// The same along a vector of any length but zero.
    #[inline(always)]
    pub(crate) fn look_along(&self, v: Vector<D>) -> Look<D> {
        self.look(v * (1.0 / real::sqrt(v.norm_squared())))
    }

    /// Whether a side shows a flat face: its disc, seen along the axis and from the side without tip.
    #[inline(always)]
    pub(crate) fn is_face(&self, look: &Look<D>, side: usize) -> bool {
        let part = &self.parts[side];
        part.norms.axis.is_some()
            && look.length[side] <= accuracy::VALLEY_FACE * part.radius
            && !(part.has_tip && look.along[side] <= 0.0)
    }
}
