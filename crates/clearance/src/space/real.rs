//! The few functions of real numbers that `core` lacks.
//!
//! `sqrt` is the processor's own instruction wherever there is one, and correctly rounded
//! everywhere. The others come from `libm`, compiled into the library, on every platform: the
//! system's versions differ in the last bit from machine to machine, and our answers may not.

/// The square root, correctly rounded.
#[inline(always)]
pub(crate) fn sqrt(x: f64) -> f64 {
    #[cfg(feature = "std")]
    {
        x.sqrt()
    }
    #[cfg(not(feature = "std"))]
    {
        libm::sqrt(x)
    }
}

/// The square root, and one over it, neither of which waits for the other: what takes a root and then
/// a quotient mostly waits for these. For numbers whose inverse is one.
#[inline(always)]
pub(crate) fn root_and_inverse(x: f64) -> (f64, f64) {
    let (root, over) = (sqrt(x), 1.0 / x);
    (root, root * over)
}

pub(crate) use super::elementary::{exp, log};
pub(crate) use libm::{atan2, cos, pow, sin, tgamma as gamma};
