//! How the signed distance changes as the shapes move.
//!
//! The signed distance is the width of the slab along the best normal n, and since the normal is
//! the best one, turning it changes nothing to first order (the envelope theorem). So the gradient
//! is that of the slab with n held fast: n itself for moving B, and for turning B the moment of n
//! at B's point.
//!
//! The normal and the points change too, by how much their surfaces bend. With W the derivative of
//! a support point by the direction (for A, for B, and d the signed distance), a motion that moves
//! the two support points along n apart by v turns the normal by (W_A + W_B + d)⁻¹ times the part
//! of v across n. W is zero at a corner and endless on a flat face, which is then a number so
//! large that nothing is lost (see `bend`).

mod boxes;
mod rods;

use super::bend::{Bend, Contact, share_a_line, tangents};
use super::edges::Surface;
use super::hone::{self, At, is_curved};
use super::{Query, QueryError, Workspace, tops};
use crate::accuracy::{self, Accuracy};
use crate::answer::{Evidence, Method, Signed, Stop};
use crate::pair::{Pair, core_pose};
use crate::shape::{Convex, Core, View};
use crate::simd::dispatch;
use crate::solver;
use crate::space::{Matrix, Pose, Vector};
use boxes::Boxes;
use rods::Rods;

/// The derivative of the signed distance by the pose of one shape.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PoseGradient<const D: usize> {
    /// By the translation, in world axes.
    pub translation: Vector<D>,
    /// By a small turn of the body in its own axes: the rotation R becomes R·exp(turn). In 2D only
    /// the third entry counts.
    pub rotation: Vector<3>,
}

/// The signed distance of a pair, and how it changes with the poses.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Gradient<const D: usize> {
    /// The signed distance.
    pub signed: Signed<D>,
    /// The derivative by A's pose.
    pub a: PoseGradient<D>,
    /// The derivative by B's pose.
    pub b: PoseGradient<D>,
    /// Whether the normal is the only one, so that the derivatives by the translations exist. If
    /// not, they are those along the direction that was found.
    pub translation_valid: bool,
    /// Whether the two points are the only ones as well, so that the derivatives by the rotations
    /// exist. Not so for two faces, or edges, that are parallel.
    pub rotation_valid: bool,
    /// How the surfaces bend at the two points, along the tangents that go with the normal.
    surfaces: [Surface<D>; 2],
    poses: [Pose<D>; 2],
}

/// How fast the parts of an answer change.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rates<const D: usize> {
    /// The signed distance.
    pub distance: f64,
    /// The normal.
    pub normal: Vector<D>,
    /// The points of A and B.
    pub points: [Vector<D>; 2],
}

/// The signed distance and its derivatives by both poses.
///
/// ```
/// use clearance::{Pose, gradient, shape::{Ball, Cuboid}, Vector};
/// let (cube, ball) = (Cuboid::new([1.0, 1.0, 1.0])?, Ball::new(0.5)?);
/// let found = gradient(&cube, &Pose::IDENTITY, &ball, &Pose::at([3.0, 0.2, 0.0]))?;
/// // Moving the ball away makes the distance grow; turning it changes nothing.
/// assert_eq!(found.b.translation, Vector([1.0, 0.0, 0.0]));
/// assert_eq!(found.b.rotation, Vector([0.0; 3]));
/// assert!(found.translation_valid && found.rotation_valid);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn gradient<const D: usize>(
    a: &(impl Convex<D> + ?Sized),
    pose_a: &Pose<D>,
    b: &(impl Convex<D> + ?Sized),
    pose_b: &Pose<D>,
) -> Result<Gradient<D>, QueryError> {
    Workspace::new().gradient(a, pose_a, b, pose_b)
}

impl<const D: usize> Workspace<D> {
    /// The signed distance and its derivatives; see [`gradient`].
    ///
    /// The normal behind the derivatives is found to rounding, also between curved shapes: from
    /// a distance whose bounds agree to the last digit it would be known only half as well. The
    /// derivatives may therefore differ from `signed.normal()` in the last eight digits.
    pub fn gradient(
        &mut self,
        a: &(impl Convex<D> + ?Sized),
        pose_a: &Pose<D>,
        b: &(impl Convex<D> + ?Sized),
        pose_b: &Pose<D>,
    ) -> Result<Gradient<D>, QueryError> {
        let (view_a, view_b) = (a.view(), b.view());
        self.differentiated([&view_a, &view_b], [pose_a, pose_b])
    }

