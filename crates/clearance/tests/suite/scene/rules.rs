//! Names, groups, refusals, and what updates do with their budgets.

use std::sync::Arc;

use clearance::scene::{Body, Bound, Budget, Groups, Scene, SceneError, Speed};
use clearance::shape::{Ball, Cuboid, HalfSpace};
use clearance::{Convex, Pose, Vector};

fn ball() -> Arc<Body<3>> {
    Arc::new(Body::new(Ball::new(0.5).unwrap()).unwrap())
}

/// Below the true bound by rounding, and not more.
fn nearly(lower: f64, expected: f64) -> bool {
    lower <= expected && lower > expected - 1e-9
}

fn row(count: usize) -> (Scene<3>, Vec<clearance::scene::BodyId>) {
    let mut scene = Scene::new();
    let ids = (0..count)
        .map(|i| scene.add(ball(), Pose::at([2.0 * i as f64, 0.0, 0.0])).unwrap())
        .collect();
    (scene, ids)
}

#[test]
fn names_are_not_used_again() {
    let (mut scene, ids) = row(3);
    scene.remove(ids[1]).unwrap();
    assert_eq!(scene.remove(ids[1]).unwrap_err(), SceneError::NoSuchBody(ids[1]));
    assert_eq!(scene.move_to(ids[1], Pose::IDENTITY), Err(SceneError::NoSuchBody(ids[1])));
    let new = scene.add(ball(), Pose::at([9.0, 0.0, 0.0])).unwrap();
    assert_ne!(new, ids[1]);
    assert_eq!(scene.len(), 3);
    assert_eq!(scene.pose(new).unwrap().translation()[0], 9.0);
    assert!(scene.distance(ids[1], new).is_err());
    assert_eq!(new.to_string(), "body 1.1");
}

#[test]
fn empty_scenes_have_no_pairs() {
    let mut scene = Scene::<3>::new();
    assert_eq!(scene.nearest_pair(), Ok(None));
    assert_eq!(scene.clearance().unwrap().lower, f64::INFINITY);
    assert_eq!(scene.pairs_within(1.0), Ok(vec![]));
    assert_eq!(scene.contacts(0.0), Ok(vec![]));
    assert_eq!(scene.ray_cast([0.0; 3], [1.0, 0.0, 0.0]), Ok(None));
    assert_eq!(scene.nearest_to_point([0.0; 3]), Ok(None));
    assert_eq!(scene.update(Budget::Everything).unwrap().lower, f64::INFINITY);
    assert_eq!(scene.update(Budget::Pairs(3)).unwrap().pairs, 0);
    let only = scene.add(ball(), Pose::IDENTITY).unwrap();
    assert_eq!(scene.nearest_to(only), Ok(None));
    assert_eq!(scene.nearest_pair(), Ok(None));
}

