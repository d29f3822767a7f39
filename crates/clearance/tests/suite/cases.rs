//! Pairs with known answers, from the files in `tests/cases`, asked in every way that there is:
//! by the default method, by GJK alone, by a tracker that is cold, warm, and warm from another
//! pair, with A and B swapped, and moved.

use std::fs;
use std::path::Path;

use crate::common::{Case, Shape};
use clearance::shape::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Line, Plane, Point, Polygon,
    Polytope, Ray, Segment, Triangle,
};
use clearance::{Answer, Method, Pose, Query, Rotation, Tracker, Vector};
use toml::{Table, Value};

/// One entry of a file.
struct Known<const D: usize> {
    case: Case<D>,
    distance: f64,
    tolerance: f64,
    point_a: Option<Vector<D>>,
    point_b: Option<Vector<D>>,
}

fn float(value: &Value) -> f64 {
    value.as_float().or(value.as_integer().map(|x| x as f64)).expect("a number")
}

fn list<const D: usize>(value: &Value) -> Vector<D> {
    let list = value.as_array().expect("a vector");
    assert_eq!(list.len(), D, "a vector of the right length");
    Vector::from_fn(|i| float(&list[i]))
}

fn lists<const D: usize>(value: &Value) -> Vec<Vector<D>> {
    value.as_array().expect("a list of vectors").iter().map(list).collect()
}

fn pose<const D: usize>(table: &Table, key: &str, rotation: Rotation<D>) -> Pose<D> {
    Pose::new(rotation, table.get(key).map_or(Vector::ZERO, list)).unwrap()
}

/// The shapes that exist in every dimension.
fn common_shape<const D: usize>(table: &Table) -> Option<Shape<D>> {
    let v = |key: &str| list::<D>(&table[key]);
    let x = |key: &str| float(&table[key]);
    Some(match table["type"].as_str().unwrap() {
        "point" => Box::new(Point::new(v("point")).unwrap()),
        "segment" => Box::new(Segment::new(v("a"), v("b")).unwrap()),
        "line" => Box::new(Line::new(v("point"), v("direction")).unwrap()),
        "ray" => Box::new(Ray::new(v("point"), v("direction")).unwrap()),
        "plane" => Box::new(Plane::new(v("normal"), x("offset")).unwrap()),
        "halfspace" => Box::new(HalfSpace::new(v("normal"), x("offset")).unwrap()),
        "ball" => Box::new(Ball::new(x("radius")).unwrap()),
        "box" => Box::new(Cuboid::new(v("half_extents")).unwrap()),
        "box between" => {
            let (low, high) = (v("low"), v("high"));
            Box::new(Cuboid::centred(low.lerp(high, 0.5), (high - low) * 0.5).unwrap())
        }
        "capsule" => Box::new(Capsule::new(v("a"), v("b"), x("radius")).unwrap()),
        "ellipsoid" => Box::new(Ellipsoid::new(v("semiaxes")).unwrap()),
        "polytope" => Box::new(Polytope::from_points(lists::<D>(&table["vertices"])).unwrap()),
        "triangle" => {
            let vertices = lists::<D>(&table["vertices"]);
            Box::new(Triangle::new([vertices[0], vertices[1], vertices[2]]).unwrap())
        }
        _ => return None,
    })
}

fn shape_2d(table: &Table) -> Shape<2> {
    common_shape(table).unwrap_or_else(|| match table["type"].as_str().unwrap() {
        "polygon" => Box::new(Polygon::new(lists::<2>(&table["vertices"])).unwrap()),
        other => panic!("unknown shape {other}"),
    })
}

fn shape_3d(table: &Table) -> Shape<3> {
    let x = |key: &str| float(&table[key]);
    common_shape(table).unwrap_or_else(|| match table["type"].as_str().unwrap() {
        "cylinder" => Box::new(Cylinder::new(x("half_length"), x("radius")).unwrap()),
        "cone" => Box::new(Cone::new(x("height"), x("radius")).unwrap()),
        other => panic!("unknown shape {other}"),
    })
}

