//! Cells in motion: what is proved between samples.

use std::ops::ControlFlow;

use clearance::Pose;
use clearance::scene::Body;
use clearance::shape::Cuboid;
use clearance_io::cell::{Cell, PathOptions, Trajectory};
use clearance_io::robot::{Files, Options, Robot, RobotError};

use super::folder;

/// A rod of length 1 that turns about z.
const ROD: &str = r#"<robot name="rod"><link name="base"/>
  <link name="rod"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.02 0.02"/></geometry></collision></link>
  <joint name="turn" type="continuous"><parent link="base"/><child link="rod"/><axis xyz="0 0 1"/></joint></robot>"#;

fn rod() -> Robot {
    Robot::from_urdf(ROD, &Files::default(), &Options::default()).unwrap()
}

/// A rod, and a thin post in its way at 45 degrees.
fn cell() -> Cell {
    let mut cell = Cell::new();
    let post = Body::new(Cuboid::new([0.01, 0.01, 1.0]).unwrap()).unwrap();
    cell.add_fixed("post", post, Pose::at([0.6, 0.6, 0.0])).unwrap();
    cell.add_robot("rod", rod(), Pose::IDENTITY, &[]).unwrap();
    cell
}

#[test]
fn what_sampling_misses_is_found() {
    let mut cell = cell();
    // At 0 and 90 degrees, and at 15 degree steps that skip 45, the rod is far from the post.
    for angles in [vec![0.0, 90.0], vec![0.0, 15.0, 30.0, 60.0, 75.0, 90.0]] {
        let times: Vec<f64> = (0..angles.len()).map(|i| i as f64).collect();
        let rows = angles.iter().map(|angle: &f64| vec![angle.to_radians()]).collect();
        let path = Trajectory::new(times, rows).unwrap();
        let options = PathOptions::default().with_margin(0.05);
        let report = cell.along(0, &path, &options, &mut |_| ()).unwrap();
        let sampled =
            report.samples.iter().map(|sample| sample.distance).fold(f64::INFINITY, f64::min);
        assert!(sampled > 0.05, "the samples see nothing: {sampled}");
        assert!(!report.is_safe());
        assert_eq!(report.least.sample.distance, 0.0, "the rod goes through the post");
        let violation = report.violation.unwrap();
        assert!(violation.distance < 0.05 && violation.time < report.least.sample.time);
        let bodies = violation.bodies.unwrap().map(|id| cell.name(id).to_owned());
        assert_eq!(bodies, ["post", "rod/rod"]);
    }
}

