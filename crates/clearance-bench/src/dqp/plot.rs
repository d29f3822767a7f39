//! The picture: time against size, both logarithmic.

use std::path::Path;

use plotters::prelude::*;

use super::runs::{METHODS, Row};

const COLOURS: [RGBColor; 4] = [
    RGBColor(117, 80, 190),
    RGBColor(190, 160, 230),
    RGBColor(60, 140, 90),
    RGBColor(200, 110, 60),
];

/// Draws cold queries on the left and tracked ones on the right.
pub fn draw(path: &Path, cold: &[Row], tracked: &[Row]) -> Result<(), String> {
    let root = SVGBackend::new(path, (900, 420)).into_drawing_area();
    sketch(&root, cold, tracked).map_err(|error| error.to_string())
}

fn sketch(
    root: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
    cold: &[Row],
    tracked: &[Row],
) -> Result<(), Box<dyn std::error::Error>> {
    root.fill(&WHITE)?;
    let halves = root.split_evenly((1, 2));
    for (area, rows, title) in
        [(&halves[0], cold, "one query"), (&halves[1], tracked, "tracked, a step")]
    {
        let mut chart = ChartBuilder::on(area)
            .caption(format!("{title}: nanoseconds by total facets"), ("sans-serif", 16))
            .margin(12)
            .x_label_area_size(28)
            .y_label_area_size(56)
            .build_cartesian_2d((10_f64..5000.0).log_scale(), (50_f64..100_000.0).log_scale())?;
        chart.configure_mesh().light_line_style(WHITE).draw()?;
        for (k, name) in METHODS.iter().enumerate() {
            let points = rows.iter().map(|(total, times)| (*total as f64, times[k]));
            chart
                .draw_series(LineSeries::new(points, COLOURS[k].stroke_width(2)))?
                .label(*name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], COLOURS[k]));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .border_style(BLACK.mix(0.2))
            .background_style(WHITE)
            .draw()?;
    }
    root.present()?;
    Ok(())
}
