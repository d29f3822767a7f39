//! The paper's six objects, each as a shape and as the functions that it is made of.

use clearance::shape::{HalfSpace, Hyperquadric, Intersection, ShapeError, Superquadric};
use clearance::{Convex, Pose, Rotation, Vector};
use fastrand::Rng;

use crate::workloads::{between, direction};

/// Any shape.
pub type Shape = Box<dyn Convex<3>>;

/// A function that bounds an object.
pub enum Piece {
    /// Σ |aᵢ·x + dᵢ|^nᵢ ≤ 1
    Powers(Vec<(Vector<3>, f64, f64)>),
    /// n·x ≤ b
    Plane(Vector<3>, f64),
}

/// A shape, and the same for solvers of another kind.
pub struct Object {
    pub name: String,
    pub shape: Shape,
    pub pieces: Vec<Piece>,
}

/// The objects' names.
pub const NAMES: [&str; 6] = ["I", "II", "III", "IV", "V", "VI"];

/// Semi-axes and exponents of objects I to III: a diamond, a can, a rounded cuboid.
pub const SUPERQUADRICS: [([f64; 3], [f64; 3]); 3] = [
    ([1.0, 0.7, 1.5], [4.0 / 3.0, 7.0 / 5.0, 15.0 / 13.0]),
    ([1.0, 1.0, 1.7], [23.0 / 11.0, 11.0 / 5.0, 179.0 / 13.0]),
    ([1.0, 1.0, 1.5], [76.0 / 9.0, 71.0 / 5.0, 179.0 / 13.0]),
];

/// A superquadric.
pub fn superquadric(name: &str, axes: [f64; 3], n: [f64; 3]) -> Result<Object, ShapeError> {
    let terms = (0..3).map(|i| (Vector::axis(i) / axes[i], 0.0, n[i])).collect();
    let shape = Box::new(Superquadric::new(axes, n)?);
    Ok(Object { name: name.to_owned(), shape, pieces: vec![Piece::Powers(terms)] })
}

fn hyperquadric(name: &str, terms: &[([f64; 3], f64)]) -> Result<Object, ShapeError> {
    let terms: Vec<_> = terms.iter().map(|(a, n)| (Vector(*a), 0.0, *n)).collect();
    let shape = Box::new(Hyperquadric::<3>::new(terms.clone())?);
    Ok(Object { name: name.to_owned(), shape, pieces: vec![Piece::Powers(terms)] })
}

/// A superquadric with four sides cut off: a computer mouse.
fn mouse(name: &str) -> Result<Object, ShapeError> {
    let shell = superquadric("", [2.0, 1.0, 1.7], [23.0 / 11.0, 11.0 / 5.0, 17.0 / 7.0])?;
    let (mut parts, mut pieces) = (vec![shell.shape], shell.pieces);
    let sides = [
        ([-1.0, 0.0, 0.0], 0.5),
        ([1.0, 0.0, 0.0], 0.5),
        ([0.0, -1.0, 0.0], 0.75),
        ([0.0, 0.0, -1.0], -0.4),
    ];
    for (normal, offset) in sides {
        parts.push(Box::new(HalfSpace::new(normal, offset)?));
        pieces.push(Piece::Plane(Vector(normal), offset));
    }
    Ok(Object { name: name.to_owned(), shape: Box::new(Intersection::new(parts)?), pieces })
}

/// Objects I to VI; V and VI, a nut and a double pyramid, with exponents of 16.
pub fn objects() -> Result<Vec<Object>, ShapeError> {
    let mut list = Vec::new();
    for (k, (axes, exponents)) in SUPERQUADRICS.into_iter().enumerate() {
        list.push(superquadric(NAMES[k], axes, exponents)?);
    }
    list.push(mouse(NAMES[3])?);
    let nut = [
        ([0.0, 1.0, 0.0], 16.0),
        ([1.0, 0.5, 0.0], 16.0),
        ([1.0, -0.5, 0.0], 16.0),
        ([0.0, 0.0, 2.5], 2.0),
    ];
    list.push(hyperquadric(NAMES[4], &nut)?);
    let pyramid = [
        ([1.0, 0.0, 1.0], 16.0),
        ([0.0, 1.0, 1.0], 16.0),
        ([0.0, 0.0, 1.0], 16.0),
        ([1.0, 0.0, -1.0], 16.0),
        ([0.0, 1.0, -1.0], 16.0),
    ];
    list.push(hyperquadric(NAMES[5], &pyramid)?);
    Ok(list)
}

/// Turned anyhow, at a distance of 2 to 5.
pub fn pose(rng: &mut Rng) -> Pose<3> {
    let quaternion = [0; 4].map(|_| rng.f64() - 0.5);
    let far = between(rng, 2.0, 5.0);
    let place: Vector<3> = direction::<3>(rng) * far;
    match Rotation::from_quaternion(quaternion).map(|turn| Pose::new(turn, place)) {
        Ok(Ok(pose)) => pose,
        _ => Pose::at(place),
    }
}
