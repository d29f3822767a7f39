//! The rules of the house that a test can enforce, read off the source itself.
#![allow(missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};

/// A file of the library without its comments, strings and tests.
struct Source {
    path: String,
    code: String,
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The library's files, but for modules that exist in tests only.
fn library() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    files(&root, &mut paths);
    let mut for_tests = Vec::new();
    for path in &paths {
        let text = fs::read_to_string(path).unwrap();
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for pair in lines.windows(2) {
            if let ["#[cfg(test)]", declaration] = pair
                && let Some(name) =
                    declaration.strip_prefix("mod ").and_then(|x| x.strip_suffix(';'))
            {
                // Beside `mod.rs`, or in the folder with the name of any other file.
                let beside =
                    matches!(path.file_name(), Some(file) if file == "mod.rs" || file == "lib.rs");
                let folder = if beside { path.with_file_name("") } else { path.with_extension("") };
                for_tests.push(folder.join(format!("{name}.rs")));
                for_tests.push(folder.join(name));
            }
        }
    }
    let mut sources = Vec::new();
    // A module is a file or a folder.
    let is_for_tests = |path: &Path| for_tests.iter().any(|module| path.starts_with(module));
    for path in paths.iter().filter(|path| !is_for_tests(path)) {
        let text = fs::read_to_string(path).unwrap();
        // Unit tests stand at the foot of a file.
        let body = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let path = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
        sources.push(Source { path, code: bare(body) });
    }
    assert!(sources.len() > 40, "only {} files were found", sources.len());
    sources
}

/// The code without comments and without what is between quotation marks.
fn bare(text: &str) -> String {
    let mut code = String::new();
    for line in text.lines() {
        let (mut quoted, mut escaped, mut last) = (false, false, ' ');
        for c in line.chars() {
            if quoted {
                quoted = escaped || c != '"';
                escaped = c == '\\' && !escaped;
            } else if c == '"' && last != '\'' {
                quoted = true;
                code.push(c);
            } else if c == '/' && last == '/' {
                code.pop();
                break;
            } else {
                code.push(c);
            }
            last = c;
        }
        code.push('\n');
    }
    code
}

/// The words of a text, each with what stands right before it.
fn words(code: &str) -> impl Iterator<Item = (&str, &str)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    code.split(move |c| !is_word(c)).filter(|word| !word.is_empty()).map(move |word| {
        let start = word.as_ptr() as usize - code.as_ptr() as usize;
        (&code[..start], word)
    })
}

fn in_folder<'a>(sources: &'a [Source], folder: &str) -> Vec<&'a Source> {
    let found: Vec<_> = sources.iter().filter(|source| source.path.starts_with(folder)).collect();
    assert!(found.len() > 3, "{folder} has only {} files", found.len());
    found
}

/// A new shape costs its file and one `mod` line: no solver names a shape.
#[test]
fn solvers_name_no_shape() {
    let sources = library();
    let list = sources.iter().find(|source| source.path == "shape/mod.rs").unwrap();
    let vocabulary = [
        "AsConvex",
        "Convex",
        "Core",
        "Discs",
        "Enclosed",
        "Facet",
        "FacetSet",
        "Foot",
        "Formula",
        "Implicit",
        "Jet",
        "Norms",
        "Powers",
        "Ridge",
        "Several",
        "ShapeError",
        "SmoothSupport",
        "Surface",
        "SurfaceFlaw",
        "Swept",
        "Term",
        "VertexSet",
        "View",
    ];
    let mut shapes: Vec<&str> = Vec::new();
    for line in list.code.lines().filter(|line| line.starts_with("pub use ")) {
        let names = words(line).map(|(_, word)| word);
        shapes.extend(names.filter(|name| name.starts_with(char::is_uppercase)));
    }
    shapes.retain(|name| !vocabulary.contains(name));
    assert!(shapes.contains(&"Ellipsoid") && shapes.len() > 15, "{shapes:?}");
    for source in in_folder(&sources, "solver/") {
        for (before, word) in words(&source.code) {
            // The kinds of cores are the solvers' own vocabulary.
            let named = shapes.contains(&word) && !before.ends_with("Core::");
            assert!(!named, "{} names the shape {word}", source.path);
        }
    }
}

