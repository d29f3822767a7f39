//! The flats that facets leave to two points, and the way to where these come closest: a line or two
//! of vector algebra for each of the cases, done to both sides at once.

use super::both::{Both, Turns, abs};
use super::foot::Foot;
use crate::accuracy;
use crate::pair::Pair;
use crate::shape::Facet;
use crate::simd::Two;
use crate::space::Vector;

/// Where two polyhedra are.
#[derive(Clone, Copy)]
pub(crate) struct Ground {
    /// The axes of each in the world's, and their origins measured from A's.
    pub(crate) turns: Turns,
    pub(crate) offset: Both,
    /// What rounding does to a slack.
    pub(crate) unit: f64,
}

/// What the facets leave: a plane, an edge or a vertex, in the frame of each.
#[derive(Clone, Copy)]
pub(crate) struct Flats {
    /// How many there are.
    pub(crate) counts: [usize; 2],
    /// Those of the facets, and then of what can be in the way of points that keep to edges: two
    /// facets a side, or nothing.
    normals: [Both; 5],
    heights: [Two; 5],
    /// Two facets: along their edge, and one over its squared length.
    edge: Both,
    pub(crate) over: Two,
    /// The products of each of these with a vector are its parts along the normals, but for the factor
    /// `over`.
    pub(crate) inverse: [Both; 3],
    pub(crate) clear: bool,
}

/// The way to the closest points of the two flats.
pub(crate) struct Pace<const D: usize> {
    /// The steps, each in its own frame.
    pub(crate) steps: Both,
    pub(crate) kind: Kind,
    /// An edge that the normal is at right angles to, or nothing; or the normal itself or its opposite.
    axis: Vector<D>,
    /// One over the edge's squared length.
    over: f64,
    /// The way from point to point before the step, and what it has along the edge as a multiple of that.
    d: Vector<D>,
    along: f64,
}

/// What is then at right angles to both flats.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    /// The way from point to point, but at right angles to the axis.
    Beside,
    /// The axis.
    Along,
    /// Nothing: the flats meet.
    Across,
}

/// Where the points are: in the frame of each, and in the world's axes measured from A's origin.
#[derive(Clone, Copy)]
pub(crate) struct Spots {
    pub(crate) local: Both,
    pub(crate) place: Both,
}

/// A factor of one for those who have one, two or three facets.
const ONE: [f64; 4] = [0.0, 1.0, 0.0, 0.0];
const TWO: [f64; 4] = [0.0, 0.0, 1.0, 0.0];
const THREE: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

/// The last of the places of facets, and those of what is at the ends of their edge.
pub(crate) const LAST: usize = 2;
pub(crate) const ENDS: [usize; 2] = [3, 4];

/// The places of the two facets that come after each of three.
pub(crate) const AFTER: [usize; 5] = [1, 2, 0, 1, 2];

/// What is between two points and a proof.
pub(crate) struct Doubt {
    /// The proof reaches further than the point by this.
    pub(crate) short: Two,
    /// By how much the point is off the planes of its facets.
    pub(crate) off: Two,
    /// What is left of the direction without the facets' part.
    pub(crate) left: Both,
}

impl Doubt {
    /// The width of the slab along a direction, with one over its length, in which the points are so
    /// far apart.
    #[inline(always)]
    pub(crate) fn lower(&self, along: f64, over: f64) -> f64 {
        (along - self.short.a() - self.short.swapped().a()) * over
    }
}

impl Flats {
    /// What the facets leave.
    ///
    /// How many facets there are, nobody can guess, so nothing branches on it. Two are three of
    /// which the last, across the edge, does not count; and of one the first is its own inverse.
    #[inline(always)]
    pub(crate) fn new<const D: usize>(a: &Foot<'_, D>, b: &Foot<'_, D>) -> Self {
        let counts = [a.count, b.count];
        let ([i, j, k], [e, f]) = (a.facets, a.ends());
        let ([p, q, r], [g, h]) = (b.facets, b.ends());
        let pairs = [(i, p), (j, q), (k, r), (e, g), (f, h)];
        Self::of(
            counts,
            pairs.map(|(a, b)| Both::of(&a.normal, &b.normal)),
            pairs.map(|(a, b)| Two::new(a.offset, b.offset)),
        )
    }

    /// The same for facets with these normals and heights, and others at their ends.
    #[inline(always)]
    fn of(counts: [usize; 2], normals: [Both; 5], heights: [Two; 5]) -> Self {
        let by_count = |table| by_count(counts, table);
        let [l, m, n, ..] = normals;
        let edge = l.cross(m);
        let third = n + edge.times(by_count(&TWO));
        let (p, q) = (m.cross(third) + l.times(by_count(&ONE)), third.cross(l));
        let volume = p.dot(l);
        let over = Two::new(1.0, 1.0) / volume;
        let least = abs(volume).min(abs(volume).swapped()).a();
        Self {
            counts,
            normals,
            heights,
            edge,
            over,
            inverse: [p, q, edge.times(by_count(&THREE))],
            clear: least > accuracy::STEADY,
        }
    }

