//! A hyperquadric: a polyhedron with as many pairs of faces as you like, rounded off.

mod level;
mod part;

use alloc::boxed::Box;
use alloc::vec::Vec;

use level::Level;
use part::Part;

use super::centre::{Around, centre};
use super::conjugate;
use super::gauge::{self, Place, Powers};
use super::{
    Affine, Convex, Core, Formula, Implicit, Jet, ShapeError, SmoothSupport, Superquadric, Swept,
    Term, View, implicit, validate,
};
use crate::accuracy;
use crate::interior::{ceiling, extent, furthest, nearly, pulled};
use crate::query::Moments;
use crate::space::{Definite, Matrix, Vector};

/// All x with Σ |aᵢ·x + dᵢ|^nᵢ ≤ 1, where each nᵢ is at least 1.
///
/// The slabs |aᵢ·x + dᵢ| ≤ 1 contain it; the exponents say how round it is.
///
/// ```
/// use clearance::shape::{Hyperquadric, ShapeError};
/// // A hexagonal nut with rounded edges.
/// let nut = Hyperquadric::<3>::new([
///     ([0.0, 1.0, 0.0], 0.0, 16.0),
///     ([1.0, 0.5, 0.0], 0.0, 16.0),
///     ([1.0, -0.5, 0.0], 0.0, 16.0),
///     ([0.0, 0.0, 2.5], 0.0, 2.0),
/// ])?;
/// # let _ = nut;
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Hyperquadric<const D: usize> {
    given: Vec<Term<D>>,
    /// With d as measured at `inside`.
    terms: Vec<Term<D>>,
    /// The same without offsets, if there are few and none has any.
    groups: Vec<Powers<D>>,
    inside: Vector<D>,
    reach: f64,
    bounded: bool,
    /// The lines along which it runs.
    level: Level<D>,
    /// What is swept along them.
    part: Option<Part<D>>,
    /// With D independent terms: the image of a superquadric, which has a support function.
    image: Option<Affine<Superquadric<D>, D>>,
}

impl<const D: usize> Hyperquadric<D> {
    /// From the terms (a, d, n), at least one.
    pub fn new<V: Into<Vector<D>>>(
        terms: impl IntoIterator<Item = (V, f64, f64)>,
    ) -> Result<Self, ShapeError> {
        let mut list = Vec::new();
        for (index, (a, d, n)) in terms.into_iter().enumerate() {
            let a = validate::point("vector", a.into())?;
            if !d.is_finite() {
                return Err(ShapeError::NotFinite { what: "term", index: Some(index) });
            }
            if a == Vector::ZERO {
                return Err(ShapeError::ZeroLength { what: "vector of a term" });
            }
            if !(1.0..f64::INFINITY).contains(&n) {
                return Err(ShapeError::Exponent { value: n });
            }
            list.push(Term { a, d, n });
        }
        validate::at_least("terms", list.len(), 1)?;
        let mut gram = Matrix([Vector::<D>::ZERO; D]);
        let mut least = f64::INFINITY;
        for term in &list {
            let unit = term.a.normalized().unwrap_or(Vector::axis(0));
            least = least.min(term.a.norm());
            for i in 0..D {
                gram[i] += unit * unit[i];
            }
        }
        let mut spread = gram.0.map(|row| row.0);
        for i in 0..D {
            spread[i][i] -= accuracy::QUADRIC_ROUNDING;
        }
        let bounded = Definite::new(spread).is_some();
        let (given, inside) = (list.clone(), middle(&list, 1.0 / least)?);
        for term in &mut list {
            term.d += term.a.dot(inside);
        }
        let size = inside.max_abs() + 1.0 / least;
        let groups = Powers::groups(&list);
        let level = if bounded { Level::NONE } else { Level::new(&list) };
        let mut shape = Self {
            given,
            terms: list,
            groups,
            inside,
            reach: size,
            bounded,
            level,
            part: None,
            image: None,
        };
        shape.part = shape.bounded_part();
        if bounded {
            shape.image = shape.as_image();
            // Proved, not measured: tangents that should contain the shape would cut it otherwise.
            let room = shape.within_slabs();
            shape.reach = validate::positive("extent", extent(&shape, room, size))?;
        }
        Ok(shape)
    }

