//! Exact distances between shapes with vertices, of any size.
//!
//! Floats propose which vertices carry the closest points. A small system is solved for them in
//! integers, and every other vertex is compared with the plane through the closest points: by
//! floats with an error bound where that is enough, which is nearly everywhere, by exact products
//! elsewhere. A vertex in front of the plane joins the working set, and the next system is solved:
//! each is strictly closer than the last, so that it ends.

use alloc::vec::Vec;

use super::body::Body;
use super::outcome::{Combination, Exact, ExactApart, ExactMeeting};
use super::project::{Closest, closest};
use super::touch;
use super::wide::{ANY, Wide, is_nought, minus, negated};
use crate::answer::{Method, Names};
use crate::query::{Query, QueryError, Side};
use crate::shape::Convex;
use crate::space::Pose;

/// How far apart two shapes are, without any rounding.
///
/// For shapes that are the hulls of finitely many points: points, segments, triangles, rectangles,
/// polygons, tetrahedra, boxes and polytopes, placed ones included; others are refused
/// ([`QueryError::NotLinear`]). The coordinates of the vertices, the entries of the rotation
/// matrices and the translations are taken for the very numbers that they are: a vertex `v` is at
/// `R v + t`, whatever `R` may lack to be a rotation. (What was rounded before stays rounded: a
/// polytope made from an [`Affine`](crate::shape::Affine) map has the vertices that were computed
/// when it was made, and so have bounded half-spaces; a shape that was placed twice has the pose that was
/// computed then.)
///
/// ```
/// use clearance::{Pose, exact::{self, Exact}, shape::{Cuboid, Point}};
/// let cube = Cuboid::new([0.5, 0.5, 0.5])?;
/// let near = Pose::at([1.0 + f64::EPSILON, 0.0, 0.0]);
/// let answer = exact::distance(&cube, &Pose::IDENTITY, &cube, &near)?;
/// assert_eq!(answer.distance(), f64::EPSILON);
/// let answer = exact::distance(&cube, &Pose::IDENTITY, &cube, &Pose::at([1.0, 0.3, 0.0]))?;
/// assert!(matches!(answer, Exact::Touching(_)));
/// let point = Point::new([2.0, 1.5, 0.0])?;
/// let answer = exact::distance(&cube, &Pose::IDENTITY, &point, &Pose::IDENTITY)?;
/// assert_eq!(answer.squared().to_string(), "13/4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn distance<const D: usize>(
    a: &(impl Convex<D> + ?Sized),
    pose_a: &Pose<D>,
    b: &(impl Convex<D> + ?Sized),
    pose_b: &Pose<D>,
) -> Result<Exact<D>, QueryError> {
    let found = Search::new(a, pose_a, b, pose_b)?.run();
    let Found { bodies: [body_a, body_b], closest, combination, rounds } = found;
    if !is_nought(&closest.direction) {
        return Ok(Exact::Apart(ExactApart::new(closest, combination, rounds)));
    }
    let inside = combination.pairs.len() == D + 1;
    let parting =
        if inside { None } else { touch::parting(&body_a, &body_b, combination.pairs[0]) };
    let overlapping = parting.is_none();
    let meeting = ExactMeeting::new(combination, parting, rounds);
    Ok(if overlapping { Exact::Overlapping(meeting) } else { Exact::Touching(meeting) })
}

/// Whether two shapes have a point in common, without any rounding; see [`distance`].
pub fn intersects<const D: usize>(
    a: &(impl Convex<D> + ?Sized),
    pose_a: &Pose<D>,
    b: &(impl Convex<D> + ?Sized),
    pose_b: &Pose<D>,
) -> Result<bool, QueryError> {
    Ok(is_nought(&Search::new(a, pose_a, b, pose_b)?.run().closest.direction))
}

/// Two bodies, and the vertices (one of each) that may carry the closest points.
struct Search<'a, const D: usize> {
    a: Body<'a, D>,
    b: Body<'a, D>,
    pairs: Vec<[u32; 2]>,
}

struct Found<'a, const D: usize> {
    bodies: [Body<'a, D>; 2],
    closest: Closest,
    combination: Combination,
    rounds: u32,
}

impl<'a, const D: usize> Search<'a, D> {
    fn new(
        a: &'a (impl Convex<D> + ?Sized),
        pose_a: &Pose<D>,
        b: &'a (impl Convex<D> + ?Sized),
        pose_b: &Pose<D>,
    ) -> Result<Self, QueryError> {
        // Also refuses numbers that are not finite.
        let float = Query::DEFAULT.with_method(Method::Gjk).distance(a, pose_a, b, pose_b);
        let body_a = Body::new(&a.view(), pose_a).ok_or(QueryError::NotLinear(Side::A))?;
        let body_b = Body::new(&b.view(), pose_b).ok_or(QueryError::NotLinear(Side::B))?;
        let float = float?;
        let evidence = float.evidence();
        let mut pairs = Vec::with_capacity(4);
        if let (Names::Vertices(of_a), Names::Vertices(of_b)) = (evidence.a, evidence.b) {
            for (k, weight) in evidence.weights().iter().enumerate() {
                let pair = [of_a[k], of_b[k]];
                if *weight > 0.0 && !pairs.contains(&pair) {
                    pairs.push(pair);
                }
            }
        }
        if pairs.is_empty() {
            pairs.push([0, 0]);
        }
        Ok(Self { a: body_a, b: body_b, pairs })
    }

    fn run(mut self) -> Found<'a, D> {
        let mut needed = None;
        let mut rounds = 0;
        loop {
            rounds += 1;
            let (mut combination, points) = self.points();
            let closest = closest(&points, needed);
            combination.keep(&closest);
            self.pairs.clone_from(&combination.pairs);
            let next = if is_nought(&closest.direction) { None } else { self.next(&closest) };
            let Some(pair) = next else {
                return Found { bodies: [self.a, self.b], closest, combination, rounds };
            };
            needed = Some(self.pairs.len());
            self.pairs.push(pair);
        }
    }

    /// The pairs of vertices in the world, and their differences.
    fn points(&self) -> (Combination, Vec<Wide>) {
        let finest =
            |least: i64, &[i, j]: &[u32; 2]| least.min(self.a.exponent(i)).min(self.b.exponent(j));
        let exponent = match self.pairs.iter().fold(ANY, finest) {
            ANY => 0,
            exponent => exponent,
        };
        let a: Vec<Wide> = self.pairs.iter().map(|pair| self.a.world(pair[0], exponent)).collect();
        let b: Vec<Wide> = self.pairs.iter().map(|pair| self.b.world(pair[1], exponent)).collect();
        let points = a.iter().zip(&b).map(|(a, b)| minus(a, b)).collect();
        (Combination::new(a, b, self.pairs.clone(), exponent), points)
    }

    /// A pair of vertices closer to the origin, seen along the closest point; `None` if there is
    /// none, which proves that the point is the closest of all.
    fn next(&self, closest: &Closest) -> Option<[u32; 2]> {
        let [i, j] = self.pairs[0];
        let lower_a = self.a.lower(&closest.direction, i);
        let lower_b = self.b.lower(&negated(&closest.direction), j);
        if lower_a.is_none() && lower_b.is_none() {
            return None;
        }
        Some([lower_a.unwrap_or(i), lower_b.unwrap_or(j)])
    }
}
