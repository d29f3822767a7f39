//! Many pairs in one call: all cores, Python's lock released, and a look at Ctrl-C now and then.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use clearance::{Convex, Pose, QueryError, Workspace};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::error;
use crate::own::Own;
use crate::pose::{NoPose, Source};

/// Shapes for a batch.
#[derive(Clone, Copy)]
pub enum Shapes<'a, const D: usize> {
    /// The same one for all.
    One(&'a dyn Convex<D>),
    /// One for each.
    Many(&'a [Arc<dyn Convex<D>>]),
}

impl<'a, const D: usize> Shapes<'a, D> {
    /// The one with this number.
    #[inline]
    pub fn get(&self, i: usize) -> &'a dyn Convex<D> {
        match self {
            Self::One(shape) => *shape,
            Self::Many(shapes) => &*shapes[i],
        }
    }
}

/// All that is asked about.
#[derive(Clone)]
pub struct Pairs<'a, const D: usize> {
    /// The first shapes.
    pub a: Shapes<'a, D>,
    /// Where they are.
    pub pose_a: Source<'a, D>,
    /// The second shapes.
    pub b: Shapes<'a, D>,
    /// Where they are.
    pub pose_b: Source<'a, D>,
}

/// One pair of them.
#[derive(Clone, Copy)]
pub struct Placed<'a, const D: usize> {
    /// The first shape.
    pub a: &'a dyn Convex<D>,
    /// Where it is.
    pub pose_a: &'a Pose<D>,
    /// The second shape.
    pub b: &'a dyn Convex<D>,
    /// Where it is.
    pub pose_b: &'a Pose<D>,
}

/// Why a pair has no answer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Trouble {
    /// The library refuses the question.
    Refused(QueryError),
    /// One of the matrices is no pose.
    NoPose(&'static str, NoPose),
}

/// The words for each status code of an array; the first is that of an answer.
pub const STATUS: [&str; 9] = [
    "ok",
    "bad pose",
    "pose not finite",
    "shape not finite",
    "out of range",
    "bad argument",
    "undecided",
    "inseparable",
    "refused",
];

impl Trouble {
    /// Its code in an array.
    pub fn status(self) -> u8 {
        match self {
            Self::NoPose(..) => 1,
            Self::Refused(QueryError::PoseNotFinite(_)) => 2,
            Self::Refused(QueryError::ShapeNotFinite(_)) => 3,
            Self::Refused(QueryError::OutOfRange { .. }) => 4,
            Self::Refused(QueryError::BadArgument(_)) => 5,
            Self::Refused(QueryError::Undecided { .. }) => 6,
            Self::Refused(QueryError::Inseparable) => 7,
            Self::Refused(_) => 8,
        }
    }

    /// The exception, about the pair with this number.
    pub fn raise(self, i: usize) -> PyErr {
        match self {
            Self::Refused(refusal) => error::QueryError::new_err(format!("pair {i}: {refusal}")),
            Self::NoPose(argument, why) => {
                error::PoseError::new_err(format!("{argument}[{i}]: {why}"))
            }
        }
    }
}

impl<'a, const D: usize> Pairs<'a, D> {
    /// Does something with the pair with this number.
    #[inline]
    pub fn with<T>(
        &self,
        i: usize,
        ask: impl FnOnce(Placed<'_, D>) -> Result<T, QueryError>,
    ) -> Result<T, Trouble> {
        let pose_a = self.pose_a.pose(i).map_err(|why| Trouble::NoPose("pose_a", why))?;
        let pose_b = self.pose_b.pose(i).map_err(|why| Trouble::NoPose("pose_b", why))?;
        let (a, b) = (self.a.get(i), self.b.get(i));
        ask(Placed { a, pose_a: &pose_a, b, pose_b: &pose_b }).map_err(Trouble::Refused)
    }
}

/// How a batch is worked on.
pub struct How<'a, 'py> {
    /// The number of threads; `None` for all cores.
    pub threads: Option<usize>,
    /// Called with how many are done, and of how many.
    pub progress: Option<Bound<'py, PyAny>>,
    /// Whether pairs without an answer are marked as such rather than raised.
    pub errors: Errors,
    /// Support functions in Python, which only one thread can call.
    pub own: &'a [Arc<Own>],
}

/// What is done about a pair without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Errors {
    /// Raise.
    Raise,
    /// Note it in the row.
    Mark,
}

/// Between two looks at Ctrl-C and at the bar.
const BLOCK: Duration = Duration::from_millis(60);
/// Pairs in the first block, when nobody knows yet how long one takes.
const FIRST: usize = 2048;
/// Pairs that one thread takes at a time.
const GRAIN: usize = 64;