    /// The same with other exponents, as many as there are terms.
    pub fn with_exponents(&self, exponents: &[f64]) -> Result<Self, ShapeError> {
        validate::at_least("exponents", exponents.len(), self.terms.len())?;
        let terms = self.given.iter().zip(exponents);
        Self::new(terms.map(|(term, n)| (term.a, term.d, *n)))
    }

    /// How far from the middle a point may be along any axis if each term alone is at most 1: with
    /// b = a/|a| and G = Σ b bᵀ, a point is G⁻¹ Σ b (v − d)/|a| for its v = a·x + d.
    fn within_slabs(&self) -> Option<f64> {
        let mut gram = [[0.0; D]; D];
        for term in &self.terms {
            let unit = term.a.normalized()?;
            for i in 0..D {
                for j in 0..D {
                    gram[i][j] += unit[i] * unit[j];
                }
            }
        }
        let parts = Definite::new(gram)?;
        let mut most = 0.0_f64;
        for i in 0..D {
            let row = Vector(parts.solve(Vector::<D>::axis(i).0));
            let mut sum = 0.0;
            for term in &self.terms {
                sum += row.dot(term.a).abs() * (1.0 + term.d.abs()) / term.a.norm_squared();
            }
            most = most.max(sum);
        }
        Some(most)
    }

    /// No coordinate of a point exceeds this, measured from the point inside.
    fn extent(&self) -> f64 {
        if self.bounded { self.reach + self.inside.max_abs() } else { f64::INFINITY }
    }

    /// With one more term for each line, which is zero at the point inside; nothing if terms have more than
    /// rounding along the lines, or where size counts for more, as it does in browsers.
    fn bounded_part(&self) -> Option<Part<D>> {
        let lines = self.level.lines();
        let all = |term: &Term<D>| self.level.bears(term.a);
        if cfg!(target_arch = "wasm32") || lines.is_empty() || !self.terms.iter().all(all) {
            return None;
        }
        let steep = self.given.iter().map(|term| term.a.norm()).fold(f64::INFINITY, f64::min);
        let end = |line: &Vector<D>| Term {
            a: *line * steep,
            d: -steep * line.dot(self.inside),
            n: accuracy::LINE_POWER,
        };
        let terms: Vec<_> = self.given.iter().copied().chain(lines.iter().map(end)).collect();
        if terms.len() == D {
            return Part::image(&terms);
        }
        let part = Self::new(terms.iter().map(|term| (term.a, term.d, term.n))).ok()?;
        part.bounded.then(|| Part::Same(Box::new(part)))
    }

    fn as_image(&self) -> Option<Affine<Superquadric<D>, D>> {
        if self.terms.len() != D || self.terms.iter().any(|term| term.d != 0.0) {
            return None;
        }
        let rows = Matrix(core::array::from_fn(|i| self.terms[i].a));
        let exponents = Vector::from_fn(|i| self.terms[i].n);
        let inner = Superquadric::new(Vector([1.0; D]), exponents).ok()?;
        Affine::new(inner, rows.inverse()?, self.inside).ok()
    }
}

impl<const D: usize> Hyperquadric<D> {
    /// The furthest point along a direction, if slopes prove that it is: from where the ray leaves the slabs,
    /// or else from where a roof knows of no point that is much further.
    fn by_slopes(&self, direction: Vector<D>) -> Option<Vector<D>> {
        let unit = direction.normalized().filter(|_| self.has_slopes())?;
        let (point, _) =
            self.proved(unit, conjugate::beginning(&self.terms, unit)).or_else(|| {
                let near = nearly(self, self.reach, unit);
                self.proved(unit, near - self.inside)
            })?;
        Some(point)
    }

    /// Whether they are looked for: in browsers size counts for more.
    fn has_slopes(&self) -> bool {
        let few = self.terms.len() <= accuracy::GAUGE_FEW;
        !cfg!(target_arch = "wasm32") && self.bounded && few
    }

