//! Reading tables, numbers and vectors out of a [`Value`], with errors that name the field.

use clearance::shape::ShapeError;
use clearance::{Matrix, Vector};

use crate::error::{FormatError, Problem};
use crate::number::{self, NotNumber};
use crate::value::Value;

pub(crate) type Result<T> = std::result::Result<T, FormatError>;

/// A table that is being read.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'v, 'a> {
    value: &'v Value<'a>,
}

impl<'v, 'a> Fields<'v, 'a> {
    /// The table; `expected` says what it should be of.
    pub(crate) fn new(value: &'v Value<'a>, expected: &'static str) -> Result<Self> {
        match value {
            Value::Table(_) => Ok(Self { value }),
            other => Err(FormatError::expected(expected, other.describe())),
        }
    }

    /// The field, unless it is absent or null.
    pub(crate) fn get(&self, name: &str) -> Option<&'v Value<'a>> {
        self.value.get(name)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The field that must be there, read.
    pub(crate) fn read<T>(
        &self,
        name: &'static str,
        expected: &'static str,
        read: impl FnOnce(&'v Value<'a>) -> Result<T>,
    ) -> Result<T> {
        match self.get(name) {
            None => Err(FormatError::new(Problem::Missing { expected: expected.into() }).at(name)),
            Some(value) => read(value).map_err(|error| error.at(name)),
        }
    }

    /// The field that may be there, read.
    pub(crate) fn read_if<T>(
        &self,
        name: &'static str,
        read: impl FnOnce(&'v Value<'a>) -> Result<T>,
    ) -> Result<Option<T>> {
        self.get(name).map(read).transpose().map_err(|error| error.at(name))
    }

    pub(crate) fn number(&self, name: &'static str) -> Result<f64> {
        self.read(name, "a number", number)
    }

    pub(crate) fn vector<const D: usize>(&self, name: &'static str) -> Result<Vector<D>> {
        self.read(name, numbers_wanted(D), vector)
    }

    pub(crate) fn matrix<const D: usize>(&self, name: &'static str) -> Result<Matrix<D>> {
        self.read(name, if D == 2 { "2 rows of 2 numbers" } else { "3 rows of 3 numbers" }, matrix)
    }

    /// Refuses fields that are not among these.
    pub(crate) fn only(&self, names: &[&str]) -> Result<()> {
        let Value::Table(fields) = self.value else { return Ok(()) };
        match fields.iter().find(|(key, _)| !names.contains(&&**key)) {
            None => Ok(()),
            Some((key, _)) => {
                let expected = listed(names);
                Err(FormatError::new(Problem::Unknown { expected }).at(key.clone().into_owned()))
            }
        }
    }

    /// What the library says about a shape, as an error of the field that it is about.
    pub(crate) fn blame(&self, error: ShapeError) -> FormatError {
        let (what, problem) = match error {
            ShapeError::NotPositive { what, value } => {
                let wanted = Value::Real(value).describe();
                let found = wanted.strip_suffix(".0").unwrap_or(&wanted).to_owned();
                (what, Problem::Expected { expected: "a positive number".into(), found })
            }
            ShapeError::NotFinite { what, .. }
            | ShapeError::ZeroLength { what }
            | ShapeError::TooFew { what, .. }
            | ShapeError::TooLarge { what, .. }
            | ShapeError::NotPerpendicular { what, .. } => (what, Problem::Shape(error)),
            ShapeError::Exponent { .. } => ("exponents", Problem::Shape(error)),
            ShapeError::NotConvexFunction { .. } => ("q", Problem::Shape(error)),
            ShapeError::NoSurfaces { part } => {
                return FormatError::new(Problem::Shape(error)).at_index(part).at("parts");
            }
            ShapeError::NoNormal { index } => {
                return FormatError::new(Problem::Shape(error)).at_index(index).at("normals");
            }
            ShapeError::NotConvex { vertex } | ShapeError::NotPlanar { vertex, .. } => {
                let error = FormatError::new(Problem::Shape(error));
                return error.at_index(vertex).at("vertices");
            }
            ShapeError::Singular => ("matrix", Problem::Shape(error)),
            ShapeError::Mesh(_) => ("faces", Problem::Shape(error)),
            _ => ("", Problem::Shape(error)),
        };
        let error = FormatError::new(problem);
        // The library's word for the part is the name of the field, give or take an underscore.
        let name = match what {
            "semi-axis" => "semiaxes".to_owned(),
            "vector of a term" => "terms".to_owned(),
            _ => what.replace(' ', "_").replace("half-", "half_"),
        };
        let plural = format!("{name}s");
        match [name, plural].into_iter().find(|name| self.has(name)) {
            Some(name) => error.at(name),
            None => error,
        }
    }

    /// What a shape's constructor returned, boxed, or its complaint.
    pub(crate) fn built<const D: usize, S: clearance::Convex<D> + 'static>(
        &self,
        shape: std::result::Result<S, ShapeError>,
    ) -> Result<Box<dyn clearance::Convex<D>>> {
        match shape {
            Ok(shape) => Ok(Box::new(shape)),
            Err(error) => Err(self.blame(error)),
        }
    }
}

