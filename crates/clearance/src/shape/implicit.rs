//! Shapes made of implicit surfaces: where convex functions are zero or less.

use super::{Convex, Enclosed, Powers, Swept, View};
use crate::accuracy;
use crate::answer::MOST;
use crate::space::{Definite, Matrix, Vector};

/// A function's value at a point, with its first and second derivatives.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Jet<const D: usize> {
    /// The value.
    pub value: f64,
    /// The first derivatives.
    pub gradient: Vector<D>,
    /// The second derivatives.
    pub hessian: Matrix<D>,
}

impl<const D: usize> Jet<D> {
    /// The same function times a positive number.
    #[inline]
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self {
            value: self.value * factor,
            gradient: self.gradient * factor,
            hessian: Matrix(self.hessian.0.map(|row| row * factor)),
        }
    }

    /// The same function of F⁻¹ x, given the transpose of F⁻¹; of a turn that is the turn itself.
    pub(super) fn mapped(self, across: &Matrix<D>) -> Self {
        Self {
            value: self.value,
            gradient: *across * self.gradient,
            hessian: *across * self.hessian * across.transpose(),
        }
    }

    /// The tangent f(p) + ∇f(p)·(x − p) ≤ 0 as n·x ≤ b.
    pub fn tangent(&self, at: Vector<D>) -> (Vector<D>, f64) {
        (self.gradient, self.gradient.dot(at) - self.value)
    }
}

/// A surface of your own: where a convex function is zero. Its inside is where it is negative.
///
/// [`Intersection::of_surfaces`](crate::shape::Intersection::of_surfaces) makes a shape of one or
/// more of them; [`check_surface`] looks for mistakes in the derivatives.
pub trait Surface<const D: usize>: Send + Sync {
    /// The function and its derivatives at a point. It must be convex, and finite everywhere.
    fn jet(&self, at: Vector<D>) -> Jet<D>;

    /// The value and the gradient at a point with what rounding may have done to them. `None` if
    /// nobody has worked it out; [`rigorous`](crate::rigorous) then refuses the shape.
    fn enclosed(&self, at: Vector<D>) -> Option<Enclosed<D>> {
        let _ = at;
        None
    }
}

/// A shape given by convex functions: all points where each of them is zero or less.
///
/// Numbers of surfaces count the curved ones first and then the half-spaces.
pub trait Implicit<const D: usize>: Convex<D> {
    /// How many of the surfaces are curved.
    fn curved(&self) -> usize;

    /// The curved function with this number, and its derivatives, at a point. Where the function
    /// has a kink, `blur` (in units of the shape's size, from 1 down to 0) is a scale on which it
    /// may be rounded off, outwards in value: what counts as inside must be inside.
    fn jet(&self, surface: usize, at: Vector<D>, blur: f64) -> Jet<D>;

    /// The value of [`jet`](Self::jet) alone, where nothing is rounded off. In browsers size counts for
    /// more.
    #[cfg(not(target_arch = "wasm32"))]
    fn value(&self, surface: usize, at: Vector<D>) -> f64 {
        self.jet(surface, at, 0.0).value
    }

    /// The same where the shape is surely [`inside`](Self::inside), which is asked for often.
    #[cfg(not(target_arch = "wasm32"))]
    fn value_inside(&self, surface: usize) -> f64 {
        self.value(surface, self.inside())
    }

    /// The half-spaces n·x ≤ b among the surfaces, as (n, b), with n of length 1.
    fn half_spaces(&self) -> &[(Vector<D>, f64)] {
        &[]
    }

    /// A point where every function is negative.
    fn inside(&self) -> Vector<D>;

    /// The point about which this curved function is ½(γ² − 1), γ being how far the surface must be
    /// blown up to reach a point; `None` for other functions. A solver then knows the surface from
    /// any point of a ray.
    fn gauge_centre(&self, surface: usize) -> Option<Vector<D>> {
        let _ = surface;
        None
    }

    /// The sum of powers that is 1 on this curved surface, of z as measured from its
    /// [`gauge_centre`](Self::gauge_centre); nothing if it is none, or one of many terms.
    fn powers(&self, surface: usize) -> &[Powers<D>] {
        let _ = surface;
        &[]
    }

