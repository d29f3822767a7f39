//! Support points of shapes made of surfaces: inside, and as far out as is proved that anything is.

use clearance::shape::{
    Ball, Cuboid, Ellipsoid, HalfSpace, Hyperquadric, Intersection, Placed, Superquadric,
};
use clearance::{Convex, Pose, Vector};
use fastrand::Rng;

type Shape<const D: usize> = Box<dyn Convex<D>>;

fn unit<const D: usize>(rng: &mut Rng) -> Vector<D> {
    loop {
        let v = Vector::<D>::from_fn(|_| rng.f64() * 2.0 - 1.0);
        if v.norm() < 1.0
            && let Some(unit) = v.normalized()
        {
            return unit;
        }
    }
}

/// From 1 to 200, kinks and near kinks among them.
fn exponent(rng: &mut Rng) -> f64 {
    match rng.u8(..10) {
        0 => 1.0,
        1 => 1.0 + 0.1 * rng.f64(),
        2 => 1.0 + rng.f64(),
        3 => 2.0,
        4 => 2.0 + 6.0 * rng.f64(),
        5 => 16.0,
        6 => 200.0,
        7 => 2.0 + 198.0 * rng.f64(),
        8 => 1.5,
        _ => 4.0,
    }
}

/// With D to D + 4 terms, some of them twice, some along axes; thin or not, with offsets or not.
fn hyperquadric<const D: usize>(rng: &mut Rng) -> Option<Hyperquadric<D>> {
    let thin = if rng.u8(..4) == 0 { 10_f64.powf(4.0 * rng.f64()) } else { 1.0 };
    let mut terms = Vec::new();
    for i in 0..rng.usize(D..D + 5) {
        let along = if rng.u8(..4) == 0 { Vector::axis(i % D) } else { unit(rng) };
        let mut a = along * (0.3 + 2.0 * rng.f64());
        a[D - 1] *= thin;
        let d = if rng.bool() { 0.0 } else { 0.6 * (rng.f64() - 0.5) };
        terms.push((a, d, exponent(rng)));
    }
    if rng.u8(..3) == 0 {
        terms.push(terms[0]);
    }
    Hyperquadric::new(terms).ok()
}

/// Of two to four parts, concentric or hardly touching; a cut may leave a thousandth of a part.
fn intersection<const D: usize>(rng: &mut Rng) -> Option<Intersection<D>> {
    let mut parts: Vec<Shape<D>> = Vec::new();
    let far = [0.0, 0.3, 1.0][rng.usize(..3)];
    for _ in 0..rng.usize(2..5) {
        let axes = Vector::<D>::from_fn(|_| 0.3 + rng.f64());
        let pose = Pose::at(unit::<D>(rng) * far * rng.f64());
        parts.push(match rng.u8(..6) {
            0 => Box::new(Placed::new(Ball::<D>::new(0.5 + rng.f64()).ok()?, pose).ok()?),
            1 => Box::new(Placed::new(Ellipsoid::new(axes).ok()?, pose).ok()?),
            2 => Box::new(Placed::new(Cuboid::new(axes).ok()?, pose).ok()?),
            3 => {
                let exponents = Vector::<D>::from_fn(|_| exponent(rng));
                Box::new(Placed::new(Superquadric::new(axes, exponents).ok()?, pose).ok()?)
            }
            4 => Box::new(hyperquadric(rng)?),
            _ => {
                let offset = [0.0, 1e-3, 0.3, 0.5, -0.2][rng.usize(..5)];
                Box::new(HalfSpace::new(unit::<D>(rng), offset).ok()?)
            }
        });
    }
    Intersection::new(parts).ok()
}

/// The largest share of the way from the point inside at which `shape` still is, by halving.
fn exit<const D: usize>(shape: &dyn Convex<D>, inside: Vector<D>, way: Vector<D>) -> f64 {
    let within = |share: f64| shape.excess(inside + way * share).is_some_and(|e| e <= 0.0);
    let (mut low, mut high) = (0.0, 1.0);
    while within(high) {
        (low, high) = (high, 2.0 * high);
    }
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if within(middle) { low = middle } else { high = middle }
    }
    low
}