/// `a, b or c`.
pub(crate) fn listed(names: &[&str]) -> String {
    match names {
        [] => "nothing".into(),
        [only] => (*only).into(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// A number, or a string that is one.
pub(crate) fn number(value: &Value<'_>) -> Result<f64> {
    let refuse = |expected| Err(FormatError::expected(expected, value.describe()));
    match value {
        Value::Integer(i) => Ok(*i as f64),
        Value::Real(x) if x.is_finite() => Ok(*x),
        Value::Real(_) => refuse("a finite number"),
        Value::Text(text) => match number::nearest(text) {
            Ok(x) => Ok(x),
            Err(NotNumber::Syntax) => refuse("a number, or a string such as \"0.1\" or \"1/3\""),
            Err(NotNumber::ZeroDenominator) => refuse("a fraction whose denominator is not zero"),
            Err(NotNumber::TooLong) => refuse("a fraction with a denominator of at most 37 digits"),
            Err(NotNumber::TooLarge) => refuse("a number within the range of 64-bit floats"),
        },
        _ => refuse("a number"),
    }
}

/// D numbers.
pub(crate) fn vector<const D: usize>(value: &Value<'_>) -> Result<Vector<D>> {
    let Value::List(list) = value else {
        return Err(FormatError::expected(numbers_wanted(D), value.describe()));
    };
    if list.len() != D {
        return Err(FormatError::expected(numbers_wanted(D), value.describe()));
    }
    let mut vector = Vector::ZERO;
    for (i, value) in list.iter().enumerate() {
        vector[i] = number(value).map_err(|error| error.at_index(i))?;
    }
    Ok(vector)
}

/// Any number of things.
pub(crate) fn list<T>(
    value: &Value<'_>,
    expected: &'static str,
    read: impl Fn(&Value<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    let Value::List(list) = value else {
        return Err(FormatError::expected(expected, value.describe()));
    };
    let read_one = |(i, value)| read(value).map_err(|error| error.at_index(i));
    list.iter().enumerate().map(read_one).collect()
}

/// Exactly N things.
pub(crate) fn exactly<T, const N: usize>(
    value: &Value<'_>,
    expected: &'static str,
    read: impl Fn(&Value<'_>) -> Result<T>,
) -> Result<[T; N]> {
    list(value, expected, read)?
        .try_into()
        .map_err(|_| FormatError::expected(expected, value.describe()))
}

fn matrix<const D: usize>(value: &Value<'_>) -> Result<Matrix<D>> {
    let expected = if D == 2 { "2 rows of 2 numbers" } else { "3 rows of 3 numbers" };
    Ok(Matrix(exactly(value, expected, vector)?))
}

fn numbers_wanted(count: usize) -> &'static str {
    match count {
        2 => "2 numbers (dim is 2)",
        3 => "3 numbers (dim is 3)",
        _ => "4 numbers",
    }
}
