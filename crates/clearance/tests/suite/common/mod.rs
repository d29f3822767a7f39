//! What the tests share: random numbers, poses, one generator for each shape, and the judge.
#![allow(dead_code, missing_docs)] // Each test uses a part of it.

pub mod zoo;

use clearance::shape::Core;
use clearance::{Answer, Convex, Matrix, Pose, Rotation, Vector, check};

pub type Rng = fastrand::Rng;
pub type Shape<const D: usize> = Box<dyn Convex<D>>;

/// Two shapes and where they are.
pub struct Case<const D: usize> {
    pub name: String,
    pub a: Shape<D>,
    pub pose_a: Pose<D>,
    pub b: Shape<D>,
    pub pose_b: Pose<D>,
}

/// A number between −1 and 1.
pub fn number(rng: &mut Rng) -> f64 {
    rng.f64() * 2.0 - 1.0
}

pub fn vector<const D: usize>(rng: &mut Rng, size: f64) -> Vector<D> {
    Vector::from_fn(|_| number(rng) * size)
}

/// A unit vector (never close to zero before it is normalised).
pub fn unit<const D: usize>(rng: &mut Rng) -> Vector<D> {
    loop {
        let v = vector(rng, 1.0);
        if v.norm() > 0.1
            && let Some(unit) = v.normalized()
        {
            return unit;
        }
    }
}

pub fn rotation<const D: usize>(rng: &mut Rng) -> Rotation<D> {
    let mut columns = [Vector::ZERO; D];
    let mut k = 0;
    while k < D {
        let mut v = unit(rng);
        for _ in 0..2 {
            for c in &columns[..k] {
                v -= *c * c.dot(v);
            }
        }
        if v.norm() > 0.1 {
            columns[k] = v.normalized().unwrap();
            k += 1;
        }
    }
    if Matrix::from_columns(columns).determinant() < 0.0 {
        columns[0] = -columns[0];
    }
    Rotation::from_matrix(Matrix::from_columns(columns)).unwrap()
}

pub fn pose<const D: usize>(rng: &mut Rng, size: f64) -> Pose<D> {
    let rotation = rotation(rng);
    Pose::new(rotation, vector(rng, size)).unwrap()
}

impl<const D: usize> Case<D> {
    pub fn distance(&self) -> Answer<D> {
        clearance::distance(&self.a, &self.pose_a, &self.b, &self.pose_b)
            .unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    pub fn swapped(self) -> Self {
        let Self { name, a, pose_a, b, pose_b } = self;
        Self { name, a: b, pose_a: pose_b, b: a, pose_b: pose_a }
    }

    /// Both shapes moved by one more pose.
    pub fn moved(self, by: &Pose<D>) -> Self {
        Self { pose_a: by.compose(&self.pose_a), pose_b: by.compose(&self.pose_b), ..self }
    }

    /// The sizes of both shapes and the distance between their frames: what rounding is relative
    /// to, wherever in the world the pair is.
    pub fn size(&self) -> f64 {
        let mut sum = (self.pose_b.translation() - self.pose_a.translation()).norm();
        for view in [self.a.view(), self.b.view()] {
            sum += view.reach + view.radius;
            sum += view.frame.map_or(0.0, |frame| frame.translation().norm());
        }
        sum
    }

    /// The rounding of an answer in world coordinates: a few dozen units in the last place of the
    /// largest number.
    pub fn rounding(&self, answer: &Answer<D>) -> f64 {
        let mut largest = self.size();
        for x in [self.pose_a.translation(), self.pose_b.translation()] {
            largest = largest.max(x.max_abs());
        }
        for x in answer.points() {
            largest = largest.max(x.max_abs());
        }
        64.0 * f64::EPSILON * largest
    }

    /// The promised gap: 1e-14 of the size for hulls of points, 1e-9 for anything else.
    pub fn promised(&self, answer: &Answer<D>) -> f64 {
        let sharp = [self.a.view(), self.b.view()].iter().all(|view| {
            let core = &view.core;
            use Core::{Cuboid, Point, Segment, Vertices};
            matches!(core, Point(_) | Segment(..) | Cuboid(_) | Vertices(_))
        });
        if sharp { 1e-14 * (self.size() + answer.distance()) } else { 1e-9 * self.size() }
    }

    /// The judge: `check` passes and the gap is as small as promised.
    pub fn judge(&self, answer: &Answer<D>) {
        if let Err(flaw) = check(answer, &self.a, &self.pose_a, &self.b, &self.pose_b) {
            panic!("{}: {flaw}\n{answer:?}\n{:?}\n{:?}", self.name, self.pose_a, self.pose_b);
        }
        let gap = answer.upper() - answer.lower();
        let promised = self.promised(answer);
        assert!(
            gap <= promised,
            "{}: the gap is {gap:e}, promised are {promised:e}\n{answer:?}\n{:?}\n{:?}",
            self.name,
            self.pose_a,
            self.pose_b
        );
    }

    /// Both answers are about this pair, so that their bounds must have a distance in common.
    pub fn agree(&self, one: &Answer<D>, other: &Answer<D>) {
        let slack = self.rounding(one).max(self.rounding(other));
        assert!(
            one.lower() <= other.upper() + slack && other.lower() <= one.upper() + slack,
            "{}: two answers for one question\n{one:?}\n{other:?}\n{:?}\n{:?}",
            self.name,
            self.pose_a,
            self.pose_b
        );
    }
}
