//! How the two shapes are looked at: each by itself through its core, or two sums of powers at once.

use crate::accuracy;
use crate::pair::Local;
use crate::shape::{Core, PowerSum};
use crate::simd::Level;
use crate::space::{Matrix, Vector, real};

/// A furthest point, and how it moves with the direction.
pub(super) type Bend<const D: usize> = (Vector<D>, Matrix<D>);

/// Two shapes that can be looked at, each in its own frame.
pub(super) trait Eyes<const D: usize>: Copy {
    /// Both along these directions.
    fn along(self, directions: [Vector<D>; 2]) -> [Bend<D>; 2];

    /// The same, or points nearby on the surfaces, if these are found sooner.
    fn begin(self, directions: [Vector<D>; 2]) -> Option<[Bend<D>; 2]>;

    /// Both along these directions or where they are expected, whichever tells more, or tells it sooner if it
    /// is not late; and whether it was the directions for both.
    fn near(
        self,
        toward: [Vector<D>; 2],
        expected: [Vector<D>; 2],
        late: bool,
    ) -> ([Bend<D>; 2], bool);

    /// Whether points that pass each other tell that they may meet, and they know of common points. For
    /// others the first lower bound tells, and GJK knows.
    const TELL: bool;

    /// A point on the line between their middles that lies in both, in A's frame, if there is one.
    fn common(self, local: &Local<'_, D>) -> Option<Vector<D>>;

    /// Bounds above how far they reach along unit vectors that nearly belong to these points.
    fn heights(self, along: [Vector<D>; 2], about: [Vector<D>; 2]) -> [f64; 2];
}

/// Any two cores of which each bends or is a point.
#[derive(Clone, Copy)]
pub(super) struct Cores<'a, 'c, const D: usize>(
    pub(super) &'a Core<'c, D>,
    pub(super) &'a Core<'c, D>,
);

#[inline]
fn bend<const D: usize>(core: &Core<'_, D>, direction: Vector<D>) -> Bend<D> {
    match core {
        Core::Smooth(shape) => shape.bend(direction),
        core => (core.support(direction), Matrix([Vector::ZERO; D])),
    }
}

/// The same near a point.
#[inline]
fn bend_about<const D: usize>(
    core: &Core<'_, D>,
    direction: Vector<D>,
    about: Vector<D>,
) -> Bend<D> {
    match core {
        Core::Smooth(shape) => shape.bend_about(direction, about),
        core => bend(core, direction),
    }
}

impl<const D: usize> Eyes<D> for Cores<'_, '_, D> {
    const TELL: bool = false;

    #[inline]
    fn common(self, _local: &Local<'_, D>) -> Option<Vector<D>> {
        None
    }

    #[inline]
    fn along(self, [a, b]: [Vector<D>; 2]) -> [Bend<D>; 2] {
        [bend(self.0, a), bend(self.1, b)]
    }

    #[inline]
    fn begin(self, _directions: [Vector<D>; 2]) -> Option<[Bend<D>; 2]> {
        None
    }

    #[inline]
    fn near(
        self,
        [a, b]: [Vector<D>; 2],
        [at_a, at_b]: [Vector<D>; 2],
        _late: bool,
    ) -> ([Bend<D>; 2], bool) {
        let near = |core: &Core<'_, D>, toward, expected| match core {
            Core::Smooth(shape) => shape.near(toward, expected),
            _ => None,
        };
        let (to_a, to_b) = (near(self.0, a, at_a), near(self.1, b, at_b));
        let common = to_a.is_none() && to_b.is_none();
        let seen_a = to_a.unwrap_or_else(|| bend_about(self.0, a, at_a));
        let seen_b = to_b.unwrap_or_else(|| bend_about(self.1, b, at_b));
        ([seen_a, seen_b], common)
    }

    #[inline]
    fn heights(self, [a, b]: [Vector<D>; 2], [at_a, at_b]: [Vector<D>; 2]) -> [f64; 2] {
        [a.dot(bend_about(self.0, a, at_a).0), b.dot(bend_about(self.1, b, at_b).0)]
    }
}

/// Two sums of powers: what the powers of one wait for, those of the other need not.
#[derive(Clone, Copy)]
pub(super) struct Sums<'a, const D: usize>(&'a PowerSum<D>, &'a PowerSum<D>);

impl<'a, const D: usize> Sums<'a, D> {
    /// Both cores, if they are of this kind. In browsers, where size counts for more, they are looked at one
    /// by one.
    #[inline]
    pub(super) fn of(local: &Local<'a, D>) -> Option<Self> {
        match (&local.pair.a.core, &local.pair.b.core) {
            (Core::Smooth(a), Core::Smooth(b)) if !cfg!(target_arch = "wasm32") => {
                Some(Self(a.power_sum()?, b.power_sum()?))
            }
            _ => None,
        }
    }
}

impl<const D: usize, L: Level> Eyes<D> for (L, Sums<'_, D>) {
    const TELL: bool = true;

    #[inline(always)]
    fn common(self, local: &Local<'_, D>) -> Option<Vector<D>> {
        let (level, Sums(a, b)) = self;
        let between = local.b_in_a.translation();
        let squared = between.norm_squared();
        if !(squared > accuracy::SQUARE_SAFE && squared < 1.0 / accuracy::SQUARE_SAFE) {
            return None;
        }
        let (apart, per) = real::root_and_inverse(squared);
        let way = between * per;
        let back = local.b_in_a.rotation().rotate_back(way);
        PowerSum::common(level, [a, b], [way, back], apart).map(|far| way * far)
    }

    #[inline(always)]
    fn along(self, directions: [Vector<D>; 2]) -> [Bend<D>; 2] {
        let (level, Sums(a, b)) = self;
        PowerSum::bends(level, [a, b], directions, None)
    }

    #[inline(always)]
    fn begin(self, directions: [Vector<D>; 2]) -> Option<[Bend<D>; 2]> {
        let (level, Sums(a, b)) = self;
        Some(PowerSum::nears(level, [a, b], directions, None))
    }

    #[inline(always)]
    fn near(
        self,
        toward: [Vector<D>; 2],
        expected: [Vector<D>; 2],
        late: bool,
    ) -> ([Bend<D>; 2], bool) {
        let (level, Sums(a, b)) = self;
        if !(a.is_boxy() || b.is_boxy()) {
            return (PowerSum::bends(level, [a, b], toward, Some(expected)), true);
        }
        let [seen_a, seen_b] = PowerSum::nears(level, [a, b], toward, Some(expected));
        // Beside a boxy one the other is looked at the same way, which takes less time, until that has taken
        // long: at sharp edges directions are the better guide.
        if late && !a.is_boxy() {
            let [seen_a] = PowerSum::bends(level, [a], [toward[0]], Some([expected[0]]));
            return ([seen_a, seen_b], false);
        }
        if late && !b.is_boxy() {
            let [seen_b] = PowerSum::bends(level, [b], [toward[1]], Some([expected[1]]));
            return ([seen_a, seen_b], false);
        }
        ([seen_a, seen_b], false)
    }

    #[inline(always)]
    fn heights(self, along: [Vector<D>; 2], about: [Vector<D>; 2]) -> [f64; 2] {
        let (level, Sums(a, b)) = self;
        PowerSum::heights(level, [a, b], along, about)
    }
}
