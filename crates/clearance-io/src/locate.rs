//! The line of a field, found when an error needs it.
//!
//! Readers keep no places, which would cost every good file for the sake of the bad ones.

use std::collections::HashMap;

use serde_json::value::RawValue;
use toml::de::{DeTable, DeValue};

use crate::error::{FormatError, Problem, Segment};
use crate::value::without_mark;

/// The error, with the line of its field (or of the innermost one that there is) in JSON text.
pub(crate) fn in_json(error: FormatError, text: &str) -> FormatError {
    if error.place.line.is_some() {
        return error;
    }
    let text = without_mark(text);
    let mut inner = text;
    for segment in &error.path {
        // Parts of the text are borrowed, so that their address tells their place.
        let found = match segment {
            Segment::Field(name) => serde_json::from_str::<HashMap<String, &RawValue>>(inner)
                .ok()
                .and_then(|fields| fields.get(&**name).map(|raw| raw.get())),
            Segment::Index(index) => serde_json::from_str::<Vec<&RawValue>>(inner)
                .ok()
                .and_then(|list| list.get(*index).map(|raw| raw.get())),
        };
        match found {
            Some(found) => inner = found,
            None => break,
        }
    }
    let offset = (inner.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    error.on_line(line(text, offset))
}

/// The same in TOML text.
pub(crate) fn in_toml(error: FormatError, text: &str) -> FormatError {
    let Ok(table) = DeTable::parse(text) else { return error };
    let mut offset = None;
    let mut value = DeValue::Table(table.into_inner());
    for segment in &error.path {
        let found = match (segment, &mut value) {
            (Segment::Field(name), DeValue::Table(table)) => table.remove(&**name),
            (Segment::Index(index), DeValue::Array(list)) => list.get(*index).cloned(),
            _ => None,
        };
        match found {
            Some(found) => {
                offset = Some(found.span().start);
                value = found.into_inner();
            }
            None => break,
        }
    }
    match offset {
        Some(offset) => error.on_line(line(text, offset)),
        None => error,
    }
}

/// What the JSON reader says, in our form.
pub(crate) fn json_syntax(error: &serde_json::Error) -> FormatError {
    let text = error.to_string();
    // The place is told by ours.
    let place = format!(" at line {} column {}", error.line(), error.column());
    let text = match text.strip_suffix(&place) {
        Some(text) => format!("{text}, at column {}", error.column()),
        None => text,
    };
    let error_line = error.line().max(1);
    FormatError::new(Problem::Syntax(format!("not valid JSON: {text}"))).on_line(error_line)
}

/// What the TOML reader says, in our form.
pub(crate) fn toml_syntax(error: &toml::de::Error, text: &str) -> FormatError {
    let problem = Problem::Syntax(format!("not valid TOML: {}", error.message()));
    let error_line = error.span().map_or(1, |span| line(text, span.start));
    FormatError::new(problem).on_line(error_line)
}

fn line(text: &str, offset: usize) -> usize {
    let before = &text.as_bytes()[..offset.min(text.len())];
    1 + before.iter().filter(|&&byte| byte == b'\n').count()
}
