//! One of the two polyhedra of the active set: where its point is, which facets hold it, what is in
//! its way.

use crate::accuracy;
use crate::shape::{Facet, FacetSet};
use crate::space::{Frame, Pose, Vector};

/// A polyhedron by its facets, in its own frame.
pub(crate) trait Facets<const D: usize> {
    /// Facet `id`, which exists.
    fn facet(&self, id: u32) -> Facet<D>;

    /// The facets that can be in the way of a point on facet `beside` that moves in its plane, or,
    /// if there is none, of any point: `look` is called with each.
    ///
    /// A move in the plane of a facet leaves the polyhedron where it leaves the facet, across one
    /// of its edges: the facets next to it are enough.
    fn each(&self, beside: Option<u32>, look: impl FnMut(u32, &Facet<D>));

    /// Whether rounding leaves open, for some facet, which others are next to it.
    fn is_doubtful(&self) -> bool;

    /// By how much a point near the surface is outside.
    fn outside(&self, point: Vector<D>) -> f64;

    /// Whether there is a facet with this number.
    fn has(&self, id: u32) -> bool;
}

impl<const D: usize> Facets<D> for FacetSet<D> {
    #[inline(always)]
    fn facet(&self, id: u32) -> Facet<D> {
        *self.facet(id)
    }

    #[inline(always)]
    fn each(&self, beside: Option<u32>, mut look: impl FnMut(u32, &Facet<D>)) {
        let candidates = match beside.and_then(|id| self.neighbours(id)) {
            Some(neighbours) => neighbours,
            None => self.outer(),
        };
        for &id in candidates {
            look(id, self.facet(id));
        }
    }

    #[inline(always)]
    fn is_doubtful(&self) -> bool {
        self.is_doubtful()
    }

    fn outside(&self, point: Vector<D>) -> f64 {
        self.outside(point)
    }

    #[inline(always)]
    fn has(&self, id: u32) -> bool {
        id < self.len()
    }
}

/// A box, which may be as flat as a segment or a point, in any position: facets 2i and 2i + 1 face
/// along axis i and against it.
pub(crate) struct Slabs<const D: usize> {
    pub(crate) axes: [Vector<D>; D],
    pub(crate) centre: Vector<D>,
    pub(crate) half: Vector<D>,
}

impl<const D: usize> Slabs<D> {
    pub(crate) fn upright(half: Vector<D>) -> Self {
        Self { axes: core::array::from_fn(Vector::axis), centre: Vector::ZERO, half }
    }

    /// The segment from p to q.
    pub(crate) fn segment(p: Vector<D>, q: Vector<D>) -> Self {
        let mut axes: [Vector<D>; D] = core::array::from_fn(Vector::axis);
        let between = q - p;
        let Some(along) = between.normalized() else { return Self::point(p) };
        let mut known = Frame::EMPTY;
        known.push(0, along);
        // The axes that stick out of what is known, until there are D of them.
        while known.len() < D {
            let mut best = Vector::ZERO;
            for i in 0..D {
                let left = known.beyond(Vector::axis(i));
                if left.norm_squared() > best.norm_squared() {
                    best = left;
                }
            }
            if !best.normalized().is_some_and(|next| known.push(0, next)) {
                return Self::point(p);
            }
        }
        axes.copy_from_slice(known.basis());
        let half = Vector::axis(0) * (0.5 * along.dot(between));
        Self { axes, centre: p.lerp(q, 0.5), half }
    }

    pub(crate) fn point(p: Vector<D>) -> Self {
        Self { centre: p, ..Self::upright(Vector::ZERO) }
    }

    /// The closest point of the box.
    pub(crate) fn nearest(&self, to: Vector<D>) -> Vector<D> {
        let mut point = self.centre;
        for i in 0..D {
            let along = self.axes[i].dot(to - self.centre);
            point += self.axes[i] * along.clamp(-self.half[i], self.half[i]);
        }
        point
    }
}

impl<const D: usize> Facets<D> for Slabs<D> {
    #[inline]
    fn facet(&self, id: u32) -> Facet<D> {
        let i = (id / 2) as usize % D;
        let normal = if id.is_multiple_of(2) { self.axes[i] } else { -self.axes[i] };
        Facet { normal, offset: self.half[i] + normal.dot(self.centre) }
    }

