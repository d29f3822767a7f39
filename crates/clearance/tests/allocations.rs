//! After construction no query allocates.
#![allow(missing_docs, unsafe_code)] // A global allocator cannot be written without.

#[path = "suite/common/mod.rs"]
mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use clearance::{Query, Tracker, Workspace};
use common::zoo::{All, Zoo};
use common::{Case, Rng, pose};

thread_local! {
    /// Each thread counts its own: the test runner allocates in others.
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

fn count() {
    COUNT.with(|count| count.set(count.get() + 1));
}

// SAFETY: everything is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller's promises are the ones that the system's allocator wants.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: as above.
        unsafe { System.realloc(place, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(work: impl FnOnce()) -> usize {
    let before = COUNT.with(Cell::get);
    work();
    COUNT.with(Cell::get) - before
}

fn queries_do_not_allocate<const D: usize>()
where
    All: Zoo<D>,
{
    let mut rng = Rng::with_seed(41);
    for kind_a in All::kinds() {
        for kind_b in All::kinds() {
            let (a, b) = ((kind_a.make)(&mut rng, 1.0), (kind_b.make)(&mut rng, 1.0));
            let name = format!("{} and {} in {D}D", kind_a.name, kind_b.name);
            let (pose_a, pose_b) = (pose::<D>(&mut rng, 1.5), pose::<D>(&mut rng, 1.5));
            let case = Case { name, a, pose_a, b, pose_b };
            let Case { name, a, pose_a, b, pose_b } = &case;
            let mut tracker = Tracker::new();
            let counted = allocations(|| {
                let query = Query::DEFAULT;
                let _ = query.distance(a, pose_a, b, pose_b).unwrap();
                let _ = query.intersects(a, pose_a, b, pose_b).unwrap();
                let _ = query.within(a, pose_a, b, pose_b, 0.5).unwrap();
                let _ = query.distance_below(a, pose_a, b, pose_b, 0.5).unwrap();
                for _ in 0..2 {
                    let _ = tracker.distance(a, pose_a, b, pose_b).unwrap();
                }
            });
            assert_eq!(counted, 0, "{name}");
        }
    }
}

#[test]
fn queries_do_not_allocate_2d() {
    queries_do_not_allocate::<2>();
}

#[test]
fn queries_do_not_allocate_3d() {
    queries_do_not_allocate::<3>();
}

/// Otherwise the counting does not work and the other tests prove nothing.
#[test]
fn the_counter_counts() {
    assert!(allocations(|| drop(std::hint::black_box(vec![1.0; 100]))) > 0);
}

/// Depths take a workspace: the second time, no query allocates.
#[test]
fn depths_do_not_allocate_twice() {
    let mut rng = Rng::with_seed(43);
    for kind_a in All::kinds() {
        for kind_b in All::kinds() {
            let (a, b) = ((kind_a.make)(&mut rng, 1.0), (kind_b.make)(&mut rng, 1.0));
            let (pose_a, pose_b) = (pose::<3>(&mut rng, 0.4), pose::<3>(&mut rng, 0.4));
            let mut workspace = Workspace::new();
            let mut ask = || {
                let _ = workspace.signed_distance(&a, &pose_a, &b, &pose_b);
                let _ = workspace.gradient(&a, &pose_a, &b, &pose_b);
                let _ = workspace.contact_patch(&a, &pose_a, &b, &pose_b);
            };
            ask();
            assert_eq!(allocations(ask), 0, "{} and {}", kind_a.name, kind_b.name);
        }
    }
}
