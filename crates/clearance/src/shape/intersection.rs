//! What several shapes have in common.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use super::centre::{Around, centre_of};
use super::{
    Convex, Core, Formula, Implicit, Jet, Powers, Quadric, ShapeError, Surface, View, implicit,
    validate,
};
use crate::interior::{extent, furthest};
use crate::space::{Matrix, Pose, Vector, real};

/// All points that belong to every part.
///
/// The parts are shapes made of surfaces: [`HalfSpace`](super::HalfSpace),
/// [`Cuboid`](super::Cuboid), [`Ball`](super::Ball), [`Ellipsoid`](super::Ellipsoid),
/// [`Superquadric`](super::Superquadric), [`Hyperquadric`](super::Hyperquadric), [`Quadric`],
/// [`SecondOrderCone`](super::SecondOrderCone), other intersections, each
/// [`Placed`](super::Placed) anywhere, and surfaces of your own.
///
/// ```
/// use clearance::shape::{Ball, HalfSpace, Intersection, Placed};
/// use clearance::{Convex, Pose, distance};
/// // A lens with one side cut off.
/// let left = Placed::new(Ball::new(1.0)?, Pose::at([-0.5, 0.0, 0.0]))?;
/// let right = Placed::new(Ball::new(1.0)?, Pose::at([0.5, 0.0, 0.0]))?;
/// let cut = HalfSpace::new([0.0, 1.0, 0.0], 0.3)?;
/// let parts: Vec<Box<dyn Convex<3>>> = vec![Box::new(left), Box::new(right), Box::new(cut)];
/// let lens = Intersection::new(parts)?;
/// let ball = Ball::new(1.0)?;
/// let answer = distance(&lens, &Pose::IDENTITY, &ball, &Pose::at([0.0, 3.0, 0.0]))?;
/// assert!((answer.distance() - 1.7).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Intersection<const D: usize> {
    parts: Arc<[Box<dyn Convex<D>>]>,
    own: Vec<Arc<dyn Surface<D>>>,
    curved: Vec<Curved<D>>,
    half_spaces: Vec<(Vector<D>, f64)>,
    inside: Vector<D>,
    /// What the curved functions are there.
    #[cfg(not(target_arch = "wasm32"))]
    depths: Vec<f64>,
    reach: f64,
    bounded: bool,
}

/// A curved surface of the intersection, with what its function is multiplied by so that it is −1
/// at the point inside, where that is known.
#[derive(Clone)]
enum Curved<const D: usize> {
    /// A surface of a part.
    Part { part: usize, surface: usize, pose: Option<Pose<D>> },
    /// A ball.
    Quadric(Quadric<D>),
    /// A surface of the user's.
    Own(usize),
}

impl<const D: usize> Intersection<D> {
    /// What these parts have in common. Parts without surfaces are refused, and so are parts with
    /// nothing in common ([`ShapeError::NothingInCommon`], with the proof) or so little that it has
    /// no inside ([`ShapeError::NoInside`]).
    pub fn new(parts: Vec<Box<dyn Convex<D>>>) -> Result<Self, ShapeError> {
        Self::with(parts, Vec::new())
    }

    /// The inside of surfaces of your own.
    pub fn of_surfaces(surfaces: Vec<Box<dyn Surface<D>>>) -> Result<Self, ShapeError> {
        Self::with(Vec::new(), surfaces)
    }

    /// What these parts, and the insides of these surfaces of your own, have in common.
    pub fn with(
        parts: Vec<Box<dyn Convex<D>>>,
        surfaces: Vec<Box<dyn Surface<D>>>,
    ) -> Result<Self, ShapeError> {
        validate::at_least("parts", parts.len() + surfaces.len(), 1)?;
        let (mut curved, mut half_spaces) = (Vec::new(), Vec::new());
        let (mut bounded, mut reach, mut longest) = (false, f64::INFINITY, 0.0_f64);
        let mut start = Vector::ZERO;
        for (part, shape) in parts.iter().enumerate() {
            let view = shape.view();
            collect(part, &view, &mut curved, &mut half_spaces)?;
            let shift = view.frame.map_or(0.0, |pose| pose.translation().sum_abs());
            longest = longest.max(view.reach + view.radius + shift);
            if view.is_bounded() {
                bounded = true;
                reach = reach.min(2.0 * view.reach + view.radius + shift);
            }
            start += view.frame.map_or(Vector::ZERO, Pose::translation) / parts.len() as f64;
        }
        let own: Vec<Arc<dyn Surface<D>>> = surfaces.into_iter().map(Arc::from).collect();
        curved.extend((0..own.len()).map(Curved::Own));
        let parts: Arc<[_]> = parts.into();
        // Without an end, the lengths that the parts are made of tell the size, if there are any.
        for surface in &own {
            longest = longest.max(length_of(&surface.jet(start)));
        }
        let size = match (bounded, longest > 0.0) {
            (true, _) => reach,
            (false, true) => longest,
            (false, false) => 1.0,
        };
        let mut shape = Self {
            parts,
            own,
            curved,
            half_spaces,
            inside: start,
            #[cfg(not(target_arch = "wasm32"))]
            depths: Vec::new(),
            reach: size,
            bounded,
        };
        shape.settle(start, size, bounded)?;
        Ok(shape)
    }

