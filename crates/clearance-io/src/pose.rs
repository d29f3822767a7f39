//! Poses: `{"translation": [..], and one of "matrix", "quaternion", "rpy", "angle"}`.

use clearance::{Pose, Rotation, Vector};

use crate::error::{FormatError, Problem};
use crate::fields::{Fields, Result, exactly, number, vector};
use crate::solid::{Room, Space};
use crate::value::Value;

/// The ways to give a rotation.
const ROTATIONS: [&str; 4] = ["matrix", "quaternion", "rpy", "angle"];

pub(crate) fn pose<const D: usize>(value: &Value<'_>) -> Result<Pose<D>>
where
    Space: Room<D>,
{
    let fields = Fields::new(value, "a pose, such as {\"translation\": [1, 2, 3]}")?;
    fields.only(&["translation", "matrix", "quaternion", "rpy", "angle"])?;
    let translation = fields.read_if("translation", vector)?.unwrap_or(Vector::ZERO);
    let given: Vec<&str> = ROTATIONS.into_iter().filter(|name| fields.has(name)).collect();
    let rotation = match given[..] {
        [] => Rotation::IDENTITY,
        [one] => rotation(&fields, one)?,
        _ => {
            let expected = "exactly one of matrix, quaternion, rpy or angle";
            return Err(FormatError::expected(expected, given.join(" and ")));
        }
    };
    Ok(Pose::new(rotation, translation)?)
}

fn rotation<const D: usize>(fields: &Fields<'_, '_>, name: &str) -> Result<Rotation<D>>
where
    Space: Room<D>,
{
    if name != "matrix" {
        return Space::rotation(fields);
    }
    let matrix = fields.matrix("matrix")?;
    Rotation::from_matrix(matrix).map_err(|error| FormatError::from(error).at("matrix"))
}

/// By an angle: the plane.
pub(crate) fn plane_rotation(fields: &Fields<'_, '_>) -> Result<Rotation<2>> {
    for name in ["quaternion", "rpy"] {
        if fields.has(name) {
            let problem = Problem::Expected {
                expected: "an angle or a 2 by 2 matrix (dim is 2)".into(),
                found: "a rotation in space".into(),
            };
            return Err(FormatError::new(problem).at(name));
        }
    }
    fields.read("angle", "an angle in radians", |value| Ok(Rotation::from_angle(number(value)?)?))
}

/// By a quaternion, or by roll, pitch and yaw: space.
pub(crate) fn space_rotation(fields: &Fields<'_, '_>) -> Result<Rotation<3>> {
    if fields.has("angle") {
        let expected = "a quaternion, rpy or a 3 by 3 matrix (dim is 3)";
        return Err(FormatError::expected(expected, "a rotation of the plane").at("angle"));
    }
    if fields.has("quaternion") {
        return fields.read("quaternion", "4 numbers, x y z w", |value| {
            Ok(Rotation::from_quaternion(exactly(value, "4 numbers, x y z w", number)?)?)
        });
    }
    fields.read("rpy", "3 angles in radians: roll, pitch and yaw", |value| {
        let expected = "3 angles in radians: roll, pitch and yaw";
        let [roll, pitch, yaw] = exactly(value, expected, number)?;
        Ok(Rotation::from_rpy(roll, pitch, yaw)?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<const D: usize>(text: &str) -> std::result::Result<Pose<D>, String>
    where
        Space: Room<D>,
    {
        pose(&serde_json::from_str(text).unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn every_form() {
        assert_eq!(read::<3>("{}"), Ok(Pose::IDENTITY));
        assert_eq!(read::<2>(r#"{"translation": [1, "1/2"]}"#), Ok(Pose::at([1.0, 0.5])));
        let up = Vector([0.0, 0.0, 1.0]);
        for text in [
            r#"{"matrix": [[0, -1, 0], [1, 0, 0], [0, 0, 1]]}"#,
            r#"{"quaternion": [0, 0, 1, 1]}"#,
            r#"{"rpy": [0, 0, 1.5707963267948966]}"#,
        ] {
            let pose = read::<3>(text).unwrap();
            assert!((pose.transform(Vector::axis(0)) - Vector::axis(1)).norm() < 1e-15, "{text}");
            assert!((pose.transform(up) - up).norm() < 1e-15, "{text}");
        }
        for text in [r#"{"matrix": [[0, -1], [1, 0]]}"#, r#"{"angle": 1.5707963267948966}"#] {
            let pose = read::<2>(text).unwrap();
            assert!((pose.transform(Vector::axis(0)) - Vector::axis(1)).norm() < 1e-15, "{text}");
        }
    }

    /// Roll about x, pitch about y, yaw about z, in this order, about axes that stay.
    #[test]
    fn rpy_is_as_in_urdf() {
        let pose = read::<3>(r#"{"rpy": [1.5707963267948966, 0, 1.5707963267948966]}"#).unwrap();
        // y goes to z by the roll, and stays there; z goes to -y and by the yaw to x.
        assert!((pose.transform(Vector::axis(1)) - Vector::axis(2)).norm() < 1e-15);
        assert!((pose.transform(Vector::axis(2)) - Vector::axis(0)).norm() < 1e-15);
    }

    #[test]
    fn what_is_refused() {
        for (text, error) in [
            (
                r#"{"rpy": [0, 0, 0], "angle": 1}"#,
                "expected exactly one of matrix, quaternion, rpy or angle, found rpy and angle",
            ),
            (
                r#"{"angle": 1}"#,
                "angle: expected a quaternion, rpy or a 3 by 3 matrix (dim is 3), found a rotation of the plane",
            ),
            (
                r#"{"translation": [1, 2]}"#,
                "translation: expected 3 numbers (dim is 3), found a list of 2",
            ),
            (
                r#"{"translation": [1, 2, "nan"]}"#,
                "translation[2]: expected a number, or a string such as \"0.1\" or \"1/3\", found \"nan\"",
            ),
            (
                r#"{"rotation": [1, 2]}"#,
                "rotation: unknown field; expected translation, matrix, quaternion, rpy or angle",
            ),
            (
                r#"{"quaternion": [0, 0, 0]}"#,
                "quaternion: expected 4 numbers, x y z w, found a list of 3",
            ),
            (
                r#"{"quaternion": [0, 0, 0, 0]}"#,
                "quaternion: the axis or quaternion has length zero",
            ),
            (
                r#"{"matrix": [[1, 0, 0], [0, 1, 0], [0, 0, -1]]}"#,
                "matrix: the matrix mirrors (its determinant is -1)",
            ),
            (
                r#"{"matrix": [[1, 0, 0], [0, 1]]}"#,
                "matrix[1]: expected 3 numbers (dim is 3), found a list of 2",
            ),
            ("7", "expected a pose, such as {\"translation\": [1, 2, 3]}, found 7"),
        ] {
            assert_eq!(read::<3>(text), Err(error.into()), "{text}");
        }
        let bent = read::<3>(r#"{"matrix": [[1, 2e-9, 0], [0, 1, 0], [0, 0, 1]]}"#).unwrap_err();
        assert!(bent.starts_with("matrix: the matrix is not a rotation"), "{bent}");
        assert!(read::<3>(r#"{"matrix": [[1, 5e-10, 0], [0, 1, 0], [0, 0, 1]]}"#).is_ok());
        assert!(
            read::<2>(r#"{"rpy": [0, 0, 1]}"#).unwrap_err().starts_with("rpy: expected an angle")
        );
    }
}