fn known<const D: usize>(
    table: &Table,
    shape: fn(&Table) -> Shape<D>,
    rotation: fn(&Value) -> Rotation<D>,
) -> Known<D> {
    let turn = |key: &str| table.get(key).map_or(Rotation::IDENTITY, rotation);
    let case = Case {
        name: table["name"].as_str().unwrap().into(),
        a: shape(table["a"].as_table().unwrap()),
        pose_a: pose(table, "at_a", turn("turn_a")),
        b: shape(table["b"].as_table().unwrap()),
        pose_b: pose(table, "at_b", turn("turn_b")),
    };
    Known {
        case,
        distance: float(&table["distance"]),
        tolerance: table.get("tolerance").map_or(1e-14, float),
        point_a: table.get("point_a").map(list),
        point_b: table.get("point_b").map(list),
    }
}

impl<const D: usize> Known<D> {
    fn compare(&self, how: &str, answer: &Answer<D>) {
        let (name, wanted) = (&self.case.name, self.distance);
        self.case.judge(answer);
        let off = (answer.lower() - wanted).max(wanted - answer.upper());
        // The bounds hold the distance, but for rounding.
        let allowed = self.tolerance * self.case.size().max(wanted) + self.case.rounding(answer);
        assert!(off <= allowed, "{name} {how}: {wanted} wanted, off by {off:e}\n{answer:?}");
        if wanted == 0.0 {
            assert!(answer.intersects(), "{name} {how}: they meet\n{answer:?}");
        }
    }

    fn compare_points(&self, answer: &Answer<D>) {
        for (wanted, found) in [self.point_a, self.point_b].into_iter().zip(answer.points()) {
            let Some(wanted) = wanted else { continue };
            // Closest points of curved shapes are known to the root of the gap.
            let allowed = (self.tolerance.sqrt() * 1e-5).max(1e-12) * self.case.size();
            let off = (wanted - found).norm();
            assert!(off <= allowed, "{}: off by {off:e}\n{answer:?}", self.case.name);
        }
    }

    fn ask(mut self, tracker: &mut Tracker<D>) {
        let Case { a, pose_a, b, pose_b, .. } = &self.case;
        let query = Query::DEFAULT;
        let answer = query.distance(a, pose_a, b, pose_b).unwrap();
        self.compare("by default", &answer);
        self.compare_points(&answer);
        let by_gjk = query.with_method(Method::Gjk);
        self.compare("by GJK", &by_gjk.distance(a, pose_a, b, pose_b).unwrap());
        let other = tracker.distance(a, pose_a, b, pose_b).unwrap();
        self.compare("by a tracker that has seen the case before", &other);
        self.compare("by a warm tracker", &tracker.distance(a, pose_a, b, pose_b).unwrap());
        let cold = Tracker::new().distance_by(&by_gjk, a, pose_a, b, pose_b).unwrap();
        self.compare("by a cold tracker", &cold);
        let trace = query.trace(a, pose_a, b, pose_b).unwrap();
        self.compare("by a trace", &trace.answer);
        assert!(!trace.steps.is_empty(), "{}: a trace has steps", self.case.name);
        self.case = self.case.swapped();
        self.compare("swapped", &self.case.distance());
        self.case = self.case.moved(&Pose::at(Vector::from_fn(|i| 3.5 - 2.0 * i as f64)));
        self.compare("moved", &self.case.distance());
    }
}

#[test]
fn known_pairs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut count = 0;
    let (mut tracker_2d, mut tracker_3d) = (Tracker::new(), Tracker::new());
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let table: Table = text.parse().unwrap_or_else(|error| panic!("{file:?}: {error}"));
        for entry in table["case"].as_array().unwrap() {
            let entry = entry.as_table().unwrap();
            count += 1;
            if entry.get("dim").is_some_and(|dim| dim.as_integer() == Some(2)) {
                let turn = |value: &Value| Rotation::from_angle(float(value)).unwrap();
                known(entry, shape_2d, turn).ask(&mut tracker_2d);
            } else {
                let turn = |value: &Value| {
                    let rpy = list::<3>(value);
                    Rotation::from_rpy(rpy[0], rpy[1], rpy[2]).unwrap()
                };
                known(entry, shape_3d, turn).ask(&mut tracker_3d);
            }
        }
    }
    assert!(count >= 60, "only {count} cases were found");
}
