//! The program, from the outside.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn run(arguments: &[&str]) -> Output {
    feed(arguments, b"")
}

fn feed(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_clearance"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // From a thread: the program answers while it reads.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn line(i: usize) -> String {
    format!(
        r#"{{"id": {i}, "a": {{"type": "ball", "radius": 1}}, "b": {{"type": "point", "point": [{}, 0, 0]}}}}"#,
        i + 2
    )
}

#[test]
fn the_gallery_is_proved() {
    for arguments in [&[][..], &["demo"]] {
        let output = run(arguments);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let text = stdout(&output);
        let row =
            |name: &str| text.lines().find(|line| line.contains(name)).expect(name).to_owned();
        assert!(row("Eberly").contains("46.68457804"), "{text}");
        assert!(row("two ellipsoids").contains("1.29549482"), "{text}");
        assert!(row("two balls").contains(" 10 "), "{text}");
        let rows = text.lines().skip(1).take_while(|line| !line.trim().is_empty()).count();
        assert_eq!(text.matches(" proved").count(), rows, "{text}");
        assert!(!text.contains('\x1b'), "colours in a pipe");
        // The exact rows, with their fractions.
        assert!(row("segment and rectangle").contains(" 9/34 "), "{text}");
        let touching = text.lines().rfind(|line| line.contains("cubes that touch")).unwrap();
        assert!(touching.contains(" touching ") && touching.contains(" 0 "), "{text}");
        assert!(row("hardly miss").contains("4.440892098500626e-16"), "{text}");
    }
}

#[test]
fn the_method_can_be_chosen() {
    for method in ["formula", "gjk", "conjugate", "lemke"] {
        let shapes = ["distance", "segment:0,0,0,1,2,3", "segment:4,0,0,4,5,6", "--json"];
        let output = run(&[&shapes[..], &["--method", method]].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        // There is no formula for two segments: then it is GJK, and says so.
        let wanted = if method == "formula" { "gjk" } else { method };
        let text = stdout(&output);
        assert!(text.contains(&format!("\"method\":\"{wanted}\"")), "{text}");
        assert!(text.contains("\"distance\":3.0"), "{text}");
    }
    let output = run(&["distance", "ball:1", "ball:1", "--method", "magic"]);
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("\"lemke\""), "{}", stderr(&output));
    let explained = run(&["explain", "segment:0,0,1,0", "segment:0,1,1,3", "--method", "lemke"]);
    assert!(stdout(&explained).contains("Lemke"), "{}", stdout(&explained));
}

#[test]
fn distance_for_people_and_for_programs() {
    let output = run(&["distance", "ball:1", "box:1,1,1", "--pose-b", "5,0,0"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("distance") && text.contains(" 3") && text.contains("proved"), "{text}");

    let output = run(&[
        "distance",
        "ball:1",
        r#"{"type": "box", "half_extents": [1, 1, 1]}"#,
        "--pose-b",
        r#"{"translation": [-5, 0, 0]}"#,
        "--margin",
        "3",
        "--method",
        "gjk",
        "--json",
    ]);
    let result = json(&stdout(&output));
    assert!((result["distance"].as_f64().unwrap() - 3.0).abs() < 1e-12);
    assert_eq!(result["method"], "gjk");
    assert_eq!(result["normal"][0], -1.0);
    assert_eq!(result["intersects"], false);
}

#[test]
fn distance_reads_files() {
    let folder = tempfile::tempdir().unwrap();
    let toml = folder.path().join("pair.toml");
    std::fs::write(&toml, "[a]\ntype = 'ball'\nradius = 1\n[b]\ntype = 'ball'\nradius = 1\n[pose_b]\ntranslation = [4, 0, 0]\n").unwrap();
    let output = run(&["distance", toml.to_str().unwrap(), "--json"]);
    assert_eq!(json(&stdout(&output))["distance"], 2.0, "{}", stderr(&output));

    let bad = folder.path().join("bad.json");
    std::fs::write(&bad, "{\n\"a\": {\"type\": \"ball\",\n\"radius\": \"x\"}}").unwrap();
    let output = run(&["distance", bad.to_str().unwrap()]);
    assert_eq!(code(&output), 1);
    assert!(
        stderr(&output).contains("bad.json:3: a.radius: expected a number"),
        "{}",
        stderr(&output)
    );

    let output = feed(&["distance", "-", "--json"], line(3).as_bytes());
    assert_eq!(json(&stdout(&output))["id"], 3);
    assert!(stderr(&run(&["distance", "ball:1"])).contains("expected two shapes"));
}

/// Elements of the SVG with this class.
fn classes(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).expect("well-formed XML");
    document.descendants().filter_map(|node| node.attribute("class").map(str::to_owned)).collect()
}

