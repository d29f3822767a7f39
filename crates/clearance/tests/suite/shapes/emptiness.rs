//! Intersections of every kind, from tiny to huge: what has an inside is accepted, what is empty is
//! refused with a proof, and nothing else is said to be empty.

use crate::common::{Rng, number, unit, vector};
use clearance::shape::{
    Ball, Cuboid, Ellipsoid, HalfSpace, Hyperquadric, Intersection, Jet, Placed, Quadric,
    SecondOrderCone, ShapeError, Superquadric, Surface,
};
use clearance::{Convex, Matrix, Pose, Vector};

type Shape = Box<dyn Convex<3>>;

/// |x − p|² ≤ r², as a user would write it.
struct Own(Vector<3>, f64);

impl Surface<3> for Own {
    fn jet(&self, x: Vector<3>) -> Jet<3> {
        let u = (x - self.0) / self.1;
        Jet {
            value: u.norm_squared() - 1.0,
            gradient: u * (2.0 / self.1),
            hessian: Matrix::diagonal(Vector([2.0 / (self.1 * self.1); 3])),
        }
    }
}

const KINDS: usize = 9;

/// A shape of a kind, of size `s`, with the point `p` about half its size inside of it.
fn around(rng: &mut Rng, kind: usize, s: f64, p: Vector<3>) -> Shape {
    let place = |shape: Shape| -> Shape { Box::new(Placed::new(shape, Pose::at(p)).unwrap()) };
    let lengths = [0; 3].map(|_| (0.7 + 0.6 * rng.f64()) * s);
    let cone_at = |b: Matrix<3>, slope: f64| {
        // |B (x − p)| ≤ z − p_z + s, so that the tip is at a distance of s from p.
        let c = Vector([0.0, 0.0, slope]);
        SecondOrderCone::new(b, -(b * p), c, slope * s - c.dot(p)).unwrap()
    };
    match kind {
        0 => Box::new(Ball::centred(p, s).unwrap()),
        1 => place(Box::new(Cuboid::new(lengths).unwrap())),
        2 => place(Box::new(Ellipsoid::new(lengths).unwrap())),
        3 => {
            let exponents = [1.05 + rng.f64(), 2.0, 16.0];
            place(Box::new(Superquadric::new(lengths, exponents).unwrap()))
        }
        4 => {
            let terms = (0..5).map(|_| (unit::<3>(rng) / s, 0.1 * number(rng), 4.0));
            place(Box::new(Hyperquadric::new(terms).unwrap()))
        }
        5 => {
            // A bowl that opens upwards: x² + y² ≤ 2 s (z + s/2), seen from p.
            let q = Matrix::diagonal(Vector([1.0 / (s * s), 1.0 / (s * s), 0.0]));
            place(Box::new(Quadric::new(q, [0.0, 0.0, -1.0 / s], -1.0).unwrap()))
        }
        6 => Box::new(cone_at(Matrix::diagonal(Vector([1.0, 0.7, 0.0])), 1.0)),
        7 => Box::new(cone_at(Matrix::IDENTITY, 0.5)),
        _ => {
            let normal = unit::<3>(rng);
            Box::new(HalfSpace::at(p + normal * (0.5 * s), normal).unwrap())
        }
    }
}

/// Values and gradients of all surfaces of the parts, as the proof counts them.
fn functions(shapes: &[Shape], own: &[Own], x: Vector<3>) -> Vec<(f64, Vector<3>)> {
    let (mut curved, mut flat) = (Vec::new(), Vec::new());
    for shape in shapes {
        let view = shape.view();
        let pose = view.frame.copied().unwrap_or(Pose::IDENTITY);
        let plane = |n: Vector<3>, b: f64| {
            let n = pose.rotation().rotate(n);
            (n.dot(x - pose.translation()) - b, n)
        };
        match view.core {
            clearance::shape::Core::Point(p) => {
                let p = pose.transform(p);
                let value = (x - p).norm_squared() - view.radius * view.radius;
                curved.push((value, (x - p) * 2.0));
            }
            clearance::shape::Core::Cuboid(half) => {
                for i in 0..3 {
                    flat.push(plane(Vector::axis(i), half[i]));
                    flat.push(plane(-Vector::axis(i), half[i]));
                }
            }
            clearance::shape::Core::Swept(swept) => {
                let inwards = swept.rays[0];
                flat.push(plane(-inwards, -inwards.dot(swept.base.support(inwards))));
            }
            core => {
                let surfaces = core.shape().and_then(Convex::implicit).unwrap();
                for k in 0..surfaces.curved() {
                    let jet = surfaces.jet(k, pose.transform_back(x), 0.0);
                    curved.push((jet.value, pose.rotation().rotate(jet.gradient)));
                }
            }
        }
    }
    curved.extend(own.iter().map(|own| own.jet(x)).map(|jet| (jet.value, jet.gradient)));
    curved.extend(flat);
    curved
}

