//! The picture: time a step against the number of bodies.

use std::path::Path;

use super::crowd::Row;
use crate::plot::{self, Chart, Line};

/// Draws both contestants, and a line that grows as n log n.
pub fn draw(path: &Path, rows: &[Row]) -> Result<(), String> {
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Ok(()) };
    let growth = |n: f64| n * n.log2();
    let through = last.ours / growth(last.bodies as f64);
    let line = |name: &str, colour, time: &dyn Fn(&Row) -> f64| Line {
        name: name.to_string(),
        colour,
        points: rows.iter().map(|row| (row.bodies as f64, time(row))).collect(),
    };
    let chart = Chart {
        title: "all pairs within a margin: microseconds a step by bodies".to_string(),
        across: (first.bodies as f64 * 0.9)..(last.bodies as f64 * 1.1),
        up: (first.ours * 0.5)..(last.theirs * 2.0),
        lines: vec![
            line("clearance", plot::OURS, &|row| row.ours),
            line("parry", plot::PEER, &|row| row.theirs),
            line("n log n", plot::GUIDE, &|row| through * growth(row.bodies as f64)),
        ],
    };
    plot::draw(path, (760, 440), &[chart])
}
