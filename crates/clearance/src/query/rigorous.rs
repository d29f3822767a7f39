//! Bounds on a distance that hold in spite of rounding.
//!
//! The solver's answer is only a suggestion here. Its normal n and its weights are any vector and
//! any weights, from which both bounds follow in world coordinates, with a bound on the error of
//! each operation: `lower` from how far the shapes reach along n, `upper` from the combinations of
//! their vertices or support points. A float rotation is not quite orthogonal: what its matrix
//! does to lengths is measured, and allowed for in the radii.

use super::{Query, QueryError, Side};
use crate::accuracy::{FILTER, ROUNDING};
use crate::answer::{Answer, Evidence, Method, Names};
use crate::pair::{Pair, core_pose};
use crate::shape::{Convex, Core, View};
use crate::simd;
use crate::space::{Pose, Ranged, Vector};

/// The true distance is between these.
///
/// "True" is meant for the numbers given: vertices, radii, the entries of matrices and translations
/// are what they are, and a point `v` of a shape is at `R v + t`. Whether a radius is that of a
/// ball in the shape's frame, turned by a matrix that is not quite a rotation, or that of a ball in
/// the world, makes no difference: the bounds hold for both.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Rigorous {
    /// Not more than the distance.
    pub lower: f64,
    /// Not less than the distance.
    pub upper: f64,
}

/// Bounds on the distance that hold in spite of rounding.
///
/// For bounded shapes whose support function comes with an error bound
/// ([`Convex::support_error`]): all of the library's own.
///
/// ```
/// use clearance::{Pose, rigorous, shape::{Cuboid, Cylinder}};
/// let (cube, can) = (Cuboid::new([0.1; 3])?, Cylinder::new(0.3, 0.2)?);
/// let bounds = rigorous(&cube, &Pose::IDENTITY, &can, &Pose::at([0.7, 0.0, 0.0]))?;
/// assert!(bounds.lower < 0.4 && 0.4 < bounds.upper);
/// assert!(bounds.upper - bounds.lower < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rigorous<const D: usize>(
    a: &(impl Convex<D> + ?Sized),
    pose_a: &Pose<D>,
    b: &(impl Convex<D> + ?Sized),
    pose_b: &Pose<D>,
) -> Result<Rigorous, QueryError> {
    Query::DEFAULT.rigorous(a, pose_a, b, pose_b)
}

impl Query {
    /// Bounds on the distance that hold in spite of rounding; see [`rigorous`].
    pub fn rigorous<const D: usize>(
        &self,
        a: &(impl Convex<D> + ?Sized),
        pose_a: &Pose<D>,
        b: &(impl Convex<D> + ?Sized),
        pose_b: &Pose<D>,
    ) -> Result<Rigorous, QueryError> {
        let (a, b) = (a.view(), b.view());
        if !(a.is_bounded() && b.is_bounded()) {
            return Err(QueryError::Unbounded);
        }
        // A formula names no vertices, and names are what we build on.
        let answer =
            self.with_method(Method::Gjk).ask(a, pose_a, b, pose_b, super::Ask::EVERYTHING)?;
        let side_a = Sided::new(&a, pose_a).ok_or(QueryError::NoErrorBound(Side::A))?;
        let side_b = Sided::new(&b, pose_b).ok_or(QueryError::NoErrorBound(Side::B))?;
        let upper = upper(&side_a, &side_b, &answer, (pose_a, pose_b));
        let lower = match answer {
            Answer::Apart(apart) => lower(&side_a, &side_b, apart.normal),
            Answer::Meeting(_) => 0.0,
        };
        // Written so that a NaN, should there ever be one, bounds nothing.
        let upper = if upper.is_nan() { f64::INFINITY } else { upper.max(0.0) };
        Ok(Rigorous { lower: lower.max(0.0), upper })
    }
}

