//! Closest points of lines, rays and segments in the world, with their parameters.
//!
//! The same method as [`distance`](crate::distance) takes for these shapes, without what makes the
//! general question general: no poses, no evidence to name vertices in. The answer is two
//! parameters, and the two bounds that prove them.

use super::{Query, QueryError};
use crate::Convex;
use crate::shape::{Line, Ray, Rectangle, Segment, ShapeError};
use crate::solver::{self, Nearest, Strand};
use crate::space::{Pose, Vector};

/// A line, a ray or a segment, by where it starts and where it leads.
///
/// ```
/// use clearance::query::Straight;
/// let beam = Straight::segment([0.0, 0.0, 0.0], [4.0, 0.0, 0.0])?;
/// let cable = Straight::line([1.0, 2.0, 3.0], [0.0, 0.0, 2.0])?;
/// let closest = beam.closest(&cable)?;
/// assert_eq!(closest.distance, 2.0);
/// // A quarter of the beam, and one and a half of (0, 0, 2) down the cable.
/// assert_eq!(closest.parameters, (0.25, -1.5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Straight<const D: usize> {
    strand: Strand<D>,
    kind: Kind<D>,
    /// One over the length of what the parameter counts.
    unit: f64,
    /// No coordinate of what is known of it exceeds this.
    reach: f64,
}

#[derive(Clone, Copy, Debug)]
enum Kind<const D: usize> {
    Segment(Segment<D>),
    Ray(Ray<D>),
    Line(Line<D>),
}

/// Where two sets come closest. `P` is how a point of the second is told: a parameter, or the two
/// coordinates in a rectangle.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Closest<const D: usize, P> {
    /// The point of the first and that of the second.
    pub points: [Vector<D>; 2],
    /// Where on the first: the share of the way between the ends of a segment, else how many of the
    /// direction given to the constructor. And where on the second.
    pub parameters: (f64, P),
    /// The length between the points: not less than the distance of the sets, but for rounding.
    pub distance: f64,
    /// Not more than the distance of the sets, but for rounding; `distance` again to rounding.
    pub lower: f64,
}

impl<const D: usize> Straight<D> {
    /// The segment from `a` to `b`, which may be the same. The parameter goes from 0 to 1.
    pub fn segment(a: impl Into<Vector<D>>, b: impl Into<Vector<D>>) -> Result<Self, ShapeError> {
        let segment = Segment::new(a, b)?;
        let [a, b] = segment.ends();
        let strand = Strand::segment(a, b);
        Ok(Self { strand, kind: Kind::Segment(segment), unit: 1.0, reach: segment.view().reach })
    }

    /// The ray from a point along a direction of any length but zero. The parameter goes from 0 on.
    pub fn ray(
        point: impl Into<Vector<D>>,
        direction: impl Into<Vector<D>>,
    ) -> Result<Self, ShapeError> {
        let direction = direction.into();
        let ray = Ray::new(point, direction)?;
        let strand = Strand::ray(ray.point(), ray.direction());
        let reach = ray.point().max_abs();
        Ok(Self { strand, kind: Kind::Ray(ray), unit: 1.0 / direction.norm(), reach })
    }

    /// The line through a point along a direction of any length but zero. The parameter is 0 at the
    /// point.
    pub fn line(
        point: impl Into<Vector<D>>,
        direction: impl Into<Vector<D>>,
    ) -> Result<Self, ShapeError> {
        let direction = direction.into();
        let line = Line::new(point, direction)?;
        let strand = Strand::line(line.point(), line.direction());
        let reach = line.point().max_abs();
        Ok(Self { strand, kind: Kind::Line(line), unit: 1.0 / direction.norm(), reach })
    }

    /// Where this and another come closest. Where they are parallel, or meet along a stretch, one
    /// of many such places.
    #[inline]
    pub fn closest(&self, other: &Self) -> Result<Closest<D, f64>, QueryError> {
        let scale = self.reach + other.reach;
        if let Some((t, found)) = solver::on_strands(&self.strand, &other.strand, scale) {
            return Ok(Closest::new(found, (t[0] * self.unit, t[1] * other.unit)));
        }
        self.closest_by_another_way(other)
    }

    /// Where this and a rectangle come closest. The rectangle's parameters are coordinates in its
    /// own frame.
    ///
    /// ```
    /// use clearance::{Pose, query::Straight, shape::Rectangle};
    /// // Eberly's worked example: t = 5/34, and the squared distance is 9/34.
    /// let window = Rectangle::new([2.0, 1.0])?;
    /// let line = Straight::line([-3.0, -0.5, 0.0], [5.0, 1.0, 3.0])?;
    /// let closest = line.closest_in_rectangle(&window, &Pose::IDENTITY)?;
    /// assert!((closest.parameters.0 - 5.0 / 34.0).abs() < 1e-15);
    /// assert!((closest.distance.powi(2) - 9.0 / 34.0).abs() < 1e-15);
    /// assert_eq!(closest.parameters.1[0], -2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn closest_in_rectangle(
        &self,
        rectangle: &Rectangle<D>,
        pose: &Pose<D>,
    ) -> Result<Closest<D, [f64; 2]>, QueryError> {
        let half = rectangle.half();
        let scale = self.reach + half.max_abs() + pose.translation().max_abs();
        let inside = self.strand.moved(-pose.translation()).turned_back(pose.rotation());
        if let Some((t, found)) = solver::on_strand_and_sheet(&inside, half, scale) {
            let coordinates = [found.points[1][0], found.points[1][1]];
            // The point on the strand is known in the world without a way back.
            let points = [self.strand.at(t), pose.transform(found.points[1])];
            let found = Nearest { points, ..found };
            return Ok(Closest::new(found, (t * self.unit, coordinates)));
        }
        self.in_rectangle_by_another_way(rectangle, pose)
    }

    #[cold]
    fn closest_by_another_way(&self, other: &Self) -> Result<Closest<D, f64>, QueryError> {
        let here = &Pose::IDENTITY;
        let answer = Query::DEFAULT.distance(self.shape(), here, other.shape(), here)?;
        let points = answer.points();
        let parameters = (self.parameter(points[0]), other.parameter(points[1]));
        Ok(Closest { points, parameters, distance: answer.upper(), lower: answer.lower() })
    }

    #[cold]
    fn in_rectangle_by_another_way(
        &self,
        rectangle: &Rectangle<D>,
        pose: &Pose<D>,
    ) -> Result<Closest<D, [f64; 2]>, QueryError> {
        let here = &Pose::IDENTITY;
        let answer = Query::DEFAULT.distance(self.shape(), here, rectangle, pose)?;
        let points = answer.points();
        let inside = pose.transform_back(points[1]);
        let parameters = (self.parameter(points[0]), [inside[0], inside[1]]);
        Ok(Closest { points, parameters, distance: answer.upper(), lower: answer.lower() })
    }

    fn shape(&self) -> &dyn Convex<D> {
        match &self.kind {
            Kind::Segment(segment) => segment,
            Kind::Ray(ray) => ray,
            Kind::Line(line) => line,
        }
    }

    /// That of a point on it.
    fn parameter(&self, point: Vector<D>) -> f64 {
        self.strand.nearest(point) * self.unit
    }
}

impl<const D: usize, P> Closest<D, P> {
    #[inline(always)]
    fn new(found: Nearest<D>, parameters: (f64, P)) -> Self {
        let Nearest { points, upper, lower } = found;
        let lower = if lower < upper { lower } else { upper };
        Self { points, parameters, distance: upper, lower }
    }
}
