//! Where both points begin to slide: each close to the other already, as far as flat sides tell.

use super::hold::Body;
use crate::accuracy;
use crate::pair::Local;
use crate::shape::View;
use crate::simd::{Level, Work};
use crate::space::Vector;

/// Puts both points where they begin. Compiled for what the processor can do, but apart from the looks: in one
/// function with these it makes them slower.
pub(super) struct Begin<'l, 'b, 's, const D: usize> {
    pub(super) local: &'l Local<'s, D>,
    pub(super) bodies: &'l mut [Body<'b, D>; 2],
}

impl<const D: usize> Work for Begin<'_, '_, '_, D> {
    type Output = Option<()>;

    const WIDE: bool = true;

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn run<L: Level>(self, _level: L) -> Option<()> {
        begin(self.local, self.bodies)
    }
}

/// On the line between points inside, or where that is easily found furthest along it; or if the bodies are
/// apart and flat sides tell what they are, where points come to that are drawn to each other by turns.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn begin<const D: usize>(local: &Local<'_, D>, [a, b]: &mut [Body<'_, D>; 2]) -> Option<()> {
    let between = local.b_in_a.transform(b.inside()) - a.inside();
    let apart = between.norm();
    if !(apart > 0.0 && apart < f64::INFINITY) {
        return None;
    }
    let way = between * (1.0 / apart);
    let back = local.b_in_a.rotation().rotate_back(-way);
    a.wall(way);
    b.wall(back);
    // The further apart, the closer to the furthest point; what overlaps is found out on the way.
    let (from, to) = accuracy::SLIDE_BEGIN;
    let reach = local.pair.a.reach + local.pair.b.reach;
    let share = ((apart / reach - from) / (to - from)).clamp(0.0, 1.0);
    let draws = [a.is_boxy() && share > 0.0, b.is_boxy() && share > 0.0];
    let mut found = [false; 2];
    if !draws[0] {
        on_line(a, local.pair.a, way, share);
    }
    if !draws[1] {
        on_line(b, local.pair.b, back, share);
    }
    for _ in 0..accuracy::SLIDE_TURNS {
        if draws[1] {
            found[1] |= b.draw(local.b_in_a.transform_back(a.at));
        }
        if draws[0] {
            found[0] |= a.draw(local.b_in_a.transform(b.at));
        }
    }
    // What is behind all sides already is not drawn anywhere.
    if draws[0] && !found[0] {
        on_line(a, local.pair.a, way, share);
    }
    if draws[1] && !found[1] {
        on_line(b, local.pair.b, back, share);
    }
    Some(())
}

/// Where the way out of the inside ends, or closer, by this share, to where the body is furthest along it.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn on_line<const D: usize>(body: &mut Body<'_, D>, view: &View<'_, D>, way: Vector<D>, share: f64) {
    body.begin(way, view.reach);
    if share > 0.0 {
        body.lean_to(&view.core, way, share);
    }
}
