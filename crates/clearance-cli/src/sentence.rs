//! A step of a solver in plain English.

use clearance::answer::{Detail, Region, Step, TracedVertex};
use clearance::shape::Core;
use clearance::{Method, Pose, Vector};
use clearance_io::Pair;

use crate::text;

/// Significant digits in sentences.
const DIGITS: usize = 7;

/// Who can name the points of a trace: the cores of both shapes, with B's frame as seen from A's.
pub struct Names<'a, const D: usize> {
    a: Core<'a, D>,
    b: Core<'a, D>,
    b_in_a: Pose<D>,
    /// What was set aside of both shapes.
    pub radii: f64,
}

impl<'a, const D: usize> Names<'a, D> {
    pub fn new(pair: &'a Pair<D>) -> Self {
        let (a, b) = (pair.a.view(), pair.b.view());
        let placed = |frame: Option<&Pose<D>>, pose: &Pose<D>| {
            frame.map_or(*pose, |frame| pose.compose(frame))
        };
        let (pose_a, pose_b) = (placed(a.frame, &pair.pose_a), placed(b.frame, &pair.pose_b));
        Self { a: a.core, b: b.core, b_in_a: pose_a.to_local(&pose_b), radii: a.radius + b.radius }
    }

    /// `A3 (1, 2)`, or only the point if it is not a vertex of A.
    fn of_a(&self, p: Vector<D>) -> String {
        named("A", &self.a, p, p)
    }

    fn of_b(&self, p: Vector<D>) -> String {
        named("B", &self.b, self.b_in_a.transform_back(p), p)
    }
}

fn named<const D: usize>(side: &str, core: &Core<'_, D>, local: Vector<D>, p: Vector<D>) -> String {
    // Coordinates went through one change of frame at most.
    let near = 1e-9 * (1.0 + local.max_abs());
    let vertices = (0..).map_while(|id| core.vertex(id));
    match vertices.into_iter().position(|vertex| (vertex - local).norm() <= near) {
        Some(id) => format!("{side}{id} {}", text::point(p, DIGITS)),
        None => format!("{side} {}", text::point(p, DIGITS)),
    }
}

/// The name of the region, for the head of the step.
pub fn region<const D: usize>(step: &Step<D>) -> &'static str {
    match &step.detail {
        Detail::Gjk { region, .. } => region.name(),
        _ => step.method.name(),
    }
}

/// The vertices of the simplex, one a line.
pub fn simplex<const D: usize>(names: &Names<'_, D>, step: &Step<D>) -> Vec<String> {
    let Detail::Gjk { simplex, .. } = &step.detail else { return Vec::new() };
    let line = |(i, vertex): (usize, &TracedVertex<D>)| {
        format!(
            "w{i} = {} − {} = {}, weight {}",
            names.of_a(vertex.a),
            names.of_b(vertex.b),
            text::point(vertex.a - vertex.b, DIGITS),
            text::rounded(vertex.weight, DIGITS)
        )
    };
    simplex.iter().enumerate().map(line).collect()
}

/// A step of a method that has no simplex: where its points are, what holds or leads them, and what is
/// proved by then.
fn without_simplex<const D: usize>(names: &Names<'_, D>, step: &Step<D>) -> String {
    let how = match (&step.detail, step.method) {
        (Detail::ActiveSet { facets: [a, b] }, _) => {
            format!("A's point is held by {}, B's by {}:", held(a), held(b))
        }
        (Detail::Newton { direction }, _) => {
            let along = text::point(*direction, 5);
            format!("Newton's method looks along {along}. The furthest points lead to")
        }
        (Detail::Interior { .. }, _) => "The interior point method is at".into(),
        (_, Method::Formula) => "A formula gives the closest points at once:".into(),
        (_, Method::Conjugate) => {
            "Conjugate gradients over the parameters of both lead to the closest points".into()
        }
        (_, Method::Lemke) => {
            "As a program, solved by Lemke's method, the closest points are".into()
        }
        (_, method) => format!("The method {} is at", method.name()),
    };
    let mut words = format!(
        "{how} {} and {}, {} apart.",
        names.of_a(step.points[0]),
        names.of_b(step.points[1]),
        text::rounded(step.upper, DIGITS)
    );
    // A formula is not on its way anywhere, and the active set knows no bound before its last step.
    if step.method != Method::Formula && step.lower >= 0.0 {
        words.push_str(&format!(
            " By now the distance is known to be at least {}.",
            text::rounded(step.lower, DIGITS)
        ));
    }
    words
}

/// A working set in words.
fn held(facets: &[u32]) -> String {
    let numbers: Vec<String> = facets.iter().map(u32::to_string).collect();
    match numbers.as_slice() {
        [] => "nothing".into(),
        [one] => format!("its facet {one}"),
        [all @ .., last] => format!("its facets {} and {last}", all.join(", ")),
    }
}

/// What happens in the step; `before` is the step before it.
pub fn of<const D: usize>(
    names: &Names<'_, D>,
    step: &Step<D>,
    before: Option<&Step<D>>,
) -> String {
    let Detail::Gjk { simplex, region, direction, support, careful } = &step.detail else {
        return without_simplex(names, step);
    };
    let mut words = String::new();
    if *careful {
        words.push_str("In twice the precision: ");
    }
    if *region == Region::Inside || *direction == Vector::ZERO {
        words.push_str(
            "the origin belongs to the simplex: a point of A and a point of B are the same, so the shapes meet.",
        );
        return capital(&words);
    }
    let feature = match (region, simplex.len()) {
        (Region::Vertex, _) => "the vertex w0",
        (Region::Edge, _) => "the edge w0 w1",
        (Region::Face, _) => "the face w0 w1 w2",
        (Region::Inside, _) => "the simplex",
    };
    words.push_str(&format!(
        "the origin is closest to {feature}, at a distance of {}",
        text::rounded(step.upper, DIGITS)
    ));
    if let Some(before) = before.filter(|before| before.upper > step.upper) {
        let closer = text::rounded(before.upper - step.upper, 4);
        words.push_str(&format!(" (closer by {closer})"));
    }
    let along = direction.normalized().unwrap_or(*direction);
    words.push_str(&format!(
        ". Towards the origin, along {}, the furthest points are {} and, the other way, {}. ",
        text::point(along, 5),
        names.of_a(support[0]),
        names.of_b(support[1])
    ));
    words.push_str(&bounds(step));
    capital(&words)
}

/// What the support points prove.
fn bounds<const D: usize>(step: &Step<D>) -> String {
    let (lower, upper) = (text::rounded(step.lower, DIGITS), text::rounded(step.upper, DIGITS));
    if !step.lower.is_finite() {
        return format!("The distance is at most {upper}.");
    }
    if step.upper - step.lower <= 1e-9 * step.upper {
        return format!("Nothing lies beyond: the distance is {upper}, from below and from above.");
    }
    if step.lower <= 0.0 {
        return format!("The distance is at most {upper}, and nothing yet keeps the shapes apart.");
    }
    format!("The distance is between {lower} and {upper}.")
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
