//! What JSON and TOML have in common.

use std::borrow::Cow;
use std::fmt;

use crate::error::FormatError;
use crate::locate;
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, Serializer};

/// A JSON or TOML value. Tables keep their order and have no field twice.
#[derive(Clone, PartialEq, Debug)]
pub enum Value<'a> {
    /// Nothing; the same as an absent field.
    Null,
    /// True or false.
    Bool(bool),
    /// A number without point or exponent.
    Integer(i128),
    /// Any other number.
    Real(f64),
    /// A string.
    Text(Cow<'a, str>),
    /// Values in a row.
    List(Vec<Value<'a>>),
    /// Values by name.
    Table(Vec<(Cow<'a, str>, Value<'a>)>),
}

impl<'a> Value<'a> {
    /// Reads JSON text.
    pub fn from_json(text: &'a str) -> Result<Self, FormatError> {
        serde_json::from_str(without_mark(text)).map_err(|error| locate::json_syntax(&error))
    }

    /// Reads TOML text.
    pub fn from_toml(text: &'a str) -> Result<Self, FormatError> {
        toml::from_str(text).map_err(|error| locate::toml_syntax(&error, text))
    }

    /// Writes JSON on one line.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The field of a table; `None` if it is not there, or null, or if this is no table.
    pub fn get(&self, name: &str) -> Option<&Value<'a>> {
        let Self::Table(fields) = self else { return None };
        fields.iter().find(|(key, _)| key == name).map(|(_, value)| value).filter(|v| !v.is_null())
    }

    /// Sets the field of a table; anything else becomes a table with this field alone.
    pub fn set(&mut self, name: &'static str, value: Value<'a>) {
        if !matches!(self, Self::Table(_)) {
            *self = Self::Table(Vec::new());
        }
        if let Self::Table(fields) = self {
            match fields.iter_mut().find(|(key, _)| key == name) {
                Some((_, old)) => *old = value,
                None => fields.push((name.into(), value)),
            }
        }
    }

    pub(crate) fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// For the end of "expected …, found …".
    pub(crate) fn describe(&self) -> String {
        match self {
            Self::Null => "null".into(),
            Self::Bool(b) => b.to_string(),
            Self::Integer(i) => i.to_string(),
            // The debug form keeps the exponent of large and small numbers.
            Self::Real(x) => format!("{x:?}"),
            Self::Text(text) => {
                const LONGEST: usize = 60;
                match text.char_indices().nth(LONGEST) {
                    None => format!("{text:?}"),
                    Some((end, _)) => format!("{:?}…", &text[..end]),
                }
            }
            Self::List(list) => match list.len() {
                0 => "an empty list".into(),
                n => format!("a list of {n}"),
            },
            Self::Table(_) => "an object".into(),
        }
    }
}

impl<'de> Deserialize<'de> for Value<'de> {
    fn deserialize<T: Deserializer<'de>>(deserializer: T) -> Result<Self, T::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(b) => serializer.serialize_bool(*b),
            Self::Integer(i) => match i64::try_from(*i) {
                Ok(i) => serializer.serialize_i64(i),
                Err(_) => serializer.serialize_i128(*i),
            },
            Self::Real(x) => serializer.serialize_f64(*x),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(list) => serializer.collect_seq(list),
            Self::Table(fields) => {
                serializer.collect_map(fields.iter().map(|(name, value)| (name, value)))
            }
        }
    }
}

/// The text without the mark that some editors put before the first letter (TOML and XML have their own
/// word on it).
pub(crate) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }
    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Value::Null)
    }
    fn visit_bool<E>(self, b: bool) -> Result<Self::Value, E> {
        Ok(Value::Bool(b))
    }
    fn visit_i64<E>(self, i: i64) -> Result<Self::Value, E> {
        Ok(Value::Integer(i.into()))
    }
    fn visit_u64<E>(self, i: u64) -> Result<Self::Value, E> {
        Ok(Value::Integer(i.into()))
    }
    fn visit_f64<E>(self, x: f64) -> Result<Self::Value, E> {
        Ok(Value::Real(x))
    }
    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Value::Text(text.to_owned().into()))
    }
    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Value::Text(text.into()))
    }
    fn visit_string<E>(self, text: String) -> Result<Self::Value, E> {
        Ok(Value::Text(text.into()))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = seq.next_element()? {
            list.push(value);
        }
        Ok(Value::List(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields: Vec<(Cow<'de, str>, Value<'de>)> = Vec::new();
        while let Some(Key(key)) = map.next_key()? {
            // Quadratic; but every table of the format has a handful of fields, and more than
            // that ends here.
            if fields.iter().any(|(other, _)| *other == key) {
                return Err(de::Error::custom(format_args!("the field \"{key}\" stands twice")));
            }
            if fields.len() == MOST_FIELDS {
                return Err(de::Error::custom("an object with too many fields"));
            }
            fields.push((key, map.next_value()?));
        }
        Ok(Value::Table(fields))
    }
}

/// No table of the format has nearly as many: the joints of a robot come closest.
const MOST_FIELDS: usize = 256;

/// A key, borrowed where it can be.
struct Key<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<T: Deserializer<'de>>(deserializer: T) -> Result<Self, T::Error> {
        match deserializer.deserialize_str(ValueVisitor)? {
            Value::Text(text) => Ok(Self(text)),
            other => Err(de::Error::custom(format_args!("the key {}", other.describe()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_and_toml_read_alike() {
        let json: Value =
            serde_json::from_str(r#"{"a": [1, 2.5, "x"], "b": {"c": true}}"#).unwrap();
        let toml: Value = toml::from_str("a = [1, 2.5, \"x\"]\nb.c = true").unwrap();
        assert_eq!(json, toml);
    }

    #[test]
    fn a_field_that_stands_twice_is_refused() {
        let error = serde_json::from_str::<Value>(r#"{"r": 1, "r": 2}"#).unwrap_err();
        assert!(error.to_string().contains("\"r\" stands twice"), "{error}");
    }

    #[test]
    fn numbers_are_read_as_the_nearest_float() {
        // A halfway case that a reader without care gets wrong.
        let json: Value = serde_json::from_str("[1.00000000000000011102230246251565405]").unwrap();
        assert_eq!(json, Value::List(vec![Value::Real(1.0000000000000002)]));
    }
}
