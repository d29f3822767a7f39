//! The closest feature of a simplex to the origin, by Voronoi regions.
//!
//! A simplex is the hull of up to D + 1 points of the Minkowski difference A ⊖ B. The point of
//! it that is closest to the origin lies inside exactly one of its features (a vertex, an edge,
//! a face, or the whole). Seen from the origin, space falls into regions, one a feature:
//!
//! ```text
//!              region of c
//!                   c
//!    region of ca  / \  region of bc
//!                 /   \
//!    region of a a-----b region of b
//!              region of ab
//! ```
//!
//! The tests are signs of products with the feature's own edges and normals, never with a
//! rounded closest point, and the search direction is likewise the feature's normal: a direction
//! taken from a rounded point is noise when the point is close to the origin.
//!
//! | symbol | meaning |
//! | --- | --- |
//! | a | the newest vertex, always the last of the list |
//! | p, q, r | edges from a to the older vertices 0, 1, 2 |
//! | toward | from the origin to the closest feature, at right angles to it, of any length |

use core::hint::select_unpredictable;

use super::weights::{barycentric, convex};
use crate::space::Vector;

// Array lengths cannot depend on D + 1 in stable Rust: D = 2 leaves one place empty.
pub(crate) use crate::answer::MOST;

/// Points of the Minkowski difference, each with a mark that says where it came from.
///
/// Invariant: when the simplex is a face in 3D (an edge in 2D) chosen by [`Simplex::reduce`],
/// its vertices are ordered so that its normal, (w₁ − w₀) × (w₂ − w₀) (the edge turned
/// anticlockwise in 2D), points away from the origin. The next vertex then lies on the origin's
/// side, and the orientation of every face that contains it is known without computing a sign.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Simplex<const D: usize, M> {
    pub(crate) w: [Vector<D>; MOST],
    pub(crate) mark: [M; MOST],
    pub(crate) len: usize,
}

/// What [`Simplex::reduce`] found.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Closest<const D: usize> {
    /// The simplex was cut down to the closest feature.
    Feature {
        /// From the origin to the feature, at right angles to it, of any length.
        toward: Vector<D>,
    },
    /// The origin is inside, as far as signs can tell.
    Inside,
    /// The signs contradict each other: rounding has the upper hand.
    Unclear,
}

use Closest::{Feature, Inside, Unclear};

impl<const D: usize, M: Copy> Simplex<D, M> {
    #[inline(always)]
    pub(crate) fn new(w: Vector<D>, mark: M) -> Self {
        // Not `[w; MOST]`, which is a loop.
        Self { w: [w, w, w, w], mark: [mark, mark, mark, mark], len: 1 }
    }

    /// The same simplex in another place. What is handed to a function that is not inlined must
    /// be in memory: handing over a copy leaves the simplex itself in registers.
    #[inline(always)]
    pub(crate) fn copied(&self) -> Self {
        let ([a, b, c, d], [i, j, k, l]) = (self.w, self.mark);
        Self { w: [a, b, c, d], mark: [i, j, k, l], len: self.len }
    }

    /// Adds a vertex; the simplex must have fewer than D + 1.
    ///
    /// Every place is named by a constant, here and in all that follows. An index that is only
    /// known at run time would keep the simplex in memory; so it lives in registers.
    #[inline(always)]
    pub(crate) fn push(&mut self, w: Vector<D>, mark: M) {
        debug_assert!(self.len <= D);
        match self.len {
            0 => (self.w[0], self.mark[0]) = (w, mark),
            1 => (self.w[1], self.mark[1]) = (w, mark),
            2 => (self.w[2], self.mark[2]) = (w, mark),
            _ => (self.w[3], self.mark[3]) = (w, mark),
        }
        self.len += 1;
    }

    /// Whether `w` is a vertex already.
    #[inline(always)]
    pub(crate) fn has(&self, w: Vector<D>) -> bool {
        let [a, b, c, d] = self.w;
        a == w || self.len > 1 && b == w || self.len > 2 && c == w || self.len > 3 && d == w
    }

    /// Keeps one vertex.
    #[inline(always)]
    fn keep_1<const I: usize>(&mut self) {
        (self.w[0], self.mark[0]) = (self.w[I], self.mark[I]);
        self.len = 1;
    }

    /// Keeps two vertices, in this order.
    #[inline(always)]
    fn keep_2<const I: usize, const J: usize>(&mut self) {
        let (w, mark) = ((self.w[I], self.w[J]), (self.mark[I], self.mark[J]));
        (self.w[0], self.w[1]) = w;
        (self.mark[0], self.mark[1]) = mark;
        self.len = 2;
    }

    /// Keeps three vertices, in this order.
    #[inline(always)]
    fn keep_3<const I: usize, const J: usize, const K: usize>(&mut self) {
        let w = (self.w[I], self.w[J], self.w[K]);
        let mark = (self.mark[I], self.mark[J], self.mark[K]);
        (self.w[0], self.w[1], self.w[2]) = w;
        (self.mark[0], self.mark[1], self.mark[2]) = mark;
        self.len = 3;
    }

