//! Moving bodies, all pairs within a margin: beside parry's tree and parry's narrow phase.

use std::sync::Arc;

use clearance::scene::{Body, BodyId, Nearest, Scene};
use clearance::shape::{Ball, Capsule, Cuboid, Polytope};
use clearance::{Convex, Pose, Rotation, Vector};
use fastrand::Rng;
use parry3d_f64::bounding_volume::{Aabb, BoundingVolume};
use parry3d_f64::math::Pose as TheirPose;
use parry3d_f64::partitioning::{Bvh, BvhWorkspace};
use parry3d_f64::query::{ClosestPoints, closest_points};
use parry3d_f64::shape::SharedShape;

use crate::measure::worked;
use crate::options::Options;
use crate::peers::{PeerPose, vec3};
use crate::workloads::{between, direction, rotation};

/// Bodies count as close within this share of their size, which is about 1.
const MARGIN: f64 = 0.2;

/// What was measured for a number of bodies: microseconds a step.
pub struct Row {
    pub bodies: usize,
    pub pairs: usize,
    pub ours: f64,
    pub theirs: f64,
}

/// A body that flies and spins.
struct Flier {
    ours: Arc<dyn Convex<3>>,
    theirs: SharedShape,
    pose: Pose<3>,
    velocity: Vector<3>,
    turn: Rotation<3>,
}

fn flier(rng: &mut Rng, room: f64) -> Result<Flier, Box<dyn std::error::Error>> {
    let size = between(rng, 0.25, 0.5);
    let (ours, theirs): (Arc<dyn Convex<3>>, SharedShape) = match rng.u8(..4) {
        0 => (Arc::new(Ball::new(size)?), SharedShape::ball(size)),
        1 => {
            let half = Vector::from_fn(|_| between(rng, 0.2, 0.5));
            (Arc::new(Cuboid::new(half)?), SharedShape::cuboid(half[0], half[1], half[2]))
        }
        2 => {
            let end = Vector([0.0, size, 0.0]);
            let theirs = SharedShape::capsule(vec3(-end), vec3(end), 0.5 * size);
            (Arc::new(Capsule::new(-end, end, 0.5 * size)?), theirs)
        }
        _ => {
            let points: Vec<Vector<3>> = (0..16).map(|_| direction::<3>(rng) * 0.5).collect();
            let their_points: Vec<_> = points.iter().map(|p| vec3(*p)).collect();
            let theirs = SharedShape::convex_hull(&their_points).ok_or("no hull")?;
            (Arc::new(Polytope::from_points(points)?), theirs)
        }
    };
    let place = Vector::from_fn(|_| between(rng, -room, room));
    let pose = Pose::new(rotation(rng), place)?;
    let velocity = direction::<3>(rng) * between(rng, 0.0, 0.02);
    let turn = Rotation::from_axis_angle(direction::<3>(rng), between(rng, 0.0, 0.02))?;
    Ok(Flier { ours, theirs, pose, velocity, turn })
}

impl Flier {
    /// One step, and back when it comes to a wall.
    fn fly(&mut self, room: f64) {
        let at = self.pose.translation();
        for i in 0..3 {
            if at[i].abs() > room && at[i] * self.velocity[i] > 0.0 {
                self.velocity[i] = -self.velocity[i];
            }
        }
        let rotation = self.turn.compose(self.pose.rotation());
        self.pose = Pose::new(rotation, at + self.velocity).unwrap_or(self.pose);
    }
}

struct Ours {
    scene: Scene<3>,
    ids: Vec<BodyId>,
    found: Vec<Nearest<3>>,
}

impl Ours {
    fn new(fliers: &[Flier]) -> Result<Self, Box<dyn std::error::Error>> {
        let mut scene = Scene::new();
        let mut ids = Vec::new();
        for flier in fliers {
            let body = Body::from_parts([(flier.ours.clone(), Pose::IDENTITY)])?;
            ids.push(scene.add(body, flier.pose)?);
        }
        Ok(Self { scene, ids, found: Vec::new() })
    }

    fn step(&mut self, fliers: &[Flier]) -> Result<usize, Box<dyn std::error::Error>> {
        for (id, flier) in self.ids.iter().zip(fliers) {
            self.scene.move_to(*id, flier.pose)?;
        }
        self.scene.pairs_within_into(MARGIN, &mut self.found)?;
        Ok(self.found.len())
    }
}

struct Theirs {
    tree: Bvh,
    workspace: BvhWorkspace,
    /// Whether the tree is improved at each step, as their physics engine does.
    optimize: bool,
    pairs: Vec<(u32, u32)>,
    found: Vec<(u32, u32, ClosestPoints)>,
    poses: Vec<TheirPose>,
}

