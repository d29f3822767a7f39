//! Where two shapes touch: a point, a line or a polygon.
//!
//! The directions all around the normal, tilted by a little, have the corners of the touching
//! faces for support points, in order: an edge gives two, a smooth surface points so close together
//! that they are one. What the two faces have in common, seen along the normal, is the patch.
//! Corners that are off the plane by less than the tilt can see belong to the face, so that faces
//! that are parallel up to rounding are as good as parallel ones.

use super::{Query, QueryError, Workspace};
use crate::accuracy;
use crate::answer::Signed;
use crate::pair::core_pose;
use crate::shape::{Convex, View};
use crate::solver::tangents;
use crate::space::{Pose, Vector, real};

/// The most points of a patch.
pub const PATCH_POINTS: usize = 8;

/// The directions around the normal.
const AROUND: usize = 16;

/// Corners of a polygon on its way through the clipping.
const ROOM: usize = 2 * AROUND + 2;

/// Where two shapes touch, or are closest to each other.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Patch<const D: usize> {
    /// The signed distance that it belongs to.
    pub signed: Signed<D>,
    points: [Vector<D>; PATCH_POINTS],
    gaps: [f64; PATCH_POINTS],
    len: usize,
}

impl<const D: usize> Patch<D> {
    /// The corners, anticlockwise seen against the normal: one where the closest pair is unique,
    /// two on a common line, three to eight on a common face. Each lies halfway between the shapes.
    pub fn points(&self) -> &[Vector<D>] {
        &self.points[..self.len]
    }

    /// The gap between the shapes at each of the points, along the normal; negative where they
    /// overlap.
    pub fn gaps(&self) -> &[f64] {
        &self.gaps[..self.len]
    }

    /// Whether there is one closest (or deepest) pair of points.
    pub fn is_unique(&self) -> bool {
        self.len == 1
    }
}

/// Where two shapes touch, or come closest: the polygon (a line or a point where the shapes have
/// no parallel faces there) of all their closest pairs, at most eight points.
///
/// Faces count as parallel up to 1e-4 radians. A round face is an inscribed polygon.
///
/// ```
/// use clearance::{Pose, contact_patch, shape::Cuboid};
/// let cube = Cuboid::new([1.0, 1.0, 1.0])?;
/// let there = Pose::at([0.5, 0.5, 1.99]); // a hundredth deep
/// let patch = contact_patch(&cube, &Pose::IDENTITY, &cube, &there)?;
/// assert_eq!(patch.points().len(), 4);
/// assert!(patch.gaps().iter().all(|gap| (gap + 0.01).abs() < 1e-12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn contact_patch<const D: usize>(
    a: &(impl Convex<D> + ?Sized),
    pose_a: &Pose<D>,
    b: &(impl Convex<D> + ?Sized),
    pose_b: &Pose<D>,
) -> Result<Patch<D>, QueryError> {
    Workspace::new().contact_patch(a, pose_a, b, pose_b)
}

impl<const D: usize> Workspace<D> {
    /// Where two shapes touch; see [`contact_patch`].
    pub fn contact_patch(
        &mut self,
        a: &(impl Convex<D> + ?Sized),
        pose_a: &Pose<D>,
        b: &(impl Convex<D> + ?Sized),
        pose_b: &Pose<D>,
    ) -> Result<Patch<D>, QueryError> {
        let signed = self.signed_distance_by(&Query::DEFAULT, a, pose_a, b, pose_b)?;
        let (normal, [p, q]) = (signed.normal(), signed.points());
        let middle = p.lerp(q, 0.5);
        let mut patch = Patch {
            signed,
            points: [middle; PATCH_POINTS],
            gaps: [signed.distance(); PATCH_POINTS],
            len: 1,
        };
        let (a, b) = (a.view(), b.view());
        if !(a.is_bounded() && b.is_bounded()) {
            return Ok(patch);
        }
        let Some(tangents) = tangents(normal) else { return Ok(patch) };
        let frame = Frame { origin: middle, normal, tangents };
        let small = accuracy::PATCH_SMALL * (a.reach + b.reach);
        let first = Feature::of(&a, pose_a, (&frame, normal), small);
        let second = Feature::of(&b, pose_b, (&frame, -normal), small);
        let mut common = first.common(&second, small);
        common.thin_out(small);
        if common.len > 1 {
            patch.len = common.len;
            for k in 0..common.len {
                let at = common.at[k];
                let heights = [first.height(at), second.height(at)];
                patch.gaps[k] = heights[1] - heights[0];
                patch.points[k] = frame.place(at, 0.5 * (heights[0] + heights[1]));
            }
        }
        Ok(patch)
    }
}

