//! `clearance batch`: a stream of queries, one a line.
//!
//! Three stations with short queues between them, so that memory stays the same however long the
//! stream is: a thread reads chunks of lines, all cores answer them, a thread writes the results
//! in order.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use clearance_io::{FormatError, Problem, Query, error_json};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use crate::lines::{self, Chunk};

pub const HELP: &str = "\
Each line is a query, {\"id\": 1, \"a\": SHAPE, \"pose_a\": POSE, \"b\": SHAPE, \"pose_b\": POSE, \
\"query\": \"distance\"}.
Each line of the output is the result, {\"id\", \"distance\", \"point_a\", \"point_b\", \"normal\", …}, or
{\"id\", \"error\"}. The exit code is 0 if every line had a result, 2 if some had an error, and 1 if
reading or writing failed.";

/// How many chunks may wait between two stations.
const QUEUE: usize = 2;

/// How many lines a core takes at a time.
const SHARE: usize = 64;

/// The options of `clearance batch`.
#[derive(Args)]
pub struct Options {
    /// The queries, one a line; - for stdin
    queries: String,
    /// Where the results go [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How many threads [default: one a core]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(..=1024))]
    threads: Option<u16>,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let (name, size, input) = open(&options.queries)?;
    let output = create(options)?;
    // Zero is one a core.
    let threads = options.threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let bar = progress(options, size);
    let (to_pool, chunks) = sync_channel(QUEUE);
    let (to_writer, results) = sync_channel(QUEUE);
    // Not joined: if the writer stops first, the reader may be waiting for input for ever.
    thread::spawn(move || read(input, &to_pool));
    let writer = thread::spawn(move || write(output, &results));
    let counted = pool.install(|| answer_all(&name, chunks, to_writer, &bar));
    bar.finish_and_clear();
    match writer.join() {
        Ok(written) => written?,
        Err(_) => bail!("the thread that writes the results has failed"),
    }
    let Counted { lines, errors } = counted.with_context(|| name.clone())?;
    if errors > 0 {
        eprintln!("clearance: {errors} of {lines} lines have an error in place of a result");
        return Ok(ExitCode::from(2));
    }
    Ok(ExitCode::SUCCESS)
}

type Input = Box<dyn BufRead + Send>;
type Output = Box<dyn Write + Send>;

fn open(name: &str) -> Result<(String, Option<u64>, Input)> {
    const BUFFER: usize = 1 << 18;
    if name == "-" {
        return Ok(("stdin".into(), None, Box::new(BufReader::with_capacity(BUFFER, io::stdin()))));
    }
    let file = File::open(name).with_context(|| name.to_owned())?;
    let about = file.metadata().with_context(|| name.to_owned())?;
    let size = about.is_file().then_some(about.len());
    Ok((name.to_owned(), size, Box::new(BufReader::with_capacity(BUFFER, file))))
}

fn create(options: &Options) -> Result<Output> {
    let Some(path) = &options.output else { return Ok(Box::new(BufWriter::new(io::stdout()))) };
    let place = |path: &Path| path.canonicalize().ok();
    if place(path).is_some() && place(path) == place(Path::new(&options.queries)) {
        bail!("{}: the results would overwrite the queries", path.display());
    }
    let file = File::create(path).with_context(|| path.display().to_string())?;
    Ok(Box::new(BufWriter::new(file)))
}

/// A bar on stderr if that is a terminal (and stdout does not write to the same one).
fn progress(options: &Options, size: Option<u64>) -> ProgressBar {
    let crowded = options.output.is_none() && io::stdout().is_terminal();
    if crowded || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let (bar, style) = match size {
        Some(size) => (
            ProgressBar::new(size),
            "{bar:40} {percent}% of {total_bytes}  {msg}  {elapsed_precise}, {eta_precise} left",
        ),
        None => (ProgressBar::new_spinner(), "{spinner} {bytes}  {msg}  {elapsed_precise}"),
    };
    bar.enable_steady_tick(Duration::from_millis(200));
    match ProgressStyle::with_template(style) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn read(mut input: Input, to_pool: &SyncSender<io::Result<Chunk>>) {
    let mut first = 1;
    loop {
        let chunk = lines::next_chunk(&mut input, first).transpose();
        let Some(chunk) = chunk else { return };
        let over = chunk.is_err();
        first += chunk.as_ref().map_or(0, Chunk::len);
        if to_pool.send(chunk).is_err() || over {
            return;
        }
    }
}

fn write(mut output: Output, results: &Receiver<Vec<String>>) -> Result<()> {
    for chunk in results {
        for text in chunk {
            output.write_all(text.as_bytes())?;
        }
        // A reader at the other end of a pipe should not wait for the next chunk.
        output.flush()?;
    }
    Ok(())
}

#[derive(Default)]
struct Counted {
    lines: usize,
    errors: usize,
}

fn answer_all(
    name: &str,
    chunks: Receiver<io::Result<Chunk>>,
    to_writer: SyncSender<Vec<String>>,
    bar: &ProgressBar,
) -> io::Result<Counted> {
    let mut counted = Counted::default();
    for chunk in chunks {
        let chunk = chunk?;
        let shares: Vec<(String, usize)> =
            chunk.lines().par_chunks(SHARE).map(|share| answer_share(name, share)).collect();
        counted.lines += chunk.len();
        counted.errors += shares.iter().map(|(_, errors)| errors).sum::<usize>();
        bar.inc(chunk.read);
        bar.set_message(format!("{} queries, {} errors", counted.lines, counted.errors));
        if to_writer.send(shares.into_iter().map(|(text, _)| text).collect()).is_err() {
            break;
        }
    }
    Ok(counted)
}

/// The results of some lines, and how many of them are errors.
fn answer_share(name: &str, share: &[(usize, Option<&[u8]>)]) -> (String, usize) {
    // A result has about 300 bytes.
    let mut text = String::with_capacity(share.len() * 320);
    let mut errors = 0;
    for (number, line) in share {
        let (id, outcome) = match line.map(std::str::from_utf8) {
            None => {
                let longest = lines::LONGEST >> 20;
                (None, Err(Problem::Syntax(format!("the line has more than {longest} MiB")).into()))
            }
            Some(Err(_)) => (None, Err(Problem::Syntax("not valid UTF-8".into()).into())),
            Some(Ok(line)) if line.trim().is_empty() => {
                (None, Err(Problem::Syntax("expected a query, found a blank line".into()).into()))
            }
            Some(Ok(line)) => {
                let (id, query) = Query::from_json_line(line);
                (id, query.and_then(|query| query.answer()))
            }
        };
        match outcome {
            Ok(outcome) => text.push_str(&outcome.to_json()),
            Err(error) => {
                let error: FormatError = error;
                errors += 1;
                let error = error.in_file(name).on_line(*number);
                text.push_str(&error_json(id.as_ref(), &error));
            }
        }
        text.push('\n');
    }
    (text, errors)
}
