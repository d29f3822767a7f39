//! Small integers, against arithmetic without rounding.
//!
//! The distance between two polytopes is the least distance between a vertex of one and a face
//! of the other, or between two edges, unless an edge pierces a face or one contains the other.
//! With integer coordinates the square of each of these is a fraction of two integers, and every
//! sign is exact. Nothing here comes from the library.

use crate::common::{Case, Rng, Shape};
use clearance::shape::Polytope;
use clearance::{Pose, Vector};

type P = [i64; 3];

fn sub(a: P, b: P) -> P {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: P, b: P) -> i64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: P, b: P) -> P {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Six times the volume of a tetrahedron, with its sign.
fn volume(a: P, b: P, c: P, d: P) -> i64 {
    dot(cross(sub(b, a), sub(c, a)), sub(d, a))
}

/// A squared distance: numerator and positive denominator.
#[derive(Clone, Copy, Debug)]
struct Fraction(i64, i64);

impl Fraction {
    fn min(self, other: Self) -> Self {
        let (x, y) = (i128::from(self.0), i128::from(other.0));
        if x * i128::from(other.1) <= y * i128::from(self.1) { self } else { other }
    }

    fn root(self) -> f64 {
        (self.0 as f64 / self.1 as f64).sqrt()
    }
}

fn point_point(p: P, q: P) -> Fraction {
    Fraction(dot(sub(p, q), sub(p, q)), 1)
}

/// The distance to the inside of the edge, if the point projects there.
fn point_edge(p: P, [a, b]: [P; 2]) -> Option<Fraction> {
    let (e, x) = (sub(b, a), sub(p, a));
    let along = dot(e, x);
    let inside = along > 0 && along < dot(e, e);
    let off = cross(e, x);
    inside.then(|| Fraction(dot(off, off), dot(e, e)))
}

/// The distance to the inside of the face, if the point projects there.
fn point_face(p: P, [a, b, c]: [P; 3]) -> Option<Fraction> {
    let n = cross(sub(b, a), sub(c, a));
    let left = |from: P, to: P| dot(cross(sub(to, from), sub(p, from)), n) >= 0;
    let inside = n != [0; 3] && left(a, b) && left(b, c) && left(c, a);
    let height = dot(n, sub(p, a));
    inside.then(|| Fraction(height * height, dot(n, n)))
}

/// The distance between the insides of two edges, if their common perpendicular meets both.
fn edge_edge([a, b]: [P; 2], [c, d]: [P; 2]) -> Option<Fraction> {
    let (u, v, w) = (sub(b, a), sub(d, c), sub(c, a));
    let n = cross(u, v);
    let nn = dot(n, n);
    // a + s u and c + t v with s = (w × v)·n / n², t = (w × u)·n / n².
    let (s, t) = (dot(cross(w, v), n), dot(cross(w, u), n));
    let inside = nn > 0 && s >= 0 && s <= nn && t >= 0 && t <= nn;
    let height = dot(w, n);
    inside.then(|| Fraction(height * height, nn))
}

/// Whether an edge crosses a face from one side to the other.
fn pierces([p, q]: [P; 2], [a, b, c]: [P; 3]) -> bool {
    let (from, to) = (volume(a, b, c, p).signum(), volume(a, b, c, q).signum());
    let turns = [volume(p, q, a, b), volume(p, q, b, c), volume(p, q, c, a)];
    from * to < 0 && (turns.iter().all(|x| *x >= 0) || turns.iter().all(|x| *x <= 0))
}

/// Whether a tetrahedron that is not flat contains the point.
fn contains([a, b, c, d]: [P; 4], p: P) -> bool {
    let all = volume(a, b, c, d).signum();
    let parts = [volume(p, b, c, d), volume(a, p, c, d), volume(a, b, p, d), volume(a, b, c, p)];
    all != 0 && parts.iter().all(|x| x.signum() * all >= 0)
}

/// A triangle (as three of four places) or a tetrahedron.
struct Body {
    vertices: Vec<P>,
    edges: Vec<[P; 2]>,
    faces: Vec<[P; 3]>,
}

impl Body {
    fn new(vertices: &[P]) -> Self {
        let (mut edges, mut faces) = (Vec::new(), Vec::new());
        for (i, a) in vertices.iter().enumerate() {
            for (j, b) in vertices.iter().enumerate().skip(i + 1) {
                edges.push([*a, *b]);
                faces.extend(vertices.iter().skip(j + 1).map(|c| [*a, *b, *c]));
            }
        }
        Self { vertices: vertices.to_vec(), edges, faces }
    }

    fn holds(&self, p: P) -> bool {
        self.vertices.len() == 4 && contains(std::array::from_fn(|i| self.vertices[i]), p)
    }

    /// The squared distance; its numerator is zero where they meet.
    fn distance_squared(&self, other: &Self) -> Fraction {
        let mut least = point_point(self.vertices[0], other.vertices[0]);
        for (one, two) in [(self, other), (other, self)] {
            for p in &one.vertices {
                if two.holds(*p) {
                    return Fraction(0, 1);
                }
                let points = two.vertices.iter().map(|q| Some(point_point(*p, *q)));
                let edges = two.edges.iter().map(|edge| point_edge(*p, *edge));
                let faces = two.faces.iter().map(|face| point_face(*p, *face));
                least = points.chain(edges).chain(faces).flatten().fold(least, Fraction::min);
            }
            for edge in &one.edges {
                if two.faces.iter().any(|face| pierces(*edge, *face)) {
                    return Fraction(0, 1);
                }
            }
        }
        for edge in &self.edges {
            let others = other.edges.iter().filter_map(|other| edge_edge(*edge, *other));
            least = others.fold(least, Fraction::min);
        }
        least
    }
}

fn floats<const D: usize>(p: P) -> Vector<D> {
    Vector::from_fn(|i| p[i] as f64)
}

fn hull<const D: usize>(points: &[P]) -> Shape<D> {
    Box::new(Polytope::from_points(points.iter().map(|p| floats::<D>(*p))).unwrap())
}

fn compare<const D: usize>(case: &Case<D>, wanted: Fraction) {
    let answer = case.distance();
    case.judge(&answer);
    // Touching is exact here, and so must the verdict be.
    assert_eq!(answer.intersects(), wanted.0 == 0, "{}: {wanted:?}\n{answer:?}", case.name);
    let off = (answer.distance() - wanted.root()).abs();
    assert!(off <= 1e-14 * (case.size() + wanted.root()), "{}: {wanted:?}\n{answer:?}", case.name);
}

/// All triangles, flat ones and single points included, with vertices on a grid of 3 × 3, each
/// against each at eight offsets: 217,800 pairs.
#[test]
fn all_small_triangles() {
    let grid: Vec<P> = (0..9).map(|k| [k % 3, k / 3, 0]).collect();
    let mut triangles = Vec::new();
    for i in 0..9 {
        for j in i..9 {
            for k in j..9 {
                triangles.push([grid[i], grid[j], grid[k]]);
            }
        }
    }
    assert_eq!(triangles.len(), 165);
    let (mut meeting, mut all) = (0, 0);
    let bodies: Vec<Body> = triangles.iter().map(|t| Body::new(t)).collect();
    let mut shapes: Vec<Option<Shape<2>>> = triangles.iter().map(|t| Some(hull(t))).collect();
    let others: Vec<Shape<2>> = triangles.iter().map(|t| hull(t)).collect();
    let others: Vec<std::sync::Arc<dyn clearance::Convex<2>>> =
        others.into_iter().map(std::sync::Arc::from).collect();
    for offset in [[0, 0], [1, 0], [2, 0], [3, 0], [1, 1], [2, 1], [3, 2], [-1, 2]] {
        let offset = [offset[0], offset[1], 0];
        for (j, triangle) in triangles.iter().enumerate() {
            let moved = Body::new(&triangle.map(|p| sub(p, sub([0; 3], offset))));
            let mut b: Shape<2> = Box::new(others[j].clone());
            for (i, body) in bodies.iter().enumerate() {
                let wanted = body.distance_squared(&moved);
                let case = Case {
                    name: format!("{:?} and {:?}", triangles[i], moved.vertices),
                    a: shapes[i].take().unwrap(),
                    pose_a: Pose::IDENTITY,
                    b,
                    pose_b: Pose::at(floats::<2>(offset)),
                };
                compare(&case, wanted);
                meeting += usize::from(wanted.0 == 0);
                all += 1;
                (shapes[i], b) = (Some(case.a), case.b);
            }
        }
    }
    assert_eq!(all, 165 * 165 * 8);
    assert!(meeting > all / 10 && meeting < 9 * all / 10, "{meeting} of {all} meet");
}

/// Tetrahedra with vertices in 0..4, a good part of them flat, straight or a single point.
#[test]
fn many_small_tetrahedra() {
    let mut rng = Rng::with_seed(6);
    let (mut meeting, mut flat) = (0, 0);
    let all = 100_000;
    for round in 0..all {
        // Fewer different coordinates, more degenerate ones.
        let side = 2 + round % 3;
        let mut corner = |offset: i64| [0; 3].map(|_| rng.i64(0..side) + offset);
        let a = [0; 4].map(|_| corner(0));
        let offset = [side - 1, 0, round % 2 * side / 2];
        let b = [0; 4].map(|_| corner(0)).map(|p| sub(p, sub([0; 3], offset)));
        let wanted = Body::new(&a).distance_squared(&Body::new(&b));
        let case = Case {
            name: format!("{a:?} and {b:?}"),
            a: hull::<3>(&a),
            pose_a: Pose::IDENTITY,
            b: hull::<3>(&b),
            pose_b: Pose::IDENTITY,
        };
        compare(&case, wanted);
        meeting += usize::from(wanted.0 == 0);
        flat += usize::from(volume(a[0], a[1], a[2], a[3]) == 0);
    }
    assert!(meeting > all as usize / 10 && meeting < all as usize * 9 / 10, "{meeting} meet");
    assert!(flat > all as usize / 10, "{flat} are flat");
}