/// A shape with its place in the world.
struct Sided<'a, const D: usize> {
    view: &'a View<'a, D>,
    turn: [[Ranged; D]; D],
    shift: [Ranged; D],
    /// The matrix makes no vector longer or shorter by more than this, as a share of its length.
    strain: f64,
    /// How wrong a support point may be, in the shape's frame.
    error: f64,
}

impl<'a, const D: usize> Sided<'a, D> {
    /// `None` if nothing is known about the errors of the shape's support function.
    fn new(view: &'a View<'a, D>, pose: &Pose<D>) -> Option<Self> {
        let error = match view.core.shape() {
            Some(shape) => shape.support_error()?,
            None => 0.0,
        };
        let (mut turn, mut shift) = entries(pose);
        if let Some(frame) = view.frame {
            let (inner, offset) = entries(frame);
            shift = core::array::from_fn(|i| Ranged::dot(&turn[i], &offset) + shift[i]);
            let column = |j: usize| -> [Ranged; D] { core::array::from_fn(|k| inner[k][j]) };
            turn = core::array::from_fn(|i| {
                core::array::from_fn(|j| Ranged::dot(&turn[i], &column(j)))
            });
        }
        let strain = if view.radius > 0.0 || error > 0.0 { strain(&turn) } else { 0.0 };
        Some(Self { view, turn, shift, strain, error })
    }

    /// How far the core reaches along `n` from its own origin, at most.
    fn reach(&self, n: &[Ranged; D]) -> Ranged {
        // n · (turn v) = (turnᵀ n) · v
        let u: [Ranged; D] = core::array::from_fn(|j| {
            let column: [Ranged; D] = core::array::from_fn(|i| self.turn[i][j]);
            Ranged::dot(&column, n)
        });
        let of = |p: Vector<D>| Ranged::dot(&u, &p.0.map(Ranged::exact));
        let middle = Vector::from_fn(|i| u[i].value);
        let blurred = u.iter().fold(0.0, |sum, x| sum + x.error);
        match self.view.core {
            Core::Point(p) => of(p),
            Core::Segment(p, q) => of(p).max(of(q)),
            Core::Cuboid(half) => Ranged::dot(&u.map(Ranged::abs), &half.0.map(Ranged::exact)),
            Core::Vertices(set) => {
                // The largest of the computed heights, each of which is a little off.
                let best = set.point(simd::furthest(set.blocks(), middle));
                let doubt = FILTER * ROUNDING * middle.sum_abs() * set.reach() + f64::MIN_POSITIVE;
                Ranged::exact(middle.dot(best)).widened(doubt + blurred * set.reach())
            }
            Core::Support(_) | Core::Smooth(_) | Core::Implicit(_) | Core::Swept(_) => {
                let best = self.view.core.support(middle);
                // Twice the reach, which the shape computed and may have rounded down.
                let doubt = self.error * middle.sum_abs() + blurred * (2.0 * self.view.reach);
                let value = Ranged::dot(&middle.0.map(Ranged::exact), &best.0.map(Ranged::exact));
                value.widened(doubt)
            }
        }
    }

    /// The point of the core with these weights, in the world. `directions` point out of the
    /// shape, in its own frame.
    fn point(
        &self,
        names: &Names,
        weights: &[f64],
        directions: impl Fn(usize) -> Vector<D>,
    ) -> Option<[Ranged; D]> {
        let mut sum = [Ranged::ZERO; D];
        let mut total = Ranged::ZERO;
        for (k, weight) in weights.iter().enumerate() {
            let vertex = match names {
                Names::Vertices(ids) => self.view.core.vertex(ids[k])?,
                Names::Directions => self.view.core.support(directions(k)),
                Names::Formula | Names::Surfaces(_) => return None,
            };
            let weight = Ranged::exact(weight.max(0.0));
            sum = core::array::from_fn(|i| sum[i] + weight * Ranged::exact(vertex[i]));
            total = total + weight;
        }
        // Weights of one make a combination; these add up to nearly one.
        let local = sum.map(|x| x.over(total));
        Some(core::array::from_fn(|i| Ranged::dot(&self.turn[i], &local) + self.shift[i]))
    }

