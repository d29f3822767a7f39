//! The vertices of hulls where their surfaces are touched, and the edges between them that are at right angles
//! to the normal.

use super::bend::{self, Bend, Contact};
use crate::accuracy;
use crate::answer::Names;
use crate::pair::Pair;
use crate::shape::{Core, VertexSet, View};
use crate::simd::{LANES, Level, Portable, Work, dispatch};
use crate::space::{Pose, Vector, real};

/// As many vertices as two edges have.
const MOST: usize = 3;

/// The vertices that are as high as any, if they are few: what a hull's bend is made of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Top<const D: usize> {
    points: [Vector<D>; MOST],
    count: u32,
    radius: f64,
    reach: f64,
}

impl<const D: usize> Top<D> {
    #[inline(always)]
    fn of(view: &View<'_, D>, pose: &Pose<D>, contact: &Contact<'_, D>) -> Option<Self> {
        let (radius, reach) = (view.radius, view.reach);
        let (points, count) = match &view.core {
            Core::Point(point) => ([*point; MOST], 1),
            Core::Segment(p, q) => {
                let outward = pose.rotation().rotate_back(contact.outward);
                let is_straight = is_straight(*q - *p, outward, accuracy::BEND_FLAT * reach);
                ([*p, *q, *q], 1 + u32::from(is_straight))
            }
            Core::Vertices(set) => Edges::new(set, view, pose, contact).top(contact)?,
            _ => return None,
        };
        Some(Self { points, count, radius, reach })
    }

    /// The only edge in the world, if its surface is straight along it.
    #[inline(always)]
    fn edge(&self, pose: &Pose<D>, outward: Vector<D>) -> Option<Vector<D>> {
        let [p, q, _] = self.points;
        let edge = pose.rotation().rotate(q - p);
        is_straight(edge, outward, accuracy::BEND_FLAT * self.reach).then_some(edge)
    }

    /// Of a hull with this pose, whose outward normal this is in the world.
    pub(super) fn bend(&self, pose: &Pose<D>, outward: Vector<D>) -> Bend<D> {
        let turn = pose.rotation();
        let points = self.points.into_iter().take(self.count as usize);
        let lines = lines_of(points, turn.rotate_back(outward), self.reach);
        Bend::straight(lines.map(|line| turn.rotate(line)), self.radius, self.reach)
    }
}

/// What two shapes touch with that are made of corners, edges and flat faces, but for a radius; `None` if they
/// are not, or touch with more than an edge or a triangle.
#[inline(always)]
pub(super) fn of_both<const D: usize>(
    pair: &Pair<'_, D>,
    contacts: &[Contact<'_, D>; 2],
) -> Option<[Top<D>; 2]> {
    // In browsers size counts for more. And later on nobody knows where the cores are in their shapes.
    if cfg!(target_arch = "wasm32") || pair.a.frame.is_some() || pair.b.frame.is_some() {
        return None;
    }
    let tops = Tops { pair, contacts };
    let is_straight = |core: &Core<'_, D>| matches!(core, Core::Point(_) | Core::Segment(..));
    match is_straight(&pair.a.core) && is_straight(&pair.b.core) {
        true => tops.run(Portable),
        false => dispatch(tops),
    }
}

/// Whether the surfaces of both are straight along one line.
#[inline(always)]
pub(super) fn share_a_line<const D: usize>(
    pair: &Pair<'_, D>,
    contacts: &[Contact<'_, D>; 2],
    tops: &[Top<D>; 2],
) -> bool {
    let [a, b] = tops;
    // A corner mostly, on one side at least.
    if a.count == 1 || b.count == 1 {
        return false;
    }
    let bend = |k: usize, pose| tops[k].bend(pose, contacts[k].outward);
    if a.count > 2 || b.count > 2 {
        return bend::share_a_line(&bend(0, pair.pose_a), &bend(1, pair.pose_b));
    }
    let edge = |k: usize, pose: &Pose<D>| tops[k].edge(pose, contacts[k].outward);
    let (Some(u), Some(v)) = (edge(0, pair.pose_a), edge(1, pair.pose_b)) else { return false };
    let cosine = 1.0 - accuracy::BEND_FLAT;
    let dot = u.dot(v);
    dot * dot > cosine * cosine * (u.norm_squared() * v.norm_squared())
}

/// What both touch with. Compiled for the processor as one piece.
struct Tops<'a, 'b, const D: usize> {
    pair: &'a Pair<'b, D>,
    contacts: &'a [Contact<'a, D>; 2],
}

impl<const D: usize> Work for Tops<'_, '_, D> {
    type Output = Option<[Top<D>; 2]>;

    #[inline(always)]
    fn run<L: Level>(self, _: L) -> Self::Output {
        let Self { pair, contacts: [one, other] } = self;
        let a = Top::of(pair.a, pair.pose_a, one)?;
        let b = Top::of(pair.b, pair.pose_b, other)?;
        Some([a, b])
    }
}

/// The vertices of a hull where its surface is touched.
pub(super) struct Edges<'a, const D: usize> {
    set: &'a VertexSet<D>,
    /// In the hull's own frame.
    outward: Vector<D>,
    reach: f64,
    /// How high the surface is where it is touched, without the radius.
    high: f64,
}

