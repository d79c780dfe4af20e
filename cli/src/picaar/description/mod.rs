//! Descriptions of archives and BNSH files: the JSON that `picadump --json` prints. A description of a new one may leave
//! out what follows from the rest.

pub(super) mod bnsh;
pub(super) mod sharcfb;

use std::collections::{HashMap, HashSet};
use std::path::Path;

use bstr::{BStr, BString};
use pica200::diagnostic::Diagnostic;
use pica200::input::InputFile;
use pica200::session::Session;
use pica200::text::page::{shown, with_article};
use pica200_diagnostics::Code;
use pica200_objfmt::formats::FileKind;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::change::{named_files, twice};
use super::{CommandLine, line};

/// Whether a file is named `*.json`.
pub(super) fn is_description(path: &Path) -> bool {
    let suffix = path.extension();
    suffix.is_some_and(|suffix| suffix.eq_ignore_ascii_case("json"))
}

/// The files of a new archive: its description, and its members by their names.
pub(super) struct Parts<'f> {
    owner: &'static str,
    /// The description.
    pub(super) description: &'f InputFile,
    /// The members in the order of the command line.
    pub(super) named: Vec<(&'f BStr, &'f InputFile)>,
    by_name: HashMap<&'f BStr, &'f InputFile>,
    used: HashSet<&'f BStr>,
    missing: Vec<String>,
    done: String,
}

impl<'f> Parts<'f> {
    /// Finds the description among the files of the command line. `None` after the report that there is not one. The owner
    /// is the word for the new file: `archive`.
    pub(super) fn new(
        options: &CommandLine,
        kind: FileKind,
        owner: &'static str,
        files: &'f [InputFile],
        session: &mut Session<'_>,
    ) -> Option<Self> {
        let is_description = |file: &&InputFile| file.path.as_deref().is_some_and(is_description);
        let (descriptions, members): (Vec<_>, Vec<_>) = files.iter().partition(is_description);
        let [description] = descriptions[..] else {
            let archive = options.archive.display().to_string();
            // With an archive, there is at least one.
            let lead = match descriptions.len() {
                0 => format!("`{archive}` does not exist;"),
                _ => format!("`{archive}`:"),
            };
            let found = descriptions.len();
            let message = format!(
                "{lead} a new {} needs one description (`.json`), and {found} are given",
                kind.noun()
            );
            let help = format!(
                "`picadump --json` prints the description of {}",
                with_article(owner)
            );
            let diagnostic = Diagnostic::of_file(Code::InvalidDescription, &archive, message);
            session.diagnostics.push(diagnostic.with_help(help));
            return None;
        };
        let named = named_files(members, session);
        session.diagnostics.extend(twice(&named));
        let by_name = named.iter().copied().collect();
        Some(Self {
            owner,
            description,
            named,
            by_name,
            used: HashSet::new(),
            missing: Vec::new(),
            done: String::new(),
        })
    }

    /// The error in the description.
    pub(super) fn invalid(&self, message: String) -> Diagnostic {
        Diagnostic::of_file(Code::InvalidDescription, &self.description.name, message)
    }

    /// Whether there is a file for a member.
    pub(super) fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(BStr::new(name))
    }

    /// The file of a member, which the archive needs.
    pub(super) fn take(&mut self, name: &str) -> Option<&'f InputFile> {
        let found = self.by_name.get_key_value(BStr::new(name));
        let Some((known, file)) = found.map(|(known, file)| (*known, *file)) else {
            self.missing.push(name.to_owned());
            return None;
        };
        self.used.insert(known);
        self.done.push_str(&line('a', known));
        Some(file)
    }

    /// Reports members without a file, and files that are no members. The noun of members is `binary` or `piece of code`.
    /// Returns the lines about the members that were added.
    pub(super) fn finish(self, [noun, nouns]: [&str; 2], session: &mut Session<'_>) -> String {
        let owner = self.owner;
        if let Some(first) = self.missing.first() {
            let message = match self.missing.len() - 1 {
                0 => format!("no file `{first}` is given for a {noun} of the {owner}"),
                more => {
                    format!(
                        "no files are given for {nouns} of the {owner}: `{first}` and {more} more"
                    )
                }
            };
            session.diagnostics.push(self.invalid(message));
        }
        for (name, file) in self
            .named
            .iter()
            .filter(|(name, _)| !self.used.contains(name))
        {
            let message = format!(
                "`{}`: the description has no {noun} of this name",
                shown(name)
            );
            let diagnostic = Diagnostic::of_file(Code::WrongMember, &file.name, message);
            session.diagnostics.push(diagnostic);
        }
        self.done
    }
}

