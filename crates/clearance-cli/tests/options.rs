//! Options and files together, and questions that a command does not answer.
#![allow(missing_docs)]

use std::path::Path;
use std::process::Command;

const MOVING: &str = r#"{"query": "first_contact", "t_max": 10, "a": {"type": "ball", "radius": 1},
    "b": {"type": "ball", "radius": 1}, "pose_b": {"translation": [5, 3, 0]}, "velocity_b": [-2, 0, 0]}"#;

const DEEP: &str = r#"{"query": "within", "margin": 1, "a": {"type": "box", "half_extents": [1, 1, 1]},
    "b": {"type": "box", "half_extents": [1, 1, 1]}, "pose_b": {"translation": [1.5, 0.2, 0]}}"#;

/// The folder with both files, and what the program says about one of them.
struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("moving.json"), MOVING).unwrap();
        std::fs::write(folder.path().join("deep.json"), DEEP).unwrap();
        Self(folder)
    }

    fn run(&self, command: &str) -> (i32, String, String) {
        run(self.0.path(), command)
    }
}

fn run(folder: &Path, command: &str) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_clearance"))
        .current_dir(folder)
        .args(command.split(' '))
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The options were read as if they stood beside two balls: a margin below zero was refused beside the file's
/// "within", and nobody could ask a file for the closest approach.
#[test]
fn options_take_the_place_of_the_files_fields() {
    let files = Files::new();
    let (code, out, error) = files.run("distance deep.json --margin -0.25 --json");
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(out.contains("\"within\":true") && out.contains("\"depth\":0.5"), "{out}");
    let (code, out, _) = files.run("distance deep.json --margin -0.75 --json");
    assert!(code == 0 && out.contains("\"within\":false"), "{out}");
    let (code, _, error) = files.run("distance deep.json --query intersects");
    assert!(code == 1 && error.contains("margin: expected no margin"), "{error}");
    for asked in ["--closest", "--query closest_approach"] {
        let (code, out, error) = files.run(&format!("cast moving.json {asked} --json"));
        assert_eq!((code, error.as_str()), (0, ""));
        assert!(!out.contains("\"hit\""), "{asked}: {out}");
    }
    let (_, out, _) = files.run("cast moving.json --json");
    assert!(out.contains("\"hit\":false"), "{out}");
    // Mistakes in the file are told with their line.
    std::fs::write(files.0.path().join("bad.json"), MOVING.replacen("\"ball\"", "\"bell\"", 1))
        .unwrap();
    let (code, _, error) = files.run("cast bad.json --closest");
    assert!(code == 1 && error.contains("bad.json:1: a.type: expected one of"), "{error}");
}

/// Depths were told without the word of the judge, even if it was asked for, and gradients at kinks as if they were
/// ordinary ones.
#[test]
fn depths_are_checked() {
    let files = Files::new();
    let (code, out, _) = files.run("distance deep.json --margin -0.25");
    assert!(code == 0 && out.contains("check") && out.contains("proved to part them"), "{out}");
    let square = "distance box:1,1 box:1,1 --pose-b 1.5,0 --query penetration";
    let (_, out, _) = files.run(square);
    assert!(out.contains("there is a kink"), "{out}");
    let (_, out, error) = files.run(&format!("{square} --json --check"));
    assert!(out.contains("\"depth\":0.5") && error.contains("check: proved"), "{out}{error}");
}

/// Whoever followed depths, motions or exact answers got distances.
#[test]
fn only_distances_are_followed() {
    let files = Files::new();
    let pair =
        r#""a": {"type": "box", "half_extents": [1, 1, 1]}, "b": {"type": "ball", "radius": 1}"#;
    for asked in
        [r#""query": "penetration""#, r#""query": "first_contact", "t_max": 1"#, r#""exact": true"#]
    {
        std::fs::write(files.0.path().join("motion.jsonl"), format!("{{{asked}, {pair}}}\n{{}}\n"))
            .unwrap();
        let (code, _, error) = files.run("track motion.jsonl");
        assert!(
            code == 1 && error.contains("what is followed is the distance"),
            "{asked}: {error}"
        );
    }
}

/// A hundred thousand threads were begun, and not one query answered in a minute.
#[test]
fn threads_have_a_limit() {
    let (code, _, error) = Files::new().run("batch deep.json -j 100000");
    assert!(code == 1 && error.contains("0..=1024"), "{error}");
}

/// The last of two values counted, and nobody was told.
#[test]
fn a_joint_has_one_value() {
    let files = Files::new();
    let urdf = r#"<robot name="rod"><link name="base"/><link name="rod"/><joint name="turn" type="continuous">
        <parent link="base"/><child link="rod"/><axis xyz="0 0 1"/></joint></robot>"#;
    std::fs::write(files.0.path().join("rod.urdf"), urdf).unwrap();
    let (code, _, error) = files.run("robot rod.urdf --joints turn=1,turn=2");
    assert!(code == 1 && error.contains("\"turn\" stands twice"), "{error}");
    let (code, out, _) = files.run("robot rod.urdf --joints turn=1");
    assert!(code == 0 && out.contains("no pair is compared") && !out.contains("inf"), "{out}");
}