#[test]
fn what_is_refused() {
    let (mut scene, ids) = row(2);
    let nowhere = Pose::at([f64::NAN, 0.0, 0.0]);
    assert_eq!(scene.add(ball(), nowhere), Err(SceneError::BadPose));
    assert_eq!(scene.add(ball(), Pose::at([1e60, 0.0, 0.0])), Err(SceneError::BadPose));
    assert_eq!(scene.move_to(ids[0], nowhere), Err(SceneError::BadPose));
    assert_eq!(scene.allow(ids[0], ids[0]), Err(SceneError::SameBody(ids[0])));
    assert_eq!(scene.distance(ids[0], ids[0]), Err(SceneError::SameBody(ids[0])));
    for margin in [-1.0, f64::NAN] {
        assert!(matches!(scene.pairs_within(margin), Err(SceneError::BadArgument(_))));
        assert!(matches!(scene.contacts(margin), Err(SceneError::BadArgument(_))));
        assert!(matches!(scene.set_horizon(margin), Err(SceneError::BadArgument(_))));
        let speed = Speed { linear: margin, angular: 0.0 };
        assert!(matches!(scene.set_speed(ids[0], speed), Err(SceneError::BadArgument(_))));
        let point = [margin / 0.0, 0.0, 0.0];
        assert!(matches!(scene.nearest_to_point(point), Err(SceneError::BadArgument(_))));
        assert!(matches!(scene.ray_cast(point, [1.0; 3]), Err(SceneError::BadArgument(_))));
    }
    assert!(matches!(scene.ray_cast([0.0; 3], [0.0; 3]), Err(SceneError::BadArgument(_))));
    assert!(matches!(
        scene.nearest_to_shape(&Ball::new(1.0).unwrap(), &nowhere),
        Err(SceneError::BadPose)
    ));
    assert_eq!(Body::<3>::from_parts([]).unwrap_err(), SceneError::NoParts);
    struct Nowhere;
    impl Convex<3> for Nowhere {
        fn support(&self, _: Vector<3>) -> Vector<3> {
            Vector([f64::NAN; 3])
        }
    }
    assert!(matches!(Body::new(Nowhere), Err(SceneError::Part { part: 0, .. })));
    // Nothing of this has changed anything.
    assert_eq!(scene.nearest_pair().unwrap().unwrap().distance(), 1.0);
}

#[test]
fn allowed_pairs_and_groups_are_left_out() {
    let (mut scene, ids) = row(3);
    scene.move_to(ids[2], Pose::at([3.5, 0.0, 0.0])).unwrap();
    let near = |scene: &mut Scene<3>| scene.nearest_pair().unwrap().map(|found| found.bodies);
    assert_eq!(near(&mut scene), Some([ids[1], ids[2]]));
    scene.allow(ids[2], ids[1]).unwrap();
    assert_eq!(near(&mut scene), Some([ids[0], ids[1]]));
    assert!(!scene.compares(ids[1], ids[2]).unwrap());
    // Named, the pair is answered all the same.
    assert!((scene.distance(ids[2], ids[1]).unwrap().distance() - 0.5).abs() < 1e-15);
    for &id in &ids[..2] {
        scene.set_groups(id, Groups::apart(2)).unwrap();
    }
    assert_eq!(near(&mut scene), Some([ids[0], ids[2]]));
    scene.forbid(ids[1], ids[2]).unwrap();
    assert_eq!(near(&mut scene), Some([ids[1], ids[2]]));
    // A removed body takes its exceptions with it.
    scene.allow(ids[0], ids[2]).unwrap();
    scene.remove(ids[0]).unwrap();
    let new = scene.add(ball(), Pose::at([4.6, 0.0, 0.0])).unwrap();
    assert_eq!(near(&mut scene), Some([new, ids[2]]));
}

#[test]
fn bounds_hold_for_a_time() {
    let (mut scene, ids) = row(2);
    let unknown = scene.bound(ids[0], ids[1]).unwrap();
    assert_eq!((unknown.age, unknown.stale, unknown.closing), (None, true, None));
    assert!(unknown.holds_for(0.0).is_none());
    scene.set_speed(ids[0], Speed { linear: 0.25, angular: 0.5 }).unwrap();
    scene.set_speed(ids[1], Speed::STILL).unwrap();
    scene.update(Budget::Everything).unwrap();
    let Bound { lower, age, stale, closing, .. } = scene.bound(ids[1], ids[0]).unwrap();
    assert_eq!((age, stale), (Some(0), false));
    assert!(nearly(lower, 1.0));
    // A quarter by moving, and half a radian at a radius of a half.
    assert!((closing.unwrap() - 0.5).abs() < 1e-9);
    let bound = scene.bound(ids[0], ids[1]).unwrap();
    assert!((bound.holds_for(0.5).unwrap() - 1.0).abs() < 1e-8);
    assert_eq!(bound.holds_for(2.0), Some(0.0));
    // What moved is stale, and the bound follows the slab: it grows when they part.
    scene.move_to(ids[0], Pose::at([-3.0, 0.0, 0.0])).unwrap();
    scene.update(Budget::Pairs(0)).unwrap();
    let bound = scene.bound(ids[0], ids[1]).unwrap();
    assert!(bound.stale && bound.age == Some(1));
    assert!(bound.lower > 4.0 - 1e-9 && bound.lower <= 4.0, "{}", bound.lower);
}

