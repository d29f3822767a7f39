//! SRDF files, as far as they say which links may collide.

use super::{Allowed, Reason, Robot, RobotError, xml};

/// Reads which pairs of links may collide from SRDF text: the elements `disable_collisions`.
pub fn read_srdf(text: &str, robot: &Robot) -> Result<Vec<Allowed>, RobotError> {
    let document = xml::parse(text, "robot")?;
    let mut allowed = Vec::new();
    for element in document.descendants().filter(|node| node.has_tag_name("disable_collisions")) {
        let line = document.text_pos_at(element.range().start).row;
        let link = |name: &str| {
            let value = element.attribute(name).ok_or_else(|| {
                RobotError::Xml(format!("line {line}: disable_collisions has no {name}"))
            })?;
            robot.link(value).ok_or_else(|| {
                RobotError::Xml(format!("line {line}: there is no link \"{value}\""))
            })
        };
        let reason = element.attribute("reason").unwrap_or("").to_owned();
        let links = [link("link1")?, link("link2")?];
        allowed.push(Allowed { links, reason: Reason::Given(reason) });
    }
    Ok(allowed)
}
