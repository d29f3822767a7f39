//! Rows of structured arrays: numbers in words of eight bytes, and the dtype that names them.

use clearance::{Answer, Depth, Effort, Method, Signed, Vector};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer::STOPS;

/// The fields of a row, and their places in it, in bytes.
#[derive(Default)]
pub struct Layout {
    names: Vec<&'static str>,
    formats: Vec<String>,
    offsets: Vec<usize>,
    words: usize,
    /// The words of small fields.
    small: Vec<usize>,
}

/// The byte of the last word of every row that holds the status.
pub const STATUS_AT: usize = 7;

impl Layout {
    /// One number.
    pub fn number(self, name: &'static str) -> Self {
        self.words(name, "f8".into(), 1)
    }

    /// So many numbers.
    pub fn vector(self, name: &'static str, len: usize) -> Self {
        self.words(name, format!("({len},)f8"), len)
    }

    /// So many rows of so many numbers.
    pub fn matrix(self, name: &'static str, rows: usize, len: usize) -> Self {
        self.words(name, format!("({rows},{len})f8"), rows * len)
    }

    /// One word of small fields: each with its format and its place in the word.
    pub fn small(mut self, fields: &[(&'static str, &'static str, usize)]) -> Self {
        for (name, format, place) in fields {
            self.names.push(name);
            self.formats.push((*format).into());
            self.offsets.push(8 * self.words + place);
        }
        self.small.push(self.words);
        self.words += 1;
        self
    }

    fn words(mut self, name: &'static str, format: String, words: usize) -> Self {
        self.names.push(name);
        self.formats.push(format);
        self.offsets.push(8 * self.words);
        self.words += words;
        self
    }

    /// The last word: up to seven bytes of small fields, and the status.
    pub fn ending(self, fields: &[(&'static str, &'static str, usize)]) -> Self {
        let mut all = fields.to_vec();
        all.push(("status", "u1", STATUS_AT));
        self.small(&all)
    }

    /// A row of numbers that are not there, and why.
    #[cold]
    pub fn mark(&self, row: &mut [u64], status: u8) {
        row.fill(f64::NAN.to_bits());
        for word in &self.small {
            row[*word] = 0;
        }
        if let Some(last) = row.last_mut() {
            let mut bytes = [0; 8];
            bytes[STATUS_AT] = status;
            *last = u64::from_ne_bytes(bytes);
        }
    }

    /// The length of a row, in words.
    pub fn len(&self) -> usize {
        self.words
    }

    /// The words of all rows, as a structured array of this shape.
    pub fn view<'py>(
        &self,
        words: &Bound<'py, PyArray1<u64>>,
        shape: &[usize],
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = words.py();
        let fields = PyDict::new(py);
        fields.set_item("names", &self.names)?;
        fields.set_item("formats", &self.formats)?;
        fields.set_item("offsets", &self.offsets)?;
        fields.set_item("itemsize", 8 * self.words)?;
        let dtype = py.import("numpy")?.call_method1("dtype", (fields,))?;
        let rows = words.call_method1("view", (dtype,))?;
        if shape.len() == 1 {
            return Ok(rows);
        }
        rows.call_method1("reshape", (shape.to_vec(),))
    }
}

/// Writes a row from its start to its end.
pub struct Writer<'a> {
    row: &'a mut [u64],
    at: usize,
}

impl<'a> Writer<'a> {
    /// At the start of the row.
    #[inline(always)]
    pub fn new(row: &'a mut [u64]) -> Self {
        Self { row, at: 0 }
    }

    /// One number.
    #[inline(always)]
    pub fn number(&mut self, x: f64) {
        self.word(x.to_bits());
    }

    /// A vector.
    #[inline(always)]
    pub fn vector<const D: usize>(&mut self, v: Vector<D>) {
        for i in 0..D {
            self.number(v[i]);
        }
    }

    /// A word of small fields.
    #[inline(always)]
    pub fn small(&mut self, bytes: [u8; 8]) {
        self.word(u64::from_ne_bytes(bytes));
    }

