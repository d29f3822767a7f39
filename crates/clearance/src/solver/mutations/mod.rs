//! Solvers broken on purpose: `check`, together with the promised gap, must catch every break
//! that changes an answer.
//!
//! Each break is run over a few hundred random pairs. It must bite (at least one answer is
//! caught), and no answer that is wrong may pass. The breaks come in three sorts: a body that
//! answers GJK's questions wrongly; a solver that is shown another pair than the one it is asked
//! about; and a finding that is tampered with on its way out.

mod bent;
mod confirm;
mod cover;
mod depth;
mod facets;
mod formula;
mod gjk;
mod glance;
mod plunge;
mod resume;
mod shown;
mod smooth;
mod sweep;
mod tabled;
mod walk;

use super::Task;
use crate::Accuracy;
use crate::answer::{Answer, check};
use crate::pair::Pair;
use crate::shape::{Convex, Polytope};
use crate::space::{Pose, Rotation, Vector};
use std::boxed::Box;
use std::println;
use std::vec::Vec;

/// Two shapes and where they are.
struct Case<const D: usize> {
    a: Box<dyn Convex<D>>,
    pose_a: Pose<D>,
    b: Box<dyn Convex<D>>,
    pose_b: Pose<D>,
}

impl<const D: usize> Case<D> {
    fn with_pair<T>(&self, look: impl FnOnce(&Pair<'_, D>) -> T) -> T {
        let (a, b) = (self.a.view(), self.b.view());
        look(&Pair::new(&a, &self.pose_a, &b, &self.pose_b))
    }

    fn check(&self, answer: &Answer<D>) -> bool {
        check(answer, &self.a, &self.pose_a, &self.b, &self.pose_b).is_ok()
    }

    fn truth(&self) -> Answer<D> {
        let answer = crate::distance(&self.a, &self.pose_a, &self.b, &self.pose_b).unwrap();
        assert!(self.check(&answer), "the unbroken solver is caught: {answer:?}");
        assert!(gap(&answer) <= promised(self), "the unbroken solver has a wide gap: {answer:?}");
        answer
    }
}

fn gap<const D: usize>(answer: &Answer<D>) -> f64 {
    answer.upper() - answer.lower()
}

/// What the library promises for shapes with corners: bounds within 1e-14 of the size.
fn promised<const D: usize>(case: &Case<D>) -> f64 {
    case.with_pair(|pair| 1e-14 * (pair.scale + pair.a.radius + pair.b.radius))
}

/// How often a break was caught, did no harm, and slipped through.
#[derive(Default, Debug)]
struct Tally {
    caught: usize,
    harmless: usize,
    slipped: usize,
}

impl Tally {
    fn judge<const D: usize>(&mut self, case: &Case<D>, truth: &Answer<D>, broken: &Answer<D>) {
        // Some way above what the rounding of an answer that passes can amount to.
        let tolerance = 10.0 * promised(case);
        if !case.check(broken) || gap(broken) > promised(case) {
            self.caught += 1;
        } else if (broken.distance() - truth.distance()).abs() <= tolerance
            && broken.lower() <= truth.distance() + tolerance
        {
            self.harmless += 1;
        } else {
            self.slipped += 1;
        }
    }

    fn verdict(&self, name: &str) {
        println!("{name}: {self:?}");
        assert!(self.caught > 0, "the break {name} never bites: {self:?}");
        assert_eq!(self.slipped, 0, "wrong answers pass for {name}: {self:?}");
    }
}

fn task<const D: usize>() -> Task<'static, D> {
    Task {
        accuracy: Accuracy::DEFAULT,
        method: None,
        beyond: f64::INFINITY,
        below: f64::NEG_INFINITY,
        warm: None,
        trace: None,
        apart: false,
        simplex: true,
    }
}

fn spread<const D: usize>(rng: &mut fastrand::Rng, size: f64) -> Vector<D> {
    Vector::from_fn(|_| (rng.f64() * 2.0 - 1.0) * size)
}

fn random_pose<const D: usize>(rng: &mut fastrand::Rng, size: f64) -> Pose<D> {
    // Two random vectors made orthonormal, and the third (or second) axis from the determinant.
    let mut columns = [Vector::ZERO; D];
    for k in 0..D {
        let mut v = spread(rng, 1.0);
        for _ in 0..2 {
            for c in &columns[..k] {
                v -= *c * c.dot(v);
            }
        }
        columns[k] = v.normalized().unwrap();
    }
    let mut matrix = crate::Matrix::from_columns(columns);
    if matrix.determinant() < 0.0 {
        columns[D - 1] = -columns[D - 1];
        matrix = crate::Matrix::from_columns(columns);
    }
    Pose::new(Rotation::from_matrix(matrix).unwrap(), spread(rng, size)).unwrap()
}

/// Hulls of 4 to 40 points; about one pair in three overlaps.
fn hulls<const D: usize>(seed: u64, count: usize) -> Vec<Case<D>> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let hull = |rng: &mut fastrand::Rng| {
        let count = 4 + rng.usize(0..37);
        Box::new(Polytope::from_points((0..count).map(|_| spread::<D>(rng, 1.0))).unwrap())
    };
    let mut cases = Vec::new();
    for _ in 0..count {
        let (a, b) = (hull(&mut rng), hull(&mut rng));
        let (pose_a, pose_b) = (random_pose(&mut rng, 1.5), random_pose(&mut rng, 1.5));
        cases.push(Case { a, pose_a, b, pose_b });
    }
    let apart = cases.iter().filter(|case| !case.truth().intersects()).count();
    assert!(3 * apart > count && 10 * apart < 9 * count, "{apart} of {count} are apart");
    cases
}

fn unit(rng: &mut fastrand::Rng) -> Vector<3> {
    spread(rng, 1.0).normalized().unwrap()
}
