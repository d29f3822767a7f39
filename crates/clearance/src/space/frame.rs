//! A few independent vectors, and the orthonormal frame of what they span.
//!
//! The frame is found by Gram and Schmidt's method, each vector orthogonalized twice: vectors that
//! are nearly parallel leave directions that are at right angles to all of them to rounding,
//! which a vector product does not.

use crate::accuracy;
use crate::space::Vector;

/// Up to N independent vectors, each with a name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<const N: usize> {
    len: usize,
    ids: [u32; N],
    vectors: [Vector<N>; N],
    /// Orthonormal; the first k span the first k vectors.
    basis: [Vector<N>; N],
    /// Vector i is Σ `parts[i][j]` · basis j, over j ≤ i.
    parts: [Vector<N>; N],
}

impl<const N: usize> Frame<N> {
    /// No vectors.
    pub(crate) const EMPTY: Self = Self {
        len: 0,
        ids: [0; N],
        vectors: [Vector::ZERO; N],
        basis: [Vector::ZERO; N],
        parts: [Vector::ZERO; N],
    };

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub(crate) fn ids(&self) -> &[u32] {
        &self.ids[..self.len]
    }

    #[inline(always)]
    pub(crate) fn vector(&self, i: usize) -> Vector<N> {
        self.vectors[i]
    }

    #[inline(always)]
    pub(crate) fn basis(&self) -> &[Vector<N>] {
        &self.basis[..self.len]
    }

    /// Takes in a unit vector, unless it depends on the others; says whether it did.
    #[inline]
    pub(crate) fn push(&mut self, id: u32, v: Vector<N>) -> bool {
        let k = self.len;
        if k >= N {
            return false;
        }
        let mut parts = Vector::ZERO;
        for j in 0..k {
            parts[j] = self.basis[j].dot(v);
        }
        // The last direction in space or in the plane is at right angles to the others: all that
        // is to be found is its sign.
        let (basis, length) = if k > 0 && k + 1 == N && N <= 3 {
            let across =
                if N == 3 { self.basis[0].cross3(self.basis[1]) } else { self.basis[0].turned() };
            let height = across.dot(v);
            (if height < 0.0 { -across } else { across }, height.abs())
        } else {
            let mut left = v;
            for j in 0..k {
                left -= self.basis[j] * parts[j];
            }
            // Again, where much has cancelled.
            if k > 0 && left.norm_squared() < accuracy::CANCELLED {
                for j in 0..k {
                    let along = self.basis[j].dot(left);
                    left -= self.basis[j] * along;
                    parts[j] += along;
                }
            }
            let length = left.norm();
            (left * (1.0 / length), length)
        };
        if !(length > accuracy::DEPENDENT_DIRECTION) {
            return false;
        }
        parts[k] = length;
        (self.ids[k], self.vectors[k]) = (id, v);
        (self.basis[k], self.parts[k]) = (basis, parts);
        self.len += 1;
        true
    }

    /// Takes the i-th vector out.
    pub(crate) fn remove(&mut self, i: usize) {
        let before = *self;
        self.len = i;
        for k in i + 1..before.len {
            self.push(before.ids[k], before.vectors[k]);
        }
    }

    /// The coefficients of the combination that comes closest to `target`.
    #[inline(always)]
    pub(crate) fn coefficients(&self, target: Vector<N>) -> Vector<N> {
        // Constant bounds, so that the loops are unrolled; what is not in use is zero.
        let mut along = Vector::<N>::ZERO;
        for j in 0..N {
            along[j] = if j < self.len { self.basis[j].dot(target) } else { 0.0 };
        }
        // Vector i has no part in the basis vectors after the i-th: from the last to the first.
        let mut coefficients = Vector::ZERO;
        for i in (0..N).rev() {
            let c = if i < self.len { along[i] / self.parts[i][i] } else { 0.0 };
            coefficients[i] = c;
            for j in 0..i {
                along[j] -= c * self.parts[i][j];
            }
        }
        coefficients
    }

    /// The point of the span whose product with the i-th vector is `heights[i]`.
    pub(crate) fn solve(&self, heights: Vector<N>) -> Vector<N> {
        let mut point = Vector::ZERO;
        for i in 0..self.len {
            let left = heights[i] - self.vectors[i].dot(point);
            point += self.basis[i] * (left / self.parts[i][i]);
        }
        point
    }

