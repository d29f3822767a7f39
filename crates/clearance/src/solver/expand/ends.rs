//! The two sides of a pair as the expanding polytope asks them for support points: through
//! pointers, since each answer is worth a hundred instructions of its own.

use crate::answer::{Evidence, MOST, Names};
use crate::pair::Local;
use crate::shape::Core;
use crate::simd::EachTime;
use crate::solver::gjk::Difference;
use crate::solver::gjk::body::{Body, Few, NO_NUMBER, Opaque, Posed, Still, blocks_of};
use crate::solver::sweep::has_corners;
use crate::space::{Matrix, Vector};

/// Stands for the number of A's point where there is none but a ray.
const FAR_NUMBER: u32 = NO_NUMBER - 1;

/// One side, in A's frame.
pub(crate) trait End<const D: usize> {
    /// The point furthest along `direction`, and its number if it has one.
    fn furthest(&self, direction: Vector<D>) -> (Vector<D>, u32);

    /// The point that evidence names at place `k`, found along `direction`.
    fn named(&self, names: &Names, k: usize, direction: Vector<D>) -> Option<(Vector<D>, u32)>;
}

impl<const D: usize, B: Body<D>> End<D> for B {
    fn furthest(&self, direction: Vector<D>) -> (Vector<D>, u32) {
        let (point, mark) = self.support(direction);
        (point, B::number(mark))
    }

    fn named(&self, names: &Names, k: usize, direction: Vector<D>) -> Option<(Vector<D>, u32)> {
        let (point, mark) = self.recall(names, k, direction)?;
        Some((point, B::number(mark)))
    }
}

/// A point of the difference, with the two points it is the difference of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner<const D: usize> {
    pub(crate) w: Vector<D>,
    pub(crate) a: Vector<D>,
    pub(crate) b: Vector<D>,
    /// What A and B call the points.
    pub(crate) numbers: [u32; 2],
    /// The direction it was found along.
    pub(crate) direction: Vector<D>,
}

/// Holds a place.
impl<const D: usize> Default for Corner<D> {
    fn default() -> Self {
        let zero = Vector::ZERO;
        Self { w: zero, a: zero, b: zero, numbers: [0; 2], direction: zero }
    }
}

impl<const D: usize> Corner<D> {
    /// The far end of the ray with this number.
    pub(crate) fn far(number: usize) -> Self {
        Self { numbers: [FAR_NUMBER, number as u32], ..Self::default() }
    }

    /// The number of the ray that it is the far end of.
    pub(crate) fn ray(&self) -> Option<usize> {
        (self.numbers[0] == FAR_NUMBER).then_some(self.numbers[1] as usize)
    }
}

impl<const D: usize> Difference<D> for Ends<'_, D> {
    type Mark = Corner<D>;

    #[inline]
    fn support(&self, direction: Vector<D>) -> (Vector<D>, Corner<D>) {
        let corner = self.furthest(direction);
        (corner.w, corner)
    }
}

/// Both sides.
#[derive(Clone, Copy)]
pub(crate) struct Ends<'a, const D: usize> {
    pub(crate) a: &'a dyn End<D>,
    pub(crate) b: &'a dyn End<D>,
    /// Whether both are hulls of finitely many points (or of unbounded ones, the bounded parts).
    pub(crate) sharp: bool,
}

impl<const D: usize> Ends<'_, D> {
    /// The point of the difference furthest along `direction`.
    #[inline]
    pub(crate) fn furthest(&self, direction: Vector<D>) -> Corner<D> {
        let (a, number_a) = self.a.furthest(direction);
        let (b, number_b) = self.b.furthest(-direction);
        Corner { w: a - b, a, b, numbers: [number_a, number_b], direction }
    }

    /// The point that carried another answer at place `k`.
    pub(crate) fn recall(&self, evidence: &Evidence<D>, k: usize) -> Option<Corner<D>> {
        let direction = evidence.direction(k);
        // Along no direction at all a shape may answer with any point, and with another next time.
        let by_direction =
            [&evidence.a, &evidence.b].into_iter().any(|names| *names == Names::Directions);
        if by_direction && direction == Vector::ZERO {
            return None;
        }
        let (a, number_a) = self.a.named(&evidence.a, k, direction)?;
        let (b, number_b) = self.b.named(&evidence.b, k, -direction)?;
        Some(Corner { w: a - b, a, b, numbers: [number_a, number_b], direction })
    }
}

/// The evidence that these corners with these weights are.
pub(crate) fn evidence<const D: usize>(corners: &[Corner<D>], weights: [f64; MOST]) -> Evidence<D> {
    let at = |k: usize| corners.get(k).or(corners.first());
    let names = |side: usize| {
        let numbers = core::array::from_fn(|k| at(k).map_or(0, |corner| corner.numbers[side]));
        if numbers[0] == NO_NUMBER { Names::Directions } else { Names::Vertices(numbers) }
    };
    Evidence {
        len: corners.len().min(MOST),
        weights,
        a: names(0),
        b: names(1),
        directions: Some(core::array::from_fn(|k| at(k).map_or(Vector::ZERO, |c| c.direction))),
        multipliers: None,
    }
}

/// Calls `work` with the two sides of a pair: of unbounded ones, with their bounded parts.
pub(crate) fn with_ends<const D: usize, T>(
    local: &Local<'_, D>,
    work: impl FnOnce(Ends<'_, D>) -> T,
) -> T {
    let level = EachTime;
    match &local.pair.a.core {
        core if blocks_of(core) == Some(1) => {
            let few = Few::<D, 1, _>::new(core, &Matrix::IDENTITY, Vector::ZERO, level);
            with_b(local, &few, work)
        }
        Core::Vertices(set) => with_b(local, &Still { set, level }, work),
        core => with_b(local, &Opaque { core, pose: None }, work),
    }
}

fn with_b<const D: usize, T>(
    local: &Local<'_, D>,
    a: &dyn End<D>,
    work: impl FnOnce(Ends<'_, D>) -> T,
) -> T {
    let sharp = has_corners(&local.pair.a.core) && has_corners(&local.pair.b.core);
    let (pose, level) = (&local.b_in_a, EachTime);
    match &local.pair.b.core {
        core if blocks_of(core) == Some(1) => {
            let b = &Few::<D, 1, _>::new(core, pose.rotation().matrix(), pose.translation(), level);
            work(Ends { a, b, sharp })
        }
        Core::Vertices(set) => work(Ends { a, b: &Posed::under(pose, set, level), sharp }),
        core => work(Ends { a, b: &Opaque { core, pose: Some(pose) }, sharp }),
    }
}
