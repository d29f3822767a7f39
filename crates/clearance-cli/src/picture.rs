//! A pair of the plane and its answer, as one picture.

use clearance::Answer;
use clearance_io::Pair;

use crate::distance::judge;
use crate::draw::{BLUE, GREEN, GREY, INK, NORMAL, ORANGE, PURPLE, Panel, Sheet, Style, TITLE};
use crate::outline::{Outline, Point};
use crate::text;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 700.0;

pub const SHAPE_A: Style = Style::line(BLUE, 2.0).filled(BLUE, 0.16);
pub const SHAPE_B: Style = Style::line(ORANGE, 2.0).filled(ORANGE, 0.16);
const SLAB: Style = Style::line("none", 0.0).filled(GREEN, 0.10);
const SLAB_EDGE: Style = Style::line(GREEN, 1.4).dashed("7 5");
const WITNESS: Style = Style::line(INK, 2.2);

/// The shapes, the closest points, the slab that separates them, and the bounds.
pub fn draw(pair: &Pair<2>, answer: &Answer<2>) -> String {
    let a = Outline::of_shape(&pair.a, &pair.pose_a);
    let b = Outline::of_shape(&pair.b, &pair.pose_b);
    let mut sheet = Sheet::new(WIDTH, HEIGHT);
    let title = if answer.intersects() {
        "the shapes meet: distance 0".to_owned()
    } else {
        format!("distance {}", text::number(answer.distance()))
    };
    sheet.text([24.0, 34.0], TITLE, INK, &title);
    let bounds = format!(
        "between {} and {}   ·   {}   ·   {}",
        text::number(answer.lower()),
        text::number(answer.upper()),
        text::effort(answer.effort()),
        text::verdict(judge(pair, answer)),
    );
    sheet.text([24.0, 58.0], NORMAL, GREY, &bounds);
    let mut panel = Panel::showing(
        [24.0, 74.0, WIDTH - 48.0, HEIGHT - 74.0 - 52.0],
        &seen(&[&a, &b], &answer.points()),
    );
    if let Answer::Apart(apart) = answer {
        // The slab lies between the supporting lines; the lower bound is its width.
        let across = apart.normal.perpendicular() * (2.0 * panel.reach());
        let start = apart.point_b - apart.normal * apart.lower;
        let (near, far) = (start, apart.point_b);
        panel.polygon(&[near - across, near + across, far + across, far - across], "slab", SLAB);
        panel.segment(near - across, near + across, "slab-edge", SLAB_EDGE);
        panel.segment(far - across, far + across, "slab-edge", SLAB_EDGE);
    }
    panel.outline(&a, "shape-a", SHAPE_A);
    panel.outline(&b, "shape-b", SHAPE_B);
    let [point_a, point_b] = answer.points();
    if let Some(normal) = answer.normal() {
        panel.segment(point_a, point_b, "witness", WITNESS);
        panel.arrow(point_a, normal, 34.0, "normal", PURPLE);
        panel.dot(point_b, "point-b", ORANGE, &text::point(point_b, 6));
        panel.dot(point_a, "point-a", BLUE, "");
        // Below, out of the arrow's way.
        panel.label(point_a, [8.0, 20.0], BLUE, &text::point(point_a, 6));
    } else {
        panel.dot(point_a, "common-point", GREEN, &text::point(point_a, 6));
    }
    sheet.add(panel);
    let mut legend = vec![(SHAPE_A, "A"), (SHAPE_B, "B")];
    if answer.intersects() {
        legend.push((Style::line("none", 0.0).filled(GREEN, 1.0), "common point"));
    } else {
        legend.push((WITNESS.filled(INK, 1.0), "closest points"));
        legend.push((
            Style::line(GREEN, 1.4).dashed("4 3").filled(GREEN, 0.10),
            "separating slab: its width is the lower bound",
        ));
        legend.push((Style::line("none", 0.0).filled(PURPLE, 1.0), "normal, from A to B"));
    }
    sheet.legend([28.0, HEIGHT - 22.0], &legend);
    sheet.finish()
}

/// The points that a picture of these outlines should show: all of what is bounded, and these.
pub fn seen(outlines: &[&Outline], points: &[Point]) -> Vec<Point> {
    let mut seen = points.to_vec();
    for outline in outlines.iter().filter(|outline| outline.is_bounded()) {
        seen.extend(outline.base());
    }
    if outlines.iter().all(|outline| !outline.is_bounded()) {
        // Nothing has a size: show some of the surroundings.
        let spread = 1.0 + points.iter().map(|p| (*p - points[0]).norm()).fold(0.0, f64::max);
        for &p in points {
            seen.push(p + clearance::Vector([spread, spread]));
            seen.push(p - clearance::Vector([spread, spread]));
        }
    }
    seen
}
