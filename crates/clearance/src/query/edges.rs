//! What boxes and hulls of points are straight along where they are touched: edges at right angles to the
//! normal.

use core::hint::select_unpredictable;

use super::bend::{Bend, Contact};
use crate::accuracy;
use crate::answer::Names;
use crate::shape::{Core, VertexSet, View};
use crate::simd::LANES;
use crate::space::{Pose, Rotation, Vector, real};

/// The axes of a box that its surface is straight along where it is touched, a bit each: those at right
/// angles to the normal, if the box is long enough along them. Not all of them, the normal being a unit vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Straight(u32);

impl Straight {
    /// Touched by this normal, in the box's own frame. A point has none.
    #[inline(always)]
    pub(super) fn of<const D: usize>(view: &View<'_, D>, normal: Vector<D>) -> Self {
        let Core::Cuboid(half) = &view.core else { return Self(0) };
        let flat = accuracy::BEND_FLAT * view.reach;
        let mut straight = 0;
        for i in 0..D {
            let is_straight = (normal[i].abs() < accuracy::BEND_TURN) & (2.0 * half[i] > flat);
            straight |= u32::from(is_straight) << i;
        }
        Self(straight)
    }

    /// Without the first.
    #[inline(always)]
    fn next(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
    }

    /// The first, in the world; zero if there is none. Without a branch, since nobody can foretell which it is.
    #[inline(always)]
    fn first<const D: usize>(self, turn: &Rotation<D>) -> Vector<D> {
        let (i, any) = (self.0.trailing_zeros() as usize, self.0 != 0);
        let row = |k: usize| turn.matrix()[k][i.min(D - 1)];
        Vector::from_fn(|k| select_unpredictable(any, row(k), 0.0))
    }

    /// At most two, in the world; zero if there are fewer.
    #[inline(always)]
    pub(super) fn lines<const D: usize>(self, turn: &Rotation<D>) -> [Vector<D>; 2] {
        [self.first(turn), self.next().first(turn)]
    }

    /// Whether both boxes are straight along one line: then the points slide along it.
    #[inline(always)]
    pub(super) fn shares_a_line<const D: usize>(
        self,
        other: Self,
        [pose_a, pose_b]: [&Pose<D>; 2],
    ) -> bool {
        let [a, b] = [self.first(pose_a.rotation()), other.first(pose_b.rotation())];
        let parallel = a.dot(b).abs() > 1.0 - accuracy::BEND_FLAT;
        let two = (self.next().0 | other.next().0) != 0;
        (self.0 != 0) & (other.0 != 0) & (two | parallel)
    }
}

/// What a bend is made of: that of a box is seen to by whoever wants to know it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Surface<const D: usize> {
    Box { straight: Straight, radius: f64, reach: f64 },
    Bends(Bend<D>),
}

impl<const D: usize> Surface<D> {
    #[inline(always)]
    pub(super) fn of_box(view: &View<'_, D>, straight: Straight) -> Self {
        Self::Box { straight, radius: view.radius, reach: view.reach }
    }

    /// Of a shape with this pose.
    pub(super) fn bend(&self, pose: &Pose<D>) -> Bend<D> {
        match self {
            Self::Box { straight, radius, reach } => {
                Bend::straight(straight.lines(pose.rotation()), *radius, *reach)
            }
            Self::Bends(bend) => *bend,
        }
    }
}

/// The vertices of a hull where its surface is touched.
pub(super) struct Edges<'a, const D: usize> {
    set: &'a VertexSet<D>,
    /// In the hull's own frame.
    outward: Vector<D>,
    reach: f64,
}

impl<'a, const D: usize> Edges<'a, D> {
    /// The directions in the world of edges that the surface is straight along, where it is touched; zero if there
    /// are fewer than two, and `None` if nobody knows where to look.
    #[inline(never)]
    pub(super) fn at(
        set: &'a VertexSet<D>,
        view: &View<'_, D>,
        pose: &Pose<D>,
        contact: &Contact<'_, D>,
    ) -> Option<[Vector<D>; 2]> {
        let (turn, outward) = (pose.rotation(), contact.outward);
        let high = outward.dot(contact.point - pose.translation()) - view.radius;
        let edges = Self { set, outward: turn.rotate_back(outward), reach: view.reach };
        let [u, v] = edges.lines(high, contact.names)?;
        let mut flat = [Vector::ZERO; 2];
        if u != Vector::ZERO {
            flat[0] = turn.rotate(u);
            if v != Vector::ZERO {
                flat[1] = turn.rotate(v);
            }
        }
        Some(flat)
    }