/// A climb over the surface in ever smaller steps, which knows nothing but what is inside.
fn climbed<const D: usize>(shape: &dyn Convex<D>, u: Vector<D>, start: Vector<D>) -> f64 {
    let inside = shape.implicit().unwrap().inside();
    let on = |way: Vector<D>| inside + way * exit(shape, inside, way);
    let mut rng = Rng::with_seed(1);
    let mut p = on(start - inside);
    let mut step = (p - inside).norm();
    while step > 1e-5 * (p - inside).norm() {
        let mut better = false;
        for _ in 0..4 {
            let next = on(p + (u * 0.2 + unit(&mut rng)) * step - inside);
            if next.dot(u) > p.dot(u) {
                (p, better) = (next, true);
            }
        }
        step *= if better { 1.3 } else { 0.7 };
    }
    p.dot(u)
}

/// What one direction says: the support point belongs to the shape, no climb gets higher, and what
/// a hyperquadric proves by slopes is as much.
fn judge<const D: usize>(shape: &dyn Convex<D>, u: Vector<D>, story: &str) {
    let reach = shape.view().reach;
    let found = shape.support(u);
    let (value, inside) = (found.dot(u), shape.implicit().unwrap().inside());
    let excess = shape.excess(found).unwrap();
    assert!(excess <= 1e-11 * reach, "{story}: outside by {excess:e}");
    for i in 0..D {
        assert!(found[i].abs() <= reach * (1.0 + 1e-12), "{story}: {found:?} beyond {reach}");
    }
    for start in [inside + u * reach, found] {
        let climbed = climbed(shape, u, start);
        assert!(climbed <= value + 2e-12 * reach, "{story}: {climbed} above {value}");
    }
    if let Some(proved) = shape.reach_behind(0, u, found)
        && shape.implicit().unwrap().curved() == 1
        && shape.implicit().unwrap().half_spaces().is_empty()
    {
        let apart = (proved - value) / reach;
        assert!((-2e-12..=2e-12).contains(&apart), "{story}: {proved} proved, {value} found");
    }
}

fn furthest_points_are_furthest<const D: usize>(seed: u64) {
    let (mut hyperquadrics, mut intersections) = (0, 0);
    for round in 0..100 {
        let mut rng = Rng::with_seed(seed + round);
        let shape: Shape<D> = if round % 2 == 0 {
            let Some(shape) = hyperquadric::<D>(&mut rng) else { continue };
            hyperquadrics += 1;
            Box::new(shape)
        } else {
            let Some(shape) = intersection::<D>(&mut rng) else { continue };
            intersections += 1;
            Box::new(shape)
        };
        if !shape.view().is_bounded() {
            continue;
        }
        for k in 0..3 {
            let u = if k == 0 { Vector::axis(rng.usize(..D)) } else { unit(&mut rng) };
            judge(&shape, u, &format!("seed {} direction {k}", seed + round));
        }
    }
    assert!(hyperquadrics > 40 && intersections > 25, "{hyperquadrics} {intersections}");
}

#[test]
fn furthest_points_are_furthest_2d() {
    furthest_points_are_furthest::<2>(0);
}

#[test]
fn furthest_points_are_furthest_3d() {
    furthest_points_are_furthest::<3>(10_000);
}

/// Directions that are normals of a face that other surfaces cut away: the plane of the face weighs
/// everything and says nothing.
#[test]
fn a_face_that_is_cut_away() {
    for cut in [0.0, 0.3, 1e-3, 1e-6] {
        let parts: Vec<Shape<3>> = vec![
            Box::new(Cuboid::new([1.0, 1.0, 1.0]).unwrap()),
            Box::new(HalfSpace::new([1.0, 2.0, 0.0], 1.0 - cut).unwrap()),
            Box::new(HalfSpace::new([1.0, -2.0, 0.0], 1.0 - cut).unwrap()),
            Box::new(Ellipsoid::new([3.0, 2.0, 2.0]).unwrap()),
        ];
        let wedge = Intersection::new(parts).unwrap();
        let end = wedge.support(Vector::axis(0))[0];
        assert!((end - (1.0 - cut)).abs() < 1e-13, "{cut}: {end}");
    }
}
