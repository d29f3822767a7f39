//! A shape under an affine map.

mod surfaces;

use surfaces::Surfaces;

use super::anatomy::{Recession, corners, has_bounded_part};
use super::{
    Convex, Core, Formula, Implicit, Polytope, ShapeError, SmoothSupport, Swept, View, direction,
    validate,
};
use crate::accuracy;
use crate::query::Moments;
use crate::space::{Matrix, Vector, real};

/// The image of a shape under x ↦ M x + t: stretched, sheared, mirrored.
#[derive(Clone, PartialEq, Debug)]
pub struct Affine<S, const D: usize> {
    image: Image<S, D>,
    form: Form<D>,
}

/// The support function of the image.
#[derive(Clone, PartialEq, Debug)]
struct Image<S, const D: usize> {
    shape: S,
    matrix: Matrix<D>,
    translation: Vector<D>,
    inverse: Option<Matrix<D>>,
}

/// What is known of the image beforehand.
#[derive(Clone, PartialEq, Debug)]
enum Form<const D: usize> {
    /// The image of a polytope.
    Polytope(Polytope<D>),
    /// A bounded image, none of whose coordinates exceeds `reach`.
    Curved { reach: f64 },
    /// The same, and the shape knows how its support points move.
    Smooth { reach: f64 },
    /// An unbounded image.
    Unbounded { reach: f64, recession: Recession<D> },
    /// The unbounded image of a shape made of surfaces.
    Surfaces(Surfaces<D>),
}

impl<S: Convex<D>, const D: usize> Affine<S, D> {
    /// The image of the shape under x ↦ matrix · x + translation. The matrix has an inverse.
    ///
    /// ```
    /// use clearance::shape::{Affine, Ball};
    /// // An ellipsoid, askew.
    /// let matrix = [[2.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.5]];
    /// let ellipsoid = Affine::new(Ball::new(1.0)?, matrix, [0.0, 0.0, 3.0])?;
    /// # Ok::<(), clearance::shape::ShapeError>(())
    /// ```
    pub fn new(
        shape: S,
        matrix: impl Into<Matrix<D>>,
        translation: impl Into<Vector<D>>,
    ) -> Result<Self, ShapeError> {
        let matrix = matrix.into();
        let translation = validate::point("translation", translation.into())?;
        if !matrix.is_finite() {
            return Err(ShapeError::NotFinite { what: "matrix", index: None });
        }
        if !has_inverse(&matrix) {
            return Err(ShapeError::Singular);
        }
        let image = Image { shape, matrix, translation, inverse: matrix.inverse() };
        let form = image.form()?;
        Ok(Self { image, form })
    }

    /// The shape that is mapped.
    pub fn shape(&self) -> &S {
        &self.image.shape
    }

    /// The matrix.
    pub fn matrix(&self) -> &Matrix<D> {
        &self.image.matrix
    }

    /// The translation.
    pub fn translation(&self) -> Vector<D> {
        self.image.translation
    }
}

impl<S: Convex<D>, const D: usize> Image<S, D> {
    fn map(&self, x: Vector<D>) -> Vector<D> {
        self.matrix * x + self.translation
    }

    fn form(&self) -> Result<Form<D>, ShapeError> {
        let view = self.shape.view();
        if view.radius == 0.0
            && let Some(points) = corners(&view)
        {
            let mapped = points.into_iter().map(|p| self.map(p));
            return Ok(Form::Polytope(Polytope::from_points(mapped)?));
        }
        if let Some(surfaces) = self.surfaces(&view)? {
            return Ok(Form::Surfaces(surfaces));
        }
        has_bounded_part(&view)?;
        let reach = validate::not_negative("reach", View::of_support(self).reach)?;
        match view.core {
            // A ball, or something smooth with or without a radius.
            Core::Point(_) | Core::Smooth(_) => return Ok(Form::Smooth { reach }),
            Core::Swept(_) => {}
            _ => return Ok(Form::Curved { reach }),
        }
        let Recession { mut lines, mut rays } = Recession::of([view]);
        for v in lines.iter_mut().chain(&mut rays) {
            *v = self.matrix * *v;
        }
        Ok(Form::Unbounded { reach, recession: Recession::new(&lines, &rays) })
    }
}

/// Whether the rows, each brought to length 1, span a volume.
fn has_inverse<const D: usize>(matrix: &Matrix<D>) -> bool {
    let mut rows = *matrix;
    for i in 0..D {
        match rows[i].normalized() {
            Some(row) if matrix[i].max_abs() <= accuracy::LARGEST => rows[i] = row,
            _ => return false,
        }
    }
    rows.determinant().abs() > accuracy::SINGULAR
}

