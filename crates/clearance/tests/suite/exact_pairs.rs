//! All 66 pairs of linear pieces in space, with small whole numbers: parallel, crossing, flat and
//! degenerate. `CLEARANCE_CASES=10000 cargo test --release --features exact --test suite exact_pairs` for
//! more of each.

use clearance::exact::{self, Field, Linear, Rational};
use clearance::shape::{
    Line, Plane, Point, Polygon, Polytope, Ray, Rectangle, Segment, Tetrahedron, Triangle,
};
use clearance::{Convex, Pose, Vector, check, distance};

type Rng = fastrand::Rng;
type Q = Rational;

fn whole(rng: &mut Rng, most: i32) -> Vector<3> {
    Vector::from_fn(|_| f64::from(rng.i32(-most..=most)))
}

/// Not zero.
fn direction(rng: &mut Rng) -> Vector<3> {
    loop {
        let v = whole(rng, 2);
        if v != Vector::ZERO {
            return v;
        }
    }
}

fn q(v: Vector<3>) -> [Q; 3] {
    v.0.map(|x| Q::try_from(x).unwrap())
}

/// The same piece twice: as fractions, and as a shape for the float path.
struct Piece {
    linear: Linear<3>,
    shape: Box<dyn Convex<3>>,
    bounded: bool,
}

const NAMES: [&str; 11] = [
    "point",
    "line",
    "ray",
    "segment",
    "plane",
    "triangle",
    "rectangle",
    "polygon",
    "tetrahedron",
    "box",
    "polyhedron",
];

fn bounded(linear: Linear<3>, shape: impl Convex<3> + 'static) -> Piece {
    Piece { linear, shape: Box::new(shape), bounded: true }
}

fn unbounded(linear: Linear<3>, shape: impl Convex<3> + 'static) -> Piece {
    Piece { linear, shape: Box::new(shape), bounded: false }
}

/// Two directions at right angles, neither zero: their cross product is not either.
fn right_angle(rng: &mut Rng) -> [Vector<3>; 2] {
    loop {
        let (u, w) = (direction(rng), direction(rng));
        let v = u.cross(w);
        if v != Vector::ZERO {
            return [u, v];
        }
    }
}

fn draw(rng: &mut Rng, name: &str) -> Piece {
    let [p, r, s, t] = [0; 4].map(|_| whole(rng, 3));
    let u = direction(rng);
    match name {
        "point" => bounded(Linear::point(q(p)), Point::new(p).unwrap()),
        "line" => unbounded(Linear::line(q(p), q(u)), Line::new(p, u).unwrap()),
        "ray" => unbounded(Linear::ray(q(p), q(u)), Ray::new(p, u).unwrap()),
        "segment" => bounded(Linear::segment(q(p), q(r)), Segment::new(p, r).unwrap()),
        "plane" => {
            let [u, v] = right_angle(rng);
            unbounded(Linear::plane(q(p), q(u), q(v)), Plane::spanned(p, u, v).unwrap())
        }
        "triangle" => {
            bounded(Linear::triangle([p, r, s].map(q)), Triangle::new([p, r, s]).unwrap())
        }
        "rectangle" => {
            let [u, v] = right_angle(rng);
            let shape = Rectangle::from_corner(p, [u, v]).unwrap();
            bounded(Linear::rectangle(q(p), [u, v].map(q)), shape)
        }
        "polygon" => {
            // A kite about p.
            let [u, v] = right_angle(rng);
            let vertices = [p + u, p + v, p - u * 2.0, p - v];
            let shape = Polygon::new(vertices).unwrap();
            bounded(Linear::hull(q(vertices[0]), vertices[1..].iter().map(|x| q(*x))), shape)
        }
        "tetrahedron" => {
            let shape = Tetrahedron::new([p, r, s, t]).unwrap();
            bounded(Linear::tetrahedron([p, r, s, t].map(q)), shape)
        }
        "box" => {
            let [u, v] = right_angle(rng);
            let edges = [u, v, u.cross(v)];
            // The float shape by its corners: edges of irrational length would be rounded.
            let corners = (0..8).map(|id| {
                (0..3).fold(p, |sum, i| if id >> i & 1 == 1 { sum + edges[i] } else { sum })
            });
            let shape = Polytope::from_points(corners).unwrap();
            bounded(Linear::cuboid(q(p), edges.map(q)), shape)
        }
        _ => {
            let points: Vec<_> = (0..7).map(|_| whole(rng, 3)).collect();
            let shape = Polytope::from_points(points.iter().copied()).unwrap();
            bounded(Linear::hull(q(points[0]), points[1..].iter().map(|x| q(*x))), shape)
        }
    }
}

