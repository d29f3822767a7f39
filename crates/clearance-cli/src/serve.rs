//! A server for one page: a few files by name, to this machine alone.
//!
//! It answers `GET` and `HEAD` for the names in its table and nothing else: no file system stands
//! behind it. A request must name this machine as its host, so that no other page can be made to
//! read it under a name of its own.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::Result;

/// The page as it was built, compressed.
const FILES: [(&str, &str, &[u8]); 5] = [
    ("index.html", "text/html; charset=utf-8", include_bytes!("../page/index.html.br")),
    ("index.css", "text/css; charset=utf-8", include_bytes!("../page/index.css.br")),
    ("index.js", "text/javascript; charset=utf-8", include_bytes!("../page/index.js.br")),
    ("space.js", "text/javascript; charset=utf-8", include_bytes!("../page/space.js.br")),
    ("clearance_bg.wasm", "application/wasm", include_bytes!("../page/clearance_bg.wasm.br")),
];

/// Longer requests are not from a browser that wants this page.
const LONGEST: u64 = 16 << 10;
/// What is read, and thrown away, of a request that was refused before its end.
const DRAINED: u64 = 1 << 20;
const PATIENCE: Duration = Duration::from_secs(10);
const MOST_AT_ONCE: usize = 64;

/// Nothing is loaded from anywhere else, and nobody may put the page into a frame.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What is served.
pub struct Site {
    extra: Option<(&'static str, Vec<u8>)>,
}

/// A file as it goes over the wire.
struct Found<'a> {
    kind: &'static str,
    body: &'a [u8],
    compressed: bool,
}

impl Site {
    /// The page, and one more file (JSON) if there is one.
    pub fn new(extra: Option<(&'static str, Vec<u8>)>) -> Self {
        Self { extra }
    }

    fn find(&self, path: &str) -> Option<Found<'_>> {
        let name = match path.split('?').next()? {
            "/" => "index.html",
            path => path.strip_prefix('/')?,
        };
        if let Some((_, body)) = self.extra.as_ref().filter(|(own, _)| *own == name) {
            return Some(Found { kind: "application/json", body, compressed: false });
        }
        let (_, kind, body) = FILES.into_iter().find(|(own, ..)| *own == name)?;
        Some(Found { kind, body, compressed: true })
    }

    /// Writes all files into a folder.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        std::fs::create_dir_all(folder)?;
        for (name, _, body) in FILES {
            std::fs::write(folder.join(name), plain(body)?)?;
        }
        match &self.extra {
            Some((name, body)) => std::fs::write(folder.join(name), body),
            None => Ok(()),
        }
    }
}

/// Serves until the program is ended.
pub fn run(listener: &TcpListener, site: &Site) -> Result<ExitCode> {
    let port = listener.local_addr()?.port();
    let busy = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for stream in listener.incoming() {
            // A connection that failed before it began is no reason to stop.
            let Ok(stream) = stream else { continue };
            if busy.fetch_add(1, Ordering::Relaxed) >= MOST_AT_ONCE {
                busy.fetch_sub(1, Ordering::Relaxed);
                continue;
            }
            let busy = &busy;
            scope.spawn(move || {
                // Browsers break connections off as they like.
                let _ = answer(stream, site, port);
                busy.fetch_sub(1, Ordering::Relaxed);
            });
        }
    });
    Ok(ExitCode::SUCCESS)
}

/// What of a request counts.
struct Request {
    method: String,
    path: String,
    host: String,
    brotli: bool,
}

fn answer(mut stream: TcpStream, site: &Site, port: u16) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let Some(request) = read(&stream)? else {
        return refuse(&mut stream, "400 Bad Request");
    };
    let own = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    if !own.contains(&request.host) {
        return refuse(&mut stream, "403 Forbidden");
    }
    if request.method != "GET" && request.method != "HEAD" {
        return refuse(&mut stream, "405 Method Not Allowed");
    }
    let Some(found) = site.find(&request.path) else {
        return refuse(&mut stream, "404 Not Found");
    };
    let unpacked;
    let (body, encoding) = match found.compressed {
        true if request.brotli => (found.body, "content-encoding: br\r\n"),
        true => {
            unpacked = plain(found.body)?;
            (&unpacked[..], "")
        }
        false => (found.body, ""),
    };
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: {}\r\ncontent-length: {}\r\n{encoding}vary: accept-encoding\r\n\
         cache-control: no-cache\r\nx-content-type-options: nosniff\r\nreferrer-policy: no-referrer\r\n\
         content-security-policy: {POLICY}\r\nconnection: close\r\n\r\n",
        found.kind,
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    if request.method == "GET" {
        stream.write_all(body)?;
    }
    stream.flush()
}

fn refuse(stream: &mut TcpStream, status: &str) -> io::Result<()> {
    let head = "content-type: text/plain; charset=utf-8\r\nconnection: close\r\n";
    write!(
        stream,
        "HTTP/1.1 {status}\r\n{head}content-length: {}\r\n\r\n{status}\n",
        status.len() + 1
    )?;
    // To hang up on bytes that nobody has read resets the connection, and the refusal may be lost.
    stream.shutdown(Shutdown::Write)?;
    io::copy(&mut stream.take(DRAINED), &mut io::sink()).map(|_| ())
}

/// The head of a request; `None` if it is not one.
fn read(stream: &TcpStream) -> io::Result<Option<Request>> {
    let mut lines = BufReader::new(stream.take(LONGEST));
    let mut line = String::new();
    lines.read_line(&mut line)?;
    let mut words = line.trim_end().split(' ');
    let (Some(method), Some(path), Some("HTTP/1.1" | "HTTP/1.0"), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return Ok(None);
    };
    let mut request =
        Request { method: method.into(), path: path.into(), host: String::new(), brotli: false };
    loop {
        let mut line = String::new();
        if lines.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let line = line.trim_end();
        if line.is_empty() {
            return Ok(Some(request));
        }
        let Some((name, value)) = line.split_once(':') else { return Ok(None) };
        match name.to_ascii_lowercase().as_str() {
            "host" => request.host = value.trim().to_ascii_lowercase(),
            "accept-encoding" => {
                request.brotli = value.split(',').any(|one| one.trim() == "br");
            }
            _ => {}
        }
    }
}

/// A file as it was before it was compressed.
fn plain(compressed: &[u8]) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    brotli_decompressor::Decompressor::new(compressed, 1 << 16).read_to_end(&mut body)?;
    Ok(body)
}