    #[inline]
    fn each(&self, _beside: Option<u32>, mut look: impl FnMut(u32, &Facet<D>)) {
        for id in 0..2 * D as u32 {
            look(id, &self.facet(id));
        }
    }

    fn is_doubtful(&self) -> bool {
        false
    }

    fn outside(&self, point: Vector<D>) -> f64 {
        (point - self.nearest(point)).max_abs()
    }

    fn has(&self, id: u32) -> bool {
        id < 2 * D as u32
    }
}

/// A polyhedron with a point of it, and the facets that hold the point.
pub(crate) struct Side<'a, const D: usize, F> {
    pub(crate) facets: &'a F,
    /// Where its frame lies in A's; `None` for A itself.
    pub(crate) pose: Option<&'a Pose<D>>,
    /// The point in the polyhedron's own frame, where it stays inside however the pose changes.
    pub(crate) local: Vector<D>,
    /// The point in A's frame.
    pub(crate) point: Vector<D>,
    /// The working set: independent normals in A's frame, with the facets' numbers.
    pub(crate) working: Frame<D>,
    /// What rounding does to a slack, as long as the point is not far away.
    pub(crate) unit: f64,
    /// Whether all facets are looked at, rather than those next to each other.
    pub(crate) scans: bool,
}

/// What stops a move.
#[derive(Clone, Copy)]
pub(crate) struct Block {
    /// The share of the move that is free: at most 1.
    pub(crate) share: f64,
    /// The facet in the way, if there is one.
    pub(crate) facet: Option<u32>,
}

