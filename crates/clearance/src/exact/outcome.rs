//! Exact answers.

use alloc::vec::Vec;

use dashu_int::IBig;
use dashu_int::ops::UnsignedAbs;

use super::project::Closest;
use super::root::root_to_f64;
use super::wide::{NOUGHT, Wide, minus, plus, sign, times};
use super::{Field, Rational};

/// How far apart two shapes are, as a fact.
#[derive(Clone, PartialEq, Debug)]
pub enum Exact<const D: usize> {
    /// They have no point in common.
    Apart(ExactApart<D>),
    /// They have a point in common, and there are translations as small as one likes that leave
    /// none. So for two solids that share no inner point, and for flat shapes that cross.
    Touching(ExactMeeting<D>),
    /// They have a point in common, and every translation that is small enough leaves one.
    Overlapping(ExactMeeting<D>),
}

impl<const D: usize> Exact<D> {
    /// The distance, correctly rounded; zero if, and only if, the shapes meet.
    pub fn distance(&self) -> f64 {
        match self {
            Self::Apart(apart) => apart.distance,
            Self::Touching(_) | Self::Overlapping(_) => 0.0,
        }
    }

    /// The square of the distance.
    pub fn squared(&self) -> Rational {
        match self {
            Self::Apart(apart) => apart.squared(),
            Self::Touching(_) | Self::Overlapping(_) => Rational::ZERO,
        }
    }

    /// Whether the shapes have a point in common.
    pub fn intersects(&self) -> bool {
        !matches!(self, Self::Apart(_))
    }

    /// The closest points of A and of B, in the world; a common point, twice, where they meet.
    pub fn points(&self) -> [[Rational; D]; 2] {
        match self {
            Self::Apart(apart) => [apart.point_a(), apart.point_b()],
            Self::Touching(meeting) | Self::Overlapping(meeting) => {
                [meeting.point(), meeting.point()]
            }
        }
    }

    /// How many small systems were solved: one, if the floats proposed the right vertices.
    pub fn rounds(&self) -> u32 {
        match self {
            Self::Apart(apart) => apart.rounds,
            Self::Touching(meeting) | Self::Overlapping(meeting) => meeting.rounds,
        }
    }
}

/// Two shapes that have no point in common, in world coordinates.
///
/// The fractions are brought to lowest terms when they are asked for, which takes longer than to
/// find them.
#[derive(Clone, PartialEq, Debug)]
pub struct ExactApart<const D: usize> {
    distance: f64,
    squared: [IBig; 2],
    combination: Combination,
    rounds: u32,
}

impl<const D: usize> ExactApart<D> {
    pub(super) fn new(closest: Closest, combination: Combination, rounds: u32) -> Self {
        let [numerator, denominator] = closest.squared.clone().map(UnsignedAbs::unsigned_abs);
        let distance = root_to_f64(&numerator, &denominator, 2 * combination.exponent);
        Self { distance, squared: closest.squared, combination, rounds }
    }

    /// The distance: the `f64` nearest to the true one.
    pub fn distance(&self) -> f64 {
        self.distance
    }

    /// The square of the distance.
    pub fn squared(&self) -> Rational {
        let [numerator, denominator] = &self.squared;
        scaled(numerator, denominator, 2 * self.combination.exponent)
    }

    /// The closest point of A.
    pub fn point_a(&self) -> [Rational; D] {
        self.combination.rational(&self.combination.a)
    }

    /// The closest point of B.
    pub fn point_b(&self) -> [Rational; D] {
        self.combination.rational(&self.combination.b)
    }

    /// From the closest point of A to that of B: the two shapes lie on either side of the slab
    /// between them, at right angles to this.
    pub fn between(&self) -> [Rational; D] {
        let combination = &self.combination;
        let step = minus(&combination.sum(&combination.b), &combination.sum(&combination.a));
        combination.over(&step)
    }

    /// The vertices that carry the closest points, one of A and one of B in each pair, numbered as
    /// in the evidence of an answer.
    pub fn vertices(&self) -> &[[u32; 2]] {
        &self.combination.pairs
    }

