//! The tests of the public face of the library, in one program: generic code is compiled once.
#![allow(missing_docs)]

mod cases;
mod common;
mod conjugate;
mod degenerate;
mod exhaustive;
mod golden;
mod lemke;
mod properties;
mod refusals;
mod regressions;
mod surfaces;
