//! The messages of compilers of HLSL.

/// A line that a compiler wrote.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Message {
    /// The line of the source; `None` if it does not name one.
    pub(super) line: Option<u32>,
    /// Whether it is an error.
    pub(super) is_error: bool,
    /// The text behind the place.
    pub(super) text: String,
}

/// The messages in the text of a compiler: `FILE:LINE:COLUMN: E5000: TEXT`, as vkd3d-compiler has them, or
/// `FILE(LINE,COLUMN-COLUMN): error X3000: TEXT`, as fxc has them. Other lines have no place.
pub(super) fn messages(text: &str) -> Vec<Message> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(message).collect()
}

fn message(line: &str) -> Message {
    of_fxc(line)
        .or_else(|| of_vkd3d(line))
        .unwrap_or_else(|| Message {
            line: None,
            is_error: is_error(line),
            text: plain(line),
        })
}

/// `lit.hlsl(3,5-9): error X3000: syntax error`
fn of_fxc(line: &str) -> Option<Message> {
    let (place, text) = line.split_once("): ")?;
    let (_, place) = place.rsplit_once('(')?;
    let (number, _) = place.split_once(',').unwrap_or((place, ""));
    Some(Message {
        line: Some(number.parse().ok()?),
        is_error: is_error(text),
        text: plain(text),
    })
}

/// `lit.hlsl:3:5: E5000: syntax error`
fn of_vkd3d(line: &str) -> Option<Message> {
    let (before, text) = line.split_once(": ")?;
    let (before, column) = before.rsplit_once(':')?;
    let (_, number) = before.rsplit_once(':')?;
    column.parse::<u32>().ok()?;
    Some(Message {
        line: Some(number.parse().ok()?),
        is_error: is_error(text),
        text: plain(text),
    })
}

/// Whether a text begins as errors do: `error X3000: `, `E5000: `.
fn is_error(text: &str) -> bool {
    let mut characters = text.chars();
    let is_code =
        characters.next() == Some('E') && characters.next().is_some_and(|c| c.is_ascii_digit());
    is_code || text.starts_with("error ")
}

/// A text in the form of our messages: without the kind, with the compiler's code in brackets behind it, without a full stop.
fn plain(text: &str) -> String {
    let text = ["error ", "warning "]
        .iter()
        .find_map(|kind| text.strip_prefix(kind))
        .unwrap_or(text);
    let text = text.trim_end_matches('.');
    match text.split_once(": ") {
        Some((code, rest)) if is_code(code) => format!("{rest} ({code})"),
        _ => text.to_owned(),
    }
}

/// Whether a text is the code of a message: a letter and a number.
fn is_code(text: &str) -> bool {
    let number = text.strip_prefix(['E', 'W', 'X']);
    number.is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(line: Option<u32>, is_error: bool, text: &str) -> Vec<Message> {
        let text = text.to_owned();
        vec![Message {
            line,
            is_error,
            text,
        }]
    }

    #[test]
    fn messages_of_vkd3d_have_lines() {
        let text = "a b.hlsl:12:5: E5005: Variable \"x\" is not defined.\n";
        let expected = one(Some(12), true, "Variable \"x\" is not defined (E5005)");
        assert_eq!(messages(text), expected);
        let text = "C:\\x.hlsl:3:1: W5300: Implicit truncation.";
        assert_eq!(
            messages(text),
            one(Some(3), false, "Implicit truncation (W5300)")
        );
    }

    #[test]
    fn messages_of_fxc_have_lines() {
        let text =
            "C:\\a (1)\\x.hlsl(3,5-9): error X3000: syntax error: unexpected token '}'\r\n\r\n";
        let expected = one(Some(3), true, "syntax error: unexpected token '}' (X3000)");
        assert_eq!(messages(text), expected);
        let text = "x.hlsl(7): warning X3206: implicit truncation of vector type";
        let expected = one(Some(7), false, "implicit truncation of vector type (X3206)");
        assert_eq!(messages(text), expected);
    }

    #[test]
    fn other_lines_have_no_place() {
        assert_eq!(
            messages("cannot open file\n"),
            one(None, false, "cannot open file")
        );
        let expected = one(None, true, "invalid profile (X3501)");
        assert_eq!(messages("error X3501: invalid profile"), expected);
        assert_eq!(
            messages("x:y:z: \u{1F600}"),
            one(None, false, "x:y:z: \u{1F600}")
        );
        assert_eq!(messages(" \n"), []);
    }
}
