//! Depths of any shapes beside a search over directions, and beside branch and bound over them,
//! which proves what it finds.

use clearance::{Convex, Depth, Pose, Signed, Vector, Workspace, check_depth};
use fastrand::Rng;

use super::{Tally, sound, zoo};
use crate::soak::creatures::Boxed;
use crate::workloads::{between, direction, rotation};

/// Depths must agree to this, of a size of about 1.
const ALLOWED: f64 = 1e-8;

/// A pair that overlaps, where it is, and what we say about it.
struct Case {
    names: [&'static str; 2],
    shapes: [Boxed<3>; 2],
    poses: [Pose<3>; 2],
    found: Depth<3>,
}

impl Case {
    /// `None` if the pair is apart.
    fn draw(rng: &mut Rng, workspace: &mut Workspace<3>) -> Option<Self> {
        // Some of them right in the middle of each other.
        let near = [0.0, 0.2, 0.5, 1.0][rng.usize(..4)];
        Self::draw_near(rng, workspace, near)
    }

    /// The same with one origin no further than this from the other.
    fn draw_near(rng: &mut Rng, workspace: &mut Workspace<3>, near: f64) -> Option<Self> {
        let (names, shapes) = zoo::pair(rng, zoo::is_bounded);
        let pose_b =
            sound(Pose::new(rotation(rng), direction::<3>(rng) * near * between(rng, 0.0, 1.0)));
        let poses = [Pose::rotated(rotation(rng)), pose_b];
        let signed = workspace.signed_distance(&shapes[0], &poses[0], &shapes[1], &poses[1]);
        match signed {
            Ok(Signed::Overlap(found)) => Some(Self { names, shapes, poses, found }),
            Ok(Signed::Apart(_)) => None,
            Err(error) => unreachable!("{shapes:?}: {error}"),
        }
    }

    /// The point of the difference that lies furthest along a unit vector.
    fn furthest(&self, n: Vector<3>) -> Vector<3> {
        let reach = |k: usize, n: Vector<3>| {
            let view = self.shapes[k].view();
            let core = view.frame.map_or(self.poses[k], |frame| self.poses[k].compose(frame));
            core.transform(view.core.support(core.rotation().rotate_back(n))) + n * view.radius
        };
        reach(0, n) - reach(1, -n)
    }

    fn overlap(&self, n: Vector<3>) -> f64 {
        n.dot(self.furthest(n))
    }

    /// By how much the depth is wrong, given one that some direction has.
    fn error(&self, wanted: f64) -> f64 {
        let [a, b] = &self.shapes;
        match check_depth(&self.found, a, &self.poses[0], b, &self.poses[1]) {
            // What was searched is an upper bound: ours may be better, but not its lower bound.
            Ok(()) if self.found.global => (self.found.depth - wanted).max(0.0),
            // Bounds that did not close are said to be apart, and must hold.
            Ok(()) => (self.found.lower - wanted).max(0.0),
            Err(_) => 1.0,
        }
    }

    fn width(&self) -> f64 {
        self.found.upper - self.found.lower
    }

    /// Notes bounds that did not close.
    fn count(&self, tally: &mut Tally) {
        if !self.found.global {
            let width = self.width();
            tally.add_local(self.names, || format!("{width:e} apart: {self:?}"));
        }
    }

    fn story(&self, wanted: f64) -> String {
        let [a, b] = &self.shapes;
        let checked = check_depth(&self.found, a, &self.poses[0], b, &self.poses[1]);
        format!("any shapes: {checked:?}, {wanted} wanted, {self:?}")
    }
}

impl std::fmt::Debug for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?} {:?}", self.shapes, self.poses, self.found)
    }
}

