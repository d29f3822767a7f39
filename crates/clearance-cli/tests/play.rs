//! `clearance play`, from the outside: what it serves, and what it does not.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

/// The program while it serves, ended when the test ends.
struct Playing {
    child: Child,
    host: String,
    hash: String,
}

impl Playing {
    fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_clearance"))
            .args(["play", "--port", "0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").unwrap();
        let (host, rest) = address.split_once('/').unwrap();
        Self { child, host: host.into(), hash: rest.into() }
    }

    /// The answer to a request, word for word.
    fn ask(&self, request: &str) -> Vec<u8> {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        // The program may have hung up on a request that is much too long, early or late.
        let _ = stream.write_all(request.as_bytes());
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    fn get(&self, path: &str, more: &str) -> (String, Vec<u8>) {
        let answer = self.ask(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\n{more}\r\n", self.host));
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        (String::from_utf8(answer[..end].to_vec()).unwrap(), answer[end + 4..].to_vec())
    }

    fn status(&self, request: &str) -> String {
        let answer = String::from_utf8_lossy(&self.ask(request)).into_owned();
        answer.split(' ').nth(1).unwrap_or_default().into()
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a page may take of a slow line. A test of the browser asks too, but few run it.
#[test]
fn the_library_in_the_page_is_small() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/page/clearance_bg.wasm.br");
    let size = std::fs::metadata(file).unwrap().len();
    assert!(size <= 600_000, "{size} bytes");
}

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_clearance")).arg("play").args(arguments).output().unwrap()
}

fn written(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().into()
}

#[test]
fn the_page_is_served_packed_or_not() {
    let playing = Playing::start(&[]);
    let (head, page) = playing.get("/", "");
    assert!(head.starts_with("HTTP/1.1 200 OK\r\ncontent-type: text/html"), "{head}");
    assert!(!head.contains("content-encoding") && head.contains("content-security-policy"));
    let page = String::from_utf8(page).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.len() > 2000);
    // The name of a kind of picture is no address.
    let addresses = page.matches("http://").count();
    assert_eq!(addresses, page.matches("http://www.w3.org/2000/svg").count());
    let (head, packed) = playing.get("/clearance_bg.wasm", "Accept-Encoding: gzip, br\r\n");
    assert!(head.contains("content-encoding: br") && head.contains("application/wasm"), "{head}");
    let (_, plain) = playing.get("/clearance_bg.wasm", "Accept-Encoding: gzip\r\n");
    assert!(plain.starts_with(b"\0asm") && plain.len() > 2 * packed.len());
    for name in ["/index.html", "/index.js?again", "/index.css", "/space.js"] {
        assert!(playing.get(name, "").0.starts_with("HTTP/1.1 200"), "{name}");
    }
}

#[test]
fn nothing_else_is_served() {
    let playing = Playing::start(&[]);
    let host = &playing.host;
    for path in
        ["/..", "/../Cargo.toml", "//etc/passwd", "/etc/passwd", "/%2e%2e/", "/pair.json", "x"]
    {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n");
        assert_eq!(playing.status(&request), "404", "{path}");
    }
    assert_eq!(playing.status(&format!("POST / HTTP/1.1\r\nHost: {host}\r\n\r\n")), "405");
    // Another page that was given this machine's address under a name of its own.
    assert_eq!(playing.status("GET / HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n"), "403");
    assert_eq!(playing.status("GET / HTTP/1.1\r\n\r\n"), "403");
    for nonsense in
        ["\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n", "GET / HTTP/1.1"]
    {
        assert_eq!(playing.status(nonsense), "400", "{nonsense:?}");
    }
    let long = |bytes| format!("GET /{} HTTP/1.1\r\nHost: {host}\r\n\r\n", "x".repeat(bytes));
    assert_eq!(playing.status(&long(1 << 19)), "400", "whoever sends too much is still told so");
    let status = playing.status(&long(1 << 24));
    assert!(matches!(status.as_str(), "400" | ""), "what has no end is not read to the end");
    // All that is still there.
    assert!(playing.get("/", "").0.starts_with("HTTP/1.1 200"));
    // Bound to one address of this machine: not even to its other local ones.
    let port = host.rsplit(':').next().unwrap();
    assert!(TcpStream::connect(format!("127.0.0.2:{port}")).is_err());
}

#[test]
fn a_pair_and_a_trace_are_handed_over() {
    let folder = tempfile::tempdir().unwrap();
    let pair = written(
        folder.path(),
        "pair.toml",
        "a = {type = \"ball\", radius = 1}\nb = {type = \"point\", point = [3, 0, 0]}",
    );
    let playing = Playing::start(&[&pair]);
    assert_eq!(playing.hash, "#open=pair.json");
    let (head, body) = playing.get("/pair.json", "");
    assert!(head.contains("application/json"));
    let query: serde_json::Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(query["b"]["point"][0], 3);

    let explained = Command::new(env!("CARGO_BIN_EXE_clearance"))
        .args(["explain", "ball:1", "box:1,1,1", "--pose-b", "5,0,0", "--json"])
        .output()
        .unwrap();
    let trace = written(folder.path(), "trace.json", &String::from_utf8(explained.stdout).unwrap());
    let playing = Playing::start(&[&trace]);
    let (_, body) = playing.get("/pair.json", "");
    let trace: serde_json::Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(trace["query"]["a"]["type"], "ball");
    assert_eq!(trace["steps"][0]["method"], "formula");
}

#[test]
fn bad_files_are_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let bad = written(
        folder.path(),
        "bad.json",
        r#"{"a": {"type": "ball", "radius": -1}, "b": {"type": "ball", "radius": 1}}"#,
    );
    let output = run(&["--port", "0", &bad]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("bad.json") && said.contains("a.radius: expected a positive number"),
        "{said}"
    );
    assert_eq!(run(&["--port", "0", "no-such-file.toml"]).status.code(), Some(1));
}

#[test]
fn the_page_can_be_written_out() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(&["--export", folder.path().to_str().unwrap()]);
    assert!(output.status.success());
    let mut names: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["clearance_bg.wasm", "index.css", "index.html", "index.js", "space.js"]);
}
