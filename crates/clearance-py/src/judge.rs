//! The judge of answers.

use std::sync::Arc;

use clearance::{Convex, Flaw, Signed};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer::{PyAnswer, PyDepth, PySigned};
use crate::any::{AnyAnswer, AnyDepth, AnySigned, Room, Space};
use crate::ask::{Arguments, Options, both, shape};
use crate::batch::{Pairs, Placed, Shapes, run};
use crate::error::{self, wrong_type, wrong_value};
use crate::own::Own;
use crate::pose::read;
use crate::spread::together;

/// Checks an answer against the shapes and poses that it is about. Calls no solver; raises
/// ``Flaw``, which says what is wrong, if something is.
///
/// >>> from clearance import Ball, Box, Pose, check, distance
/// >>> answer = distance(Ball(1), None, Box([1, 1, 1]), Pose([5, 0, 0]))
/// >>> check(answer, Ball(1), None, Box([1, 1, 1]), Pose([5, 0, 0]))
/// >>> check(answer, Ball(2), None, Box([1, 1, 1]), Pose([5, 0, 0]))
/// Traceback (most recent call last):
///     ...
/// clearance.Flaw: the slab is narrower than the lower bound by 1e0
///
/// Rows of structured arrays do not say what their points are made of, which is the proof. Ask for
/// objects, and check them in one call:
///
/// >>> import numpy as np
/// >>> poses = np.tile(np.eye(4), (3, 1, 1))
/// >>> poses[:, 0, 3] = [3, 4, 5]
/// >>> answers = distance(Ball(1), None, Box([1, 1, 1]), poses, objects=True)
/// >>> check(answers, Ball(1), None, Box([1, 1, 1]), poses)
#[pyfunction]
#[pyo3(signature = (answer, a, pose_a, b, pose_b, **options))]
pub fn check(
    py: Python<'_>,
    answer: &Bound<'_, PyAny>,
    a: &Bound<'_, PyAny>,
    pose_a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    pose_b: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<()> {
    let arguments = Arguments { a, pose_a, b, pose_b };
    let (a, b) = (shape(a, "a")?, shape(b, "b")?);
    let options = Options::read_plain(options)?;
    let own: Vec<_> = a.own.iter().chain(&b.own).cloned().collect();
    let verdicts = both!(a, b, |x, y| verdicts(py, answer, (x, y), arguments, (&own, &options)));
    let verdicts = verdicts?;
    for (i, verdict) in verdicts.list.into_iter().enumerate() {
        let place = if verdicts.single { String::new() } else { format!("pair {i}: ") };
        match verdict {
            Some(Verdict::Flawed(flaw)) => {
                return Err(error::Flaw::new_err(format!("{place}{flaw}")));
            }
            Some(Verdict::OtherDimension) => {
                let wanted = "one of the shapes' dimension";
                return Err(wrong_value("answer", wanted, "one of the other"));
            }
            Some(Verdict::Right) | None => {}
        }
    }
    Ok(())
}

/// Whether no other pair of points is as close as those of an answer; None where that is not known. Looks at the
/// faces, edges and corners that face each other, and calls no solver.
///
/// >>> from clearance import Ball, Box, Pose, distance, is_unique
/// >>> cube, there = Box([1, 1, 1]), Pose([4, 0.5, 0])
/// >>> is_unique(distance(cube, None, cube, there), cube, None, cube, there)
/// False
/// >>> is_unique(distance(cube, None, Ball(1), there), cube, None, Ball(1), there)
/// True
#[pyfunction]
pub fn is_unique(
    answer: &Bound<'_, PyAny>,
    a: &Bound<'_, PyAny>,
    pose_a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    pose_b: &Bound<'_, PyAny>,
) -> PyResult<Option<bool>> {
    let arguments = Arguments { a, pose_a, b, pose_b };
    let (a, b) = (shape(a, "a")?, shape(b, "b")?);
    let wanted = |_| wrong_type("answer", "an Answer", answer);
    let answer = answer.cast::<PyAnswer>().map_err(wanted)?.get().0;
    let own: Vec<_> = a.own.iter().chain(&b.own).cloned().collect();
    let unique = both!(a, b, |x, y| unique(&answer, (x, y), arguments))?;
    crate::nearest::failure(&own)?;
    Ok(unique)
}

fn unique<const D: usize>(
    answer: &AnyAnswer,
    (a, b): (&dyn Convex<D>, &dyn Convex<D>),
    arguments: Arguments<'_, '_>,
) -> PyResult<Option<bool>>
where
    Space: Room<D>,
{
    let wanted = "one of the shapes' dimension";
    let answer =
        Space::answer(answer).ok_or_else(|| wrong_value("answer", wanted, "one of the other"))?;
    let pose_a = read::<D>(arguments.pose_a, "pose_a")?;
    let pose_b = read::<D>(arguments.pose_b, "pose_b")?;
    for (name, many) in [("pose_a", pose_a.shape()), ("pose_b", pose_b.shape())] {
        if many.is_some() {
            return Err(wrong_value(name, "one pose", "many"));
        }
    }
    let (_, [spread_a, spread_b]) = together([("pose_a", None), ("pose_b", None)])?;
    let pairs = Pairs {
        a: Shapes::One(a),
        pose_a: pose_a.source(spread_a)?,
        b: Shapes::One(b),
        pose_b: pose_b.source(spread_b)?,
    };
    let asked = pairs.with(0, |Placed { a, pose_a, b, pose_b }| {
        Ok(clearance::is_unique(answer, a, pose_a, b, pose_b))
    });
    asked.map_err(|trouble| trouble.raise(0))
}

/// What the judge says about each answer.
fn verdicts<const D: usize>(
    py: Python<'_>,
    answer: &Bound<'_, PyAny>,
    (a, b): (&dyn Convex<D>, &dyn Convex<D>),
    arguments: Arguments<'_, '_>,
    (own, options): (&[Arc<Own>], &Options<'_>),
) -> PyResult<Verdicts>
where
    Space: Room<D>,
{
    let answers = Answers::read(answer)?;
    let pose_a = read::<D>(arguments.pose_a, "pose_a")?;
    let pose_b = read::<D>(arguments.pose_b, "pose_b")?;
    let (of_a, of_b) = (pose_a.shape(), pose_b.shape());
    let (common, [of_answer, spread_a, spread_b]) = together([
        ("answer", answers.shape.as_deref()),
        ("pose_a", of_a.as_deref()),
        ("pose_b", of_b.as_deref()),
    ])?;
    let pairs = Pairs {
        a: Shapes::One(a),
        pose_a: pose_a.source(spread_a)?,
        b: Shapes::One(b),
        pose_b: pose_b.source(spread_b)?,
    };
    let judge = |i: usize| pairs.with(i, |pair| Ok(answers.list[of_answer.at(i)].judge(pair)));
    let Some(common) = common else {
        let verdict = judge(0).map_err(|trouble| trouble.raise(0))?;
        crate::nearest::failure(own)?;
        return Ok(Verdicts { list: vec![Some(verdict)], single: true });
    };
    let mut list = vec![None; common.iter().product()];
    run::<D, _>(py, &options.how(own), (&mut list, 1), |i, _, place| {
        place[0] = Some(judge(i)?);
        Ok(())
    })?;
    Ok(Verdicts { list, single: false })
}

struct Verdicts {
    list: Vec<Option<Verdict>>,
    single: bool,
}

/// An answer of any kind.
enum OneAnswer {
    Distance(AnyAnswer),
    Signed(AnySigned),
    Depth(AnyDepth),
}

#[derive(Clone, Copy)]
enum Verdict {
    Right,
    Flawed(Flaw),
    OtherDimension,
}

/// One answer, or many.
struct Answers {
    list: Vec<OneAnswer>,
    shape: Option<Vec<usize>>,
}

impl Answers {
    fn read(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Some(one) = OneAnswer::read(object) {
            return Ok(Self { list: vec![one], shape: None });
        }
        let wanted = "an Answer, a Signed, a Depth, or a list of them";
        let shape = object.getattr("shape").and_then(|shape| shape.extract::<Vec<usize>>());
        let items = match object.getattr("flat") {
            Ok(flat) => flat.try_iter(),
            Err(_) => object.try_iter(),
        };
        let mut list = Vec::new();
        for item in items.map_err(|_| wrong_type("answer", wanted, object))? {
            let item = item?;
            list.push(OneAnswer::read(&item).ok_or_else(|| wrong_type("answer", wanted, &item))?);
        }
        let shape = shape.unwrap_or_else(|_| vec![list.len()]);
        Ok(Self { list, shape: Some(shape) })
    }
}

impl OneAnswer {
    fn read(object: &Bound<'_, PyAny>) -> Option<Self> {
        if let Ok(answer) = object.cast::<PyAnswer>() {
            return Some(Self::Distance(answer.get().0));
        }
        if let Ok(signed) = object.cast::<PySigned>() {
            return Some(Self::Signed(signed.get().0));
        }
        object.cast::<PyDepth>().ok().map(|depth| Self::Depth(depth.get().0))
    }

    fn judge<const D: usize>(&self, pair: Placed<'_, D>) -> Verdict
    where
        Space: Room<D>,
    {
        let Placed { a, pose_a, b, pose_b } = pair;
        let check = |answer: &clearance::Answer<D>| clearance::check(answer, a, pose_a, b, pose_b);
        let check_depth =
            |depth: &clearance::Depth<D>| clearance::check_depth(depth, a, pose_a, b, pose_b);
        let verdict = match self {
            Self::Distance(answer) => Space::answer(answer).map(check),
            Self::Depth(depth) => Space::depth(depth).map(check_depth),
            Self::Signed(signed) => Space::signed(signed).map(|signed| match signed {
                Signed::Apart(apart) => check(&clearance::Answer::Apart(*apart)),
                Signed::Overlap(depth) => check_depth(depth),
            }),
        };
        match verdict {
            None => Verdict::OtherDimension,
            Some(Ok(())) => Verdict::Right,
            Some(Err(flaw)) => Verdict::Flawed(flaw),
        }
    }
}