    fn differentiated(
        &mut self,
        views: [&View<'_, D>; 2],
        poses: [&Pose<D>; 2],
    ) -> Result<Gradient<D>, QueryError> {
        let ([view_a, view_b], [pose_a, pose_b]) = (views, poses);
        let (core_a, core_b) = (core_pose(view_a, pose_a), core_pose(view_b, pose_b));
        let place_a = core_a.as_ref().unwrap_or(pose_a);
        let place_b = core_b.as_ref().unwrap_or(pose_b);
        let pair = Pair::new(view_a, place_a, view_b, place_b);
        Query::DEFAULT.refuse(&pair)?;
        // In browsers size counts for more.
        let frames = view_a.frame.is_some() || view_b.frame.is_some();
        if !cfg!(target_arch = "wasm32") && !frames {
            if solver::are_boxes(&pair) {
                return dispatch(Boxes { pair: &pair, workspace: self });
            }
            if let (Core::Segment(..), Core::Segment(..)) | (Core::Point(_), Core::Point(_)) =
                (&view_a.core, &view_b.core)
            {
                return dispatch(Rods { pair: &pair, workspace: self });
            }
        }
        self.found(&pair, poses, solver::signed_sharply)
    }

    /// By whatever method.
    #[inline(never)]
    fn found(
        &mut self,
        pair: &Pair<'_, D>,
        [pose_a, pose_b]: [&Pose<D>; 2],
        by: Solver<D>,
    ) -> Result<Gradient<D>, QueryError> {
        // Looked at where it is, and copied once, to where it belongs.
        let mut found = by(pair, &mut self.memory);
        // It was looked for more closely than anybody asked for: as close as usual is close enough.
        if let Ok(Signed::Overlap(depth)) = &mut found {
            depth.global |= is_closed(pair, depth.upper - depth.lower);
        }
        let signed = match &found {
            Ok(signed) => signed,
            Err(error) => return Err(*error),
        };
        let normal = signed.normal();
        let [p, q] = signed.points();
        if !(normal.norm_squared() > 0.0) {
            return Err(NO_NORMAL);
        }
        let Evidence { len, a: names_a, b: names_b, .. } = signed.evidence();
        let touched = [
            Contact { point: p, outward: normal, normal, names: (names_a, *len) },
            Contact { point: q, outward: -normal, normal, names: (names_b, *len) },
        ];
        let translation_valid = match signed {
            // As close as the method gets, but wide: another point may be closer.
            Signed::Apart(apart) => {
                let ended = !matches!(apart.effort.stop, Stop::Stalled | Stop::Cap);
                let size = pair.scale + pair.a.radius + pair.b.radius;
                ended || apart.upper - apart.lower <= Accuracy::DEFAULT.gap * size
            }
            Signed::Overlap(depth) => {
                let size = accuracy::RIVAL * (depth.depth + (p - q).max_abs());
                is_closed(pair, depth.upper - depth.lower)
                    && !solver::has_rival(pair, &self.memory, depth, size)
            }
        };
        // Looked up where they are, by which most need nothing else.
        if let Some([a, b]) = tops::of_both(pair, &touched) {
            let parallel = tops::share_a_line(pair, &touched, &[a, b]);
            return Ok(Gradient {
                signed: *signed,
                a: PoseGradient::of(pose_a, p - pose_a.translation(), -normal),
                b: PoseGradient::of(pose_b, q - pose_b.translation(), normal),
                translation_valid,
                rotation_valid: translation_valid && !parallel,
                surfaces: [Surface::Hull(a), Surface::Hull(b)],
                poses: [*pose_a, *pose_b],
            });
        }
        Ok(bent(pair, [pose_a, pose_b], signed, &touched, translation_valid))
    }
}

/// Of surfaces that bend.
#[inline(never)]
fn bent<const D: usize>(
    pair: &Pair<'_, D>,
    [pose_a, pose_b]: [&Pose<D>; 2],
    signed: &Signed<D>,
    touched: &[Contact<'_, D>; 2],
    translation_valid: bool,
) -> Gradient<D> {
    let bend =
        [Bend::of(pair.a, pair.pose_a, &touched[0]), Bend::of(pair.b, pair.pose_b, &touched[1])];
    let rotation_valid = translation_valid && !share_a_line(&bend[0], &bend[1]);
    let mut at = At { normal: signed.normal(), points: signed.points() };
    // Other methods find a normal to rounding.
    let rough = !matches!(signed.effort().method, Method::Axes | Method::Cover);
    if rough && rotation_valid && (is_curved(pair.a) || is_curved(pair.b)) {
        at = honed(pair, bend, touched, at);
    }
    let At { normal, points: [p, q] } = at;
    Gradient {
        signed: *signed,
        a: PoseGradient::of(pose_a, p - pose_a.translation(), -normal),
        b: PoseGradient::of(pose_b, q - pose_b.translation(), normal),
        translation_valid,
        rotation_valid,
        surfaces: bend.map(Surface::Bends),
        poses: [*pose_a, *pose_b],
    }
}

/// What finds a signed distance.
type Solver<const D: usize> =
    fn(&Pair<'_, D>, &mut solver::Memory<D>) -> Result<Signed<D>, QueryError>;

const NO_NORMAL: QueryError = QueryError::BadArgument("the pair has no normal");

/// Bounds that did not close know nothing of other ways out.
#[inline(always)]
fn is_closed<const D: usize>(pair: &Pair<'_, D>, width: f64) -> bool {
    let scale = pair.a.reach + pair.a.radius + pair.b.reach + pair.b.radius;
    width <= Accuracy::DEFAULT.gap * scale
}

/// A better normal, where there is one close by, and its points.
#[inline(never)]
fn honed<const D: usize>(
    pair: &Pair<'_, D>,
    bend: [Bend<D>; 2],
    touched: &[Contact<'_, D>; 2],
    at: At<D>,
) -> At<D> {
    let sides = [(pair.a, pair.pose_a), (pair.b, pair.pose_b)];
    let tangents = tangents(at.normal);
    match hone::hone(sides, &bend, tangents, at) {
        Some(honed) if honed.slope <= accuracy::POLISHED => honed.at,
        _ => {
            let bend = [0, 1].map(|k| Bend::steep(sides[k].0, sides[k].1, &touched[k]));
            hone::hone(sides, &bend, tangents, at).map_or(at, |honed| honed.at)
        }
    }
}

impl<const D: usize> PoseGradient<D> {
    /// Of a shape whose point, `arm` from its origin, is pushed along `force`.
    fn of(pose: &Pose<D>, arm: Vector<D>, force: Vector<D>) -> Self {
        let moment = solid(arm).cross(solid(force));
        let rotation = if D == 2 {
            moment
        } else {
            let local = pose.rotation().rotate_back(Vector::from_fn(|i| moment[i]));
            solid(local)
        };
        Self { translation: force, rotation }
    }
}

impl<const D: usize> Gradient<D> {
    /// How fast the signed distance, the normal and the points change when the shapes move: each
    /// with a velocity and an angular velocity, in world axes, about the origin of its frame.
    /// `None` where the points are not the only ones, or the derivative does not exist.
    ///
    /// ```
    /// use clearance::{Pose, Vector, gradient, shape::Ball};
    /// let ball = Ball::<3>::new(1.0)?;
    /// let found = gradient(&ball, &Pose::IDENTITY, &ball, &Pose::at([4.0, 0.0, 0.0]))?;
    /// let still = (Vector::ZERO, Vector::ZERO);
    /// let up = (Vector([0.0, 1.0, 0.0]), Vector::ZERO);
    /// let rates = found.rates(still, up).expect("balls are smooth");
    /// assert!(rates.distance.abs() < 1e-12);
    /// assert!((rates.normal - Vector([0.0, 0.25, 0.0])).norm() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rates(
        &self,
        (velocity_a, spin_a): (Vector<D>, Vector<3>),
        (velocity_b, spin_b): (Vector<D>, Vector<3>),
    ) -> Option<Rates<D>> {
        if !self.rotation_valid {
            return None;
        }
        let (n, d) = (self.signed.normal(), self.signed.distance());
        let [p, q] = self.signed.points();
        let tangents = tangents(n);
        let bend = self.bend();
        let [times_a, times_b] = bend.map(|bend| move |v| bend.times(v, tangents));
        // How the support points along the fixed normal move, and how the normal turns in each
        // body's eyes if it stays where it is.
        let turn_a = spun(spin_a, n);
        let turn_b = spun(spin_b, n);
        let moved_a = velocity_a + spun(spin_a, p - self.poses[0].translation());
        let moved_b = velocity_b + spun(spin_b, q - self.poses[1].translation());
        let apart = moved_b - moved_a + times_a(turn_a) + times_b(turn_b);
        let normal = self.solve(apart, d, tangents)?;
        // A point stays on its surface where the normal is what it is now.
        let point_a = moved_a + times_a(normal - turn_a);
        let point_b = moved_b - times_b(normal - turn_b);
        let distance = n.dot(moved_b - moved_a);
        Some(Rates { distance, normal, points: [point_a, point_b] })
    }

    /// The second derivatives of the signed distance by B's translation: how the normal turns. By
    /// A's translation they are the same, and those by both are their negatives. `None` where they
    /// do not exist, as for [`rates`](Self::rates).
    ///
    /// ```
    /// use clearance::{Pose, Vector, gradient, shape::Ball};
    /// let ball = Ball::<3>::new(1.0)?;
    /// let found = gradient(&ball, &Pose::IDENTITY, &ball, &Pose::at([4.0, 0.0, 0.0]))?;
    /// let hessian = found.translation_hessian().expect("balls are smooth");
    /// // Between the centres the distance is straight; across, it bends as a sphere of radius 4.
    /// assert!((hessian * Vector([1.0, 0.0, 0.0])).norm() < 1e-6);
    /// assert!((hessian * Vector([0.0, 1.0, 0.0]) - Vector([0.0, 0.25, 0.0])).norm() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn translation_hessian(&self) -> Option<Matrix<D>> {
        let still = (Vector::ZERO, Vector::ZERO);
        let mut columns = [Vector::ZERO; D];
        for k in 0..D {
            columns[k] = self.rates(still, (Vector::axis(k), Vector::ZERO))?.normal;
        }
        let hessian = Matrix::from_columns(columns);
        let other = hessian.transpose();
        // Symmetric but for what the curvature was measured wrong by.
        Some(Matrix(core::array::from_fn(|i| (hessian[i] + other[i]) * 0.5)))
    }

    fn bend(&self) -> [Bend<D>; 2] {
        let [a, b] = &self.surfaces;
        let normal = self.signed.normal();
        [a.bend(&self.poses[0], normal), b.bend(&self.poses[1], -normal)]
    }

    /// (W_A + W_B + d)⁻¹ of what is across the normal.
    fn solve(&self, v: Vector<D>, d: f64, e: [Vector<D>; 2]) -> Option<Vector<D>> {
        let [a, b] = &self.bend();
        let (a, b) = (a.rows(e), b.rows(e));
        let k = |i: usize, j: usize| a[i][j] + b[i][j] + if i == j { d } else { 0.0 };
        let g = [e[0].dot(v), e[1].dot(v)];
        if D == 2 {
            let turned = e[0] * (g[0] / k(0, 0));
            return turned.is_finite().then_some(turned);
        }
        let off = 0.5 * (k(0, 1) + k(1, 0));
        let determinant = k(0, 0) * k(1, 1) - off * off;
        // Next to a change of feature, or where two directions are equally good.
        if !(determinant > 0.0) {
            return None;
        }
        let x = (k(1, 1) * g[0] - off * g[1]) / determinant;
        let y = (k(0, 0) * g[1] - off * g[0]) / determinant;
        Some(e[0] * x + e[1] * y)
    }
}

impl Gradient<2> {
    /// All second derivatives of the signed distance: by A's translation, A's angle, B's translation
    /// and B's angle. `None` where they do not exist, as for [`rates`](Self::rates). Good to about
    /// five digits.
    pub fn hessian(&self) -> Option<[[f64; 6]; 6]> {
        self.second_derivatives()
    }
}

impl Gradient<3> {
    /// All second derivatives of the signed distance: by A's translation (world axes), A's turn (its
    /// own axes, as in [`PoseGradient`]), B's translation and B's turn, three entries each. `None`
    /// where they do not exist, as for [`rates`](Self::rates). Good to about five digits.
    pub fn hessian(&self) -> Option<[[f64; 12]; 12]> {
        self.second_derivatives()
    }
}

/// The velocity and the angular velocity of each of the two shapes, in world axes.
type Motions<const D: usize> = [(Vector<D>, Vector<3>); 2];

impl<const D: usize> Gradient<D> {
    /// How fast the signed distance, the normal and the points change with one coordinate of the
    /// poses, in the order of the rows of the `hessian`. `None` where the derivative does not exist,
    /// or there is no such coordinate.
    ///
    /// ```
    /// use clearance::{Pose, Vector, gradient, shape::Ball};
    /// let ball = Ball::<3>::new(1.0)?;
    /// let found = gradient(&ball, &Pose::IDENTITY, &ball, &Pose::at([4.0, 0.0, 0.0]))?;
    /// // The seventh is B's translation along y.
    /// let rates = found.rates_by(7).expect("balls are smooth");
    /// assert!((rates.points[0] - Vector([0.0, 0.25, 0.0])).norm() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rates_by(&self, coordinate: usize) -> Option<Rates<D>> {
        let [a, b] = self.unit_motions(coordinate)?;
        self.rates(a, b)
    }

    /// The motions in which one coordinate grows at unit speed.
    fn unit_motions(&self, coordinate: usize) -> Option<Motions<D>> {
        let each = 3 * (D - 1);
        let (side, part) = (coordinate / each, coordinate % each);
        let mut motions = [(Vector::ZERO, Vector::ZERO); 2];
        let motion = motions.get_mut(side)?;
        if part < D {
            motion.0 = Vector::axis(part);
        } else if D == 2 {
            motion.1 = Vector::axis(2);
        } else {
            motion.1 = solid(self.poses[side].rotation().rotate(Vector::axis(part - D)));
        }
        Some(motions)
    }

    /// `N` coordinates are all there are.
    fn second_derivatives<const N: usize>(&self) -> Option<[[f64; N]; N]> {
        let (normal, points) = (self.signed.normal(), self.signed.points());
        let mut rows = [[0.0; N]; N];
        for column in 0..N {
            let motions = self.unit_motions(column)?;
            let rates = self.rates(motions[0], motions[1])?;
            for other in 0..2 {
                // The gradient is a force and its moment about the body's origin, seen by the body.
                let sign = if other == 0 { -1.0 } else { 1.0 };
                let (force, pull) = (normal * sign, rates.normal * sign);
                let arm = points[other] - self.poses[other].translation();
                let (shift, spin) = motions[other];
                let cross = |x: Vector<D>, y: Vector<D>| solid(x).cross(solid(y));
                let change = cross(rates.points[other] - shift, force) + cross(arm, pull)
                    - spin.cross(cross(arm, force));
                let first = other * (N / 2);
                for i in 0..D {
                    rows[first + i][column] = pull[i];
                }
                if D == 2 {
                    rows[first + D][column] = change[2];
                    continue;
                }
                let moment =
                    self.poses[other].rotation().rotate_back(Vector::from_fn(|i| change[i]));
                for i in 0..D {
                    rows[first + D + i][column] = moment[i];
                }
            }
        }
        // Two turns one after the other are not one turn by their sum: half of what depends on
        // the order belongs to each.
        let other = rows;
        for i in 0..N {
            for j in 0..N {
                rows[i][j] = 0.5 * (other[i][j] + other[j][i]);
            }
        }
        Some(rows)
    }
}

/// The vector in three dimensions.
pub(super) fn solid<const D: usize>(v: Vector<D>) -> Vector<3> {
    Vector::from_fn(|i| if i < D { v[i] } else { 0.0 })
}

/// The velocity of what turns about the origin.
fn spun<const D: usize>(spin: Vector<3>, v: Vector<D>) -> Vector<D> {
    let product = spin.cross(solid(v));
    Vector::from_fn(|i| product[i])
}
