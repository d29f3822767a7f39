//! `clearance scene`, `robot` and `path`, from the outside.
#![allow(missing_docs)]

use std::path::Path;
use std::process::{Command, Output};

const ROD: &str = r#"<robot name="rod"><link name="base"/>
  <link name="rod"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.02 0.02"/></geometry></collision></link>
  <joint name="turn" type="continuous"><parent link="base"/><child link="rod"/><axis xyz="0 0 1"/></joint></robot>"#;

const CELL: &str = r#"
margin = 0.05
[[body]]
name = "post"
shape = { type = "box", half_extents = [0.01, 0.01, 1] }
pose = { translation = [0.6, 0.6, 0] }
[[body]]
name = "floor"
shape = { type = "halfspace", normal = [0, 0, 1], offset = -0.5 }
"#;

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("rod.urdf", ROD);
    write("cell.toml", CELL);
    write(
        "scene.toml",
        &format!("{CELL}\n[[robot]]\nurdf = \"rod.urdf\"\njoints = {{ turn = 0.2 }}\n"),
    );
    // 45 degrees, where the post stands, is between two samples.
    write("sweep.csv", "time,turn\n0,0\n1,0.3\n2,1.27\n3,1.57\n");
    write("short.csv", "time,turn\n0,0\n1,0.3\n");
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_clearance"))
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

#[test]
fn scenes_are_listed_and_drawn() {
    let folder = folder();
    let (code, out, error) = run(folder.path(), &["scene", "scene.toml", "--png", "scene.png"]);
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(out.contains("rod/rod") && out.contains("proved to keep a margin of 0.05"), "{out}");
    let png = std::fs::read(folder.path().join("scene.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.ends_with(b"IEND\xae\x42\x60\x82"));
    // Something is drawn: paper alone would be packed into next to nothing.
    assert!(png.len() > 2_500, "{}", png.len());
    let (code, out, _) = run(folder.path(), &["scene", "scene.toml", "--json", "--margin", "0.6"]);
    let value: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &value["violated"]), (2, &serde_json::json!(true)));
    assert_eq!(value["pairs"].as_array().unwrap().len(), 2, "the post and the floor are fixed");
    let (lower, upper) = (value["lower"].as_f64().unwrap(), value["upper"].as_f64().unwrap());
    assert!(lower <= upper && upper - lower < 1e-9);
}

#[test]
fn robots_are_placed() {
    let folder = folder();
    let arguments =
        ["robot", "rod.urdf", "--joints", "turn=0.7853981633974483", "--world", "cell.toml"];
    let (code, out, _) = run(folder.path(), &arguments);
    assert!(code == 2 && out.contains("COLLISION"), "{out}");
    let (code, out, _) = run(
        folder.path(),
        &["robot", "rod.urdf", "--joints", "0", "--world", "cell.toml", "--json"],
    );
    let value: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(code, 0);
    assert!((value["upper"].as_f64().unwrap() - 0.49).abs() < 1e-12, "{out}");
    let (code, _, error) = run(folder.path(), &["robot", "rod.urdf", "--joints", "spin=1"]);
    assert!(code == 1 && error.contains("there is no joint \"spin\""), "{error}");
    let (code, _, error) = run(folder.path(), &["robot", "none.urdf"]);
    assert!(code == 1 && error.matches("none.urdf").count() == 1, "{error}");
    let (code, _, error) = run(folder.path(), &["scene", "cell.urdf"]);
    assert!(code == 1 && error.contains("cell.urdf"), "{error}");
}

/// None of the samples is closer than the margin; the way between two of them goes through the
/// post.
#[test]
fn paths_are_judged_between_their_samples() {
    let folder = folder();
    let arguments = ["path", "rod.urdf", "sweep.csv", "--world", "cell.toml", "--svg", "path.svg"];
    let (code, out, _) = run(folder.path(), &arguments);
    assert_eq!(code, 2);
    assert!(out.contains("VIOLATED from time 1.") && out.contains("post"), "{out}");
    let svg = std::fs::read_to_string(folder.path().join("path.svg")).unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let proved = document.descendants().filter(|n| n.attribute("class") == Some("proved"));
    assert_eq!(proved.count(), 3);
    let (code, out, _) =
        run(folder.path(), &["path", "rod.urdf", "sweep.csv", "--world", "cell.toml", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(code, 2);
    for sample in value["samples"].as_array().unwrap() {
        assert!(sample["distance"].as_f64().unwrap() > 0.05, "sampling sees nothing: {sample}");
    }
    assert_eq!(value["least"]["distance"], serde_json::json!(0.0));
    // A margin of zero allows no contact, and without a margin that is what is asked.
    let world = CELL.replace("margin = 0.05", "");
    std::fs::write(folder.path().join("bare.toml"), world).unwrap();
    let (code, out, _) =
        run(folder.path(), &["path", "rod.urdf", "sweep.csv", "--world", "bare.toml"]);
    assert!(code == 2 && out.contains("COLLISION from time 1.4"), "{out}");
    let (code, _, error) = run(folder.path(), &["scene", "cell.toml", "--margin", "-1"]);
    assert!(code == 1 && error.contains("zero or more, found -1"), "{error}");
    // A mistake on the command line is not a violated margin.
    assert_eq!(run(folder.path(), &["scene"]).0, 1);
    let (code, out, _) =
        run(folder.path(), &["path", "rod.urdf", "short.csv", "--world", "cell.toml"]);
    assert!(code == 0 && out.contains("proved: the margin of 0.05 is kept all the while"), "{out}");
    let (code, _, error) =
        run(folder.path(), &["path", "rod.urdf", "cell.toml", "--world", "cell.toml"]);
    assert!(code == 1 && error.contains("cell.toml:2: "), "{error}");
}
