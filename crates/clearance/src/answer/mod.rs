//! Answers, with what proves them.

mod assemble;
mod check;
mod check_depth;
mod depth;
mod evidence;
mod trace;

pub(crate) use check::refused_width;
pub use check::{Flaw, check, support_by_hand};
pub use check_depth::check_depth;
pub(crate) use check_depth::{is_shown, way_out_judged};
pub use depth::{Depth, Signed};
pub use evidence::{Evidence, MOST, Names};
pub use trace::{Detail, Region, Step, Trace, TracedVertex};

use crate::space::Vector;

/// How far apart two shapes are.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Answer<const D: usize> {
    /// They have no point in common.
    Apart(Apart<D>),
    /// They touch or overlap.
    Meeting(Meeting<D>),
}

/// Two shapes that have no point in common, in world coordinates.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Apart<const D: usize> {
    /// The distance: the same as `upper`.
    pub distance: f64,
    /// The closest point of A.
    pub point_a: Vector<D>,
    /// The closest point of B.
    pub point_b: Vector<D>,
    /// The unit vector from A to B: the two shapes lie on either side of a slab of width `lower`
    /// at right angles to it.
    pub normal: Vector<D>,
    /// The true distance is not less than this: the width of the slab, from the support points
    /// of both shapes along `normal`. Holds up to the rounding of the coordinates.
    pub lower: f64,
    /// The true distance is not more than this: the length between the two closest points, before
    /// they are rounded to world coordinates. Holds up to the rounding of the coordinates.
    pub upper: f64,
    /// Whether no other pair of points is as close; `None` where the method does not tell by the way.
    /// [`is_unique`](crate::is_unique) looks at the shapes then.
    pub unique: Option<bool>,
    /// What the closest points are made of.
    pub evidence: Evidence<D>,
    /// How it was found.
    pub effort: Effort,
}

/// Two shapes that touch or overlap, in world coordinates.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Meeting<const D: usize> {
    /// A point of both, up to the rounding of the coordinates.
    pub point: Vector<D>,
    /// What the point is made of. The two combinations of core points are the same point where
    /// the cores meet; where only the radii make up for the gap, `point` is within A's radius of
    /// the first and within B's of the second.
    pub evidence: Evidence<D>,
    /// How it was found.
    pub effort: Effort,
}

/// How an answer was found, which says nothing about how good it is: its bounds do that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Effort {
    /// The method that found it.
    pub method: Method,
    /// How many steps it took (support pairs, for GJK).
    pub iterations: u32,
    /// Why it stopped.
    pub stop: Stop,
}

/// The methods.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Method {
    /// A formula: projection of a point.
    Formula,
    /// Gilbert, Johnson and Keerthi's method on support functions.
    Gjk,
    /// Conjugate gradients for two parameters within bounds: lines, rays and segments against each
    /// other and against rectangles.
    Conjugate,
    /// Lemke's method on the distance as a convex program over the parameters of both shapes: for
    /// shapes with flat sides and few vertices. For comparison; it allocates, and others are
    /// faster.
    Lemke,
    /// The active set: a walk over the facets of polyhedra.
    #[cfg_attr(feature = "serde", serde(rename = "active-set"))]
    ActiveSet,
    /// Newton's method on the dual, for pairs whose support functions have second derivatives.
    Newton,
    /// The interior point method, for shapes made of implicit surfaces.
    Interior,
    /// The interior point method along its barrier: every iterate is inside of both shapes. Slower
    /// than [`Method::Interior`], which may be outside for a while. For comparison, and to watch.
    Barrier,
    /// Cutting planes: polytopes of tangent half-spaces around shapes made of surfaces. Slower than
    /// the interior point method, and independent of it.
    Refinement,
    /// The closest point of A to a point of B, of B to that, and so on, for shapes that can project
    /// points. For comparison: the closer the shapes are, the longer it takes. Two boxes are tried by
    /// a few rounds of it before GJK, with points that slide along edges in between.
    #[cfg_attr(feature = "serde", serde(rename = "point-iteration"))]
    PointIteration,
    /// [`Method::Refinement`] as in Fenger's thesis, which adds four facets a cycle to the polytope
    /// around each shape. For comparison.
    #[cfg_attr(feature = "serde", serde(rename = "refinement-4"))]
    Refinement4,
    /// The same with seven facets a cycle. For comparison.
    #[cfg_attr(feature = "serde", serde(rename = "refinement-7"))]
    Refinement7,
    /// A fixed polyhedral model of each shape that is made of surfaces, with a few hundred facets:
    /// the bounds, which are those of the shapes, tell how coarse it is. For comparison.
    Model,
    /// [`Method::PointIteration`], begun where coarse polyhedral models come closest. For
    /// comparison.
    Hybrid,
    /// Separating axes: the normals of faces and pairs of edges of two boxes.
    Axes,
    /// The expanding polytope on support functions, for depths.
    Expand,
    /// Newton's method down to the shortest way out, and a cover of all directions that proves it:
    /// for depths of cylinders, cones and ellipsoids.
    Cover,
}

