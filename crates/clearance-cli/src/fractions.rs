//! Exact answers for people.

use clearance::exact::Rational;
use clearance_io::{Outcome, Query, Question};

use crate::distance::yes_no;
use crate::text;

/// Longer fractions are shown as decimals.
const LONGEST: usize = 40;
/// Decimals of a fraction that is too long to read.
const DECIMALS: usize = 30;

/// The answer as a table.
pub fn summary(query: &Query, outcome: &Outcome) -> String {
    let mut table = text::table(&[]);
    let mut row = |name: &str, value: String| {
        table.add_row([name, &value]);
    };
    if query.question == Question::Intersects {
        row("intersects", yes_no(outcome.intersects));
    }
    if let (Some(margin), Some(within)) = (query.margin, outcome.within) {
        row(&format!("within {}", text::number(margin)), yes_no(within));
    }
    if let Some(exact) = &outcome.exact {
        row("verdict", exact.verdict.into());
        if let (Some(squared), Some(way)) = (&exact.depth_squared, &exact.translation) {
            row("depth", format!("{} (correctly rounded)", text::number(0.0 - outcome.distance)));
            row("depth squared", fraction(squared));
            row("apart after moving B by", point(way));
        } else {
            row("distance", format!("{} (correctly rounded)", text::number(outcome.distance)));
            row("distance squared", fraction(&exact.squared));
        }
        if outcome.intersects {
            row("common point", point(&exact.point_a));
        } else {
            row("point of A", point(&exact.point_a));
            row("point of B", point(&exact.point_b));
        }
    }
    let plural = if outcome.iterations == 1 { "" } else { "s" };
    row("method", format!("{}, {} step{plural}", outcome.method, outcome.iterations));
    text::rendered(&table)
}

/// As it is if it is short; else as a decimal number.
pub fn fraction(text: &str) -> String {
    if text.len() <= LONGEST {
        return text.to_owned();
    }
    match text.parse::<Rational>() {
        Ok(number) => format!("{}… ({} digits)", number.decimal(DECIMALS), text.len()),
        Err(_) => text.to_owned(),
    }
}

fn point(coordinates: &[String]) -> String {
    let shown: Vec<String> = coordinates.iter().map(|text| fraction(text)).collect();
    format!("({})", shown.join(", "))
}
