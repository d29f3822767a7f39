//! Why a shape was refused.

use alloc::vec::Vec;
use core::fmt;

use crate::hull::MeshFlaw;

/// Why a shape was refused. `what` names the part of the shape, as in its constructor.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum ShapeError {
    /// A number is NaN or infinite; the index tells which point, where there are several.
    NotFinite {
        /// The part.
        what: &'static str,
        /// Which one of several.
        index: Option<usize>,
    },
    /// A coordinate or a length is larger than [`LARGEST`](crate::accuracy::LARGEST).
    TooLarge {
        /// The part.
        what: &'static str,
        /// The number.
        value: f64,
    },
    /// A number must be positive (or at least not negative) and is not.
    NotPositive {
        /// The part.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// A direction, normal or axis has length zero.
    ZeroLength {
        /// The part.
        what: &'static str,
    },
    /// Too few points or parts.
    TooFew {
        /// The part.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many are needed.
        needed: usize,
    },
    /// Two vectors that must stand at right angles do not: the cosine between them is given.
    NotPerpendicular {
        /// The part.
        what: &'static str,
        /// The cosine.
        cosine: f64,
    },
    /// The polygon is not convex at this vertex.
    NotConvex {
        /// The vertex.
        vertex: usize,
    },
    /// The polygon goes around its inside more than once.
    WindsMoreThanOnce,
    /// The polygon's vertex is not in the plane of the others, by this much.
    NotPlanar {
        /// The vertex.
        vertex: usize,
        /// How far off it is.
        off_by: f64,
    },
    /// An exponent is less than 1, or not a number: the set would not be convex.
    Exponent {
        /// The exponent.
        value: f64,
    },
    /// The function of an implicit surface is not convex.
    NotConvexFunction {
        /// What gives it away.
        what: &'static str,
    },
    /// A part of an intersection is not made of surfaces.
    NoSurfaces {
        /// Which part.
        part: usize,
    },
    /// The surfaces have nothing in common. The proof: with these weights on these surfaces (curved
    /// ones first, then half-spaces n·x − b with n of length 1; of a hyperquadric its slabs
    /// |a·x + d|² − 1), the gradients at the point `at` cancel and the values add up to more than
    /// zero, and so they do everywhere, since the functions are convex.
    NothingInCommon {
        /// Numbers of surfaces, and their weights, which add up to 1.
        surfaces: Vec<(usize, f64)>,
        /// The point.
        at: Vec<f64>,
        /// What the functions, with these weights, add up to at least: positive, with rounding and
        /// with what is left of the gradients taken off.
        by: f64,
    },
    /// No point inside of all surfaces was found, and no proof that there is none: they touch, or
    /// what they have in common is so thin that it drowns in rounding.
    NoInside {
        /// Where the largest of the functions is least.
        at: Vec<f64>,
        /// What it is there, in units of the functions' own size.
        most: f64,
    },
    /// The matrix of an affine map has no inverse or is not finite.
    Singular,
    /// The normal of a half-space has length zero.
    NoNormal {
        /// Which half-space.
        index: usize,
    },
    /// No point is inside of all half-spaces. The proof: the inequalities n·x ≤ b of these, each
    /// times its multiplier (with normals of length 1), add up to 0 ≤ something negative.
    Empty {
        /// The half-spaces.
        facets: Vec<usize>,
        /// Their multipliers, all positive.
        multipliers: Vec<f64>,
    },
    /// What must be bounded is not.
    Unbounded {
        /// The part.
        what: &'static str,
    },
    /// The faces are not the surface of a convex polytope.
    Mesh(MeshFlaw),
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { what, index: Some(i) } => write!(f, "{what} {i} is not finite"),
            Self::NotFinite { what, index: None } => write!(f, "the {what} is not finite"),
            Self::TooLarge { what, value } => write!(
                f,
                "the {what} is too large: {value:e}, where {:e} is the most",
                crate::accuracy::LARGEST
            ),
            Self::NotPositive { what, value } => {
                write!(f, "the {what} must be positive and is {value}")
            }
            Self::ZeroLength { what } => write!(f, "the {what} has length zero"),
            Self::TooFew { what, found, needed } => {
                write!(f, "{found} {what} given, at least {needed} needed")
            }
            Self::NotPerpendicular { what, cosine } => {
                write!(
                    f,
                    "the {what} are not at right angles: the cosine between them is {cosine:e}"
                )
            }
            Self::NotConvex { vertex } => write!(f, "the polygon is not convex at vertex {vertex}"),
            Self::WindsMoreThanOnce => {
                write!(f, "the polygon goes around its inside more than once")
            }
            Self::NotPlanar { vertex, off_by } => {
                write!(f, "vertex {vertex} is {off_by:e} away from the plane of the polygon")
            }
            Self::Exponent { value } => {
                write!(f, "the exponents must be at least 1 and one is {value}")
            }
            Self::NotConvexFunction { what } => {
                write!(f, "the function is not convex: see the {what}")
            }
            Self::NoSurfaces { part } => {
                write!(f, "part {part} of the intersection is not made of implicit surfaces")
            }
            Self::NothingInCommon { surfaces, by, .. } => {
                let names: Vec<usize> = surfaces.iter().map(|(k, _)| *k).collect();
                write!(f, "the surfaces {names:?} have nothing in common (they miss by {by:e})")
            }
            Self::NoInside { at, .. } => {
                write!(f, "the surfaces have no inside, or next to none, at {at:?}")
            }
            Self::Singular => write!(f, "the matrix has no inverse or is not finite"),
            Self::NoNormal { index } => {
                write!(f, "the normal of half-space {index} has length zero")
            }
            Self::Empty { facets, multipliers } => {
                write!(f, "nothing is inside of all half-spaces: add up")?;
                for (k, (facet, multiplier)) in facets.iter().zip(multipliers).enumerate() {
                    write!(f, "{} {multiplier} times {facet}", if k == 0 { "" } else { "," })?;
                }
                write!(f, " (normals of length 1)")
            }
            Self::Unbounded { what } => write!(f, "the {what} is unbounded"),
            Self::Mesh(flaw) => flaw.fmt(f),
        }
    }
}

impl core::error::Error for ShapeError {}

impl From<MeshFlaw> for ShapeError {
    fn from(flaw: MeshFlaw) -> Self {
        Self::Mesh(flaw)
    }
}