    /// The edges of vertices that the surface is straight along (zero if there are fewer than
    /// two), if it is touched at this height; `None` if nobody knows where to look. Of many vertices those are looked at that can be furthest along
    /// the normal, and those that carry the evidence.
    #[inline(always)]
    fn lines(&self, high: f64, (names, len): (&Names, usize)) -> Option<[Vector<D>; 2]> {
        let set = self.set;
        if set.len() <= accuracy::BEND_SCAN {
            return Some(self.lines_of(high, set.points(), |low| self.heights(low)));
        }
        let [i, j, k, l, m, n] = set.few_furthest(self.outward)?;
        let mut ids = [i, j, k, l, m, n, i, i, i];
        if let Names::Vertices(named) = names {
            for k in 0..3 {
                let known = k < len && named[k] < set.len();
                ids[6 + k] = if known { named[k] } else { i };
            }
        }
        let points = ids.map(|id| set.point(id));
        Some(self.lines_of(high, &points, |low| {
            let (mut highest, mut high) = (f64::NEG_INFINITY, 0);
            for (k, point) in points.iter().enumerate() {
                let height = self.outward.dot(*point);
                highest = if height > highest { height } else { highest };
                high |= u32::from(height >= low) << k;
            }
            (highest, high)
        }))
    }

    /// How high the highest vertex is, and a bit for each that is no lower than `low`. By blocks, which
    /// stand side by side.
    #[inline(always)]
    fn heights(&self, low: f64) -> (f64, u32) {
        let (mut highest, mut high) = ([f64::NEG_INFINITY; LANES], 0);
        for (k, block) in self.set.blocks().iter().enumerate() {
            let mut heights = [0.0; LANES];
            for l in 0..LANES {
                heights[l] = self.outward[0] * block[0][l];
            }
            for i in 1..D {
                for l in 0..LANES {
                    heights[l] += self.outward[i] * block[i][l];
                }
            }
            for l in 0..LANES {
                highest[l] = if heights[l] > highest[l] { heights[l] } else { highest[l] };
            }
            let mut bits = 0;
            for l in 0..LANES {
                bits |= u32::from(heights[l] >= low) << l;
            }
            high |= bits.wrapping_shl((k * LANES) as u32);
        }
        let all = highest.into_iter().fold(f64::NEG_INFINITY, |x, y| if y > x { y } else { x });
        // Places without a vertex repeat one.
        (all, high & (u32::MAX >> (32 - self.set.len().clamp(1, 32))))
    }

    /// The same of some vertices.
    #[inline(always)]
    fn lines_of(
        &self,
        high: f64,
        points: &[Vector<D>],
        scan: impl Fn(f64) -> (f64, u32),
    ) -> [Vector<D>; 2] {
        // No edge is longer than four times the reach.
        let below = accuracy::BEND_TURN * 4.0 * self.reach;
        // First which, then what: nobody can foretell which of them are high, and mostly it is one.
        let (top, mut which) = scan(high - below);
        // The point is mostly as high as any vertex; where it is not, once more.
        if !((top - high).abs() <= accuracy::BEND_TURN * self.reach) {
            which = scan(top - below).1;
        }
        self.edges(points, which)
    }

    /// The directions of edges between vertices that are all as high as any.
    #[inline(always)]
    fn edges(&self, points: &[Vector<D>], mut high: u32) -> [Vector<D>; 2] {
        let mut lines = [Vector::ZERO; 2];
        let flat = accuracy::BEND_FLAT * self.reach;
        let Some(first) = points.get(high.trailing_zeros() as usize) else { return lines };
        high &= high.wrapping_sub(1);
        while high != 0 {
            let Some(point) = points.get(high.trailing_zeros() as usize) else { break };
            high &= high - 1;
            let edge = *point - *first;
            let squared = edge.norm_squared();
            let down = self.outward.dot(edge);
            let level = accuracy::BEND_TURN * accuracy::BEND_TURN * squared;
            if down * down < level && squared > flat * flat {
                add_line(&mut lines, edge * (1.0 / real::sqrt(squared)));
                if lines[1] != Vector::ZERO {
                    break;
                }
            }
        }
        lines
    }
}

/// One more unit vector, made at right angles to the first.
fn add_line<const D: usize>(lines: &mut [Vector<D>; 2], u: Vector<D>) {
    let first = lines[0];
    if first == Vector::ZERO {
        lines[0] = u;
    } else if first.dot(u).abs() < 1.0 - accuracy::BEND_FLAT {
        lines[1] = (u - first * first.dot(u)).normalized().unwrap_or(Vector::ZERO);
    }
}