    /// The furthest point along a unit vector, and how far from the inside the set reaches at most, if the slopes
    /// of this place lead to where the two agree.
    fn proved(&self, unit: Vector<D>, from: Vector<D>) -> Option<(Vector<D>, f64)> {
        let (z, bound) = conjugate::furthest(&self.terms, unit, from, self.extent())?;
        let point = pulled(self, self.inside + z);
        let left = bound - unit.dot(point - self.inside);
        (left <= accuracy::FURTHEST_GAP * self.reach).then_some((point, bound))
    }

    /// How far it reaches along an outward direction, if the slopes of a place near `at` lead to the furthest point.
    fn proved_reach(&self, outward: Vector<D>, at: Vector<D>) -> Option<f64> {
        let unit = outward.normalized().filter(|_| self.has_slopes())?;
        let (_, bound) = self.proved(unit, at - self.inside)?;
        Some((bound + unit.dot(self.inside)) * outward.dot(unit))
    }
}

/// A point where the sum is less than 1, and small.
fn middle<const D: usize>(terms: &[Term<D>], size: f64) -> Result<Vector<D>, ShapeError> {
    if terms.iter().all(|term| term.d == 0.0) {
        return Ok(Vector::ZERO);
    }
    // Where all slabs have their middles, or nearly.
    let (mut gram, mut right) = ([[0.0; D]; D], Vector::<D>::ZERO);
    for term in terms {
        for i in 0..D {
            for j in 0..D {
                gram[i][j] += term.a[i] * term.a[j];
            }
        }
        right -= term.a * term.d;
    }
    for i in 0..D {
        gram[i][i] += accuracy::QUADRIC_ROUNDING / (size * size);
    }
    let guess = Definite::new(gram).map_or(Vector::ZERO, |parts| Vector(parts.solve(right.0)));
    if terms.len() == D && terms.iter().all(|t| (t.a.dot(guess) + t.d).abs() < accuracy::PARALLEL) {
        return Ok(guess);
    }
    // Each slab for itself is enough for a place to start from: |a·x + d|² − 1 < 0.
    let slab = |k: usize, x: Vector<D>, _: f64| {
        let term = &terms[k];
        let v = term.a.dot(x) + term.d;
        let mut hessian = Matrix([Vector::ZERO; D]);
        for i in 0..D {
            hessian[i] = term.a * (2.0 * term.a[i]);
        }
        Jet { value: v * v - 1.0, gradient: term.a * (2.0 * v), hessian }
    };
    let x = centre(terms.len(), &slab, Around::unbounded(guess, size))?;
    // Then the sum itself.
    let whole = |_: usize, x: Vector<D>, blur: f64| raw(terms, x, blur);
    if raw(terms, x, accuracy::BLUR_LAST).value < -0.5 {
        Ok(x)
    } else {
        centre(1, &whole, Around::unbounded(x, size))
    }
}

/// The sum minus 1, as it stands.
fn raw<const D: usize>(terms: &[Term<D>], x: Vector<D>, blur: f64) -> Jet<D> {
    let mut jet = Jet { value: -1.0, gradient: Vector::ZERO, hessian: Matrix([Vector::ZERO; D]) };
    for term in terms {
        let [w, p, r] = term.powers(term.a.dot(x) + term.d, blur);
        jet.value += w;
        jet.gradient += term.a * p;
        for i in 0..D {
            jet.hessian[i] += term.a * (term.a[i] * r);
        }
    }
    jet
}

