//! Convex quadratic programs.

use clearance::exact::Rational;
use clearance::qp::Problem;

use crate::error::FormatError;
use crate::fields::{Fields, Result, list};
use crate::locate;
use crate::value::Value;

/// Reads a program from JSON text.
pub fn program_from_json(text: &str) -> Result<Problem<Rational>> {
    let value = Value::from_json(text)?;
    program(&value).map_err(|error| locate::in_json(error, text))
}

/// Reads a program from TOML text.
pub fn program_from_toml(text: &str) -> Result<Problem<Rational>> {
    let value: Value<'_> =
        toml::from_str(text).map_err(|error| locate::toml_syntax(&error, text))?;
    program(&value).map_err(|error| locate::in_toml(error, text))
}

fn program(value: &Value<'_>) -> Result<Problem<Rational>> {
    let fields = Fields::new(value, "a program, {\"linear\": [NUMBER, ...], ...}")?;
    fields.only(&["matrix", "linear", "constant", "free", "at_least", "at_most", "equal"])?;
    let linear = fields.read("linear", "a list of numbers", numbers)?;
    let matrix = fields.read_if("matrix", |value| list(value, "a list of rows", numbers))?;
    let mut problem = match matrix {
        Some(matrix) => Problem::minimise(matrix, linear),
        None => Problem::linear(linear),
    };
    if let Some(constant) = fields.read_if("constant", exact)? {
        problem = problem.plus(constant);
    }
    let free = fields.read_if("free", |value| list(value, "a list of variables", index))?;
    for i in free.unwrap_or_default() {
        problem = problem.free(i);
    }
    let read = |name| fields.read_if(name, |value| list(value, "a list of conditions", condition));
    for (row, bound) in read("at_least")?.unwrap_or_default() {
        problem = problem.at_least(row, bound);
    }
    for (row, bound) in read("at_most")?.unwrap_or_default() {
        problem = problem.at_most(row, bound);
    }
    for (row, bound) in read("equal")?.unwrap_or_default() {
        problem = problem.equal(row, bound);
    }
    Ok(problem)
}

fn condition(value: &Value<'_>) -> Result<(Vec<Rational>, Rational)> {
    let fields = Fields::new(value, "a condition, {\"row\": [NUMBER, ...], \"bound\": NUMBER}")?;
    fields.only(&["row", "bound"])?;
    let row = fields.read("row", "a list of numbers", numbers)?;
    Ok((row, fields.read("bound", "a number", exact)?))
}

fn numbers(value: &Value<'_>) -> Result<Vec<Rational>> {
    list(value, "a list of numbers", exact)
}

/// A number without rounding; a real one is the float that it was read as.
fn exact(value: &Value<'_>) -> Result<Rational> {
    let read = match value {
        Value::Integer(i) => Rational::new(*i, 1).ok(),
        Value::Real(x) => Rational::try_from(*x).ok(),
        Value::Text(text) => text.parse().ok(),
        _ => None,
    };
    let expected = "a finite number, or a string such as \"0.1\" or \"1/3\"";
    read.ok_or_else(|| FormatError::expected(expected, value.describe()))
}

fn index(value: &Value<'_>) -> Result<usize> {
    let index = match value {
        Value::Integer(i) => usize::try_from(*i).ok(),
        _ => None,
    };
    index.ok_or_else(|| FormatError::expected("the number of a variable", value.describe()))
}
