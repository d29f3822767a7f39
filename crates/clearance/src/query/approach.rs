//! How close two moving shapes come, and when.
//!
//! For shapes that translate the distance is a convex function of time, and the slab at one time
//! bounds it from below at all others: a tangent. Two tangents that cross, one falling and one
//! rising, bound the minimum from below, and where they cross is the next time to look.
//!
//! Turning shapes may come close many times. There the time is walked through: at each place the
//! slab says how far one may go without coming closer than the best so far, less the gap.

use super::QueryError;
use super::cast::{Cast, Hit, Moment, Moving};
use super::motion::{Motion, Piece};
use crate::accuracy;
use crate::answer::Answer;
use crate::shape::Convex;
use crate::space::Vector;

/// How close two moving shapes come.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Approach<const D: usize> {
    /// When they are closest; the time of the first contact where they touch.
    pub time: f64,
    /// How close: the same as `upper`; zero where they touch.
    pub distance: f64,
    /// They never come closer than this, up to rounding.
    pub lower: f64,
    /// At `time` they are no further apart than this.
    pub upper: f64,
    /// The closest points of A and B at that time.
    pub points: [Vector<D>; 2],
    /// The unit normal from A to B at that time.
    pub normal: Vector<D>,
}

/// How close two moving shapes come between time 0 and `t_max`, and when.
///
/// ```
/// use clearance::{Motion, Pose, closest_approach, shape::Ball};
/// let ball = Ball::<3>::new(1.0)?;
/// let still = Motion::still(Pose::IDENTITY);
/// let passing = Motion::linear(Pose::at([5.0, 3.0, 0.0]), [-2.0, 0.0, 0.0])?;
/// let approach = closest_approach(&ball, &still, &ball, &passing, 10.0)?;
/// assert!((approach.time - 2.5).abs() < 1e-7);
/// assert!((approach.distance - 1.0).abs() < 1e-10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The work is limited as that of [`first_contact`](crate::first_contact) is: where shapes turn fast, the
/// lower bound may be as low as zero.
pub fn closest_approach<const D: usize>(
    a: &(impl Convex<D> + ?Sized),
    motion_a: &Motion<D>,
    b: &(impl Convex<D> + ?Sized),
    motion_b: &Motion<D>,
    t_max: f64,
) -> Result<Approach<D>, QueryError> {
    Cast::new(t_max).closest_approach(a, motion_a, b, motion_b)
}

/// Shapes that touch come as close as that.
pub(super) fn at_hit<const D: usize>(
    pair: &mut Moving<'_, D>,
    hit: &Hit<D>,
) -> Result<Approach<D>, QueryError> {
    let signed = pair.signed(hit.time);
    let (points, upper) = match signed {
        Ok(signed) => (signed.points(), signed.distance().max(0.0)),
        Err(QueryError::Inseparable) => ([hit.point; 2], 0.0),
        Err(error) => return Err(error),
    };
    let normal = hit.normal;
    Ok(Approach { time: hit.time, distance: upper, lower: 0.0, upper, points, normal })
}

/// The closest approach of shapes that do not touch.
pub(super) fn closest<const D: usize>(pair: &mut Moving<'_, D>) -> Result<Approach<D>, QueryError> {
    let mut best: Option<Approach<D>> = None;
    let mut lower = f64::INFINITY;
    let mut time = 0.0;
    while time < pair.cast.t_max {
        let end = pair.next_start(time);
        let pieces = pair.pieces(time);
        let turning = pieces.iter().any(|piece| piece.spin != Vector::ZERO);
        let (found, bound) = if turning {
            walk(pair, pieces, [time, end], best)?
        } else {
            descend(pair, pieces, [time, end])?
        };
        lower = lower.min(bound);
        if best.is_none_or(|best| found.upper < best.upper) {
            best = Some(found);
        }
        time = end;
    }
    match best {
        Some(best) => Ok(Approach { lower: lower.min(best.upper).max(0.0), ..best }),
        None => Err(QueryError::BadArgument(
            "the end of time must be positive, and within the range of coordinates",
        )),
    }
}

/// A time, the state there, and the slope of its tangent.
struct Tangent<const D: usize> {
    at: Approach<D>,
    slope: f64,
}

fn tangent<const D: usize>(
    pair: &mut Moving<'_, D>,
    pieces: [&Piece<D>; 2],
    time: f64,
) -> Result<Tangent<D>, QueryError> {
    let moment = pair.look(pieces, time)?;
    Ok(tangent_of(&moment, time))
}

/// The same with closer bounds from afar too.
fn close_tangent<const D: usize>(
    pair: &mut Moving<'_, D>,
    pieces: [&Piece<D>; 2],
    time: f64,
) -> Result<Tangent<D>, QueryError> {
    let moment = pair.look_closely(pieces, time)?;
    Ok(tangent_of(&moment, time))
}

