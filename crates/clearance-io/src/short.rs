//! Short forms of simple shapes and poses, for the command line: `ball:1`, `box:1,2,3`.

use std::borrow::Cow;

use crate::error::FormatError;
use crate::fields::Result;
use crate::value::Value;

/// The fields that the numbers of a short form are for, in order.
type Form = &'static [(&'static str, Part)];

/// What can be written short, and how the numbers are read, by their count.
const FORMS: [(&str, &[Form]); 15] = {
    use Part::{Number, Three, Two, Vectors2, Vectors3};
    [
        ("point", &[&[("point", Two)], &[("point", Three)]]),
        ("segment", &[&[("a", Two), ("b", Two)], &[("a", Three), ("b", Three)]]),
        (
            "line",
            &[&[("point", Two), ("direction", Two)], &[("point", Three), ("direction", Three)]],
        ),
        (
            "ray",
            &[&[("point", Two), ("direction", Two)], &[("point", Three), ("direction", Three)]],
        ),
        (
            "plane",
            &[&[("normal", Two), ("offset", Number)], &[("normal", Three), ("offset", Number)]],
        ),
        (
            "halfspace",
            &[&[("normal", Two), ("offset", Number)], &[("normal", Three), ("offset", Number)]],
        ),
        ("triangle", &[&[("vertices", Vectors2(3))], &[("vertices", Vectors3(3))]]),
        ("tetrahedron", &[&[("vertices", Vectors3(4))]]),
        ("rectangle", &[&[("half_extents", Two)]]),
        ("box", &[&[("half_extents", Two)], &[("half_extents", Three)]]),
        ("ball", &[&[("radius", Number)]]),
        (
            "capsule",
            &[
                &[("half_length", Number), ("radius", Number)],
                &[("a", Two), ("b", Two), ("radius", Number)],
                &[("a", Three), ("b", Three), ("radius", Number)],
            ],
        ),
        (
            "cylinder",
            &[
                &[("half_length", Number), ("radius", Number)],
                &[("a", Three), ("b", Three), ("radius", Number)],
            ],
        ),
        (
            "cone",
            &[
                &[("height", Number), ("radius", Number)],
                &[("base", Three), ("apex", Three), ("radius", Number)],
            ],
        ),
        ("ellipsoid", &[&[("semiaxes", Two)], &[("semiaxes", Three)]]),
    ]
};

#[derive(Clone, Copy)]
enum Part {
    Number,
    Two,
    Three,
    Vectors2(usize),
    Vectors3(usize),
}

impl Part {
    fn count(self) -> usize {
        match self {
            Self::Number => 1,
            Self::Two => 2,
            Self::Three => 3,
            Self::Vectors2(n) => 2 * n,
            Self::Vectors3(n) => 3 * n,
        }
    }

    fn value(self, numbers: &[&str]) -> Value<'static> {
        match self {
            Self::Number => number(numbers[0]),
            Self::Two | Self::Three => vector(numbers),
            Self::Vectors2(_) => Value::List(numbers.chunks(2).map(vector).collect()),
            Self::Vectors3(_) => Value::List(numbers.chunks(3).map(vector).collect()),
        }
    }
}

/// A shape from `type:number,number,…`. How many numbers there are tells the form:
///
/// | short | meaning |
/// | --- | --- |
/// | `point:x,y,z` | `point` |
/// | `ball:r` | `radius` |
/// | `box:hx,hy,hz`, `rectangle:hx,hy` | `half_extents` |
/// | `ellipsoid:a,b,c` | `semiaxes` |
/// | `segment:` a b | two points, one after the other |
/// | `line:`, `ray:` point direction | |
/// | `plane:`, `halfspace:` normal offset | |
/// | `capsule:h,r`, `capsule:` a b r | `half_length`, `radius`; or `a`, `b`, `radius` |
/// | `cylinder:h,r`, `cylinder:` a b r | the same |
/// | `cone:h,r`, `cone:` base apex r | `height`, `radius`; or `base`, `apex`, `radius` |
/// | `triangle:`, `tetrahedron:` | the vertices, one after the other |
/// | `polygon:x,y,x,y,…` | the vertices, in the plane |
pub fn short_shape(text: &str) -> Result<Value<'static>> {
    let Some((kind, numbers)) = text.split_once(':') else {
        let expected =
            "a shape, such as ball:1 or box:1,2,3 or {\"type\": \"ball\", \"radius\": 1}";
        return Err(FormatError::expected(expected, format!("{text:?}")));
    };
    let kind = kind.trim();
    let numbers = split(numbers);
    let mut shape = Value::Table(vec![(Cow::Borrowed("type"), text_value(kind))]);
    if kind == "polygon" && numbers.len().is_multiple_of(2) {
        shape.set("vertices", Value::List(numbers.chunks(2).map(vector).collect()));
        return Ok(shape);
    }
    let Some((_, forms)) = FORMS.iter().find(|(name, _)| *name == kind) else {
        let names: Vec<&str> = FORMS.iter().map(|(name, _)| *name).chain(["polygon"]).collect();
        let expected = format!("{} before the colon", crate::fields::listed(&names));
        return Err(FormatError::expected(expected, format!("{kind:?}")));
    };
    let count = |form: &[(&str, Part)]| form.iter().map(|(_, part)| part.count()).sum::<usize>();
    let Some(form) = forms.iter().find(|form| count(form) == numbers.len()) else {
        let counts: Vec<String> = forms.iter().map(|form| count(form).to_string()).collect();
        let counts: Vec<&str> = counts.iter().map(String::as_str).collect();
        let expected = format!("{} numbers after {kind}:", crate::fields::listed(&counts));
        return Err(FormatError::expected(expected, numbers.len().to_string()));
    };
    let mut rest = &numbers[..];
    for (name, part) in form.iter() {
        let (mine, others) = rest.split_at(part.count());
        shape.set(name, part.value(mine));
        rest = others;
    }
    Ok(shape)
}

/// A pose from numbers alone: `x,y` or `x,y,z` is a translation, and `x,y,z,roll,pitch,yaw` adds a
/// rotation. (Rotations of the plane have no short form: `x,y,angle` would look
/// like a translation in space.)
pub fn short_pose(text: &str) -> Result<Value<'static>> {
    let numbers = split(text);
    let mut pose = Value::Table(Vec::new());
    match numbers.len() {
        2 | 3 => pose.set("translation", vector(&numbers)),
        6 => {
            pose.set("translation", vector(&numbers[..3]));
            pose.set("rpy", vector(&numbers[3..]));
        }
        n => {
            let expected = "x,y or x,y,z or x,y,z,roll,pitch,yaw";
            return Err(FormatError::expected(expected, format!("{n} numbers")));
        }
    }
    Ok(pose)
}

fn split(numbers: &str) -> Vec<&str> {
    if numbers.trim().is_empty() {
        return Vec::new();
    }
    numbers.split(',').map(str::trim).collect()
}

/// As a string, which is read exactly and complained about in the same words.
fn number(text: &str) -> Value<'static> {
    text_value(text)
}

fn vector(numbers: &[&str]) -> Value<'static> {
    Value::List(numbers.iter().map(|text| number(text)).collect())
}

fn text_value(text: &str) -> Value<'static> {
    Value::Text(Cow::Owned(text.to_owned()))
}