    /// The same, but that this side has taken up the facet at one of the ends of its edge: a vertex.
    ///
    /// Here and below whose it is, nobody can guess. So it is done for both, of whom the other has
    /// nothing, and written where it belongs.
    #[inline(always)]
    pub(crate) fn take_end(&mut self, side: usize, end: usize) {
        let (who, from) = (who(side), ENDS[end % 2]);
        let [l, m, n] = [0, 1, from].map(|k| self.normals[k].of_side(side, who));
        let height = who.keeps(Two::same(self.heights[from].of(side)));
        let edge = self.edge.of_side(side, who);
        let (p, q) = (m.cross(n), n.cross(l));
        self.put(who, [(LAST, n, height)]);
        self.put(who, ENDS.map(|k| (k, Both::nothing(), Two::same(0.0))));
        self.turn(who, [p, q, edge], p.dot(l));
        self.counts[side % 2] = 3;
    }

    /// The same, but that this side has let go one of the three facets at its vertex: it is at one end
    /// of the edge that is left, and at the other is what is new.
    #[inline(always)]
    pub(crate) fn let_go<const D: usize>(&mut self, side: usize, gone: usize, new: &Facet<D>) {
        let who = who(side);
        // In their order, so that the edge goes the same way around.
        let from = [AFTER[gone % 4], AFTER[gone % 4 + 1], gone % 4];
        let [l, m, n] = from.map(|k| self.normals[k % 4].of_side(side, who));
        let heights = from.map(|k| who.keeps(Two::same(self.heights[k % 4].of(side))));
        let edge = l.cross(m);
        let (p, q) = (m.cross(edge), edge.cross(l));
        let (normal, height) = masked(new, who);
        self.put(who, [(0, l, heights[0]), (1, m, heights[1]), (ENDS[0], n, heights[2])]);
        self.put(who, [(ENDS[1], normal, height), (LAST, Both::nothing(), Two::same(0.0))]);
        self.edge = self.edge.cleared(who).or(edge);
        self.turn(who, [p, q, Both::nothing()], p.dot(l));
        self.counts[side % 2] = 2;
    }

    /// The same, but that this side has these facets, one or two, and others at the ends of their edge.
    #[inline(always)]
    pub(crate) fn stand_on<const D: usize>(
        &mut self,
        side: usize,
        [first, second]: [&Facet<D>; 2],
        ends: [&Facet<D>; 2],
        count: usize,
    ) {
        let who = who(side);
        let [(l, h), (m, i), (n, j), (o, k)] =
            [first, second, ends[0], ends[1]].map(|facet| masked(facet, who));
        let edge = l.cross(m);
        let one = Two::same(ONE[count % 4]);
        let (p, q) = (m.cross(edge) + l.times(one), edge.cross(l));
        self.put(who, [(0, l, h), (1, m, i), (ENDS[0], n, j), (ENDS[1], o, k)]);
        self.put(who, [(LAST, Both::nothing(), Two::same(0.0))]);
        self.edge = self.edge.cleared(who).or(edge);
        self.turn(who, [p, q, Both::nothing()], p.dot(l));
        self.counts[side % 2] = count;
    }

    /// Writes facets of one side, of which the other has nothing.
    #[inline(always)]
    fn put<const N: usize>(&mut self, who: Two, facets: [(usize, Both, Two); N]) {
        for (k, normal, height) in facets {
            self.normals[k] = self.normals[k].cleared(who).or(normal);
            self.heights[k] = who.clears(self.heights[k]).or(height);
        }
    }

    /// Writes the products of one side.
    #[inline(always)]
    fn turn(&mut self, who: Two, inverse: [Both; 3], volume: Two) {
        for k in 0..3 {
            self.inverse[k] = self.inverse[k].cleared(who).or(inverse[k]);
        }
        self.over = who.clears(self.over).or(who.keeps(Two::same(1.0) / volume));
        let least = abs(volume).max(abs(volume).swapped()).a();
        self.clear &= least > accuracy::STEADY;
    }

    /// How far inside of what is at the ends of their edges the points are.
    #[inline(always)]
    pub(crate) fn slacks(&self, local: Both) -> [Two; 2] {
        [self.slack(3, local), self.slack(4, local)]
    }

    /// How fast steps lead out of these.
    #[inline(always)]
    pub(crate) fn rates(&self, steps: Both) -> [Two; 2] {
        [self.normals[3].dot(steps), self.normals[4].dot(steps)]
    }

