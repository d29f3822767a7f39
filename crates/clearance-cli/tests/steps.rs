//! What `explain` and `distance` say to people.

use std::process::Command;

fn said(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_clearance")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Every step of every method but GJK was said to be a formula that gives the closest points at once,
/// four times in a row for a box beside the corner of a room.
#[test]
fn steps_are_called_what_they_are() {
    let room = r#"{"type": "halfspaces", "normals": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "offsets": [0, 0, 0]}"#;
    let text = said(&["explain", room, "box:1,1,1", "--pose-b", "3,3,3"]);
    assert!(text.contains("active-set") && text.contains("is held by"), "{text}");
    assert!(text.contains("its facets 0, 1 and 2"), "{text}");
    assert!(!text.contains("A formula gives"), "{text}");
    let text = said(&["explain", "ellipsoid:1,2,5", "ellipsoid:5,2,1", "--pose-b", "4,4,4"]);
    assert!(text.contains("newton") && !text.contains("A formula gives"), "{text}");
    let quartic = r#"{"type": "superquadric", "semiaxes": [1, 2, 1], "exponents": [4, 4, 3]}"#;
    let arguments = ["explain", quartic, "ball:1", "--pose-b", "5,5,5", "--method", "interior"];
    let text = said(&arguments);
    assert!(text.contains("The interior point method is at"), "{text}");
    let text = said(&["explain", "ball:1", "ball:2", "--pose-b", "5,0,0"]);
    assert!(text.contains("A formula gives the closest points at once"), "{text}");
}

/// Whether the closest pair is unique was told of next to nothing but balls.
#[test]
fn boxes_face_to_face_have_many_closest_pairs() {
    let only = |arguments: &[&str]| {
        let text = said(&[&["distance"], arguments].concat());
        let line = text.lines().find(|line| line.contains("only closest pair")).map(str::to_owned);
        line.unwrap_or_else(|| panic!("{text}"))
    };
    assert!(only(&["box:1,1,1", "box:1,1,1", "--pose-b", "4,0.5,0"]).contains("no"));
    assert!(only(&["box:1,1,1", "box:1,1,1", "--pose-b", "4,4,4"]).contains("yes"));
    assert!(only(&["box:1,1,1", "cylinder:1,0.5", "--pose-b", "4,0,0"]).contains("no"));
}
