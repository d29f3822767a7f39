//! The shapes of the comparisons: those of the general soak, and smooth and implicit ones.

use clearance::shape::{
    Core, Cuboid, Ellipsoid, Hyperquadric, Intersection, Polytope, Superquadric,
};
use clearance::{Convex, Vector};
use fastrand::Rng;

use super::sound;
use crate::soak::creatures::{self, Boxed};
use crate::soak::draw::{Draw, Style};
use crate::workloads::{between, direction};

/// What the general soak does not have.
const OWN: [&str; 3] = ["superquadric", "hyperquadric", "intersection"];

/// How many kinds there are.
pub const KINDS: usize = creatures::KINDS.len() + OWN.len();

/// The name of a kind.
pub fn name(kind: usize) -> &'static str {
    match creatures::KINDS.get(kind) {
        Some(name) => name,
        None => OWN[kind - creatures::KINDS.len()],
    }
}

/// A shape of a kind.
pub fn make(rng: &mut Rng, kind: usize) -> Boxed<3> {
    let axes = Vector::<3>::from_fn(|_| between(rng, 0.3, 1.0));
    match name(kind) {
        "superquadric" => {
            let exponents = Vector::<3>::from_fn(|_| between(rng, 1.3, 5.0));
            Box::new(sound(Superquadric::new(axes, exponents)))
        }
        "hyperquadric" => {
            let terms: Vec<_> =
                (0..4).map(|_| (direction::<3>(rng) * 1.5, 0.0, between(rng, 2.0, 8.0))).collect();
            match Hyperquadric::<3>::new(terms) {
                Ok(shape) => Box::new(shape),
                Err(_) => make(rng, kind),
            }
        }
        "intersection" => {
            let parts: Vec<Box<dyn Convex<3>>> = vec![
                Box::new(sound(Ellipsoid::new(axes))),
                Box::new(sound(Cuboid::new(Vector::from_fn(|i| axes[(i + 1) % 3] * 0.8)))),
            ];
            Box::new(sound(Intersection::new(parts)))
        }
        _ => {
            let mut draw = Draw { rng, style: Style::PLAIN };
            match creatures::make::<3>(&mut draw, kind) {
                Some(shape) => shape,
                None => make(rng, kind),
            }
        }
    }
}

/// Whether furthest points of a shape take a hundred times longer than those of others.
pub fn is_slow(shape: &Boxed<3>) -> bool {
    matches!(shape.view().core, Core::Implicit(_))
}

/// Two of any kinds, with their names. Slow ones are drawn ten times less often than others, and
/// unbounded ones only if they are wanted.
pub fn pair(
    rng: &mut Rng,
    wants: impl Fn(&Boxed<3>) -> bool,
) -> ([&'static str; 2], [Boxed<3>; 2]) {
    loop {
        let kinds = [rng.usize(..KINDS), rng.usize(..KINDS)];
        let shapes = kinds.map(|kind| make(rng, kind));
        if shapes.iter().all(&wants) && (!shapes.iter().any(is_slow) || rng.u8(..10) == 0) {
            return (kinds.map(name), shapes);
        }
    }
}

/// Whether a shape has an end in every direction.
pub fn is_bounded(shape: &Boxed<3>) -> bool {
    shape.view().is_bounded()
}

/// Points on a sphere, or in it.
pub fn cloud(rng: &mut Rng, count: usize) -> Polytope<3> {
    let round = rng.bool();
    let points: Vec<Vector<3>> = (0..count)
        .map(|_| direction(rng) * if round { 1.0 } else { between(rng, 0.2, 1.0) })
        .collect();
    sound(Polytope::from_points(points))
}

/// A prism along the axes: its faces and edges tie with those of others.
pub fn prism(rng: &mut Rng) -> Polytope<3> {
    let sides = rng.usize(3..9);
    let (radius, half) = (between(rng, 0.3, 1.0), between(rng, 0.2, 0.8));
    let ring = (0..sides).flat_map(|k| {
        let (y, x) = (std::f64::consts::TAU * k as f64 / sides as f64).sin_cos();
        [[radius * x, radius * y, -half], [radius * x, radius * y, half]]
    });
    sound(Polytope::from_points(ring))
}

/// A box along the axes, as a polytope.
pub fn brick(rng: &mut Rng) -> Polytope<3> {
    let half = Vector::<3>::from_fn(|_| 0.125 * f64::from(rng.i32(1..9)));
    let corner =
        |k: usize| Vector::<3>::from_fn(|i| if k >> i & 1 == 1 { half[i] } else { -half[i] });
    sound(Polytope::from_points((0..8).map(corner)))
}
