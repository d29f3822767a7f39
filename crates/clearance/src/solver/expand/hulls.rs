//! The polytopes of a question, from the smallest on.

use alloc::boxed::Box;

use super::Goal;
use super::crust::Crust;
use super::ends::Corner;
use super::growing::Growing;
use super::shell::Shell;
use crate::solver::gjk::simplex::MOST;
use crate::space::Vector;

/// What four corners are to begin with.
pub(crate) enum First<const D: usize, N> {
    /// The origin is inside, plainly.
    Around,
    /// It is not, or that is a matter of rounding: it is furthest beyond the face with these corners.
    Beyond([(Vector<D>, N); D]),
    /// They lie in a plane.
    Flat,
}

/// Starts from four corners of a difference in space that is the hull of finitely many points.
#[inline(always)]
pub(crate) fn begin<const D: usize, N: Copy + Default>(
    corners: [(Vector<D>, N); 4],
    (goal, hulls): (&Goal, &mut Hulls<D, N>),
) -> First<D, N> {
    // Not by a closure: it would be called, and compiled for no processor in particular.
    if hulls.crust.is_none() {
        hulls.crust = Some(Box::default());
    }
    hulls.small = true;
    let Some(crust) = &mut hulls.crust else { return First::Flat };
    match crust.begin(corners, goal.scale) {
        None => First::Flat,
        Some(true) => First::Around,
        Some(false) => {
            let (face, _) = crust.closest();
            First::Beyond(crust.corners_of(face))
        }
    }
}

/// The polytopes: a small one to begin with, and one without limits.
#[derive(Clone, Debug)]
pub(crate) struct Hulls<const D: usize, N = Corner<D>> {
    crust: Option<Box<Crust<D, N>>>,
    shell: Shell<D, N>,
    /// Whether the small one is in use.
    small: bool,
}

impl<const D: usize, N> Default for Hulls<D, N> {
    fn default() -> Self {
        Self { crust: None, shell: Shell::default(), small: false }
    }
}

impl<const D: usize> Hulls<D> {
    /// Starts from D + 1 corners; `false` if they lie in a plane (a line in 2D).
    pub(super) fn begin(&mut self, corners: &[Corner<D>], scale: f64) -> bool {
        let mut all = [(Vector::ZERO, Corner::default()); MOST];
        for (named, corner) in all.iter_mut().zip(corners) {
            *named = (corner.w, *corner);
        }
        self.small = D == 3;
        if self.small {
            return self.crust.get_or_insert_with(Box::default).begin(all, scale).is_some();
        }
        self.shell.begin(&all, scale)
    }

    /// Starts from D + 1 corners, some of which are far ends of rays, and adds others.
    pub(super) fn begin_far(
        &mut self,
        corners: &[(Vector<D>, Corner<D>)],
        far: &[bool],
        rays: impl Iterator<Item = (Vector<D>, Corner<D>)>,
        scale: f64,
    ) -> bool {
        self.small = false;
        let has_begun = self.shell.begin_far(corners, far, scale);
        if has_begun {
            rays.for_each(|ray| self.shell.add_far(ray));
        }
        has_begun
    }

    /// The most that some property of a corner of the last polytope amounts to, and zero at least.
    pub(crate) fn most_of_corners(&self, of: impl Fn(&Corner<D>) -> f64) -> f64 {
        let most = |most: f64, corner: &Corner<D>| most.max(of(corner));
        match &self.crust {
            Some(crust) if self.small => crust.names().iter().fold(0.0, most),
            _ => self.shell.corners.iter().map(|(_, corner)| corner).fold(0.0, most),
        }
    }
}

impl<const D: usize, N: Copy> Hulls<D, N> {
    /// The small one, if it is in use.
    #[inline(always)]
    pub(super) fn crust(&mut self) -> Option<&mut Crust<D, N>> {
        if self.small { self.crust.as_deref_mut() } else { None }
    }

    /// The one without limits.
    pub(super) fn shell(&mut self) -> &mut Shell<D, N> {
        &mut self.shell
    }

    /// The small one is full.
    #[cold]
    #[inline(never)]
    pub(super) fn spill(&mut self, scale: f64) {
        if let Some(crust) = &self.crust {
            self.shell.adopt(crust, scale);
        }
        self.small = false;
    }

    /// Whether a corner of the last polytope reaches further along a direction than this.
    #[inline(always)]
    pub(crate) fn reaches(&self, direction: Vector<D>, far: f64) -> bool {
        match &self.crust {
            Some(crust) if self.small => crust.reaches(direction, far),
            _ => self.shell.corners.iter().any(|(w, _)| direction.dot(*w) > far),
        }
    }

    /// Whether the normal of a face that is no higher than this has a property. Those along `but`, a unit vector or
    /// zero, may be left out.
    #[inline(always)]
    pub(crate) fn any_normal_below(
        &self,
        limit: f64,
        but: Vector<D>,
        is: &mut dyn FnMut(Vector<D>) -> bool,
    ) -> bool {
        match &self.crust {
            Some(crust) if self.small => crust.any_normal_below(limit, but, is),
            _ => self.shell.any_normal_below(limit, but, is),
        }
    }
}
