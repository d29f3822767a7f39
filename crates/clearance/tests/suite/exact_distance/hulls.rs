//! Hulls of up to 300 vertices: apart, nearly touching, touching and overlapping.

use super::judge::{Thing, by_program, can_part, judge, number};
use clearance::exact::{self, Exact};
use clearance::shape::{Cuboid, Placed, Polytope};
use clearance::{Convex, Pose, Rotation, Vector, distance, exact::Rational, rigorous};

type Rng = fastrand::Rng;

/// How many pairs.
fn cases() -> usize {
    std::env::var("CLEARANCE_CASES").ok().and_then(|x| x.parse().ok()).unwrap_or(10_000)
}

fn vector(rng: &mut Rng) -> Vector<3> {
    Vector::from_fn(|_| 2.0 * rng.f64() - 1.0)
}

fn rotation(rng: &mut Rng) -> Rotation<3> {
    match rng.u32(0..4) {
        0 => Rotation::IDENTITY,
        _ => Rotation::from_quaternion([0; 4].map(|_| 2.0 * rng.f64() - 1.0)).unwrap(),
    }
}

fn pose(rng: &mut Rng) -> Pose<3> {
    Pose::new(rotation(rng), vector(rng)).unwrap()
}

pub fn hull(points: impl IntoIterator<Item = Vector<3>>) -> Thing<3> {
    let shape = Polytope::from_points(points).unwrap();
    Thing { vertices: shape.vertices().to_vec(), shape: Box::new(shape), frame: None }
}

fn cuboid(half: Vector<3>) -> Thing<3> {
    let corner = |id: usize| Vector::from_fn(|i| if id >> i & 1 == 1 { half[i] } else { -half[i] });
    let shape = Box::new(Cuboid::new(half).unwrap());
    Thing { vertices: (0..8).map(corner).collect(), shape, frame: None }
}

/// All sizes, round ones, boxes, and some that are placed in frames of their own.
fn pool(rng: &mut Rng) -> Vec<Thing<3>> {
    let mut things = Vec::new();
    for count in [8, 8, 9, 12, 16, 20, 32, 50, 64, 100, 150, 200, 256, 300] {
        things.push(hull((0..count).map(|_| vector(rng).normalized().unwrap())));
        let squash = vector(rng);
        let thin = hull((0..count).map(|_| vector(rng).scale(squash)));
        let frame = pose(rng);
        let shape = Placed::new(Polytope::from_points(thin.vertices.clone()).unwrap(), frame);
        things.push(Thing { shape: Box::new(shape.unwrap()), frame: Some(frame), ..thin });
        things.push(cuboid(vector(rng).map(f64::abs)));
    }
    things
}

/// The float answer is as good as it says; the exact one is proved now and then (it takes a
/// hundred times longer than to find it).
fn compare(answer: &Exact<3>, a: (&Thing<3>, &Pose<3>), b: (&Thing<3>, &Pose<3>), prove: bool) {
    let float = distance(&a.0.shape, a.1, &b.0.shape, b.1).unwrap();
    let size = 1e-14 * 8.0;
    let exact = answer.distance();
    assert!(float.lower() - size <= exact && exact <= float.upper() + size, "{exact} {float:?}");
    let bounds = rigorous(&a.0.shape, a.1, &b.0.shape, b.1).unwrap();
    let (lower, upper, squared) = (number(bounds.lower), number(bounds.upper), answer.squared());
    assert!(&lower * &lower <= squared && squared <= &upper * &upper, "{exact} {bounds:?}");
    // Some of them reach to 60.
    assert!(bounds.upper - bounds.lower <= 2e-12, "{exact} {bounds:?}");
    if prove {
        judge(answer, a, b);
    }
}

fn ask(a: (&Thing<3>, &Pose<3>), b: (&Thing<3>, &Pose<3>)) -> Exact<3> {
    exact::distance(&a.0.shape, a.1, &b.0.shape, b.1).unwrap()
}

fn kind(answer: &Exact<3>) -> usize {
    match answer {
        Exact::Apart(_) => 0,
        Exact::Touching(_) => 1,
        Exact::Overlapping(_) => 2,
    }
}

#[test]
fn random_pairs() {
    let rng = &mut Rng::with_seed(7);
    let pool = pool(rng);
    let mut kinds = [0; 3];
    for case in 0..cases() {
        let [a, b] = [0; 2].map(|_| &pool[rng.usize(0..pool.len())]);
        let (pose_a, mut pose_b) = (pose(rng), pose(rng));
        if case % 4 == 1 {
            pose_b = Pose::new(*pose_b.rotation(), vector(rng) * 3.0).unwrap();
        }
        let mut answer = ask((a, &pose_a), (b, &pose_b));
        // Every other pair that is apart is brought to within about 1e-15 of touching.
        if let Exact::Apart(apart) = &answer
            && case % 2 == 0
        {
            let step = Vector(apart.between().map(|x| x.to_f64()));
            let closer = pose_b.translation() - step + vector(rng) * 1e-15;
            pose_b = Pose::new(*pose_b.rotation(), closer).unwrap();
            answer = ask((a, &pose_a), (b, &pose_b));
            assert!(answer.distance() < 1e-14);
        }
        kinds[kind(&answer)] += 1;
        compare(&answer, (a, &pose_a), (b, &pose_b), case % 10 == 0);
        let swapped = ask((b, &pose_b), (a, &pose_a));
        assert_eq!(swapped.squared(), answer.squared());
        assert_eq!(kind(&swapped), kind(&answer));
        let met = exact::intersects(&a.shape, &pose_a, &b.shape, &pose_b).unwrap();
        assert_eq!(met, answer.intersects());
    }
    // Floats hardly ever touch.
    assert!(kinds[0] * 4 > cases() && kinds[2] * 5 > cases(), "{kinds:?}");
}

