//! The polyhedra of the soak: facet-balls of every order, random ones, boxes, prisms with parallel
//! faces, and what stands on a lattice.

use clearance::Vector;
use clearance::shape::Halfspaces;
use fastrand::Rng;

use super::super::paths::unit;

/// Half-spaces by their normals and offsets.
type Pairs = Vec<(Vector<3>, f64)>;

/// What a family is called, and how one of it is made.
type Family = (&'static str, fn(&mut Rng) -> Option<[Halfspaces<3>; 2]>);

/// A polyhedron of the soak.
pub struct Creature {
    pub name: &'static str,
    pub shape: Halfspaces<3>,
    /// The same with vertices, where the shape has none.
    pub twin: Halfspaces<3>,
}

/// All families but the facet-balls, which are made once.
const FAMILIES: [Family; 13] = [
    ("random", |rng| explored(random(rng))),
    ("random raw", |rng| raw(random(rng))),
    ("box", |rng| explored(upright(|_| 0.25 + rng.f64()))),
    ("prism", |rng| explored(prism(rng))),
    ("prism raw", |rng| raw(prism(rng))),
    ("lattice box", |rng| explored(stone(rng))),
    ("lattice box raw", |rng| raw(stone(rng))),
    ("cut stone", |rng| explored(cut_stone(rng))),
    ("cut stone raw", |rng| raw(cut_stone(rng))),
    ("crowd", |rng| explored(crowd(rng))),
    ("crowd raw", |rng| raw(crowd(rng))),
    ("flat", |rng| explored(flat(rng))),
    ("flat raw", |rng| raw(flat(rng))),
];

/// A facet-ball of any order, or one of the families, with its name.
pub fn creature(rng: &mut Rng, balls: &[Halfspaces<3>]) -> Option<Creature> {
    let k = rng.usize(0..FAMILIES.len() + 2);
    match FAMILIES.get(k) {
        Some((name, make)) => {
            let [shape, twin] = make(rng)?;
            Some(Creature { name, shape, twin })
        }
        // The small ones more often: each track is as long.
        None => {
            let order = rng.usize(0..balls.len()).min(rng.usize(0..balls.len()));
            let ball = balls.get(order)?;
            Some(Creature { name: "facet-ball", shape: ball.clone(), twin: ball.clone() })
        }
    }
}

/// With vertices and adjacency, unless it reaches too far for the tracks to matter.
fn explored(pairs: Pairs) -> Option<[Halfspaces<3>; 2]> {
    let shape = Halfspaces::new(pairs).ok()?;
    let near = shape.vertices().iter().all(|v| v.norm() < 8.0);
    (shape.is_bounded() && near).then(|| [shape.clone(), shape])
}

/// As it comes.
fn raw(pairs: Pairs) -> Option<[Halfspaces<3>; 2]> {
    let [twin, _] = explored(pairs.clone())?;
    Some([Halfspaces::raw(pairs).ok()?, twin])
}

fn axis(k: usize) -> Vector<3> {
    Vector::axis(k / 2) * if k.is_multiple_of(2) { 1.0 } else { -1.0 }
}

fn upright(mut offset: impl FnMut(usize) -> f64) -> Pairs {
    (0..6).map(|k| (axis(k), offset(k))).collect()
}

fn random(rng: &mut Rng) -> Pairs {
    let count = 6 + rng.usize(0..30);
    (0..count).map(|_| (unit(rng), 0.3 + rng.f64())).collect()
}

/// A prism whose sides come in parallel pairs, or nearly.
fn prism(rng: &mut Rng) -> Pairs {
    let sides = 2 * (2 + rng.usize(0..8));
    let tilt = if rng.bool() { 0.0 } else { 10_f64.powi(-rng.i32(6..15)) };
    let side = |k: usize| {
        let angle = k as f64 / sides as f64 * std::f64::consts::TAU;
        (Vector([angle.cos(), angle.sin(), tilt]), 1.0)
    };
    (0..sides).map(side).chain([(axis(4), 0.5), (axis(5), 0.5)]).collect()
}

/// A box of a stack: all its corners are on the lattice.
fn stone(rng: &mut Rng) -> Pairs {
    let half = [0; 3].map(|_| f64::from(rng.i32(1..4)) * 0.5);
    upright(|k| half[k / 2])
}

/// The same with edges and corners cut off along the lattice, in planes that often meet in one
/// point; some of them only touch it, some are given twice.
fn cut_stone(rng: &mut Rng) -> Pairs {
    let mut pairs = stone(rng);
    for _ in 0..rng.usize(1..12) {
        let normal = Vector::<3>::from_fn(|_| f64::from(rng.i32(-1..=1)));
        if normal.norm() > 1.0 {
            pairs.push((normal, f64::from(rng.i32(1..7)) * 0.5));
        }
    }
    if rng.bool() {
        let again = pairs[rng.usize(0..pairs.len())];
        pairs.push(again);
    }
    rng.shuffle(&mut pairs);
    pairs
}

/// Each facet several times, hardly turned, through hardly the same points.
fn crowd(rng: &mut Rng) -> Pairs {
    let few = if rng.bool() { random(rng) } else { stone(rng) };
    let size = 10_f64.powi(-rng.i32(3..15));
    let mut pairs = Vec::new();
    for (normal, offset) in few {
        for _ in 0..rng.usize(1..4) {
            let turned = normal + unit(rng) * (size * rng.f64());
            pairs.push((turned / turned.norm(), offset + size * rng.f64()));
        }
    }
    pairs
}

/// A polygon, or a segment: two or four of the half-spaces have nothing between them.
fn flat(rng: &mut Rng) -> Pairs {
    let mut pairs = if rng.bool() { stone(rng) } else { upright(|_| 0.25 + rng.f64()) };
    for k in 0..rng.usize(1..3) {
        pairs[2 * k].1 = 0.0;
        pairs[2 * k + 1].1 = 0.0;
    }
    pairs
}
