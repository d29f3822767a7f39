//! Arguments of different shapes in one call: numpy's rules of broadcasting, without copies.

use pyo3::prelude::*;

use crate::error::wrong_value;

/// Which element of an argument belongs to a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spread {
    /// The one with the same number.
    Same,
    /// The only one there is.
    Only,
    /// For each axis of the results, from the last: its length, and the step in the argument.
    Axes(Vec<(usize, usize)>),
}

impl Spread {
    /// The number of the element that belongs to result number `i`.
    #[inline]
    pub fn at(&self, i: usize) -> usize {
        match self {
            Self::Same => i,
            Self::Only => 0,
            Self::Axes(axes) => {
                let (mut rest, mut found) = (i, 0);
                for (len, step) in axes {
                    found += rest % len * step;
                    rest /= len;
                }
                found
            }
        }
    }

    fn new(shape: &[usize], common: &[usize]) -> Self {
        if shape == common {
            return Self::Same;
        }
        if shape.iter().product::<usize>() == 1 {
            return Self::Only;
        }
        let mut step = 1;
        let mut axes = Vec::with_capacity(common.len());
        for (k, &len) in common.iter().rev().enumerate() {
            let own = if k < shape.len() { shape[shape.len() - 1 - k] } else { 1 };
            axes.push((len, if own == 1 { 0 } else { step }));
            step *= own;
        }
        Self::Axes(axes)
    }
}

/// The shape that arguments have together (`None` if each is a single one), and which element of
/// each belongs to which result. Each argument has a name and, if it is many, a shape.
pub fn together<const K: usize>(
    arguments: [(&str, Option<&[usize]>); K],
) -> PyResult<(Option<Vec<usize>>, [Spread; K])> {
    let mut common: Option<Vec<usize>> = None;
    for (_, shape) in arguments {
        let Some(shape) = shape else { continue };
        let before = common.take().unwrap_or_default();
        let rank = before.len().max(shape.len());
        let axis =
            |shape: &[usize], k: usize| (k + shape.len()).checked_sub(rank).map(|k| shape[k]);
        let mut joined = Vec::with_capacity(rank);
        for k in 0..rank {
            joined.push(match (axis(&before, k).unwrap_or(1), axis(shape, k).unwrap_or(1)) {
                (1, n) | (n, 1) => n,
                (n, m) if n == m => n,
                _ => return Err(apart(&arguments)),
            });
        }
        common = Some(joined);
    }
    let full = common.clone().unwrap_or_default();
    let spreads = arguments.map(|(_, shape)| match shape {
        None => Spread::Only,
        Some(shape) => Spread::new(shape, &full),
    });
    Ok((common, spreads))
}

#[cold]
fn apart(arguments: &[(&str, Option<&[usize]>)]) -> PyErr {
    let many = || arguments.iter().filter_map(|(name, shape)| shape.map(|shape| (*name, shape)));
    let names: Vec<&str> = many().map(|(name, _)| name).collect();
    let shapes: Vec<String> = many().map(|(_, shape)| format!("{shape:?}")).collect();
    wrong_value(
        &names.join(", "),
        "arrays that go together",
        format_args!("{} of them", shapes.join(" and ")),
    )
}
