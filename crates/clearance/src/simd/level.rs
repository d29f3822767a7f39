//! What a processor can do for the loops, whatever processor it is: blocks of points, and the
//! [`Level`] that work is compiled for.

use super::dispatch_sides;
use super::plain::{Scaled, combined, furthest_sum, plain_least_but, plain_sides, scaled, scan};
use crate::space::{Vector, real};

/// Points in each block.
pub(crate) const LANES: usize = 8;

/// Lanes in half a block.
pub(crate) const HALF: usize = LANES / 2;

/// One coordinate of half a block.
pub(crate) type Half = [f64; HALF];

/// Eight points, stored coordinate by coordinate.
pub(crate) type Block<const D: usize> = [[f64; LANES]; D];

/// What a processor can do.
pub(crate) trait Level: Copy {
    /// The index, over all blocks, of the point furthest along `direction`; the smallest one if
    /// several are. Blocks are padded by repeating an earlier point.
    fn furthest<const D: usize>(self, blocks: &[Block<D>], direction: Vector<D>) -> u32;

    /// The same for so few blocks that the loop over them is unrolled.
    #[inline(always)]
    fn furthest_of_few<const D: usize, const K: usize>(
        self,
        blocks: &[Block<D>; K],
        direction: Vector<D>,
    ) -> u32 {
        self.furthest(blocks, direction)
    }

    /// The least of sixteen numbers but for those with a bit, and the first place that has it; infinite if
    /// there is none. None of them is NaN.
    #[inline(always)]
    fn least_but(self, numbers: [&[f64; LANES]; 2], but: u32) -> (f64, u32) {
        plain_least_but(numbers, but)
    }

    /// e^x of each: the bits of [`real::exp`], but zero for NaN.
    #[inline(always)]
    fn exps(self, x: [f64; 4]) -> [f64; 4] {
        x.map(|x| if x.is_nan() { 0.0 } else { real::exp(x) })
    }

    /// log x of each: the bits of [`real::log`], under the same conditions.
    #[inline(always)]
    fn logs(self, x: [f64; 4]) -> [f64; 4] {
        x.map(real::log)
    }

    /// The rows of a matrix, their entries times these factors, as the first three lanes of half a
    /// block (the fourth is `last`), beside the same for another matrix.
    #[inline(always)]
    fn scaled<const D: usize>(self, a: &Scaled<'_, D>, b: &Scaled<'_, D>) -> Block<D> {
        scaled(a, b)
    }

    /// The sum of the lanes, each taken forwards if it rises along `direction`, else backwards, but
    /// for lane 3, which is always taken forwards; and a bit for each lane that rises. What is level
    /// counts as rising in the second half of the block, and in the first it does not.
    #[inline(always)]
    fn furthest_sum<const D: usize>(
        self,
        lanes: &Block<D>,
        direction: Vector<D>,
    ) -> (Vector<D>, u32) {
        furthest_sum(lanes, direction)
    }

    /// The sum of the lanes times these factors, for each half of a block.
    #[inline(always)]
    fn combined<const D: usize>(self, lanes: &Block<D>, factors: &[Half; 2]) -> [Vector<D>; 2] {
        combined(lanes, factors)
    }

    /// A bit for each of eight planes with these heights over the origin: first, whether a point is
    /// plainly beyond it; second, whether it is too close to tell. A plane of infinite height is
    /// beyond every point.
    #[inline(always)]
    fn sides<const D: usize>(
        self,
        planes: &Planes<D>,
        heights: &[f64; LANES],
        point: Vector<D>,
    ) -> [u32; 2] {
        plain_sides(planes, heights, point)
    }
}

/// Eight planes: their unit normals, and for each how wrong the height of a point over it may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planes<const D: usize> {
    pub(crate) normals: Block<D>,
    pub(crate) slacks: [f64; LANES],
}

/// Something to be done at the best level that there is. Calls into code for another level cost more
/// than the loops do, since no vector register survives them.
pub(crate) trait Work {
    /// What comes of it.
    type Output;

