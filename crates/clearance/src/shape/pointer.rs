//! Shapes behind a pointer are shapes.

use alloc::boxed::Box;
use alloc::sync::Arc;

#[cfg(not(target_arch = "wasm32"))]
use super::Brief;
use super::{Convex, Discs, Foot, Formula, Implicit, Norms, Ridge, View};
use crate::space::Vector;

/// Every question is handed on.
macro_rules! forward {
    ($($pointer:ty),*) => {$(
        impl<const D: usize, T: Convex<D> + ?Sized> Convex<D> for $pointer {
            #[inline]
            fn support(&self, direction: Vector<D>) -> Vector<D> {
                (**self).support(direction)
            }
            #[inline]
            fn view(&self) -> View<'_, D> {
                (**self).view()
            }
            #[cfg(not(target_arch = "wasm32"))]
            #[inline]
            fn brief(&self) -> Brief<'_, D> {
                (**self).brief()
            }
            #[inline]
            fn excess(&self, point: Vector<D>) -> Option<f64> {
                (**self).excess(point)
            }
            #[inline]
            fn nearest(&self, point: Vector<D>) -> Option<Vector<D>> {
                (**self).nearest(point)
            }
            #[inline]
            fn foot(&self, point: Vector<D>) -> Option<Foot<D>> {
                (**self).foot(point)
            }
            #[inline]
            fn ridge(&self, direction: Vector<D>) -> Option<Ridge<D>> {
                (**self).ridge(direction)
            }
            #[inline]
            fn discs(&self) -> Option<Discs> {
                (**self).discs()
            }
            #[inline]
            fn norms(&self) -> Option<Norms<D>> {
                (**self).norms()
            }
            #[inline]
            fn inner_ball(&self, point: Vector<D>, outward: Vector<D>) -> f64 {
                (**self).inner_ball(point, outward)
            }
            fn tangent(&self, surface: u32, at: Vector<D>) -> Option<(Vector<D>, f64)> {
                (**self).tangent(surface, at)
            }
            fn reach_behind(&self, id: u32, outward: Vector<D>, at: Vector<D>) -> Option<f64> {
                (**self).reach_behind(id, outward, at)
            }
            fn implicit(&self) -> Option<&dyn Implicit<D>> {
                (**self).implicit()
            }
            fn support_error(&self) -> Option<f64> {
                (**self).support_error()
            }
            fn nearest_error(&self) -> Option<f64> {
                (**self).nearest_error()
            }
            fn formula(&self) -> Formula<'_, D> {
                (**self).formula()
            }
            fn roundness(&self) -> f64 {
                (**self).roundness()
            }
            fn axis(&self) -> Option<Vector<D>> {
                (**self).axis()
            }
            fn moments(&self) -> Option<crate::Moments<D>> {
                (**self).moments()
            }
            fn bounding_ball(&self) -> Option<crate::BoundingBall<D>> {
                (**self).bounding_ball()
            }
        }
    )*};
}

forward!(&T, Box<T>, Arc<T>);
