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
    /// At least this many rounds each.
    pub rounds: usize,
}

impl Budget {
    /// Enough for two digits on a quiet machine.
    pub const FULL: Self = Self { time: Duration::from_millis(1500), rounds: 11 };
    /// Enough to see a factor.
    pub const QUICK: Self = Self { time: Duration::from_millis(200), rounds: 3 };
}

/// Lets the contestants answer the queries `0..total` in turn, all of them in a round, and returns
/// the median of each one's nanoseconds a query.
///
/// A round is a whole pass: in shorter ones, a fast contestant would spend its time on fetching
/// again what a slow one has pushed out of the caches.
pub fn interleave(total: usize, budget: Budget, contestants: &mut [Contestant<'_>]) -> Vec<f64> {
    for contestant in contestants.iter_mut() {
        contestant(0..total);
    }
    let count = contestants.len();
    let mut rounds: Vec<Vec<f64>> = vec![Vec::new(); count];
    let began = Instant::now();
    let mut round = 0;
    while round < budget.rounds || began.elapsed() < budget.time {
        for k in 0..count {
            // Forwards and backwards, so that nobody always comes after the same other.
            let who = if round % 2 == 0 { k } else { count - 1 - k };
            let start = Instant::now();
            contestants[who](0..total);
            rounds[who].push(start.elapsed().as_nanos() as f64 / total as f64);
        }
        round += 1;
    }
    rounds.into_iter().map(median).collect()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