    /// A point of this curved surface, or close to it, on the ray from the point
    /// [`gauge_centre`](Self::gauge_centre) through `at`, with a convex function that is zero on the
    /// same surface, as steep there as [`jet`](Self::jet)'s: for solvers that need no more than that
    /// on their way. Unless `onto` is set, a point inside stays where it is. `None` if this is not easily
    /// found.
    fn near(&self, surface: usize, at: Vector<D>, onto: bool) -> Option<(Vector<D>, Jet<D>)> {
        let _ = (surface, at, onto);
        None
    }

    /// The point in which this curved surface ends, if it comes to a point there: the apex of a cone.
    /// Its function has a kink there, and a tangent for every normal in a whole cone of them. Only
    /// asked of surfaces that know how far they reach along each
    /// ([`reach_behind`](Convex::reach_behind)).
    fn tip(&self, surface: usize) -> Option<Vector<D>> {
        let _ = surface;
        None
    }

    /// A unit vector along which the set behind this curved surface goes on for ever, of those the
    /// one that `outward` has most of; `None` if there is none, or it is not easily found. It should
    /// be exact where they are at right angles: there the set only just has an end along `outward`.
    fn ray(&self, surface: usize, outward: Vector<D>) -> Option<Vector<D>> {
        let _ = (surface, outward);
        None
    }

    /// The same set as something bounded that is swept along lines, if it is known in this way. Then it is
    /// projected along them, and the bounded part says all that there is to know.
    fn swept(&self) -> Option<Swept<'_, D>> {
        None
    }

    /// Whether the shape is bounded.
    fn is_bounded(&self) -> bool {
        true
    }
}

/// An upper bound on the distance of a point from the shape: every function is convex, and so, on
/// the way to a point inside, no larger than its chord.
pub(super) fn excess<const D: usize>(shape: &(impl Implicit<D> + ?Sized), p: Vector<D>) -> f64 {
    let inside = shape.inside();
    let way = super::direction::length(p - inside);
    let mut most = 0.0_f64;
    for k in 0..shape.curved() {
        let value = shape.jet(k, p, 0.0).value;
        if value > 0.0 {
            most = most.max(way * (value / (value - shape.jet(k, inside, 0.0).value)));
        } else if value.is_nan() {
            return f64::NAN;
        }
    }
    for (normal, offset) in shape.half_spaces() {
        let over = normal.dot(p) - offset;
        if over > 0.0 {
            most = most.max(way * (over / (over + (offset - normal.dot(inside)))));
        }
    }
    most
}

/// A point of the shape next to one that rounding put outside, by stepping back behind all surfaces at once
/// that were in the way; `None` if that does not lead inside soon. The first step leaves `margin` to
/// rounding, and the later ones more.
///
/// [`excess`] looks from the point to one far inside. In a thin shape that is hardly behind the surface,
/// and a rounding error is multiplied by how much longer the way is than the room behind the surface.
pub(crate) fn beside<const D: usize>(
    shape: &(impl Implicit<D> + ?Sized),
    mut p: Vector<D>,
    mut margin: f64,
) -> Option<Vector<D>> {
    let (curved, flat) = (shape.curved(), shape.half_spaces());
    // Over unit normals.
    let over = |k: usize, p: Vector<D>| match flat.get(k.wrapping_sub(curved)) {
        Some((normal, offset)) => (normal.dot(p) - offset, *normal),
        None => {
            let jet = shape.jet(k, p, 0.0);
            let per = 1.0 / jet.gradient.norm();
            (jet.value * per, jet.gradient * per)
        }
    };
    let (mut ids, mut count) = ([0; D], 0);
    for _ in 0..accuracy::BESIDE_ROUNDS {
        let mut outside = false;
        for k in 0..curved + flat.len() {
            if over(k, p).0 > 0.0 {
                outside = true;
                if count < D && !ids[..count].contains(&k) {
                    (ids[count], count) = (k, count + 1);
                }
            }
        }
        if !outside {
            return shape.excess(p).filter(|excess| *excess <= 0.0).map(|_| p);
        }
        // The shortest step to where each of them leaves the margin: in axes that span their normals.
        let (mut axes, mut step) = ([Vector::ZERO; D], Vector::ZERO);
        for i in 0..count {
            let (value, normal) = over(ids[i], p);
            let mut rest = normal;
            for axis in &axes[..i] {
                rest -= *axis * axis.dot(rest);
            }
            let Some(axis) = rest.normalized() else { continue };
            axes[i] = axis;
            step -= axis * ((value + margin + normal.dot(step)) / axis.dot(normal));
        }
        p += step;
        margin += margin;
    }
    None
}

