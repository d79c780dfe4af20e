//! Messages of HLSL compilers.

/// A message of a compiler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Message {
    /// File, as known to the compiler. Empty if there is none.
    pub(super) file: String,
    /// Line of the file, if there is one.
    pub(super) line: Option<u32>,
    /// True for an error.
    pub(super) is_error: bool,
    /// Text after the location.
    pub(super) text: String,
}

/// Parses the output of a compiler: `FILE:LINE:COLUMN: E5000: TEXT` (vkd3d-compiler), `FILE(LINE,COLUMN-COLUMN): error
/// X3000: TEXT` (fxc), `FILE:LINE:COLUMN: error: TEXT` (dxc), or `ERROR: FILE:LINE: TEXT` (glslangValidator). Other
/// lines have no location.
pub(super) fn messages(text: &str) -> Vec<Message> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(message).collect()
}

fn message(line: &str) -> Message {
    parse_glslang(line)
        .or_else(|| parse_fxc(line))
        .or_else(|| parse_vkd3d(line))
        .unwrap_or_else(|| Message {
            file: String::new(),
            line: None,
            is_error: is_error(line),
            text: plain(line),
        })
}

/// Parses `ERROR: lit.hlsl:3: 'x' : unknown variable`.
fn parse_glslang(line: &str) -> Option<Message> {
    let (kind, rest) = line.split_once(": ")?;
    if !["ERROR", "WARNING"].contains(&kind) {
        return None;
    }
    let placed = rest.split_once(": ").and_then(|(place, text)| {
        let (file, number) = place.rsplit_once(':')?;
        Some((file.to_owned(), number.parse().ok()?, text))
    });
    let (file, number, text) = match placed {
        Some((file, number, text)) => (file, Some(number), text),
        None => (String::new(), None, rest),
    };
    Some(Message {
        file,
        line: number,
        is_error: kind == "ERROR",
        text: plain(text),
    })
}

/// Parses `lit.hlsl(3,5-9): error X3000: syntax error`.
fn parse_fxc(line: &str) -> Option<Message> {
    let (place, text) = line.split_once("): ")?;
    let (file, place) = place.rsplit_once('(')?;
    let (number, _) = place.split_once(',').unwrap_or((place, ""));
    Some(Message {
        file: file.to_owned(),
        line: Some(number.parse().ok()?),
        is_error: is_error(text),
        text: plain(text),
    })
}

/// Parses `lit.hlsl:3:5: E5000: syntax error` and `lit.hlsl:3:5: error: syntax error`.
fn parse_vkd3d(line: &str) -> Option<Message> {
    let (before, text) = line.split_once(": ")?;
    let (before, column) = before.rsplit_once(':')?;
    let (file, number) = before.rsplit_once(':')?;
    column.parse::<u32>().ok()?;
    Some(Message {
        file: file.to_owned(),
        line: Some(number.parse().ok()?),
        is_error: is_error(text),
        text: plain(text),
    })
}

/// Returns true if a text starts like an error: `error X3000: `, `E5000: `, `error: `.
fn is_error(text: &str) -> bool {
    let mut characters = text.chars();
    let is_code = characters.next() == Some('E') && characters.next().is_some_and(|c| c.is_ascii_digit());
    let starts = ["error ", "error: ", "fatal error: "];
    is_code || starts.iter().any(|start| text.starts_with(start))
}

/// Converts a text to the style of this toolchain's messages: without the kind, with the compiler's code in trailing
/// brackets, without a period.
fn plain(text: &str) -> String {
    let kinds = ["error ", "warning ", "error: ", "warning: ", "fatal error: "];
    let text = kinds.iter().find_map(|kind| text.strip_prefix(kind)).unwrap_or(text);
    let text = text.trim_end_matches('.');
    match text.split_once(": ") {
        Some((code, rest)) if is_code(code) => format!("{rest} ({code})"),
        _ => text.to_owned(),
    }
}

/// Returns true if a text is the code of a message: a letter and a number.
fn is_code(text: &str) -> bool {
    let number = text.strip_prefix(['E', 'W', 'X']);
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(file: &str, line: Option<u32>, is_error: bool, text: &str) -> Vec<Message> {
        vec![Message {
            file: file.to_owned(),
            line,
            is_error,
            text: text.to_owned(),
        }]
    }

    #[test]
    fn messages_of_vkd3d_have_lines() {
        let text = "a b.hlsl:12:5: E5005: Variable \"x\" is not defined.\n";
        let said = "Variable \"x\" is not defined (E5005)";
        assert_eq!(messages(text), one("a b.hlsl", Some(12), true, said));
        let text = "C:\\x.hlsl:3:1: W5300: Implicit truncation.";
        let said = "Implicit truncation (W5300)";
        assert_eq!(messages(text), one("C:\\x.hlsl", Some(3), false, said));
    }

    #[test]
    fn messages_of_fxc_have_lines() {
        let text = "C:\\a (1)\\x.hlsl(3,5-9): error X3000: syntax error: unexpected token '}'\r\n\r\n";
        let said = "syntax error: unexpected token '}' (X3000)";
        let file = "C:\\a (1)\\x.hlsl";
        assert_eq!(messages(text), one(file, Some(3), true, said));
        let text = "x.hlsl(7): warning X3206: implicit truncation of vector type";
        let said = "implicit truncation of vector type (X3206)";
        assert_eq!(messages(text), one("x.hlsl", Some(7), false, said));
    }

    #[test]
    fn messages_of_dxc_have_lines() {
        let text = "./x.hlsl:3:12: error: use of undeclared identifier 'y'\n";
        let said = "use of undeclared identifier 'y'";
        assert_eq!(messages(text), one("./x.hlsl", Some(3), true, said));
        let text = "./x.hlsl:1:10: fatal error: 'a.hlsli' file not found";
        let said = "'a.hlsli' file not found";
        assert_eq!(messages(text), one("./x.hlsl", Some(1), true, said));
        let text = "x.hlsl:5:1: warning: implicit truncation of vector type [-Wconversion]";
        let said = "implicit truncation of vector type [-Wconversion]";
        assert_eq!(messages(text), one("x.hlsl", Some(5), false, said));
    }

    #[test]
    fn messages_of_glslang_have_lines() {
        let text = "ERROR: ./x.hlsl:3: 'y' : unknown variable \n";
        let said = "'y' : unknown variable";
        assert_eq!(messages(text), one("./x.hlsl", Some(3), true, said));
        let text = "./x.hlsl(3): error at column 12, HLSL parsing failed.";
        let said = "at column 12, HLSL parsing failed";
        assert_eq!(messages(text), one("./x.hlsl", Some(3), true, said));
        let text = "ERROR: 1 compilation errors.  No code generated.";
        let said = "1 compilation errors.  No code generated";
        assert_eq!(messages(text), one("", None, true, said));
        let text = "WARNING: x.hlsl:7: old";
        assert_eq!(messages(text), one("x.hlsl", Some(7), false, "old"));
    }

    #[test]
    fn other_lines_have_no_place() {
        let none = |is_error, said| one("", None, is_error, said);
        assert_eq!(messages("cannot open file\n"), none(false, "cannot open file"));
        let expected = none(true, "invalid profile (X3501)");
        assert_eq!(messages("error X3501: invalid profile"), expected);
        assert_eq!(messages("x:y:z: \u{1F600}"), none(false, "x:y:z: \u{1F600}"));
        assert_eq!(messages(" \n"), []);
    }
}
