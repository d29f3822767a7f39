//! `clearance render`.
#![allow(missing_docs)]

use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_clearance")).args(arguments).output().unwrap()
}

/// The same bytes every time, and a header that says how large the picture is.
#[test]
fn pictures_are_reproducible() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let egg = r#"{"type": "superquadric", "semiaxes": [1, 0.7, 1.5], "exponents": [1.3, 4, 16]}"#;
    for name in ["one.png", "two.png", "one.svg"] {
        let there = ["--pose-b", "3,0.5,0.2"];
        let place = path(name);
        let output = run(&[
            "render",
            egg,
            "box:0.5,0.6,0.7",
            there[0],
            there[1],
            "-o",
            &place,
            "--width",
            "64",
        ]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let (one, two) =
        (std::fs::read(path("one.png")).unwrap(), std::fs::read(path("two.png")).unwrap());
    assert_eq!(one, two);
    assert_eq!(&one[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(one[16..24], [0, 0, 0, 64, 0, 0, 0, 48]);
    let svg = std::fs::read_to_string(path("one.svg")).unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    assert!(document.descendants().any(|node| node.has_tag_name("image")));
    assert!(svg.contains("distance "));
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let output = run(&["render", "ball:1", "ball:1", "--pose-b", "3,0,0", "-o", "pair.gif"]);
    assert!(!output.status.success());
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(complaint.contains(".png or .svg"), "{complaint}");
}

/// Motions of the plane and of space, into both kinds of files: see-through at the start and at the
/// end, whole at the contact.
#[test]
fn casts_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (png, svg) = (path("cast.png"), path("cast.svg"));
    for (shapes, pose, velocity) in
        [(["box:1,1,1", "ball:0.5"], "6,0,0", "-1,0,0"), (["box:1,1", "ball:0.5"], "6,0", "-1,0")]
    {
        let mut arguments = vec!["cast", shapes[0], shapes[1], "--pose-b", pose];
        arguments.extend(["--velocity-b", velocity, "--t-max", "9", "--width", "96"]);
        arguments.extend(["--png", &png, "--svg", &svg]);
        let output = run(&arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let file = std::fs::read(&png).unwrap();
        assert_eq!(&file[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(file[16..24], [0, 0, 0, 96, 0, 0, 0, 72]);
        let drawing = std::fs::read_to_string(&svg).unwrap();
        assert!(drawing.contains("first contact at time 4.5<"), "{drawing}");
        roxmltree::Document::parse(&drawing).unwrap();
    }
}