#[test]
fn whoever_watches_can_stop_it() {
    let mut cell = cell();
    let path = Trajectory::new(vec![0.0, 1.0], vec![vec![0.0], vec![1.5]]).unwrap();
    let mut calls = 0;
    let stopped = cell.along_until(0, &path, &PathOptions::default(), &mut |_| {
        calls += 1;
        if calls < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(matches!(stopped, Err(RobotError::Stopped)));
    assert_eq!(calls, 5);
}

/// Against thousands of samples: the bound holds and is not far off.
#[test]
fn the_least_clearance_is_proved() {
    let folder = folder();
    let robot = Robot::load(&folder.path().join("robot.urdf"), &Options::default()).unwrap();
    let allowed = robot.derive_allowed(200, 1).unwrap();
    let mut cell = Cell::new();
    let wall = Body::new(Cuboid::new([0.1, 3.0, 0.5]).unwrap()).unwrap();
    cell.add_fixed("wall", wall, Pose::at([2.7, 0.0, 2.0])).unwrap();
    cell.add_robot("r", robot, Pose::IDENTITY, &allowed).unwrap();
    let rows = vec![
        vec![-0.8, 0.2, 0.1, 0.0],
        vec![0.1, 1.2, 0.2, 0.4],
        vec![0.3, 0.7, 0.6, 0.4],
        vec![1.2, 0.4, 0.1, 0.1],
    ];
    let path = Trajectory::new(vec![0.0, 1.0, 2.0, 4.0], rows.clone()).unwrap();
    let mut last = 0.0;
    let report = cell
        .along(0, &path, &PathOptions::default(), &mut |share| {
            assert!((0.0..=1.0).contains(&share));
            last = share;
        })
        .unwrap();
    assert_eq!(last, 1.0);
    let least = report.least;
    assert!(least.sample.distance - least.lower <= 1.1e-4, "{least:?}");
    for (segment, two) in rows.windows(2).enumerate() {
        for k in 0..=400 {
            let share = f64::from(k) / 400.0;
            let q: Vec<f64> =
                two[0].iter().zip(&two[1]).map(|(x, y)| x + (y - x) * share).collect();
            cell.configure(0, &q).unwrap();
            let distance = cell.scene.nearest_pair().unwrap().unwrap().distance();
            // The scene is asked about the same configuration by another way: to rounding.
            let rounding = 1e-14;
            assert!(
                distance >= report.between[segment] - rounding,
                "{distance} below {}",
                report.between[segment]
            );
            assert!(distance >= least.lower - rounding);
        }
    }
    assert!(report.is_safe() && report.violation.is_none());
}

#[test]
fn cells_are_read_whole() {
    let folder = folder();
    std::fs::write(folder.path().join("robot.srdf"), "<robot name='e'><disable_collisions link1='base' link2='column' reason='Adjacent'/></robot>").unwrap();
    let text = r#"
        margin = 0.02
        [[body]]
        name = "floor"
        shape = { type = "halfspace", normal = [0, 0, 1], offset = -0.2 }
        [[body]]
        name = "shelf"
        parts = [
            { shape = { type = "box", half_extents = [1, 0.5, 0.05] } },
            { shape = { type = "box", half_extents = [0.05, 0.5, 0.5] }, pose = { translation = [1, 0, 0.5] } },
        ]
        pose = { translation = [4, 0, 1] }
        [[body]]
        name = "crate"
        mesh = "cube.dae"
        scale = [0.3, 0.3, 0.3]
        pose = { translation = [4, 0, 1.5] }
        moves = true
        [[robot]]
        urdf = "robot.urdf"
        srdf = "robot.srdf"
        name = "left"
        joints = { lift = 0.5, slide = 0.2 }
        [[robot]]
        urdf = "robot.urdf"
        name = "right"
        pose = { translation = [0, 5, 0], rpy = [0, 0, 1] }
        derive = "always"
        samples = 50
        [[allow]]
        pair = ["left", "floor"]
    "#;
    let mut cell = Cell::from_toml(text, folder.path()).unwrap();
    assert_eq!((cell.margin, cell.scene.len(), cell.robots().len()), (0.02, 3 + 6 + 6, 2));
    assert_eq!(cell.robots()[0].configuration, [0.0, 0.5, 0.2, 0.0]);
    let id = |name: &str| cell.find(name).unwrap_or_else(|| panic!("{name}"));
    // Fixed bodies are not compared with each other, nor are allowed pairs.
    assert!(!cell.scene.compares(id("floor"), id("shelf")).unwrap());
    assert!(cell.scene.compares(id("shelf"), id("crate")).unwrap());
    assert!(!cell.scene.compares(id("left/base"), id("floor")).unwrap());
    assert!(cell.scene.compares(id("right/base"), id("floor")).unwrap());
    assert!(!cell.scene.compares(id("left/base"), id("left/column")).unwrap());
    let (shelf, crate_) = (id("shelf"), id("crate"));
    let gap = cell.scene.distance(shelf, crate_).unwrap();
    assert!((gap.distance() - 0.15).abs() < 1e-6, "{}", gap.distance());
}

#[test]
fn trajectories_are_read() {
    let robot = rod();
    let read = |text: &str| Trajectory::from_csv(text, &robot, &[0.7]);
    let path = read("time, turn\n0, 0\n# a comment\n\n1.5, 0.5\n").unwrap();
    assert_eq!((path.times, path.configurations), (vec![0.0, 1.5], vec![vec![0.0], vec![0.5]]));
    assert_eq!(read("time\n0\n").unwrap().configurations, [[0.7]]);
    for (text, wanted) in [
        ("", "expected a line of names"),
        ("time,turn\n", "at least one line of numbers"),
        ("time,spin\n0,1", "line 1: expected time or turn, found \"spin\""),
        ("turn\n0", "line 1: expected a column \"time\""),
        ("time,time\n0,1", "line 1: expected each name once"),
        ("time,turn\n0,1\n1", "line 3: expected 2 numbers, found 1"),
        ("time,turn\n0,x", "line 2: expected a finite number, found \"x\""),
        ("time,turn\n0,inf", "line 2: expected a finite number"),
        ("time,turn\n1,0\n1,0", "line 3: expected a time later than the one before"),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains(wanted), "{text:?}: {error}");
    }
}