    /// Adds a vertex and cuts the simplex down to its feature closest to the origin, given that
    /// this feature contains the new vertex (as it does whenever that vertex is a step forward).
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn join(&mut self, w: Vector<D>, mark: M) -> Closest<D> {
        match self.len {
            1 => {
                (self.w[1], self.mark[1], self.len) = (w, mark, 2);
                if D == 2 { self.reduce_edge_2d() } else { self.reduce_edge_3d() }
            }
            2 => {
                (self.w[2], self.mark[2], self.len) = (w, mark, 3);
                if D == 2 { self.reduce_triangle_2d() } else { self.reduce_triangle_3d() }
            }
            _ => {
                (self.w[3], self.mark[3], self.len) = (w, mark, 4);
                self.reduce_tetrahedron()
            }
        }
    }

    #[inline(always)]
    fn reduce_edge_2d(&mut self) -> Closest<D> {
        let a = self.w[1];
        let p = self.w[0] - a;
        if a.dot(p) >= 0.0 {
            self.keep_1::<1>();
            return Feature { toward: a };
        }
        self.face_2d()
    }

    /// The edge as the closest feature, ordered by the invariant.
    #[inline(always)]
    fn face_2d(&mut self) -> Closest<D> {
        let normal = (self.w[1] - self.w[0]).turned();
        if normal.dot(self.w[1]) >= 0.0 {
            Feature { toward: normal }
        } else {
            self.keep_2::<1, 0>();
            Feature { toward: -normal }
        }
    }

    /// ```text
    ///        toward ↑
    ///     0 ---------> 1        the origin and a lie below the edge 0 1,
    ///      ↖         ↗          so the triangle runs clockwise
    ///      p \     / q
    ///           a
    /// ```
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn reduce_triangle_2d(&mut self) -> Closest<D> {
        let a = self.w[2];
        let (p, q) = (self.w[0] - a, self.w[1] - a);
        let beyond_p = p.turned().dot(a) < 0.0;
        let beyond_q = q.turned().dot(a) > 0.0;
        if beyond_p && a.dot(p) < 0.0 {
            self.keep_2::<0, 2>();
            Feature { toward: -p.turned() }
        } else if beyond_q && a.dot(q) < 0.0 {
            self.keep_2::<2, 1>();
            Feature { toward: q.turned() }
        } else if beyond_p || beyond_q {
            self.keep_1::<2>();
            Feature { toward: a }
        } else {
            Inside
        }
    }

    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn reduce_edge_3d(&mut self) -> Closest<D> {
        let a = self.w[1];
        let p = self.w[0] - a;
        if a.dot(p) >= 0.0 {
            self.keep_1::<1>();
            return Feature { toward: a };
        }
        Feature { toward: p.cross3(a.cross3(p)) }
    }

    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn reduce_triangle_3d(&mut self) -> Closest<D> {
        let a = self.w[2];
        let (p, q) = (self.w[0] - a, self.w[1] - a);
        let normal = q.cross3(p);
        let (pa, qa) = (p.cross3(a), q.cross3(a));
        let beyond_p = normal.dot(pa) < 0.0;
        let beyond_q = normal.dot(qa) > 0.0;
        if beyond_p && a.dot(p) < 0.0 {
            self.keep_2::<0, 2>();
            Feature { toward: -p.cross3(pa) }
        } else if (beyond_p || beyond_q) && a.dot(q) < 0.0 {
            self.keep_2::<1, 2>();
            Feature { toward: -q.cross3(qa) }
        } else if beyond_p || beyond_q {
            self.keep_1::<2>();
            Feature { toward: a }
        } else {
            self.face_3d(normal)
        }
    }

    /// The triangle as the closest feature, its newest vertex first and ordered by the invariant;
    /// `normal` is (w₁ − w₂) × (w₀ − w₂).
    ///
    /// Which way the triangle faces is a choice and not a branch: nobody can foretell it.
    #[inline(always)]
    fn face_3d(&mut self, normal: Vector<D>) -> Closest<D> {
        let out = normal.dot(self.w[2]) >= 0.0;
        let either =
            |x: Vector<D>, y: Vector<D>| Vector::from_fn(|i| select_unpredictable(out, x[i], y[i]));
        let ([a, b, c, _], [i, j, k, _]) = (self.w, self.mark);
        (self.w[0], self.w[1], self.w[2]) = (c, either(b, a), either(a, b));
        self.mark[0] = k;
        self.mark[1] = select_unpredictable(out, j, i);
        self.mark[2] = select_unpredictable(out, i, j);
        Feature { toward: either(normal, -normal) }
    }

