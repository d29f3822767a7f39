//! Whether a query is about the plane or about space, where it does not say.

use crate::value::Value;

/// The dimension seen from the vectors' lengths: 3 if anything has three coordinates or exists
/// in space only, else 2 if anything has two, else 3.
///
/// (A rectangle's half-extents and a polygon's vertices may be pairs in space too, so that a
/// pair of numbers proves nothing where something else has three.)
pub(crate) fn seen<'v, 'a: 'v>(parts: impl IntoIterator<Item = &'v Value<'a>>) -> usize {
    let mut evidence = Evidence { two: false, three: false };
    for part in parts {
        evidence.look(part);
    }
    if evidence.two && !evidence.three { 2 } else { 3 }
}

struct Evidence {
    two: bool,
    three: bool,
}

impl Evidence {
    fn look(&mut self, value: &Value<'_>) {
        match value {
            Value::List(list) if list.iter().all(is_number) => match list.len() {
                2 => self.two = true,
                3 => self.three = true,
                _ => {}
            },
            Value::List(list) => list.iter().for_each(|element| self.look(element)),
            Value::Table(fields) => {
                for (name, value) in fields {
                    match (&**name, value) {
                        // Triples of indices and lists of numbers, whatever the dimension.
                        ("faces" | "offsets", _) => {}
                        ("dim", Value::Integer(dim)) => {
                            self.two |= *dim == 2;
                            self.three |= *dim == 3;
                        }
                        ("angle", _) => self.two |= !value.is_null(),
                        ("quaternion" | "rpy", _) => self.three |= !value.is_null(),
                        ("type", Value::Text(name)) => {
                            self.three |= matches!(&**name, "cylinder" | "cone" | "tetrahedron");
                        }
                        _ => self.look(value),
                    }
                }
            }
            _ => {}
        }
    }
}

fn is_number(value: &Value<'_>) -> bool {
    matches!(value, Value::Integer(_) | Value::Real(_) | Value::Text(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_only_where_nothing_has_three() {
        for (text, dimension) in [
            (r#"{"type": "ball", "radius": 1}"#, 3),
            (r#"{"type": "point", "point": [1, 2]}"#, 2),
            (r#"{"type": "point", "point": ["1/3", 2, 3]}"#, 3),
            (r#"{"type": "rectangle", "half_extents": [1, 2]}"#, 2),
            (r#"[{"type": "rectangle", "half_extents": [1, 2]}, {"translation": [1, 2, 3]}]"#, 3),
            (r#"{"angle": 1}"#, 2),
            (r#"{"rpy": [0, 0, 0]}"#, 3),
            (r#"{"type": "cone", "height": 1, "radius": 1}"#, 3),
            (
                r#"{"type": "polytope", "vertices": [[0, 0], [1, 0], [0, 1]], "faces": [[0, 1, 2]]}"#,
                2,
            ),
            (r#"{"type": "hull", "parts": [{"type": "segment", "a": [0, 1], "b": [1, 0]}]}"#, 2),
            (r#"{"matrix": [[1, 0], [0, 1]]}"#, 2),
            (r#"{"type": "ball", "radius": 1, "dim": 2}"#, 2),
            (r#"{"type": "ball", "radius": 1, "dim": 3}"#, 3),
        ] {
            let value: Value<'_> = serde_json::from_str(text).unwrap();
            assert_eq!(seen([&value]), dimension, "{text}");
        }
    }
}
