//! The trait that every shape implements, and the views of a shape that solvers see.

use super::{Discs, FacetSet, Foot, Formula, Implicit, Norms, Ridge, SmoothSupport, VertexSet};
use crate::accuracy;
use crate::space::{Pose, Vector};

/// A closed convex set.
///
/// One method makes a shape: [`support`](Self::support). The others let the library do better
/// (faster, or with a stronger proof) and have defaults that always work.
///
/// ```
/// use clearance::{Convex, Pose, Vector, distance, shape::Ball};
///
/// /// What two equal balls have in common: a lens.
/// struct Lens { radius: f64, half_gap: f64 }
///
/// impl Convex<3> for Lens {
///     fn support(&self, direction: Vector<3>) -> Vector<3> {
///         let n = direction.normalized().unwrap_or(Vector([0.0, 0.0, 1.0]));
///         // The upper cap belongs to the ball whose centre lies below, and the other way round.
///         let centre = Vector([0.0, 0.0, -self.half_gap.copysign(n[2])]);
///         let on_cap = centre + n * self.radius;
///         if on_cap[2] * n[2] >= 0.0 {
///             return on_cap;
///         }
///         // Otherwise the furthest point is on the rim.
///         let rim = (self.radius.powi(2) - self.half_gap.powi(2)).sqrt();
///         let flat = Vector([n[0], n[1], 0.0]).normalized().unwrap_or(Vector::axis(0));
///         flat * rim
///     }
/// }
///
/// let lens = Lens { radius: 1.0, half_gap: 0.6 };
/// let ball = Ball::new(1.0)?;
/// let answer = distance(&lens, &Pose::IDENTITY, &ball, &Pose::at([0.0, 0.0, 3.0]))?;
/// assert!((answer.distance() - 1.6).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Convex<const D: usize>: AsConvex<D> + Send + Sync {
    /// A point of the shape that lies furthest along `direction`, which is finite and may have
    /// any length, zero included (then any point will do).
    ///
    /// For an unbounded shape: a furthest point of its bounded part (see [`Core::Swept`]).
    fn support(&self, direction: Vector<D>) -> Vector<D>;

    /// What the shape is, seen by a solver. The default says no more than the support function.
    fn view(&self) -> View<'_, D> {
        View::of_support(self.as_convex())
    }

    /// The same in two words, which come back in registers, if that is all there is to say: for
    /// shapes that nobody knows before the program runs, to be seen takes as long as to be measured.
    #[cfg(not(target_arch = "wasm32"))]
    fn brief(&self) -> super::Brief<'_, D> {
        super::Brief::Other
    }

    /// Zero or less when `point` belongs to the shape; otherwise the distance from the shape to
    /// the point, or more. `None` if the shape has no simple formula for it.
    ///
    /// The checker uses it to judge answers, so it must not share code with a solver.
    fn excess(&self, point: Vector<D>) -> Option<f64> {
        let _ = point;
        None
    }

    /// The closest point of the shape to `point`, by a formula; `None` if there is none.
    fn nearest(&self, point: Vector<D>) -> Option<Vector<D>> {
        let _ = point;
        None
    }

    /// The same for a point outside, with the outward normal there: where that is known better
    /// than from the difference of two points that may be very close to each other. `None` for a
    /// point inside, and where [`nearest`](Self::nearest) is all there is.
    fn foot(&self, point: Vector<D>) -> Option<Foot<D>> {
        let _ = point;
        None
    }

    /// A half-space that contains the shape: (n, b) such that n·x ≤ b for all its points x. For a
    /// shape made of surfaces (facets, or implicit functions fᵢ(x) ≤ 0), the facet with this
    /// number, or the tangent f(p) + ∇f(p)·(x − p) ≤ 0 of the function with this number at the
    /// point p = `at`, which for a convex function holds wherever p lies. `None` if there is no
    /// such surface.
    ///
    /// The checker uses it to judge answers about shapes that have no support function.
    fn tangent(&self, surface: u32, at: Vector<D>) -> Option<(Vector<D>, f64)> {
        let _ = (surface, at);
        None
    }

    /// How far the set behind one surface reaches along `outward`, of any length: max outward·x over
    /// all x with fᵢ(x) ≤ 0, or more than that. It should be sharp if `at` is near the point where
    /// it is attained, and must hold wherever that lies. `None` if there is no better bound than
    /// the [`tangent`](Self::tangent)'s.
    ///
    /// With it the checker need not see the furthest point exactly: a tangent misses it by how far
    /// the point is off, such a bound by the square of that.
    fn reach_behind(&self, surface: u32, outward: Vector<D>, at: Vector<D>) -> Option<f64> {
        let _ = (surface, outward, at);
        None
    }

    /// The support function near a direction of length 1, where it is the larger of two smooth
    /// ones; `None`, the default, if there is no such form of it. Only asked of shapes that are seen
    /// as [`Core::Support`].
    ///
    /// Where both reach equally far, the shape has straight lines on its surface: cylinders and
    /// cones. With it distances near contact take a few steps rather than dozens. It decides how
    /// fast a solver is, never whether its answer is right; but the shape must also know its
    /// [`excess`](Self::excess).
    fn ridge(&self, direction: Vector<D>) -> Option<Ridge<D>> {
        let _ = direction;
        None
    }

    /// The two discs about the z axis of space whose hull the shape is, if it is one: a cylinder, a
    /// cone, a frustum. `None`, the default, if not. Only asked of shapes that also tell their
    /// [`ridge`](Self::ridge): with it these take half the time.
    fn discs(&self) -> Option<Discs> {
        None
    }

    /// The support function as a sum of norms, if it is one: of a cylinder, a cone, an ellipsoid.
    /// `None`, the default, if not. Only asked of shapes that are seen as [`Core::Support`] or
    /// [`Core::Smooth`]; they must also know their [`excess`](Self::excess).
    ///
    /// With it depths are found and proved in a few microseconds. The proof rests on it: it must be
    /// the same function as [`support`](Self::support) tells.
    fn norms(&self) -> Option<Norms<D>> {
        None
    }

    /// The radius of a ball inside of the shape that touches its surface at `point`, where the
    /// outward unit normal is `outward`: the largest one, or less. Zero is always right, and the
    /// default is the [`roundness`](Self::roundness). Only asked of shapes that have
    /// [`norms`](Self::norms).
    fn inner_ball(&self, point: Vector<D>, outward: Vector<D>) -> f64 {
        let _ = (point, outward);
        self.roundness()
    }

    /// The surfaces that bound the shape, if it is given by such; the interior point method, and
    /// [`Intersection`](crate::shape::Intersection), work with them.
    fn implicit(&self) -> Option<&dyn Implicit<D>> {
        None
    }

    /// How wrong [`support`](Self::support) may be for all that rounding does, in units of length:
    /// a support point is no further than this from the shape, and along a direction of length 1
    /// the shape reaches no further beyond its support point. `None` if nobody has worked it out;
    /// [`rigorous`](crate::rigorous) then needs a [`formula`](Self::formula).
    ///
    /// The default knows it for shapes that are seen as a point, a segment, a box or vertices, with
    /// or without a radius.
    fn support_error(&self) -> Option<f64> {
        let view = self.view();
        match view.core {
            Core::Point(_) | Core::Segment(..) | Core::Cuboid(_) | Core::Vertices(_) => {
                Some(view.rounding())
            }
            Core::Support(_) | Core::Smooth(_) | Core::Implicit(_) | Core::Swept(_) => None,
        }
    }

    /// How far the point that [`nearest`](Self::nearest) gives may be from the shape, for all that
    /// rounding does, in units of length; `None` if nobody has worked it out.
    /// [`rigorous`](crate::rigorous) then takes a slower way.
    fn nearest_error(&self) -> Option<f64> {
        None
    }

    /// What the shape is, in the numbers that it was made of. [`rigorous`](crate::rigorous) proves
    /// its bounds with it where there is no [`support_error`](Self::support_error).
    fn formula(&self) -> Formula<'_, D> {
        Formula::Unknown
    }

    /// Volume, centroid and inertia by a formula; `None` if there is none.
    fn moments(&self) -> Option<crate::Moments<D>> {
        None
    }

    /// The smallest ball that contains the shape, by a formula; `None` if there is none. Only
    /// asked of shapes that are seen as [`Core::Support`]: the other cores have one.
    fn bounding_ball(&self) -> Option<crate::BoundingBall<D>> {
        None
    }

    /// A radius such that at each point of the surface a ball of that radius, inside of the shape,
    /// touches it: the least radius of curvature, or less. Zero, the default, is always right.
    ///
    /// Depths are found and proved much faster with it. Only asked of shapes that are seen as
    /// [`Core::Support`].
    fn roundness(&self) -> f64 {
        0.0
    }

    /// The unit direction of a line through the origin of the shape's frame about which the shape
    /// may be turned by any angle without any change; `None` if there is none, or nobody knows.
    ///
    /// With it the depths of shapes with parallel axes can be proved. Not needed where the
    /// [`formula`](Self::formula) says as much.
    fn axis(&self) -> Option<Vector<D>> {
        None
    }
}

