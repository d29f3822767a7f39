//! Polyhedra by facets, and the active set.
#![allow(missing_docs)]

mod conversion;
mod distance;