/// How many vertices of a large set are looked at: those that can be furthest, and three that are named.
const LOOKED_AT: usize = 9;

impl<'a, const D: usize> Edges<'a, D> {
    #[inline(always)]
    fn new(
        set: &'a VertexSet<D>,
        view: &View<'_, D>,
        pose: &Pose<D>,
        contact: &Contact<'_, D>,
    ) -> Self {
        let high = contact.outward.dot(contact.point - pose.translation()) - view.radius;
        let outward = pose.rotation().rotate_back(contact.outward);
        Self { set, outward, reach: view.reach, high }
    }

    /// The directions in the world of edges that the surface is straight along, where it is touched; zero if there
    /// are fewer than two, and `None` if nobody knows where to look.
    #[inline(never)]
    pub(super) fn at(
        set: &'a VertexSet<D>,
        view: &View<'_, D>,
        pose: &Pose<D>,
        contact: &Contact<'_, D>,
    ) -> Option<[Vector<D>; 2]> {
        let edges = Self::new(set, view, pose, contact);
        let lines = if set.len() <= accuracy::BEND_SCAN {
            edges.lines(set.points(), edges.highest_of_all())
        } else {
            let points = edges.few(contact.names)?.map(|id| set.point(id));
            edges.lines(&points, edges.highest(&points))
        };
        Some(lines.map(|line| pose.rotation().rotate(line)))
    }

    /// The vertices themselves, if there are no more than three.
    #[inline(always)]
    fn top(&self, contact: &Contact<'_, D>) -> Option<([Vector<D>; MOST], u32)> {
        let set = self.set;
        let mut points = [Vector::ZERO; MOST];
        let mut count = 0;
        if set.len() <= accuracy::BEND_SCAN {
            let mut high = self.highest_of_all();
            count = high.count_ones();
            for point in &mut points {
                *point = set.point(high.trailing_zeros() % BITS);
                high &= high.wrapping_sub(1);
            }
        } else {
            let ids = self.few(contact.names)?;
            let all = ids.map(|id| set.point(id));
            let mut high = self.highest(&all);
            // Some are named more than once.
            for point in &mut points {
                let first = high.trailing_zeros() as usize % LOOKED_AT;
                *point = all[first];
                count += u32::from(high != 0);
                let mut other = 0;
                for k in 0..LOOKED_AT {
                    other |= u32::from(ids[k] != ids[first]) << k;
                }
                high &= other;
            }
            count += u32::from(high != 0);
        }
        let is_few = 0 < count && count <= MOST as u32;
        is_few.then_some((points, count))
    }

    /// Of many vertices, those that can be furthest along the normal, and those that carry the evidence;
    /// `None` if there is no table that names them.
    #[inline(always)]
    fn few(&self, (names, len): (&Names, usize)) -> Option<[u32; LOOKED_AT]> {
        let [i, j, k, l, m, n] = self.set.few_furthest(self.outward)?;
        let mut ids = [i, j, k, l, m, n, i, i, i];
        if let Names::Vertices(named) = names {
            for k in 0..3 {
                let known = k < len && named[k] < self.set.len();
                ids[6 + k] = if known { named[k] } else { i };
            }
        }
        Some(ids)
    }

