//! What combinators need to know about their parts: corners, and where they are unbounded.

use alloc::vec::Vec;

use super::{Core, ShapeError, View, corner, direction};
use crate::accuracy;
use crate::space::Vector;

/// The corners of the core, in the shape's frame, if it is the hull of finitely many points.
pub(super) fn corners<const D: usize>(view: &View<'_, D>) -> Option<Vec<Vector<D>>> {
    let mut points = match view.core {
        Core::Point(p) => [p].to_vec(),
        Core::Segment(p, q) => [p, q].to_vec(),
        Core::Cuboid(half) => (0..1 << D).map(|id| corner(half, id)).collect(),
        Core::Vertices(set) => set.points().to_vec(),
        Core::Support(_) | Core::Smooth(_) | Core::Implicit(_) | Core::Swept(_) => return None,
    };
    if let Some(frame) = view.frame {
        for p in &mut points {
            *p = frame.transform(*p);
        }
    }
    Some(points)
}

/// Refuses sets without end that are bounded by curved surfaces: what combinators make of sets without end is a bounded
/// set and the directions in which it goes on, and of a paraboloid there is no such bounded set.
pub(super) fn has_bounded_part<const D: usize>(view: &View<'_, D>) -> Result<(), ShapeError> {
    match view.core {
        Core::Implicit(shape) if !shape.is_bounded() => {
            Err(ShapeError::Unbounded { what: "part made of surfaces" })
        }
        _ => Ok(()),
    }
}

/// The directions in which a set is unbounded: whole lines, at right angles to each other, and
/// rays, at right angles to the lines. All have length 1.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Recession<const D: usize> {
    pub(super) lines: Vec<Vector<D>>,
    pub(super) rays: Vec<Vector<D>>,
}

impl<const D: usize> Recession<D> {
    /// Those of all these sets together.
    pub(super) fn of<'a>(views: impl IntoIterator<Item = View<'a, D>>) -> Self {
        let (mut lines, mut rays) = (Vec::new(), Vec::new());
        for view in views {
            let Core::Swept(swept) = view.core else { continue };
            let turn = |v: &Vector<D>| view.frame.map_or(*v, |frame| frame.rotation().rotate(*v));
            lines.extend(swept.lines.iter().map(turn));
            rays.extend(swept.rays.iter().map(turn));
        }
        Self::new(&lines, &rays)
    }

    /// From directions of any length but zero.
    pub(super) fn new(lines: &[Vector<D>], rays: &[Vector<D>]) -> Self {
        let mut kept = Vec::new();
        for line in lines {
            if let Some(line) = direction::beyond(*line, &kept) {
                kept.push(line);
            }
        }
        let mut lines = kept;
        // Two opposite rays are a line, which changes what is left of the other rays.
        loop {
            let mut left: Vec<Vector<D>> = Vec::new();
            let mut opposite = None;
            for ray in rays {
                let Some(ray) = direction::beyond(*ray, &lines) else { continue };
                let differ = |other: Vector<D>| (ray - other).norm() > accuracy::PARALLEL;
                if left.iter().any(|other| !differ(-*other)) {
                    opposite = Some(ray);
                    break;
                }
                if left.iter().all(|other| differ(*other)) {
                    left.push(ray);
                }
            }
            match opposite {
                Some(line) => lines.push(line),
                None => return Self { lines, rays: left },
            }
        }
    }

    /// Whether there are none: the set is bounded.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.rays.is_empty()
    }
}
