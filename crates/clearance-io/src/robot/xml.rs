//! XML from strangers: looked over before a parser that recurses sees it.

use super::RobotError;

/// No robot or mesh nests its elements nearly as deep.
const DEEPEST: usize = 100;

/// Reads XML text, with the place of a mistake in the error.
pub(crate) fn parse<'a>(text: &'a str, root: &str) -> Result<roxmltree::Document<'a>, RobotError> {
    check_depth(text)?;
    let document = roxmltree::Document::parse(text)
        .map_err(|error| RobotError::Xml(format!("not valid XML: {error}")))?;
    let found = document.root_element().tag_name().name();
    if found != root {
        let problem = format!("expected the element <{root}>, found <{found}>");
        return Err(RobotError::Xml(problem));
    }
    Ok(document)
}

/// Refuses elements that nest so deep that a recursive reader would run out of stack.
pub(crate) fn check_depth(text: &str) -> Result<(), RobotError> {
    let (mut depth, mut rest) = (0_usize, text);
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let skip = [("!--", "-->"), ("![CDATA[", "]]>"), ("?", "?>"), ("!", ">")];
        if let Some((_, end)) = skip.iter().find(|(start, _)| rest.starts_with(start)) {
            let Some(length) = rest.find(end) else { return Ok(()) };
            rest = &rest[length..];
            continue;
        }
        // What does not end is for the parser to complain about.
        let Some(end) = rest.find('>') else { return Ok(()) };
        if rest.starts_with('/') {
            depth = depth.saturating_sub(1);
        } else if !rest[..end].ends_with('/') {
            depth += 1;
        }
        if depth > DEEPEST {
            let line = 1 + text[..text.len() - rest.len()].matches('\n').count();
            let problem = format!("line {line}: elements nest deeper than {DEEPEST}");
            return Err(RobotError::Xml(problem));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_counted() {
        assert!(check_depth("<a><!-- <b><c> --><d/><![CDATA[<e>]]></a>").is_ok());
        let deep = "<a>\n".repeat(101);
        let error = check_depth(&deep).unwrap_err().to_string();
        assert_eq!(error, "line 101: elements nest deeper than 100");
        assert!(check_depth(&"<a></a>".repeat(1000)).is_ok());
        assert!(check_depth("<a <b").is_ok());
    }

    #[test]
    fn mistakes_are_placed() {
        let error = parse("<robot>\n<link></robot>", "robot").unwrap_err().to_string();
        assert!(error.starts_with("not valid XML") && error.contains("2:"), "{error}");
        let error = parse("<sdf/>", "robot").unwrap_err().to_string();
        assert_eq!(error, "expected the element <robot>, found <sdf>");
    }
}