    /// What is left of `v` at right angles to all vectors.
    #[inline(always)]
    pub(crate) fn beyond(&self, v: Vector<N>) -> Vector<N> {
        if self.len == N {
            return Vector::ZERO;
        }
        let mut left = v;
        for j in 0..N - 1 {
            if j < self.len {
                left -= self.basis[j] * self.basis[j].dot(left);
            }
        }
        left
    }

    /// One round of Lawson and Hanson's method for the point closest to `target` of the cone that
    /// the vectors span with coefficients that are not negative: moves the coefficients towards
    /// the best ones of any sign, and drops each vector whose coefficient becomes zero on the
    /// way, until all that are left are positive.
    pub(crate) fn settle(&mut self, target: Vector<N>, coefficients: &mut Vector<N>) {
        loop {
            let best = self.coefficients(target);
            let mut step = 1.0;
            let mut drop = None;
            for i in 0..self.len {
                if !(best[i] > 0.0) {
                    let t = coefficients[i] / (coefficients[i] - best[i]);
                    if !(t >= step) {
                        (step, drop) = (t.max(0.0), Some(i));
                    }
                }
            }
            let Some(drop) = drop else {
                *coefficients = best;
                return;
            };
            for i in 0..self.len {
                coefficients[i] += (best[i] - coefficients[i]) * step;
            }
            for i in drop + 1..self.len {
                coefficients[i - 1] = coefficients[i];
            }
            coefficients[self.len - 1] = 0.0;
            self.remove(drop);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(rng: &mut fastrand::Rng) -> Vector<3> {
        Vector::from_fn(|_| rng.f64() * 2.0 - 1.0).normalized().unwrap()
    }

    #[test]
    fn combinations_come_back() {
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..1000 {
            let mut frame = Frame::<3>::EMPTY;
            let vectors = [0, 1, 2].map(|_| vector(&mut rng));
            for (i, v) in vectors.iter().enumerate() {
                assert!(frame.push(i as u32, *v));
            }
            let target = vectors[0] * 2.0 - vectors[1] + vectors[2] * 0.5;
            let c = frame.coefficients(target);
            let sum = vectors[0] * c[0] + vectors[1] * c[1] + vectors[2] * c[2];
            assert!((sum - target).norm() < 1e-13);
            assert!(!frame.push(7, vectors[1]));
            frame.remove(0);
            assert_eq!(frame.ids(), [1, 2]);
            let left = frame.beyond(target);
            assert!(left.dot(vectors[1]).abs() < 1e-13 && left.dot(vectors[2]).abs() < 1e-13);
        }
    }

    #[test]
    fn directions_beside_nearly_parallel_vectors_keep_their_right_angles() {
        for angle in [1e-3, 1e-6, 1e-9, 1e-12] {
            let mut frame = Frame::<3>::EMPTY;
            let first = Vector([0.6, 0.48, 0.64]);
            let second = (first + Vector([1.0, 0.3, -0.2]) * angle).normalized().unwrap();
            assert!(frame.push(0, first) && frame.push(1, second));
            let left = frame.beyond(Vector([0.1, 0.9, 0.2])).normalized().unwrap();
            assert!(left.dot(first).abs() < 1e-15 && left.dot(second).abs() < 1e-15);
        }
    }

    #[test]
    fn the_closest_point_of_a_cone() {
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..1000 {
            let vectors: [Vector<3>; 6] = core::array::from_fn(|_| vector(&mut rng));
            let target = vector(&mut rng);
            let (mut frame, mut c) = (Frame::<3>::EMPTY, Vector::ZERO);
            for _ in 0..30 {
                let left = frame.beyond(target);
                let worst =
                    (0..6).max_by(|i, j| vectors[*i].dot(left).total_cmp(&vectors[*j].dot(left)));
                let worst = worst.unwrap();
                if vectors[worst].dot(left) <= 1e-14 || frame.len() == 3 {
                    break;
                }
                assert!(frame.push(worst as u32, vectors[worst]));
                frame.settle(target, &mut c);
            }
            let left = frame.beyond(target);
            assert!((0..frame.len()).all(|i| c[i] > 0.0));
            assert!(vectors.iter().all(|v| v.dot(left) <= 1e-13));
        }
    }
}
