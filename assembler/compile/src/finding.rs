//! What the compiler has to say about a shader.

use pica200_diagnostics::{Code, Level, Tool};

/// A place in the text that a [`Source`](crate::Source) shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The part of the line, where the text is the source's own.
    pub columns: Option<Columns>,
}

/// A part of a line, in bytes from the start of the line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Columns {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset behind the last byte.
    pub end: u32,
}

impl Place {
    /// A whole line, by its number from 1.
    pub const fn line(line: u32) -> Self {
        Self {
            line,
            columns: None,
        }
    }
}

/// An error or a warning, as the [catalogue](pica200_diagnostics) has it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Finding {
    /// Its row in the catalogue, which says whether it is an error.
    pub code: Code,
    /// What is wrong, without a full stop.
    pub message: String,
    /// The place; `None` if it concerns the whole shader.
    pub place: Option<Place>,
    /// Other places, with what each has to do with it.
    pub related: Vec<(Place, String)>,
    /// What to do.
    pub help: Option<String>,
    /// A table and options that follow the help.
    pub advice: Option<Box<Advice>>,
}

/// Options of the command line that make a shader compile.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Advice {
    /// A table about the options, by lines. Empty if they speak for themselves.
    pub table: Vec<String>,
    /// The command line to which the options are added, by words. Empty if it is not known: a library is called in other ways.
    pub command: Vec<String>,
    /// The options, by words.
    pub options: Vec<String>,
}

impl Advice {
    /// Returns the words of the command line as a text that a shell reads back.
    pub fn command_line(&self) -> String {
        let words = self.command.iter().chain(&self.options);
        words.map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }
}

/// Quotes a word for a shell, if it has to be quoted. Of an option, its value is.
fn quoted(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-+.,/:=%@".contains(&byte);
    // A word that begins with `@` is a file of words.
    let needs_quotes = |word: &str| {
        word.is_empty() || word.starts_with('@') || word.bytes().any(|byte| !is_plain(byte))
    };
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

impl Finding {
    /// A finding about a place.
    pub fn new(code: Code, place: impl Into<Option<Place>>, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            place: place.into(),
            related: Vec::new(),
            help: None,
            advice: None,
        }
    }

    /// The error about a language whose front end this build leaves out.
    #[cfg(not(all(feature = "direct3d", feature = "naga")))]
    pub(crate) fn without_front_end(language: crate::Language) -> Self {
        let name = language.name();
        let message = format!("this compiler was built without the front end for `{name}`");
        let feature = match language {
            crate::Language::Direct3d => "direct3d",
            _ => "naga",
        };
        let help = format!("build the package `pica200-compile` with the feature `{feature}`");
        Self::new(Code::SourceInvalid, None, message).with_help(help)
    }

    /// Whether it prevents a translation, as the catalogue has it.
    pub fn is_error(&self) -> bool {
        let rule = self.code.rule(Tool::Compiler);
        rule.is_some_and(|rule| rule.level == Level::Deny)
    }

    /// Adds what to do.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds options that make the shader compile.
    #[must_use]
    pub fn with_options(mut self, options: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.advice = Some(Box::new(Advice {
            options: options.into_iter().map(Into::into).collect(),
            ..Advice::default()
        }));
        self
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
            line(&[
                "picac",
                "a b.vert",
                "-o",
                "x.shbin",
                "--map-output=uv=texcoord0"
            ]),
            "picac 'a b.vert' -o x.shbin --map-output=uv=texcoord0"
        );
        assert_eq!(
            line(&["--ignore-output=coords[0]", "--ignore-output=@location(1)"]),
            "--ignore-output='coords[0]' --ignore-output='@location(1)'"
        );
        assert_eq!(
            line(&["it's", "", "@file", "--x="]),
            "'it'\\''s' '' '@file' --x="
        );
        assert_eq!(line(&["$HOME", "`a`=b"]), "'$HOME' '`a`=b'");
    }
}
