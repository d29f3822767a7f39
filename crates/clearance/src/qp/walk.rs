//! A program as Lemke's method sees it: what its variables mean, and the way it takes.

use alloc::vec::Vec;
use core::fmt;

use super::trace::{Dictionary, Variable};

/// What a complementarity problem was made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To find the minimum.
    Minimum,
    /// To find any point that meets the conditions, or the proof that there is none.
    AnyPoint,
}

/// What a variable of a complementarity problem is in the program that it was made from.
///
/// Conditions are counted in the order in which they were added, equations apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// Variable `x_i` of the program.
    Variable(usize),
    /// The multiplier of `x_i ≥ 0`: the slope of the objective against that wall.
    Slope(usize),
    /// What is left of condition `k`: `row · x − bound`.
    Slack(usize),
    /// The multiplier of condition `k`.
    Multiplier(usize),
    /// The variable that Lemke's method adds and must get rid of.
    Auxiliary,
}

impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(i) => write!(f, "x{i}"),
            Self::Slope(i) => write!(f, "multiplier of x{i} ≥ 0"),
            Self::Slack(k) => write!(f, "slack of condition {k}"),
            Self::Multiplier(k) => write!(f, "multiplier of condition {k}"),
            Self::Auxiliary => f.write_str("auxiliary variable"),
        }
    }
}

/// One run of Lemke's method on the way to the outcome of a program.
#[derive(Clone, PartialEq, Debug)]
pub struct Walk<F> {
    /// What for.
    pub purpose: Purpose,
    /// What `z_i` and `w_i` stand for, in this order, for each `i`.
    pub meanings: Vec<[Meaning; 2]>,
    /// Every dictionary, the first to the last.
    pub dictionaries: Vec<Dictionary<F>>,
}

impl<F> Walk<F> {
    /// What a variable stands for.
    pub fn means(&self, variable: Variable) -> Meaning {
        let (i, place) = match variable {
            Variable::Z(i) => (i, 0),
            Variable::W(i) => (i, 1),
        };
        self.meanings.get(i).map_or(Meaning::Auxiliary, |pair| pair[place])
    }
}