/// Whole numbers, furthest along x at a common vertex, edge crossing or face; the shift is zero, or
/// a unit in the last place of it either way.
struct Contact {
    a: Thing<3>,
    b: Thing<3>,
    /// Whether a step along −x makes the inner points meet.
    blunt: bool,
}

fn contact(rng: &mut Rng, shift: f64) -> Contact {
    let mut below = |count: usize| -> Vec<Vector<3>> {
        (0..count)
            .map(|_| Vector([rng.i32(-40..0), rng.i32(-20..20), rng.i32(-20..20)].map(f64::from)))
            .collect()
    };
    let (mut of_a, mut of_b) = (below(12), below(30));
    for p in &mut of_b {
        p[0] = -p[0];
    }
    let [y, z] = [0; 2].map(|_| f64::from(rng.i32(1..9)));
    let kind = rng.u32(0..4);
    let tip = |y: f64, z: f64| Vector([0.0, y, z]);
    match kind {
        0 => {
            of_a.push(tip(0.0, 0.0));
            of_b.push(tip(0.0, 0.0));
        }
        1 => {
            of_a.extend([tip(-y, -z), tip(z, y)]);
            of_b.extend([tip(-y, z), tip(z, -y)]);
        }
        2 => {
            of_a.extend([tip(-y, -z), tip(y, -z), tip(0.0, z)]);
            of_b.push(tip(0.0, 0.0));
        }
        _ => {
            of_a.extend([tip(-y, -z), tip(y, -z), tip(y, z), tip(-y, z)]);
            of_b.extend([tip(-z, -y), tip(z, -y), tip(z, y), tip(-z, y)]);
        }
    }
    for p in &mut of_b {
        p[0] += shift;
    }
    Contact { a: hull(of_a), b: hull(of_b), blunt: kind > 0 }
}

#[test]
fn contacts_are_facts() {
    let rng = &mut Rng::with_seed(8);
    // 7e-15 against a size of 80.
    let unit = 7.0 * 2.0_f64.powi(-50);
    let contacts: Vec<_> = (0..300)
        .map(|k| {
            let shift = [0.0, unit, -unit][k % 3];
            (shift, contact(rng, shift))
        })
        .collect();
    for case in 0..cases() {
        let (shift, Contact { a, b, blunt }) = &contacts[rng.usize(0..contacts.len())];
        // One pose for both: whatever rounding has done to it, it is done to both.
        let pose = pose(rng);
        let answer = ask((a, &pose), (b, &pose));
        if *shift == 0.0 {
            assert_eq!(kind(&answer), 1, "case {case}");
        } else if *shift > 0.0 {
            assert_eq!(kind(&answer), 0, "case {case}");
            if *pose.rotation() == Rotation::IDENTITY && *blunt {
                // The shift was rounded when it was added to whole numbers, so that only the
                // points at x = 0 are told from their neighbours.
                assert_eq!(answer.distance(), *shift);
                assert_eq!(answer.squared(), number(*shift) * number(*shift));
            }
        } else if *blunt {
            assert_eq!(kind(&answer), 2, "case {case}");
        }
        compare(&answer, (a, &pose), (b, &pose), case % 10 == 0);
    }
}

#[test]
fn an_independent_program_agrees() {
    let rng = &mut Rng::with_seed(9);
    let mut kinds = [0; 3];
    for case in 0..120 {
        // Short mantissas keep the fractions of the program short.
        let mut points = |far: f64| {
            hull((0..6).map(|_| {
                Vector::from_fn(|_| f64::from(rng.i32(-999..999)) / 512.0) + Vector::axis(0) * far
            }))
        };
        let (a, b) = (points(0.0), points(f64::from(case % 3)));
        let pose_a = Pose::IDENTITY;
        let pose_b = if case % 2 == 0 { pose_a } else { Pose::at([0.25, 0.5, 1.0]) };
        let answer = ask((&a, &pose_a), (&b, &pose_b));
        judge(&answer, (&a, &pose_a), (&b, &pose_b));
        assert_eq!(answer.squared(), by_program((&a, &pose_a), (&b, &pose_b)));
        kinds[kind(&answer)] += 1;
    }
    assert!(kinds[0] > 20 && kinds[2] > 20, "{kinds:?}");
    for k in 0..60 {
        let shift = [0.0, 0.125, -0.125][k % 3];
        let Contact { a, b, .. } = contact(rng, shift);
        let answer = ask((&a, &Pose::IDENTITY), (&b, &Pose::IDENTITY));
        let part = can_part((&a, &Pose::IDENTITY), (&b, &Pose::IDENTITY));
        assert_eq!(part, kind(&answer) < 2);
    }
}

#[test]
fn shapes_of_any_kind_by_reference() {
    let cube: &dyn Convex<3> = &Cuboid::new([1.0; 3]).unwrap();
    let answer = exact::distance(cube, &Pose::IDENTITY, &cube, &Pose::at([3.0, 2.0, 1.0])).unwrap();
    assert_eq!(answer.squared(), Rational::ONE);
}
