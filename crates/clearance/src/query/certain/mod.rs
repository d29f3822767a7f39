//! Bounds that hold in spite of rounding, for shapes whose furthest points come without an error
//! bound: everything is proved afterwards, from the formulas of the shapes.
//!
//! The answer is a suggestion. Its normal n and its points go into the formulas with every operation
//! rounded outwards. `lower` is what is left between the two shapes along n: how far each reaches
//! follows from multipliers on its surfaces (`powers`, `quadratics`, `common`), and any multipliers
//! give a bound that holds. `upper` is the length between two points that are proved to belong
//! (`member`).
//!
//! **Unbounded shapes.** What rounding leaves of a direction counts by how far from the closest point
//! another can be ([`Reach`]): for a bounded shape by its extent, and then for the other by that, the
//! upper bound and the length between the points. If both are unbounded, but one of them bends away
//! from the other, points that are far along it are also far apart; if not even that, as with two
//! cylinders without end, the lower bound is zero.

mod common;
mod member;
mod powers;
mod quadratics;
mod reach;
mod rooms;

use self::reach::{Reach, add};
use super::rigorous::{Free, Rigorous, strain};
use super::{Ask, Query, QueryError, Side};
use crate::accuracy;
use crate::answer::{Answer, Names};
use crate::shape::{Convex, Core, Formula, View};
use crate::space::{Enclosure, Enclosures, Matrix, Pose, Vector, transposed};

/// The bounds, or whose error bound is missing.
#[inline(never)]
pub(super) fn bounds<const D: usize>(
    query: &Query,
    [a, b]: [&dyn Convex<D>; 2],
    [pose_a, pose_b]: [&Pose<D>; 2],
) -> Result<Rigorous, QueryError> {
    // Measured from A, so that two shapes far from the world's origin lose nothing.
    let step = pose_b.translation() - pose_a.translation();
    let exact = Enclosures::from(pose_b.translation()).minus(pose_a.translation());
    let places = [Pose::rotated(*pose_a.rotation()), Pose::at(step)];
    let there = Pose::new(*pose_b.rotation(), step).unwrap_or(places[1]);
    let (view_a, view_b) = (a.view(), b.view());
    let answer = query.ask(view_a, &places[0], view_b, &there, Ask::EVERYTHING)?;
    let body_a = Body::new(a, pose_a.rotation().matrix(), Vector::<D>::ZERO.into());
    let body_b = Body::new(b, pose_b.rotation().matrix(), exact);
    let pair = Bodies { a: body_a, b: body_b, answer: &answer };
    let on_a = pair.point(Side::A).ok_or(QueryError::NoErrorBound(Side::A))?;
    let on_b = pair.point(Side::B).ok_or(QueryError::NoErrorBound(Side::B))?;
    let upper = pair.upper(&on_a, &on_b);
    let [least, most] = pair.radii();
    let mut lower = 0.0;
    if let Answer::Apart(apart) = &answer {
        let n = apart.normal;
        let along_a = pair.a.along(n, on_a.x).ok_or(QueryError::NoErrorBound(Side::A))?;
        let along_b = pair.b.along(-n, on_b.x).ok_or(QueryError::NoErrorBound(Side::B))?;
        let width = pair.width(n, [along_a, along_b], upper);
        lower = (width / Enclosures::from(n).norm() - most).low;
    }
    let upper = (Enclosure::from(upper) - least).high;
    // Written so that a NaN, should there ever be one, bounds nothing.
    let upper = if upper >= 0.0 || upper.is_nan() { upper } else { 0.0 };
    let upper = if upper.is_nan() { f64::INFINITY } else { upper };
    Ok(Rigorous { lower: if lower > 0.0 { lower } else { 0.0 }, upper })
}

/// A shape in the world, without radii and frames.
struct Body<'a, const D: usize> {
    shape: &'a dyn Convex<D>,
    view: View<'a, D>,
    /// Where its axes point and where its origin is.
    turn: [Enclosures<D>; D],
    place: Enclosures<D>,
    radius: f64,
    /// The matrix makes no vector longer or shorter by more than this, as a share of its length.
    strain: f64,
    /// The matrix, or nearly.
    plain: Matrix<D>,
}

/// A point of a body's core, in its own frame, and how far from the core it may be.
struct On<const D: usize> {
    x: Vector<D>,
    stray: f64,
}

