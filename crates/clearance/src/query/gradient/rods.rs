//! Derivatives of segments and points with radii, all in one piece: the answer is not handed from method to method, and
//! written once, to where it belongs.

use super::{Gradient, NO_NORMAL, PoseGradient, is_closed};
use crate::answer::{Evidence, Signed};
use crate::pair::Pair;
use crate::query::bend::Contact;
use crate::query::edges::Surface;
use crate::query::{QueryError, Workspace, tops};
use crate::simd::{Level, Work};
use crate::solver;

/// Two segments or two points with radii, with the poses of the shapes for those of their cores.
pub(super) struct Rods<'a, 'b, const D: usize> {
    pub(super) pair: &'a Pair<'b, D>,
    pub(super) workspace: &'a mut Workspace<D>,
}

impl<const D: usize> Work for Rods<'_, '_, D> {
    type Output = Result<Gradient<D>, QueryError>;

    #[inline(always)]
    fn run<L: Level>(self, _: L) -> Self::Output {
        let pair = self.pair;
        let (pose_a, pose_b) = (pair.pose_a, pair.pose_b);
        let Some(signed) = solver::part_rods(pair) else {
            return self.workspace.found(pair, [pose_a, pose_b], solver::signed_sharply);
        };
        let normal = signed.normal();
        let [p, q] = signed.points();
        if !(normal.norm_squared() > 0.0) {
            return Err(NO_NORMAL);
        }
        let Evidence { len, a: names_a, b: names_b, .. } = signed.evidence();
        let touched = [
            Contact { point: p, outward: normal, normal, names: (names_a, *len) },
            Contact { point: q, outward: -normal, normal, names: (names_b, *len) },
        ];
        // Where the segments are apart they have one closest pair.
        let translation_valid = match &signed {
            Signed::Apart(_) => true,
            Signed::Overlap(depth) => is_closed(pair, depth.upper - depth.lower),
        };
        let Some([a, b]) = tops::of_both(pair, &touched) else {
            return self.workspace.found(pair, [pose_a, pose_b], solver::signed_sharply);
        };
        let parallel = tops::share_a_line(pair, &touched, &[a, b]);
        Ok(Gradient {
            signed,
            a: PoseGradient::of(pose_a, p - pose_a.translation(), -normal),
            b: PoseGradient::of(pose_b, q - pose_b.translation(), normal),
            translation_valid,
            rotation_valid: translation_valid && !parallel,
            surfaces: [Surface::Hull(a), Surface::Hull(b)],
            poses: [*pose_a, *pose_b],
        })
    }
}