    /// The least and the most that the radius may be in the world.
    fn radii(&self) -> [f64; 2] {
        let radius = Ranged::exact(self.view.radius).widened(self.view.radius * FILTER * ROUNDING);
        let strained = radius * Ranged { value: 1.0, error: self.strain };
        [strained.low().max(0.0), strained.high()]
    }

    /// How far a computed support point may be from the shape, in the world.
    fn stray(&self) -> f64 {
        (Ranged::exact(self.error) * Ranged { value: 1.0, error: self.strain }).high()
    }
}

fn entries<const D: usize>(pose: &Pose<D>) -> ([[Ranged; D]; D], [Ranged; D]) {
    let rows = pose.rotation().matrix().0;
    (rows.map(|row| row.0.map(Ranged::exact)), pose.translation().0.map(Ranged::exact))
}

/// By how much, as a share, the matrix makes a vector longer or shorter at most. The squared length
/// of `M v` is `vᵀ(MᵀM)v`, and `MᵀM` differs from the identity by no more than the largest sum of
/// a row; the share of a length is no more than that of its square.
fn strain<const D: usize>(turn: &[[Ranged; D]; D]) -> f64 {
    let mut most = 0.0_f64;
    let column = |j: usize| -> [Ranged; D] { core::array::from_fn(|i| turn[i][j]) };
    for i in 0..D {
        let mut sum = 0.0;
        for j in 0..D {
            let identity = Ranged::exact(if i == j { 1.0 } else { 0.0 });
            let entry = Ranged::dot(&column(i), &column(j)) - identity;
            sum = (sum + entry.abs().high()).next_up();
        }
        most = most.max(sum);
    }
    most
}

/// The width of the slab between the shapes at right angles to `n`.
fn lower<const D: usize>(a: &Sided<'_, D>, b: &Sided<'_, D>, n: Vector<D>) -> f64 {
    let n = n.0.map(Ranged::exact);
    let step: [Ranged; D] = core::array::from_fn(|i| b.shift[i] - a.shift[i]);
    let width = Ranged::dot(&n, &step) - a.reach(&n) - b.reach(&n.map(Ranged::negated));
    // The width scales with n, whose length is nearly one.
    let least = width.low();
    if least.is_nan() || least <= 0.0 {
        return 0.0;
    }
    let core = (least / Ranged::length_at_most(&n)).next_down();
    (core - (a.radii()[1] + b.radii()[1]).next_up()).next_down()
}

/// The length between the two points of the cores, less the radii.
fn upper<const D: usize>(
    a: &Sided<'_, D>,
    b: &Sided<'_, D>,
    answer: &Answer<D>,
    (pose_a, pose_b): (&Pose<D>, &Pose<D>),
) -> f64 {
    let evidence: &Evidence<D> = answer.evidence();
    let (core_a, core_b) = (core_pose(a.view, pose_a), core_pose(b.view, pose_b));
    let pair = Pair::new(
        a.view,
        core_a.as_ref().unwrap_or(pose_a),
        b.view,
        core_b.as_ref().unwrap_or(pose_b),
    );
    let weights = evidence.weights();
    let point_a = a.point(&evidence.a, weights, |k| evidence.directions[k]);
    let point_b = b.point(&evidence.b, weights, |k| {
        pair.b_in_a().rotation().rotate_back(-evidence.directions[k])
    });
    let (Some(point_a), Some(point_b)) = (point_a, point_b) else { return f64::INFINITY };
    let between: [Ranged; D] = core::array::from_fn(|i| point_b[i] - point_a[i]);
    let length = Ranged::exact(Ranged::length_at_most(&between))
        + Ranged::exact(a.stray())
        + Ranged::exact(b.stray());
    (length - Ranged::exact(a.radii()[0]) - Ranged::exact(b.radii()[0])).high()
}
