//! Everything that must hold of one case.

use clearance::{
    Answer, Below, Convex, Pose, QueryError, Rotation, Tracker, Vector, check, distance,
    distance_below, intersects, within,
};
use fastrand::Rng;

use super::creatures::{Class, class_and_size};
use super::families::Case;
use crate::workloads::direction;

/// The bounds on the distance between shapes with corners only may differ by this fraction of
/// distance + size of A + size of B.
pub const POLYTOPE_GAP: f64 = 1e-14;
/// The same for other shapes.
pub const CURVED_GAP: f64 = 1e-9;
/// Two answers to the same question may differ by their bounds and this many units of rounding of
/// the largest coordinate.
const SLACK: f64 = 64.0;

/// How thoroughly a case is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// The distance, and `check`.
    Check,
    /// Also every other question, the swapped pair, a tracker, and slabs at random.
    Everything,
}

/// What was seen of a case in which nothing is wrong.
#[derive(Clone, Debug)]
pub struct Seen<const D: usize> {
    /// The answer.
    pub answer: Answer<D>,
    /// The class of the pair: the worse of the two.
    pub class: Class,
    /// The difference between the bounds, as a fraction of distance + sizes.
    pub gap: f64,
}

/// Two shapes, as the questions see them.
struct Bench<'a, const D: usize> {
    a: &'a dyn Convex<D>,
    pose_a: &'a Pose<D>,
    b: &'a dyn Convex<D>,
    pose_b: &'a Pose<D>,
    sizes: f64,
    tolerance: f64,
}

/// Looks at a case; what is wrong with it is told in words.
pub fn judge<const D: usize>(
    case: &Case<D>,
    depth: Depth,
    rng: &mut Rng,
) -> Result<Seen<D>, String> {
    let (a, b): (&dyn Convex<D>, &dyn Convex<D>) = (&*case.a, &*case.b);
    let (pose_a, pose_b) = (&case.pose_a, &case.pose_b);
    let answer = asked("distance", distance(a, pose_a, b, pose_b))?;
    check(&answer, a, pose_a, b, pose_b).map_err(|flaw| format!("check: {flaw}"))?;

    let ((class_a, size_a), (class_b, size_b)) = (class_and_size(a), class_and_size(b));
    let class = worse(class_a, class_b);
    let sizes = size_a + size_b;
    let gap =
        (answer.upper() - answer.lower()) / (answer.distance() + sizes).max(f64::MIN_POSITIVE);
    let mut largest = sizes + answer.distance();
    for point in [pose_a.translation(), pose_b.translation()].into_iter().chain(answer.points()) {
        largest = largest.max(point.max_abs());
    }
    let tolerance = SLACK * f64::EPSILON * largest;
    let limit = match class {
        Class::Polytope => POLYTOPE_GAP,
        // Unbounded shapes can come closest far away from both: their size is no measure.
        Class::Unbounded => CURVED_GAP.max(tolerance / sizes.max(f64::MIN_POSITIVE)),
        Class::Rounded | Class::Curved => CURVED_GAP,
    };
    if gap > limit || gap.is_nan() {
        let effort = answer.effort();
        return Err(format!(
            "gap: {gap:e} of distance + sizes, lower {:e}, upper {:e}, {effort:?}",
            answer.lower(),
            answer.upper()
        ));
    }
    if depth == Depth::Everything {
        let bench = Bench { a, pose_a, b, pose_b, sizes, tolerance };
        bench.swapped(&answer)?;
        bench.tracked(&answer, rng)?;
        bench.thresholds(&answer)?;
        bench.slabs(&answer, class, rng)?;
    }
    Ok(Seen { answer, class, gap })
}

fn asked<T>(question: &str, answer: Result<T, QueryError>) -> Result<T, String> {
    answer.map_err(|error| format!("{question} refused: {error}"))
}

fn worse(a: Class, b: Class) -> Class {
    match (a, b) {
        (Class::Unbounded, _) | (_, Class::Unbounded) => Class::Unbounded,
        (Class::Curved, _) | (_, Class::Curved) => Class::Curved,
        (Class::Rounded, _) | (_, Class::Rounded) => Class::Rounded,
        _ => Class::Polytope,
    }
}

