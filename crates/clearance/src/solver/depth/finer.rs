//! The last digits of the distance between curved cores: more than the bounds that were asked for.
//!
//! Bounds that agree to ten digits let a value jump by as much from one place to the next. Where both
//! surfaces are smooth Newton's method finds the rest (`polish`); where an edge or a face comes close
//! to something curved, the method that found the distance goes on from where it stopped.

use super::polish;
use crate::accuracy::{self, Accuracy};
use crate::answer::{Answer, Apart, Effort, Method, Stop};
use crate::pair::{Local, Pair};
use crate::shape::View;
use crate::solver::expand::ends::{self, with_ends};
use crate::solver::{Task, choose};

/// The last digits of a distance between curved cores. Bounds that agree to the last digit know
/// the normal only half as well, which is enough unless `gap` asks for more than usual.
pub(crate) fn sharpened<const D: usize>(
    cores: &Pair<'_, D>,
    apart: Apart<D>,
    gap: f64,
) -> Apart<D> {
    let curved = |view: &View<'_, D>| view.core.shape().is_some();
    let rounding = accuracy::TOUCH * accuracy::ROUNDING * cores.scale;
    let bounded = cores.a.is_bounded() && cores.b.is_bounded();
    if !bounded
        || !(curved(cores.a) || curved(cores.b))
        || (apart.upper - apart.lower <= rounding && gap >= Accuracy::DEFAULT.gap)
        || apart.effort.stop == Stop::Settled
    {
        return apart;
    }
    let turn = cores.pose_a.rotation();
    let local = Local::new(cores);
    let better = with_ends(&local, |ends| {
        polish::polish(&ends, turn.rotate_back(apart.normal), cores.scale)
    });
    let Some(better) = better else { return apart };
    let (lower, upper) = (-better.value, better.corner.w.norm());
    if !(upper <= apart.upper + rounding && lower >= apart.lower - rounding) {
        return apart;
    }
    let origin = cores.pose_a.translation();
    Apart {
        distance: upper,
        point_a: turn.rotate(better.corner.a) + origin,
        point_b: turn.rotate(better.corner.b) + origin,
        normal: turn.rotate(better.normal),
        lower: lower.min(upper),
        upper,
        evidence: ends::evidence(&[better.corner], [1.0, 0.0, 0.0, 0.0]),
        ..apart
    }
}

/// What is asked of a value, whatever is asked of its bounds: along a motion it must not jump by
/// more than rounding. Whoever asks for less than usual is not told more.
pub(crate) fn finer(accuracy: Accuracy) -> Option<Accuracy> {
    let usual = accuracy.gap <= Accuracy::DEFAULT.gap && accuracy.gap > accuracy::GRADIENT_GAP;
    usual.then_some(Accuracy { gap: accuracy::GRADIENT_GAP, ..accuracy })
}

/// The last digits of a distance where an edge or a face comes close to something curved, which
/// `sharpened` knows nothing about: from where the method stopped, with a smaller gap.
pub(crate) fn to_rounding<const D: usize>(
    cores: &Pair<'_, D>,
    apart: Apart<D>,
    accuracy: Accuracy,
) -> Answer<D> {
    let width = apart.upper - apart.lower;
    let rounding = accuracy::TOUCH * accuracy::ROUNDING * cores.scale;
    let goes_on = width > rounding && choose::has_furthest_points(cores);
    let Some(accuracy) = finer(accuracy).filter(|_| goes_on) else {
        return Answer::Apart(apart);
    };
    // Furthest points of shapes made of surfaces are known to rounding, the interior point is not.
    let method = (apart.effort.method == Method::Interior).then_some(Method::Gjk);
    let task = Task { method, warm: Some(&apart.evidence), ..Task::plain(accuracy) };
    match choose::solve(cores, task) {
        Ok(Answer::Apart(better)) if better.upper - better.lower < width => {
            let iterations = apart.effort.iterations + better.effort.iterations;
            let effort = Effort { iterations, stop: apart.effort.stop, ..better.effort };
            Answer::Apart(Apart { effort, ..better })
        }
        // Nothing had proved that they are apart.
        Ok(Answer::Meeting(meeting)) if !(apart.lower > rounding) => Answer::Meeting(meeting),
        _ => Answer::Apart(apart),
    }
}