impl<const D: usize> Convex<D> for Hyperquadric<D> {
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        match &self.image {
            Some(image) => image.support(direction),
            None => {
                self.by_slopes(direction).unwrap_or_else(|| furthest(self, self.reach, direction))
            }
        }
    }

    fn view(&self) -> View<'_, D> {
        match &self.image {
            Some(image) => View::new(Core::Smooth(self), image.view().reach),
            None => View::new(Core::Implicit(self), self.reach),
        }
    }

    fn excess(&self, point: Vector<D>) -> Option<f64> {
        Some(implicit::excess(self, point))
    }

    fn tangent(&self, surface: u32, at: Vector<D>) -> Option<(Vector<D>, f64)> {
        implicit::tangent(self, surface, at)
    }

    fn reach_behind(&self, surface: u32, outward: Vector<D>, at: Vector<D>) -> Option<f64> {
        if surface != 0 {
            return None;
        }
        if let Some(image) = &self.image {
            return Some(image.support(outward).dot(outward));
        }
        // Where the lines are level, its part reaches as far, and the distance along them does not matter.
        if let Some(part) = self.part.as_ref().filter(|_| self.level.bears(outward)) {
            let along = self.level.along(at - self.inside);
            return Some(part.reach(outward, at - along)? + outward.dot(along));
        }
        let kinks = self.terms.iter().any(|term| term.n < 2.0);
        if kinks && let Some(reach) = self.proved_reach(outward, at) {
            return Some(reach);
        }
        let (slopes, z) = conjugate::reach(&self.terms, outward, at - self.inside, self.extent());
        let reach = slopes + outward.dot(self.inside);
        // Slopes at a kink, or for a point far from the furthest, may not get there. Without kinks
        // they miss by the square of what the point is off, and a closer point is cheaper.
        let missed = reach - outward.dot(at) > accuracy::FURTHEST_SHORT * self.reach;
        if self.bounded && kinks && missed {
            // What a roof could gain at most is what the slopes' own point shows to be missing. Unless that is
            // most of it, it is the given point that is not the furthest.
            let shown = outward.dot(pulled(self, self.inside + z)).max(outward.dot(at));
            if reach - shown > accuracy::SLOPE_OWN * (reach - outward.dot(at)) {
                return Some(reach.min(ceiling(self, self.reach, outward)));
            }
        }
        Some(reach)
    }

    fn formula(&self) -> Formula<'_, D> {
        Formula::Hyperquadric(&self.given)
    }

    fn moments(&self) -> Option<Moments<D>> {
        self.image.as_ref()?.moments()
    }

    fn implicit(&self) -> Option<&dyn Implicit<D>> {
        Some(self)
    }
}

/// Where it is the image of a superquadric, it moves as that does; nobody asks otherwise.
impl<const D: usize> SmoothSupport<D> for Hyperquadric<D> {
    fn bend(&self, direction: Vector<D>) -> (Vector<D>, Matrix<D>) {
        match self.image.as_ref().map(|image| image.view().core) {
            Some(Core::Smooth(image)) => image.bend(direction),
            _ => (self.support(direction), Matrix([Vector::ZERO; D])),
        }
    }

    fn steer(&self, toward: Vector<D>, expected: Vector<D>) -> Option<Vector<D>> {
        match self.image.as_ref()?.view().core {
            Core::Smooth(image) => image.steer(toward, expected),
            _ => None,
        }
    }
}

impl<const D: usize> Implicit<D> for Hyperquadric<D> {
    fn curved(&self) -> usize {
        1
    }

    fn jet(&self, _surface: usize, at: Vector<D>, blur: f64) -> Jet<D> {
        gauge::jet(&self.terms, at - self.inside, blur)
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn value(&self, _surface: usize, at: Vector<D>) -> f64 {
        gauge::value(&self.groups, &self.terms, at - self.inside)
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn value_inside(&self, _surface: usize) -> f64 {
        -0.5
    }

    fn near(&self, _surface: usize, at: Vector<D>, onto: bool) -> Option<(Vector<D>, Jet<D>)> {
        let (share, jet) = gauge::near(
            &self.groups,
            &self.terms,
            Place { z: at - self.inside, onto, judged: false },
        )?;
        Some((self.inside + (at - self.inside) * share, jet))
    }

    fn inside(&self) -> Vector<D> {
        self.inside
    }

    fn gauge_centre(&self, _surface: usize) -> Option<Vector<D>> {
        Some(self.inside)
    }

    fn powers(&self, _surface: usize) -> &[Powers<D>] {
        &self.groups
    }

    fn ray(&self, _surface: usize, outward: Vector<D>) -> Option<Vector<D>> {
        // In browsers size counts for more.
        if cfg!(target_arch = "wasm32") {
            return None;
        }
        let ray = self.level.along(outward);
        if ray.norm() > accuracy::PARALLEL * outward.norm() { ray.normalized() } else { None }
    }

    fn swept(&self) -> Option<Swept<'_, D>> {
        let base = self.part.as_ref()?.base();
        Some(Swept { base, lines: self.level.lines(), rays: &[] })
    }

    fn is_bounded(&self) -> bool {
        self.bounded
    }
}
