//! The library in the browser: what the playground page asks, and no more.
//!
//! A [`Playground`] is one pair of shapes in the project's file format. Everything that is asked
//! about it comes back as JSON (answers, steps, motions) or as arrays of numbers (surfaces). The
//! page draws; nothing is computed there that the library could compute.
//!
//! ```
//! use clearance_web::Playground;
//! let mut pair = Playground::new(
//!     r#"{"a": {"type": "ball", "radius": 1}, "b": {"type": "box", "half_extents": [1, 1, 1]},
//!         "pose_b": {"translation": [5, 0, 0]}}"#,
//! )?;
//! assert!(pair.answer("")?.contains("\"distance\":3.0"));
//! pair.place(r#"{"pose_b": {"translation": [4, 0, 0]}}"#)?;
//! assert!(pair.answer("gjk")?.contains("\"distance\":2.0"));
//! # Ok::<(), String>(())
//! ```

mod rays;
mod report;
mod surface;

use std::cell::RefCell;

use clearance::{Method, Pose};
use clearance_io::{AnyMotion, AnyPair, Ask, Query, Question, Value};
use wasm_bindgen::prelude::wasm_bindgen;

pub use surface::Surface;

/// Errors are shown to people: a sentence is all that is needed.
type Result<T> = std::result::Result<T, String>;

/// A pair of shapes that can be asked and moved.
#[wasm_bindgen]
pub struct Playground {
    query: Query,
    /// The text that it was read from.
    source: String,
    /// The cores of both shapes in their own frames, with the detail and reach that they have.
    cores: [RefCell<Kept>; 2],
}

/// An outline, and what it was asked for with.
type Kept = ((u32, u64), Surface);

#[wasm_bindgen]
impl Playground {
    /// The pair of a query in the file format, as JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Result<Playground> {
        let query = Query::from_json(text).map_err(|error| error.to_string())?;
        Ok(Self { query, source: text.to_owned(), cores: Default::default() })
    }

    /// 2 or 3.
    pub fn dimension(&self) -> u32 {
        match &self.query.pair {
            AnyPair::Two(_) => 2,
            AnyPair::Three(_) => 3,
        }
    }

    /// Moves the shapes: `{"pose_a": POSE, "pose_b": POSE}`, each of which may be missing.
    pub fn place(&mut self, poses: &str) -> Result<()> {
        self.query.move_to(poses).map_err(|error| error.to_string())
    }

    /// Where both shapes are: `{"a": {"translation", "matrix"}, "b": …}`.
    pub fn poses(&self) -> String {
        match &self.query.pair {
            AnyPair::Two(pair) => report::poses(&pair.pose_a, &pair.pose_b),
            AnyPair::Three(pair) => report::poses(&pair.pose_a, &pair.pose_b),
        }
    }

    /// The answer by a method (`""` for the best one, `"exact"` for fractions), with the depth of
    /// an overlap and the verdict of the judge.
    pub fn answer(&self, method: &str) -> Result<String> {
        if method == "exact" {
            return self.exactly();
        }
        let method = named(method)?;
        match &self.query.pair {
            AnyPair::Two(pair) => report::answer(&self.query, pair, method),
            AnyPair::Three(pair) => report::answer(&self.query, pair, method),
        }
    }

    /// Every step on the way to the answer.
    pub fn trace(&self, method: &str) -> Result<String> {
        let method = named(method)?;
        match &self.query.pair {
            AnyPair::Two(pair) => report::trace(&self.query, pair, method),
            AnyPair::Three(pair) => report::trace(&self.query, pair, method),
        }
    }

    /// Asks so many times, for the page to time it. Gives the sum of the distances.
    pub fn repeat(&self, method: &str, times: u32) -> Result<f64> {
        if method == "exact" {
            return (0..times).map(|_| self.exactly().map(|text| text.len() as f64)).sum();
        }
        let method = named(method)?;
        let told = |error: clearance_io::FormatError| error.to_string();
        let mut sum = 0.0;
        for _ in 0..times {
            sum += match &self.query.pair {
                AnyPair::Two(pair) => pair.ask(method).map_err(told)?.distance(),
                AnyPair::Three(pair) => pair.ask(method).map_err(told)?.distance(),
            };
        }
        Ok(sum)
    }

    /// First contact and closest approach: `{"contact": RESULT, "approach": RESULT}`.
    pub fn cast(&mut self) -> Result<String> {
        let mut ask = |question| {
            self.query.question = question;
            self.query.answer().map(|outcome| outcome.to_json()).map_err(|error| error.to_string())
        };
        let contact = ask(Question::FirstContact)?;
        let approach = ask(Question::ClosestApproach)?;
        Ok(format!("{{\"contact\":{contact},\"approach\":{approach}}}"))
    }

    /// Moves both shapes to where they are at a time. Without a motion they stay.
    pub fn at(&mut self, time: f64) {
        match (&mut self.query.pair, &self.query.motion) {
            (AnyPair::Two(pair), Some(AnyMotion::Two(motions))) => {
                (pair.pose_a, pair.pose_b) = (motions.a.at(time), motions.b.at(time));
            }
            (AnyPair::Three(pair), Some(AnyMotion::Three(motions))) => {
                (pair.pose_a, pair.pose_b) = (motions.a.at(time), motions.b.at(time));
            }
            _ => {}
        }
    }

    /// The distance at so many times, evenly from zero to the end of the motion.
    pub fn profile(&mut self, count: u32) -> Result<Vec<f64>> {
        let end = match &self.query.motion {
            Some(AnyMotion::Two(motions)) => motions.t_max,
            Some(AnyMotion::Three(motions)) => motions.t_max,
            None => return Ok(Vec::new()),
        };
        let steps = count.max(2) - 1;
        (0..=steps)
            .map(|i| {
                self.at(end * f64::from(i) / f64::from(steps));
                self.repeat("", 1)
            })
            .collect()
    }

    /// The surface of a shape in its own frame: 0 is A, 1 is B. `detail` is the number of rings
    /// that a round one has from pole to pole; what is unbounded ends at `reach`.
    pub fn surface(&self, side: u32, detail: u32, reach: f64) -> Result<Surface> {
        match &self.query.pair {
            AnyPair::Two(pair) => surface::of_shape(&**pick(side, &pair.a, &pair.b), detail, reach),
            AnyPair::Three(pair) => {
                surface::of_shape(&**pick(side, &pair.a, &pair.b), detail, reach)
            }
        }
    }

    /// The core of a shape of the plane, in the world: what is left when its radius is taken away.
    /// Shapes stay what they are, and so their cores are looked at once.
    pub fn core(&self, side: u32, detail: u32, reach: f64) -> Result<Surface> {
        let AnyPair::Two(pair) = &self.query.pair else { return Ok(Surface::default()) };
        let kept = pick(side, &self.cores[0], &self.cores[1]);
        let key = (detail, reach.to_bits());
        if kept.borrow().0 != key {
            let shape = pick(side, &pair.a, &pair.b);
            *kept.borrow_mut() = (key, surface::of_core(&**shape, detail, reach)?);
        }
        Ok(kept.borrow().1.placed(pick(side, &pair.pose_a, &pair.pose_b)))
    }

    /// All differences a − b of the cores of two shapes of the plane, in the world's axes.
    pub fn difference(&self, detail: u32, reach: f64) -> Result<Surface> {
        Ok(surface::difference(&self.core(0, detail, reach)?, &self.core(1, detail, reach)?))
    }

    /// The plane of a facet of A (0) or B (1), in its own frame: normal, then offset. Empty if
    /// there is no such facet.
    pub fn facet(&self, side: u32, facet: u32) -> Vec<f64> {
        let AnyPair::Three(pair) = &self.query.pair else { return Vec::new() };
        let shape = pick(side, &pair.a, &pair.b);
        let view = shape.view();
        let Some((normal, offset)) = view.tangent(facet, shape.support(clearance::Vector::ZERO))
        else {
            return Vec::new();
        };
        let frame = view.frame.copied().unwrap_or(Pose::IDENTITY);
        let turned = frame.rotation().rotate(normal);
        let mut plane = turned.0.to_vec();
        plane.push(offset + turned.dot(frame.translation()));
        plane
    }
}

