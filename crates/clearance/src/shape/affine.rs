//! A shape under an affine map.

use super::anatomy::{Recession, corners};
use super::{Convex, Core, Polytope, ShapeError, Swept, View, validate};
use crate::accuracy;
use crate::query::Moments;
use crate::space::{Matrix, Vector};

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
}

/// What is known of the image beforehand.
#[derive(Clone, PartialEq, Debug)]
enum Form<const D: usize> {
    /// The image of a polytope.
    Polytope(Polytope<D>),
    /// A bounded image, none of whose coordinates exceeds `reach`.
    Curved { reach: f64 },
    /// An unbounded image.
    Unbounded { reach: f64, recession: Recession<D> },
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
        let image = Image { shape, matrix, translation };
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
        let reach = validate::not_negative("reach", View::of_support(self).reach)?;
        let Core::Swept(_) = view.core else { return Ok(Form::Curved { reach }) };
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

    fn support_error(&self) -> Option<f64> {
        // No vector grows by more than the sum of the entries. The direction is rounded on its way
        // back: that costs what rounding does to the shape's extent, stretched.
        let stretch = self.matrix.0.iter().fold(0.0, |sum, row| sum + row.sum_abs());
        let view = self.shape.view();
        let inner = self.shape.support_error()? + view.rounding();
        let shift = View::new(Core::Point(self.translation), self.translation.max_abs());
        Some(2.0 * stretch * inner + shift.rounding())
    }
}

impl<S: Convex<D>, const D: usize> Convex<D> for Affine<S, D> {
    #[inline]
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        match &self.form {
            Form::Polytope(polytope) => polytope.support(direction),
            Form::Curved { .. } | Form::Unbounded { .. } => self.image.support(direction),
        }
    }

    #[inline]
    fn view(&self) -> View<'_, D> {
        match &self.form {
            Form::Polytope(polytope) => polytope.view(),
            Form::Curved { reach } => View::with_reach(&self.image, *reach),
            Form::Unbounded { reach, recession: Recession { lines, rays } } => {
                View::new(Core::Swept(Swept { base: &self.image, lines, rays }), *reach)
            }
        }
    }

    fn support_error(&self) -> Option<f64> {
        match &self.form {
            Form::Polytope(polytope) => polytope.support_error(),
            Form::Curved { .. } | Form::Unbounded { .. } => self.image.support_error(),
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
