//! Depths and signed distances, judged without the solvers that found them.

mod brute;
mod cones;
mod corridors;
mod curved;
mod families;
mod gradients;
mod pairs;
mod parallel_boxes;
mod patches;
mod polytopes;
mod rooms;
mod turned;