    /// What each pair of [vertices](Self::vertices) contributes: positive, with sum 1.
    pub fn weights(&self) -> Vec<Rational> {
        self.combination.shares()
    }
}

/// Two shapes that have a point in common, in world coordinates.
#[derive(Clone, PartialEq, Debug)]
pub struct ExactMeeting<const D: usize> {
    combination: Combination,
    parting: Option<Wide>,
    rounds: u32,
}

impl<const D: usize> ExactMeeting<D> {
    pub(super) fn new(combination: Combination, parting: Option<Wide>, rounds: u32) -> Self {
        Self { combination, parting, rounds }
    }

    pub(super) fn parting(&self) -> Option<&Wide> {
        self.parting.as_ref()
    }

    /// A point of both.
    pub fn point(&self) -> [Rational; D] {
        self.combination.rational(&self.combination.a)
    }

    /// The vertices that carry the point, one of A and one of B in each pair.
    pub fn vertices(&self) -> &[[u32; 2]] {
        &self.combination.pairs
    }

    /// What each pair of [vertices](Self::vertices) contributes: positive, with sum 1.
    pub fn weights(&self) -> Vec<Rational> {
        self.combination.shares()
    }

    /// Where the shapes touch: a direction, of no particular length, along which no point of A is
    /// beyond any point of B. `None` where they overlap.
    pub fn normal(&self) -> Option<[Rational; D]> {
        let parting = self.parting.as_ref()?;
        Some(core::array::from_fn(|i| Rational::from(parting[i].clone())))
    }
}

/// Two points of the world as combinations of vertices with the same weights.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Combination {
    a: Vec<Wide>,
    b: Vec<Wide>,
    pub(super) pairs: Vec<[u32; 2]>,
    exponent: i64,
    weights: Vec<IBig>,
    denominator: IBig,
}

impl Combination {
    /// The vertices in units of `2^exponent`, before there are any weights.
    pub(super) fn new(a: Vec<Wide>, b: Vec<Wide>, pairs: Vec<[u32; 2]>, exponent: i64) -> Self {
        Self { a, b, pairs, exponent, weights: Vec::new(), denominator: IBig::ONE }
    }

    /// Takes the weights over, and drops the vertices that have none.
    pub(super) fn keep(&mut self, closest: &Closest) {
        let mut kept = 0;
        for (k, weight) in closest.weights.iter().enumerate().take(self.pairs.len()) {
            if sign(weight).is_gt() {
                self.a.swap(kept, k);
                self.b.swap(kept, k);
                self.pairs.swap(kept, k);
                self.weights.push(weight.clone());
                kept += 1;
            }
        }
        self.a.truncate(kept);
        self.b.truncate(kept);
        self.pairs.truncate(kept);
        self.denominator = closest.denominator.clone();
    }

    /// The combination of these vertices, times the denominator.
    fn sum(&self, vertices: &[Wide]) -> Wide {
        let terms = vertices.iter().zip(&self.weights);
        terms.fold(NOUGHT, |sum, (v, weight)| plus(&sum, &times(v, weight)))
    }

    fn rational<const D: usize>(&self, vertices: &[Wide]) -> [Rational; D] {
        self.over(&self.sum(vertices))
    }

    fn over<const D: usize>(&self, numerators: &Wide) -> [Rational; D] {
        core::array::from_fn(|i| scaled(&numerators[i], &self.denominator, self.exponent))
    }

    fn shares(&self) -> Vec<Rational> {
        self.weights.iter().map(|weight| Rational::ratio(weight, &self.denominator)).collect()
    }
}

/// `numerator / denominator · 2^exponent`
pub(super) fn scaled(numerator: &IBig, denominator: &IBig, exponent: i64) -> Rational {
    let by = exponent.unsigned_abs() as usize;
    if exponent >= 0 {
        Rational::ratio(&(numerator << by), denominator)
    } else {
        Rational::ratio(numerator, &(denominator << by))
    }
}
