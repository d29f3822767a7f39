//! What a solver did, step by step, for people who want to watch.

use alloc::vec::Vec;

use super::{Answer, Method};
use crate::space::{Pose, Vector};

/// Every step that led to an answer.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Trace<const D: usize> {
    /// The steps in their order. Points are in A's frame; the radii are set aside, so that a ball
    /// shows as its centre.
    pub steps: Vec<Step<D>>,
    /// The answer they led to, in world coordinates.
    pub answer: Answer<D>,
}

/// One step of any solver.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Step<const D: usize> {
    /// The solver.
    pub method: Method,
    /// The current closest points of A's and B's cores.
    pub points: [Vector<D>; 2],
    /// A lower bound on the distance of the cores, as known after this step; −∞ before there is
    /// one.
    pub lower: f64,
    /// The distance between the two points: an upper bound.
    pub upper: f64,
    /// What only this solver knows.
    pub detail: Detail<D>,
}

impl<const D: usize> Step<D> {
    /// The same step, told in the frame in which `pose` says where the present one lies.
    #[must_use]
    pub(crate) fn moved(self, pose: &Pose<D>) -> Self {
        if *pose == Pose::IDENTITY {
            return self;
        }
        let place = |p: Vector<D>| pose.transform(p);
        let turn = |v: Vector<D>| pose.rotation().rotate(v);
        let detail = match self.detail {
            Detail::Newton { direction } => Detail::Newton { direction: turn(direction) },
            Detail::Interior { iterates } => Detail::Interior { iterates: iterates.map(place) },
            Detail::Gjk { simplex, region, direction, support, careful } => {
                let vertex =
                    |v: TracedVertex<D>| TracedVertex { a: place(v.a), b: place(v.b), ..v };
                Detail::Gjk {
                    simplex: simplex.into_iter().map(vertex).collect(),
                    region,
                    direction: turn(direction),
                    support: support.map(place),
                    careful,
                }
            }
            other => other,
        };
        Self { points: self.points.map(place), detail, ..self }
    }
}

/// What only one kind of solver knows about a step.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Detail<const D: usize> {
    /// Nothing more: a formula has no steps of its own, and for some methods points and bounds say
    /// everything.
    Formula,
    /// A step of Newton's method on the dual.
    Newton {
        /// The unit vector, from A to B, along which both shapes were looked at.
        direction: Vector<D>,
    },
    /// A step of the interior point method. The points of the step belong to the shapes, and both
    /// of its bounds are proved.
    Interior {
        /// The iterates themselves. Bold steps may lead out of curved surfaces for a while: the
        /// points of the step are then what is left of them inside, towards the middle.
        iterates: [Vector<D>; 2],
    },
    /// An iteration of GJK.
    Gjk {
        /// The closest feature of the simplex, vertex by vertex, with the weights of its closest
        /// point to the origin.
        simplex: Vec<TracedVertex<D>>,
        /// Which feature that is.
        region: Region,
        /// The search direction: from the feature towards the origin, at right angles to the
        /// feature. Its length has no meaning.
        direction: Vector<D>,
        /// The support point of A along the direction, and of B against it.
        support: [Vector<D>; 2],
        /// Whether the closest feature was computed in twice the precision.
        careful: bool,
    },
    /// A step of the active set, before it is taken.
    #[cfg_attr(feature = "serde", serde(rename = "active-set"))]
    ActiveSet {
        /// The working sets: the facets that hold A's point and B's.
        facets: [Vec<u32>; 2],
    },
}

/// A vertex of the simplex.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct TracedVertex<const D: usize> {
    /// The point of A.
    pub a: Vector<D>,
    /// The point of B.
    pub b: Vector<D>,
    /// Its weight in the closest point.
    pub weight: f64,
}

/// The Voronoi region of the simplex that the origin lies in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Region {
    /// Closest to a vertex.
    Vertex,
    /// Closest to the inside of an edge.
    Edge,
    /// Closest to the inside of a face (3D).
    Face,
    /// Inside the simplex.
    Inside,
}

impl Region {
    /// The region of the feature with this many vertices, the origin being outside.
    pub(crate) fn of(vertices: usize) -> Self {
        match vertices {
            1 => Self::Vertex,
            2 => Self::Edge,
            _ => Self::Face,
        }
    }

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Vertex => "vertex",
            Self::Edge => "edge",
            Self::Face => "face",
            Self::Inside => "inside",
        }
    }
}
