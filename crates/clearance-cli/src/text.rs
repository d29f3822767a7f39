//! Words, numbers, tables and colours on a terminal.

use std::io::{IsTerminal, Write};

use anyhow::Result;
use clearance::{Effort, Flaw, Vector};
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

/// A number with all the digits that it has, and an exponent where that is shorter.
pub fn number(x: f64) -> String {
    // Without the sign of a negative zero.
    let x = x + 0.0;
    let size = x.abs();
    if x == 0.0 || (1e-5..1e17).contains(&size) { format!("{x}") } else { format!("{x:e}") }
}

/// A number with at most `digits` significant digits, for reading rather than for reckoning.
pub fn rounded(x: f64, digits: usize) -> String {
    let text = format!("{:.*e}", digits.saturating_sub(1), x);
    number(text.parse().unwrap_or(x))
}

/// `(x, y, z)`, to so many digits.
pub fn point<const D: usize>(v: Vector<D>, digits: usize) -> String {
    let coordinates: Vec<String> = (0..D).map(|i| rounded(tidy(v[i], v), digits)).collect();
    format!("({})", coordinates.join(", "))
}

/// Zero where a coordinate is only the rounding of the others.
fn tidy<const D: usize>(x: f64, v: Vector<D>) -> f64 {
    if x.abs() <= f64::EPSILON * v.max_abs() { 0.0 } else { x }
}

/// `(x, y, z)` with all digits.
pub fn full_point<const D: usize>(v: Vector<D>) -> String {
    let coordinates: Vec<String> = (0..D).map(|i| number(v[i])).collect();
    format!("({})", coordinates.join(", "))
}

/// The same for a vector of a result.
pub fn coordinates(v: &clearance_io::Coordinates) -> String {
    match v {
        clearance_io::Coordinates::Two(v) => full_point(Vector(*v)),
        clearance_io::Coordinates::Three(v) => full_point(Vector(*v)),
    }
}

/// What the checker said, in a word or a sentence.
pub fn verdict(checked: Result<(), Flaw>) -> String {
    match checked {
        Ok(()) => "proved".into(),
        Err(flaw @ Flaw::Unknowable(_)) => format!("not provable: {flaw}"),
        Err(flaw) => format!("REFUTED: {flaw}"),
    }
}

/// `gjk, 3 iterations`.
pub fn effort(effort: &Effort) -> String {
    let plural = if effort.iterations == 1 { "" } else { "s" };
    format!("{}, {} iteration{plural}", effort.method.name(), effort.iterations)
}

/// `1 pair`, `2 pairs`.
pub fn counted(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// A table without frills.
pub fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    if !header.is_empty() {
        table.set_header(header);
    }
    table
}

/// Numbers stand better to the right.
pub fn align_right(table: &mut Table, columns: impl IntoIterator<Item = usize>) {
    for column in columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

/// The table's text, without blanks at the ends of its lines.
pub fn rendered(table: &Table) -> String {
    let lines: Vec<String> =
        table.to_string().lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n")
}

/// Colours, if stdout is a terminal and nobody objects.
#[derive(Clone, Copy)]
pub struct Paint {
    on: bool,
}

impl Paint {
    /// As the environment has it.
    pub fn of_stdout() -> Self {
        // https://no-color.org: any value but the empty one.
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self { on: !refused && std::io::stdout().is_terminal() }
    }

    pub fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    pub fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    /// Green where proved, red where refuted: done on the finished text, so that tables need not
    /// know about it.
    pub fn verdicts(self, text: &str) -> String {
        text.replace("proved", &self.with("32", "proved"))
            .replace("REFUTED", &self.with("1;31", "REFUTED"))
    }

    fn with(self, code: &str, text: &str) -> String {
        if self.on { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// Prints, and says so if that fails (`println!` would panic).
pub fn print(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.write_all(b"\n")?;
    Ok(out.flush()?)
}

/// Whether somebody stopped reading what we write.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(number(0.1), "0.1");
        assert_eq!(number(1e-20), "1e-20");
        assert_eq!(number(-0.0), "0");
        assert_eq!(rounded(1.0 / 3.0, 3), "0.333");
        assert_eq!(rounded(123456.7, 3), "123000");
        assert_eq!(point(Vector([1.0, 1e-30]), 5), "(1, 0)");
    }
}