    /// Whether eight lanes at a time are worth a version of their own, for processors that have them:
    /// with AVX-512 only the scan of a few blocks looks different, and the rest is what AVX2 does, with
    /// twice as many registers.
    #[allow(dead_code)] // Nobody asks where all processors are alike.
    const WIDE: bool = false;

    /// Does it. To be inlined, with everything that it calls in a loop.
    fn run<L: Level>(self, level: L) -> Self::Output;
}

/// Does the work at the best level that this processor has.
#[inline(always)]
pub(crate) fn dispatch<W: Work>(work: W) -> W::Output {
    dispatch_sides(work, (), ())
}

/// The same for small work of two sides and a few words, all of which come in registers. Work of more than
/// two words comes in memory, to which it was written just before: nothing begins until it is there.
pub(crate) trait Sides: Sized {
    /// The other side.
    type Other;
    /// What else is needed.
    type Rest;
    /// What comes of it.
    type Output;

    /// As for [`Work`].
    #[allow(dead_code)]
    const WIDE: bool = false;

    /// Does it, as [`Work::run`] does.
    fn beside<L: Level>(self, other: Self::Other, rest: Self::Rest, level: L) -> Self::Output;
}

impl<W: Work> Sides for W {
    type Other = ();
    type Rest = ();
    type Output = W::Output;

    const WIDE: bool = W::WIDE;

    #[inline(always)]
    fn beside<L: Level>(self, (): (), (): (), level: L) -> W::Output {
        self.run(level)
    }
}

/// The best that this processor can do.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[derive(Clone, Copy)]
pub(super) enum Best {
    /// What every processor can do.
    Plain,
    /// AVX2.
    Avx2,
    /// And the parts of AVX-512 that are for eight doubles at a time and for shorter ones.
    Wide,
}

/// The same, asked once and remembered as one number: the standard library would look up each of the
/// features again, and the smallest queries notice.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn best() -> Best {
    use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

    /// Zero as long as nobody has asked.
    static BEST: AtomicU8 = AtomicU8::new(0);

    #[cold]
    #[inline(never)]
    fn look() -> u8 {
        use std::arch::is_x86_feature_detected as has;
        let wide = has!("avx512f") && has!("avx512vl") && has!("avx512dq");
        let best = if !has!("avx2") { 1 } else { 2 + u8::from(wide) };
        BEST.store(best, Relaxed);
        best
    }

    let known = BEST.load(Relaxed);
    match if known == 0 { look() } else { known } {
        3 => Best::Wide,
        2 => Best::Avx2,
        _ => Best::Plain,
    }
}

/// What every processor can do.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Level for Portable {
    #[inline(always)]
    fn furthest<const D: usize>(self, blocks: &[Block<D>], direction: Vector<D>) -> u32 {
        scan(blocks, direction)
    }
}

/// Does the work there.
#[inline(never)]
pub(super) fn run<W: Sides>(a: W, b: W::Other, rest: W::Rest) -> W::Output {
    a.beside(b, rest, Portable)
}

/// The best level that there is, looked for at each call: where the work between two calls is too
/// much to be compiled once for each level.
#[derive(Clone, Copy)]
pub(crate) struct EachTime;

impl Level for EachTime {
    #[inline(always)]
    fn furthest<const D: usize>(self, blocks: &[Block<D>], direction: Vector<D>) -> u32 {
        furthest(blocks, direction)
    }
}

/// The point furthest along a direction, for those who ask once: [`Level::furthest`] at the best
/// level that there is.
#[inline(always)]
pub(crate) fn furthest<const D: usize>(blocks: &[Block<D>], direction: Vector<D>) -> u32 {
    struct Scan<'a, const D: usize>(&'a [Block<D>], Vector<D>);
    impl<const D: usize> Work for Scan<'_, D> {
        type Output = u32;
        #[inline(always)]
        fn run<L: Level>(self, level: L) -> u32 {
            level.furthest(self.0, self.1)
        }
    }
    dispatch(Scan(blocks, direction))
}
