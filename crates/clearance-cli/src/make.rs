//! `clearance make`: shapes made to measure.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use clearance::Vector;
use clearance::shape::Halfspaces;

use crate::draw::{BLUE, INK};
use crate::text;

/// The options of `clearance make`.
#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// A polyhedron around the unit ball, with facets of about the same size: 2 is a cube, 40 has
    /// 2042 facets
    FacetBall {
        /// The number of rings from pole to pole, 2 to 500 (which has 300,000 facets)
        #[arg(value_parser = clap::value_parser!(u32).range(2..=500))]
        order: u32,
        /// Also draw it
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
    },
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let What::FacetBall { order, svg } = &options.what;
    let ball = Halfspaces::facet_ball(*order)?;
    let facets = ball.facets().facets();
    let normals: Vec<String> = facets
        .iter()
        .map(|facet| {
            let coordinates: Vec<_> = (0..3).map(|i| text::number(facet.normal[i])).collect();
            format!("[{}]", coordinates.join(","))
        })
        .collect();
    let offsets: Vec<_> = facets.iter().map(|facet| text::number(facet.offset)).collect();
    text::print(&format!(
        "{{\"type\":\"halfspaces\",\"normals\":[{}],\"offsets\":[{}]}}",
        normals.join(","),
        offsets.join(",")
    ))?;
    if let Some(path) = svg {
        std::fs::write(path, drawing(&ball)).with_context(|| path.display().to_string())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The facets that face the viewer, lit from the upper left, seen from a little above.
fn drawing(ball: &Halfspaces<3>) -> String {
    const SIZE: f64 = 480.0;
    let towards = Vector([0.35, -0.85, 0.4]).normalized().unwrap_or(Vector([0.0, -1.0, 0.0]));
    let right = towards.cross(Vector([-1.0, 0.0, 0.0])).normalized().unwrap_or(Vector::axis(2));
    let up = right.cross(towards) * -1.0;
    let light = (towards + up * 0.6 - right * 0.5).normalized().unwrap_or(towards);
    let reach = ball.vertices().iter().fold(1.0_f64, |most, v| most.max(v.norm()));
    let scale = 0.46 * SIZE / reach;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIZE} {SIZE}\" \
         width=\"{SIZE}\" height=\"{SIZE}\">\n"
    );
    for id in 0..ball.facets().len() {
        let normal = ball.facets().facet(id).normal;
        if normal.dot(towards) <= 0.0 {
            continue;
        }
        let corners: Vec<String> = ball
            .outline(id)
            .iter()
            .map(|p| {
                let (x, y) = (p.dot(right) * scale, p.dot(up) * scale);
                format!("{:.2},{:.2}", SIZE / 2.0 + x, SIZE / 2.0 - y)
            })
            .collect();
        let bright = 0.15 + 0.75 * (1.0 - normal.dot(light).max(0.0));
        let _ = writeln!(
            svg,
            "<polygon points=\"{}\" fill=\"{BLUE}\" fill-opacity=\"{bright:.3}\" \
             stroke=\"{INK}\" stroke-width=\"0.8\" stroke-linejoin=\"round\"/>",
            corners.join(" ")
        );
    }
    svg.push_str("</svg>\n");
    svg
}