/// The tangent half-space of a surface at a point.
pub(super) fn tangent<const D: usize>(
    shape: &(impl Implicit<D> + ?Sized),
    surface: u32,
    at: Vector<D>,
) -> Option<(Vector<D>, f64)> {
    let (surface, curved) = (surface as usize, shape.curved());
    if surface < curved {
        return Some(shape.jet(surface, at, 0.0).tangent(at));
    }
    shape.half_spaces().get(surface - curved).copied()
}

impl<const D: usize> View<'_, D> {
    /// How far the core reaches at most along an outward vector, if these multipliers are put on its
    /// surfaces with these numbers at a point; none may be negative.
    ///
    /// It lies behind the tangents n·x ≤ b of these surfaces at that point (or anywhere), and with
    /// Σ λ n = outward it follows that outward·x ≤ Σ λ b. What is left of outward − Σ λ n is borne
    /// by one of the surfaces, if that knows how far it reaches along another direction, or else
    /// counts by how far the core reaches in any direction. An unbounded core has no such length,
    /// and then it must be no more than rounding explains.
    pub(crate) fn reach_by_surfaces(
        &self,
        outward: Vector<D>,
        at: Vector<D>,
        ids: [u32; MOST],
        multipliers: Vector<D>,
    ) -> f64 {
        let (mut left, mut height) = (outward, 0.0);
        let mut planes = [(Vector::ZERO, 0.0); D];
        for k in 0..D {
            let push = multipliers[k];
            if push == 0.0 {
                continue;
            }
            // NaN fails too.
            let Some((normal, offset)) = self.tangent(ids[k], at).filter(|_| push > 0.0) else {
                return f64::INFINITY;
            };
            planes[k] = (normal * push, offset * push);
            left -= planes[k].0;
            height += planes[k].1;
        }
        let plain = if self.is_bounded() {
            height + left.sum_abs() * self.reach
        } else if left.sum_abs() <= accuracy::PARALLEL {
            height + left.dot(at)
        } else {
            f64::INFINITY
        };
        let Some(shape) = self.core.shape().filter(|_| self.facets.is_none()) else {
            return plain;
        };
        let mut least = plain;
        for k in 0..D {
            if multipliers[k] > 0.0
                && let Some(reach) = shape.reach_behind(ids[k], left + planes[k].0, at)
            {
                least = least.min(height - planes[k].1 + reach);
            }
        }
        least
    }
}

/// Why a surface of your own is not what it should be, as [`check_surface`] found it.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum SurfaceFlaw<const D: usize> {
    /// A number is not finite at this point.
    NotFinite(Vector<D>),
    /// The gradient at this point is not how the value changes.
    Gradient(Vector<D>),
    /// The Hessian at this point is not how the gradient changes.
    Hessian(Vector<D>),
    /// Between these two points the function lies above its chord: it is not convex.
    NotConvex(Vector<D>, Vector<D>),
    /// The Hessian at this point has a negative eigenvalue: the function is not convex there.
    Concave(Vector<D>),
}

impl<const D: usize> core::fmt::Display for SurfaceFlaw<D> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::NotFinite(p) => write!(f, "a number is not finite at {:?}", p.0),
            Self::Gradient(p) => write!(f, "the gradient is wrong at {:?}", p.0),
            Self::Hessian(p) => write!(f, "the Hessian is wrong at {:?}", p.0),
            Self::NotConvex(p, q) => {
                write!(f, "the function is not convex between {:?} and {:?}", p.0, q.0)
            }
            Self::Concave(p) => {
                write!(f, "the function is not convex: its Hessian is negative at {:?}", p.0)
            }
        }
    }
}

impl<const D: usize> core::error::Error for SurfaceFlaw<D> {}

