//! The queries: shapes from a pool, and poses at random that bring them as close as a workload
//! wants. Every pool has shapes that reach about 1 from their centre: that is "the size".

use std::f64::consts::{PI, TAU};

use clearance::{Convex, Pose, Rotation, Vector, distance};
use fastrand::Rng;

use crate::peers::PeerPose;

/// Few enough queries to stay in the processor's outer caches, enough of them for its branch
/// predictor to learn nothing by heart.
pub const QUERIES: usize = 4096;

/// The steps of a followed pair.
pub const STEPS: usize = 100;

/// How many pairs are followed.
pub const TRACKS: usize = 64;

/// Shapes of ours and the same shapes of the peer's.
pub struct Pool<S, P> {
    /// Ours.
    pub ours: Vec<S>,
    /// The peer's.
    pub peer: Vec<P>,
}

impl<S, P> Pool<S, P> {
    /// As many as wanted.
    pub fn new(count: usize, mut make: impl FnMut() -> (S, P)) -> Self {
        let (ours, peer) = (0..count).map(|_| make()).unzip();
        Self { ours, peer }
    }
}

/// Which shapes, and where.
#[derive(Clone)]
pub struct Placement<P> {
    /// The number of A in its pool.
    pub a: usize,
    /// The number of B in its pool.
    pub b: usize,
    /// Where A is.
    pub pose_a: P,
    /// Where B is.
    pub pose_b: P,
}

/// The queries of a workload, for us and for the peer.
pub struct Scene<P, const D: usize> {
    /// In our poses.
    pub ours: Vec<Placement<Pose<D>>>,
    /// In the peer's.
    pub peer: Vec<Placement<P>>,
}

impl<P: PeerPose<D>, const D: usize> Scene<P, D> {
    fn new(ours: Vec<Placement<Pose<D>>>) -> Self {
        let peer = ours
            .iter()
            .map(|at| Placement {
                a: at.a,
                b: at.b,
                pose_a: P::of(&at.pose_a),
                pose_b: P::of(&at.pose_b),
            })
            .collect();
        Self { ours, peer }
    }
}

/// Pairs at random, each with a gap that `gap` draws.
pub fn scattered<P: PeerPose<D>, const D: usize>(
    rng: &mut Rng,
    a: &[impl Convex<D>],
    b: &[impl Convex<D>],
    mut gap: impl FnMut(&mut Rng) -> f64,
) -> Scene<P, D> {
    let mut placements = Vec::with_capacity(QUERIES);
    while placements.len() < QUERIES {
        let (i, j) = (rng.usize(..a.len()), rng.usize(..b.len()));
        let gap = gap(rng);
        placements.extend(apart_by(rng, (i, &a[i]), (j, &b[j]), gap));
    }
    Scene::new(placements)
}

/// Pairs followed over [`STEPS`] steps each: one degree, and one hundredth of the size, a step
/// for both bodies. Pairs that would meet on their way are not taken.
pub fn tracked<P: PeerPose<D>, const D: usize>(
    rng: &mut Rng,
    a: &[impl Convex<D>],
    b: &[impl Convex<D>],
) -> Scene<P, D> {
    let mut placements = Vec::with_capacity(TRACKS * STEPS);
    while placements.len() < TRACKS * STEPS {
        let (i, j) = (rng.usize(..a.len()), rng.usize(..b.len()));
        let gap = 0.1 + 0.9 * rng.f64();
        let Some(start) = apart_by(rng, (i, &a[i]), (j, &b[j]), gap) else { continue };
        let motion_a = Motion::random(rng, start.pose_a);
        let motion_b = Motion::random(rng, start.pose_b);
        let track: Vec<_> = (0..STEPS)
            .map(|step| Placement {
                a: i,
                b: j,
                pose_a: motion_a.at(step),
                pose_b: motion_b.at(step),
            })
            .collect();
        let apart = |at: &Placement<Pose<D>>| {
            distance(&a[i], &at.pose_a, &b[j], &at.pose_b)
                .is_ok_and(|answer| answer.distance() > 0.01)
        };
        if track.iter().all(apart) {
            placements.extend(track);
        }
    }
    Scene::new(placements)
}