    /// The multipliers of the facets that combine to `outward`; zero for those that are not in use.
    #[inline(always)]
    pub(crate) fn weights(&self, outward: Both) -> Both {
        let [p, q, r] = self.inverse;
        Both::with(p.dot(outward), q.dot(outward), r.dot(outward)).times(self.over)
    }

    /// A factor of one for those who stand on a vertex.
    #[inline(always)]
    pub(crate) fn vertices(&self) -> Two {
        by_count(self.counts, &THREE)
    }

    /// Both ends of the edges that these points are on.
    #[inline(always)]
    pub(crate) fn at_ends(&self, local: Both) -> [Both; 2] {
        ENDS.map(|k| {
            let by = self.slack(k, local) / self.normals[k].dot(self.edge);
            local + self.edge.times(by)
        })
    }

    /// From points near to the vertices themselves, for those with a factor of one.
    #[inline(always)]
    pub(crate) fn at_vertices(&self, local: Both, who: Two) -> Both {
        let off = |k: usize| self.inverse[k].times(self.slack(k, local));
        local + (off(0) + off(1) + off(2)).times(self.over * who)
    }

    /// How far inside of each facet the points are.
    #[inline(always)]
    fn slack(&self, k: usize, local: Both) -> Two {
        self.heights[k] - self.normals[k].dot(local)
    }

    /// How good a proof these multipliers are that the points are the furthest along `outward`, of
    /// bodies of this size.
    #[inline(always)]
    pub(crate) fn doubt(&self, local: Both, outward: Both, weights: Both, far: Two) -> Doubt {
        let zero = Two::new(0.0, 0.0);
        let (mut left, mut sum, mut off) = (outward, zero, zero);
        for k in 0..3 {
            let slack = self.slack(k, local);
            left = left - self.normals[k].times(weights.at(k));
            sum = sum + weights.at(k) * slack.max(zero);
            off = abs(slack).max(off);
        }
        Doubt { short: sum + left.sum_abs() * far, off, left }
    }
}

impl Ground {
    #[inline(always)]
    pub(crate) fn of<const D: usize>(pair: &Pair<'_, D>) -> Self {
        Self {
            turns: Turns::new(pair.pose_a.rotation(), pair.pose_b.rotation()),
            offset: Both::of(&Vector::ZERO, &pair.offset),
            unit: accuracy::ROUNDING * pair.scale,
        }
    }

    /// Points this close, squared, may touch.
    #[inline(always)]
    pub(crate) fn touch(&self) -> f64 {
        let touch = accuracy::TOUCH_AGAIN * self.unit;
        touch * touch
    }

    /// Where points of the two are.
    #[inline(always)]
    pub(crate) fn at(&self, local: Both) -> Spots {
        Spots { local, place: self.turns.rotate(local) + self.offset }
    }

    /// The closest points of the two flats.
    #[inline(always)]
    pub(crate) fn pace<const D: usize>(&self, flats: &Flats, spots: Spots) -> Option<Pace<D>> {
        let d: Vector<D> = spots.between();
        let (mut over, mut along) = (0.0, 0.0);
        let [counts_a, counts_b] = flats.counts;
        let (steps, kind, axis) = if counts_a + counts_b >= 5 {
            // A vertex and an edge, or two vertices: with a factor of zero for what does not move, and
            // no branch, since nobody can guess which it is.
            let edge = self.turns.rotate(flats.edge);
            // Not the one in `flats`, which takes longer.
            let overs = by_count(flats.counts, &TWO) / flats.edge.dot(flats.edge);
            let by = edge.dot(Both::same(d)) * overs;
            let axis = edge.times(by_count(flats.counts, &TWO));
            (over, along) = (overs.a() + overs.swapped().a(), by.a() + by.swapped().a());
            let steps = flats.edge.times(by * Two::new(1.0, -1.0));
            (steps, Kind::Beside, axis.a() + axis.b())
        } else if counts_a + counts_b < 4 {
            match (counts_a, counts_b) {
                (2, 1) => {
                    let [on_edge, on_plane] = self.crossing(flats, spots, false)?;
                    (on_edge.beside(on_plane), Kind::Across, Vector::ZERO)
                }
                (1, 2) => {
                    let [on_edge, on_plane] = self.crossing(flats, spots, true)?;
                    (on_plane.beside(on_edge), Kind::Across, Vector::ZERO)
                }
                _ => {
                    let normals = self.turns.rotate(flats.normals[0]);
                    let [p, q] = to_common_line(normals.a(), normals.b(), d)?;
                    (self.turns.rotate_back(Both::of(&p, &q)), Kind::Across, Vector::ZERO)
                }
            }
        } else if counts_a == 2 {
            // Two edges.
            let edge = self.turns.rotate(flats.edge);
            let (e, f) = (edge.a::<D>(), edge.b());
            let across = e.cross3(f);
            let squared = across.norm_squared();
            if !(squared * flats.over.a() * flats.over.swapped().a() > accuracy::STEADY) {
                return None;
            }
            let turned = across.cross3(d) * (1.0 / squared);
            let steps = flats.edge.times(Both::same(turned).dot(edge.swapped()));
            (steps, Kind::Along, across)
        } else {
            // A vertex and a plane, with a factor of zero for the vertex again.
            let used = by_count(flats.counts, &ONE);
            let foot = self.foot_of_other(flats, spots);
            let axis = self.turns.rotate(flats.normals[0]).times(used);
            (foot.times(used), Kind::Along, axis.a() + axis.b())
        };
        Some(Pace { steps, kind, axis, over, d, along })
    }

