//! The two sides of a pair as the expanding polytope asks them for support points: through
//! pointers, since each answer is worth a hundred instructions of its own.

use super::body::{Body, Few, NO_NUMBER, Opaque, Posed, Still, blocks_of};
use super::gjk::Difference;
use crate::answer::{Evidence, MOST, Names};
use crate::pair::Local;
use crate::shape::{Core, Swept};
use crate::simd::EachTime;
use crate::space::{Matrix, Pose, Vector};

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
    /// Whether both are hulls of finitely many points.
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

/// Calls `work` with the two sides of a pair. Unbounded ones are cut off at `length`.
pub(crate) fn with_ends<const D: usize, T>(
    local: &Local<'_, D>,
    length: f64,
    work: impl FnOnce(Ends<'_, D>) -> T,
) -> T {
    let level = EachTime;
    match &local.pair.a.core {
        core if blocks_of(core) == Some(1) => {
            let few = Few::<D, 1, _>::new(core, &Matrix::IDENTITY, Vector::ZERO, level);
            with_b(local, length, &few, work)
        }
        Core::Vertices(set) => with_b(local, length, &Still { set, level }, work),
        Core::Swept(swept) => with_b(local, length, &Cut { swept, pose: None, length }, work),
        core => with_b(local, length, &Opaque { core, pose: None }, work),
    }
}

fn with_b<const D: usize, T>(
    local: &Local<'_, D>,
    length: f64,
    a: &dyn End<D>,
    work: impl FnOnce(Ends<'_, D>) -> T,
) -> T {
    let sharp = |core: &Core<'_, D>| blocks_of(core).is_some();
    let sharp = sharp(&local.pair.a.core) && sharp(&local.pair.b.core);
    let (pose, level) = (&local.b_in_a, EachTime);
    match &local.pair.b.core {
        core if blocks_of(core) == Some(1) => {
            let b = &Few::<D, 1, _>::new(core, pose.rotation().matrix(), pose.translation(), level);
            work(Ends { a, b, sharp })
        }
        Core::Vertices(set) => work(Ends { a, b: &Posed { set, pose, level }, sharp }),
        Core::Swept(swept) => work(Ends { a, b: &Cut { swept, pose: Some(pose), length }, sharp }),
        core => work(Ends { a, b: &Opaque { core, pose: Some(pose) }, sharp }),
    }
}

/// An unbounded set cut off at a length from its bounded part, along each line and ray.
///
/// For depths that is no approximation. Tilt a direction n at right angles to a line (or not
/// forward along a ray) by t towards it: with w the support point along n, the cut-off set
/// reaches at least cos t (n·w) + sin t (length − |w|), and that is n·w or more as soon as the
/// length is n·w + |w|. So the shortest way out never leads towards the cut.
struct Cut<'a, const D: usize> {
    swept: &'a Swept<'a, D>,
    pose: Option<&'a Pose<D>>,
    length: f64,
}

impl<const D: usize> End<D> for Cut<'_, D> {
    fn furthest(&self, direction: Vector<D>) -> (Vector<D>, u32) {
        let local = match self.pose {
            None => direction,
            Some(pose) => pose.rotation().rotate_back(direction),
        };
        let mut point = self.swept.base.support(local);
        for line in self.swept.lines {
            point += *line * self.length.copysign(line.dot(local));
        }
        for ray in self.swept.rays {
            if ray.dot(local) > 0.0 {
                point += *ray * self.length;
            }
        }
        (self.pose.map_or(point, |pose| pose.transform(point)), NO_NUMBER)
    }

    fn named(&self, _: &Names, _: usize, direction: Vector<D>) -> Option<(Vector<D>, u32)> {
        (direction != Vector::ZERO).then(|| self.furthest(direction))
    }
}
