//! Which method for which pair: the only file that ranks them.
//!
//! | the cores | method | why |
//! | --- | --- | --- |
//! | one is unbounded | sweep: project the lines away | GJK needs bounded sets |
//! | a point and one that projects points; two segments | formula | tens of nanoseconds |
//! | anything else, and where a formula's bounds do not close | GJK | needs only support points |

use super::{Finding, Task, formula, pairing, sweep};
use crate::answer::{Detail, Method, Step};
use crate::pair::Pair;

/// The distance between the cores of the pair.
#[inline(always)]
pub(crate) fn solve<const D: usize>(pair: &Pair<'_, D>, task: &mut Task<'_, D>) -> Finding<D> {
    if task.method != Some(Method::Gjk)
        && let Some(finding) = formula::solve(pair)
    {
        if let Some(steps) = &mut task.trace {
            steps.push(only_step(&finding));
        }
        return finding;
    }
    if pair.a.is_bounded() && pair.b.is_bounded() {
        return pairing::solve(pair, task);
    }
    let finding = sweep::solve(pair, task);
    if let Some(steps) = &mut task.trace {
        steps.push(only_step(&finding));
    }
    finding
}

/// A formula is a trace of one step.
fn only_step<const D: usize>(finding: &Finding<D>) -> Step<D> {
    Step {
        method: finding.effort.method,
        points: [finding.point_a, finding.point_b],
        lower: finding.lower,
        upper: (finding.point_b - finding.point_a).norm(),
        detail: Detail::Formula,
    }
}
