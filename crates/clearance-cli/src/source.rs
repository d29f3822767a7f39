//! A file that a command is given: where it came from, its text, and what it is written in.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result};
use clearance_io::{FormatError, Value};

/// The text of a file, or of stdin.
pub struct Source {
    /// What messages call it.
    pub shown: String,
    pub text: String,
    is_toml: bool,
}

impl Source {
    /// Reads a file (TOML if its name ends so, else JSON), or JSON from stdin where the name is `-`.
    pub fn read(name: &str) -> Result<Self> {
        if name == "-" {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).context("stdin")?;
            return Ok(Self { shown: "stdin".into(), text, is_toml: false });
        }
        let text = std::fs::read_to_string(name).with_context(|| name.to_owned())?;
        let end = Path::new(name).extension();
        let is_toml = end.is_some_and(|end| end.eq_ignore_ascii_case("toml"));
        Ok(Self { shown: name.to_owned(), text, is_toml })
    }

    /// What it says, whatever it is about.
    pub fn value(&self) -> Result<Value<'_>> {
        self.parse(Value::from_toml, Value::from_json)
    }

    /// What it says, by whichever of two functions fits; mistakes name the file.
    pub fn parse<'a, T>(
        &'a self,
        from_toml: impl FnOnce(&'a str) -> Result<T, FormatError>,
        from_json: impl FnOnce(&'a str) -> Result<T, FormatError>,
    ) -> Result<T> {
        let read = if self.is_toml { from_toml(&self.text) } else { from_json(&self.text) };
        Ok(read.map_err(|error| error.in_file(&self.shown))?)
    }

    /// True if it is a program (`clearance qp`) and not a pair of shapes.
    pub fn is_program(&self) -> bool {
        let is = |value: Value<'_>| value.get("linear").is_some() && value.get("a").is_none();
        self.value().is_ok_and(is)
    }
}
