//! `clearance play`: the playground, a page for the browser.

use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result};
use clap::Args;
use clearance_io::{FormatError, Query, Value};

use crate::serve::{self, Site};
use crate::text;

/// The options of `clearance play`.
#[derive(Args)]
pub struct Options {
    /// A pair to open (.json or .toml), or a trace, as written by `clearance explain --json`
    file: Option<PathBuf>,
    /// The port on 127.0.0.1; 0 for any that is free
    #[arg(long, default_value_t = 8017)]
    port: u16,
    /// Also open the page in the browser
    #[arg(long)]
    open: bool,
    /// Write the page into this directory, for any web server to serve, and end
    #[arg(long, value_name = "DIR", conflicts_with_all = ["port", "open"])]
    export: Option<PathBuf>,
}

/// The name under which the page finds the pair.
const PAIR: &str = "pair.json";

pub fn run(options: &Options) -> Result<ExitCode> {
    let pair = options.file.as_deref().map(read).transpose()?;
    let hash = if pair.is_some() { format!("#open={PAIR}") } else { String::new() };
    let site = Site::new(pair.map(|text| (PAIR, text.into_bytes())));
    if let Some(folder) = &options.export {
        site.write(folder).with_context(|| folder.display().to_string())?;
        text::print(&format!("{}/index.html{hash}", folder.display()))?;
        return Ok(ExitCode::SUCCESS);
    }
    // Nobody but this machine gets to see it.
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port))
        .with_context(|| format!("127.0.0.1:{} (--port takes another)", options.port))?;
    let address = format!("http://{}/{hash}", listener.local_addr()?);
    match text::print(&format!("{address}\nCtrl+C ends it.")) {
        // Who reads the address and no more is served all the same.
        Err(error) if text::is_broken_pipe(&error) => {}
        printed => printed?,
    }
    if options.open && !open(&address) {
        eprintln!("clearance: no browser was found; open the address by hand");
    }
    serve::run(&listener, &site)
}

/// The pair in a file, as a query in JSON. What is wrong with it is said here, not in the page.
fn read(path: &Path) -> Result<String> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).with_context(|| name.clone())?;
    let told = |error: FormatError| error.in_file(name.clone());
    let is_toml = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("toml"));
    if is_toml {
        Query::from_toml(&text).map_err(told)?;
        return Ok(Value::from_toml(&text).map_err(told)?.to_json());
    }
    let value = Value::from_json(&text).map_err(told)?;
    let query = value.get("query").filter(|query| matches!(query, Value::Table(_)));
    match (value.get("steps"), query) {
        (Some(_), Some(query)) => {
            Query::from_value(query).map_err(told)?;
            // With its steps the page knows where to begin.
            Ok(text)
        }
        _ => {
            Query::from_json(&text).map_err(told)?;
            Ok(text)
        }
    }
}

/// Asks the system to show an address.
fn open(address: &str) -> bool {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let (null, hush) = (Stdio::null(), Stdio::null());
    Command::new(program).arg(address).stdout(null).stderr(hush).spawn().is_ok()
}