    /// The base 0 1 2 faces away from the origin, so the outward normals of the three faces at a
    /// are q × p, r × q and p × r.
    ///
    /// ```text
    ///            a
    ///          / | \
    ///       p /  |q \ r
    ///        /   |   \
    ///       0----1----2
    /// ```
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn reduce_tetrahedron(&mut self) -> Closest<D> {
        let a = self.w[3];
        let (p, q, r) = (self.w[0] - a, self.w[1] - a, self.w[2] - a);
        let (n01, n12, n20) = (q.cross3(p), r.cross3(q), p.cross3(r));
        let (out01, out12, out20) = (n01.dot(a) < 0.0, n12.dot(a) < 0.0, n20.dot(a) < 0.0);
        if !(out01 || out12 || out20) {
            return Inside;
        }
        // For each edge at a, and each of the two faces on it: does the origin, dropped onto the
        // face's plane, fall beyond the edge?
        let (pa, qa, ra) = (p.cross3(a), q.cross3(a), r.cross3(a));
        let (p01, p20) = (n01.dot(pa) < 0.0, n20.dot(pa) > 0.0);
        let (q01, q12) = (n01.dot(qa) > 0.0, n12.dot(qa) < 0.0);
        let (r12, r20) = (n12.dot(ra) > 0.0, n20.dot(ra) < 0.0);
        if out01 && !p01 && !q01 {
            self.keep_3::<3, 0, 1>();
            Feature { toward: -n01 }
        } else if out12 && !q12 && !r12 {
            self.keep_3::<3, 1, 2>();
            Feature { toward: -n12 }
        } else if out20 && !r20 && !p20 {
            self.keep_3::<3, 2, 0>();
            Feature { toward: -n20 }
        } else if p01 && p20 && a.dot(p) < 0.0 {
            self.keep_2::<0, 3>();
            Feature { toward: -p.cross3(pa) }
        } else if q01 && q12 && a.dot(q) < 0.0 {
            self.keep_2::<1, 3>();
            Feature { toward: -q.cross3(qa) }
        } else if r12 && r20 && a.dot(r) < 0.0 {
            self.keep_2::<2, 3>();
            Feature { toward: -r.cross3(ra) }
        } else if a.dot(p) >= 0.0 && a.dot(q) >= 0.0 && a.dot(r) >= 0.0 {
            self.keep_1::<3>();
            Feature { toward: a }
        } else {
            Unclear
        }
    }

    /// Cuts the simplex down to its closest feature, whichever it is: for a simplex that was
    /// remembered from another query.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn reduce_any(&mut self) -> Closest<D> {
        if self.len == D + 1 {
            if barycentric(self.copied().w).and_then(convex).is_some() {
                return Inside;
            }
            // It held the origin once and does no longer: start from one of its faces.
            self.len = D;
        }
        if D == 3 && self.len == 3 {
            let [a, b, c, _] = self.w;
            let normal = (b - a).cross3(c - a);
            // Beyond an edge: on the other side of it than the triangle, in the triangle's plane.
            // Not a closure: that would be called three times in the midst of what is kept in registers.
            let out = [beyond(normal, a, b), beyond(normal, b, c), beyond(normal, c, a)];
            if out == [false; 3] && normal != Vector::ZERO {
                if normal.dot(a) < 0.0 {
                    self.keep_3::<0, 2, 1>();
                    return Feature { toward: -normal };
                }
                return Feature { toward: normal };
            }
            // Otherwise it is on one of the edges; take the closest.
            let ab = edge_distance_squared(a, b);
            let bc = edge_distance_squared(b, c);
            let ca = edge_distance_squared(c, a);
            if ab <= bc && ab <= ca {
                self.keep_2::<0, 1>();
            } else if bc <= ca {
                self.keep_2::<1, 2>();
            } else {
                self.keep_2::<2, 0>();
            }
        }
        if self.len == 2 {
            let (a, p) = (self.w[1], self.w[0] - self.w[1]);
            if a.dot(p) >= 0.0 {
                self.keep_1::<1>();
            } else if self.w[0].dot(p) <= 0.0 {
                self.keep_1::<0>();
            } else if D == 2 {
                return self.face_2d();
            } else {
                return Feature { toward: p.cross3(a.cross3(p)) };
            }
        }
        Feature { toward: self.w[0] }
    }
}

/// Whether the origin, dropped onto the plane of a triangle with this normal, falls beyond one of its edges.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(super) fn beyond<const D: usize>(normal: Vector<D>, from: Vector<D>, to: Vector<D>) -> bool {
    normal.dot((to - from).cross3(from)) > 0.0
}

#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn edge_distance_squared<const D: usize>(from: Vector<D>, to: Vector<D>) -> f64 {
    let e = to - from;
    let t = (-from.dot(e) / e.norm_squared()).clamp(0.0, 1.0);
    // Ends that coincide give NaN, which loses every comparison: measure the end instead.
    let t = if t >= 0.0 { t } else { 0.0 };
    (from + e * t).norm_squared()
}