#[test]
fn budgets_are_kept_and_everyone_gets_a_turn() {
    let (mut scene, ids) = row(12);
    let pairs = 12 * 11 / 2;
    let mut seen = 0;
    for step in 0..400 {
        for (i, &id) in ids.iter().enumerate() {
            let at = [2.0 * i as f64, 0.01 * f64::from(step), 0.0];
            scene.move_to(id, Pose::at(at)).unwrap();
        }
        let update = scene.update(Budget::Pairs(2)).unwrap();
        assert_eq!((update.pairs, update.compared, update.stale), (pairs, 2, pairs - 2));
        seen += update.compared;
    }
    assert_eq!(seen, 800);
    // Every other update the stalest pair has its turn, so that none waits longer than this.
    let oldest = scene.bounds().iter().map(|pair| pair.bound.age.unwrap_or(u64::MAX)).max();
    assert!(oldest.unwrap() <= 2 * pairs as u64, "{oldest:?}");
    let mut left = 7;
    let mut go_on = || {
        left -= 1;
        left > 0
    };
    assert_eq!(scene.update(Budget::While(&mut go_on)).unwrap().compared, 6);
    // Pairs that have not moved since are fresh.
    let everything = scene.update(Budget::Everything).unwrap();
    assert!(everything.stale == 0 && nearly(everything.lower, 1.0));
    assert_eq!(scene.update(Budget::Everything).unwrap().compared, 0);
    // Without the standard library there is no clock.
    #[cfg(feature = "std")]
    {
        let time = std::time::Duration::from_secs(1);
        assert_eq!(scene.update(Budget::Time(time)).unwrap().compared, 0);
    }
}

#[test]
fn far_pairs_may_be_left_to_their_boxes() {
    let (mut scene, ids) = row(30);
    scene.set_horizon(3.5).unwrap();
    let update = scene.update(Budget::Everything).unwrap();
    assert_eq!(update.pairs, 29 + 28);
    assert!(nearly(update.lower, 1.0));
    let far = scene.bound(ids[0], ids[29]).unwrap();
    assert!(far.age.is_none() && far.lower > 56.9 && far.lower <= 57.0);
}

/// A floor has no end: turning it moves points any distance, and no bound outlives that.
#[test]
fn unbounded_bodies_move() {
    let mut scene = Scene::new();
    let floor = Body::new(HalfSpace::new([0.0, 0.0, 1.0], 0.0).unwrap()).unwrap();
    let floor = scene.add(floor, Pose::IDENTITY).unwrap();
    let cube = Body::new(Cuboid::new([0.5, 0.5, 0.5]).unwrap()).unwrap();
    let cube = scene.add(cube, Pose::at([0.0, 0.0, 2.5])).unwrap();
    assert!(nearly(scene.update(Budget::Everything).unwrap().lower, 2.0));
    scene.move_to(floor, Pose::at([5.0, 5.0, 1.0])).unwrap();
    let bound = scene.bound(floor, cube).unwrap();
    assert!(bound.lower > 1.0 - 1e-9 && bound.lower <= 1.0);
    let turned = clearance::Rotation::from_rpy(0.3, 0.0, 0.0).unwrap();
    scene.move_to(floor, Pose::rotated(turned)).unwrap();
    assert_eq!(scene.bound(floor, cube).unwrap().lower, 0.0);
    let hit = scene.ray_cast([0.0, 0.0, 9.0], [0.0, 0.0, -1.0]).unwrap().unwrap();
    assert_eq!(hit.body, cube);
}