impl Method {
    /// All of them.
    pub const ALL: [Self; 17] = [
        Self::Formula,
        Self::Gjk,
        Self::Conjugate,
        Self::Lemke,
        Self::ActiveSet,
        Self::Newton,
        Self::Interior,
        Self::Barrier,
        Self::Refinement,
        Self::PointIteration,
        Self::Refinement4,
        Self::Refinement7,
        Self::Model,
        Self::Hybrid,
        Self::Axes,
        Self::Expand,
        Self::Cover,
    ];

    /// The method of this name.
    ///
    /// ```
    /// use clearance::Method;
    /// assert_eq!(Method::named("conjugate"), Some(Method::Conjugate));
    /// assert!(Method::ALL.iter().all(|method| Method::named(method.name()) == Some(*method)));
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }

    /// The name, as in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Formula => "formula",
            Self::Gjk => "gjk",
            Self::Conjugate => "conjugate",
            Self::Lemke => "lemke",
            Self::ActiveSet => "active-set",
            Self::Newton => "newton",
            Self::Interior => "interior",
            Self::Barrier => "barrier",
            Self::Refinement => "refinement",
            Self::PointIteration => "point-iteration",
            Self::Refinement4 => "refinement-4",
            Self::Refinement7 => "refinement-7",
            Self::Model => "model",
            Self::Hybrid => "hybrid",
            Self::Axes => "axes",
            Self::Expand => "expand",
            Self::Cover => "cover",
        }
    }
}

/// Why a method stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Stop {
    /// The bounds are as close to each other as was asked.
    Converged,
    /// A common point was found.
    Contained,
    /// No further progress was possible in floating point.
    Stalled,
    /// The question was settled before the distance was known.
    Settled,
    /// The cap on iterations was reached.
    Cap,
}

impl<const D: usize> Answer<D> {
    /// The distance; zero where the shapes meet.
    #[inline]
    pub fn distance(&self) -> f64 {
        match self {
            Self::Apart(apart) => apart.distance,
            Self::Meeting(_) => 0.0,
        }
    }

    /// Whether the shapes have a point in common.
    #[inline]
    pub fn intersects(&self) -> bool {
        matches!(self, Self::Meeting(_))
    }

    /// The true distance is not less than this.
    #[inline]
    pub fn lower(&self) -> f64 {
        match self {
            Self::Apart(apart) => apart.lower,
            Self::Meeting(_) => 0.0,
        }
    }

    /// The true distance is not more than this.
    #[inline]
    pub fn upper(&self) -> f64 {
        self.distance()
    }

    /// The closest points of A and B; a common point, twice, where they meet.
    #[inline]
    pub fn points(&self) -> [Vector<D>; 2] {
        match self {
            Self::Apart(apart) => [apart.point_a, apart.point_b],
            Self::Meeting(meeting) => [meeting.point; 2],
        }
    }

    /// The unit vector from A to B; `None` where they meet.
    #[inline]
    pub fn normal(&self) -> Option<Vector<D>> {
        match self {
            Self::Apart(apart) => Some(apart.normal),
            Self::Meeting(_) => None,
        }
    }

    /// The details, if the shapes are apart.
    #[inline]
    pub fn apart(&self) -> Option<&Apart<D>> {
        match self {
            Self::Apart(apart) => Some(apart),
            Self::Meeting(_) => None,
        }
    }

    /// What the points are made of.
    #[inline]
    pub fn evidence(&self) -> &Evidence<D> {
        match self {
            Self::Apart(apart) => &apart.evidence,
            Self::Meeting(meeting) => &meeting.evidence,
        }
    }

    /// How the answer was found.
    #[inline]
    pub fn effort(&self) -> &Effort {
        match self {
            Self::Apart(apart) => &apart.effort,
            Self::Meeting(meeting) => &meeting.effort,
        }
    }
}