    /// One facet: the step to the point of its plane that is closest to the other point.
    #[inline(always)]
    fn foot_of_other(&self, flats: &Flats, spots: Spots) -> Both {
        let from = self.turns.rotate_back(spots.place.swapped() - self.offset);
        from + flats.normals[0].times(flats.slack(0, from)) - spots.local
    }

    /// An edge and a plane, which is A's or not: the steps along the edge and in the plane to where
    /// the two meet, of which only those count that belong to such a side.
    #[inline(always)]
    fn crossing(&self, flats: &Flats, spots: Spots, plane_is_a: bool) -> Option<[Both; 2]> {
        let from = self.turns.rotate_back(spots.place.swapped() - self.offset);
        let edge = self.turns.rotate_back(self.turns.rotate(flats.edge).swapped());
        let rise = flats.normals[0].dot(edge);
        let steep = rise * rise * flats.over.swapped();
        let steep = if plane_is_a { steep } else { steep.swapped() };
        if !(steep.a() > accuracy::MEETING_PLANES) {
            return None;
        }
        let along = flats.slack(0, from) / rise;
        Some([flats.edge.times(along.swapped()), from + edge.times(along) - spots.local])
    }
}

/// All bits for one side.
#[inline(always)]
fn who(side: usize) -> Two {
    Two::bits([side == 0, side == 1])
}

/// A facet of one side, of which the other has nothing.
#[inline(always)]
fn masked<const D: usize>(facet: &Facet<D>, who: Two) -> (Both, Two) {
    (Both::same(facet.normal).kept(who), who.keeps(Two::same(facet.offset)))
}

/// A number for each that depends on how many facets it has.
#[inline(always)]
fn by_count(counts: [usize; 2], table: &[f64; 4]) -> Two {
    Two::new(table[counts[0] % 4], table[counts[1] % 4])
}

impl Spots {
    /// The way from one to the other.
    #[inline(always)]
    pub(crate) fn between<const D: usize>(&self) -> Vector<D> {
        self.place.b::<D>() - self.place.a()
    }
}

/// Planes with these normals through two points: the steps to the line that they have in common, in
/// the world's axes.
///
/// Not inlined: the compiler would have it ready before it knows that anybody asks.
#[inline(never)]
fn to_common_line<const D: usize>(
    m: Vector<D>,
    n: Vector<D>,
    d: Vector<D>,
) -> Option<[Vector<D>; 2]> {
    let line = m.cross3(n);
    let squared = line.norm_squared();
    if !(squared > accuracy::MEETING_PLANES) {
        return None;
    }
    let over = 1.0 / squared;
    let p = line.cross3(m) * (n.dot(d) * over);
    let q = line.cross3(n) * (m.dot(d) * over);
    // What is still between them lies along the line: half each.
    let rest = line * (line.dot(d) * over * 0.5);
    Some([p + rest, q - rest])
}

impl<const D: usize> Pace<D> {
    /// The normal at the closest points, of any length, from A to B.
    ///
    /// The way before the step has the same part at right angles to the flats as the way after it, of
    /// the squared length `squared`, and does not wait for it. Only if the step was most of it, its
    /// rounding counts.
    #[inline(always)]
    pub(crate) fn normal(&self, after: Vector<D>, squared: f64) -> Vector<D> {
        let long = !(squared >= accuracy::CANCELLED * self.d.norm_squared());
        match self.kind {
            // The rounded points of bodies that are close say less than the edge.
            Kind::Beside if long => after - self.axis * (self.axis.dot(after) * self.over),
            Kind::Beside => self.d - self.axis * self.along,
            _ => {
                let d = if long { after } else { self.d };
                if self.axis.dot(d) < 0.0 { -self.axis } else { self.axis }
            }
        }
    }
}
