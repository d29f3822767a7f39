//! Convex programs and complementarity problems, by Lemke's method.

mod complementarity;
mod hard;
mod near_parallel;
mod paper;
mod random;
