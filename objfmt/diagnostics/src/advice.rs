//! Command-line options that fix a diagnostic.

/// Command-line options that make a shader compile.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Advice {
    /// A table that explains the options, as lines. Empty if they are self-explanatory.
    pub table: Vec<String>,
    /// The command line to which the options are added, as arguments. Empty if it is not known, because the caller is a
    /// library.
    pub command: Vec<String>,
    /// The options, as arguments.
    pub options: Vec<String>,
}

impl Advice {
    /// Returns the command line, quoted for a shell.
    pub fn command_line(&self) -> String {
        let words = self.command.iter().chain(&self.options);
        words.map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }
}

/// Quotes an argument for a shell if necessary. For an option, only its value is quoted.
fn quoted(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-+.,/:=%@".contains(&byte);
    // An argument that begins with `@` is a response file.
    let needs_quotes =
        |word: &str| word.is_empty() || word.starts_with('@') || word.bytes().any(|byte| !is_plain(byte));
    let in_quotes = |word: &str| format!("'{}'", word.replace('\'', "'\\''"));
    match word.split_once('=') {
        Some((option, value)) if option.starts_with("--") && !needs_quotes(option) => {
            let value = if needs_quotes(value) && !value.is_empty() {
                in_quotes(value)
            } else {
                value.to_owned()
            };
            format!("{option}={value}")
        }
        _ if needs_quotes(word) => in_quotes(word),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::Advice;

    #[test]
    fn words_are_quoted_for_a_shell() {
        let line = |words: &[&str]| {
            let options = words.iter().map(|word| (*word).to_owned()).collect();
            let advice = Advice {
                options,
                ..Advice::default()
            };
            advice.command_line()
        };
        assert_eq!(
            line(&["picac", "a b.vert", "-o", "x.shbin", "--map-output=uv=texcoord0"]),
            "picac 'a b.vert' -o x.shbin --map-output=uv=texcoord0"
        );
        assert_eq!(
            line(&["--ignore-output=coords[0]", "--ignore-output=@location(1)"]),
            "--ignore-output='coords[0]' --ignore-output='@location(1)'"
        );
        assert_eq!(line(&["it's", "", "@file", "--x="]), "'it'\\''s' '' '@file' --x=");
        assert_eq!(line(&["$HOME", "`a`=b"]), "'$HOME' '`a`=b'");
    }
}