    /// The last word: up to seven bytes, and the status of an answer, which is zero.
    #[inline(always)]
    pub fn ending(&mut self, bytes: &[u8]) {
        let mut word = [0; 8];
        for (place, byte) in word.iter_mut().zip(bytes).take(STATUS_AT) {
            *place = *byte;
        }
        self.small(word);
    }

    #[inline(always)]
    fn word(&mut self, word: u64) {
        self.row[self.at] = word;
        self.at += 1;
    }
}

/// The fields that say how an answer was found.
pub const EFFORT: [(&str, &str, usize); 5] = [
    ("intersects", "?", 0),
    ("unique", "i1", 1),
    ("method", "u1", 2),
    ("stop", "u1", 3),
    ("iterations", "u4", 4),
];

/// Those fields; `unique` is -1 where it is not known.
#[inline(always)]
pub fn effort(intersects: bool, unique: Option<bool>, effort: &Effort) -> [u8; 8] {
    let unique = unique.map_or(-1, i8::from);
    let [a, b, c, d] = effort.iterations.to_ne_bytes();
    let method = method_code(effort.method);
    let stop = STOPS.iter().position(|(_, stop)| *stop == effort.stop).unwrap_or(STOPS.len());
    [u8::from(intersects), unique as u8, method, stop as u8, a, b, c, d]
}

/// The place of a method among all of them.
#[inline(always)]
fn method_code(method: Method) -> u8 {
    Method::ALL.iter().position(|one| *one == method).unwrap_or(Method::ALL.len()) as u8
}

/// The fields of a distance.
pub fn distance_layout<const D: usize>(first: &'static str) -> Layout {
    Layout::default()
        .number(first)
        .number("lower")
        .number("upper")
        .vector("point_a", D)
        .vector("point_b", D)
        .vector("normal", D)
        .small(&EFFORT)
}

/// Those of an answer.
#[inline(always)]
pub fn write_answer<const D: usize>(row: &mut Writer<'_>, answer: &Answer<D>) {
    write_nearest(row, answer, answer.lower());
}

/// Those of an answer about the closest of many, none of which is closer than `lower`.
#[inline(always)]
pub fn write_nearest<const D: usize>(row: &mut Writer<'_>, answer: &Answer<D>, lower: f64) {
    let [a, b] = answer.points();
    row.number(answer.distance());
    row.number(lower);
    row.number(answer.upper());
    row.vector(a);
    row.vector(b);
    row.vector(answer.normal().unwrap_or(Vector::from_fn(|_| f64::NAN)));
    let unique = answer.apart().and_then(|apart| apart.unique);
    row.small(effort(answer.intersects(), unique, answer.effort()));
}

/// Those of a pair that is not there.
pub fn write_nothing<const D: usize>(row: &mut Writer<'_>) {
    for _ in 0..3 {
        row.number(f64::INFINITY);
    }
    for _ in 0..3 {
        row.vector(Vector::<D>::from_fn(|_| f64::NAN));
    }
    row.small([0; 8]);
}

/// Those of a signed distance.
#[inline(always)]
pub fn write_signed<const D: usize>(row: &mut Writer<'_>, signed: &Signed<D>) {
    let [a, b] = signed.points();
    row.number(signed.distance());
    row.number(signed.lower());
    row.number(signed.upper());
    row.vector(a);
    row.vector(b);
    row.vector(signed.normal());
    row.small(effort(signed.intersects(), signed.unique(), signed.effort()));
}

/// Those of a depth.
#[inline(always)]
pub fn write_depth<const D: usize>(row: &mut Writer<'_>, depth: &Depth<D>) {
    row.number(depth.depth);
    row.number(depth.lower);
    row.number(depth.upper);
    row.vector(depth.point_a);
    row.vector(depth.point_b);
    row.vector(depth.normal);
    row.small(effort(true, depth.unique, &depth.effort));
}

/// Room for so many rows.
pub fn room<'py>(py: Python<'py>, rows: usize, words: usize) -> Bound<'py, PyArray1<u64>> {
    PyArray1::zeros(py, [rows * words], false)
}
