//! All pairs that come this close.

use alloc::vec::Vec;

use super::bodies::Scene;
use super::bvh::Limit;
use super::error::SceneError;
use super::evaluate::{Nearest, Split};

/// A pair whose boxes are close, and the number of its memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) memory: usize,
}

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
        let mut candidates = self.candidates(margin)?;
        evaluate(self, &mut candidates, margin, found)
    }

    /// The pairs that count and whose boxes and balls are within the margin of each other, in
    /// order.
    pub(super) fn candidates(&mut self, margin: f64) -> Result<Vec<Candidate>, SceneError> {
        if !(margin >= 0.0) {
            return Err(SceneError::BadArgument("the margin must be zero or more"));
        }
        self.settle();
        let mut keys = Vec::new();
        let Split { world, tree, unbounded, memories } = self.split();
        let mut limit = Limit::new(margin);
        let mut keep = |a: u32, b: u32| {
            if world.counts(a, b) && world.coarse(a, b) <= margin {
                keys.push(u64::from(a.min(b)) << 32 | u64::from(a.max(b)));
            }
            Ok::<(), SceneError>(())
        };
        tree.pairs(&mut limit, &mut |a, b, _: &mut Limit| keep(a, b))?;
        for (k, &a) in unbounded.iter().enumerate() {
            let bounds = world.slots[a as usize].bounds;
            tree.near(&bounds, &mut limit, &mut |b, _: &mut Limit| keep(a, b))?;
            for &b in &unbounded[k + 1..] {
                keep(a, b)?;
            }
        }
        keys.sort_unstable();
        let mut candidates = Vec::with_capacity(keys.len());
        for key in keys {
            let (a, b) = ((key >> 32) as u32, key as u32);
            let memory = memories.find_or_make(world.pair(a, b));
            candidates.push(Candidate { a, b, memory });
        }
        Ok(candidates)
    }
}

#[cfg(not(feature = "rayon"))]
fn evaluate<const D: usize>(
    scene: &mut Scene<D>,
    candidates: &mut [Candidate],
    margin: f64,
    found: &mut Vec<Nearest<D>>,
) -> Result<(), SceneError> {
    let Split { world, memories, .. } = scene.split();
    for candidate in candidates {
        if let Some(nearest) = world.compare(memories.get_mut(candidate.memory), margin)? {
            found.push(nearest);
        }
    }
    Ok(())
}

/// On all cores: each piece of work gets the stretch of memories that its pairs need, so that no
/// two share one, and the answers do not depend on who does what.
#[cfg(feature = "rayon")]
fn evaluate<const D: usize>(
    scene: &mut Scene<D>,
    candidates: &mut [Candidate],
    margin: f64,
    found: &mut Vec<Nearest<D>>,
) -> Result<(), SceneError> {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};

    candidates.sort_unstable_by_key(|candidate| candidate.memory);
    let Split { world, memories, .. } = scene.split();
    let mut pieces = Vec::new();
    let (mut rest, mut start) = (memories.all_mut(), 0);
    for piece in candidates.chunks(crate::accuracy::PAIRS_A_PIECE) {
        let (Some(first), Some(last)) = (piece.first(), piece.last()) else { continue };
        let (_, from) = rest.split_at_mut(first.memory - start);
        let (own, after) = from.split_at_mut(last.memory + 1 - first.memory);
        (rest, start) = (after, last.memory + 1);
        pieces.push((piece, own));
    }
    let work = |(piece, own): (&[Candidate], &mut [super::pairs::Memory<D>])| {
        let base = piece.first().map_or(0, |candidate| candidate.memory);
        let mut near = Vec::new();
        for candidate in piece {
            near.extend(world.compare(&mut own[candidate.memory - base], margin)?);
        }
        Ok::<_, SceneError>(near)
    };
    let lists: Vec<Result<Vec<Nearest<D>>, SceneError>> =
        pieces.into_par_iter().map(work).collect();
    for list in lists {
        found.extend(list?);
    }
    found.sort_unstable_by_key(|nearest| nearest.bodies);
    Ok(())
}