impl<'a, const D: usize> Body<'a, D> {
    fn new(mut shape: &'a dyn Convex<D>, turn: &Matrix<D>, mut place: Enclosures<D>) -> Self {
        let mut rows: [Enclosures<D>; D] = core::array::from_fn(|i| turn[i].into());
        let (mut radius, mut strain) = (0.0, strain(turn));
        loop {
            match shape.formula() {
                Formula::Placed { shape: inner, pose } => {
                    shape = inner;
                    (rows, place) = moved(&rows, &place, pose);
                    strain = add(strain, 2.0 * self::strain(pose.rotation().matrix()));
                }
                Formula::Rounded { shape: inner, radius: more } => {
                    (shape, radius) = (inner, add(radius, more));
                }
                _ => break,
            }
        }
        let view = shape.view();
        if let Some(frame) = view.frame {
            (rows, place) = moved(&rows, &place, frame);
            strain = add(strain, 2.0 * self::strain(frame.rotation().matrix()));
        }
        let radius = add(radius, view.radius);
        let plain = Matrix(core::array::from_fn(|i| rows[i].middle()));
        Self { shape, view, turn: rows, place, radius, strain, plain }
    }

    /// A point of its frame in the world.
    fn outside(&self, x: Vector<D>) -> Enclosures<D> {
        Enclosures::from_fn(|i| self.turn[i].dot(x)).plus(self.place)
    }

    /// A point of the world in its frame, or nearly.
    fn inside(&self, x: Vector<D>) -> Vector<D> {
        self.plain.transpose_mul(x - self.place.middle())
    }

    /// The shape that the core is, where it is one.
    fn core(&self) -> &'a dyn Convex<D> {
        match self.view.core {
            Core::Support(shape) => shape,
            Core::Smooth(shape) => shape.as_convex(),
            Core::Implicit(shape) => shape.as_convex(),
            Core::Swept(swept) => swept.base,
            _ => self.shape,
        }
    }

    /// Whether a view is all that is known of it.
    fn is_plain(&self) -> bool {
        matches!(self.core().formula(), Formula::Unknown)
    }

    /// How far the bounded part of the core reaches along a vector of the world, in the world.
    fn along(&self, n: Vector<D>, at: Vector<D>) -> Option<Reach<D>> {
        let local: Enclosures<D> = Enclosures::from_fn(|i| {
            (0..D).fold(Enclosure::ZERO, |sum, j| sum + self.turn[j].0[i] * n[j])
        });
        let found = if self.is_plain() {
            reach::by_core(&self.view.core, self.view.reach, &local)?
        } else {
            reach::reach(self.core(), &local, Some(at))?
        };
        let open = found.slope > 0.0 || found.bend > 0.0;
        let found = if open { found } else { Reach { at, ..found } };
        let height = Enclosures::from(n).dot(self.place) + found.height;
        Some(Reach { height: height.high, ..found })
    }

    /// No coordinate of the bounded part of the core, in its frame, exceeds this.
    fn extent(&self) -> Option<f64> {
        if self.is_plain() {
            // It may have been computed, and rounded down.
            let shape = self.view.core.shape().is_some() || !self.view.is_bounded();
            return Some(if shape { 2.0 * self.view.reach } else { self.view.reach });
        }
        reach::extent(self.core())
    }

    /// A point of the core far along a direction, and how far from the core it may be.
    fn furthest(&self, direction: Vector<D>) -> Option<(Vector<D>, f64)> {
        match self.view.core {
            Core::Swept(swept) => member::support(swept.base, direction),
            core => match core.shape() {
                None => Some((core.support(direction), 0.0)),
                Some(shape) if self.is_plain() => {
                    Some((shape.support(direction), shape.support_error()?))
                }
                Some(shape) => member::support(shape, direction),
            },
        }
    }

    /// A point of the core close to `x`; if that cannot be proved, one far along `n`, out of the
    /// core, all in its frame.
    fn nearest(&self, x: Vector<D>, n: Vector<D>) -> Option<On<D>> {
        let proved = match self.view.core {
            Core::Point(p) => return Some(On { x: p, stray: 0.0 }),
            Core::Cuboid(half) => {
                let x = Vector::from_fn(|i| x[i].max(-half[i]).min(half[i]));
                return Some(On { x, stray: 0.0 });
            }
            Core::Segment(p, q) => {
                let e = q - p;
                let t = (x - p).dot(e) / e.norm_squared();
                let x = p + e * if t > 0.0 { t.min(1.0) } else { 0.0 };
                return Some(On { x, stray: accuracy::RIGOROUS * (p.sum_abs() + q.sum_abs()) });
            }
            core => match core.shape() {
                Some(shape) if self.is_plain() => {
                    let near = shape.nearest(x).zip(shape.nearest_error());
                    near.map(|(x, stray)| On { x, stray })
                }
                Some(shape) => member::stray(shape, x).map(|stray| On { x, stray }),
                None => None,
            },
        };
        match proved {
            Some(on) if on.stray < f64::INFINITY => Some(on),
            _ => self.furthest(n).map(|(x, stray)| On { x, stray }),
        }
    }

    /// Whether it goes on without end along lines or rays.
    fn is_sliding(&self) -> bool {
        matches!(self.view.core, Core::Swept(_))
    }

    fn free(&self) -> Free<'_, D> {
        match self.view.core {
            Core::Swept(swept) => Free { lines: swept.lines, rays: swept.rays, turn: &self.plain },
            _ => Free { lines: &[], rays: &[], turn: &self.plain },
        }
    }
}

