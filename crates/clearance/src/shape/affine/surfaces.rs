//! The affine image of a shape made of surfaces that has no end.
//!
//! A bounded one is known by its support function, as any other shape is. Without an end there is no such function, and
//! the image is made of the images of the surfaces: f(x) ≤ 0 becomes f(F⁻¹(x − o)) ≤ 0.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{Affine, Form, Image};
use crate::shape::{Convex, Core, Formula, Hyperquadric, Implicit, Jet, ShapeError, Swept, View};
use crate::space::{Matrix, Vector};

/// The map from the frame of the surfaces to the image's, x = F y + o, and what is known of the image.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Surfaces<const D: usize> {
    forth: Matrix<D>,
    origin: Vector<D>,
    /// F⁻¹, and its transpose.
    back: Matrix<D>,
    back_transposed: Matrix<D>,
    inside: Vector<D>,
    half_spaces: Vec<(Vector<D>, f64)>,
    /// The image of a hyperquadric is one, and knows its own lines.
    known: Option<Box<Hyperquadric<D>>>,
    pub(super) reach: f64,
}

impl<const D: usize> Surfaces<D> {
    fn local(&self, x: Vector<D>) -> Vector<D> {
        self.back * (x - self.origin)
    }

    fn image(&self, y: Vector<D>) -> Vector<D> {
        self.forth * y + self.origin
    }

    /// The half-space n·y ≤ b.
    fn half_space(&self, (normal, offset): (Vector<D>, f64)) -> (Vector<D>, f64) {
        let normal = self.back_transposed * normal;
        (normal, offset + normal.dot(self.origin))
    }
}

impl<S: Convex<D>, const D: usize> Image<S, D> {
    /// The surfaces, if the shape is made of such and has no end.
    pub(super) fn surfaces(&self, view: &View<'_, D>) -> Result<Option<Surfaces<D>>, ShapeError> {
        let Core::Implicit(shape) = view.core else { return Ok(None) };
        if shape.is_bounded() || view.radius > 0.0 {
            return Ok(None);
        }
        let mut forth = self.matrix;
        let mut origin = self.translation;
        if let Some(frame) = view.frame {
            forth = forth * *frame.rotation().matrix();
            origin = self.map(frame.translation());
        }
        let back = forth.inverse().ok_or(ShapeError::Singular)?;
        let stretch = forth.0.iter().fold(0.0_f64, |most, row| most.max(row.sum_abs()));
        let mut surfaces = Surfaces {
            forth,
            origin,
            back,
            back_transposed: back.transpose(),
            inside: Vector::ZERO,
            half_spaces: Vec::new(),
            known: None,
            reach: origin.max_abs() + stretch * view.reach,
        };
        surfaces.inside = surfaces.image(shape.inside());
        for plane in shape.half_spaces() {
            let (normal, offset) = surfaces.half_space(*plane);
            let length = normal.norm();
            surfaces.half_spaces.push((normal / length, offset / length));
        }
        if !cfg!(target_arch = "wasm32")
            && let Formula::Hyperquadric(terms) = shape.formula()
        {
            let mapped = terms.iter().map(|term| {
                let (a, height) = surfaces.half_space((term.a, -term.d));
                (a, -height, term.n)
            });
            let image = Hyperquadric::new(mapped).ok().filter(|image| !image.is_bounded());
            surfaces.known = image.map(Box::new);
        }
        Ok(Some(surfaces))
    }
}

impl<S: Convex<D>, const D: usize> Affine<S, D> {
    pub(super) fn surfaces(&self) -> Option<(&Surfaces<D>, &dyn Implicit<D>)> {
        match (&self.form, self.image.shape.view().core) {
            (Form::Surfaces(surfaces), Core::Implicit(shape)) => Some((surfaces, shape)),
            _ => None,
        }
    }

    pub(super) fn own_tangent(&self, surface: u32, at: Vector<D>) -> Option<(Vector<D>, f64)> {
        let (map, shape) = self.surfaces()?;
        match (surface as usize).checked_sub(shape.curved()) {
            None => Some(map.half_space(shape.tangent(surface, map.local(at))?)),
            Some(plane) => map.half_spaces.get(plane).copied(),
        }
    }

    pub(super) fn own_reach_behind(
        &self,
        surface: u32,
        outward: Vector<D>,
        at: Vector<D>,
    ) -> Option<f64> {
        let (map, shape) = self.surfaces()?;
        if let Some(known) = &map.known {
            return known.reach_behind(surface, outward, at);
        }
        let local = map.forth.transpose_mul(outward);
        let reach = shape.reach_behind(surface, local, map.local(at))?;
        Some(reach + outward.dot(map.origin))
    }
}

/// Only asked where there are surfaces.
impl<S: Convex<D>, const D: usize> Implicit<D> for Affine<S, D> {
    fn curved(&self) -> usize {
        self.surfaces().map_or(0, |(_, shape)| shape.curved())
    }

    fn jet(&self, surface: usize, at: Vector<D>, blur: f64) -> Jet<D> {
        let Some((map, shape)) = self.surfaces() else {
            return Jet { value: -1.0, gradient: Vector::ZERO, hessian: Matrix([Vector::ZERO; D]) };
        };
        shape.jet(surface, map.local(at), blur).mapped(&map.back_transposed)
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn value(&self, surface: usize, at: Vector<D>) -> f64 {
        self.surfaces().map_or(-1.0, |(map, shape)| shape.value(surface, map.local(at)))
    }

    fn half_spaces(&self) -> &[(Vector<D>, f64)] {
        match &self.form {
            Form::Surfaces(surfaces) => &surfaces.half_spaces,
            _ => &[],
        }
    }

    fn inside(&self) -> Vector<D> {
        match &self.form {
            Form::Surfaces(surfaces) => surfaces.inside,
            _ => self.image.translation,
        }
    }

    fn gauge_centre(&self, surface: usize) -> Option<Vector<D>> {
        let (map, shape) = self.surfaces()?;
        shape.gauge_centre(surface).map(|centre| map.image(centre))
    }

    fn near(&self, surface: usize, at: Vector<D>, onto: bool) -> Option<(Vector<D>, Jet<D>)> {
        let (map, shape) = self.surfaces()?;
        let (point, jet) = shape.near(surface, map.local(at), onto)?;
        Some((map.image(point), jet.mapped(&map.back_transposed)))
    }

    fn tip(&self, surface: usize) -> Option<Vector<D>> {
        let (map, shape) = self.surfaces()?;
        shape.tip(surface).map(|tip| map.image(tip))
    }

    fn ray(&self, surface: usize, outward: Vector<D>) -> Option<Vector<D>> {
        let (map, shape) = self.surfaces()?;
        if let Some(known) = &map.known {
            return known.ray(surface, outward);
        }
        let ray = shape.ray(surface, map.forth.transpose_mul(outward))?;
        (map.forth * ray).normalized()
    }

    fn swept(&self) -> Option<Swept<'_, D>> {
        self.surfaces()?.0.known.as_ref()?.swept()
    }

    fn is_bounded(&self) -> bool {
        !matches!(self.form, Form::Surfaces(_))
    }
}
