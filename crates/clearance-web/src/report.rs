//! Answers, steps and poses as JSON.

use clearance::{Answer, Depth, Method, Pose, Vector, Workspace};
use clearance_io::{Ask, Coordinates, Outcome, Pair, Query, StepRecord};
use serde::Serialize;

use crate::Result;

/// The answer, and what else the page shows beside it.
#[derive(Serialize)]
struct Answered {
    #[serde(flatten)]
    outcome: Outcome,
    /// Why the method stopped.
    stop: &'static str,
    /// What the judge has to say: null if nothing.
    flaw: Option<String>,
    /// How deep an overlap is; null where there is none, or nobody knows.
    overlap: Option<Overlap>,
}

#[derive(Serialize)]
struct Overlap {
    depth: f64,
    lower: f64,
    upper: f64,
    normal: Coordinates,
    point_a: Coordinates,
    point_b: Coordinates,
    global: bool,
}

impl<const D: usize> From<&Depth<D>> for Overlap {
    fn from(depth: &Depth<D>) -> Self {
        Self {
            depth: depth.depth,
            lower: depth.lower,
            upper: depth.upper,
            normal: depth.normal.into(),
            point_a: depth.point_a.into(),
            point_b: depth.point_b.into(),
            global: depth.global,
        }
    }
}

pub(crate) fn answer<const D: usize>(
    query: &Query,
    pair: &Pair<D>,
    method: Option<Method>,
) -> Result<String>
where
    Pair<D>: Ask<D>,
{
    let answer = pair.ask(method).map_err(|error| error.to_string())?;
    let overlap = if answer.intersects() { overlap(pair) } else { None };
    json(&Answered {
        outcome: query.outcome(&answer),
        stop: stop(&answer),
        flaw: pair.check(&answer).err().map(|flaw| flaw.to_string()),
        overlap,
    })
}

fn overlap<const D: usize>(pair: &Pair<D>) -> Option<Overlap> {
    let Pair { a, pose_a, b, pose_b } = pair;
    let signed = Workspace::new().signed_distance(&**a, pose_a, &**b, pose_b).ok()?;
    signed.depth().map(Overlap::from)
}

fn stop<const D: usize>(answer: &Answer<D>) -> &'static str {
    use clearance::Stop;
    match answer.effort().stop {
        Stop::Converged => "the bounds agree",
        Stop::Contained => "a common point was found",
        Stop::Stalled => "rounding allows no progress",
        Stop::Settled => "the question was settled",
        Stop::Cap => "the cap on iterations",
        _ => "for another reason",
    }
}

/// The steps of a solver, with what is needed to draw them.
#[derive(Serialize)]
struct Traced {
    steps: Vec<StepRecord>,
    /// Where the frame of the steps lies in the world.
    frame: Place,
    /// What was set aside of both shapes.
    radii: [f64; 2],
    result: Outcome,
}

pub(crate) fn trace<const D: usize>(
    query: &Query,
    pair: &Pair<D>,
    method: Option<Method>,
) -> Result<String>
where
    Pair<D>: Ask<D>,
{
    let trace = pair.trace(method).map_err(|error| error.to_string())?;
    let (a, b) = (pair.a.view(), pair.b.view());
    json(&Traced {
        steps: trace.steps.iter().map(StepRecord::from).collect(),
        frame: Place::of(&a.frame.map_or(pair.pose_a, |frame| pair.pose_a.compose(frame))),
        radii: [a.radius, b.radius],
        result: query.outcome(&trace.answer),
    })
}

#[derive(Serialize)]
struct Place {
    translation: Coordinates,
    /// By rows.
    matrix: Vec<Coordinates>,
}

impl Place {
    fn of<const D: usize>(pose: &Pose<D>) -> Self {
        let columns: Vec<Vector<D>> =
            (0..D).map(|i| pose.rotation().rotate(Vector::axis(i))).collect();
        let row = |i: usize| Vector::<D>::from_fn(|j| columns[j][i]).into();
        Self { translation: pose.translation().into(), matrix: (0..D).map(row).collect() }
    }
}

pub(crate) fn poses<const D: usize>(a: &Pose<D>, b: &Pose<D>) -> String {
    #[derive(Serialize)]
    struct Both {
        a: Place,
        b: Place,
    }
    json(&Both { a: Place::of(a), b: Place::of(b) }).unwrap_or_default()
}

/// Half-spaces as a shape in the file format.
pub(crate) fn halfspaces(facets: &[clearance::shape::Facet<3>]) -> String {
    #[derive(Serialize)]
    struct Shape {
        r#type: &'static str,
        normals: Vec<[f64; 3]>,
        offsets: Vec<f64>,
    }
    let shape = Shape {
        r#type: "halfspaces",
        normals: facets.iter().map(|facet| facet.normal.0).collect(),
        offsets: facets.iter().map(|facet| facet.offset).collect(),
    };
    json(&shape).unwrap_or_default()
}

fn json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}
