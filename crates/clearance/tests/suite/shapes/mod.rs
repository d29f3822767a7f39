//! Every shape of the library: what it promises, what its constructors refuse, and the questions
//! about one shape.

mod emptiness;
mod errors;
mod gallery;
mod laws;
mod single;
