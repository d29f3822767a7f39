//! The picture: time a step against the number of bodies, both logarithmic.

use std::path::Path;

use plotters::prelude::*;

use super::crowd::Row;

/// Draws both contestants, and a line that grows as n log n.
pub fn draw(path: &Path, rows: &[Row]) -> Result<(), String> {
    let root = SVGBackend::new(path, (760, 440)).into_drawing_area();
    sketch(&root, rows).map_err(|error| error.to_string())
}

fn sketch(
    root: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
    rows: &[Row],
) -> Result<(), Box<dyn std::error::Error>> {
    root.fill(&WHITE)?;
    let Some(last) = rows.last() else { return Ok(()) };
    let (least, most) = (rows[0].ours * 0.5, last.theirs * 2.0);
    let bodies = (rows[0].bodies as f64 * 0.9)..(last.bodies as f64 * 1.1);
    let mut chart = ChartBuilder::on(root)
        .caption("all pairs within a margin: microseconds a step by bodies", ("sans-serif", 16))
        .margin(12)
        .x_label_area_size(28)
        .y_label_area_size(64)
        .build_cartesian_2d(bodies.log_scale(), (least..most).log_scale())?;
    chart.configure_mesh().light_line_style(WHITE).draw()?;
    let growth = |n: f64| n * n.log2();
    let through = last.ours / growth(last.bodies as f64);
    type Line<'a> = (&'a str, RGBColor, Vec<(f64, f64)>);
    let lines: [Line<'_>; 3] = [
        (
            "clearance",
            RGBColor(117, 80, 190),
            rows.iter().map(|r| (r.bodies as f64, r.ours)).collect(),
        ),
        (
            "parry",
            RGBColor(200, 110, 60),
            rows.iter().map(|r| (r.bodies as f64, r.theirs)).collect(),
        ),
        (
            "n log n",
            RGBColor(150, 150, 150),
            rows.iter().map(|r| (r.bodies as f64, through * growth(r.bodies as f64))).collect(),
        ),
    ];
    for (name, colour, points) in lines {
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .border_style(BLACK.mix(0.2))
        .background_style(WHITE)
        .draw()?;
    root.present()?;
    Ok(())
}
