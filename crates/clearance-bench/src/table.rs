//! The rows of the comparison, and how they are printed.

use std::fmt::Write;

/// One workload's figures. Times are in nanoseconds a query.
#[derive(Clone, Debug)]
pub struct Row {
    /// The workload.
    pub name: String,
    /// Our time.
    pub ours: f64,
    /// The peer's time.
    pub peer: f64,
    /// The peer's function.
    pub against: &'static str,
    /// How many times faster than the peer we want to be.
    pub target: Option<f64>,
    /// Our time through `&dyn Convex` as a fraction of the static one.
    pub dynamic: Option<f64>,
    /// On how many of the queries the two distances differ.
    pub disagreements: usize,
    /// On how many of these our checked bounds exclude the peer's distance.
    pub disproved: usize,
    /// How many of our answers `check` refuses.
    pub refused: usize,
    /// How many queries there are.
    pub queries: usize,
}

impl Row {
    /// How many times faster we are.
    pub fn ratio(&self) -> f64 {
        self.peer / self.ours
    }

    /// Whether the target is reached; none counts as reached.
    pub fn met(&self) -> bool {
        self.target.is_none_or(|target| self.ratio() >= target)
    }

    fn cells(&self) -> [String; 9] {
        let met = match self.target {
            None => "",
            Some(_) if self.met() => "yes",
            Some(_) => "NO",
        };
        [
            self.name.clone(),
            format!("{:.1}", self.ours),
            format!("{:.1}", self.peer),
            self.against.to_string(),
            format!("{:.2}×", self.ratio()),
            self.target.map(|target| format!("≥ {target}×")).unwrap_or_default(),
            met.to_string(),
            self.dynamic.map(|dynamic| format!("{dynamic:.2}×")).unwrap_or_default(),
            format!("{}/{}", self.disagreements + self.refused, self.queries),
        ]
    }

    /// The row as a JSON object.
    pub fn json(&self) -> String {
        let number = |x: Option<f64>| x.map_or("null".to_string(), |x| format!("{x:.4}"));
        format!(
            "{{\"workload\":\"{}\",\"clearance_ns\":{:.2},\"parry_ns\":{:.2},\"against\":\"{}\",\
             \"ratio\":{:.3},\"target\":{},\"met\":{},\"dyn_ratio\":{},\"disagreements\":{},\
             \"disproved\":{},\"refused\":{},\"queries\":{}}}",
            self.name,
            self.ours,
            self.peer,
            self.against,
            self.ratio(),
            number(self.target),
            self.met(),
            number(self.dynamic),
            self.disagreements,
            self.disproved,
            self.refused,
            self.queries
        )
    }
}

const HEADINGS: [&str; 9] =
    ["workload", "clearance ns", "parry ns", "against", "ratio", "target", "met", "&dyn", "differ"];

/// The rows as a Markdown table whose columns line up.
pub fn markdown(rows: &[Row]) -> String {
    let lines: Vec<[String; 9]> =
        std::iter::once(HEADINGS.map(str::to_string)).chain(rows.iter().map(Row::cells)).collect();
    let width = |column: usize| {
        lines.iter().map(|line| line[column].chars().count()).max().unwrap_or_default()
    };
    let widths: [usize; 9] = std::array::from_fn(width);
    let mut out = String::new();
    for (k, line) in lines.iter().enumerate() {
        for (column, cell) in line.iter().enumerate() {
            let pad = widths[column];
            // Words to the left, numbers to the right.
            let _ = match column {
                0 | 3 => write!(out, "| {cell:<pad$} "),
                _ => write!(out, "| {cell:>pad$} "),
            };
        }
        out.push_str("|\n");
        if k == 0 {
            for (column, width) in widths.iter().enumerate() {
                let _ = match column {
                    0 | 3 => write!(out, "|{}", "-".repeat(width + 2)),
                    _ => write!(out, "|{}:", "-".repeat(width + 1)),
                };
            }
            out.push_str("|\n");
        }
    }
    out
}
