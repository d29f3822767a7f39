//! Exact distances: random, nearly touching, touching and overlapping pairs, each judged without a
//! solver. `CLEARANCE_CASES=100000 cargo test --features exact --test suite exact_distance` for more.

mod certain;
mod depth;
mod digits;
mod hulls;
mod judge;
mod lattice;
mod rounded;
mod truth;
mod worked;