/// What lies in a frame within another.
fn moved<const D: usize>(
    rows: &[Enclosures<D>; D],
    place: &Enclosures<D>,
    pose: &Pose<D>,
) -> ([Enclosures<D>; D], Enclosures<D>) {
    let shift = Enclosures::from_fn(|i| rows[i].dot(pose.translation()));
    // Rows times a matrix: its transpose times each row.
    (rows.map(|row| transposed(pose.rotation().matrix(), row)), shift.plus(*place))
}

struct Bodies<'a, const D: usize> {
    a: Body<'a, D>,
    b: Body<'a, D>,
    answer: &'a Answer<D>,
}

impl<const D: usize> Bodies<'_, D> {
    /// A point of a core close to that of the answer; `None` if there is no way to be sure of it.
    fn point(&self, side: Side) -> Option<On<D>> {
        let evidence = self.answer.evidence();
        let (body, names) = match side {
            Side::A => (&self.a, &evidence.a),
            Side::B => (&self.b, &evidence.b),
        };
        let into_b = |d: Vector<D>| -self.b.plain.transpose_mul(self.a.plain * d);
        let mut on = match names {
            Names::Vertices(_) | Names::Directions => {
                let (mut sum, mut total, mut stray, mut size) = (Vector::ZERO, 0.0, 0.0_f64, 0.0);
                for (k, weight) in evidence.weights().iter().enumerate() {
                    let direction = match side {
                        Side::A => evidence.direction(k),
                        Side::B => into_b(evidence.direction(k)),
                    };
                    let (p, off) = match names {
                        Names::Vertices(ids) => (body.view.core.vertex(ids[k])?, 0.0),
                        _ => body.furthest(direction)?,
                    };
                    let weight = weight.max(0.0);
                    sum += p * weight;
                    total += weight;
                    stray = stray.max(if weight > 0.0 { off } else { 0.0 });
                    size += p.sum_abs();
                }
                On { x: sum / total, stray: stray + accuracy::RIGOROUS * size }
            }
            Names::Formula | Names::Surfaces(_) => {
                let n = self.answer.normal().unwrap_or(Vector::ZERO);
                let outward = body.plain.transpose_mul(if side == Side::A { n } else { -n });
                body.nearest(self.core_point(side), outward)?
            }
        };
        self.follow(side, &mut on);
        Some(on)
    }

    /// Where the answer puts the point of a core, in that core's frame.
    fn core_point(&self, side: Side) -> Vector<D> {
        let evidence = self.answer.evidence();
        let (k, body) = match side {
            Side::A => (0, &self.a),
            Side::B => (1, &self.b),
        };
        if body.view.facets.is_some() && evidence.directions.is_some() {
            return evidence.direction(k);
        }
        let radii = self.a.radius + self.b.radius;
        let inwards = match self.answer.normal() {
            Some(n) => n * -body.radius,
            // The gap between the cores, shared out in proportion to the radii.
            None if radii > 0.0 => self.a.plain * evidence.pushes()[0] * (-body.radius / radii),
            None => Vector::ZERO,
        };
        let inwards = if k == 0 { inwards } else { -inwards };
        body.inside(self.answer.points()[k] + inwards)
    }

    /// Along lines and rays to where the answer puts the point.
    fn follow(&self, side: Side, on: &mut On<D>) {
        let body = if side == Side::A { &self.a } else { &self.b };
        let Core::Swept(swept) = body.view.core else { return };
        let goal = self.core_point(side);
        let mut far = 0.0;
        for line in swept.lines {
            let t = line.dot(goal - on.x);
            on.x += *line * t;
            far += t.abs();
        }
        for ray in swept.rays {
            let t = ray.dot(goal - on.x).max(0.0);
            on.x += *ray * t;
            far += t;
        }
        on.stray += accuracy::RIGOROUS * (far + on.x.sum_abs());
    }

    /// The length between two points of the cores, at most.
    fn upper(&self, on_a: &On<D>, on_b: &On<D>) -> f64 {
        let between = self.b.outside(on_b.x).minus(self.a.outside(on_a.x)).norm();
        let stray = |body: &Body<'_, D>, on: &On<D>| {
            (Enclosure::from(body.strain) + 1.0) * Enclosure::from(on.stray)
        };
        (between + stray(&self.a, on_a) + stray(&self.b, on_b)).high
    }

    /// The least and the most that the radii may be in the world.
    fn radii(&self) -> [f64; 2] {
        let sum = Enclosure::from(self.a.radius) + self.b.radius;
        let doubt = |body: &Body<'_, D>| Enclosure::from(body.strain) * body.radius;
        let doubt = doubt(&self.a) + doubt(&self.b);
        [(sum - doubt).low, (sum + doubt).high]
    }
}