/// The proof: weights that add up to 1, gradients that cancel as far as anybody will look, values
/// that add up to more than nothing.
fn follow(parts: &[Shape], surfaces: &[(usize, f64)], at: Vector<3>, by: f64) {
    let all = functions(parts, &[], at);
    let (mut sum, mut value, mut gradient) = (0.0, 0.0, Vector::<3>::ZERO);
    for (k, weight) in surfaces {
        assert!(*weight > 0.0);
        sum += weight;
        value += all[*k].0 * weight;
        gradient += all[*k].1 * *weight;
    }
    assert!((sum - 1.0).abs() < 1e-12, "{sum}");
    assert!(by > 0.0 && value >= by, "{value} {by}");
    let far = 4.0 * parts.iter().map(|part| part.view().reach).fold(at.norm(), f64::max);
    assert!(gradient.norm() * far < value, "{gradient:?} {value}");
}

/// The story: a cone that is cut off by a plane, of a size of 1e-9, was refused as empty. Where no
/// part was bounded, the size of the search was at least 1.
#[test]
fn tiny_cones_are_not_empty() {
    let rng = &mut Rng::with_seed(5);
    for power in -9..=9 {
        let s = 10.0_f64.powi(power);
        for _ in 0..20 {
            let b = Matrix::diagonal(Vector([1.0, 0.7, 0.0]));
            let cone = SecondOrderCone::new(b, Vector::ZERO, Vector::axis(2), s).unwrap();
            let lid = HalfSpace::new(unit::<3>(rng) * 0.2 + Vector::axis(2), 0.5 * s).unwrap();
            let shape = Intersection::new(vec![Box::new(cone) as Shape, Box::new(lid)]).unwrap();
            assert!(shape.excess(shape.implicit().unwrap().inside()).unwrap() <= 0.0);
            assert!(shape.view().reach > s && shape.view().reach < 10.0 * s, "{s}");
        }
    }
}

/// Two or three parts around one point.
#[test]
fn what_has_an_inside_is_accepted() {
    let rng = &mut Rng::with_seed(6);
    for power in -9..=9 {
        let s = 10.0_f64.powi(power);
        for first in 0..KINDS {
            for second in 0..=first {
                let p = vector::<3>(rng, 2.0 * s);
                let mut parts = vec![around(rng, first, s, p), around(rng, second, s, p)];
                if rng.bool() {
                    parts.push(around(rng, 8, s, p));
                }
                let own: Vec<Box<dyn Surface<3>>> =
                    if rng.bool() { vec![Box::new(Own(p, s))] } else { vec![] };
                let shape = Intersection::with(parts, own)
                    .unwrap_or_else(|error| panic!("{first} {second} at {s}: {error}"));
                let inside = shape.implicit().unwrap().inside();
                assert!(shape.excess(inside).unwrap() <= 0.0, "{first} {second} at {s}");
                assert!((inside - p).norm() < 1e3 * s, "{first} {second} at {s}");
            }
        }
    }
}

