//! Pictures of time against size, both logarithmic.

use std::ops::Range;
use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;

/// Ours, other forms of ours, and a peer.
pub const OURS: RGBColor = RGBColor(117, 80, 190);
/// A paler one of ours.
pub const PALE: RGBColor = RGBColor(190, 160, 230);
/// Another method of ours.
pub const OTHER: RGBColor = RGBColor(60, 140, 90);
/// A peer's.
pub const PEER: RGBColor = RGBColor(200, 110, 60);
/// What is drawn for comparison.
pub const GUIDE: RGBColor = RGBColor(150, 150, 150);

/// One line of a chart.
pub struct Line {
    /// What the legend says.
    pub name: String,
    /// Its colour.
    pub colour: RGBColor,
    /// Size and time.
    pub points: Vec<(f64, f64)>,
}

/// One chart of a picture.
pub struct Chart {
    /// What is drawn.
    pub title: String,
    /// The sizes.
    pub across: Range<f64>,
    /// The times.
    pub up: Range<f64>,
    /// The contestants.
    pub lines: Vec<Line>,
}

/// Draws charts side by side as an SVG of this size.
pub fn draw(path: &Path, size: (u32, u32), charts: &[Chart]) -> Result<(), String> {
    let root = SVGBackend::new(path, size).into_drawing_area();
    sketch(&root, charts).map_err(|error| error.to_string())
}

fn sketch(
    root: &DrawingArea<SVGBackend<'_>, Shift>,
    charts: &[Chart],
) -> Result<(), Box<dyn std::error::Error>> {
    root.fill(&WHITE)?;
    let areas = root.split_evenly((1, charts.len().max(1)));
    for (area, chart) in areas.iter().zip(charts) {
        let mut drawn = ChartBuilder::on(area)
            .caption(&chart.title, ("sans-serif", 16))
            .margin(12)
            .x_label_area_size(28)
            .y_label_area_size(60)
            .build_cartesian_2d(chart.across.clone().log_scale(), chart.up.clone().log_scale())?;
        drawn.configure_mesh().light_line_style(WHITE).draw()?;
        for line in &chart.lines {
            let colour = line.colour;
            drawn
                .draw_series(LineSeries::new(line.points.iter().copied(), colour.stroke_width(2)))?
                .label(&line.name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour));
        }
        drawn
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .border_style(BLACK.mix(0.2))
            .background_style(WHITE)
            .draw()?;
    }
    root.present()?;
    Ok(())
}