/// The bounded part of the image.
impl<S: Convex<D>, const D: usize> Convex<D> for Image<S, D> {
    #[inline]
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        self.map(self.shape.support(self.matrix.transpose_mul(direction)))
    }

    /// No way grows by more than the matrix makes it.
    fn excess(&self, point: Vector<D>) -> Option<f64> {
        let local = self.inverse? * (point - self.translation);
        let excess = self.shape.excess(local)?;
        let mut squares = 0.0;
        for row in self.matrix.0 {
            squares += row.norm_squared();
        }
        Some(excess * if excess > 0.0 { real::sqrt(squares) } else { 0.0 })
    }

    fn support_error(&self) -> Option<f64> {
        // No vector grows by more than the sum of the entries. The direction is rounded on its way
        // back: that costs what rounding does to the shape's extent, stretched.
        let stretch = self.matrix.0.iter().fold(0.0, |sum, row| sum + row.sum_abs());
        let view = self.shape.view();
        let inner = self.shape.support_error()? + view.rounding();
        let shift = View::new(Core::Point(self.translation), self.translation.max_abs());
        Some(2.0 * stretch * inner + shift.rounding())
    }

    fn formula(&self) -> Formula<'_, D> {
        let (matrix, translation) = (&self.matrix, self.translation);
        Formula::Affine { shape: &self.shape, matrix, translation }
    }
}

/// With m = Mᵀ d the image of the point x(m) is M x + t, and that of its derivative M H Mᵀ.
impl<S: Convex<D>, const D: usize> SmoothSupport<D> for Image<S, D> {
    fn bend(&self, direction: Vector<D>) -> (Vector<D>, Matrix<D>) {
        let (view, m) = (self.shape.view(), self.matrix.transpose_mul(direction));
        let local = view.frame.map_or(m, |frame| frame.rotation().rotate_back(m));
        let (mut point, mut bend) = match view.core {
            Core::Smooth(shape) => shape.bend(local),
            core => (core.support(local), Matrix([Vector::ZERO; D])),
        };
        if view.radius > 0.0 {
            // h = r |m|
            let unit = direction::unit(local);
            point += unit * view.radius;
            let share = view.radius / local.norm();
            for i in 0..D {
                bend[i] -= unit * (unit[i] * share);
                bend[i][i] += share;
            }
        }
        if let Some(frame) = view.frame {
            let turn = *frame.rotation().matrix();
            (point, bend) = (frame.transform(point), turn * bend * turn.transpose());
        }
        (self.map(point), self.matrix * bend * self.matrix.transpose())
    }

    fn steer(&self, toward: Vector<D>, expected: Vector<D>) -> Option<Vector<D>> {
        let view = self.shape.view();
        // With a radius the point is not known from the one of the core: leave it at that.
        let Core::Smooth(shape) = view.core else { return None };
        if view.radius > 0.0 || view.frame.is_some() {
            return None;
        }
        // The expected point must survive the way back.
        let size = |m: &Matrix<D>| m.0.iter().fold(0.0, |sum, row| sum + row.norm_squared());
        let inverse = self.inverse?;
        if size(&self.matrix) * size(&inverse) > accuracy::STEER_CONDITION {
            return None;
        }
        let m = self.matrix.transpose_mul(toward);
        let steered = shape.steer(m, inverse * (expected - self.translation))?;
        Some(inverse.transpose_mul(steered))
    }

    /// Of Mᵀ d for d.
    fn oval(&self) -> Option<(Vector<D>, Matrix<D>)> {
        let view = self.shape.view();
        let Core::Smooth(shape) = view.core else { return None };
        if view.radius > 0.0 || view.frame.is_some() {
            return None;
        }
        let (centre, factor) = shape.oval()?;
        Some((self.map(centre), factor * self.matrix.transpose()))
    }
}

impl<S: Convex<D>, const D: usize> Convex<D> for Affine<S, D> {
    #[inline]
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        match &self.form {
            Form::Polytope(polytope) => polytope.support(direction),
            _ => self.image.support(direction),
        }
    }

    #[inline]
    fn view(&self) -> View<'_, D> {
        match &self.form {
            Form::Polytope(polytope) => polytope.view(),
            Form::Curved { reach } => View::with_reach(&self.image, *reach),
            Form::Smooth { reach } => View::new(Core::Smooth(&self.image), *reach),
            Form::Unbounded { reach, recession: Recession { lines, rays } } => {
                View::new(Core::Swept(Swept { base: &self.image, lines, rays }), *reach)
            }
            Form::Surfaces(surfaces) => View::new(Core::Implicit(self), surfaces.reach),
        }
    }

    fn excess(&self, point: Vector<D>) -> Option<f64> {
        self.image.excess(point)
    }

    fn tangent(&self, surface: u32, at: Vector<D>) -> Option<(Vector<D>, f64)> {
        self.own_tangent(surface, at)
    }

    fn reach_behind(&self, surface: u32, outward: Vector<D>, at: Vector<D>) -> Option<f64> {
        self.own_reach_behind(surface, outward, at)
    }

    fn implicit(&self) -> Option<&dyn Implicit<D>> {
        self.surfaces().map(|_| self as &dyn Implicit<D>)
    }

    fn support_error(&self) -> Option<f64> {
        match &self.form {
            Form::Polytope(polytope) => polytope.support_error(),
            _ => self.image.support_error(),
        }
    }

    fn moments(&self) -> Option<Moments<D>> {
        if let Form::Polytope(polytope) = &self.form {
            return polytope.moments();
        }
        let inner = self.image.shape.moments()?;
        let matrix = self.image.matrix;
        let factor = matrix.determinant().abs();
        let mut second = matrix * inner.second * matrix.transpose();
        for i in 0..D {
            second[i] *= factor;
        }
        Some(Moments {
            volume: inner.volume * factor,
            centroid: self.image.map(inner.centroid),
            second,
            error: inner.error * factor,
        })
    }
}