/// The least overlap over a thousand directions, the best of them refined by ever smaller steps.
fn by_search(overlap: impl Fn(Vector<3>) -> f64) -> f64 {
    let spiral = |k: usize| {
        let z = 1.0 - (2.0 * k as f64 + 1.0) / 1000.0;
        let (y, x) = (k as f64 * 2.399_963_229_728_653).sin_cos();
        let r = (1.0 - z * z).sqrt();
        Vector([r * x, r * y, z])
    };
    let mut starts: Vec<(f64, Vector<3>)> =
        (0..1000).map(|k| (overlap(spiral(k)), spiral(k))).collect();
    starts.sort_by(|p, q| p.0.total_cmp(&q.0));
    let mut least = f64::INFINITY;
    for (value, start) in starts.into_iter().take(12) {
        let (mut value, mut n, mut step) = (value, start, 0.05);
        let mut angle = 0.0_f64;
        while step > 1e-9 {
            let u = n.cross(Vector([0.31, 0.53, 0.79])).normalized().unwrap_or(Vector::axis(0));
            let v = n.cross(u);
            let mut better = false;
            for k in 0..8 {
                let (sin, cos) = (angle + f64::from(k) * std::f64::consts::FRAC_PI_4).sin_cos();
                let Some(next) = (n + (u * cos + v * sin) * step).normalized() else { continue };
                let there = overlap(next);
                if there < value {
                    (value, n, better) = (there, next, true);
                    break;
                }
            }
            angle += 0.37;
            step *= if better { 1.2 } else { 0.7 };
        }
        least = least.min(value);
    }
    least
}

/// Counts depths of pairs at random that are not proved to be the least, and checks all.
pub fn shares(rng: &mut Rng, count: u64) -> Tally {
    let mut tally = Tally::default();
    let mut workspace = Workspace::new();
    while tally.compared < count {
        let Some(case) = Case::draw_near(rng, &mut workspace, 1.5) else {
            tally.skipped += 1;
            continue;
        };
        case.count(&mut tally);
        let wanted = case.found.lower;
        tally.add(case.error(wanted).min(1.0) - case.width(), ALLOWED, || case.story(wanted));
    }
    tally
}

/// Compares so many with the search.
pub fn search(rng: &mut Rng, count: u64) -> Tally {
    let mut tally = Tally::default();
    let mut workspace = Workspace::new();
    while tally.compared < count {
        let Some(case) = Case::draw(rng, &mut workspace) else {
            tally.skipped += 1;
            continue;
        };
        case.count(&mut tally);
        let wanted = by_search(|n| case.overlap(n));
        tally.add(case.error(wanted), ALLOWED, || case.story(wanted));
    }
    tally
}

/// The most triangles of directions that branch and bound looks at before it gives up.
const PATIENCE: usize = 3_000_000;

/// A lower bound of the depth, by halving triangles of directions; `None` if it takes too long.
///
/// Along every direction the difference reaches at least as far as any of its points: n·w. Over
/// the directions between n₁, n₂ and n₃ that is at least the least of the three n·w, as long as
/// none is negative. So with w the support point along the middle, a triangle is done when that
/// least is not below what is to be proved.
fn proved(case: &Case, goal: f64) -> Option<bool> {
    let axis = |i: usize, sign: f64| Vector::<3>::axis(i) * sign;
    let mut stack = Vec::new();
    for k in 0..8_usize {
        let sign = |bit: usize| if k >> bit & 1 == 1 { 1.0 } else { -1.0 };
        stack.push([axis(0, sign(0)), axis(1, sign(1)), axis(2, sign(2))]);
    }
    for _ in 0..PATIENCE {
        let Some(corners) = stack.pop() else { return Some(true) };
        let [p, q, r] = corners;
        let middle = (p + q + r).normalized()?;
        let w = case.furthest(middle);
        if w.dot(middle) < goal {
            return Some(false);
        }
        let least = corners.iter().map(|n| n.dot(w)).fold(f64::INFINITY, f64::min);
        if least >= goal && goal >= 0.0 {
            continue;
        }
        let halves = [(p + q).normalized()?, (q + r).normalized()?, (r + p).normalized()?];
        stack.push([p, halves[0], halves[2]]);
        stack.push([q, halves[1], halves[0]]);
        stack.push([r, halves[2], halves[1]]);
        stack.push(halves);
    }
    None
}

/// Compares so many with branch and bound.
pub fn certified(rng: &mut Rng, count: u64) -> Tally {
    let mut tally = Tally::default();
    let mut workspace = Workspace::new();
    while tally.compared < count {
        let Some(case) = Case::draw(rng, &mut workspace) else { continue };
        let goal = case.found.depth - ALLOWED;
        match if goal > 0.0 { proved(&case, goal) } else { Some(true) } {
            None => tally.skipped += 1,
            Some(proved) => {
                case.count(&mut tally);
                let error = if proved { case.error(f64::INFINITY) } else { 1.0 };
                tally.add(error, ALLOWED, || case.story(goal));
            }
        }
    }
    tally
}