/// Places both at random, then moves B along the normal until the gap is as wanted: the slab
/// between the two only changes its width, so that the closest points stay what they are.
fn apart_by<const D: usize>(
    rng: &mut Rng,
    (i, a): (usize, &impl Convex<D>),
    (j, b): (usize, &impl Convex<D>),
    gap: f64,
) -> Option<Placement<Pose<D>>> {
    let centre = Vector::from_fn(|_| rng.f64() - 0.5);
    let pose_a = Pose::new(rotation(rng), centre).ok()?;
    let pose_b = Pose::new(rotation(rng), centre + direction::<D>(rng) * 4.0).ok()?;
    let answer = distance(a, &pose_a, b, &pose_b).ok()?;
    let shift = answer.normal()? * (gap - answer.distance());
    let pose_b = Pose::new(*pose_b.rotation(), pose_b.translation() + shift).ok()?;
    Some(Placement { a: i, b: j, pose_a, pose_b })
}

/// Steady motion along a line, turning about an axis.
struct Motion<const D: usize> {
    start: Pose<D>,
    axis: Vector<D>,
    velocity: Vector<D>,
}

impl<const D: usize> Motion<D> {
    fn random(rng: &mut Rng, start: Pose<D>) -> Self {
        Self { start, axis: direction(rng), velocity: direction::<D>(rng) * 0.01 }
    }

    fn at(&self, step: usize) -> Pose<D> {
        let turn = turned_about(self.axis, step as f64 * PI / 180.0);
        let rotation = turn.compose(self.start.rotation());
        let translation = self.start.translation() + self.velocity * step as f64;
        Pose::new(rotation, translation).unwrap_or(self.start)
    }
}

/// The rotation by an angle; about an axis where there are three dimensions.
pub fn turned_about<const D: usize>(axis: Vector<D>, angle: f64) -> Rotation<D> {
    let rows = if D == 2 {
        let matrix = *Rotation::from_angle(angle).unwrap_or_default().matrix();
        matrix.0.map(|row| vec![row[0], row[1]]).to_vec()
    } else {
        let axis = Vector([axis[0], axis[1], axis[D - 1]]);
        let matrix = *Rotation::from_axis_angle(axis, angle).unwrap_or_default().matrix();
        matrix.0.map(|row| row.0.to_vec()).to_vec()
    };
    let matrix = clearance::Matrix(std::array::from_fn(|i| Vector::from_fn(|j| rows[i][j])));
    Rotation::from_matrix(matrix).unwrap_or_default()
}

/// A rotation at random, all equally likely.
pub fn rotation<const D: usize>(rng: &mut Rng) -> Rotation<D> {
    if D == 2 {
        return turned_about(Vector::axis(0), TAU * rng.f64());
    }
    // A unit quaternion at random is an axis at random with an angle that is not uniform.
    let Vector([x, y, z, w]) = direction::<4>(rng);
    let sin = (x * x + y * y + z * z).sqrt();
    let axis = [x, y, z];
    turned_about(Vector::from_fn(|i| axis[i]), 2.0 * sin.atan2(w))
}

/// A unit vector at random, all equally likely.
pub fn direction<const D: usize>(rng: &mut Rng) -> Vector<D> {
    loop {
        let v = Vector::from_fn(|_| 2.0 * rng.f64() - 1.0);
        let squared = v.norm_squared();
        if squared > 1e-3 && squared <= 1.0 {
            return v / squared.sqrt();
        }
    }
}

/// A number between two others at random.
pub fn between(rng: &mut Rng, low: f64, high: f64) -> f64 {
    low + (high - low) * rng.f64()
}
