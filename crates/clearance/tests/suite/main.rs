//! The tests of the public face of the library, in one program: generic code is compiled once.
#![allow(missing_docs)]

mod cases;
mod common;
mod conjugate;
mod cut_off;
mod degenerate;
mod depth;
mod endless;
#[cfg(feature = "exact")]
mod exact_distance;
#[cfg(feature = "exact")]
mod exact_numbers;
#[cfg(feature = "exact")]
mod exact_pairs;
mod exhaustive;
mod facets;
mod furthest;
mod golden;
mod lemke;
mod motion;
mod named;
#[cfg(feature = "exact")]
mod program;
mod properties;
mod refinement;
mod refusals;
mod regressions;
mod ridges;
mod scene;
mod shapes;
mod slabs;
mod smooth;
mod steady;
mod surfaces;
mod thin;
#[cfg(feature = "exact")]
mod triangle_cylinder;
mod unique;
mod voyage;
mod watched;
