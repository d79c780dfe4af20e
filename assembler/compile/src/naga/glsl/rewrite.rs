//! Changes of a source, which keep its lines.

use std::ops::Range;

use pica200_diagnostics::Code;

use crate::finding::Finding;

use super::super::text::Text;
use super::declaration::Declarations;
use super::macros::Macros;
use super::token::{Kind, Token, tokens};

/// The versions that naga takes.
const VERSIONS: [&str; 3] = ["440", "450", "460"];

/// The version that takes the place of others.
const VERSION: &str = "#version 450";

/// A part of the source, and what takes its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct Edit {
    pub(in super::super) range: Range<usize>,
    pub(in super::super) text: String,
}

/// A source with its changes.
#[derive(Debug, Default)]
pub(in super::super) struct Rewritten {
    /// In the order of the source.
    pub(in super::super) edits: Vec<Edit>,
    /// One for each thing that was rewritten or cannot be.
    pub(in super::super) findings: Vec<Finding>,
    /// What people must know about the result.
    pub(in super::super) notes: Vec<String>,
}

/// Puts what naga takes in the place of what it does not.
pub(in super::super) fn rewrite(source: &str, macros: &Macros) -> Rewritten {
    let mut rewriter = Rewriter {
        source,
        macros,
        text: Text::new(source),
        result: Rewritten::default(),
    };
    let tokens = macros.active(source, tokens(source));
    for token in &tokens {
        rewriter.token(token);
    }
    Declarations::new(&tokens).rewrite(&mut rewriter);
    let mut result = rewriter.result;
    result.edits.sort_by_key(|edit| edit.range.start);
    result
}

/// The changes so far.
pub(super) struct Rewriter<'s> {
    source: &'s str,
    macros: &'s Macros,
    text: Text<'s>,
    pub(super) result: Rewritten,
}

impl<'s> Rewriter<'s> {
    /// The text of a token.
    pub(super) fn word(&self, token: &Token) -> &'s str {
        self.source.get(token.range.clone()).unwrap_or_default()
    }

    /// The number that a token is, or that the job gives to its name.
    pub(super) fn number(&self, token: &Token) -> Option<u32> {
        let word = self.word(token);
        let text = self.macros.texts.get(word).map_or(word, String::as_str);
        text.parse().ok()
    }

    /// Adds a change. `range` may be empty.
    pub(super) fn edit(&mut self, range: Range<usize>, text: impl Into<String>) {
        let text = text.into();
        self.result.edits.push(Edit { range, text });
    }

    /// Removes a part of the source. Its lines stay.
    pub(super) fn remove(&mut self, range: Range<usize>) {
        let removed = self.source.get(range.clone()).unwrap_or_default();
        let lines: String = removed.chars().filter(|c| *c == '\n').collect();
        self.edit(range, lines);
    }

    /// Reports a finding about a part of the source.
    pub(super) fn report(&mut self, code: Code, range: &Range<usize>, message: String, help: &str) {
        let place = self.text.place_of(range.start, range.end);
        let mut finding = Finding::new(code, place, message);
        finding.help = (!help.is_empty()).then(|| help.to_owned());
        self.result.findings.push(finding);
    }

    /// Says that something was rewritten.
    pub(super) fn rewritten(&mut self, range: &Range<usize>, as_what: &str) {
        let found = self.source.get(range.clone()).unwrap_or_default();
        let found = found.trim();
        let message = if as_what.is_empty() {
            format!("`{found}` is left out")
        } else {
            format!("`{found}` is read as `{as_what}`")
        };
        self.report(Code::GlslRewritten, range, message, "");
    }

    fn token(&mut self, token: &Token) {
        match token.kind {
            Kind::Directive => self.directive(token),
            Kind::Word => {
                let other = match self.word(token) {
                    "gl_VertexID" => "gl_VertexIndex",
                    "gl_InstanceID" => "gl_InstanceIndex",
                    _ => return,
                };
                self.rewritten(&token.range, other);
                self.edit(token.range.clone(), other);
            }
            Kind::Number | Kind::Sign(_) => {}
        }
    }

    fn directive(&mut self, token: &Token) {
        let line = self.word(token);
        let mut words = line.trim_start_matches('#').split_whitespace();
        match words.next() {
            Some("version") => {
                let version = words.next().unwrap_or_default();
                let is_core = matches!(words.next(), None | Some("core"));
                if !VERSIONS.contains(&version) || !is_core {
                    self.rewritten(&token.range, VERSION);
                    self.edit(token.range.clone(), VERSION);
                }
            }
            Some("extension") => {
                self.rewritten(&token.range, "");
                self.remove(token.range.clone());
            }
            Some("include") => self.report(
                Code::SourceInvalid,
                &token.range,
                "`#include` is not part of GLSL".to_owned(),
                "copy the text of the file to this place",
            ),
            _ => {}
        }
    }
}
