//! SVG: a sheet of paper with panels, each a window on the plane.

use std::fmt::Write;

use crate::outline::{Outline, Point};
use crate::text;

pub const BLUE: &str = "#2f6db5";
pub const ORANGE: &str = "#d9730d";
pub const GREEN: &str = "#2b8a57";
pub const PURPLE: &str = "#7b3fa0";
pub const INK: &str = "#22303c";
pub const GREY: &str = "#8794a0";

/// How a thing is drawn.
#[derive(Clone, Copy)]
pub struct Style {
    pub stroke: &'static str,
    pub width: f64,
    pub fill: &'static str,
    pub fill_opacity: f64,
    /// As in SVG; empty for a solid line.
    pub dashes: &'static str,
}

impl Style {
    pub const fn line(stroke: &'static str, width: f64) -> Self {
        Self { stroke, width, fill: "none", fill_opacity: 1.0, dashes: "" }
    }

    pub const fn dashed(self, dashes: &'static str) -> Self {
        Self { dashes, ..self }
    }

    pub const fn filled(self, fill: &'static str, fill_opacity: f64) -> Self {
        Self { fill, fill_opacity, ..self }
    }

    fn attributes(&self) -> String {
        let dashes = match self.dashes {
            "" => String::new(),
            dashes => format!(" stroke-dasharray=\"{dashes}\""),
        };
        format!(
            "stroke=\"{}\" stroke-width=\"{}\" fill=\"{}\" fill-opacity=\"{}\"{dashes}",
            self.stroke, self.width, self.fill, self.fill_opacity
        )
    }
}

/// A sheet.
pub struct Sheet {
    width: f64,
    height: f64,
    body: String,
    panels: usize,
}

impl Sheet {
    pub fn new(width: f64, height: f64) -> Self {
        Self { width, height, body: String::new(), panels: 0 }
    }

    /// Text at a place of the sheet.
    pub fn text(&mut self, at: [f64; 2], size: f64, colour: &str, text: &str) {
        let weight = if size >= TITLE { " font-weight=\"600\"" } else { "" };
        let _ = writeln!(
            self.body,
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{size}\" fill=\"{colour}\"{weight}>{}</text>",
            at[0],
            at[1],
            escaped(text)
        );
    }

    /// Signs and what they stand for, in a row.
    pub fn legend(&mut self, at: [f64; 2], entries: &[(Style, &str)]) {
        let [mut x, y] = at;
        for (style, name) in entries {
            let _ = writeln!(
                self.body,
                "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"22\" height=\"11\" rx=\"2\" {}/>",
                y - 10.0,
                style.attributes()
            );
            self.text([x + 29.0, y], SMALL, INK, name);
            x += 29.0 + 6.6 * name.chars().count() as f64 + 22.0;
        }
    }

    /// Puts a panel on the sheet.
    pub fn add(&mut self, panel: Panel) {
        let id = self.panels;
        self.panels += 1;
        let [x, y, width, height] = panel.frame;
        let _ = writeln!(
            self.body,
            "<clipPath id=\"panel{id}\"><rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"6\"/></clipPath>\n\
             <rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"#fbfcfd\" stroke=\"#d5dbe1\"/>\n\
             <g clip-path=\"url(#panel{id})\">\n{}</g>",
            panel.body
        );
    }

    pub fn finish(self) -> String {
        let Self { width, height, body, .. } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"system-ui, 'Segoe UI', Helvetica, Arial, sans-serif\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{body}</svg>\n"
        )
    }
}

pub const TITLE: f64 = 18.0;
pub const NORMAL: f64 = 14.0;
pub const SMALL: f64 = 12.5;

/// A window on the plane, y upwards.
pub struct Panel {
    /// x, y, width and height on the sheet.
    frame: [f64; 4],
    centre: Point,
    scale: f64,
    body: String,
}

impl Panel {
    /// A window that shows all of these points, with a margin.
    pub fn showing(frame: [f64; 4], points: &[Point]) -> Self {
        let [_, _, width, height] = frame;
        let bound = |i: usize, start: f64, pick: fn(f64, f64) -> f64| {
            points.iter().map(|p| p[i]).fold(start, pick)
        };
        let low = [bound(0, f64::INFINITY, f64::min), bound(1, f64::INFINITY, f64::min)];
        let high = [bound(0, f64::NEG_INFINITY, f64::max), bound(1, f64::NEG_INFINITY, f64::max)];
        let fits = points.is_empty();
        let centre = |i: usize| if fits { 0.0 } else { 0.5 * (low[i] + high[i]) };
        let span = |i: usize| if fits { 0.0 } else { high[i] - low[i] };
        const MARGIN: f64 = 0.8;
        let scale = MARGIN * (width / span(0)).min(height / span(1));
        // A single point: any scale shows it.
        let scale = if scale.is_finite() && scale > 0.0 { scale } else { width / 4.0 };
        let centre = clearance::Vector([centre(0), centre(1)]);
        let mut panel = Self { frame, centre, scale, body: String::new() };
        panel.grid();
        panel
    }

    /// The length that the window's diagonal has in the plane.
    pub fn reach(&self) -> f64 {
        (self.frame[2] + self.frame[3]) / self.scale
    }