/// Fills `out`, `width` places for each of its pairs, by `work`.
pub fn run<const D: usize, T: Send>(
    py: Python<'_>,
    how: &How<'_, '_>,
    (out, width): (&mut [T], usize),
    work: impl Fn(usize, &mut Workspace<D>, &mut [T]) -> Result<(), Trouble> + Sync,
) -> PyResult<()> {
    let total = out.len() / width.max(1);
    let pool = pool(how.threads)?;
    let (mut done, mut block) = (0, FIRST);
    while done < total {
        let end = total.min(done + block);
        let rows = &mut out[done * width..end * width];
        let began = Instant::now();
        let failed = if how.own.is_empty() {
            let work = &work;
            py.detach(|| pool.install(|| in_parallel(rows, width, done, work)))
        } else {
            one_by_one(py, rows, (width, done), how, &work)?
        };
        if let (Some((i, trouble)), Errors::Raise) = (failed, how.errors) {
            return Err(trouble.raise(i));
        }
        let rate = (end - done) as f64 / began.elapsed().as_secs_f64().max(1e-6);
        block = ((rate * BLOCK.as_secs_f64()) as usize).clamp(GRAIN, 1 << 24);
        done = end;
        how.look(py, done, total)?;
    }
    Ok(())
}

impl How<'_, '_> {
    /// Looks for Ctrl-C, and says how many are done.
    pub fn look(&self, py: Python<'_>, done: usize, total: usize) -> PyResult<()> {
        py.check_signals()?;
        if let Some(progress) = &self.progress {
            progress.call1((done, total))?;
        }
        Ok(())
    }
}

/// The first pair that failed, and why.
fn in_parallel<const D: usize, T: Send>(
    rows: &mut [T],
    width: usize,
    start: usize,
    work: &(impl Fn(usize, &mut Workspace<D>, &mut [T]) -> Result<(), Trouble> + Sync),
) -> Option<(usize, Trouble)> {
    let first = AtomicUsize::new(usize::MAX);
    let worst = Mutex::new(None);
    rows.par_chunks_mut(width * GRAIN).enumerate().for_each_init(Workspace::new, |space, job| {
        let (k, chunk) = job;
        for (j, row) in chunk.chunks_mut(width).enumerate() {
            let i = start + k * GRAIN + j;
            if let Err(trouble) = work(i, space, row)
                && first.fetch_min(i, Ordering::Relaxed) > i
            {
                note(&worst, i, trouble);
            }
        }
    });
    worst.into_inner().ok().flatten()
}

/// Keeps the failure with the smallest number.
#[cold]
fn note(worst: &Mutex<Option<(usize, Trouble)>>, i: usize, trouble: Trouble) {
    if let Ok(mut worst) = worst.lock()
        && worst.is_none_or(|(other, _)| i < other)
    {
        *worst = Some((i, trouble));
    }
}

/// For shapes that call Python: on this thread, which holds the lock.
fn one_by_one<const D: usize, T: Send>(
    py: Python<'_>,
    rows: &mut [T],
    (width, start): (usize, usize),
    how: &How<'_, '_>,
    work: &(impl Fn(usize, &mut Workspace<D>, &mut [T]) -> Result<(), Trouble> + Sync),
) -> PyResult<Option<(usize, Trouble)>> {
    let mut space = Workspace::new();
    let mut first = None;
    for (j, row) in rows.chunks_mut(width).enumerate() {
        let found = work(start + j, &mut space, row);
        if let Some(failure) = how.own.iter().find_map(|own| own.take_failure()) {
            return Err(failure);
        }
        if let (Err(trouble), None) = (found, first) {
            first = Some((start + j, trouble));
        }
        py.check_signals()?;
    }
    Ok(first)
}

/// The threads of this process, by how many were asked for: a child that was forked has none of its
/// parent's.
static POOLS: Mutex<Pools> = Mutex::new(Pools { process: 0, pools: Vec::new() });

struct Pools {
    process: u32,
    pools: Vec<(usize, Arc<ThreadPool>)>,
}

pub fn pool(threads: Option<usize>) -> PyResult<Arc<ThreadPool>> {
    let broken = |_| PyRuntimeError::new_err("the pool of threads is broken");
    let mut known = POOLS.lock().map_err(broken)?;
    let (me, wanted) = (std::process::id(), threads.unwrap_or(0));
    if known.process != me {
        // What is left of the parent's threads cannot be shut down from here.
        std::mem::forget(std::mem::take(&mut known.pools));
        known.process = me;
    }
    if let Some((_, pool)) = known.pools.iter().find(|(threads, _)| *threads == wanted) {
        return Ok(pool.clone());
    }
    let built = rayon::ThreadPoolBuilder::new().num_threads(wanted).build();
    let new = built.map(Arc::new).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    known.pools.push((wanted, new.clone()));
    Ok(new)
}