impl<const D: usize, F: Facets<D>> Side<'_, D, F> {
    /// Puts the point somewhere inside of the polyhedron, held by nothing.
    pub(crate) fn place(&mut self, local: Vector<D>) {
        self.local = local;
        self.point = self.pose.map_or(local, |pose| pose.transform(local));
        self.working = Frame::EMPTY;
    }

    /// Adds a facet to the working set, unless it depends on the others.
    #[inline]
    pub(crate) fn hold(&mut self, id: u32) -> bool {
        let normal = self.facets.facet(id).normal;
        let normal = self.pose.map_or(normal, |pose| pose.rotation().rotate(normal));
        self.working.push(id, normal)
    }

    /// Whether the point lies in the plane of a facet.
    pub(crate) fn is_on(&self, id: u32) -> bool {
        self.facets.facet(id).slack(self.local).abs() <= accuracy::ACTIVE * self.unit()
    }

    /// What rounding does to a slack.
    #[inline(always)]
    pub(crate) fn unit(&self) -> f64 {
        self.unit.max(accuracy::ROUNDING * self.local.max_abs())
    }

    /// A facet that the point is on, unless all are to be looked at.
    #[inline(always)]
    fn beside(&self) -> Option<u32> {
        if self.scans { None } else { self.working.ids().first().copied() }
    }

    /// Whether the point is outside by more than rounding, which may be where so many facets meet
    /// in a point that rounding does not tell which are next to each other.
    pub(crate) fn is_lost(&self) -> bool {
        let outside = || self.facets.outside(self.local) > accuracy::ACTIVE * self.unit();
        !self.scans && self.facets.is_doubtful() && outside()
    }

    #[inline(always)]
    fn to_local(&self, v: Vector<D>) -> Vector<D> {
        self.pose.map_or(v, |pose| pose.rotation().rotate_back(v))
    }

    /// How far the point can go along `way`, which keeps to the working set.
    ///
    /// Among facets that are in the way at the same place, to rounding, the one that the move
    /// meets most squarely: each is allowed to be overstepped by a few units of rounding, and the
    /// first to be overstepped counts (Harris).
    #[inline]
    pub(crate) fn blocked(&self, way: Vector<D>) -> Block {
        let mut best = Block { share: 1.0, facet: None };
        if way == Vector::ZERO {
            return best;
        }
        let way = self.to_local(way);
        let level = accuracy::LEVEL * accuracy::LEVEL * way.norm_squared();
        let leeway = accuracy::OVERSTEP * self.unit();
        let held = self.working.ids();
        // Shares are compared as fractions, without a division: (slack + leeway) / rate.
        let (mut over, mut rate_over) = (1.0, 1.0);
        let mut slack_over = 1.0;
        let mut found = None;
        self.facets.each(self.beside(), |id, facet| {
            let rate = facet.normal.dot(way);
            let slack = facet.slack(self.local);
            let reach = (slack + leeway).max(0.0);
            let meets = rate > 0.0 && rate * rate > level && reach * rate_over < over * rate;
            if meets && !held.contains(&id) {
                (over, rate_over, slack_over, found) = (reach, rate, slack, Some(id));
            }
        });
        if found.is_some() {
            best = Block { share: (slack_over / rate_over).clamp(0.0, 1.0), facet: found };
        }
        best
    }

    /// Moves the point.
    #[inline(always)]
    pub(crate) fn advance(&mut self, way: Vector<D>) {
        if way == Vector::ZERO {
            return;
        }
        self.local += self.to_local(way);
        self.point = self.pose.map_or(self.local, |pose| pose.transform(self.local));
    }

    /// Makes the working set that of the steepest way down: the facets whose cone of normals has
    /// the point closest to `pull` among all facets that the point touches. What is left of `pull`
    /// is returned: the projection on the directions that lead out of no facet. It is zero if
    /// `pull` lies in the cone, and then the facets hold the point against it.
    ///
    /// This is Lawson and Hanson's method, begun with the facets that hold the point already. Each
    /// round brings the cone strictly closer, so that no working set comes twice.
    pub(crate) fn release(&mut self, pull: Vector<D>) -> Vector<D> {
        let left = self.project(pull);
        // Once more: what is left may be as short as rounding, and then hardly at right angles.
        self.working.beyond(left)
    }

    fn project(&mut self, pull: Vector<D>) -> Vector<D> {
        let mut weights = Vector::ZERO;
        self.working.settle(pull, &mut weights);
        let touching = accuracy::ACTIVE * self.unit();
        let mut last = f64::INFINITY;
        loop {
            let left = self.working.beyond(pull);
            let length = left.norm();
            if !(length < last) || length <= accuracy::LEVEL * pull.norm() {
                return if length < last { Vector::ZERO } else { left };
            }
            last = length;
            let way = self.to_local(left);
            let held = self.working.ids();
            let mut worst = (accuracy::LEVEL * length, None);
            self.facets.each(self.beside(), |id, facet| {
                let rate = facet.normal.dot(way);
                if rate > worst.0 && facet.slack(self.local) <= touching && !held.contains(&id) {
                    worst = (rate, Some(id));
                }
            });
            let Some(id) = worst.1 else { return left };
            if !self.hold(id) {
                return left;
            }
            self.working.settle(pull, &mut weights);
        }
    }

    /// Brings the point back to the planes of its working set, from which rounding has moved it.
    pub(crate) fn anchor(&mut self) {
        let mut slacks = Vector::ZERO;
        let mut most = 0.0_f64;
        for (i, &id) in self.working.ids().iter().enumerate() {
            slacks[i] = self.facets.facet(id).slack(self.local);
            most = most.max(slacks[i].abs());
        }
        // Only rounding is mended, that of a point which came from far away included. More would
        // mean that facets nearly parallel meet far away.
        let unit = self.unit();
        if most > unit {
            let step = self.working.solve(slacks);
            if step.max_abs() <= accuracy::ANCHOR * unit {
                self.advance(step);
            }
        }
    }

    /// What is between the point and a proof that it is the furthest along the unit vector
    /// `outward`, if the working facets have these multipliers: the proof reaches further by
    /// this. `reach` is how far the polyhedron reaches in any direction, if it is bounded.
    pub(crate) fn doubt(&self, outward: Vector<D>, weights: Vector<D>, reach: Option<f64>) -> f64 {
        let (mut left, mut sum) = (outward, 0.0);
        for (i, &id) in self.working.ids().iter().enumerate() {
            left -= self.working.vector(i) * weights[i];
            sum += weights[i] * self.facets.facet(id).slack(self.local).max(0.0);
        }
        sum + match reach {
            Some(reach) => 2.0 * left.sum_abs() * reach,
            None => left.sum_abs() * self.local.max_abs(),
        }
    }
}