/// A part on either side of a plane, at any distance from it: the refusal holds a proof, which is
/// followed here, and it is only where they nearly touch that there is neither proof nor shape.
#[test]
fn what_is_empty_is_refused_with_a_proof() {
    let rng = &mut Rng::with_seed(7);
    let (mut proved, mut open) = (0, 0);
    for power in -9..=9 {
        let s = 10.0_f64.powi(power);
        for kind in 0..KINDS - 1 {
            for share in [1.0, 0.1, 1e-3, 1e-6, 0.0] {
                let (p, seed) = (vector::<3>(rng, s), rng.u64(..));
                // Twice the same: one goes into the intersection, one stays with the judge.
                let make = || around(&mut Rng::with_seed(seed), kind, s, p);
                let part = make();
                // Below bowls and cones, which have no end above, and aside of anything else.
                let endless = (5..8).contains(&kind);
                let down = if endless { -Vector::axis(2) } else { unit::<3>(rng) };
                let top = match kind {
                    5 => p - Vector([0.0, 0.0, 0.5 * s]),
                    6 => p - Vector([0.0, 0.0, s]),
                    7 => p - Vector([0.0, 0.0, s / 3.0]),
                    _ => {
                        let view = part.view();
                        let pose = view.frame.copied().unwrap_or(Pose::IDENTITY);
                        let local = pose.rotation().rotate_back(down);
                        pose.transform(part.view().core.support(local)) + down * view.radius
                    }
                };
                let plane = HalfSpace::at(top + down * (share * s), -down).unwrap();
                let error = Intersection::new(vec![part, Box::new(plane) as Shape]).err();
                match error {
                    Some(ShapeError::NothingInCommon { surfaces, at, by }) => {
                        assert!(share > 0.0, "{kind} at {s}: they touch");
                        let parts = [make(), Box::new(plane)];
                        follow(&parts, &surfaces, Vector([at[0], at[1], at[2]]), by);
                        proved += 1;
                    }
                    Some(ShapeError::NoInside { .. }) => {
                        // Gradients cancel to the last digit: without an end, that is not enough
                        // for a gap that is tiny beside how far one must look, nor at a tip, where
                        // gradients change with every digit.
                        let thin = share == 0.0 || (kind == 5 && share < 0.01) || kind == 6;
                        assert!(thin, "{kind} at {s}, {share}: no proof");
                        open += 1;
                    }
                    other => panic!("{kind} at {s}, {share}: {other:?}"),
                }
            }
        }
    }
    assert!(proved > 450 && open > 150, "{proved} {open}");
}

/// The story: cones that end in a point, and have that point alone in common with themselves, each other, or a
/// plane, were refused with a proof of nothing ("they miss by 8.3e-21"): what their functions are rounded
/// off by at the tip counted as a value. There is a point, so that nothing can prove that there is none.
#[test]
fn what_touches_at_a_tip_is_not_proved_to_be_empty() {
    let thin = |result: Result<(), ShapeError>, what: &str| {
        assert!(matches!(result, Err(ShapeError::NoInside { .. })), "{what}: {result:?}");
    };
    let up = Matrix::diagonal(Vector([1.0, 1.0, 0.0]));
    let rng = &mut Rng::with_seed(8);
    let mut proved = 0;
    for power in -9..=9 {
        let s = 10.0_f64.powi(power);
        for share in [0.0, 1.0] {
            let p = vector::<3>(rng, share * s);
            let cone = |b: Matrix<3>, slope: f64| {
                let c = Vector([0.0, 0.0, slope]);
                SecondOrderCone::new(b, -(b * p), c, -c.dot(p))
            };
            let made = |slope: f64| Box::new(cone(up, slope).unwrap()) as Shape;
            thin(cone(Matrix::IDENTITY, 0.5).map(|_| ()), "a point");
            let both = Intersection::new(vec![made(1.0), made(-1.0)]);
            thin(both.map(|_| ()), "opposite cones");
            let below = HalfSpace::new([0.0, 0.0, 1.0], p[2]).unwrap();
            let cut = Intersection::new(vec![made(1.0), Box::new(below) as Shape]);
            thin(cut.map(|_| ()), "a cone and what is below it");
            // Clearly apart there is a proof, unless the gap is too large for the tip's own size.
            let below = HalfSpace::new([0.0, 0.0, 1.0], p[2] - s).unwrap();
            let cut = Intersection::new(vec![made(1.0), Box::new(below) as Shape]);
            let is_proof = matches!(cut, Err(ShapeError::NothingInCommon { by, .. }) if by > 0.0);
            assert!(is_proof || matches!(cut, Err(ShapeError::NoInside { .. })), "{s}: {cut:?}");
            proved += usize::from(is_proof);
        }
    }
    assert!(proved >= 30, "{proved}");
}