/// Coordinates across the normal, and along it.
pub(super) struct Frame<const D: usize> {
    pub(super) origin: Vector<D>,
    pub(super) normal: Vector<D>,
    pub(super) tangents: [Vector<D>; 2],
}

impl<const D: usize> Frame<D> {
    fn place(&self, at: Vector<2>, height: f64) -> Vector<D> {
        self.origin + self.tangents[0] * at[0] + self.tangents[1] * at[1] + self.normal * height
    }
}

/// A convex polygon across the normal, anticlockwise; fewer than three corners are a line or a
/// point.
#[derive(Clone, Copy)]
pub(super) struct Outline {
    pub(super) at: [Vector<2>; ROOM],
    pub(super) len: usize,
}

/// The face, edge or corner of a shape that looks along the normal, and how high each corner is.
pub(super) struct Feature {
    outline: Outline,
    heights: [f64; ROOM],
}

impl Feature {
    pub(super) fn of<const D: usize>(
        view: &View<'_, D>,
        pose: &Pose<D>,
        (frame, outward): (&Frame<D>, Vector<D>),
        small: f64,
    ) -> Self {
        let pose = core_pose(view, pose).unwrap_or(*pose);
        let mut feature = Self { outline: Outline::EMPTY, heights: [0.0; ROOM] };
        let count = if D == 2 { 2 } else { AROUND };
        for k in 0..count {
            let angle = core::f64::consts::TAU * k as f64 / count as f64;
            let tilt = frame.tangents[0] * real::cos(angle) + frame.tangents[1] * real::sin(angle);
            let direction = outward + tilt * accuracy::PATCH_TILT;
            let local = pose.rotation().rotate_back(direction);
            let point = pose.transform(view.core.support(local)) + outward * view.radius;
            let from = point - frame.origin;
            let at = Vector([frame.tangents[0].dot(from), frame.tangents[1].dot(from)]);
            if feature.outline.add(at, small) {
                feature.heights[feature.outline.len - 1] = frame.normal.dot(from);
            }
        }
        feature.outline.close(small);
        feature.straighten(small);
        feature
    }

    /// Corners in a row are a line, and only its ends count: no plane goes through them.
    fn straighten(&mut self, small: f64) {
        let Outline { at, len } = self.outline;
        if len < 3 {
            return;
        }
        let furthest_from = |p: Vector<2>| {
            let further = |best: usize, k: usize| {
                if (at[k] - p).norm_squared() > (at[best] - p).norm_squared() { k } else { best }
            };
            (0..len).fold(0, further)
        };
        let first = furthest_from(at[0]);
        let last = furthest_from(at[first]);
        let Some(along) = (at[last] - at[first]).normalized() else { return };
        if (0..len).all(|k| along.wedge(at[k] - at[first]).abs() <= small) {
            (self.outline.at[0], self.outline.at[1]) = (at[first], at[last]);
            let z = &mut self.heights;
            (z[0], z[1]) = (z[first], z[last]);
            self.outline.len = 2;
        }
    }

    /// The height at a place: of the plane through the corners, of the line, of the point.
    pub(super) fn height(&self, at: Vector<2>) -> f64 {
        let Outline { at: corners, len } = &self.outline;
        let z = &self.heights;
        match *len {
            0 => 0.0,
            1 => z[0],
            2 => {
                let e = corners[1] - corners[0];
                let t = ((at - corners[0]).dot(e) / e.norm_squared()).clamp(0.0, 1.0);
                z[0] + (z[1] - z[0]) * t
            }
            n => {
                // The sum of the normals of the triangles with the first corner.
                let mut sum = Vector([0.0; 3]);
                let lift = |k: usize| {
                    let v = corners[k] - corners[0];
                    Vector([v[0], v[1], z[k] - z[0]])
                };
                for k in 1..n - 1 {
                    sum += lift(k).cross(lift(k + 1));
                }
                let from = at - corners[0];
                z[0] - (sum[0] * from[0] + sum[1] * from[1]) / sum[2]
            }
        }
    }

