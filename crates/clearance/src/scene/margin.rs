//! All pairs that come this close.

#[cfg(not(feature = "rayon"))]
use alloc::sync::Arc;
use alloc::vec::Vec;

#[cfg(feature = "rayon")]
use super::bodies::BodyId;
use super::bodies::Scene;
use super::error::SceneError;
use super::evaluate::Nearest;
#[cfg(feature = "rayon")]
use super::evaluate::{Pairing, Split, World};
use super::neighbours::{NONE, Near, Neighbours};
#[cfg(feature = "rayon")]
use super::pairs::Memory;
#[cfg(not(feature = "rayon"))]
use crate::accuracy;

impl<const D: usize> Scene<D> {
    /// All pairs of bodies no further apart than `margin`, each with its closest parts, in the
    /// order of their names.
    ///
    /// A pair whose distance equals the margin to rounding may be among them or not. Pairs that
    /// are left out are proved to be further apart.
    pub fn pairs_within(&mut self, margin: f64) -> Result<Vec<Nearest<D>>, SceneError> {
        let mut found = Vec::new();
        self.pairs_within_into(margin, &mut found)?;
        Ok(found)
    }

    /// The same, into a list that is cleared first: for those who ask often.
    pub fn pairs_within_into(
        &mut self,
        margin: f64,
        found: &mut Vec<Nearest<D>>,
    ) -> Result<(), SceneError> {
        found.clear();
        self.look_around(margin)?;
        let mut neighbours = core::mem::take(&mut self.neighbours);
        let result = self.evaluate(&mut neighbours, margin, found);
        self.neighbours = neighbours;
        result
    }

    /// The number of the memory of a pair.
    #[inline(always)]
    fn memory_of(&mut self, neighbours: &mut Neighbours, pair: Near) -> usize {
        let known = neighbours.list.get_mut(pair.place as usize);
        match known {
            Some(known) if known.memory != NONE => known.memory as usize,
            known => {
                let bodies = self.world().pair(pair.a, pair.b);
                let number = self.memories.find_or_make(bodies);
                if let Some(known) = known {
                    known.memory = number as u32;
                }
                number
            }
        }
    }

    #[cfg(not(feature = "rayon"))]
    fn evaluate(
        &mut self,
        neighbours: &mut Neighbours,
        margin: f64,
        found: &mut Vec<Nearest<D>>,
    ) -> Result<(), SceneError> {
        found.reserve(neighbours.near.len());
        let mut numbers = [0; accuracy::PAIRS_AHEAD];
        for first in (0..neighbours.near.len()).step_by(accuracy::PAIRS_AHEAD) {
            let range = first..neighbours.near.len().min(first + accuracy::PAIRS_AHEAD);
            for (number, index) in numbers.iter_mut().zip(range.clone()) {
                let pair = neighbours.near[index];
                *number = self.memory_of(neighbours, pair);
                self.fetch(*number, pair);
            }
            for (&number, index) in numbers.iter().zip(range) {
                let mut split = self.split();
                let bodies = split.memories.get(number).bodies;
                split.compare(number, margin, |parts, answer, lower| {
                    found.push(Nearest { bodies, parts, answer: *answer, lower });
                })?;
                if let Some(proof) = &split.memories.get(number).proof {
                    neighbours.note(neighbours.near[index].place, proof.lower, &self.travels);
                }
            }
        }
        Ok(())
    }

    /// Looks at what the comparison of a pair will need, so that what is not in the cache is on its
    /// way while the next pairs are looked at. The hint keeps the compiler from leaving it out.
    #[cfg(not(feature = "rayon"))]
    #[inline(always)]
    fn fetch(&self, number: usize, pair: Near) {
        core::hint::black_box(self.memories.get(number).proof.is_some());
        for place in [pair.a, pair.b] {
            let slot = &self.slots[place as usize];
            core::hint::black_box((slot.moves, slot.only.as_ref().map_or(0, Arc::strong_count)));
        }
    }

    /// On all cores: each piece of work gets the stretch of memories that its pairs need, so that
    /// no two share one, and the answers do not depend on who does what.
    #[cfg(feature = "rayon")]
    fn evaluate(
        &mut self,
        neighbours: &mut Neighbours,
        margin: f64,
        found: &mut Vec<Nearest<D>>,
    ) -> Result<(), SceneError> {
        use rayon::iter::{IntoParallelIterator, ParallelIterator};

        let mut jobs = Vec::with_capacity(neighbours.near.len());
        for index in 0..neighbours.near.len() {
            let pair = neighbours.near[index];
            let memory = self.memory_of(neighbours, pair);
            let stills = [pair.a, pair.b].map(|a| self.stills.of(a, &self.slots[a as usize]));
            jobs.push(Job { memory, stills, place: pair.place });
        }
        jobs.sort_unstable_by_key(|job| job.memory);
        let Split { slots, allowed, query, stills, memories, tick, .. } = self.split();
        let world = World { slots, allowed, query, stills, tick };
        let mut pieces = Vec::new();
        let (mut rest, mut start) = (memories.all_mut(), 0);
        for piece in jobs.chunks(crate::accuracy::PAIRS_A_PIECE) {
            let (Some(first), Some(last)) = (piece.first(), piece.last()) else { continue };
            let (_, from) = rest.split_at_mut(first.memory - start);
            let (own, after) = from.split_at_mut(last.memory + 1 - first.memory);
            (rest, start) = (after, last.memory + 1);
            pieces.push((piece, own));
        }
        let work = |(piece, own): (&[Job], &mut [Memory<D>])| {
            let base = piece.first().map_or(0, |job| job.memory);
            let mut near = Vec::new();
            for job in piece {
                let memory = &mut own[job.memory - base];
                let (bodies, stills) = (memory.bodies, job.stills);
                let shape = |id: BodyId| world.slots[id.place as usize].only.as_ref();
                let (a, b) = (shape(bodies[0]), shape(bodies[1]));
                let views = a.zip(b).map(|(a, b)| (a.view(), b.view()));
                let views = views.as_ref().map(|(a, b)| (a, b));
                let pairing = Pairing { memory, views, stills };
                world.compare(pairing, margin, |parts, answer, lower| {
                    near.push(Nearest { bodies, parts, answer: *answer, lower });
                })?;
            }
            Ok::<_, SceneError>(near)
        };
        let lists: Vec<Result<Vec<Nearest<D>>, SceneError>> =
            pieces.into_par_iter().map(work).collect();
        for list in lists {
            found.extend(list?);
        }
        found.sort_unstable_by_key(|nearest| nearest.bodies);
        for job in jobs {
            if let Some(proof) = &self.memories.get(job.memory).proof {
                neighbours.note(job.place, proof.lower, &self.travels);
            }
        }
        Ok(())
    }
}

/// A pair to be compared, by the number of its memory, and where its bodies are.
#[cfg(feature = "rayon")]
struct Job {
    memory: usize,
    stills: [u32; 2],
    place: u32,
}
