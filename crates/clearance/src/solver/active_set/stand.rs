//! What two points stand on, remembered from query to query: the flats that the facets leave, and the
//! ends of their edges, in the numbers that a step is made of.
//!
//! Mostly the facets of the last answer hold this one, and then no facet is looked up, let alone the
//! products of their normals made again.

use super::both::Both;
use super::foot::{Foot, pulls};
use super::shift::{Pull, Way};
use super::stride::{Flats, Ground, Kind, Pace, Spots};
use crate::accuracy;
use crate::answer::MOST;
use crate::shape::FacetSet;
use crate::simd::Two;
use crate::space::Vector;

/// A stand that is remembered, if there is one. It says nothing that the evidence does not, so all of
/// them are the same.
#[derive(Clone, Copy, Default)]
pub(crate) struct Footing(Option<Stand>);

impl Footing {
    /// Nothing yet.
    pub(crate) const NOWHERE: Self = Self(None);

    /// Where the points of these facets stand: remembered, or found from what holds them.
    #[inline(always)]
    pub(crate) fn of<'a, const D: usize>(
        &mut self,
        ids: [&[u32; MOST]; 2],
        feet: impl FnOnce() -> [Foot<'a, D>; 2],
    ) -> Option<&mut Stand> {
        let knows = |stand: &Stand| (stand.ids[0] == *ids[0]) & (stand.ids[1] == *ids[1]);
        if !self.0.as_ref().is_some_and(knows) {
            let [a, b] = feet();
            self.0 = Some(Stand::new(&a, &b));
        }
        self.0.as_mut()
    }

    /// The same, if it is known.
    #[inline(always)]
    pub(crate) fn get(&mut self) -> Option<&mut Stand> {
        self.0.as_mut()
    }
}

impl PartialEq for Footing {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl core::fmt::Debug for Footing {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(if self.0.is_some() { "Footing" } else { "nowhere" })
    }
}

/// What two points stand on.
#[derive(Clone, Copy)]
pub(crate) struct Stand {
    /// The facets, and what is at the ends of their edges.
    pub(crate) ids: [[u32; MOST]; 2],
    pub(crate) flats: Flats,
    /// Whether only the ends can be in the way.
    pub(crate) railed: bool,
}

impl Stand {
    #[inline(always)]
    pub(crate) fn new<const D: usize>(a: &Foot<'_, D>, b: &Foot<'_, D>) -> Self {
        Self {
            ids: [a.stand(), b.stand()],
            flats: Flats::new(a, b),
            railed: a.is_railed() & b.is_railed(),
        }
    }

    /// The same for other facets. In place: a copy of it takes longer than what it is made of.
    #[inline(always)]
    pub(crate) fn move_to<const D: usize>(&mut self, a: &Foot<'_, D>, b: &Foot<'_, D>) {
        self.ids = [a.stand(), b.stand()];
        self.flats = Flats::new(a, b);
        self.railed = a.is_railed() & b.is_railed();
    }

    /// Looks at the way from here to the closest points of the two flats.
    #[inline(always)]
    pub(crate) fn look<const D: usize>(
        &self,
        sets: [&FacetSet<D>; 2],
        ground: &Ground,
        local: Both,
    ) -> Option<Look<D>> {
        let mut look = self.look_ahead(ground, local)?;
        if !self.railed {
            look.free = self.is_free_beside(sets, &look, ground.unit);
        }
        Some(look)
    }

    /// The same where facets beside faces do not count yet.
    #[inline(always)]
    pub(crate) fn look_ahead<const D: usize>(
        &self,
        ground: &Ground,
        local: Both,
    ) -> Option<Look<D>> {
        let pace = ground.pace(&self.flats, ground.at(local))?;
        let after = local + pace.steps;
        let slacks = self.flats.slacks(after);
        let least = slacks[0].min(slacks[1]);
        let least = least.min(least.swapped()).a();
        let free = self.railed & (least >= -accuracy::OVERSTEP * ground.unit);
        Some(Look { pace, after, slacks, free })
    }

    /// Whether nothing is in the way of a vertex and a face, but that nobody has looked at the facets
    /// beside the face yet; false for others.
    #[inline(always)]
    pub(crate) fn is_free_beside<const D: usize>(
        &self,
        [a, b]: [&FacetSet<D>; 2],
        look: &Look<D>,
        unit: f64,
    ) -> bool {
        let (set, id, point) = match self.flats.counts {
            [1, 3] => (a, self.ids[0][0], look.after.a()),
            [3, 1] => (b, self.ids[1][0], look.after.b()),
            _ => return false,
        };
        if set.is_doubtful() && set.is_crowded(id) {
            return false;
        }
        let mut lowest = 0.0;
        for &id in set.neighbours(id).unwrap_or_else(|| set.outer()) {
            let slack = set.facet(id).slack(point);
            lowest = if slack < lowest { slack } else { lowest };
        }
        lowest >= -accuracy::OVERSTEP * unit
    }

    /// What it is like there.
    #[inline(always)]
    pub(crate) fn arrive<const D: usize>(&self, ground: &Ground, look: &Look<D>) -> Arrival<D> {
        let spots = ground.at(look.after);
        let d = spots.between();
        let squared = d.norm_squared();
        // Of any length: that is a root and a division which only the last step needs.
        let normal: Vector<D> = look.pace.normal(d, squared);
        let size = normal.norm_squared();
        let outward = ground.turns.rotate_back(Both::of(&normal, &-normal));
        let weights = self.flats.weights(outward);
        let least = weights.least();
        let pulls = [least.a(), least.swapped().a()].map(|least| pulls(least, size));
        let pulls = u32::from(pulls[0]) | u32::from(pulls[1]) << 1;
        Arrival { spots, d, squared, normal, size, outward, weights, pulls }
    }
}

/// The way to the closest points of two flats.
pub(crate) struct Look<const D: usize> {
    pub(crate) pace: Pace<D>,
    /// Where it leads.
    pub(crate) after: Both,
    /// How far inside of the ends that is.
    pub(crate) slacks: [Two; 2],
    /// Whether nothing is in the way for certain.
    pub(crate) free: bool,
}

impl<const D: usize> Look<D> {
    /// The way, to be gone as far as it is free.
    #[inline(always)]
    pub(crate) fn ahead(&self) -> Way {
        Way { steps: self.pace.steps, slacks: self.slacks }
    }

    /// Whether it leads to where the flats meet.
    #[inline(always)]
    pub(crate) fn crosses(&self) -> bool {
        self.pace.kind == Kind::Across
    }
}

/// The closest points of two flats.
pub(crate) struct Arrival<const D: usize> {
    pub(crate) spots: Spots,
    /// From one to the other, and its squared length.
    pub(crate) d: Vector<D>,
    pub(crate) squared: f64,
    /// From A to B, of any length, and its squared length.
    pub(crate) normal: Vector<D>,
    pub(crate) size: f64,
    /// The same as each sees it, out of it.
    pub(crate) outward: Both,
    /// The multipliers of the facets.
    pub(crate) weights: Both,
    /// A bit for each side on which one of them pulls.
    pub(crate) pulls: u32,
}

impl<const D: usize> Arrival<D> {
    /// What pulls.
    #[inline(always)]
    pub(crate) fn pull(&self) -> Pull {
        let Self { weights, pulls, squared, .. } = *self;
        Pull { weights, pulls, local: self.spots.local, squared }
    }
}