impl Theirs {
    fn new(fliers: &[Flier], optimize: bool) -> Self {
        let mut theirs = Self {
            tree: Bvh::new(),
            workspace: BvhWorkspace::default(),
            optimize,
            pairs: Vec::new(),
            found: Vec::new(),
            poses: fliers.iter().map(|flier| TheirPose::of(&flier.pose)).collect(),
        };
        let boxes: Vec<Aabb> = (0..fliers.len()).map(|i| theirs.bounds(fliers, i)).collect();
        theirs.tree = Bvh::from_leaves(parry3d_f64::partitioning::BvhBuildStrategy::Binned, &boxes);
        theirs
    }

    fn bounds(&self, fliers: &[Flier], at: usize) -> Aabb {
        fliers[at].theirs.compute_aabb(&self.poses[at]).loosened(0.5 * MARGIN)
    }

    /// The poses are turned into theirs outside of the time that is measured.
    fn poses(&mut self, fliers: &[Flier]) {
        for (pose, flier) in self.poses.iter_mut().zip(fliers) {
            *pose = TheirPose::of(&flier.pose);
        }
    }

    fn step(&mut self, fliers: &[Flier]) -> usize {
        for at in 0..fliers.len() {
            let bounds = self.bounds(fliers, at);
            self.tree.insert_or_update_partially(bounds, at as u32, 0.0);
        }
        if self.optimize {
            self.tree.optimize_incremental(&mut self.workspace);
        }
        self.tree.refit(&mut self.workspace);
        self.pairs.clear();
        let pairs = &mut self.pairs;
        self.tree.traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut |a, b| {
            pairs.push((a, b));
        });
        self.found.clear();
        for &(a, b) in &self.pairs {
            let (i, j) = (a as usize, b as usize);
            let found = closest_points(
                &self.poses[i],
                &*fliers[i].theirs,
                &self.poses[j],
                &*fliers[j].theirs,
                MARGIN,
            );
            match found {
                Ok(ClosestPoints::Disjoint) | Err(_) => {}
                Ok(points) => self.found.push((a, b, points)),
            }
        }
        self.found.len()
    }
}

/// Prints the table.
pub fn run(options: &Options) -> Result<Vec<Row>, Box<dyn std::error::Error>> {
    println!(
        "Flying and spinning bodies, all pairs within a fifth of their size; medians of the time \
         that the thread works for a step.\n"
    );
    println!("| bodies | pairs | clearance | a body · log₂ n | parry | ratio |");
    println!("| ---: | ---: | ---: | ---: | ---: | ---: |");
    let sizes: &[usize] = if options.quick {
        &[100, 1000, 10_000]
    } else {
        &[100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000]
    };
    let mut rows = Vec::new();
    for &bodies in sizes {
        let row = measure(bodies, if options.quick { 7 } else { 25 }, options.seed)?;
        let each = 1e3 * row.ours / (bodies as f64 * (bodies as f64).log2());
        println!(
            "| {bodies} | {} | {:.0} µs | {each:.1} ns | {:.0} µs | {:.2} |",
            row.pairs,
            row.ours,
            row.theirs,
            row.theirs / row.ours
        );
        rows.push(row);
    }
    println!();
    Ok(rows)
}

/// All on the same scene, in turn.
fn measure(bodies: usize, steps: usize, seed: u64) -> Result<Row, Box<dyn std::error::Error>> {
    let mut rng = Rng::with_seed(seed);
    // As crowded whatever the number.
    let room = 0.75 * (bodies as f64).cbrt();
    let mut fliers = Vec::with_capacity(bodies);
    for _ in 0..bodies {
        fliers.push(flier(&mut rng, room)?);
    }
    let mut ours = Ours::new(&fliers)?;
    let mut theirs = [Theirs::new(&fliers, false), Theirs::new(&fliers, true)];
    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    let mut pairs = 0;
    for step in 0..steps + 3 {
        fliers.iter_mut().for_each(|flier| flier.fly(room));
        let began = worked();
        pairs = ours.step(&fliers)?;
        let own = worked() - began;
        let mut seen = Vec::new();
        let mut elapsed = vec![own];
        for peer in &mut theirs {
            peer.poses(&fliers);
            let began = worked();
            seen.push(peer.step(&fliers));
            elapsed.push(worked() - began);
        }
        // Distances that equal the margin to rounding may go either way.
        if seen.iter().any(|count| count.abs_diff(pairs) > 2 + pairs / 1000) {
            return Err(format!("{pairs} pairs, and parry finds {seen:?}").into());
        }
        if step >= 3 {
            for (list, time) in times.iter_mut().zip(elapsed) {
                list.push(time.as_secs_f64() * 1e6);
            }
        }
    }
    let [own, plain, optimized] = times.map(|mut list| {
        list.sort_by(f64::total_cmp);
        list[list.len() / 2]
    });
    Ok(Row { bodies, pairs, ours: own, theirs: plain.min(optimized) })
}
