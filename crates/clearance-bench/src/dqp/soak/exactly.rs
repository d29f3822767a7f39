//! The distance between half-spaces without rounding.
//!
//! A few facets are enough to carry it: those that the answer names, and all that come near its
//! points. The closest points of what these bound are computed in fractions; if they lie inside of
//! all other facets too, in fractions, they are the closest points of the polyhedra. If one does
//! not, it joins the few, and so on.

use clearance::exact::{Field, Linear, Rational};
use clearance::shape::{Facet, Halfspaces};
use clearance::{Answer, Pose, Vector};

/// Facets that an answer's points come this close to are among the few from the start.
const NEAR: f64 = 1e-9;

/// The exact distance of `a` where it is and `b` in its pose, given an answer about them.
pub fn distance(
    a: &Halfspaces<3>,
    b: &Halfspaces<3>,
    pose: &Pose<3>,
    answer: &Answer<3>,
) -> Result<f64, String> {
    let points = answer.points();
    let mut few_a = near(a, points[0]);
    let mut few_b = near(b, pose.transform_back(points[1]));
    loop {
        let piece_a = piece(a, &few_a)?;
        let turn = pose.rotation().matrix().0.map(|row| row.0.map(number));
        let piece_b = piece(b, &few_b)?.moved(&turn, &pose.translation().0.map(number));
        let nearest = piece_a.closest(&piece_b).ok_or("no exact answer")?;
        // The parameters of half-spaces are coordinates in their own frame.
        let out_a = outside(a, &nearest.parameters_a);
        let out_b = outside(b, &nearest.parameters_b);
        if out_a.is_none() && out_b.is_none() {
            return Ok(nearest.distance());
        }
        few_a.extend(out_a);
        few_b.extend(out_b);
    }
}

fn number(x: f64) -> Rational {
    Rational::from_f64(x).unwrap_or_else(|| Rational::from(0))
}

fn near(shape: &Halfspaces<3>, point: Vector<3>) -> Vec<usize> {
    let facets = shape.facets().facets().iter().enumerate();
    facets.filter(|(_, facet)| facet.slack(point) <= NEAR).map(|(i, _)| i).collect()
}

fn piece(shape: &Halfspaces<3>, few: &[usize]) -> Result<Linear<3>, String> {
    let side = |&i: &usize| {
        let facet: &Facet<3> = &shape.facets().facets()[i];
        (facet.normal.0.map(number), number(facet.offset))
    };
    Ok(Linear::half_spaces(few.iter().map(side)))
}

/// The facet that a point is furthest beyond, if there is one.
fn outside(shape: &Halfspaces<3>, x: &[Rational]) -> Option<usize> {
    let mut worst: Option<(usize, Rational)> = None;
    for (i, facet) in shape.facets().facets().iter().enumerate() {
        let mut beyond = -number(facet.offset);
        for (n, x) in facet.normal.0.iter().zip(x) {
            beyond = beyond + number(*n) * x.clone();
        }
        let more = worst.as_ref().map_or(beyond > Rational::from(0), |(_, most)| beyond > *most);
        if more {
            worst = Some((i, beyond));
        }
    }
    worst.map(|(i, _)| i)
}
