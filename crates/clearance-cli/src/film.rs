//! Pictures of motions: both shapes at the start and at the end, see-through, and where they touch
//! or come closest.

use anyhow::{Result, bail};
use clearance::{Convex, Pose, Vector, contains};
use clearance_io::{AnyMotion, AnyPair, Coordinates, Motions, Outcome, Pair};

use crate::image::Picture;
use crate::render::{Body, COLOURS, Scene};

/// How much the shapes hide at the start, at the end and at the contact.
const OPACITY: [f64; 3] = [0.25, 0.25, 1.0];

/// The shapes on their way, in a picture so many pixels wide and three quarters of that high.
pub fn draw(
    (pair, motion): (&AnyPair, &AnyMotion),
    outcome: &Outcome,
    width: usize,
) -> Result<Picture> {
    match (pair, motion) {
        (AnyPair::Three(pair), AnyMotion::Three(motions)) => {
            let bodies = stills(pair, motions, outcome);
            let bodies =
                bodies.map(|(shape, pose, colour, opacity)| Body { shape, pose, colour, opacity });
            let (Coordinates::Three(p), Coordinates::Three(q)) = (outcome.point_a, outcome.point_b)
            else {
                bail!("a pair in space has points in space");
            };
            Scene::new(bodies.into(), [Vector(p), Vector(q)]).draw(width)
        }
        (AnyPair::Two(pair), AnyMotion::Two(motions)) => {
            let (Coordinates::Two(p), Coordinates::Two(q)) = (outcome.point_a, outcome.point_b)
            else {
                bail!("a pair of the plane has points in the plane");
            };
            flat(&stills(pair, motions, outcome), [Vector(p), Vector(q)], width)
        }
        _ => bail!("the shapes and their motions have the same dimension"),
    }
}

/// A shape at one time: where, its colour, and how much it hides.
type Still<'a, const D: usize> = (&'a dyn Convex<D>, Pose<D>, [f64; 3], f64);

/// At the start, at the end, and in between.
fn stills<'a, const D: usize>(
    pair: &'a Pair<D>,
    motions: &Motions<D>,
    outcome: &Outcome,
) -> [Still<'a, D>; 6] {
    let contact = outcome.contact.unwrap_or_default();
    let times = [0.0, motions.t_max, contact.time.unwrap_or(0.0)];
    std::array::from_fn(|k| {
        let (time, opacity) = (times[k / 2], OPACITY[k / 2]);
        match k % 2 {
            0 => (&*pair.a as &dyn Convex<D>, motions.a.at(time), COLOURS[0], opacity),
            _ => (&*pair.b as &dyn Convex<D>, motions.b.at(time), COLOURS[1], opacity),
        }
    })
}

/// The plane, seen from above: each pixel is the mean of four points.
fn flat(stills: &[Still<'_, 2>], ends: [Vector<2>; 2], width: usize) -> Result<Picture> {
    let mut seen = [[f64::INFINITY, f64::NEG_INFINITY]; 2];
    for (shape, pose, ..) in stills {
        for (k, range) in seen.iter_mut().enumerate() {
            for (side, axis) in [(0, -Vector::axis(k)), (1, Vector::axis(k))] {
                let local = shape.support(pose.rotation().rotate_back(axis));
                let bounded = shape.view().is_bounded();
                let p = if bounded { pose.transform(local) } else { ends[0] + axis * 2.0 };
                range[side] = if side == 0 { range[0].min(p[k]) } else { range[1].max(p[k]) };
            }
        }
    }
    let height = width * 3 / 4;
    let middle = Vector(seen.map(|[from, to]| 0.5 * (from + to)));
    let [wide, high] = seen.map(|[from, to]| (to - from).max(f64::MIN_POSITIVE));
    let pixel = 1.08 * (wide / width as f64).max(high / height as f64);
    let place = |x: f64, y: f64| {
        let (right, down) = (x - 0.5 * width as f64, y - 0.5 * height as f64);
        middle + Vector([right, -down]) * pixel
    };
    let mut pixels = Vec::with_capacity(width * height);
    for k in 0..width * height {
        let (x, y) = ((k % width) as f64, (k / width) as f64);
        let mut sum = [0.0; 3];
        for corner in 0..4 {
            let (right, down) =
                (0.25 + 0.5 * f64::from(corner % 2), 0.25 + 0.5 * f64::from(corner / 2));
            let colour = seen_at(stills, place(x + right, y + down), (ends, 4.0 * pixel))?;
            for i in 0..3 {
                sum[i] += 0.25 * colour[i];
            }
        }
        pixels.push(sum.map(|share| (255.0 * share.clamp(0.0, 1.0)).round() as u8));
    }
    Ok(Picture { width, height, pixels })
}

/// The colour of a point of the plane; the ends of the shortest way are dots.
fn seen_at(
    stills: &[Still<'_, 2>],
    p: Vector<2>,
    (ends, size): ([Vector<2>; 2], f64),
) -> Result<[f64; 3]> {
    if ends.iter().any(|end| (*end - p).norm() <= size) {
        return Ok(COLOURS[2]);
    }
    let mut seen = [1.0; 3];
    for (shape, pose, colour, opacity) in stills {
        if contains(*shape, pose, p)? {
            for i in 0..3 {
                seen[i] += opacity * (colour[i] - seen[i]);
            }
        }
    }
    Ok(seen)
}
