//! The dictionaries that Lemke's method passes through, for reading.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;

use crate::exact::Field;

/// A variable of a linear complementarity problem with `n` rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variable {
    /// `w_i`
    W(usize),
    /// `z_i`; `z_n` is the auxiliary variable, that Lemke's method adds and must get rid of.
    Z(usize),
}

impl Variable {
    /// The other one of the pair, of which one must be zero.
    pub fn complement(self) -> Self {
        match self {
            Self::W(i) => Self::Z(i),
            Self::Z(i) => Self::W(i),
        }
    }

    /// For sorting: every `z` before every `w`.
    fn rank(self) -> (u8, usize) {
        match self {
            Self::Z(i) => (0, i),
            Self::W(i) => (1, i),
        }
    }
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::W(i) => write!(f, "w{i}"),
            Self::Z(i) => write!(f, "z{i}"),
        }
    }
}

/// The basic variables as affine functions of the non-basic ones, and the exchange that follows.
///
/// It prints as a system of equations; `{:#}` adds to each constant the powers of ε that decide
/// ties (`w_i` starts with ε to the power of i + 1).
#[derive(Clone, PartialEq, Debug)]
pub struct Dictionary<F> {
    /// The variables on the left, one a row.
    pub basic: Vec<Variable>,
    /// The variables on the right, one a column.
    pub nonbasic: Vec<Variable>,
    /// The constant of each row: the value of its variable when those on the right are zero.
    pub constants: Vec<F>,
    /// The coefficients, row by row.
    pub coefficients: Vec<Vec<F>>,
    /// The variable that enters next; nothing in the last dictionary of a solved problem.
    pub entering: Option<Variable>,
    /// The variable that leaves next; nothing if none can.
    pub leaving: Option<Variable>,
}

impl<F: Field> Dictionary<F> {
    /// The same in numbers without errors.
    pub(super) fn plain<G: Field<Careful = F>>(&self) -> Dictionary<G> {
        let list = |row: &Vec<F>| row.iter().map(G::plain).collect();
        Dictionary {
            basic: self.basic.clone(),
            nonbasic: self.nonbasic.clone(),
            constants: list(&self.constants),
            coefficients: self.coefficients.iter().map(list).collect(),
            entering: self.entering,
            leaving: self.leaving,
        }
    }

    /// The coefficients of ε, ε², … in the constant of a row.
    pub fn perturbation(&self, row: usize) -> Vec<F> {
        let power = |i: usize| {
            let w = Variable::W(i);
            match self.nonbasic.iter().position(|v| *v == w) {
                Some(column) => self.coefficients[row][column].neg(),
                None if self.basic[row] == w => F::one(),
                None => F::zero(),
            }
        };
        (0..self.basic.len()).map(power).collect()
    }
}

impl<F: Field> fmt::Display for Dictionary<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut order: Vec<usize> = (0..self.nonbasic.len()).collect();
        order.sort_by_key(|k| self.nonbasic[*k].rank());
        for (i, variable) in self.basic.iter().enumerate() {
            write!(f, "{variable} = {}", Bare(&self.constants[i]))?;
            if f.alternate() {
                for (power, value) in self.perturbation(i).iter().enumerate() {
                    term(f, value, format_args!("ε^{}", power + 1))?;
                }
            }
            for k in &order {
                term(f, &self.coefficients[i][*k], format_args!("{}", self.nonbasic[*k]))?;
            }
            writeln!(f)?;
        }
        match (self.entering, self.leaving) {
            (Some(entering), Some(leaving)) => {
                writeln!(f, "{entering} enters, {leaving} leaves")
            }
            (Some(entering), None) => writeln!(f, "{entering} should enter, nothing can leave"),
            _ => Ok(()),
        }
    }
}

/// Writes ` + 1/2 z0`, nothing if the coefficient is zero.
fn term<F: Field>(
    f: &mut fmt::Formatter<'_>,
    coefficient: &F,
    variable: fmt::Arguments<'_>,
) -> fmt::Result {
    let sign = match coefficient.sign() {
        Ordering::Equal => return Ok(()),
        Ordering::Less => '-',
        Ordering::Greater => '+',
    };
    let size = coefficient.abs();
    if size == F::one() {
        write!(f, " {sign} {variable}")
    } else {
        write!(f, " {sign} {} {variable}", Bare(&size))
    }
}

/// Writes a number, in brackets if it is a sum itself.
struct Bare<'a, F>(&'a F);

impl<F: Field> fmt::Display for Bare<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = alloc::format!("{}", self.0);
        if text.contains(' ') { write!(f, "({text})") } else { f.write_str(&text) }
    }
}
