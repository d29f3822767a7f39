//! A robot with everything.

use clearance::Vector;
use clearance_io::robot::{Mesh, Motion, Options, Reason, Robot, read_srdf};

use super::folder;

fn near(a: Vector<3>, b: [f64; 3]) -> bool {
    (a - Vector(b)).norm() < 1e-12
}

#[test]
fn every_geometry_joint_and_mesh_is_read() {
    let folder = folder();
    let options = Options::default().measured();
    let robot = Robot::load(&folder.path().join("robot.urdf"), &options).unwrap();
    assert_eq!(robot.name, "everything");
    assert_eq!(robot.links().len(), 7);
    assert_eq!(robot.variables().collect::<Vec<_>>(), ["turn", "lift", "slide", "grip"]);
    let motions: Vec<Motion> = robot.joints().iter().map(|joint| joint.motion).collect();
    use Motion::{Continuous, Fixed, Prismatic, Revolute};
    assert_eq!(motions, [Continuous, Revolute, Prismatic, Fixed, Revolute, Revolute]);
    let parts = |name: &str| {
        let link = &robot.links()[robot.link(name).unwrap()];
        link.body.as_ref().map_or(0, |body| body.parts().len())
    };
    assert_eq!(
        ["base", "column", "arm", "slider", "empty", "finger", "thumb"].map(parts),
        [1, 1, 1, 1, 0, 2, 2]
    );
    // The four formats make the same cube, which is its own hull.
    for link in ["finger", "thumb"] {
        let link = &robot.links()[robot.link(link).unwrap()];
        assert_eq!(link.meshes.len(), 2);
        for (name, error) in &link.meshes {
            let error = error.unwrap();
            assert_eq!(error.parts, 1, "{name}");
            assert!(error.uncovered < 1e-9 && error.excess[0] < 1e-9, "{name}: {error:?}");
        }
    }
    let sizes: Vec<f64> = robot
        .links()
        .iter()
        .filter_map(|link| link.body.as_ref()?.bounding_ball())
        .map(|ball| ball.radius)
        .collect();
    assert!((sizes[3] - 0.15).abs() < 1e-9);
}

#[test]
fn links_are_where_they_should_be() {
    let folder = folder();
    let robot = Robot::load(&folder.path().join("robot.urdf"), &Options::default()).unwrap();
    let at = |q: [f64; 4], link: &str| {
        robot.forward(&q).unwrap()[robot.link(link).unwrap()].translation()
    };
    let quarter = std::f64::consts::FRAC_PI_2;
    assert!(near(at([0.0; 4], "slider"), [0.0, 0.0, 0.1 + 2.3 + 1.4]));
    assert!(near(at([0.0, 0.0, 0.5, 0.0], "slider"), [0.0, 0.0, 4.3]));
    // Lifted by a quarter, the arm points along x; turned by a quarter, along y.
    assert!(near(at([0.0, quarter, 0.5, 0.0], "slider"), [1.9, 0.0, 2.4]));
    assert!(near(at([quarter, quarter, 0.5, 0.0], "slider"), [0.0, 1.9, 2.4]));
    // The flange turns the hand by a quarter: its x is the slider's y.
    assert!(near(at([0.0, 0.0, 0.0, 0.0], "finger"), [0.0, 0.3, 0.1 + 2.3 + 1.4 + 0.4]));
    let values = robot.joint_values(&[0.0, 0.0, 0.2, 0.5]).unwrap();
    assert_eq!(values[5], -0.25, "the thumb follows the finger");
    assert_eq!(robot.beyond_limits(&[9.0, 0.0, 0.2, 0.5]).unwrap().map(|(j, _)| &*j.name), None);
    let beyond = robot.beyond_limits(&[0.0, 2.0, 0.2, 0.5]).unwrap();
    assert_eq!(beyond.map(|(joint, value)| (&*joint.name, value)), Some(("lift", 2.0)));
    assert_eq!(robot.rest(), [0.0, 0.0, 0.35, 0.0]);
    assert!(robot.forward(&[0.0; 3]).is_err());
    assert!(robot.forward(&[0.0, f64::NAN, 0.0, 0.0]).is_err());
}

#[test]
fn pairs_that_may_collide_are_found_or_read() {
    let folder = folder();
    let robot = Robot::load(&folder.path().join("robot.urdf"), &Options::default()).unwrap();
    let names = |links: [usize; 2]| links.map(|link| robot.links()[link].name.as_str());
    let adjacent: Vec<_> = robot.adjacent().iter().map(|pair| names(pair.links)).collect();
    // The empty link is passed over.
    for pair in [["base", "column"], ["column", "arm"], ["arm", "slider"], ["slider", "finger"]] {
        assert!(adjacent.contains(&pair), "{pair:?} in {adjacent:?}");
    }
    let derived = robot.derive_allowed(300, 7).unwrap();
    assert_eq!(derived, robot.derive_allowed(300, 7).unwrap(), "the same seed, the same pairs");
    let never = |a: &str, b: &str| {
        derived.iter().any(|pair| names(pair.links) == [a, b] && pair.reason == Reason::Never)
    };
    assert!(never("base", "slider"));
    // Of no samples all pairs met in each: nothing was compared, and everything was safe.
    let none = robot.derive_allowed(0, 7).unwrap();
    assert_eq!(none, robot.adjacent());
    assert!(!never("finger", "thumb"), "the gripper closes on itself");
    let text = r#"<robot name="everything"><disable_collisions link1="base" link2="arm" reason="Never"/></robot>"#;
    let given = read_srdf(text, &robot).unwrap();
    assert_eq!((names(given[0].links), given[0].reason.name()), (["base", "arm"], "Never"));
    let error =
        read_srdf("<robot>\n<disable_collisions link1='base' link2='leg'/></robot>", &robot);
    assert_eq!(error.unwrap_err().to_string(), "line 2: there is no link \"leg\"");
}

/// A hull fills dents; how much, is said.
#[test]
fn the_error_of_a_hull_is_measured() {
    // An L of width 1 and arms of length 2: the hull's slanted side passes √½ from the inner edge.
    let outline = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
    let mut mesh = Mesh::default();
    for z in [0.0, 1.0] {
        mesh.vertices.extend(outline.iter().map(|p| Vector([p[0], p[1], z])));
    }
    for [a, b, c] in [[0, 1, 2], [0, 2, 3], [0, 3, 5], [3, 4, 5]] {
        mesh.faces.push([a, c, b]);
        mesh.faces.push([a + 6, b + 6, c + 6]);
    }
    for i in 0..6 {
        let j = (i + 1) % 6;
        mesh.faces.push([i, j, j + 6]);
        mesh.faces.push([i, j + 6, i + 6]);
    }
    let hull = mesh.parts(clearance_io::robot::Solid::Hull).unwrap();
    let error = mesh.approximation(&hull);
    // The middle of the slanted side is half a diagonal from the corner of the dent.
    let expected = 0.5;
    assert!(error.uncovered < 1e-12);
    assert!(error.excess[0] <= expected + 1e-9 && expected <= error.excess[1], "{error:?}");
    assert!(error.excess[1] - error.excess[0] < 0.1);
    #[cfg(feature = "decompose")]
    {
        let parts = mesh.parts(clearance_io::robot::Solid::Parts).unwrap();
        let error = mesh.approximation(&parts);
        assert!(parts.len() > 1 && error.excess[0] < 0.2 && error.uncovered < 0.2, "{error:?}");
    }
}
