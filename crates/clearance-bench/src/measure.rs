//! Timing several contestants on the same queries, in turn.

use std::ops::Range;
use std::time::{Duration, Instant};

/// Answers the queries of a range, one after the other.
pub type Contestant<'a> = Box<dyn FnMut(Range<usize>) + 'a>;

/// How long to measure.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// For all contestants together, after the warm-up.
    pub time: Duration,
    /// Everybody answers all queries at least so often.
    pub passes: usize,
}

impl Budget {
    /// Enough for two digits on a quiet machine.
    pub const FULL: Self = Self { time: Duration::from_millis(1500), passes: 3 };
    /// Enough to see a factor.
    pub const QUICK: Self = Self { time: Duration::from_millis(200), passes: 1 };
}

/// A round takes about this long: short enough for most rounds to pass between two disturbances
/// by other programs, long enough for what the others pushed out of the caches to come back.
const ROUND: Duration = Duration::from_millis(1);

/// A contestant's place in the queries.
struct Cursor {
    at: usize,
    block: usize,
    passes: usize,
    rounds: Vec<f64>,
}

/// Lets the contestants answer the queries `0..total` in turn, a block each, over and over, and
/// returns the median of each one's nanoseconds a query. Everybody gets blocks that take the same
/// time, and all queries at least as often as the budget says. Blocks are multiples of `unit`.
pub fn interleave(
    total: usize,
    unit: usize,
    budget: Budget,
    contestants: &mut [Contestant<'_>],
) -> Vec<f64> {
    let count = contestants.len();
    let mut cursors: Vec<Cursor> = contestants
        .iter_mut()
        .map(|contestant| {
            // The warm-up tells how fast it is.
            let start = Instant::now();
            contestant(0..total);
            let share = ROUND.as_secs_f64() / start.elapsed().as_secs_f64().max(1e-9);
            let units = ((total as f64 * share) as usize / unit).max(1);
            Cursor { at: 0, block: (units * unit).min(total), passes: 0, rounds: Vec::new() }
        })
        .collect();
    let began = Instant::now();
    let mut turn = 0;
    while cursors.iter().any(|cursor| cursor.passes < budget.passes)
        || began.elapsed() < budget.time
    {
        for k in 0..count {
            // Forwards and backwards, so that nobody always comes after the same other.
            let who = if turn % 2 == 0 { k } else { count - 1 - k };
            cursors[who].round(total, &mut contestants[who]);
        }
        turn += 1;
    }
    cursors.into_iter().map(|cursor| median(cursor.rounds)).collect()
}

impl Cursor {
    /// Times the next block.
    fn round(&mut self, total: usize, contestant: &mut Contestant<'_>) {
        let queries = self.at..(self.at + self.block).min(total);
        let start = Instant::now();
        contestant(queries.clone());
        self.rounds.push(start.elapsed().as_nanos() as f64 / queries.len() as f64);
        self.at = queries.end;
        if self.at == total {
            self.at = 0;
            self.passes += 1;
        }
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// How long this thread has worked: what is measured takes longer than the turn of a process on a busy
/// machine, and what others do in between is not its time.
#[cfg(target_os = "linux")]
pub fn worked() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// How long it has been.
#[cfg(not(target_os = "linux"))]
pub fn worked() -> Duration {
    use std::sync::OnceLock;
    static START: OnceLock<std::time::Instant> = OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}