    /// Finds a point inside, how far the shape reaches, and whether it is bounded.
    fn settle(&mut self, start: Vector<D>, size: f64, bounded: bool) -> Result<(), ShapeError> {
        let around = match bounded {
            // From the origin the part reaches no further along any axis.
            true => Around { start, size, room: D as f64 * size + start.norm() },
            false => Around::unbounded(start, size),
        };
        let inside = centre_of(self, around)?;
        self.inside = inside;
        #[cfg(not(target_arch = "wasm32"))]
        {
            self.depths = (0..self.curved.len()).map(|k| self.value(k, inside)).collect();
        }
        let room = bounded.then_some(size + inside.max_abs());
        let reach = extent(self, room, size + inside.max_abs());
        self.bounded = reach.is_finite();
        self.reach = if self.bounded {
            validate::positive("extent", reach)?
        } else {
            inside.max_abs() + size
        };
        Ok(())
    }

    /// The parts, without the surfaces of your own.
    pub fn parts(&self) -> &[Box<dyn Convex<D>>] {
        &self.parts
    }
}

/// A length on which a function changes, from what it is made of at a point; zero if it does not
/// tell.
fn length_of<const D: usize>(jet: &Jet<D>) -> f64 {
    let bend = jet.hessian.0.iter().fold(0.0, |sum, row| sum + row.sum_abs());
    let (value, slope) = (jet.value.abs(), jet.gradient.sum_abs());
    // How far it is to where the function is zero, and to where its slope would be.
    let away = (value / slope).min(real::sqrt(value / bend));
    [away, slope / bend].into_iter().filter(|x| x.is_finite()).fold(0.0, f64::max)
}

/// The surfaces of one part.
fn collect<const D: usize>(
    part: usize,
    view: &View<'_, D>,
    curved: &mut Vec<Curved<D>>,
    half_spaces: &mut Vec<(Vector<D>, f64)>,
) -> Result<(), ShapeError> {
    let pose = view.frame.copied();
    let placed = |normal: Vector<D>, offset: f64| match &pose {
        None => (normal, offset),
        Some(pose) => {
            let normal = pose.rotation().rotate(normal);
            (normal, offset + normal.dot(pose.translation()))
        }
    };
    let refusal = ShapeError::NoSurfaces { part };
    match view.core {
        Core::Point(p) if view.radius > 0.0 => {
            let p = pose.map_or(p, |pose| pose.transform(p));
            let c = p.norm_squared() - view.radius * view.radius;
            curved.push(Curved::Quadric(Quadric::new(Matrix::IDENTITY, -p, c)?));
        }
        _ if view.radius > 0.0 => return Err(refusal),
        Core::Cuboid(half) => {
            for i in 0..D {
                half_spaces.push(placed(Vector::axis(i), half[i]));
                half_spaces.push(placed(-Vector::axis(i), half[i]));
            }
        }
        Core::Swept(swept) => {
            // A half-space: a point, the lines of its surface, and the way inwards.
            let base = swept.base.view();
            let (Core::Point(p), [inwards]) = (base.core, swept.rays) else {
                return Err(refusal);
            };
            if swept.lines.len() + 1 != D || base.radius > 0.0 {
                return Err(refusal);
            }
            half_spaces.push(placed(-*inwards, -inwards.dot(p)));
        }
        core => {
            let own = core.shape().and_then(Convex::implicit).ok_or(refusal)?;
            curved.extend((0..own.curved()).map(|surface| Curved::Part { part, surface, pose }));
            half_spaces.extend(own.half_spaces().iter().map(|(n, b)| placed(*n, *b)));
        }
    }
    Ok(())
}

impl<const D: usize> Convex<D> for Intersection<D> {
    fn support(&self, direction: Vector<D>) -> Vector<D> {
        furthest(self, self.reach, direction)
    }

    fn view(&self) -> View<'_, D> {
        View::new(Core::Implicit(self), self.reach)
    }

    fn excess(&self, point: Vector<D>) -> Option<f64> {
        Some(implicit::excess(self, point))
    }

    fn tangent(&self, id: u32, at: Vector<D>) -> Option<(Vector<D>, f64)> {
        if let Some(Curved::Part { part, surface, pose }) = self.curved.get(id as usize) {
            // A part may know its tangents better than its function tells.
            let local = pose.map_or(at, |pose| pose.transform_back(at));
            let own = self.parts[*part].view().core.tangent(*surface as u32, local);
            let Some((normal, offset)) = own else {
                return implicit::tangent(self, id, at);
            };
            return Some(pose.map_or((normal, offset), |pose| {
                let normal = pose.rotation().rotate(normal);
                (normal, offset + normal.dot(pose.translation()))
            }));
        }
        implicit::tangent(self, id, at)
    }

    fn reach_behind(&self, id: u32, outward: Vector<D>, at: Vector<D>) -> Option<f64> {
        match self.curved.get(id as usize)? {
            Curved::Quadric(quadric) => quadric.reach_behind(0, outward, at),
            Curved::Own(_) => None,
            Curved::Part { part, surface, pose } => {
                let view = self.parts[*part].view();
                let (shape, surface) = (view.core.shape()?, *surface as u32);
                let Some(pose) = pose else { return shape.reach_behind(surface, outward, at) };
                let local = pose.rotation().rotate_back(outward);
                let reach = shape.reach_behind(surface, local, pose.transform_back(at))?;
                Some(reach + outward.dot(pose.translation()))
            }
        }
    }

    fn formula(&self) -> Formula<'_, D> {
        Formula::Intersection { parts: &self.parts, surfaces: &self.own }
    }

    fn implicit(&self) -> Option<&dyn Implicit<D>> {
        Some(self)
    }
}

