//! The steps of a solver on a pair of the plane, one picture each: the shapes on the left, the
//! Minkowski difference of their cores on the right.

use clearance::answer::{Detail, Step};
use clearance::{Pose, Trace, Vector};
use clearance_io::Pair;

use crate::draw::{BLUE, GREEN, GREY, INK, NORMAL, ORANGE, PURPLE, Panel, Sheet, Style, TITLE};
use crate::outline::{Outline, Point, core_pose};
use crate::picture::{SHAPE_A, SHAPE_B, seen};
use crate::sentence::{self, Names};

const WIDTH: f64 = 1180.0;
const HEIGHT: f64 = 690.0;
const LEFT: [f64; 4] = [20.0, 88.0, 560.0, 470.0];
const RIGHT: [f64; 4] = [600.0, 88.0, 560.0, 470.0];

const CORE: Style = Style::line(GREY, 1.2).dashed("4 4");
const DIFFERENCE: Style = Style::line(GREY, 1.6).filled("#9fb0bf", 0.22);
const SIMPLEX: Style = Style::line(PURPLE, 3.0).filled(PURPLE, 0.18);

/// One picture a step.
pub fn draw(pair: &Pair<2>, trace: &Trace<2>) -> Vec<String> {
    let scene = Scene::new(pair);
    (0..trace.steps.len()).map(|i| scene.frame(&trace.steps, i)).collect()
}

/// What all pictures have in common.
struct Scene<'a> {
    names: Names<'a, 2>,
    a: Outline,
    b: Outline,
    cores: [Outline; 2],
    difference: Outline,
    /// From A's frame, which the steps are in, to the world.
    to_world: Pose<2>,
}

impl<'a> Scene<'a> {
    fn new(pair: &'a Pair<2>) -> Self {
        let cores =
            [Outline::of_core(&pair.a, &pair.pose_a), Outline::of_core(&pair.b, &pair.pose_b)];
        Self {
            names: Names::new(pair),
            a: Outline::of_shape(&pair.a, &pair.pose_a),
            b: Outline::of_shape(&pair.b, &pair.pose_b),
            difference: cores[0].minus(&cores[1]),
            cores,
            to_world: core_pose(&pair.a.view(), &pair.pose_a),
        }
    }

    fn frame(&self, steps: &[Step<2>], i: usize) -> String {
        let step = &steps[i];
        let mut sheet = Sheet::new(WIDTH, HEIGHT);
        let title = format!("step {} of {}: {}", i + 1, steps.len(), sentence::region(step));
        sheet.text([24.0, 34.0], TITLE, INK, &title);
        sheet.text([24.0, 76.0], NORMAL, GREY, "the shapes");
        sheet.text([604.0, 76.0], NORMAL, GREY, "the Minkowski difference: all a − b");
        sheet.add(self.shapes(step));
        sheet.add(self.differences(step));
        let before = i.checked_sub(1).map(|i| &steps[i]);
        let words = sentence::of(&self.names, step, before);
        for (row, line) in lines(&words, 150).iter().enumerate() {
            sheet.text([24.0, 586.0 + 20.0 * row as f64], NORMAL, INK, line);
        }
        sheet.legend(
            [24.0, HEIGHT - 16.0],
            &[
                (SHAPE_A, "A"),
                (SHAPE_B, "B"),
                (SIMPLEX, "simplex"),
                (Style::line(INK, 2.0).filled(INK, 1.0), "closest points now"),
                (
                    Style::line("none", 0.0).filled(GREEN, 1.0),
                    "search direction and support points",
                ),
            ],
        );
        sheet.finish()
    }

    fn shapes(&self, step: &Step<2>) -> Panel {
        let points = step.points.map(|p| self.to_world.transform(p));
        let mut panel = Panel::showing(LEFT, &seen(&[&self.a, &self.b], &points));
        panel.outline(&self.a, "shape-a", SHAPE_A);
        panel.outline(&self.b, "shape-b", SHAPE_B);
        if self.names.radii > 0.0 {
            for core in &self.cores {
                panel.outline(core, "core", CORE);
            }
        }
        if let Detail::Gjk { simplex, direction, support, .. } = &step.detail {
            let corners = |side: fn(&clearance::answer::TracedVertex<2>) -> Point| -> Vec<Point> {
                simplex.iter().map(|v| self.to_world.transform(side(v))).collect()
            };
            panel.polygon(&corners(|v| v.a), "feature-a", SIMPLEX);
            panel.polygon(&corners(|v| v.b), "feature-b", SIMPLEX);
            if *direction != Vector::ZERO {
                let along = self.to_world.rotation().rotate(*direction);
                let [of_a, of_b] = support.map(|p| self.to_world.transform(p));
                panel.arrow(of_a, along, 42.0, "direction", GREEN);
                panel.arrow(of_b, -along, 42.0, "direction", GREEN);
                panel.ring(of_a, "support-a", GREEN, "");
                panel.ring(of_b, "support-b", GREEN, "");
            }
        }
        panel.segment(points[0], points[1], "witness", Style::line(INK, 2.0).dashed("5 4"));
        panel.dot(points[0], "point-a", BLUE, "");
        panel.dot(points[1], "point-b", ORANGE, "");
        panel
    }

    fn differences(&self, step: &Step<2>) -> Panel {
        let turn = *self.to_world.rotation();
        let closest = turn.rotate(step.points[0] - step.points[1]);
        let shown = seen(&[&self.difference], &[Vector::ZERO, closest]);
        let mut panel = Panel::showing(RIGHT, &shown);
        panel.outline(&self.difference, "difference", DIFFERENCE);
        if let Detail::Gjk { simplex, direction, support, .. } = &step.detail {
            let corners: Vec<Point> = simplex.iter().map(|v| turn.rotate(v.a - v.b)).collect();
            panel.polygon(&corners, "simplex", SIMPLEX);
            for (i, corner) in corners.iter().enumerate() {
                panel.dot(*corner, "vertex", PURPLE, &format!("w{i}"));
            }
            if *direction != Vector::ZERO {
                panel.arrow(closest, turn.rotate(*direction), 60.0, "direction", GREEN);
                panel.ring(turn.rotate(support[0] - support[1]), "support", GREEN, "support");
            }
        }
        panel.segment(Vector::ZERO, closest, "witness", Style::line(INK, 2.0).dashed("5 4"));
        panel.dot(Vector::ZERO, "origin", INK, "origin");
        panel
    }
}

/// Lines of at most so many characters.
fn lines(words: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words.split(' ') {
        let full = lines.last().is_some_and(|line| {
            !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width
        });
        if full {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}
