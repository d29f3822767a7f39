//! The picture: time against facets.

use std::path::Path;

use super::runs::{METHODS, Row};
use crate::plot::{self, Chart, Line};

const COLOURS: [plotters::style::RGBColor; 4] = [plot::OURS, plot::PALE, plot::OTHER, plot::PEER];

/// Draws cold queries on the left and tracked ones on the right.
pub fn draw(path: &Path, cold: &[Row], tracked: &[Row]) -> Result<(), String> {
    let charts = [(cold, "one query"), (tracked, "tracked, a step")].map(|(rows, what)| Chart {
        title: format!("{what}: nanoseconds by total facets"),
        across: 10.0..5000.0,
        up: 50.0..100_000.0,
        lines: (METHODS.iter().zip(COLOURS).enumerate())
            .map(|(k, (name, colour))| Line {
                name: (*name).to_string(),
                colour,
                points: rows.iter().map(|(total, times)| (*total as f64, times[k])).collect(),
            })
            .collect(),
    });
    plot::draw(path, (900, 420), &charts)
}