impl Playground {
    fn exactly(&self) -> Result<String> {
        // The answer without rounding needs the query by value; reading it again is cheap.
        let mut value = Value::from_json(&self.source).map_err(|error| error.to_string())?;
        let Value::Table(fields) = &mut value else { return Err("no query".into()) };
        fields.retain(|(name, _)| matches!(&**name, "a" | "b" | "dim"));
        value.set("exact", Value::Bool(true));
        let mut query = Query::from_value(&value).map_err(|error| error.to_string())?;
        match (&mut query.pair, &self.query.pair) {
            (AnyPair::Two(copy), AnyPair::Two(pair)) => {
                (copy.pose_a, copy.pose_b) = (pair.pose_a, pair.pose_b);
            }
            (AnyPair::Three(copy), AnyPair::Three(pair)) => {
                (copy.pose_a, copy.pose_b) = (pair.pose_a, pair.pose_b);
            }
            _ => {}
        }
        let outcome = query.answer().map_err(|error| error.to_string())?;
        Ok(outcome.to_json())
    }
}

/// A query that stands in a file, as JSON: `kind` is `"json"` or `"toml"`. The output of
/// `clearance explain --json` holds the query that it is about, and is read too.
#[wasm_bindgen]
pub fn read(text: &str, kind: &str) -> Result<String> {
    let read = if kind == "toml" { Value::from_toml(text) } else { Value::from_json(text) };
    let value = read.map_err(|error| error.to_string())?;
    let trace = value.get("steps").is_some();
    let query = value.get("query").filter(|query| trace && matches!(query, Value::Table(_)));
    let text = query.unwrap_or(&value).to_json();
    Playground::new(&text)?;
    Ok(text)
}

/// A polyhedron around the unit ball, as a shape in the file format.
#[wasm_bindgen]
pub fn facet_ball(order: u32) -> Result<String> {
    let ball =
        clearance::shape::Halfspaces::facet_ball(order).map_err(|error| error.to_string())?;
    Ok(report::halfspaces(ball.facets().facets()))
}

/// The methods that can be asked for, by name.
#[wasm_bindgen]
pub fn methods() -> String {
    let names: Vec<&str> = Method::ALL.iter().map(|method| method.name()).collect();
    names.join(" ")
}

fn named(method: &str) -> Result<Option<Method>> {
    match method {
        "" => Ok(None),
        name => Method::named(name).map(Some).ok_or_else(|| format!("no method \"{name}\"")),
    }
}

fn pick<'a, T>(side: u32, a: &'a T, b: &'a T) -> &'a T {
    if side == 0 { a } else { b }
}
