//! Trajectories: configurations over time, from CSV.

use crate::error::{FormatError, Problem};
use crate::fields::{Result, listed};
use crate::robot::Robot;
use crate::value::without_mark;

/// Configurations at times; between them, joints move evenly.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Trajectory {
    /// The times, which increase.
    pub times: Vec<f64>,
    /// A value for each of the robot's variables, at each time.
    pub configurations: Vec<Vec<f64>>,
}

impl Trajectory {
    /// A trajectory from its times and configurations.
    pub fn new(times: Vec<f64>, configurations: Vec<Vec<f64>>) -> Result<Self> {
        let refuse = |problem: &str| Err(FormatError::new(Problem::Other(problem.into())));
        if times.is_empty() || times.len() != configurations.len() {
            return refuse("a trajectory has a configuration for each time, and at least one");
        }
        if !times.windows(2).all(|two| two[0] < two[1]) || !times.iter().all(|t| t.is_finite()) {
            return refuse("the times of a trajectory are finite and increase");
        }
        Ok(Self { times, configurations })
    }

    /// Reads CSV text: a line of names, `time` and joints in any order, and a line of numbers for
    /// each time. Joints that are not named keep the values of `start`.
    pub fn from_csv(text: &str, robot: &Robot, start: &[f64]) -> Result<Self> {
        let lines = without_mark(text).lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
        let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let Some((first, header)) = lines.next() else {
            return Err(FormatError::expected("a line of names", "nothing"));
        };
        let columns = read_header(header, robot).map_err(|error| error.on_line(first))?;
        let (mut times, mut configurations) = (Vec::new(), Vec::<Vec<f64>>::new());
        for (line, row) in lines {
            let mut configuration = start.to_vec();
            let time = read_row(row, &columns, &mut configuration).map_err(|e| e.on_line(line))?;
            if times.last().is_some_and(|last| !(time > *last)) {
                let error =
                    FormatError::expected("a time later than the one before", time.to_string());
                return Err(error.on_line(line));
            }
            times.push(time);
            configurations.push(configuration);
        }
        if times.is_empty() {
            return Err(FormatError::expected("at least one line of numbers", "none"));
        }
        Self::new(times, configurations)
    }
}

/// What a column is.
enum Column {
    Time,
    Variable(usize),
}

fn read_header(header: &str, robot: &Robot) -> Result<Vec<Column>> {
    let (mut columns, mut seen) = (Vec::new(), Vec::new());
    for name in header.split(',').map(|name| name.trim().trim_matches('"')) {
        if seen.contains(&name) {
            return Err(FormatError::expected("each name once", format!("{name:?} twice")));
        }
        seen.push(name);
        columns.push(if name == "time" {
            Column::Time
        } else if let Some(at) = robot.variables().position(|variable| variable == name) {
            Column::Variable(at)
        } else {
            let names: Vec<&str> = ["time"].into_iter().chain(robot.variables()).collect();
            return Err(FormatError::expected(listed(&names), format!("{name:?}")));
        });
    }
    if !columns.iter().any(|column| matches!(column, Column::Time)) {
        return Err(FormatError::expected("a column \"time\"", "none"));
    }
    Ok(columns)
}

fn read_row(row: &str, columns: &[Column], configuration: &mut [f64]) -> Result<f64> {
    let cells: Vec<&str> = row.split(',').map(str::trim).collect();
    if cells.len() != columns.len() {
        let expected = format!("{} numbers", columns.len());
        return Err(FormatError::expected(expected, cells.len().to_string()));
    }
    let mut time = 0.0;
    for (cell, column) in cells.iter().zip(columns) {
        let value = cell.parse::<f64>().ok().filter(|value| value.is_finite());
        let value =
            value.ok_or_else(|| FormatError::expected("a finite number", format!("{cell:?}")))?;
        match column {
            Column::Time => time = value,
            Column::Variable(at) => configuration[*at] = value,
        }
    }
    Ok(time)
}
