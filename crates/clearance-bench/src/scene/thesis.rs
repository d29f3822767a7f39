//! The robot of Fenger's thesis (§4.6): 14 polyhedra with 96 facets in all, a floor and an obstacle.

use std::time::Instant;

use clearance::scene::{Body, BodyId, Budget, Groups, Scene};
use clearance::shape::{Cuboid, HalfSpace, Polytope};
use clearance::{Pose, Rotation, Vector};

use crate::options::Options;

/// A chain of polyhedra, two on each of seven joints: eight boxes and six hexagonal prisms.
pub struct Arm {
    pub scene: Scene<3>,
    pub parts: Vec<BodyId>,
}

const ROBOT: Groups = Groups::apart(2);
const WORLD: Groups = Groups::apart(4);

impl Arm {
    /// With a floor that eleven of the parts can reach, and obstacles around: 14 pairs for each, and
    /// 11 with the floor.
    pub fn new(obstacles: usize) -> Result<Self, Box<dyn std::error::Error>> {
        let mut scene = Scene::new();
        let mut parts = Vec::new();
        for k in 0..14 {
            let body = if k % 7 < 4 {
                Body::new(Cuboid::new([0.08, 0.06, 0.1])?)?
            } else {
                let corner = |i: i32| {
                    let angle = f64::from(i % 6) * std::f64::consts::FRAC_PI_3;
                    let z = if i < 6 { -0.1 } else { 0.1 };
                    [0.07 * angle.cos(), 0.07 * angle.sin(), z]
                };
                Body::new(Polytope::from_points((0..12).map(corner))?)?
            };
            let id = scene.add(body, Pose::IDENTITY)?;
            scene.set_groups(id, ROBOT)?;
            parts.push(id);
        }
        let floor = HalfSpace::new([0.0, 0.0, 1.0], -1.7)?;
        let floor = scene.add(Body::new(floor)?, Pose::IDENTITY)?;
        scene.set_groups(floor, WORLD)?;
        for &part in &parts[..3] {
            scene.allow(part, floor)?;
        }
        for k in 0..obstacles {
            // On a spiral about the arm, out of its way.
            let angle = 2.4 * k as f64;
            let radius = 2.6 + 0.02 * k as f64;
            let height = -1.2 + 2.4 * (k as f64 + 0.5) / obstacles as f64;
            let at = Pose::new(
                Rotation::from_rpy(angle, 0.5 * angle, 0.0)?,
                [radius * angle.cos(), radius * angle.sin(), height],
            )?;
            let id = scene.add(Body::new(Cuboid::new([0.2, 0.15, 0.1])?)?, at)?;
            scene.set_groups(id, WORLD)?;
        }
        let mut arm = Self { scene, parts };
        arm.bend(0.0)?;
        Ok(arm)
    }

    /// Moves the parts to where they are at a time: seven joints that swing.
    pub fn bend(&mut self, time: f64) -> Result<(), Box<dyn std::error::Error>> {
        let mut frame = Pose::IDENTITY;
        for joint in 0..7 {
            let axis = if joint % 2 == 0 { Vector::axis(2) } else { Vector::axis(1) };
            let angle = 0.6 * (time * (1.0 + 0.13 * joint as f64) + joint as f64).sin();
            let turn = Pose::rotated(Rotation::from_axis_angle(axis, angle)?);
            frame = frame.compose(&turn);
            for half in 0..2 {
                let up = frame.compose(&Pose::at([0.0, 0.0, 0.1]));
                self.scene.move_to(self.parts[2 * joint + half], up)?;
                frame = frame.compose(&Pose::at([0.0, 0.0, 0.2]));
            }
        }
        Ok(())
    }
}

/// What is asked of the scene in each cycle; says how many pairs it compared.
type Question<'a> = dyn FnMut(&mut Scene<3>) -> Result<usize, Box<dyn std::error::Error>> + 'a;

/// Times one cycle, a millisecond of motion after the last: (as a whole, moving alone).
fn cycles(
    arm: &mut Arm,
    count: usize,
    question: &mut Question<'_>,
) -> Result<(f64, usize), Box<dyn std::error::Error>> {
    let mut times = Vec::with_capacity(count);
    let (mut spent, mut pairs) = (0.0, 0);
    for k in 0..count {
        let began = Instant::now();
        arm.bend(0.001 * k as f64)?;
        let moved = began.elapsed();
        pairs = question(&mut arm.scene)?;
        let whole = began.elapsed();
        // The kinematics of the arm are not the scene's.
        times.push((whole - moved).as_nanos() as f64);
        spent += whole.as_secs_f64();
    }
    let _ = spent;
    times.sort_by(f64::total_cmp);
    Ok((times[count / 2], pairs))
}

/// Prints the table.
pub fn run(options: &Options) {
    if let Err(error) = table(options) {
        eprintln!("{error}");
    }
}

fn table(options: &Options) -> Result<(), Box<dyn std::error::Error>> {
    let count = if options.quick { 2_000 } else { 20_000 };
    println!("A robot of 14 polyhedra with 96 facets, a millisecond of motion a cycle; medians.\n");
    println!(
        "| obstacles | pairs | every pair, tracked | least clearance, certified | triage, 25 pairs |"
    );
    println!("| ---: | ---: | ---: | ---: | ---: |");
    for obstacles in [1, 100] {
        let count = if obstacles > 1 { count / 10 } else { count };
        let mut arm = Arm::new(obstacles)?;
        let (every, pairs) =
            cycles(&mut arm, count, &mut |scene| Ok(scene.update(Budget::Everything)?.pairs))?;
        let mut arm = Arm::new(obstacles)?;
        let (least, _) =
            cycles(&mut arm, count, &mut |scene| Ok(usize::from(scene.clearance()?.lower > 0.0)))?;
        let mut arm = Arm::new(obstacles)?;
        let (triage, _) =
            cycles(&mut arm, count, &mut |scene| Ok(scene.update(Budget::Pairs(25))?.pairs))?;
        println!(
            "| {obstacles} | {pairs} | {:.1} µs | {:.1} µs | {:.1} µs |",
            every / 1e3,
            least / 1e3,
            triage / 1e3
        );
    }
    println!();
    Ok(())
}
