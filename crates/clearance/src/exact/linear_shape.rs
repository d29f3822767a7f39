//! From shapes in their poses to linear pieces in the world.

use super::{Linear, Nearest, Rational};
use crate::query::{QueryError, Side};
use crate::shape::{Convex, Core, View};
use crate::space::{Pose, Vector};

/// The closest points of two shapes with flat sides, bounded or not, with their parameters, without
/// any rounding: the numbers given are taken for what they are, as by
/// [`distance`](super::distance), and unbounded shapes have the unit directions that they say they
/// have. Points, lines, rays, segments, planes, half-spaces, triangles, rectangles, polygons,
/// tetrahedra, boxes, small polytopes; others are refused ([`QueryError::NotLinear`]).
///
/// ```
/// use clearance::{Pose, exact, shape::{Line, Cuboid}};
/// let cube = Cuboid::new([1.0, 1.0, 1.0])?;
/// let line = Line::new([0.0, 4.0, 2.0], [1.0, 0.0, 0.0])?;
/// let nearest = exact::closest(&line, &Pose::IDENTITY, &cube, &Pose::IDENTITY)?;
/// assert_eq!(nearest.squared.to_string(), "10");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn closest<const D: usize>(
    a: &(impl Convex<D> + ?Sized),
    pose_a: &Pose<D>,
    b: &(impl Convex<D> + ?Sized),
    pose_b: &Pose<D>,
) -> Result<Nearest<D>, QueryError> {
    let piece_a = Linear::of_view(&a.view(), pose_a, Side::A)?;
    let piece_b = Linear::of_view(&b.view(), pose_b, Side::B)?;
    // No shape is empty.
    piece_a.closest(&piece_b).ok_or(QueryError::NotLinear(Side::A))
}

impl<const D: usize> Linear<D> {
    /// The shape in the world; [`QueryError::NotLinear`] if it has curved sides.
    ///
    /// The parameters of a segment and of a box run from 0 to 1 along each edge, starting at vertex
    /// 0; those of other bounded shapes are the weights of their vertices but the first; lines and
    /// rays of unbounded ones come after those of the bounded part.
    pub fn of(shape: &(impl Convex<D> + ?Sized), pose: &Pose<D>) -> Result<Self, QueryError> {
        Self::of_view(&shape.view(), pose, Side::A)
    }

    fn of_view(view: &View<'_, D>, pose: &Pose<D>, side: Side) -> Result<Self, QueryError> {
        let frame = Frame::new(view, pose, side)?;
        if view.radius != 0.0 {
            return Err(QueryError::NotLinear(side));
        }
        match view.core {
            Core::Swept(swept) => {
                let base = swept.base.view();
                if base.radius != 0.0 || base.frame.is_some() {
                    return Err(QueryError::NotLinear(side));
                }
                let mut piece = frame.bounded(&base.core).ok_or(QueryError::NotLinear(side))?;
                for line in swept.lines {
                    piece = piece.swept(frame.turned(*line));
                }
                for ray in swept.rays {
                    piece = piece.along(frame.turned(*ray));
                }
                Ok(piece)
            }
            core => frame.bounded(&core).ok_or(QueryError::NotLinear(side)),
        }
    }
}

/// Where the core lies: the inner frame, if there is one, and then the pose.
struct Frame<const D: usize> {
    turn: [[Rational; D]; D],
    shift: [Rational; D],
}

impl<const D: usize> Frame<D> {
    fn new(view: &View<'_, D>, pose: &Pose<D>, side: Side) -> Result<Self, QueryError> {
        let outer = Self::of_pose(pose).ok_or(QueryError::PoseNotFinite(side))?;
        let Some(frame) = view.frame else { return Ok(outer) };
        let inner = Self::of_pose(frame).ok_or(QueryError::ShapeNotFinite(side))?;
        let shift = outer.placed(&inner.shift);
        let turn = core::array::from_fn(|i| {
            core::array::from_fn(|j| {
                (0..D).fold(Rational::ZERO, |sum, k| sum + &outer.turn[i][k] * &inner.turn[k][j])
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

    fn placed(&self, x: &[Rational; D]) -> [Rational; D] {
        core::array::from_fn(|i| {
            (0..D).fold(self.shift[i].clone(), |sum, j| sum + &self.turn[i][j] * &x[j])
        })
    }

    fn turned(&self, v: Vector<D>) -> [Rational; D] {
        let x = numbers(v);
        core::array::from_fn(|i| {
            (0..D).fold(Rational::ZERO, |sum, j| sum + &self.turn[i][j] * &x[j])
        })
    }

    /// `None` if the core has no vertices, or one that is not finite.
    fn bounded(&self, core: &Core<'_, D>) -> Option<Linear<D>> {
        let world = |p: Vector<D>| self.placed(&numbers(p));
        let finite = match *core {
            Core::Point(p) => p.is_finite(),
            Core::Segment(p, q) => p.is_finite() && q.is_finite(),
            Core::Cuboid(half) => half.is_finite(),
            Core::Vertices(_) => true,
            Core::Support(_) | Core::Smooth(_) | Core::Implicit(_) | Core::Swept(_) => false,
        };
        if !finite {
            return None;
        }
        match *core {
            Core::Point(p) => Some(Linear::point(world(p))),
            Core::Segment(p, q) => Some(Linear::segment(world(p), world(q))),
            Core::Cuboid(half) => {
                let edges = (0..D).filter(|&i| half[i] != 0.0).map(|i| {
                    // Twice a float is a float, for sizes that shapes may have.
                    self.turned(Vector::axis(i) * (2.0 * half[i]))
                });
                Some(Linear::cuboid(world(-half), edges))
            }
            Core::Vertices(set) => {
                let [first, others @ ..] = set.points() else { return None };
                Some(Linear::hull(world(*first), others.iter().map(|p| world(*p))))
            }
            Core::Support(_) | Core::Smooth(_) | Core::Implicit(_) | Core::Swept(_) => None,
        }
    }
}

/// The very numbers; they are finite.
fn numbers<const D: usize>(v: Vector<D>) -> [Rational; D] {
    v.0.map(|x| Rational::try_from(x).unwrap_or(Rational::ZERO))
}
