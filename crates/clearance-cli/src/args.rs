//! The pair of shapes that a command is about: two shapes on the command line, or a file.

use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::Args;
use clearance_io::{Query, Value, short_pose, short_shape};

use crate::source::Source;

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
  clearance explain program.toml          (a linear or quadratic program: see clearance qp --help)
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
    /// What is asked: distance, intersects, within (a margin), penetration or signed_distance; of shapes
    /// that move first_contact or closest_approach
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
        self.read_from(self.source()?.as_ref())
    }

    /// The same where the file, if there is one, has been read.
    pub fn read_from(&self, source: Option<&Source>) -> Result<(Query, String)> {
        match (&self.second, source) {
            (Some(second), _) => self.read_inline(second),
            (None, Some(source)) => self.read_source(source, None),
            (None, None) => bail!("expected two shapes, or one file with both"),
        }
    }

    /// Reads a pair that moves: with options that stand for fields of the query, or from a file. Without a
    /// word on the `question`, that of the file, or the first contact.
    pub fn read_moving(
        &self,
        question: Option<&str>,
        options: &[(&'static str, &Option<String>)],
    ) -> Result<Query> {
        let Some(second) = &self.second else {
            if let Some((name, _)) = options.iter().find(|(_, option)| option.is_some()) {
                bail!("--{} goes with shapes on the command line", name.replace('_', "-"));
            }
            let source = self.source()?.context("expected two shapes, or one file with both")?;
            return Ok(self.read_source(&source, question)?.0);
        };
        let mut query = self.inline(second)?;
        query.set("query", Value::Text(question.unwrap_or("first_contact").to_owned().into()));
        // Whoever asks by name means that.
        self.add_question(&mut query);
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

    /// The file, where there is one instead of two shapes.
    pub fn source(&self) -> Result<Option<Source>> {
        if self.second.is_some() {
            return Ok(None);
        }
        let name = &self.first;
        let looks_like_shape = name.trim_start().starts_with('{') || name.contains(':');
        if looks_like_shape && !Path::new(name).exists() {
            bail!("expected two shapes, or one file with both; found the shape {name} alone");
        }
        Source::read(name).map(Some)
    }

    /// The first option that says something about a pair of shapes.
    pub fn about_shapes(&self) -> Option<&'static str> {
        let options = [
            ("--pose-a", self.pose_a.is_some()),
            ("--pose-b", self.pose_b.is_some()),
            ("--dim", self.dim.is_some()),
            ("--method", self.method.is_some()),
            ("--margin", self.margin.is_some()),
            ("--query", self.query.is_some()),
        ];
        options.into_iter().find(|(_, given)| *given).map(|(name, _)| name)
    }

    /// The file, and what the options say that is not in it: perhaps another `question`.
    fn read_source(&self, source: &Source, question: Option<&str>) -> Result<(Query, String)> {
        if self.pose_a.is_some() || self.pose_b.is_some() || self.dim.is_some() {
            bail!(
                "--pose-a, --pose-b and --dim go with shapes on the command line; the file has its own"
            );
        }
        if self.question().is_empty() && question.is_none() {
            let query = source.parse(Query::from_toml, Query::from_json)?;
            return Ok((query, source.value()?.to_json()));
        }
        // The options take the place of the file's fields: what these say together is what counts.
        let mut value = source.value()?;
        if let Some(question) = question {
            value.set("query", Value::Text(question.to_owned().into()));
        }
        self.add_question(&mut value);
        match Query::from_value(&value) {
            Ok(query) => Ok((query, value.to_json())),
            Err(error) => {
                // A mistake in the file is told with its place.
                source.parse(Query::from_toml, Query::from_json)?;
                Err(error.into())
            }
        }
    }

    /// The options that stand for fields of a query.
    fn question(&self) -> Vec<(&'static str, &String)> {
        let options = [("method", &self.method), ("margin", &self.margin), ("query", &self.query)];
        options.into_iter().filter_map(|(name, text)| Some((name, text.as_ref()?))).collect()
    }

    fn add_question(&self, query: &mut Value<'_>) {
        for (name, text) in self.question() {
            query.set(name, Value::Text(text.clone().into()));
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
