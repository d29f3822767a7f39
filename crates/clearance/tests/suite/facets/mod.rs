//! Polyhedra by facets, and the active set.

mod conversion;
mod distance;
mod parallel;
