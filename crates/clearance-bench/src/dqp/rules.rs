//! Which facets to let go: the rules of the thesis on a plain active set, as it would be written
//! from a book, with one step length for both bodies. The table 4.1.
//!
//! At the closest points of the two flats a facet with a negative multiplier holds back. *Single*
//! lets go of the worst of all, *dual* of the worst of each body, *aggressive* of all of them. None
//! of the rules looks at facets that touch a point without being in its working set, so that each
//! can run in circles; `clearance` projects on the cone of all of them instead.

use std::fmt::Write;

use clearance::shape::{Facet, Halfspaces};
use clearance::{Method, Pose, Query, Vector};
use fastrand::Rng;

use super::paths;

/// The rules.
const RULES: [&str; 3] = ["single", "dual", "aggressive"];
/// More steps than any run without a circle takes.
const CAP: u32 = 300;

/// A polyhedron in the world, its point and its working set.
struct Body {
    facets: Vec<Facet<3>>,
    point: Vector<3>,
    working: Vec<usize>,
}

impl Body {
    fn new(shape: &Halfspaces<3>, pose: &Pose<3>) -> Self {
        let facets = shape.facets().facets().iter().map(|facet| {
            let normal = pose.rotation().rotate(facet.normal);
            Facet { normal, offset: facet.offset + normal.dot(pose.translation()) }
        });
        let point = pose.transform(shape.interior_point());
        Self { facets: facets.collect(), point, working: Vec::new() }
    }

    /// An orthonormal basis of the normals in the working set.
    fn normals(&self) -> Vec<Vector<3>> {
        orthonormal(self.working.iter().map(|&i| self.facets[i].normal))
    }

    /// An orthonormal basis of the directions that keep to the working set.
    fn free(&self) -> Vec<Vector<3>> {
        let held = self.normals();
        let all = held.iter().copied().chain((0..3).map(Vector::axis));
        orthonormal(all).split_off(held.len())
    }

    /// The share of a move that is free, and what is in the way.
    fn blocked(&self, way: Vector<3>) -> (f64, Option<usize>) {
        let mut best = (1.0, None);
        for (i, facet) in self.facets.iter().enumerate() {
            let rate = facet.normal.dot(way);
            if rate > 1e-14 && !self.working.contains(&i) {
                let share = facet.slack(self.point).max(0.0) / rate;
                if share < best.0 {
                    best = (share, Some(i));
                }
            }
        }
        best
    }

    /// The multipliers of the working set for a pull, by least squares.
    fn multipliers(&self, pull: Vector<3>) -> Vec<f64> {
        // Each normal without what the others share with it says how much of it is needed.
        (0..self.working.len())
            .map(|k| {
                let others = self.working.iter().enumerate().filter(|(j, _)| *j != k);
                let basis = orthonormal(others.map(|(_, &i)| self.facets[i].normal));
                let own = beyond(&basis, self.facets[self.working[k]].normal);
                own.dot(pull) / own.norm_squared()
            })
            .collect()
    }
}

fn beyond(basis: &[Vector<3>], mut v: Vector<3>) -> Vector<3> {
    for _ in 0..2 {
        for e in basis {
            v -= *e * e.dot(v);
        }
    }
    v
}

fn orthonormal(vectors: impl Iterator<Item = Vector<3>>) -> Vec<Vector<3>> {
    let mut basis: Vec<Vector<3>> = Vec::new();
    for v in vectors {
        let left = beyond(&basis, v);
        if left.norm() > 1e-12 && basis.len() < 3 {
            basis.push(left / left.norm());
        }
    }
    basis
}

/// The steps to the closest points of the two flats.
fn approach(a: &Body, b: &Body) -> [Vector<3>; 2] {
    let (free_a, free_b) = (a.free(), b.free());
    let d = b.point - a.point;
    // d − Σ s e + Σ t f is to be short: Gram and Schmidt on all directions of both, with what
    // each is made of.
    let (mut basis, mut parts): (Vec<Vector<3>>, Vec<[Vector<3>; 2]>) = (Vec::new(), Vec::new());
    let ways = free_a.iter().map(|e| [*e, Vector::ZERO]);
    let ways = ways.chain(free_b.iter().map(|f| [Vector::ZERO, -*f]));
    for [p, q] in ways {
        let (mut left, mut made) = (p - q, [p, q]);
        for (e, part) in basis.iter().zip(&parts) {
            let along = e.dot(left);
            left -= *e * along;
            made = [made[0] - part[0] * along, made[1] - part[1] * along];
        }
        if left.norm() > 1e-10 && basis.len() < 3 {
            let scale = 1.0 / left.norm();
            basis.push(left * scale);
            parts.push(made.map(|v| v * scale));
        }
    }
    let mut steps = [Vector::ZERO; 2];
    for (e, part) in basis.iter().zip(&parts) {
        let along = e.dot(d);
        steps = [steps[0] + part[0] * along, steps[1] + part[1] * along];
    }
    steps
}

