//! Two dimensions behind one Python class.

use std::sync::Arc;

use clearance::{
    Answer, Approach, Convex, Depth, FirstContact, Gradient, Motion, Patch, Pose, Signed, Trace,
    Tracker, Vector,
};
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::turn::Turn;

/// The same thing in the plane or in space.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Any<A, B> {
    /// In the plane.
    Two(A),
    /// In space.
    Three(B),
}

/// What is done with either of them.
macro_rules! each {
    ($any:expr, |$x:ident| $body:expr) => {
        match $any {
            $crate::any::Any::Two($x) => $body,
            $crate::any::Any::Three($x) => $body,
        }
    };
}
pub(crate) use each;

macro_rules! wrapped {
    ($($name:ident = $kind:ident),* $(,)?) => {
        $(
            /// One of both dimensions.
            pub type $name = Any<$kind<2>, $kind<3>>;
        )*

        /// What belongs to the dimension D, put beside what belongs to the other one.
        pub trait Room<const D: usize>: Turn<D> {
            $(
                #[doc = concat!("A ", stringify!($kind), ".")]
                #[allow(non_snake_case, reason = "named for the type")]
                fn $name(x: $kind<D>) -> $name;
            )*
            /// The pose, if it is of this dimension.
            fn pose(any: &AnyPose) -> Option<&Pose<D>>;
            /// The motion, if it is of this dimension.
            fn motion(any: &AnyMotion) -> Option<&Motion<D>>;
            /// The tracker, if it is of this dimension.
            fn tracker(any: &mut AnyTracker) -> Option<&mut Tracker<D>>;
            /// The answer, if it is of this dimension.
            fn answer(any: &AnyAnswer) -> Option<&Answer<D>>;
            /// The signed distance, if it is of this dimension.
            fn signed(any: &AnySigned) -> Option<&Signed<D>>;
            /// The depth, if it is of this dimension.
            fn depth(any: &AnyDepth) -> Option<&Depth<D>>;
            /// The shape, if it is of this dimension.
            fn shape(any: &AnyShape) -> Option<&Arc<dyn Convex<D>>>;
            /// All second derivatives, row by row.
            fn hessian(gradient: &Gradient<D>) -> Option<Vec<f64>>;
        }

        room!(2, Two, $($name = $kind),*);
        room!(3, Three, $($name = $kind),*);
    };
}

macro_rules! room {
    ($d:literal, $side:ident, $($name:ident = $kind:ident),*) => {
        impl Room<$d> for Space {
            $(
                #[inline(always)]
                fn $name(x: $kind<$d>) -> $name {
                    Any::$side(x)
                }
            )*
            #[inline(always)]
            fn pose(any: &AnyPose) -> Option<&Pose<$d>> {
                if let Any::$side(pose) = any { Some(pose) } else { None }
            }
            fn motion(any: &AnyMotion) -> Option<&Motion<$d>> {
                if let Any::$side(motion) = any { Some(motion) } else { None }
            }
            fn tracker(any: &mut AnyTracker) -> Option<&mut Tracker<$d>> {
                if let Any::$side(tracker) = any { Some(tracker) } else { None }
            }
            fn answer(any: &AnyAnswer) -> Option<&Answer<$d>> {
                if let Any::$side(answer) = any { Some(answer) } else { None }
            }
            fn signed(any: &AnySigned) -> Option<&Signed<$d>> {
                if let Any::$side(signed) = any { Some(signed) } else { None }
            }
            fn depth(any: &AnyDepth) -> Option<&Depth<$d>> {
                if let Any::$side(depth) = any { Some(depth) } else { None }
            }
            fn shape(any: &AnyShape) -> Option<&Arc<dyn Convex<$d>>> {
                if let Any::$side(shape) = any { Some(shape) } else { None }
            }
            fn hessian(gradient: &Gradient<$d>) -> Option<Vec<f64>> {
                gradient.hessian().map(|rows| rows.concat())
            }
        }
    };
}

/// Implements [`Room`] for both dimensions.
pub struct Space;

wrapped! {
    AnyAnswer = Answer,
    AnyApproach = Approach,
    AnyContact = FirstContact,
    AnyDepth = Depth,
    AnyGradient = Gradient,
    AnyPatch = Patch,
    AnySigned = Signed,
    AnyTrace = Trace,
}

/// A motion.
pub type AnyMotion = Any<Motion<2>, Motion<3>>;
/// A pose.
pub type AnyPose = Any<Pose<2>, Pose<3>>;
/// A shape.
pub type AnyShape = Any<Arc<dyn Convex<2>>, Arc<dyn Convex<3>>>;
/// A tracker.
pub type AnyTracker = Any<Tracker<2>, Tracker<3>>;

/// A vector as an array.
pub fn array<'py, const D: usize>(py: Python<'py>, v: Vector<D>) -> Bound<'py, PyArray1<f64>> {
    PyArray1::from_slice(py, &v.0)
}

/// Vectors as the rows of an array.
pub fn rows<'py, const D: usize>(
    py: Python<'py>,
    vectors: &[Vector<D>],
) -> PyResult<Bound<'py, PyAny>> {
    let flat: Vec<f64> = vectors.iter().flat_map(|v| v.0).collect();
    PyArray1::from_vec(py, flat).call_method1("reshape", ((vectors.len(), D),))
}

/// A square matrix, row by row, as an array.
pub fn square(py: Python<'_>, flat: Vec<f64>) -> PyResult<Bound<'_, PyAny>> {
    let side = flat.len().isqrt();
    PyArray1::from_vec(py, flat).call_method1("reshape", ((side, side),))
}

/// The dimension and the numbers, for pickling.
pub fn stored<A: Serialize, B: Serialize>(any: &Any<A, B>) -> PyResult<(usize, String)> {
    let (dim, text) = match any {
        Any::Two(x) => (2, serde_json::to_string(x)),
        Any::Three(x) => (3, serde_json::to_string(x)),
    };
    Ok((dim, text.map_err(|error| PyValueError::new_err(error.to_string()))?))
}

/// What was pickled, to the bit.
pub fn restored<A: DeserializeOwned, B: DeserializeOwned>(
    dim: usize,
    text: &str,
) -> PyResult<Any<A, B>> {
    let found = match dim {
        2 => serde_json::from_str(text).map(Any::Two),
        _ => serde_json::from_str(text).map(Any::Three),
    };
    found.map_err(|error| PyValueError::new_err(error.to_string()))
}