#[test]
fn a_picture_of_a_pair() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pair.svg");
    let path = path.to_str().unwrap();
    let output = run(&[
        "distance",
        "triangle:0,0,4,0,0,3",
        "capsule:1,0.5",
        "--pose-b",
        "5,5",
        "--svg",
        path,
    ]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let classes = classes(&std::fs::read_to_string(path).unwrap());
    for wanted in
        ["shape-a", "shape-b", "witness", "point-a", "point-b", "slab", "slab-edge", "normal"]
    {
        assert!(classes.iter().any(|class| class == wanted), "no {wanted}");
    }
    let output = run(&["distance", "line:0,0,1,1", "box:1,1", "--svg", path]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(
        self::classes(&std::fs::read_to_string(path).unwrap()).contains(&"common-point".to_owned())
    );
    assert_eq!(code(&run(&["distance", "ball:1", "box:1,1,1", "--svg", path])), 1);
}

#[test]
fn explain_tells_every_step() {
    let pair = ["explain", "triangle:0,0,4,0,0,3", "box:1,1", "--pose-b", "5,5"];
    let text = stdout(&run(&pair));
    assert!(text.contains("step 1: vertex") && text.contains("The origin is closest to"), "{text}");
    assert!(text.contains("answer") && text.contains("proved"), "{text}");

    let folder = tempfile::tempdir().unwrap();
    let frames = folder.path().join("frames");
    let mut arguments = pair.to_vec();
    arguments.extend(["--json", "--svg-frames", frames.to_str().unwrap()]);
    let value = json(&stdout(&run(&arguments)));
    let steps = value["steps"].as_array().unwrap();
    assert!(!steps.is_empty());
    let last = steps.last().unwrap();
    assert!(
        (last["upper"].as_f64().unwrap() - value["result"]["upper"].as_f64().unwrap()).abs()
            < 1e-12
    );
    assert_eq!(std::fs::read_dir(&frames).unwrap().count(), steps.len());
    let svg = std::fs::read_to_string(frames.join("step-001.svg")).unwrap();
    // The simplex of the first step is a vertex.
    for wanted in ["difference", "origin", "vertex", "direction", "support"] {
        assert!(classes(&svg).iter().any(|class| class == wanted), "no {wanted}");
    }
}

#[test]
fn batch_keeps_the_order_and_marks_bad_lines() {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("in.jsonl"), folder.path().join("out.jsonl"));
    let mut text: Vec<String> = (0..10_000).map(line).collect();
    text[5000] = r#"{"id": "bad", "a": {"type": "ball", "radius": -1}}"#.into();
    text[5001] = String::new();
    text[5002] = "not json".into();
    std::fs::write(&input, text.join("\n")).unwrap();
    let names = [input.to_str().unwrap(), output.to_str().unwrap()];
    let done = run(&["batch", names[0], "-o", names[1], "-j", "2"]);
    assert_eq!(code(&done), 2);
    assert!(stderr(&done).contains("3 of 10000 lines"), "{}", stderr(&done));
    let results = std::fs::read_to_string(&output).unwrap();
    let results: Vec<Value> = results.lines().map(json).collect();
    assert_eq!(results.len(), 10_000);
    for (i, result) in results.iter().enumerate() {
        match i {
            5000 => {
                assert_eq!(result["id"], "bad");
                let error = result["error"].as_str().unwrap();
                assert!(
                    error.contains("in.jsonl:5001: a.radius: expected a positive number, found -1"),
                    "{error}"
                );
            }
            5001 => assert!(
                result["error"]
                    .as_str()
                    .unwrap()
                    .contains("5002: expected a query, found a blank line")
            ),
            5002 => assert!(result["error"].as_str().unwrap().contains("5003: not valid JSON")),
            _ => {
                assert_eq!(result["id"], i);
                assert_eq!(result["distance"], (i + 1) as f64);
            }
        }
    }
}