    /// What the two have in common.
    pub(super) fn common(&self, other: &Self, small: f64) -> Outline {
        let (a, b) = (&self.outline, &other.outline);
        match (a.len, b.len) {
            (0 | 1, _) | (_, 0 | 1) => Outline::EMPTY,
            (2, 2) => a.along(b, small),
            (_, 2) => b.clipped(a),
            _ => a.clipped(b),
        }
    }
}

impl Outline {
    const EMPTY: Self = Self { at: [Vector([0.0; 2]); ROOM], len: 0 };

    /// One more corner, unless it is the last one again.
    fn add(&mut self, at: Vector<2>, small: f64) -> bool {
        let again = self.len > 0 && (at - self.at[self.len - 1]).norm() <= small;
        if again || self.len == ROOM {
            return false;
        }
        self.at[self.len] = at;
        self.len += 1;
        true
    }

    /// The last corner may be the first again.
    fn close(&mut self, small: f64) {
        while self.len > 1 && (self.at[self.len - 1] - self.at[0]).norm() <= small {
            self.len -= 1;
        }
    }

    /// This outline (a line, too) within a polygon, side by side.
    fn clipped(&self, polygon: &Self) -> Self {
        let mut left = *self;
        for k in 0..polygon.len {
            let (from, to) = (polygon.at[k], polygon.at[(k + 1) % polygon.len]);
            let side = to - from;
            let inside = |p: Vector<2>| side.wedge(p - from);
            let mut kept = Self::EMPTY;
            for j in 0..left.len {
                let (p, q) = (left.at[j], left.at[(j + 1) % left.len]);
                let (in_p, in_q) = (inside(p), inside(q));
                if in_p >= 0.0 {
                    kept.add(p, 0.0);
                }
                if (in_p > 0.0 && in_q < 0.0) || (in_p < 0.0 && in_q > 0.0) {
                    kept.add(p.lerp(q, in_p / (in_p - in_q)), 0.0);
                }
            }
            kept.close(0.0);
            left = kept;
        }
        left
    }

    /// Two lines: their common part if they are parallel and side by side.
    fn along(&self, other: &Self, small: f64) -> Self {
        let (p, e) = (self.at[0], self.at[1] - self.at[0]);
        let Some(u) = e.normalized() else { return Self::EMPTY };
        let ends = [other.at[0] - p, other.at[1] - p];
        let aside = ends.map(|end| u.wedge(end).abs());
        let places = ends.map(|end| u.dot(end));
        let from = places[0].min(places[1]).max(0.0);
        let to = places[0].max(places[1]).min(e.norm());
        let mut common = Self::EMPTY;
        if aside[0].max(aside[1]) <= small && to - from > small {
            common.add(p + u * from, 0.0);
            common.add(p + u * to, 0.0);
        }
        common
    }

    /// Leaves out corners that are close to others, and then those that matter least, until
    /// there are no more than a patch may have.
    pub(super) fn thin_out(&mut self, small: f64) {
        let mut kept = Self::EMPTY;
        for k in 0..self.len {
            kept.add(self.at[k], small);
        }
        kept.close(small);
        *self = kept;
        while self.len > PATCH_POINTS {
            let mut least = (f64::INFINITY, 0);
            for k in 0..self.len {
                let [p, q, r] = [k + self.len - 1, k, k + 1].map(|i| self.at[i % self.len]);
                let area = (q - p).wedge(r - p).abs();
                if area < least.0 {
                    least = (area, k);
                }
            }
            self.at.copy_within(least.1 + 1..self.len, least.1);
            self.len -= 1;
        }
    }
}
