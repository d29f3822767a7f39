//! What is malformed gives an error that says what and where, and nothing panics or hangs.

use std::path::Path;
use std::time::{Duration, Instant};

use clearance_io::cell::Cell;
use clearance_io::robot::{Files, Mesh, Options, Robot};

use super::{EVERYTHING, folder};

fn error(text: &str) -> String {
    let folder = folder();
    let files = Files { base: folder.path().to_path_buf(), ..Files::default() };
    match Robot::from_urdf(text, &files, &Options::default()) {
        Ok(_) => panic!("this was accepted: {}", &text[..text.len().min(300)]),
        Err(error) => error.to_string().replace(&*folder.path().to_string_lossy(), "…"),
    }
}

fn with(from: &str, to: &str) -> String {
    assert!(EVERYTHING.contains(from), "{from}");
    error(&EVERYTHING.replacen(from, to, 1))
}

#[test]
fn mistakes_are_named() {
    for (said, wanted) in [
        (with("cube.obj", "missing.obj"), "…/missing.obj: No such file"),
        (with("cube.obj", "cube.step"), "…/cube.step: "),
        (with("package://parts", "package://lost"), "package \"lost\" is not known"),
        (
            with("scale=\"0.05 0.05 0.05\"", "scale=\"0.05 0 0.05\""),
            "link \"thumb\": the scale of a mesh is finite and not zero, not 0.05 0 0.05",
        ),
        (with("scale=\"0.05 0.05 0.05\"", "scale=\"0.05 inf 0.05\""), "link \"thumb\": the scale"),
        (with("<sphere radius=\"0.15\"/>", "<sphere radius=\"-1\"/>"), "link \"slider\": "),
        (with("<box size=\"1 1 0.2\"/>", "<box size=\"1 nan 0.2\"/>"), "link \"base\": "),
        (
            with("<axis xyz=\"0 2 0\"/>", "<axis xyz=\"0 0 0\"/>"),
            "joint \"lift\": its axis has length zero",
        ),
        (
            with("lower=\"-1.5\"", "lower=\"2\""),
            "joint \"lift\": its limits, 2 and 1.5, leave nothing",
        ),
        (
            with("<parent link=\"arm\"/>", "<parent link=\"leg\"/>"),
            "joint \"slide\": there is no link \"leg\"",
        ),
        (
            with("mimic joint=\"grip\"", "mimic joint=\"grab\""),
            "joint \"follow\": it mimics \"grab\"",
        ),
        (
            with("mimic joint=\"grip\"", "mimic joint=\"follow\""),
            "joint \"follow\": it mimics itself",
        ),
        (with("link name=\"slider\"", "link name=\"arm\""), "link \"arm\": there are two links"),
        (
            with("joint name=\"slide\"", "joint name=\"lift\""),
            "joint \"lift\": there are two joints",
        ),
        (with("type=\"continuous\"", "type=\"floating\""), "joint \"turn\": expected a revolute"),
        (with("<parent link=\"base\"/>", "<parent link=\"finger\"/>"), "circle"),
        (
            with(
                "<parent link=\"base\"/><child link=\"column\"/>",
                "<parent link=\"base\"/><child link=\"arm\"/>",
            ),
            "link \"arm\": both \"turn\" and \"lift\" carry it",
        ),
        (
            with("<link name=\"empty\"/>", "<link name=\"empty\"/><link name=\"alone\"/>"),
            "no joint connects the links \"base\" and \"alone\"",
        ),
        (with("</robot>", ""), "not valid XML"),
        (error("<robot name=\"r\"></robot>"), "the robot has no links"),
        (error(""), "not valid XML"),
        (error("<sdf/>"), "expected the element <robot>, found <sdf>"),
    ] {
        assert!(said.contains(wanted), "\"{said}\" does not say \"{wanted}\"");
    }
}

/// Two joints that carry each other's links.
#[test]
fn circles_are_refused() {
    let link = |name: &str| format!("<link name=\"{name}\"/>");
    let joint = |name: &str, from: &str, to: &str| {
        format!(
            "<joint name=\"{name}\" type=\"fixed\"><parent link=\"{from}\"/><child link=\"{to}\"/></joint>"
        )
    };
    let text = format!(
        "<robot name=\"r\">{}{}{}{}</robot>",
        link("a"),
        link("b"),
        joint("x", "a", "b"),
        joint("y", "b", "a")
    );
    assert!(error(&text).contains("circle"));
    let text = format!(
        "<robot name=\"r\">{}{}{}{}{}</robot>",
        link("root"),
        link("a"),
        link("b"),
        joint("x", "a", "b"),
        joint("y", "b", "a")
    );
    assert!(error(&text).contains("joint \"x\": the joints go round in a circle"));
}