/// Lets the default of [`Convex::view`] hand out the shape itself. Implemented for every shape;
/// nobody needs to name it.
pub trait AsConvex<const D: usize> {
    /// The shape as a trait object.
    fn as_convex(&self) -> &dyn Convex<D>;
}

impl<const D: usize, T: Convex<D>> AsConvex<D> for T {
    #[inline]
    fn as_convex(&self) -> &dyn Convex<D> {
        self
    }
}

/// A shape as solvers see it: everything within `radius` of `core`.
#[derive(Clone, Copy)]
pub struct View<'a, const D: usize> {
    /// The set that is left when the radius is taken away.
    pub core: Core<'a, D>,
    /// The radius, in units of length; zero or more.
    pub radius: f64,
    /// No coordinate of a point of the core (of its bounded part, if it is unbounded) exceeds
    /// this, in the shape's own frame. Tolerances are relative to it.
    pub reach: f64,
    /// Where the core's frame lies in the shape's; `None` if they are the same.
    pub frame: Option<&'a Pose<D>>,
    /// The facets of the core, in the core's frame, if the shape knows them: for the active set,
    /// which needs nothing else.
    pub facets: Option<&'a FacetSet<D>>,
}

/// The kinds of sets that some solver treats better than by their support function alone.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Core<'a, const D: usize> {
    /// One point.
    Point(Vector<D>),
    /// Everything between two points.
    Segment(Vector<D>, Vector<D>),
    /// The box |xᵢ| ≤ hᵢ.
    Cuboid(Vector<D>),
    /// The convex hull of points.
    Vertices(&'a VertexSet<D>),
    /// A bounded set known by its support function (and whatever else the trait offers).
    Support(&'a dyn Convex<D>),
    /// A bounded, strictly convex set whose support function also has second derivatives.
    Smooth(&'a dyn SmoothSupport<D>),
    /// A set, bounded or not, known by the functions whose surfaces bound it.
    Implicit(&'a dyn Implicit<D>),
    /// An unbounded set.
    Swept(Swept<'a, D>),
}

/// A bounded convex set, swept along whole lines and along rays:
/// base + span(lines) + cone(rays).
#[derive(Clone, Copy)]
pub struct Swept<'a, const D: usize> {
    /// The bounded part.
    pub base: &'a dyn Convex<D>,
    /// Unit directions at right angles to each other; the set is unbounded both ways along each.
    pub lines: &'a [Vector<D>],
    /// Unit directions; the set is unbounded forwards along each.
    pub rays: &'a [Vector<D>],
}

impl<'a, const D: usize> View<'a, D> {
    /// A bounded shape known by its support function alone. Costs 2·D support points, to learn
    /// how far the shape reaches; see [`with_reach`](Self::with_reach).
    pub fn of_support(shape: &'a dyn Convex<D>) -> Self {
        let mut reach = 0.0_f64;
        for i in 0..D {
            for direction in [Vector::axis(i), -Vector::axis(i)] {
                // NaN must not vanish in the maximum: the query refuses it.
                let coordinate = shape.support(direction)[i].abs();
                reach = if coordinate <= reach { reach } else { coordinate };
            }
        }
        Self::with_reach(shape, reach)
    }

    /// A bounded shape known by its support function, no coordinate of which exceeds `reach`.
    #[inline]
    pub fn with_reach(shape: &'a dyn Convex<D>, reach: f64) -> Self {
        Self::new(Core::Support(shape), reach)
    }

    /// This core, without a radius, in the shape's own frame.
    #[inline]
    pub fn new(core: Core<'a, D>, reach: f64) -> Self {
        Self { core, radius: 0.0, reach, frame: None, facets: None }
    }

    /// The same with `radius` more around it.
    #[inline]
    pub fn rounded(self, radius: f64) -> Self {
        Self { radius: self.radius + radius, ..self }
    }

    /// What a chain of operations on the coordinates of its points may do to them by rounding.
    pub(crate) fn rounding(&self) -> f64 {
        let shift = self.frame.map_or(0.0, |frame| frame.translation().sum_abs());
        // Turned, a coordinate is at most twice as large as the largest before.
        let extent = 2.0 * self.reach + self.radius + shift;
        accuracy::SUPPORT_SLACK * accuracy::ROUNDING * extent
    }

    /// A half-space that contains the core: a facet, or as [`Convex::tangent`] gives it.
    pub fn tangent(&self, surface: u32, at: Vector<D>) -> Option<(Vector<D>, f64)> {
        match self.facets {
            Some(set) if surface < set.len() => {
                let facet = set.facet(surface);
                Some((facet.normal, facet.offset))
            }
            Some(_) => None,
            None => self.core.tangent(surface, at),
        }
    }

    /// Whether the set is bounded.
    #[inline]
    pub fn is_bounded(&self) -> bool {
        match self.core {
            Core::Swept(_) => false,
            Core::Implicit(shape) => shape.is_bounded(),
            _ => true,
        }
    }
}

impl<'a, const D: usize> Core<'a, D> {
    /// A point of the core furthest along `direction`.
    pub fn support(&self, direction: Vector<D>) -> Vector<D> {
        match *self {
            Self::Point(p) => p,
            Self::Segment(p, q) => {
                if (q - p).dot(direction) > 0.0 {
                    q
                } else {
                    p
                }
            }
            Self::Cuboid(half) => Vector::from_fn(|i| half[i].copysign(direction[i])),
            Self::Vertices(set) => set.point(set.furthest(direction)),
            Self::Support(shape) => shape.support(direction),
            Self::Smooth(shape) => shape.support(direction),
            Self::Implicit(shape) => shape.support(direction),
            Self::Swept(swept) => swept.base.support(direction),
        }
    }

    /// A half-space that contains the core, as [`Convex::tangent`] gives it.
    pub fn tangent(&self, surface: u32, at: Vector<D>) -> Option<(Vector<D>, f64)> {
        match *self {
            // Two surfaces an axis: along it, and against it.
            Self::Cuboid(half) if surface < 2 * D as u32 => {
                let i = (surface / 2) as usize;
                let sign = if surface.is_multiple_of(2) { 1.0 } else { -1.0 };
                Some((Vector::axis(i) * sign, half[i]))
            }
            _ => self.shape()?.tangent(surface, at),
        }
    }

    /// The vertex named `id` in the evidence of an answer; `None` if the core names no vertices
    /// or has no such one.
    ///
    /// A point is vertex 0, a segment has 0 and 1, bit i of a box's corner says that coordinate
    /// i is the positive one, and a vertex set counts its own.
    #[inline]
    pub fn vertex(&self, id: u32) -> Option<Vector<D>> {
        match *self {
            Self::Point(p) => (id == 0).then_some(p),
            Self::Segment(p, q) => match id {
                0 => Some(p),
                1 => Some(q),
                _ => None,
            },
            Self::Cuboid(half) => (id < 1 << D).then(|| corner(half, id)),
            Self::Vertices(set) => (id < set.len()).then(|| set.point(id)),
            Self::Support(_) | Self::Smooth(_) | Self::Implicit(_) | Self::Swept(_) => None,
        }
    }

    /// The shape that stands behind the core, if all that is known of it is what the trait says.
    #[inline]
    pub fn shape(&self) -> Option<&'a dyn Convex<D>> {
        match *self {
            Self::Support(shape) => Some(shape),
            Self::Smooth(shape) => Some(shape),
            Self::Implicit(shape) => Some(shape),
            _ => None,
        }
    }
}

/// The corner of the box with these half-extents whose coordinate i is positive where bit i is
/// set.
#[inline(always)]
pub(crate) fn corner<const D: usize>(half: Vector<D>, id: u32) -> Vector<D> {
    // The half-extents are not negative, so that their sign bits are free to be set.
    Vector::from_fn(|i| f64::from_bits(half[i].to_bits() | u64::from(!id >> i & 1) << 63))
}
