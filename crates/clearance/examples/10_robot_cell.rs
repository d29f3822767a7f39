//! A robot of 14 polyhedra with 96 facets in all, a floor and an obstacle, watched in a loop of a
//! millisecond: the case of Fenger's thesis (2001, §4.6), after McIntyre's robot of 1992, whose
//! loop took 352 ms.
//!
//! The thesis counts 25 pairs: all 14 parts with the obstacle, and 11 with the floor here.

use std::time::Instant;

use clearance::scene::{Body, BodyId, Budget, Groups, Scene, Speed};
use clearance::shape::{Cuboid, HalfSpace, Polytope};
use clearance::{Pose, Rotation, Vector};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> Result<()> {
    let (mut scene, parts, obstacle) = cell()?;
    let (mut least, mut when) = (f64::INFINITY, 0);
    let mut times = Vec::new();
    const CYCLES: u32 = 2000;
    for cycle in 0..CYCLES {
        bend(&mut scene, &parts, 0.001 * f64::from(cycle))?;
        let began = Instant::now();
        // Every pair is compared, each from where the last comparison ended.
        let update = scene.update(Budget::Everything)?;
        times.push(began.elapsed());
        assert_eq!((update.pairs, update.stale), (25, 0));
        if update.lower < least {
            (least, when) = (update.lower, cycle);
        }
    }
    times.sort();
    println!("25 pairs, {CYCLES} cycles: {:.1?} in the median", times[times.len() / 2]);
    println!("the least clearance, {least:.4}, was in cycle {when}");
    assert!(least > 0.0);

    // With three comparisons a cycle the bounds are looser, and no less true.
    let (mut scene, parts, _) = cell()?;
    let mut starved = f64::INFINITY;
    for cycle in 0..CYCLES {
        bend(&mut scene, &parts, 0.001 * f64::from(cycle))?;
        starved = starved.min(scene.update(Budget::Pairs(3))?.lower);
    }
    println!("with 3 comparisons a cycle, {starved:.4} is proved for all pairs at all times");
    assert!(starved <= least + 1e-12);

    // How long would the bounds hold if the control loop stopped looking?
    for &part in &parts {
        scene.set_speed(part, Speed { linear: 2.0, angular: 3.0 })?;
    }
    scene.set_speed(obstacle, Speed::STILL)?;
    let hold = parts
        .iter()
        .filter_map(|&part| scene.bound(part, obstacle).ok()?.holds_for(0.0))
        .fold(f64::INFINITY, f64::min);
    println!("at 2 m/s nothing can reach the obstacle within {:.0} ms", 1000.0 * hold);
    Ok(())
}

/// Eight boxes and six hexagonal prisms, 8 · 6 + 6 · 8 = 96 facets; a floor; an obstacle.
fn cell() -> Result<(Scene<3>, Vec<BodyId>, BodyId)> {
    let (robot, world) = (Groups::apart(2), Groups::apart(4));
    let mut scene = Scene::new();
    let mut parts = Vec::new();
    for k in 0..14 {
        let body = if k % 7 < 4 {
            Body::new(Cuboid::new([0.08, 0.06, 0.1])?)?
        } else {
            let corner = |i: i32| {
                let angle = f64::from(i % 6) * std::f64::consts::FRAC_PI_3;
                [0.07 * angle.cos(), 0.07 * angle.sin(), if i < 6 { -0.1 } else { 0.1 }]
            };
            Body::new(Polytope::from_points((0..12).map(corner))?)?
        };
        let id = scene.add(body, Pose::IDENTITY)?;
        scene.set_groups(id, robot)?;
        parts.push(id);
    }
    let floor = scene.add(Body::new(HalfSpace::new([0.0, 0.0, 1.0], -0.2)?)?, Pose::IDENTITY)?;
    let obstacle = Body::new(Cuboid::new([0.3, 0.3, 0.6])?)?;
    let obstacle = scene.add(obstacle, Pose::at([1.9, 0.4, 1.6]))?;
    for id in [floor, obstacle] {
        scene.set_groups(id, world)?;
    }
    // The first three parts cannot reach the floor.
    for &part in &parts[..3] {
        scene.allow(part, floor)?;
    }
    Ok((scene, parts, obstacle))
}

/// Seven joints that swing, each with two parts on it.
fn bend(scene: &mut Scene<3>, parts: &[BodyId], time: f64) -> Result<()> {
    let mut frame = Pose::IDENTITY;
    for joint in 0..7 {
        let axis = Vector::axis(if joint % 2 == 0 { 2 } else { 1 });
        let angle = 0.5 * (time * (1.0 + 0.13 * joint as f64) + joint as f64).sin();
        frame = frame.compose(&Pose::rotated(Rotation::from_axis_angle(axis, angle)?));
        for half in 0..2 {
            scene.move_to(parts[2 * joint + half], frame.compose(&Pose::at([0.0, 0.0, 0.1])))?;
            frame = frame.compose(&Pose::at([0.0, 0.0, 0.2]));
        }
    }
    Ok(())
}
