//! Queries as a whole, results, and where errors are found.

use clearance_io::{AnyPair, Id, Query, Question, error_json, short_pose, short_shape};

const BALL: &str = r#"{"type": "ball", "radius": 1}"#;

fn with(fields: &str) -> String {
    format!(r#"{{{fields}, "a": {BALL}, "b": {BALL}, "pose_b": {{"translation": [5, 0, 0]}}}}"#)
}

fn complaint(text: &str) -> String {
    Query::from_json(text).err().expect(text).to_string()
}

#[test]
fn the_result_has_its_fields_in_order() {
    let query = Query::from_json(&with(r#""id": "x", "query": "within", "margin": 3"#)).unwrap();
    assert_eq!(
        query.answer().unwrap().to_json(),
        "{\"id\":\"x\",\"distance\":3.0,\"point_a\":[1.0,0.0,0.0],\"point_b\":[4.0,0.0,0.0],\
         \"normal\":[1.0,0.0,0.0],\"lower\":3.0,\"upper\":3.0,\"intersects\":false,\
         \"within\":true,\"method\":\"formula\",\"iterations\":1}"
    );
}

/// Two equal boxes side by side have closest points all over their faces, a ball and a box have one pair.
#[test]
fn whether_the_closest_points_are_the_only_ones() {
    let cube = r#"{"type": "box", "half_extents": [1, 1, 1]}"#;
    let unique = |fields: &str, b: &str, x: f64| {
        let place = format!(r#""pose_b": {{"translation": [{x}, 0.5, 0]}}"#);
        let text = format!(r#"{{{fields} "a": {cube}, "b": {b}, {place}}}"#);
        Query::from_json(&text).unwrap().answer().unwrap().unique
    };
    assert_eq!(unique("", cube, 4.0), Some(false));
    assert_eq!(unique("", BALL, 4.0), Some(true));
    assert_eq!(unique("", cube, 1.0), None);
    assert_eq!(unique(r#""query": "intersects","#, cube, 4.0), None);
}

#[test]
fn where_they_meet_both_points_are_the_common_one() {
    let text = format!(r#"{{"a": {BALL}, "b": {BALL}, "pose_b": {{"translation": [1, 0, 0]}}}}"#);
    let outcome = Query::from_json(&text).unwrap().answer().unwrap();
    assert!(outcome.intersects && outcome.distance == 0.0 && outcome.normal.is_none());
    assert_eq!(outcome.point_a, outcome.point_b);
    assert!(outcome.to_json().contains("\"normal\":null"));
    assert!(!outcome.to_json().contains("within"));
}

#[test]
fn every_optional_field() {
    let query = Query::from_json(&with(r#""id": 18446744073709551615, "query": "intersects""#));
    let query = query.unwrap();
    assert_eq!(query.id, Some(Id::Integer(u64::MAX.into())));
    assert_eq!(query.question, Question::Intersects);
    assert!(query.answer().unwrap().to_json().starts_with("{\"id\":18446744073709551615,"));

    let query =
        Query::from_json(&with(r#""method": "gjk", "exact": false, "margin": 2.5"#)).unwrap();
    let outcome = query.answer().unwrap();
    assert_eq!((outcome.method, outcome.within), ("gjk", Some(false)));
}

/// They were answered with the distance, and what flies into each other was never hit.
#[test]
fn exact_answers_are_not_to_motions() {
    let pair = r#""a": {"type": "box", "half_extents": [1, 1, 1]}, "exact": true,
        "b": {"type": "box", "half_extents": [1, 1, 1]}, "pose_b": {"translation": [1, 0, 0]}"#;
    let answer =
        |fields: &str| Query::from_json(&format!("{{{fields}, {pair}}}")).unwrap().answer();
    for fields in [
        r#""query": "first_contact", "t_max": 5, "velocity_b": [1, 0, 0]"#,
        r#""query": "closest_approach", "t_max": 5, "velocity_b": [1, 0, 0]"#,
    ] {
        let complaint = answer(fields).expect_err(fields).to_string();
        assert!(complaint.starts_with("exact: expected the query \"distance\""), "{complaint}");
    }
    assert_eq!(answer(r#""query": "within", "margin": 0"#).unwrap().within, Some(true));
    assert!(answer(r#""query": "intersects""#).unwrap().intersects);
}

/// The tip of a tetrahedron in a box, beside it, and on its side; depths were refused here.
#[test]
fn exact_depths() {
    let answer = |query: &str, x: &str| {
        let text = format!(
            r#"{{{query}, "exact": true, "a": {{"type": "box", "half_extents": [1, 1, 1]}},
            "b": {{"type": "tetrahedron", "vertices": [[0, 0, 0], [3, 1, 0], [3, -1, 1], [3, 0, -1]]}},
            "pose_b": {{"translation": [{x}, 0.25, 0]}}}}"#
        );
        Query::from_json(&text).unwrap().answer().unwrap()
    };
    for query in [r#""query": "penetration""#, r#""query": "signed_distance""#] {
        let deep = answer(query, "0.5");
        assert_eq!((deep.distance, deep.lower, deep.upper), (-0.5, -0.5, -0.5));
        let (contact, exact) = (deep.contact.unwrap(), deep.exact.clone().unwrap());
        assert_eq!((contact.depth, contact.global), (Some(0.5), Some(true)));
        assert!(contact.gradient_b.is_some() && deep.method == "exact" && deep.intersects);
        assert_eq!((exact.verdict, exact.squared.as_str()), ("overlapping", "0"));
        assert_eq!(exact.depth_squared.as_deref(), Some("1/4"));
        assert_eq!(exact.translation.unwrap(), ["1/2", "0", "0"]);

        let touching = answer(query, "1");
        let exact = touching.exact.clone().unwrap();
        assert_eq!((exact.verdict, exact.depth_squared.as_deref()), ("touching", Some("0")));
        assert_eq!(touching.contact.unwrap().depth, Some(0.0));

        let apart = answer(query, "3");
        assert_eq!((apart.distance, apart.contact.unwrap().depth), (2.0, Some(0.0)));
        assert_eq!(apart.exact.unwrap().depth_squared, None);
    }
    for (margin, x, within) in
        [("-0.5", "0.5", true), ("-0.5000000001", "0.5", false), ("-1", "3", false)]
    {
        let query = format!(r#""query": "within", "margin": {margin}"#);
        assert_eq!(answer(&query, x).within, Some(within), "{margin}");
    }
    // Parallel to no axis, with a depth that no float is.
    let text = r#"{"query": "penetration", "exact": true, "a": {"type": "triangle", "vertices": [[0, 0], [2, 1], [0, 1]]},
        "b": {"type": "triangle", "vertices": [[1, 0], [3, 0], [0.5, 1]]}}"#;
    let outcome = Query::from_json(text).unwrap().answer().unwrap();
    let (depth, exact) = (outcome.contact.unwrap().depth.unwrap(), outcome.exact.unwrap());
    let squared: f64 = {
        let text = exact.depth_squared.unwrap();
        let (over, under) = text.split_once('/').unwrap();
        over.parse::<f64>().unwrap() / under.parse::<f64>().unwrap()
    };
    assert!((depth * depth - squared).abs() < 1e-15 && outcome.lower < outcome.upper);
    assert!(-outcome.upper <= depth && depth <= -outcome.lower);
}

#[test]
fn the_dimension_is_said_or_seen() {
    let is_plane = |text: &str| matches!(Query::from_json(text).unwrap().pair, AnyPair::Two(_));
    let pair = format!(r#""a": {BALL}, "b": {BALL}"#);
    assert!(!is_plane(&format!("{{{pair}}}")));
    assert!(is_plane(&format!(r#"{{"dim": 2, {pair}}}"#)));
    assert!(is_plane(&format!(r#"{{{pair}, "pose_b": {{"translation": [1, 2]}}}}"#)));
    assert!(is_plane(&format!(r#"{{{pair}, "pose_b": {{"angle": 1}}}}"#)));
    assert!(!is_plane(&format!(r#"{{{pair}, "pose_b": {{"translation": [1, 2, 3]}}}}"#)));
}

#[test]
fn complaints() {
    for (text, wanted) in [
        (with(r#""id": 1.5"#), "line 1: id: expected a string or a 64-bit integer, found 1.5"),
        (
            with(r#""query": "depth""#),
            "line 1: query: expected \"distance\", \"intersects\", \"within\", \"penetration\", \"signed_distance\", \"first_contact\" or \"closest_approach\", found \"depth\"",
        ),
        (with(r#""dim": 4"#), "line 1: dim: expected 2 or 3, found 4"),
        (with(r#""exact": "yes""#), "line 1: exact: expected true or false, found \"yes\""),
        (
            with(r#""method": "magic""#),
            "line 1: method: expected one of \"formula\", \"gjk\", \"conjugate\", \"lemke\", \"active-set\", \"newton\", \"interior\", \"barrier\", \"refinement\", \"point-iteration\", \"refinement-4\", \"refinement-7\", \"model\", \"hybrid\", \"axes\", \"expand\", \"cover\", found \"magic\"",
        ),
        (
            with(r#""margin": -1"#),
            "line 1: margin: expected a number that is zero or more (less is for the query \"within\"), found -1",
        ),
        (
            with(r#""query": "within""#),
            "line 1: margin: missing; expected a number (the query is \"within\")",
        ),
        (
            with(r#""query": "intersects", "margin": 1"#),
            "line 1: margin: expected no margin for the query \"intersects\" (ask \"within\"), found one",
        ),
        (
            with(r#""pose": {}"#),
            "line 1: pose: unknown field; expected id, query, dim, a, pose_a, b, pose_b, method, margin, exact, velocity_a, velocity_b, angular_velocity_a, angular_velocity_b, poses_a, poses_b or t_max",
        ),
        (
            "[]".into(),
            "line 1: expected a query, {\"a\": SHAPE, \"b\": SHAPE, ...}, found an empty list",
        ),
        ("{}".into(), "line 1: a: missing; expected a shape"),
    ] {
        assert_eq!(complaint(&text), wanted);
    }
    let error = complaint("{\"a\": nan}");
    assert!(error.starts_with("line 1: not valid JSON: expected ident, at column"), "{error}");
    let error = complaint("{\n\"a\": 1,\n\"a\": 2}");
    assert!(error.starts_with("line 3: not valid JSON: the field \"a\" stands twice"), "{error}");
}

#[test]
fn the_line_of_a_field_is_found() {
    let json = "{\n  \"a\": {\n    \"type\": \"ball\",\n    \"radius\": -1\n  },\n  \"b\": {}\n}";
    assert_eq!(complaint(json), "line 4: a.radius: expected a positive number, found -1");
    let json = "{\"a\": {\"type\": \"ball\", \"radius\": 1},\n\n \"b\":\n {}}";
    assert!(complaint(json).starts_with("line 4: b.type: missing"));

    let toml =
        "[a]\ntype = \"ball\"\nradius = 1\n\n[b]\ntype = \"box\"\nhalf_extents = [1, 2,\n  true]\n";
    let error = Query::from_toml(toml).err().unwrap().in_file("pair.toml").to_string();
    assert_eq!(error, "pair.toml:8: b.half_extents[2]: expected a number, found true");
    let error = Query::from_toml("[a]\nradius == 1").err().unwrap().to_string();
    assert!(error.starts_with("line 2: not valid TOML: "), "{error}");
}

#[test]
fn toml_says_the_same_as_json() {
    let toml = "id = 'x'\n[a]\ntype = 'ball'\nradius = '1/2'\n[b]\ntype = 'point'\npoint = [3, 4.0, 0]\n\
                [pose_b]\ntranslation = [0, 0, 0]\nrpy = [0, 0, 0]";
    let outcome = Query::from_toml(toml).unwrap().answer().unwrap();
    assert_eq!(outcome.distance, 4.5);
    assert_eq!(outcome.id, Some(Id::Text("x".into())));
    let error =
        Query::from_toml("[a]\ntype = 'ball'\nradius = nan\n[b]").err().unwrap().to_string();
    assert_eq!(error, "line 3: a.radius: expected a finite number, found NaN");
}

/// Some editors put a mark before the first letter: JSON was refused then, TOML was not.
#[test]
fn a_mark_before_the_first_letter() {
    let text = format!("\u{feff}{{\n\"a\": {BALL}, \"b\": {BALL}}}");
    assert!(Query::from_json(&text).is_ok());
    let bad = text.replacen("ball", "bell", 1);
    assert!(complaint(&bad).starts_with("line 2: a.type: expected"), "{}", complaint(&bad));
    let toml = "\u{feff}[a]\ntype = \"ball\"\nradius = 1\n[b]\ntype = \"ball\"\nradius = 1\n";
    assert!(Query::from_toml(toml).is_ok());
}

#[test]
fn a_bad_line_still_tells_its_id() {
    let (id, query) = Query::from_json_line(r#"{"id": 7, "a": 1}"#);
    let error = query.err().unwrap().in_file("q.jsonl").on_line(17);
    assert_eq!(
        error_json(id.as_ref(), &error),
        r#"{"id":7,"error":"q.jsonl:17: a: expected a shape, such as {\"type\": \"ball\", \"radius\": 1}, found 1"}"#
    );
}

#[test]
fn sizes_out_of_range_are_refused() {
    let text =
        format!(r#"{{"a": {BALL}, "b": {BALL}, "pose_b": {{"translation": [1e60, 0, 0]}}}}"#);
    let error = Query::from_json(&text).unwrap().answer().unwrap_err().to_string();
    assert!(error.contains("outside of the range"), "{error}");
    assert!(complaint(&text.replace("1e60", "1e999")).contains("not valid JSON"));
}

#[test]
fn short_forms() {
    for (text, dimension) in [
        ("point:1,2", 2),
        ("point:1,2,3", 3),
        ("ball:1/2", 3),
        ("box:1,2", 2),
        ("box:1,2,3", 3),
        ("segment:0,0,1,1", 2),
        ("line:0,0,0,1,0,0", 3),
        ("ray:0,0,1,0", 2),
        ("plane:0,0,1,5", 3),
        ("halfspace:0,1,5", 2),
        ("triangle:0,0,1,0,0,1", 2),
        ("triangle:0,0,0,1,0,0,0,1,0", 3),
        ("tetrahedron:0,0,0,1,0,0,0,1,0,0,0,1", 3),
        ("rectangle:1,2", 2),
        ("ellipsoid:1,2,5", 3),
        ("capsule:1,2", 3),
        ("capsule:0,0,1,1,0.5", 2),
        ("capsule:0,0,0,1,1,1,0.5", 3),
        ("cylinder:1,2", 3),
        ("cone:1,2", 3),
        ("polygon:0,0,1,0,1,1,0,1", 2),
    ] {
        let mut query = short_pair(short_shape(text).unwrap());
        let read = Query::from_value(&query).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(matches!(read.pair, AnyPair::Two(_)), dimension == 2, "{text}");
        query.set("pose_a", short_pose("1,2,3,0,0,1").unwrap());
        assert!(dimension == 2 || Query::from_value(&query).is_ok());
    }
    for (text, wanted) in [
        (
            "ball",
            "expected a shape, such as ball:1 or box:1,2,3 or {\"type\": \"ball\", \"radius\": 1}, found \"ball\"",
        ),
        ("ball:1,2", "expected 1 numbers after ball:, found 2"),
        ("blob:1", "expected point, segment, "),
    ] {
        let error = short_shape(text).unwrap_err().to_string();
        assert!(error.starts_with(wanted), "{error}");
    }
    let query = short_pair(short_shape("ball:x").unwrap());
    let error = Query::from_value(&query).err().unwrap().to_string();
    assert!(error.starts_with("a.radius: expected a number"), "{error}");
    assert!(short_pose("1").is_err());
}

fn short_pair(a: clearance_io::Value<'static>) -> clearance_io::Value<'static> {
    let mut query = clearance_io::Value::Null;
    query.set("a", a);
    query.set("b", short_shape("ball:1").unwrap());
    query
}

fn told(text: &str) -> serde_json::Value {
    serde_json::from_str(&Query::from_json(text).unwrap().answer().unwrap().to_json()).unwrap()
}

#[test]
fn depths() {
    let boxes = r#""a": {"type": "box", "half_extents": [1, 1, 1]},
        "b": {"type": "box", "half_extents": [1, 1, 1]}, "pose_b": {"translation": [1.5, 0.1, 0]}"#;
    let result = told(&format!(r#"{{"query": "penetration", {boxes}}}"#));
    assert_eq!(result["depth"], 0.5);
    assert_eq!(result["distance"], -0.5);
    assert_eq!(result["normal"], serde_json::json!([1.0, 0.0, 0.0]));
    assert_eq!(result["method"], "axes");
    assert_eq!(result["gradient_b"]["translation"], serde_json::json!([1.0, 0.0, 0.0]));
    // Parallel faces: turning has no derivative.
    assert_eq!(result["gradient_b"]["valid"], false);
    let result = told(&format!(r#"{{"query": "within", "margin": -0.4, {boxes}}}"#));
    assert_eq!(result["within"], true);
    let result = told(&format!(r#"{{"query": "within", "margin": -0.6, {boxes}}}"#));
    assert_eq!(result["within"], false);
    let balls = r#""a": {"type": "ball", "radius": 1}, "b": {"type": "ball", "radius": 1},
        "pose_b": {"translation": [5, 0, 0]}"#;
    let result = told(&format!(r#"{{"query": "signed_distance", {balls}}}"#));
    assert_eq!((&result["distance"], &result["depth"]), (&3.0.into(), &0.0.into()));
}

#[test]
fn motions() {
    let pair =
        r#""a": {"type": "ball", "radius": 1}, "b": {"type": "box", "half_extents": [1, 1, 1]}"#;
    let result = told(&format!(
        r#"{{"query": "first_contact", "t_max": 10, {pair}, "pose_b": {{"translation": [6, 0, 0]}},
            "velocity_b": [-2, 0, 0]}}"#
    ));
    assert_eq!(result["hit"], true);
    assert!((result["time"].as_f64().unwrap() - 2.0).abs() < 1e-12);
    assert!(
        result["time_lower"].as_f64() <= Some(2.0) && result["time_upper"].as_f64() >= Some(2.0)
    );
    let result = told(&format!(
        r#"{{"query": "first_contact", "t_max": 2, {pair}, "poses_b": [
            {{"time": 0, "translation": [6, 3, 0]}},
            {{"time": 2, "translation": [-6, 3, 0], "rpy": [0, 0, 1]}}]}}"#
    ));
    assert_eq!(result["hit"], false);
    assert!(result["distance"].as_f64().unwrap() < 1.0);
    let result = told(
        r#"{"query": "closest_approach", "t_max": 4, "a": {"type": "ball", "radius": 1},
            "b": {"type": "point", "point": [0, 0]}, "pose_b": {"translation": [3, 2]},
            "velocity_b": [-1, 0], "angular_velocity_b": 1}"#,
    );
    assert!((result["time"].as_f64().unwrap() - 3.0).abs() < 1e-3);
    for (text, complaint) in [
        (
            format!(r#"{{"query": "first_contact", {pair}}}"#),
            "line 1: t_max: missing; expected a positive number",
        ),
        (
            format!(r#"{{"t_max": 1, {pair}}}"#),
            "line 1: t_max: expected no motion, or the query \"first_contact\" or \"closest_approach\", found one",
        ),
    ] {
        let error = Query::from_json(&text).err().unwrap().to_string();
        assert_eq!(error, complaint);
    }
}

/// A room and a bowl, both without end, that overlap: a distance between 0 and 0.0036 is true, but "no" is
/// not a guess to be made from it.
#[test]
fn a_yes_or_no_is_not_guessed() {
    let pair = r#""a": {"type": "halfspaces", "normals": [[2, 1, -1], [-1, 1, 1], [1, -1, 2], [-2, -1, 2], [2, 2, 0]],
            "offsets": [0.002387112812172912, 0.0020129213469638374, 0.0007956903499752256,
                0.005446452439158688, 0.002347158510632421]},
        "pose_a": {"translation": [-0.0013, -0.0013, -0.0039],
            "quaternion": [1.87435119433357, 1.4890191534811144, -0.08259303886818557, -0.8310275980547286]},
        "b": {"type": "quadric", "q": [[2000000, 0, 0], [0, 2000000, 0], [0, 0, 0]], "b": [0, 0, -1000],
            "c": -1.373948530616927},
        "pose_b": {"translation": [-0.00877220751222945, -0.004602110460786404, -0.00183662757317105],
            "quaternion": [-0.5017091665813976, -0.5130139060246857, 1.4854177057328686, -1.2516878855687799]}"#;
    let answer = |fields: &str| {
        Query::from_json(&format!("{{{fields}, {pair}}}"))
            .unwrap()
            .answer()
            .map_err(|e| e.to_string())
    };
    match answer(r#""query": "intersects""#) {
        Ok(outcome) => assert!(outcome.intersects),
        Err(refusal) => assert!(refusal.contains("undecided"), "{refusal}"),
    }
    match answer(r#""query": "within", "margin": 1e-4"#) {
        Ok(outcome) => assert_eq!(outcome.within, Some(true)),
        Err(refusal) => assert!(refusal.contains("undecided"), "{refusal}"),
    }
    // Further than the upper bound it is certain.
    assert_eq!(answer(r#""query": "within", "margin": 0.1"#).unwrap().within, Some(true));
}