/// Reads a document of a format.
fn parsed<Document: DeserializeOwned>(text: &[u8], expected: &str) -> Result<Document, String> {
    /// The format of a document.
    #[derive(Deserialize)]
    #[serde(expecting = "an object with the key `format`")]
    struct Head {
        format: String,
    }

    let Head { format } = serde_json::from_slice(text).map_err(|error| error.to_string())?;
    if format != expected {
        let found = format.escape_debug();
        return Err(format!("the format is `{found}`; expected `{expected}`"));
    }
    serde_json::from_slice(text).map_err(|error| error.to_string())
}

/// Refuses the description of something with faults.
fn undamaged(faults: &[IgnoredAny], what: &str) -> Result<(), String> {
    match faults {
        [] => Ok(()),
        _ => Err(format!(
            "`faults` is not empty: this describes {what}, parts of which are missing"
        )),
    }
}

/// The bytes of a text in which bytes that are not UTF-8 are escaped: `\x83`.
fn bytes(text: &str) -> BString {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("\\x") {
        let (before, escape) = rest.split_at(at);
        bytes.extend_from_slice(before.as_bytes());
        let byte = escape
            .get(2..4)
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        // Of ASCII, only the backslash is escaped.
        match byte.filter(|byte| !byte.is_ascii() || *byte == b'\\') {
            Some(byte) => {
                bytes.push(byte);
                rest = escape.get(4..).unwrap_or_default();
            }
            None => {
                bytes.extend_from_slice(b"\\x");
                rest = escape.get(2..).unwrap_or_default();
            }
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes.into()
}

/// The bytes of an even number of hexadecimal digits.
fn hexadecimal(text: &str) -> Option<Vec<u8>> {
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else {
        return None;
    };
    let digit = |byte: u8| {
        char::from(byte)
            .to_digit(16)
            .and_then(|n| u8::try_from(n).ok())
    };
    let pair = |&[high, low]: &[u8; 2]| Some(digit(high)? << 4 | digit(low)?);
    pairs.iter().map(pair).collect()
}

#[cfg(test)]
mod tests {
    use bstr::ByteSlice;

    use super::*;

    #[test]
    fn bytes_that_are_not_text_are_escaped() {
        assert_eq!(bytes("a\\x83\\xffb"), b"a\x83\xFFb".as_bstr());
        assert_eq!(bytes("ä\\x"), "ä\\x".as_bytes().as_bstr());
        assert_eq!(bytes("\\x41\\xg0\\x8"), b"\\x41\\xg0\\x8".as_bstr());
        assert_eq!(bytes("\\x\\x80"), b"\\x\x80".as_bstr());
        assert_eq!(bytes("\\x5Cx80\\x80"), b"\\x80\x80".as_bstr());
    }

    /// What picadump escapes comes back.
    #[test]
    fn escapes_come_back() {
        for text in [
            &b"plain"[..],
            b"\x83\x56",
            b"\\x83",
            b"\\",
            b"\\\\x\xff\\",
            b"\\x5C",
            "\u{e4}\\x\u{fffd}".as_bytes(),
        ] {
            let escaped = crate::dump::json::escaped(text);
            assert_eq!(bytes(&escaped), text.as_bstr(), "{escaped}");
        }
    }

    #[test]
    fn numbers_are_pairs_of_digits() {
        assert_eq!(hexadecimal("00fFa1"), Some(vec![0, 0xFF, 0xA1]));
        assert_eq!(hexadecimal(""), Some(Vec::new()));
        assert_eq!(hexadecimal("123"), None);
        assert_eq!(hexadecimal("-1"), None);
    }
}