fn tangent_of<const D: usize>(moment: &Moment<D>, time: f64) -> Tangent<D> {
    let points = moment.answer.points();
    let (lower, upper) = (moment.answer.lower(), moment.answer.upper());
    let normal = moment.normal;
    if let Answer::Meeting(_) = moment.answer {
        // Closer than rounding can tell.
        let at = Approach { time, distance: 0.0, lower: 0.0, upper: 0.0, points, normal };
        return Tangent { at, slope: 0.0 };
    }
    let at = Approach { time, distance: upper, lower, upper, points, normal };
    Tangent { at, slope: -moment.closing }
}

/// Along one piece of a translation: the best time, and a lower bound.
fn descend<const D: usize>(
    pair: &mut Moving<'_, D>,
    pieces: [&Piece<D>; 2],
    [start, end]: [f64; 2],
) -> Result<(Approach<D>, f64), QueryError> {
    let mut left = close_tangent(pair, pieces, start)?;
    let mut right = close_tangent(pair, pieces, end)?;
    if left.slope >= 0.0 {
        return Ok((left.at, left.at.lower));
    }
    if right.slope <= 0.0 {
        return Ok((right.at, right.at.lower));
    }
    let mut best = if left.at.upper <= right.at.upper { left.at } else { right.at };
    let mut lower = 0.0;
    for step in 0..accuracy::APPROACH_STEPS {
        // Where the two tangents cross.
        let way = right.at.time - left.at.time;
        let rise = right.at.lower - left.at.lower - right.slope * way;
        let passed = rise / (left.slope - right.slope);
        let crossing = left.at.lower + left.slope * passed;
        lower = f64::max(lower, crossing.min(best.lower));
        // Nor can it be known better than what is known at that time.
        if best.upper - lower <= pair.slack() || lower >= best.lower - pair.slack() {
            break;
        }
        // Now and then halfway: a tangent may be nearly parallel to what it touches.
        let share = if step % 3 == 2 { 0.5 } else { (passed / way).clamp(0.0, 1.0) };
        let time = left.at.time + share * way;
        if !(time > left.at.time && time < right.at.time) {
            break;
        }
        let middle = close_tangent(pair, pieces, time)?;
        if middle.at.upper < best.upper {
            best = middle.at;
        }
        if middle.slope == 0.0 {
            return Ok((middle.at, middle.at.lower));
        }
        if middle.slope < 0.0 {
            left = middle;
        } else {
            right = middle;
        }
    }
    Ok((best, lower))
}

/// Along one piece of a motion with rotation: the best time, and a lower bound.
fn walk<const D: usize>(
    pair: &mut Moving<'_, D>,
    pieces: [&Piece<D>; 2],
    [start, end]: [f64; 2],
    best: Option<Approach<D>>,
) -> Result<(Approach<D>, f64), QueryError> {
    let mut best = match best {
        Some(best) => best,
        None => tangent(pair, pieces, start)?.at,
    };
    // A first idea of the minimum saves most of the walk.
    let count = accuracy::APPROACH_SAMPLES;
    for k in 0..=count {
        let time = start + (end - start) * (k as f64 / count as f64);
        let at = tangent(pair, pieces, time)?.at;
        if at.upper < best.upper {
            best = at;
        }
    }
    let width = (end - start) / count as f64;
    best =
        narrow(pair, pieces, [(best.time - width).max(start), (best.time + width).min(end)], best)?;
    let mut gap =
        if pair.cast.gap > 0.0 { pair.cast.gap } else { accuracy::APPROACH_GAP * pair.size };
    let (mut time, mut steps) = (start, 0_usize);
    let walk = pair.most_looks() / accuracy::APPROACH_PARTS;
    // From a gap as wide as the distance on there is nothing to prove.
    while time < end && gap < best.upper {
        let here = tangent(pair, pieces, time)?;
        if here.at.upper < best.upper {
            best = here.at;
        }
        // A walk that takes too long goes on with longer strides, and says so.
        steps += 1;
        if steps.is_multiple_of(walk) {
            gap *= 2.0;
        }
        if here.slope >= 0.0 {
            break;
        }
        let room = here.at.lower - (best.upper - gap);
        let mut next = time + room / -here.slope;
        if next > time && next < end && steps > accuracy::STRIDE_AFTER {
            let ahead = pair.stride(pieces, here.at.normal, room, [time, next, end]);
            next = ahead.unwrap_or(next);
        }
        if !(next > time) {
            gap *= 2.0;
            continue;
        }
        time = next;
    }
    Ok((best, best.upper - gap))
}

/// A golden section search around the best time of all that were tried.
fn narrow<const D: usize>(
    pair: &mut Moving<'_, D>,
    pieces: [&Piece<D>; 2],
    [mut low, mut high]: [f64; 2],
    mut best: Approach<D>,
) -> Result<Approach<D>, QueryError> {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    for _ in 0..accuracy::APPROACH_NARROW {
        let span = high - low;
        let (p, q) = (high - GOLDEN * span, low + GOLDEN * span);
        let (at_p, at_q) = (tangent(pair, pieces, p)?.at, tangent(pair, pieces, q)?.at);
        if at_p.upper < at_q.upper {
            high = q;
        } else {
            low = p;
        }
        for at in [at_p, at_q] {
            if at.upper < best.upper {
                best = at;
            }
        }
    }
    Ok(best)
}
