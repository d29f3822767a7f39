//! The one hot loop that is compiled once for each vector width and chosen at run time.
//!
//! This is the only file with unsafe code: the calls of functions that were compiled for
//! processor features, each behind the detection of those features. There is one body, written
//! in plain Rust without fused multiply-add and with a fixed order of lanes, so every width
//! gives the same bits.
#![allow(unsafe_code)]

use crate::space::Vector;

/// Points in each block. Eight doubles fill one AVX-512 register, two of AVX2, four of SSE2.
pub(crate) const LANES: usize = 8;

/// Eight points, stored coordinate by coordinate.
pub(crate) type Block<const D: usize> = [[f64; LANES]; D];

/// The index, over all blocks, of the point furthest along `direction`; the smallest one if
/// several are. Blocks are padded by repeating an earlier point.
#[inline]
pub(crate) fn furthest<const D: usize>(blocks: &[Block<D>], direction: Vector<D>) -> u32 {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    {
        if std::arch::is_x86_feature_detected!("avx512f") {
            // SAFETY: the processor has AVX-512F, which is all that the function needs.
            return unsafe { furthest_avx512(blocks, direction) };
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2, which is all that the function needs.
            return unsafe { furthest_avx2(blocks, direction) };
        }
    }
    scan(blocks, direction)
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[target_feature(enable = "avx512f")]
fn furthest_avx512<const D: usize>(blocks: &[Block<D>], direction: Vector<D>) -> u32 {
    scan(blocks, direction)
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[target_feature(enable = "avx2")]
fn furthest_avx2<const D: usize>(blocks: &[Block<D>], direction: Vector<D>) -> u32 {
    scan(blocks, direction)
}

/// Each lane keeps its own best value and the block it came from (as a float: the same width as
/// the values, so that one mask serves both); the lanes are compared at the end.
#[inline(always)]
fn scan<const D: usize>(blocks: &[Block<D>], direction: Vector<D>) -> u32 {
    let mut best = [f64::NEG_INFINITY; LANES];
    let mut from = [0.0_f64; LANES];
    let mut number = 0.0;
    for block in blocks {
        let mut value = [0.0; LANES];
        for l in 0..LANES {
            value[l] = block[0][l] * direction[0];
        }
        for i in 1..D {
            for l in 0..LANES {
                value[l] += block[i][l] * direction[i];
            }
        }
        for l in 0..LANES {
            let better = value[l] > best[l];
            best[l] = if better { value[l] } else { best[l] };
            from[l] = if better { number } else { from[l] };
        }
        number += 1.0;
    }
    let mut index = [0.0; LANES];
    for l in 0..LANES {
        index[l] = from[l] * LANES as f64 + l as f64;
    }
    let mut width = LANES / 2;
    while width > 0 {
        for l in 0..width {
            let (v, i) = (best[l + width], index[l + width]);
            let better = v > best[l] || (v == best[l] && i < index[l]);
            best[l] = if better { v } else { best[l] };
            index[l] = if better { i } else { index[l] };
        }
        width /= 2;
    }
    index[0] as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slow(blocks: &[Block<3>], direction: Vector<3>) -> u32 {
        let mut best = (f64::NEG_INFINITY, 0);
        for (k, block) in blocks.iter().enumerate() {
            for l in 0..LANES {
                let value = Vector::<3>::from_fn(|i| block[i][l]).dot(direction);
                if value > best.0 {
                    best = (value, (k * LANES + l) as u32);
                }
            }
        }
        best.1
    }

    /// Every width that this processor has gives the index that a plain loop gives, ties (small
    /// integers have many) included.
    #[test]
    fn every_width_agrees_with_a_plain_loop() {
        let mut rng = fastrand::Rng::with_seed(1);
        for round in 0..20_000 {
            let count = 1 + rng.usize(0..12);
            let coarse = round % 2 == 0;
            let mut number = || {
                if coarse { f64::from(rng.i32(-2..=2)) } else { rng.f64() * 2.0 - 1.0 }
            };
            let blocks: Vec<Block<3>> = (0..count)
                .map(|_| core::array::from_fn(|_| core::array::from_fn(|_| number())))
                .collect();
            let direction = Vector::from_fn(|_| number());
            let wanted = slow(&blocks, direction);
            assert_eq!(scan(&blocks, direction), wanted);
            assert_eq!(furthest(&blocks, direction), wanted);
            #[cfg(target_arch = "x86_64")]
            if std::arch::is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has AVX2.
                assert_eq!(unsafe { furthest_avx2(&blocks, direction) }, wanted);
            }
        }
    }
}
