//! Any body behind a pointer, so that GJK's loop is compiled once for all of them: for browsers,
//! which load the library before they show anything. The arithmetic is that of the body itself,
//! and so are all bits of the answer.

use super::body::{Body, Found, NO_NUMBER};
use crate::answer::{MOST, Names};
use crate::space::Vector;

/// What names a support point.
pub(crate) trait Mark<const D: usize>: Copy {
    /// The same for bodies of all kinds.
    fn shown(self) -> Shown<D>;

    /// What was shown.
    fn of(shown: Shown<D>) -> Self;
}

/// A number, or [`NO_NUMBER`] and how the point was found.
#[derive(Clone, Copy)]
pub(crate) struct Shown<const D: usize> {
    number: u32,
    found: Found<D>,
}

impl<const D: usize> Mark<D> for u32 {
    #[inline(always)]
    fn shown(self) -> Shown<D> {
        Shown { number: self, found: Found { point: Vector::ZERO, direction: Vector::ZERO } }
    }

    #[inline(always)]
    fn of(shown: Shown<D>) -> Self {
        shown.number
    }
}

impl<const D: usize> Mark<D> for Found<D> {
    #[inline(always)]
    fn shown(self) -> Shown<D> {
        Shown { number: NO_NUMBER, found: self }
    }

    #[inline(always)]
    fn of(shown: Shown<D>) -> Self {
        shown.found
    }
}

impl<const D: usize> Mark<D> for Shown<D> {
    #[inline(always)]
    fn shown(self) -> Self {
        self
    }

    #[inline(always)]
    fn of(shown: Self) -> Self {
        shown
    }
}

/// What is asked through the pointer: [`Body`] without its types.
trait Asked<const D: usize> {
    fn support(&self, direction: Vector<D>) -> (Vector<D>, Shown<D>);
    fn point(&self, mark: Shown<D>) -> Vector<D>;
    fn combine(&self, marks: [Shown<D>; MOST], weights: [f64; MOST], len: usize) -> Vector<D>;
    fn recall(&self, names: &Names, k: usize, to: Vector<D>) -> Option<(Vector<D>, Shown<D>)>;
}

impl<const D: usize, B: Body<D>> Asked<D> for B {
    fn support(&self, direction: Vector<D>) -> (Vector<D>, Shown<D>) {
        let (point, mark) = self.support(direction);
        (point, mark.shown())
    }

    fn point(&self, mark: Shown<D>) -> Vector<D> {
        self.point(Mark::of(mark))
    }

    fn combine(&self, marks: [Shown<D>; MOST], weights: [f64; MOST], len: usize) -> Vector<D> {
        self.combine(|k| Mark::of(marks[k]), weights, len)
    }

    fn recall(&self, names: &Names, k: usize, to: Vector<D>) -> Option<(Vector<D>, Shown<D>)> {
        let (point, mark) = self.recall(names, k, to)?;
        Some((point, mark.shown()))
    }
}

/// A body of any kind.
pub(crate) struct Behind<'a, const D: usize> {
    body: &'a dyn Asked<D>,
    sharp: bool,
}

impl<'a, const D: usize> Behind<'a, D> {
    pub(crate) fn new<B: Body<D>>(body: &'a B) -> Self {
        Self { body, sharp: body.is_sharp() }
    }
}

impl<const D: usize> Body<D> for Behind<'_, D> {
    type Mark = Shown<D>;

    /// Of some of them: see [`Body::is_sharp`].
    const SHARP: bool = false;

    #[inline(always)]
    fn is_sharp(&self) -> bool {
        self.sharp
    }

    #[inline(always)]
    fn support(&self, direction: Vector<D>) -> (Vector<D>, Shown<D>) {
        self.body.support(direction)
    }

    #[inline(always)]
    fn point(&self, mark: Shown<D>) -> Vector<D> {
        self.body.point(mark)
    }

    #[inline(always)]
    fn combine(
        &self,
        marks: impl Fn(usize) -> Shown<D>,
        weights: [f64; MOST],
        len: usize,
    ) -> Vector<D> {
        self.body.combine(core::array::from_fn(marks), weights, len)
    }

    #[inline(always)]
    fn recall(&self, names: &Names, k: usize, to: Vector<D>) -> Option<(Vector<D>, Shown<D>)> {
        self.body.recall(names, k, to)
    }

    #[inline(always)]
    fn names(marks: [Shown<D>; MOST]) -> Names {
        if marks[0].number == NO_NUMBER {
            Names::Directions
        } else {
            Names::Vertices(marks.map(|mark| mark.number))
        }
    }

    #[inline(always)]
    fn number(mark: Shown<D>) -> u32 {
        mark.number
    }

    #[inline(always)]
    fn direction(mark: Shown<D>) -> Option<Vector<D>> {
        (mark.number == NO_NUMBER).then_some(mark.found.direction)
    }
}