/// What the two pieces and the floats say about one case.
fn agree(a: &Piece, b: &Piece, names: [&str; 2]) -> Q {
    let here = Pose::IDENTITY;
    let nearest = a.linear.closest(&b.linear).expect("no piece is empty");
    // The points are what the parameters say, and as far apart as it says.
    assert_eq!(a.linear.at(&nearest.parameters_a), nearest.point_a);
    assert_eq!(b.linear.at(&nearest.parameters_b), nearest.point_b);
    let squared = (0..3).fold(Q::ZERO, |sum, i| {
        let step = &nearest.point_b[i] - &nearest.point_a[i];
        sum + &step * &step
    });
    assert_eq!(squared, nearest.squared, "{names:?}");
    let answer = distance(&a.shape, &here, &b.shape, &here).unwrap();
    assert_eq!(check(&answer, &a.shape, &here, &b.shape, &here), Ok(()), "{names:?}");
    let size = nearest.point_a.iter().fold(10.0, |most: f64, x| most.max(x.to_f64().abs()));
    let off = answer.distance() - nearest.distance();
    assert!(off.abs() <= 1e-13 * size, "{names:?}: {} and {answer:?}", nearest.distance());
    if a.bounded && b.bounded && names[0] != "rectangle" && names[1] != "rectangle" {
        // The other exact method. (The float rectangle has sides that were normalized.)
        let other = exact::distance(&a.shape, &here, &b.shape, &here).unwrap();
        assert_eq!(other.squared(), nearest.squared, "{names:?}");
        assert_eq!(other.distance(), nearest.distance());
    }
    nearest.squared
}

#[test]
fn all_pairs() {
    let cases = std::env::var("CLEARANCE_CASES").ok().and_then(|x| x.parse().ok()).unwrap_or(1000);
    let rng = &mut Rng::with_seed(66);
    let mut pairs = 0;
    let (mut met, mut all) = (0, 0);
    for (k, first) in NAMES.iter().enumerate() {
        for second in &NAMES[k..] {
            pairs += 1;
            for _ in 0..cases {
                let (a, b) = (draw(rng, first), draw(rng, second));
                met += usize::from(agree(&a, &b, [first, second]).is_zero());
                all += 1;
            }
        }
    }
    assert_eq!(pairs, 66);
    assert!(met * 10 > all && met * 10 < all * 9, "{met} of {all} meet");
}

/// Shapes in their poses give the same as pieces made by hand.
#[test]
fn shapes_in_their_poses() {
    let rng = &mut Rng::with_seed(67);
    for _ in 0..300 {
        let names = [0; 2].map(|_| NAMES[rng.usize(0..NAMES.len())]);
        let [a, b] = names.map(|name| draw(rng, name));
        let step = whole(rng, 4);
        let answer = exact::closest(&a.shape, &Pose::IDENTITY, &b.shape, &Pose::at(step)).unwrap();
        let float = distance(&a.shape, &Pose::IDENTITY, &b.shape, &Pose::at(step)).unwrap();
        let size = answer.point_a.iter().fold(10.0, |most: f64, x| most.max(x.to_f64().abs()));
        assert!((answer.distance() - float.distance()).abs() <= 1e-13 * size, "{names:?}");
        if a.bounded && b.bounded {
            let other = exact::distance(&a.shape, &Pose::IDENTITY, &b.shape, &Pose::at(step));
            assert_eq!(other.unwrap().squared(), answer.squared);
        }
    }
}

#[test]
fn half_spaces_may_be_empty_or_unbounded() {
    let side = |normal: [i64; 3], offset: i64| (normal.map(Q::from), Q::from(offset));
    let corner =
        Linear::half_spaces([side([-1, 0, 0], -1), side([0, -1, 0], -2), side([0, 0, -1], -3)]);
    let origin = Linear::point([Q::ZERO, Q::ZERO, Q::ZERO]);
    let nearest = origin.closest(&corner).unwrap();
    assert_eq!(nearest.squared, Q::from(14));
    assert_eq!(nearest.parameters_b, [1, 2, 3].map(Q::from));
    let nothing = Linear::half_spaces([side([1, 0, 0], 0), side([-1, 0, 0], -1)]);
    assert_eq!(origin.closest(&nothing), None);
    let slab = Linear::half_spaces([side([1, 1, 0], 0), side([-1, -1, 0], 1)]);
    assert_eq!(corner.closest(&slab).unwrap().squared, Q::new(9, 2).unwrap());
}