impl<const D: usize> Bench<'_, D> {
    /// Two answers must allow the same distances.
    fn agree(&self, what: &str, one: &Answer<D>, other: &Answer<D>) -> Result<(), String> {
        let low = one.lower().max(other.lower());
        let high = one.upper().min(other.upper());
        if low <= high + self.tolerance {
            return Ok(());
        }
        let bounds = |answer: &Answer<D>| format!("[{:e}, {:e}]", answer.lower(), answer.upper());
        Err(format!("{what}: {} against {}", bounds(one), bounds(other)))
    }

    fn swapped(&self, answer: &Answer<D>) -> Result<(), String> {
        let Self { a, pose_a, b, pose_b, .. } = *self;
        let swapped = asked("swapped distance", distance(b, pose_b, a, pose_a))?;
        check(&swapped, b, pose_b, a, pose_a).map_err(|flaw| format!("swapped check: {flaw}"))?;
        self.agree("swapped", answer, &swapped)
    }

    /// A tracker that has seen a similar pose, and one that has seen a very different one.
    fn tracked(&self, answer: &Answer<D>, rng: &mut Rng) -> Result<(), String> {
        let Self { a, pose_a, b, pose_b, sizes, .. } = *self;
        for jump in [0.01, 3.0] {
            let before = pose_b.translation() + direction::<D>(rng) * (jump * sizes);
            let before = Pose::new(*pose_b.rotation(), before).unwrap_or_default();
            let mut tracker = Tracker::new();
            asked("tracker", tracker.distance(a, pose_a, b, &before))?;
            let warm = asked("tracker", tracker.distance(a, pose_a, b, pose_b))?;
            check(&warm, a, pose_a, b, pose_b)
                .map_err(|flaw| format!("tracker check after a jump of {jump} sizes: {flaw}"))?;
            self.agree("tracker", answer, &warm)?;
            let tail = warm.upper() - warm.lower() - (answer.upper() - answer.lower());
            if tail > CURVED_GAP * (sizes + answer.distance()) + self.tolerance {
                return Err(format!("tracker: bounds wider by {tail:e} than a cold query's"));
            }
        }
        Ok(())
    }

    /// The questions with a limit, asked well on either side of the distance.
    fn thresholds(&self, answer: &Answer<D>) -> Result<(), String> {
        let Self { a, pose_a, b, pose_b, sizes, tolerance } = *self;
        let meets = asked("intersects", intersects(a, pose_a, b, pose_b))?;
        // A disagreement is forgiven only where the pair is apart by no more than rounding, or
        // where a curved pair's bounds reach down to zero and so claim nothing.
        let open = answer.lower() == 0.0 && answer.distance() <= CURVED_GAP * sizes;
        let close = !answer.intersects() && (open || answer.distance() <= tolerance);
        if meets != answer.intersects() && !close {
            return Err(format!("intersects says {meets} at distance {:e}", answer.distance()));
        }
        let margin = 1.1 * answer.upper() + 1e-6 * sizes + tolerance;
        if !asked("within", within(a, pose_a, b, pose_b, margin))? {
            return Err(format!("within({margin:e}) is false at distance {:e}", answer.distance()));
        }
        match asked("distance_below", distance_below(a, pose_a, b, pose_b, margin))? {
            Below::Within(found) => self.agree("distance_below", answer, &found)?,
            Below::Beyond(_) => {
                let distance = answer.distance();
                return Err(format!("distance_below({margin:e}) is beyond at {distance:e}"));
            }
        }
        let margin = 0.9 * answer.lower() - 1e-6 * sizes - tolerance;
        if margin <= 0.0 {
            return Ok(());
        }
        if asked("within", within(a, pose_a, b, pose_b, margin))? {
            return Err(format!("within({margin:e}) is true at distance {:e}", answer.distance()));
        }
        match asked("distance_below", distance_below(a, pose_a, b, pose_b, margin))? {
            Below::Within(_) => {
                let distance = answer.distance();
                Err(format!("distance_below({margin:e}) is within at {distance:e}"))
            }
            Below::Beyond(found) => {
                check(&found, a, pose_a, b, pose_b)
                    .map_err(|flaw| format!("distance_below check: {flaw}"))?;
                if found.lower() < margin {
                    return Err(format!(
                        "distance_below({margin:e}) proves only {:e}",
                        found.lower()
                    ));
                }
                self.agree("distance_below", answer, &found)
            }
        }
    }

    /// No slab along any direction is wider than the distance.
    fn slabs(&self, answer: &Answer<D>, class: Class, rng: &mut Rng) -> Result<(), String> {
        if class == Class::Unbounded {
            return Ok(());
        }
        let between = self.pose_b.translation() - self.pose_a.translation();
        let centres = between.normalized().unwrap_or(Vector::axis(0));
        let axes = (0..D).flat_map(|i| [Vector::axis(i), -Vector::axis(i)]);
        let random: Vec<Vector<D>> = (0..200).map(|_| direction(rng)).collect();
        for n in axes.chain([centres]).chain(random) {
            let furthest = |shape: &dyn Convex<D>, turn: &Rotation<D>, n: Vector<D>| {
                let local = turn.rotate_back(n);
                shape.support(local).dot(local)
            };
            let width = between.dot(n)
                - furthest(self.a, self.pose_a.rotation(), n)
                - furthest(self.b, self.pose_b.rotation(), -n);
            if width > answer.upper() + self.tolerance {
                let upper = answer.upper();
                return Err(format!("a slab of {width:e} along {n:?}, but upper is {upper:e}"));
            }
        }
        Ok(())
    }
}
