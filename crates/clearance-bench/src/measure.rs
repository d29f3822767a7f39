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
    /// Every query is asked at least this many times.
    pub passes: usize,
}

impl Budget {
    /// Enough for two digits on a quiet machine.
    pub const FULL: Self = Self { time: Duration::from_millis(1500), passes: 3 };
    /// Enough to see a factor.
    pub const QUICK: Self = Self { time: Duration::from_millis(200), passes: 1 };
}

/// A round of the slowest contestant should take about this long: short enough for a disturbance
/// to hit few rounds, long enough for the clock.
const ROUND: Duration = Duration::from_millis(2);

/// Lets the contestants answer the queries `0..total` in turn, a block at a time, and returns the
/// median of each one's nanoseconds a query. Blocks are multiples of `unit` queries.
pub fn interleave(
    total: usize,
    unit: usize,
    budget: Budget,
    contestants: &mut [Contestant<'_>],
) -> Vec<f64> {
    let block = block_size(total, unit, contestants);
    let mut rounds: Vec<Vec<f64>> = vec![Vec::new(); contestants.len()];
    let began = Instant::now();
    let (mut at, mut passes, mut first) = (0, 0, 0);
    while passes < budget.passes || began.elapsed() < budget.time {
        let queries = at..(at + block).min(total);
        // Who starts changes, so that nobody always finds the caches as the other left them.
        first = (first + 1) % contestants.len();
        for k in 0..contestants.len() {
            let who = (first + k) % contestants.len();
            let start = Instant::now();
            contestants[who](queries.clone());
            let nanoseconds = start.elapsed().as_nanos() as f64;
            rounds[who].push(nanoseconds / queries.len() as f64);
        }
        at = queries.end;
        if at == total {
            at = 0;
            passes += 1;
        }
    }
    rounds.into_iter().map(median).collect()
}

/// Warms everybody up with one pass over all queries, and sees how long that takes.
fn block_size(total: usize, unit: usize, contestants: &mut [Contestant<'_>]) -> usize {
    let mut slowest = Duration::ZERO;
    for contestant in contestants {
        let start = Instant::now();
        contestant(0..total);
        slowest = slowest.max(start.elapsed());
    }
    let share = ROUND.as_secs_f64() / slowest.as_secs_f64().max(1e-9);
    let units = ((total as f64 * share) as usize / unit).max(1);
    (units * unit).min(total)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