    fn place(&self, p: Point) -> [f64; 2] {
        let [x, y, width, height] = self.frame;
        [
            x + 0.5 * width + self.scale * (p[0] - self.centre[0]),
            y + 0.5 * height - self.scale * (p[1] - self.centre[1]),
        ]
    }

    fn grid(&mut self) {
        let [x, y, width, height] = self.frame;
        let step = nice(80.0 / self.scale);
        let (half_width, half_height) = (0.5 * width / self.scale, 0.5 * height / self.scale);
        let range = |centre: f64, half: f64| {
            let first = ((centre - half) / step).ceil();
            let count = (2.0 * half / step) as i64 + 1;
            (0..count).map(move |i| (first + i as f64) * step)
        };
        for value in range(self.centre[0], half_width) {
            let at = self.place(clearance::Vector([value, 0.0]))[0];
            let _ = writeln!(
                self.body,
                "<path d=\"M{at:.1} {y}v{height}\" stroke=\"#e9edf1\"/><text x=\"{:.1}\" y=\"{:.1}\" \
                 font-size=\"10.5\" fill=\"{GREY}\">{}</text>",
                at + 3.0,
                y + height - 5.0,
                text::rounded(value, 9)
            );
        }
        for value in range(self.centre[1], half_height) {
            let at = self.place(clearance::Vector([0.0, value]))[1];
            let _ = writeln!(
                self.body,
                "<path d=\"M{x} {at:.1}h{width}\" stroke=\"#e9edf1\"/><text x=\"{:.1}\" y=\"{:.1}\" \
                 font-size=\"10.5\" fill=\"{GREY}\">{}</text>",
                x + 4.0,
                at - 3.0,
                text::rounded(value, 9)
            );
        }
    }

    pub fn outline(&mut self, outline: &Outline, class: &str, style: Style) {
        self.polygon(&outline.corners(2.0 * self.reach()), class, style);
    }

    pub fn polygon(&mut self, points: &[Point], class: &str, style: Style) {
        let Some((first, rest)) = points.split_first() else { return };
        if rest.is_empty() {
            return self.dot(*first, class, style.stroke, "");
        }
        let mut path = String::new();
        for (i, &p) in points.iter().enumerate() {
            let [x, y] = self.place(p);
            let _ = write!(path, "{}{x:.2} {y:.2}", if i == 0 { "M" } else { "L" });
        }
        let _ = writeln!(
            self.body,
            "<path class=\"{class}\" d=\"{path}Z\" stroke-linejoin=\"round\" {}/>",
            style.attributes()
        );
    }

    pub fn segment(&mut self, from: Point, to: Point, class: &str, style: Style) {
        let ([x, y], [u, v]) = (self.place(from), self.place(to));
        let _ = writeln!(
            self.body,
            "<line class=\"{class}\" x1=\"{x:.2}\" y1=\"{y:.2}\" x2=\"{u:.2}\" y2=\"{v:.2}\" stroke-linecap=\"round\" {}/>",
            style.attributes()
        );
    }

    /// An arrow of so many pixels from a point.
    pub fn arrow(
        &mut self,
        from: Point,
        direction: Point,
        pixels: f64,
        class: &str,
        colour: &'static str,
    ) {
        let Some(along) = direction.normalized() else { return };
        let end = from + along * (pixels / self.scale);
        self.segment(from, end, class, Style::line(colour, 2.0));
        let (back, side) = (along * (9.0 / self.scale), along.perpendicular() * (4.0 / self.scale));
        let head = [end + along * (3.0 / self.scale), end - back + side, end - back - side];
        self.polygon(&head, class, Style::line(colour, 1.0).filled(colour, 1.0));
    }

    /// A dot with a label.
    pub fn dot(&mut self, p: Point, class: &str, colour: &str, label: &str) {
        let [x, y] = self.place(p);
        let _ = writeln!(
            self.body,
            "<circle class=\"{class}\" cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"4.5\" fill=\"{colour}\" stroke=\"#ffffff\" stroke-width=\"1.2\"/>"
        );
        if !label.is_empty() {
            self.label(p, [8.0, -8.0], colour, label);
        }
    }

    /// A ring, for points that are looked at rather than kept.
    pub fn ring(&mut self, p: Point, class: &str, colour: &str, label: &str) {
        let [x, y] = self.place(p);
        let _ = writeln!(
            self.body,
            "<circle class=\"{class}\" cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"7.5\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"
        );
        if !label.is_empty() {
            self.label(p, [10.0, 18.0], colour, label);
        }
    }

    /// Text so many pixels from a point, with a halo so that lines do not strike it out.
    pub fn label(&mut self, p: Point, shift: [f64; 2], colour: &str, label: &str) {
        let [x, y] = self.place(p);
        let _ = writeln!(
            self.body,
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"13\" fill=\"{colour}\" stroke=\"#fbfcfd\" \
             stroke-width=\"3.5\" paint-order=\"stroke\">{}</text>",
            x + shift[0],
            y + shift[1],
            escaped(label)
        );
    }
}

/// A round number (1, 2 or 5 times a power of ten) near this one, not smaller.
fn nice(x: f64) -> f64 {
    let power = 10.0_f64.powf(x.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|k| k * power).find(|&step| step >= x).unwrap_or(x)
}

pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