    /// A bit for each of few vertices that is as high as any.
    #[inline(always)]
    fn highest_of_all(&self) -> u32 {
        // No edge is longer than four times the reach.
        let below = accuracy::BEND_TURN * 4.0 * self.reach;
        let (top, which) = self.scan_all(self.high - below);
        // The point is mostly as high as any vertex; where it is not, once more.
        if self.is_high(top) { which } else { self.scan_all(top - below).1 }
    }

    /// The same for some of the vertices.
    #[inline(always)]
    fn highest(&self, points: &[Vector<D>; LOOKED_AT]) -> u32 {
        let below = accuracy::BEND_TURN * 4.0 * self.reach;
        let (top, which) = self.scan(points, self.high - below);
        if self.is_high(top) { which } else { self.scan(points, top - below).1 }
    }

    #[inline(always)]
    fn is_high(&self, top: f64) -> bool {
        (top - self.high).abs() <= accuracy::BEND_TURN * self.reach
    }

    /// How high the highest vertex is, and a bit for each that is no lower than `low`. By blocks, which
    /// stand side by side.
    #[inline(always)]
    fn scan_all(&self, low: f64) -> (f64, u32) {
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
        let [i, j, k, l, m, n, o, p] = highest;
        let higher = |x: f64, y: f64| if x > y { x } else { y };
        let all = higher(higher(higher(i, m), higher(k, o)), higher(higher(j, n), higher(l, p)));
        // Places without a vertex repeat one.
        (all, high & (u32::MAX >> (32 - self.set.len().clamp(1, 32))))
    }

    /// The same for some of the vertices.
    #[inline(always)]
    fn scan(&self, points: &[Vector<D>; LOOKED_AT], low: f64) -> (f64, u32) {
        let (mut highest, mut high) = (f64::NEG_INFINITY, 0);
        for k in 0..LOOKED_AT {
            let height = self.outward.dot(points[k]);
            highest = if height > highest { height } else { highest };
            high |= u32::from(height >= low) << k;
        }
        (highest, high)
    }

    /// The directions of edges between those of the vertices that have a bit.
    #[inline(always)]
    fn lines(&self, points: &[Vector<D>], high: u32) -> [Vector<D>; 2] {
        let has_bit = |k: &usize| high >> (*k as u32 % BITS) & 1 != 0;
        let high = (0..points.len()).filter(has_bit).map(|k| points[k]);
        lines_of(high, self.outward, self.reach)
    }
}

/// How many vertices have a bit of a mask.
const BITS: u32 = u32::BITS;

/// Unit vectors along edges from the first of these points to the others, if they are long enough and at right
/// angles to the normal: the second one made so to the first, and zero if there are fewer.
#[inline(always)]
fn lines_of<const D: usize>(
    mut points: impl Iterator<Item = Vector<D>>,
    outward: Vector<D>,
    reach: f64,
) -> [Vector<D>; 2] {
    let mut lines = [Vector::ZERO; 2];
    let flat = accuracy::BEND_FLAT * reach;
    let Some(first) = points.next() else { return lines };
    for point in points {
        let edge = point - first;
        if is_straight(edge, outward, flat) {
            add_line(&mut lines, edge * (1.0 / real::sqrt(edge.norm_squared())));
            if lines[1] != Vector::ZERO {
                break;
            }
        }
    }
    lines
}

/// Whether a surface is straight along an edge where it is touched: at right angles to the normal, and longer
/// than `flat`.
#[inline(always)]
pub(super) fn is_straight<const D: usize>(edge: Vector<D>, outward: Vector<D>, flat: f64) -> bool {
    let (squared, down) = (edge.norm_squared(), outward.dot(edge));
    let level = accuracy::BEND_TURN * accuracy::BEND_TURN * squared;
    (down * down < level) & (squared > flat * flat)
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