/// The distance and the steps it took; `None` if it ran in circles.
fn run(mut a: Body, mut b: Body, rule: usize) -> Option<(f64, u32)> {
    for step in 1..=CAP {
        let [p, q] = approach(&a, &b);
        let ((share_a, block_a), (share_b, block_b)) = (a.blocked(p), b.blocked(q));
        let share = share_a.min(share_b);
        a.point += p * share;
        b.point += q * share;
        let mut held = false;
        for (body, block, own) in [(&mut a, block_a, share_a), (&mut b, block_b, share_b)] {
            if let Some(id) = block.filter(|_| own <= share && body.working.len() < 3) {
                body.working.push(id);
                held = true;
            }
        }
        if held {
            continue;
        }
        let d = b.point - a.point;
        if d.norm() < 1e-12 {
            return Some((0.0, step));
        }
        let unit = d / d.norm();
        let pushes = [a.multipliers(unit), b.multipliers(-unit)];
        if pushes.iter().flatten().all(|push| *push >= -1e-10) {
            return Some((d.norm(), step));
        }
        let_go([&mut a.working, &mut b.working], &pushes, rule);
    }
    None
}

fn let_go(working: [&mut Vec<usize>; 2], pushes: &[Vec<f64>; 2], rule: usize) {
    let least = |pushes: &[f64]| pushes.iter().copied().fold(0.0, f64::min);
    let worst = least(&pushes[0]).min(least(&pushes[1]));
    for (working, pushes) in working.into_iter().zip(pushes) {
        let limit = match rule {
            0 => worst,
            1 => least(pushes),
            _ => -1e-10,
        };
        let mut k = 0;
        working.retain(|_| {
            k += 1;
            !(pushes[k - 1] < -1e-10 && pushes[k - 1] <= limit)
        });
    }
}

/// How often each rule fails, and how many steps it takes.
pub fn table(text: &mut String) {
    let _ = writeln!(
        text,
        "## Which facets to let go: steps a query, and failures in 2000\n\n\
         A failure ran in circles, or ended at another distance. The last column is `clearance`.\n\n\
         | pairs | {} | projection on the cone |\n| --- |{} --: |",
        RULES.join(" | "),
        " --: |".repeat(RULES.len())
    );
    let apart = |rng: &mut Rng| {
        let places = paths::scattered(1, rng.u64(..));
        places.first().copied().unwrap_or(Pose::IDENTITY)
    };
    for order in [2, 6, 10] {
        let Ok(ball) = Halfspaces::facet_ball(order) else { continue };
        let name = format!("facet-balls, {} facets", 2 * ball.facets().len());
        row(text, &name, &mut |rng| Some((ball.clone(), ball.clone(), apart(rng))));
    }
    row(text, "boxes on a lattice", &mut |rng| {
        let place = Vector::from_fn(|_| f64::from(rng.i32(-6..=6)) * 0.5);
        Some((stone(rng)?, stone(rng)?, Pose::at(place + Vector::axis(rng.usize(..3)) * 4.0)))
    });
    row(text, "boxes with cut edges on a lattice", &mut |rng| {
        let place = Vector::from_fn(|_| f64::from(rng.i32(-6..=6)) * 0.5);
        Some((cut(rng)?, cut(rng)?, Pose::at(place + Vector::axis(rng.usize(..3)) * 4.0)))
    });
    text.push('\n');
}

type Make<'a> = &'a mut dyn FnMut(&mut Rng) -> Option<(Halfspaces<3>, Halfspaces<3>, Pose<3>)>;

fn row(text: &mut String, name: &str, make: Make<'_>) {
    let query = Query::DEFAULT.with_method(Method::ActiveSet);
    let mut rng = Rng::with_seed(31);
    let (mut steps, mut runs, mut failures) = ([0_u32; 4], [0_u32; 4], [0_u32; 4]);
    for _ in 0..2000 {
        let Some((a, b, pose)) = make(&mut rng) else { continue };
        let Ok(truth) = query.distance(&a, &Pose::IDENTITY, &b, &pose) else {
            failures[3] += 1;
            continue;
        };
        (steps[3], runs[3]) = (steps[3] + truth.effort().iterations, runs[3] + 1);
        for rule in 0..RULES.len() {
            match run(Body::new(&a, &Pose::IDENTITY), Body::new(&b, &pose), rule) {
                Some((distance, taken)) if (distance - truth.distance()).abs() < 1e-8 => {
                    (steps[rule], runs[rule]) = (steps[rule] + taken, runs[rule] + 1);
                }
                _ => failures[rule] += 1,
            }
        }
    }
    let cell = |k: usize| {
        format!("{:.1}, {}", f64::from(steps[k]) / f64::from(runs[k].max(1)), failures[k])
    };
    let cells: Vec<_> = (0..4).map(cell).collect();
    let _ = writeln!(text, "| {name} | {} |", cells.join(" | "));
}

fn stone(rng: &mut Rng) -> Option<Halfspaces<3>> {
    Halfspaces::new(sides(rng)).ok()
}

fn cut(rng: &mut Rng) -> Option<Halfspaces<3>> {
    let mut pairs = sides(rng);
    for (s, t) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
        for k in 0..3 {
            let normal = Vector::axis(k) * s + Vector::axis((k + 1) % 3) * t;
            pairs.push((normal, pairs[2 * k].1 + pairs[2 * ((k + 1) % 3)].1 - 0.5));
        }
    }
    Halfspaces::new(pairs).ok()
}

fn sides(rng: &mut Rng) -> Vec<(Vector<3>, f64)> {
    let half = [0; 3].map(|_| f64::from(rng.i32(1..4)) * 0.5);
    let side = |k: usize| {
        let axis = Vector::axis(k / 2);
        (if k.is_multiple_of(2) { axis } else { -axis }, half[k / 2])
    };
    (0..6).map(side).collect()
}