impl<const D: usize> Implicit<D> for Intersection<D> {
    fn curved(&self) -> usize {
        self.curved.len()
    }

    fn near(&self, surface: usize, at: Vector<D>, onto: bool) -> Option<(Vector<D>, Jet<D>)> {
        let Curved::Part { part, surface, pose } = self.curved.get(surface)? else { return None };
        let view = self.parts[*part].view();
        let own = view.core.shape()?.implicit()?;
        let Some(pose) = pose else { return own.near(*surface, at, onto) };
        let (point, jet) = own.near(*surface, pose.transform_back(at), onto)?;
        Some((pose.transform(point), jet.mapped(pose.rotation().matrix())))
    }

    fn jet(&self, surface: usize, at: Vector<D>, blur: f64) -> Jet<D> {
        let flat = Jet { value: -1.0, gradient: Vector::ZERO, hessian: Matrix([Vector::ZERO; D]) };
        match self.curved.get(surface) {
            Some(Curved::Quadric(quadric)) => quadric.jet(0, at, blur),
            Some(Curved::Own(k)) => self.own.get(*k).map_or(flat, |own| own.jet(at)),
            Some(Curved::Part { part, surface, pose }) => {
                let view = self.parts[*part].view();
                let Some(own) = view.core.shape().and_then(Convex::implicit) else { return flat };
                let Some(pose) = pose else { return own.jet(*surface, at, blur) };
                let jet = own.jet(*surface, pose.transform_back(at), blur);
                jet.mapped(pose.rotation().matrix())
            }
            None => flat,
        }
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn value(&self, surface: usize, at: Vector<D>) -> f64 {
        if let Some(Curved::Part { part, surface, pose }) = self.curved.get(surface)
            && let Some(own) = self.parts[*part].view().core.shape().and_then(Convex::implicit)
        {
            return own.value(*surface, pose.map_or(at, |pose| pose.transform_back(at)));
        }
        self.jet(surface, at, 0.0).value
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn value_inside(&self, surface: usize) -> f64 {
        let known = self.depths.get(surface).copied();
        known.unwrap_or_else(|| self.value(surface, self.inside))
    }

    fn half_spaces(&self) -> &[(Vector<D>, f64)] {
        &self.half_spaces
    }

    fn inside(&self) -> Vector<D> {
        self.inside
    }

    fn gauge_centre(&self, surface: usize) -> Option<Vector<D>> {
        let Curved::Part { part, surface, pose } = self.curved.get(surface)? else { return None };
        let centre = self.parts[*part].view().core.shape()?.implicit()?.gauge_centre(*surface)?;
        Some(pose.map_or(centre, |pose| pose.transform(centre)))
    }

    fn powers(&self, surface: usize) -> &[Powers<D>] {
        let Some(Curved::Part { part, surface, pose: None }) = self.curved.get(surface) else {
            return &[];
        };
        let own = self.parts[*part].view().core.shape().and_then(Convex::implicit);
        own.map_or(&[], |own| own.powers(*surface))
    }

    fn tip(&self, surface: usize) -> Option<Vector<D>> {
        let Curved::Part { part, surface, pose } = self.curved.get(surface)? else { return None };
        let tip = self.parts[*part].view().core.shape()?.implicit()?.tip(*surface)?;
        Some(pose.map_or(tip, |pose| pose.transform(tip)))
    }

    fn ray(&self, surface: usize, outward: Vector<D>) -> Option<Vector<D>> {
        let Curved::Part { part, surface, pose } = self.curved.get(surface)? else { return None };
        let view = self.parts[*part].view();
        let own = view.core.shape()?.implicit()?;
        let Some(pose) = pose else { return own.ray(*surface, outward) };
        let ray = own.ray(*surface, pose.rotation().rotate_back(outward))?;
        Some(pose.rotation().rotate(ray))
    }

    fn is_bounded(&self) -> bool {
        self.bounded
    }
}

impl<const D: usize> fmt::Debug for Intersection<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Intersection")
            .field("curved", &self.curved.len())
            .field("half_spaces", &self.half_spaces)
            .field("inside", &self.inside)
            .finish_non_exhaustive()
    }
}