/// Compares a surface's derivatives with differences of its values, and its values with its
/// chords, and looks for negative eigenvalues of its Hessian, at points spread over the box
/// `centre` ± `half` (a few hundred of them, always the same). A test for tests: it proves nothing, and
/// finds most mistakes.
///
/// The function must be convex in all of the box, and not only where it is zero or less: solvers come from
/// outside, and take its tangents there for planes that do not cut the set. So let the box hold the set, and as much
/// around it as the points come from that are asked about.
///
/// ```
/// use clearance::shape::{Jet, Surface, check_surface};
/// use clearance::{Matrix, Vector};
/// struct Bowl;
/// impl Surface<2> for Bowl {
///     fn jet(&self, x: Vector<2>) -> Jet<2> {
///         Jet {
///             value: x[0] * x[0] - x[1],
///             gradient: Vector([2.0 * x[0], -1.0]),
///             hessian: Matrix::from_rows([[2.0, 0.0], [0.0, 0.0]]),
///         }
///     }
/// }
/// check_surface(&Bowl, Vector([0.0, 1.0]), Vector([2.0, 2.0])).unwrap();
/// ```
pub fn check_surface<const D: usize>(
    surface: &(impl Surface<D> + ?Sized),
    centre: Vector<D>,
    half: Vector<D>,
) -> Result<(), SurfaceFlaw<D>> {
    let point = |k: u32| {
        // Multiples of irrational numbers spread evenly.
        const STEPS: [f64; 3] = [0.754_877_666_246_692_8, 0.569_840_290_998_053_3, 0.414_213_562];
        let t = |i: usize| (f64::from(k) * STEPS[i % 3] + 0.137 * i as f64) % 1.0;
        Vector::<D>::from_fn(|i| centre[i] + half[i] * (2.0 * t(i) - 1.0))
    };
    for k in 0..accuracy::SURFACE_SAMPLES {
        // At another pace, so that chords are of all lengths and directions.
        let (p, q) = (point(k), point(3 * k + accuracy::SURFACE_SAMPLES));
        let jet = surface.jet(p);
        let finite = jet.value.is_finite() && jet.gradient.is_finite() && jet.hessian.is_finite();
        if !finite {
            return Err(SurfaceFlaw::NotFinite(p));
        }
        derivatives(surface, p, half, &jet)?;
        if !bends_upwards(&jet, half) {
            return Err(SurfaceFlaw::Concave(p));
        }
        let (middle, far) = (surface.jet(p.lerp(q, 0.5)).value, surface.jet(q).value);
        let size = jet.value.abs() + far.abs() + middle.abs();
        if middle > 0.5 * (jet.value + far) + accuracy::SURFACE_SLACK * size {
            return Err(SurfaceFlaw::NotConvex(p, q));
        }
    }
    Ok(())
}

/// Whether the Hessian has no negative eigenvalue but for rounding, along each axis a share of what it is
/// there: a function may bend by far less along one axis than along another. What is made of larger
/// numbers that cancel is known to a share of these.
fn bends_upwards<const D: usize>(jet: &Jet<D>, half: Vector<D>) -> bool {
    let span = half.0.into_iter().fold(f64::INFINITY, f64::min);
    let most = jet.hessian.0.iter().fold(0.0_f64, |most, row| most.max(row.max_abs()));
    let rest = most + (jet.gradient.sum_abs() + jet.value.abs() / span) / span;
    let mut m = jet.hessian.0.map(|row| row.0);
    for (i, row) in m.iter_mut().enumerate() {
        row[i] += accuracy::SURFACE_SLACK * row[i].abs() + accuracy::QUADRIC_ROUNDING * rest;
    }
    rest == 0.0 || Definite::new(m).is_some()
}

/// Central differences against the derivatives at p.
fn derivatives<const D: usize>(
    surface: &(impl Surface<D> + ?Sized),
    p: Vector<D>,
    half: Vector<D>,
    jet: &Jet<D>,
) -> Result<(), SurfaceFlaw<D>> {
    for i in 0..D {
        let step = Vector::axis(i) * (accuracy::SURFACE_STEP * half[i]);
        let (before, after) = (surface.jet(p - step), surface.jet(p + step));
        let per = 1.0 / (2.0 * step[i]);
        let slope = (after.value - before.value) * per;
        let size = jet.gradient.sum_abs() + (jet.value.abs() + after.value.abs()) / half[i];
        if !((slope - jet.gradient[i]).abs() <= accuracy::SURFACE_SLACK * size) {
            return Err(SurfaceFlaw::Gradient(p));
        }
        let bend = (after.gradient - before.gradient) * per;
        let spread = (after.gradient - before.gradient).sum_abs() / half[i];
        let size = jet.hessian[i].sum_abs() + bend.sum_abs() + spread + size / half[i];
        if !((bend - jet.hessian[i]).sum_abs() <= accuracy::SURFACE_SLACK * size) {
            return Err(SurfaceFlaw::Hessian(p));
        }
    }
    Ok(())
}
