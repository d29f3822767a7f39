//! `clearance demo`: the gallery in two tables, one in floats and one exact.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clearance_io::{AnyPair, Ask, Pair, Query};

use crate::distance::{exit_code, judge};
use crate::fractions;
use crate::gallery::{self, Exhibit};
use crate::text::{self, Paint};

pub fn run() -> Result<ExitCode> {
    let header = ["pair", "distance", "at least", "at most", "steps", "time", "check"];
    let mut table = text::table(&header);
    let mut code = ExitCode::SUCCESS;
    for Exhibit { name, query } in gallery::all()? {
        let (row, verdict) = match &query.pair {
            AnyPair::Two(pair) => row(&query, pair),
            AnyPair::Three(pair) => row(&query, pair),
        }
        .context(name)?;
        if verdict != ExitCode::SUCCESS {
            code = verdict;
        }
        table.add_row(std::iter::once(name.to_owned()).chain(row));
    }
    text::align_right(&mut table, [4, 5]);
    let paint = Paint::of_stdout();
    let body = text::rendered(&table);
    let (head, rows) = body.split_once('\n').unwrap_or((&body, ""));
    text::print(&paint.bold(head))?;
    text::print(&paint.verdicts(rows))?;
    text::print(&paint.bold("\nWithout any rounding:"))?;
    text::print(&exactly()?)?;
    text::print(&paint.dim(
        "\nThe true distance lies between the two bounds; \"proved\" says that a checker which calls no solver agrees.\n\
         Try: clearance distance ball:1 box:1,1,1 --pose-b 5,0,0   ·   clearance explain --help   ·   clearance batch --help",
    ))?;
    Ok(code)
}

fn row<const D: usize>(query: &Query, pair: &Pair<D>) -> Result<([String; 6], ExitCode)>
where
    Pair<D>: Ask<D>,
{
    let answer = query.solve(pair)?;
    let checked = judge(pair, &answer);
    let time = median_time(|| query.solve(pair));
    let cells = [
        text::rounded(answer.distance(), 10),
        text::number(answer.lower()),
        text::number(answer.upper()),
        answer.effort().iterations.to_string(),
        shown(time),
        text::verdict(checked),
    ];
    Ok((cells, exit_code(checked)))
}

/// The pairs whose distances are fractions.
fn exactly() -> Result<String> {
    let mut table =
        text::table(&["pair", "verdict", "distance squared", "distance", "steps", "time"]);
    for Exhibit { name, query } in gallery::exact()? {
        let outcome = query.answer().context(name)?;
        let exact = outcome.exact.as_ref().context(name)?;
        table.add_row([
            name.to_owned(),
            exact.verdict.to_owned(),
            fractions::fraction(&exact.squared),
            text::number(outcome.distance),
            outcome.iterations.to_string(),
            shown(median_time(|| query.answer())),
        ]);
    }
    text::align_right(&mut table, [4, 5]);
    Ok(text::rendered(&table))
}

/// The median over rounds of the mean time of a call: single calls are too short to time.
fn median_time<T, E>(ask: impl Fn() -> Result<T, E>) -> Duration {
    const ROUNDS: usize = 31;
    const ROUND: Duration = Duration::from_micros(300);
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            let mut calls = 0_u32;
            // Asked before the clock is read: a busy machine may take the whole round away between
            // two readings.
            loop {
                // A clock costs as much as a formula: look at it now and then only.
                for _ in 0..16 {
                    let _ = std::hint::black_box(ask());
                }
                calls += 16;
                let elapsed = start.elapsed();
                if elapsed >= ROUND {
                    break elapsed / calls;
                }
            }
        })
        .collect();
    times.sort();
    times[ROUNDS / 2]
}

fn shown(time: Duration) -> String {
    let nanoseconds = time.as_nanos();
    if nanoseconds < 1000 {
        format!("{nanoseconds} ns")
    } else {
        format!("{:.1} µs", time.as_secs_f64() * 1e6)
    }
}