#[test]
fn batch_from_stdin_to_stdout() {
    let output = feed(&["batch", "-"], format!("{}\n{}\n", line(1), line(2)).as_bytes());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(stdout(&output).lines().count(), 2);
    assert_eq!(code(&feed(&["batch", "-"], b"")), 0);
}

/// Results come while the input is still open.
#[test]
fn batch_survives_a_reader_that_leaves() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_clearance"))
        .args(["batch", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let text = format!("{}\n", line(1)).repeat(20_000);
    // The program may have left before all is written.
    let _ = stdin.write_all(text.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(!stderr(&output).contains("panicked"));
}

#[test]
fn batch_says_what_it_could_not_read_or_write() {
    let output = run(&["batch", "no-such-file.jsonl"]);
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("no-such-file.jsonl"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("same.jsonl");
    std::fs::write(&path, line(1)).unwrap();
    let name = path.to_str().unwrap();
    assert!(stderr(&run(&["batch", name, "-o", name])).contains("would overwrite the queries"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), line(1));
}

/// The examples of docs/format.md, as they stand there.
#[test]
fn the_documentation_is_true() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/format.md");
    let text = std::fs::read_to_string(path).unwrap();
    let mut blocks: Vec<(String, String)> = Vec::new();
    for (i, part) in text.split("```").enumerate() {
        if i % 2 == 1 {
            let (kind, body) = part.split_once('\n').unwrap();
            blocks.push((kind.to_owned(), body.trim().to_owned()));
        }
    }
    let of = |kind: &str| -> Vec<&String> {
        blocks.iter().filter(|(k, _)| k == kind).map(|(_, body)| body).collect()
    };
    let queries = of("json");
    assert!(queries.len() >= 4 && of("toml").len() == 1);
    for query in &queries {
        let one_line = query.replace('\n', " ");
        let output = feed(&["batch", "-"], one_line.as_bytes());
        assert_eq!(code(&output), 0, "{query}: {}", stdout(&output));
    }
    let first = feed(&["batch", "-"], queries[0].replace('\n', " ").as_bytes());
    assert_eq!(stdout(&first).trim(), of("json result")[0]);
    let bad = feed(&["batch", "-"], of("json error")[0].as_bytes());
    assert_eq!(stdout(&bad).trim(), of("text error")[0]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pair.toml");
    std::fs::write(&file, of("toml")[0]).unwrap();
    let output = run(&["distance", file.to_str().unwrap()]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}

#[test]
fn exact_distances_show_fractions() {
    let pair = ["distance", "point:0,0,0", "triangle:1,0,0,0,1,0,0,0,1"];
    let output = run(&[pair[0], pair[1], pair[2], "--exact"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("apart") && text.contains("(1/3, 1/3, 1/3)"), "{text}");

    let output = run(&[pair[0], pair[1], pair[2], "--exact", "--json"]);
    let result = json(&stdout(&output));
    assert_eq!(result["exact"]["squared"], "1/3");
    assert_eq!(result["method"], "exact");
    let (lower, upper) = (result["lower"].as_f64().unwrap(), result["upper"].as_f64().unwrap());
    assert_eq!(upper, lower.next_up());

    // Unbounded, touching, and refused.
    let output = run(&["distance", "line:0,0,2,1,0,0", "box:1,1,1", "--exact", "--json"]);
    assert_eq!(json(&stdout(&output))["exact"]["squared"], "1");
    let touching = run(&["distance", "box:1,1,1", "box:1,1,1", "--pose-b", "2,0.5,0", "--exact"]);
    assert!(stdout(&touching).contains("touching"), "{}", stdout(&touching));
    let deep = ["box:1,1,1", "box:1,1,1", "--pose-b", "1.5,0.5,0", "--query", "penetration"];
    let output = run(&[&["distance", "--exact"], &deep[..]].concat());
    let text = stdout(&output);
    assert!(text.contains("depth squared") && text.contains("(1/2, 0, 0)"), "{text}");

    let output = run(&["distance", "ball:1", "box:1,1,1", "--exact"]);
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("a: shape A is not the hull"), "{}", stderr(&output));
}

#[test]
fn exact_lines_in_a_batch() {
    let line = r#"{"id": 1, "exact": true, "a": {"type": "point", "point": [0, 0]},
        "b": {"type": "segment", "a": [1, 0], "b": [0, 2]}, "margin": 0.9}"#;
    let output = feed(&["batch", "-"], line.replace('\n', " ").as_bytes());
    let result = json(&stdout(&output));
    assert_eq!(result["exact"]["squared"], "4/5", "{result}");
    assert_eq!(result["exact"]["point_b"][0], "4/5");
    assert_eq!(result["within"], true);
}

#[test]
fn programs_are_solved_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("problem.toml");
    let path = file.to_str().unwrap();
    let solve = |text: &str, arguments: &[&str]| {
        std::fs::write(&file, text).unwrap();
        run(&[&["qp", path], arguments].concat())
    };
    // Closest to (1, 1/3) on the line x + y = 1.
    let text = "matrix = [[1, 0], [0, 1]]\nlinear = [-1, '-1/3']\n\
        equal = [{ row = [1, 1], bound = 1 }]\n";
    let output = solve(text, &[]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains("(5/6, 1/6)"), "{}", stdout(&output));
    let result = json(&stdout(&solve(text, &["--json"])));
    assert_eq!(result["outcome"], "minimum");
    assert_eq!(result["x"][1], "1/6");

    let output = solve("linear = [1]\nat_most = [{ row = [1], bound = -1 }]\n", &[]);
    assert_eq!(code(&output), 2);
    assert!(stdout(&output).contains("infeasible"));
    let output = solve("linear = [-1]\n", &["--json"]);
    assert_eq!(json(&stdout(&output))["outcome"], "unbounded");
    let output = solve("linear = [1, 'x']\n", &[]);
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("linear[1]: expected a finite number"), "{}", stderr(&output));
}

/// Lemke's method, dictionary by dictionary: one solution, none for one reason or the other, ties.
#[test]
fn programs_are_explained_dictionary_by_dictionary() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("problem.toml");
    let path = file.to_str().unwrap();
    let explain = |text: &str, arguments: &[&str]| {
        std::fs::write(&file, text).unwrap();
        run(&[&["explain", path], arguments].concat())
    };
    let text = "linear = [2, -1]\nat_most = [{ row = [1, 1], bound = 3 }]\n\
        at_least = [{ row = [1, 2], bound = 2 }]\n";
    let output = explain(text, &[]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let shown = stdout(&output);
    for wanted in [
        "minimise 2 x0 - x1",
        "condition 0: x0 + 2 x1 ≥ 2",
        "condition 1: -x0 - x1 ≥ -3",
        "z0: x0",
        "w2: slack of condition 0",
        "dictionary 6",
        "w0 = 3 + z2 + w1",
        "z4 (auxiliary variable) enters, w2 leaves",
        "minimum",
        "(0, 3)",
    ] {
        assert!(shown.contains(wanted), "no {wanted} in\n{shown}");
    }
    assert!(!shown.contains("dictionary 7") && !shown.contains('ε'), "{shown}");

    // The exact numbers of the last dictionary are those of the outcome.
    let value = json(&stdout(&explain(text, &["--json"])));
    let last = value["walks"][0]["dictionaries"].as_array().unwrap().last().unwrap();
    let row = last["basic"].as_array().unwrap().iter().position(|name| name == "z1").unwrap();
    assert_eq!(last["constants"][row], value["result"]["x"][1]);
    assert_eq!(value["program"]["linear"][1], -1);

    let shown =
        stdout(&explain("linear = [2, -1]\nat_least = [{ row = [1, 1], bound = -1 }]\n", &[]));
    assert!(shown.contains("nothing stops it: a ray"), "{shown}");
    assert!(shown.contains("is there any point?") && shown.contains("unbounded"), "{shown}");
    let output = explain("linear = [1]\nat_most = [{ row = [1], bound = -1 }]\n", &[]);
    assert_eq!(code(&output), 2);
    assert!(stdout(&output).contains("infeasible"));
    let ties =
        "matrix = [[1, 0], [0, 2]]\nlinear = [-1, -1]\nat_least = [{ row = [2, 1], bound = 1 }]\n";
    let shown = stdout(&explain(ties, &[]));
    assert!(shown.contains("1/2 x0² + x1² - x0 - x1"), "{shown}");
    assert!(shown.contains("There are ties") && shown.contains("ε^3"), "{shown}");

    // What is about shapes is refused, and mistakes name the file and the field.
    let output = explain(text, &["--method", "gjk"]);
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("--method goes with a pair of shapes"), "{}", stderr(&output));
    let output = explain("linear = [1, 'x']\n", &[]);
    assert!(stderr(&output).contains("problem.toml"), "{}", stderr(&output));
    assert!(stderr(&output).contains("linear[1]: expected a finite number"), "{}", stderr(&output));
    let shown = stdout(&feed(&["explain", "-"], br#"{"linear": [1, 1]}"#));
    assert!(shown.contains("z = 0 solves it"), "{shown}");
}

/// A facet-ball made by the program, read back, and followed over a motion.
#[test]
fn a_motion_is_tracked() {
    let made = run(&["make", "facet-ball", "4"]);
    let ball = stdout(&made);
    let shape: Value = serde_json::from_str(&ball).unwrap();
    assert_eq!(shape["normals"].as_array().unwrap().len(), 22);
    for order in ["1", "100000"] {
        let refused = run(&["make", "facet-ball", order]);
        assert_eq!(code(&refused), 1);
        assert!(stderr(&refused).contains("2..=500"), "{}", stderr(&refused));
    }
    let folder = std::env::temp_dir().join(format!("clearance-track-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (motion, plot) = (folder.join("motion.jsonl"), folder.join("distance.svg"));
    let first = format!(
        r#"{{"a": {shape}, "b": {shape}, "pose_b": {{"translation": [4, 0, 0]}}, "method": "active-set"}}"#
    );
    let mut text = first + "\n";
    for step in 1..=20 {
        let x = 4.0 - 0.15 * f64::from(step);
        text += &format!("{{\"pose_b\": {{\"translation\": [{x}, 0, 0]}}}}\n");
    }
    std::fs::write(&motion, text).unwrap();
    let (motion, plot) = (motion.to_str().unwrap(), plot.to_str().unwrap());
    let output = run(&["track", motion, "--svg", plot]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains("21 poses, all proved"), "{}", stdout(&output));
    assert!(std::fs::read_to_string(plot).unwrap().contains("<polyline"));
    let output = run(&["track", motion, "--json"]);
    let distances: Vec<f64> = stdout(&output)
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["distance"].as_f64().unwrap())
        .collect();
    // Two facets face each other along x: apart by 2 at first, in contact in the end.
    for (step, distance) in distances.iter().enumerate() {
        let wanted = (2.0 - 0.15 * step as f64).max(0.0);
        assert!((distance - wanted).abs() < 1e-12, "{step}: {distance}");
    }
    let bad = folder.join("bad.jsonl");
    std::fs::write(&bad, r#"{"a": {"type": "ball"}}"#).unwrap();
    assert_ne!(code(&run(&["track", bad.to_str().unwrap()])), 0);
    assert_ne!(code(&run(&["make", "facet-ball", "1"])), 0);
    std::fs::remove_dir_all(folder).unwrap();
}

/// `--query` was read and forgotten: whoever asked a cast for the closest approach by name got a first contact.
#[test]
fn casts_are_asked_by_name() {
    let cast = |query: &str| {
        let still = ["cast", "ball:1", "ball:1", "--pose-b", "5,3,0", "--json"];
        let moving = ["--velocity-b", "-2,0,0", "--t-max", "10", "--query", query];
        run(&[&still[..], &moving].concat())
    };
    let closest = cast("closest_approach");
    assert_eq!(code(&closest), 0, "{}", stderr(&closest));
    let answer: Value = serde_json::from_str(&stdout(&closest)).unwrap();
    assert!(answer.get("hit").is_none(), "{answer}");
    assert!((answer["time"].as_f64().unwrap() - 2.5).abs() < 1e-6, "{answer}");
    let first: Value = serde_json::from_str(&stdout(&cast("first_contact"))).unwrap();
    assert_eq!(first["hit"], Value::Bool(false), "{first}");
    let refused = cast("distance");
    assert_ne!(code(&refused), 0);
    assert!(stderr(&refused).contains("first_contact"), "{}", stderr(&refused));
}
