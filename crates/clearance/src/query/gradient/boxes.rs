//! Derivatives of boxes, all in one piece.

use super::{Gradient, NO_NORMAL, PoseGradient, is_closed, solid};
use crate::accuracy;
use crate::answer::Signed;
use crate::pair::Pair;
use crate::query::edges::{Straight, Surface};
use crate::query::{QueryError, Workspace};
use crate::simd::{Level, Work};
use crate::solver;

/// Two boxes, or a box and a point, with the poses of the shapes for those of their cores. Compiled for the
/// processor with the way out that it begins with; all that is not the same for each of them is in the hand,
/// and the answer is written once, to where it belongs.
pub(super) struct Boxes<'a, 'b, const D: usize> {
    pub(super) pair: &'a Pair<'b, D>,
    pub(super) workspace: &'a mut Workspace<D>,
}

impl<const D: usize> Work for Boxes<'_, '_, D> {
    type Output = Result<Gradient<D>, QueryError>;

    #[inline(always)]
    fn run<L: Level>(self, _: L) -> Self::Output {
        let pair = self.pair;
        let Some((parting, within)) = solver::part_boxes(pair) else {
            let poses = [pair.pose_a, pair.pose_b];
            return self.workspace.found(pair, poses, solver::signed_sharply_apart);
        };
        let normal = parting.normal;
        if !(normal.norm_squared() > 0.0) {
            return Err(NO_NORMAL);
        }
        let straight =
            [Straight::of(pair.a, within.normals[0]), Straight::of(pair.b, within.normals[1])];
        let [p, q] = parting.points;
        let size = accuracy::RIVAL * (parting.depth + (p - q).max_abs());
        let translation_valid = is_closed(pair, 0.0) && !parting.has_rival(pair, size);
        let parallel = || straight[0].shares_a_line(straight[1], [pair.pose_a, pair.pose_b]);
        let moment = |k: usize| solid(within.points[k]).cross(solid(within.normals[k]));
        Ok(Gradient {
            signed: Signed::Overlap(parting.depth()),
            a: PoseGradient { translation: -normal, rotation: -moment(0) },
            b: PoseGradient { translation: normal, rotation: moment(1) },
            translation_valid,
            rotation_valid: translation_valid && !parallel(),
            surfaces: [Surface::of_box(pair.a, straight[0]), Surface::of_box(pair.b, straight[1])],
            poses: [*pair.pose_a, *pair.pose_b],
        })
    }
}