#[test]
fn shapes_name_no_solver() {
    let sources = library();
    let solvers = in_folder(&sources, "solver/");
    let modules: Vec<_> = solvers
        .iter()
        .filter_map(|source| source.path.strip_prefix("solver/")?.strip_suffix(".rs"))
        .map(|name| format!("solver::{name}"))
        .collect();
    for source in in_folder(&sources, "shape/") {
        for (_, word) in words(&source.code) {
            assert!(word != "solver", "{} names a solver (of {modules:?})", source.path);
        }
    }
}

/// Numbers such as 1e-9 are tolerances, and tolerances have one home.
#[test]
fn tolerances_live_in_accuracy() {
    for source in library().iter().filter(|source| !source.path.starts_with("accuracy/")) {
        for (before, word) in words(&source.code) {
            let digits = word.starts_with(|c: char| c.is_ascii_digit()) && !word.starts_with("0x");
            // 1e9 is one word; of 1e-9 the first is 1e.
            let exponent = digits && word.contains(['e', 'E']) && !word.ends_with("usize");
            // In `x.0.e`, digits follow a point that follows a name.
            assert!(!exponent, "{}: {word} after {:?}", source.path, tail(before));
        }
    }
}

fn tail(text: &str) -> String {
    text.chars().rev().take(60).collect::<Vec<_>>().into_iter().rev().collect()
}

#[test]
fn no_configuration_by_dimension() {
    for source in library() {
        for line in source.code.lines().filter(|line| line.contains("cfg")) {
            let by_dimension = ["dim", "2d", "3d"].iter().any(|word| line.contains(word));
            assert!(!by_dimension, "{}: {line}", source.path);
        }
        // The strings are gone from the code: the features are listed in the manifest.
    }
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let manifest = fs::read_to_string(manifest).unwrap();
    let features = manifest.split("[features]").nth(1).unwrap().split("\n[").next().unwrap();
    for line in features.lines().filter(|line| !line.starts_with('#')) {
        let name = line.split('=').next().unwrap();
        assert!(!name.contains("dim") && !name.contains("2d") && !name.contains("3d"), "{line}");
    }
}

#[test]
fn unsafe_code_has_one_file() {
    let mut found = 0;
    for source in library() {
        let has = words(&source.code).any(|(_, word)| word == "unsafe" || word == "unsafe_code");
        assert!(!has || source.path == "simd.rs", "{} has unsafe code", source.path);
        found += usize::from(has);
    }
    assert_eq!(found, 1, "the rule is tested on the one file that breaks it");
}

/// Nothing panics, prints or is left to be done.
#[test]
fn nothing_panics_or_prints() {
    const CALLS: [&str; 3] = ["unwrap", "expect", "unwrap_unchecked"];
    const MACROS: [&str; 9] = [
        "panic",
        "todo",
        "unimplemented",
        "unreachable",
        "println",
        "eprintln",
        "print",
        "dbg",
        "assert",
    ];
    // The operators of exact numbers have no other way to refuse a division by zero or two roots
    // that do not go together, just as those of integers.
    const OPERATORS: [&str; 2] = ["exact/rational.rs", "exact/quadratic_field.rs"];
    for source in library() {
        let is_operator = OPERATORS.contains(&source.path.as_str());
        for (before, word) in words(&source.code) {
            let after = &source.code[before.len() + word.len()..];
            let call = CALLS.contains(&word) && before.ends_with('.') && after.starts_with('(');
            let constant = before.ends_with("const _: () = ");
            let refusal = is_operator && word == "assert";
            let print = MACROS.contains(&word) && after.starts_with('!') && !constant && !refusal;
            let line = before.lines().count();
            assert!(!call && !print, "{}:{line} uses {word}", source.path);
        }
        assert!(!source.code.contains("TODO"), "{}", source.path);
    }
}

/// Small files: what does not fit on a few screens wants to be two files.
#[test]
fn files_are_small() {
    for source in library() {
        let lines = source.code.lines().count();
        assert!(lines <= 500, "{} has {lines} lines", source.path);
    }
}
