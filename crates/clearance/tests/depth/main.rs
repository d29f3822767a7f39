//! Depths and signed distances, judged without the solvers that found them.
#![allow(missing_docs)]

mod brute;
#[path = "../suite/common/mod.rs"]
mod common;
mod families;
mod gradients;
mod pairs;
mod patches;
mod polytopes;