#[test]
fn broken_meshes_are_refused() {
    let refuse = |name: &str, bytes: &[u8]| {
        Mesh::read(bytes, Path::new(name)).err().unwrap_or_else(|| panic!("{name}")).to_string()
    };
    assert_eq!(
        refuse("a.obj", b"v 0 0 0\nv nan 1 1\nv 1 0 0\nf 1 2 3\n"),
        "a.obj: vertex 1 of the mesh is not finite"
    );
    assert!(refuse("a.obj", b"").contains("no vertices"));
    assert!(refuse("a.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n").starts_with("a.obj: "));
    assert!(refuse("a.stl", b"").starts_with("a.stl: "));
    assert!(
        refuse("a.stl", b"solid x\nfacet normal 0 0 0\nouter loop\nvertex 1 1")
            .starts_with("a.stl: ")
    );
    assert!(refuse("a.dae", b"<COLLADA>").contains("not valid XML"));
    assert!(refuse("a.dae", b"<robot/>").contains("expected the element <COLLADA>"));
    assert!(refuse("a.dae", &[0xff, 0xfe]).contains("not text"));
    assert!(refuse("a.dae", "<a>".repeat(5000).as_bytes()).contains("nest deeper"));
    // A header that promises more triangles than there are.
    let mut stl = vec![0_u8; 80];
    stl.extend(u32::MAX.to_le_bytes());
    stl.extend([0_u8; 100]);
    assert!(refuse("a.stl", &stl).starts_with("a.stl: "));
    let mut infinite = vec![0_u8; 80];
    infinite.extend(1_u32.to_le_bytes());
    infinite.extend([0_u8; 12]);
    (0..9).for_each(|_| infinite.extend(f32::INFINITY.to_le_bytes()));
    infinite.extend([0_u8; 2]);
    assert!(refuse("a.stl", &infinite).contains("vertex 0 of the mesh is not finite"));
}

/// Ten megabytes of anything end in an error, soon.
#[test]
fn garbage_ends_in_an_error() {
    const SIZE: usize = 10 << 20;
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let noise: Vec<u8> = (0..SIZE).map(|_| next()).collect();
    let letters: String = noise.iter().map(|byte| char::from(b' ' + byte % 95)).collect();
    let began = Instant::now();
    for name in ["a.stl", "a.obj", "a.dae"] {
        assert!(Mesh::read(&noise, Path::new(name)).is_err(), "{name}");
        assert!(Mesh::read(letters.as_bytes(), Path::new(name)).is_err(), "{name}");
    }
    let files = Files::default();
    let deep = "<robot>".repeat(SIZE / 7);
    let wide = format!("<robot name=\"r\">{}</robot>", "<link name=\"a\"/>".repeat(SIZE / 16 / 4));
    for text in [&letters, &deep, &wide] {
        assert!(Robot::from_urdf(text, &files, &Options::default()).is_err());
    }
    assert!(Cell::from_toml(&letters, Path::new(".")).is_err());
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
}

#[test]
fn broken_cells_name_the_line() {
    let folder = folder();
    for (text, wanted) in [
        ("margin = -1", "line 1: margin: expected a margin of zero or more, found -1"),
        (
            "margin = 0\n[[body]]\nname = \"a\"",
            "line 2: body[0]: expected exactly one of shape, parts or mesh, found none",
        ),
        (
            "[[body]]\nname = \"a\"\nshape = {type = \"ball\", radius = -1}",
            "line 3: body[0].shape.radius: expected a positive number, found -1",
        ),
        ("[[body]]\nname = \"a\"\nmesh = \"no.stl\"", "line 3: body[0].mesh: "),
        (
            "[[body]]\nname = \"a\"\nmesh = \"cube.stl\"\nscale = 0",
            "line 4: body[0].scale: expected a scale that is not zero",
        ),
        (
            "[[robot]]\nurdf = \"robot.urdf\"\njoints = {lift = 0.1, lower = 2}",
            "line 3: robot[0].joints.lower: unknown field; expected turn, lift, slide or grip",
        ),
        ("[[robot]]\nurdf = \"none.urdf\"", "line 2: robot[0].urdf: "),
        (
            "[[robot]]\nurdf = \"robot.urdf\"\nderive = \"perhaps\"",
            "robot[0].derive: expected adjacent, always, never or none",
        ),
        (
            "[[robot]]\nurdf = \"robot.urdf\"\nderive = \"always\"\nsamples = -5",
            "line 4: robot[0].samples: expected a whole number from 1 to 1000000, found -5",
        ),
        ("[[allow]]\npair = [\"a\", \"b\"]", "allow[0].pair: there is no body \"a\""),
        ("[[wall]]", "wall: unknown field"),
        ("margin = ", "not valid TOML"),
    ] {
        let error = Cell::from_toml(text, folder.path()).unwrap_err().to_string();
        assert!(error.contains(wanted), "\"{error}\" does not say \"{wanted}\"");
    }
}
