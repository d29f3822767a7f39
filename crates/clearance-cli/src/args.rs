//! The pair of shapes that a command is about: two shapes on the command line, or a file.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::Args;
use clearance_io::{FormatError, Query, Value, short_pose, short_shape};

/// What shapes and poses look like on the command line.
pub const HELP: &str = "\
A shape is a JSON object, {\"type\": \"ball\", \"radius\": 1}, or a short form, type:numbers:
  point:x,y,z   segment:A,B       ball:r        box:hx,hy,hz         triangle:A,B,C
  line:P,D      ray:P,D           ellipsoid:a,b,c    rectangle:hx,hy  polygon:x,y,x,y,…
  plane:N,c     halfspace:N,c     capsule:h,r   cylinder:h,r  cone:h,r   tetrahedron:A,B,C,D
  where A, B, C, D, P, N are points or vectors written out (segment:0,0,0,1,0,0); vectors of two
  numbers make a pair of the plane. h is half the length of a capsule or cylinder, and the whole
  height of a cone; each may also be given by its end points and a radius: capsule:A,B,r.
A pose is x,y or x,y,z or x,y,z,roll,pitch,yaw (radians), or a JSON object,
  {\"translation\": [1, 2, 3], \"quaternion\": [0, 0, 0, 1]}.
A file (pair.json or pair.toml) holds both shapes and poses: {\"a\": …, \"pose_a\": …, \"b\": …, \"pose_b\": …}.

Examples:
  clearance distance ball:1 box:1,1,1 --pose-b 5,0,0
  clearance distance triangle:0,0,4,0,0,3 box:1,1 --pose-b 5,5 --svg pair.svg
  clearance explain polygon:0,0,2,0,2,1 ball:0.5 --pose-b 3,3 --svg-frames frames
  clearance distance pair.toml --json";

/// Which pair, and what about it.
#[derive(Args)]
pub struct PairArgs {
    /// Shape A; or, without B, a file with both shapes (.json or .toml, or - for JSON on stdin)
    #[arg(value_name = "A|FILE", allow_hyphen_values = true)]
    first: String,
    /// Shape B
    #[arg(value_name = "B")]
    second: Option<String>,
    /// Where A is
    #[arg(long, value_name = "POSE", allow_hyphen_values = true)]
    pose_a: Option<String>,
    /// Where B is
    #[arg(long, value_name = "POSE", allow_hyphen_values = true)]
    pose_b: Option<String>,
    /// 2 or 3, where the shapes do not tell
    #[arg(long)]
    dim: Option<u8>,
    /// The method, where the library should not choose: formula, gjk, conjugate, lemke, active-set,
    /// newton, interior, barrier, refinement, point-iteration, refinement-4, refinement-7, model or
    /// hybrid
    #[arg(long)]
    method: Option<String>,
    /// Also say whether the shapes come this close
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true)]
    margin: Option<String>,
    /// What is asked: distance, intersects, within (a margin), penetration or signed_distance
    #[arg(long)]
    query: Option<String>,
}

impl PairArgs {
    /// Reads the pair.
    pub fn read(&self) -> Result<Query> {
        Ok(self.read_with_source()?.0)
    }

    /// Reads the pair; also gives the query as JSON, so that it can be told to others.
    pub fn read_with_source(&self) -> Result<(Query, String)> {
        match &self.second {
            Some(second) => self.read_inline(second),
            None => self.read_file(),
        }
    }

    /// Reads a pair that moves: with options that stand for fields of the query, or from a file.
    pub fn read_moving(
        &self,
        question: &str,
        options: &[(&'static str, &Option<String>)],
    ) -> Result<Query> {
        let Some(second) = &self.second else {
            if let Some((name, _)) = options.iter().find(|(_, option)| option.is_some()) {
                bail!("--{} goes with shapes on the command line", name.replace('_', "-"));
            }
            return Ok(self.read_file()?.0);
        };
        let mut query = self.inline(second)?;
        query.set("query", Value::Text(question.to_owned().into()));
        for (name, option) in options {
            let Some(text) = option else { continue };
            let numbers: Vec<Value<'_>> =
                text.split(',').map(|part| Value::Text(part.trim().to_owned().into())).collect();
            let one = matches!(*name, "t_max") || numbers.len() == 1;
            let value = if one { Value::Text(text.clone().into()) } else { Value::List(numbers) };
            query.set(name, value);
        }
        Ok(Query::from_value(&query)?)
    }

    fn read_inline(&self, second: &str) -> Result<(Query, String)> {
        let mut query = self.inline(second)?;
        self.add_question(&mut query);
        Ok((Query::from_value(&query)?, query.to_json()))
    }

    /// The shapes and poses on the command line.
    fn inline<'a>(&'a self, second: &'a str) -> Result<Value<'a>> {
        let mut query = Value::Null;
        query.set("a", shape(&self.first).context("shape A")?);
        query.set("b", shape(second).context("shape B")?);
        for (name, pose) in [("pose_a", &self.pose_a), ("pose_b", &self.pose_b)] {
            if let Some(text) = pose {
                query.set(
                    name,
                    read_pose(text).with_context(|| format!("--{}", name.replace('_', "-")))?,
                );
            }
        }
        if let Some(dim) = self.dim {
            query.set("dim", Value::Integer(dim.into()));
        }
        Ok(query)
    }

    fn read_file(&self) -> Result<(Query, String)> {
        let name = &self.first;
        let looks_like_shape = name.trim_start().starts_with('{') || name.contains(':');
        if looks_like_shape && !Path::new(name).exists() {
            bail!("expected two shapes, or one file with both; found the shape {name} alone");
        }
        if self.pose_a.is_some() || self.pose_b.is_some() || self.dim.is_some() {
            bail!(
                "--pose-a, --pose-b and --dim go with shapes on the command line; the file has its own"
            );
        }
        let text = if name == "-" {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).context("stdin")?;
            text
        } else {
            std::fs::read_to_string(name).with_context(|| name.clone())?
        };
        let is_toml =
            Path::new(name).extension().is_some_and(|end| end.eq_ignore_ascii_case("toml"));
        let read = if is_toml { Query::from_toml(&text) } else { Query::from_json(&text) };
        let shown = if name == "-" { "stdin" } else { name };
        let mut query = read.map_err(|error: FormatError| error.in_file(shown))?;
        let mut source = if is_toml { Value::from_toml(&text) } else { Value::from_json(&text) }?;
        self.add_question(&mut source);
        let source = source.to_json();
        // The options are read as they would be in a file.
        let mut asked = Value::Null;
        self.add_question(&mut asked);
        if asked != Value::Null {
            asked.set("a", short_shape("ball:1")?);
            asked.set("b", short_shape("ball:1")?);
            let asked = Query::from_value(&asked)?;
            query.method = asked.method.or(query.method);
            query.margin = asked.margin.or(query.margin);
            if self.query.is_some() {
                query.question = asked.question;
            }
        }
        Ok((query, source))
    }

    fn add_question(&self, query: &mut Value<'_>) {
        let options = [("method", &self.method), ("margin", &self.margin), ("query", &self.query)];
        for (name, option) in options {
            if let Some(text) = option {
                query.set(name, Value::Text(text.clone().into()));
            }
        }
    }
}

fn shape(text: &str) -> Result<Value<'_>> {
    let is_json = text.trim_start().starts_with('{');
    Ok(if is_json { Value::from_json(text)? } else { short_shape(text)? })
}

fn read_pose(text: &str) -> Result<Value<'_>> {
    let is_json = text.trim_start().starts_with('{');
    Ok(if is_json { Value::from_json(text)? } else { short_pose(text)? })
}
