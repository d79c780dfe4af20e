//! The source, and the files that it includes.

use std::path::Path;

use pica200_diagnostics::Code;

use super::{Kind, MAX_BYTES, MAX_INCLUDE_DEPTH, Preprocessor, Sign, Span, Token, tokens};
use crate::source::{IncludedFile, Piece};

impl Preprocessor<'_> {
    /// Processes the source.
    pub(super) fn source(&mut self, source: &str) {
        self.file(source, None, 0);
    }

    /// Processes a file, whose text it adds to the listing.
    fn file(&mut self, text: &str, included: Option<&IncludedFile>, depth: usize) {
        if !(self.listing.is_empty() || self.listing.ends_with('\n')) {
            self.listing.push('\n');
        }
        if let Some(file) = included {
            let first = self.listing.bytes().filter(|byte| *byte == b'\n').count();
            self.pieces.push(Piece {
                first,
                recorded: file.recorded.clone(),
                path: Some(file.path.clone()),
            });
        }
        let base = u32::try_from(self.listing.len()).unwrap_or(u32::MAX);
        self.listing.push_str(text);
        let found = tokens(text, base, &mut self.interner);
        let words = found.iter().filter(|token| token.kind == Kind::Word);
        self.words.extend(words.map(|token| token.symbol));
        let path = included.map(|file| file.path.as_path());
        self.lines(&found, path, depth);
    }

    /// Processes `#include "NAME"` and `#include <NAME>`.
    pub(super) fn include(&mut self, span: Span, rest: &[Token], from: Option<&Path>, depth: usize) {
        let Some(name) = self.included_name(rest) else {
            return self.error(span, "the name of a file is missing", "write `#include \"NAME\"`");
        };
        let place = rest.first().zip(rest.last());
        let place = place.map_or(span, |(first, last)| first.span.to(last.span));
        if depth >= MAX_INCLUDE_DEPTH {
            self.reports.error(
                Code::CannotInclude,
                place,
                format!("more than {MAX_INCLUDE_DEPTH} files include one another"),
                "write `#pragma once` at the head of files that include each other",
            );
            return;
        }
        let file = match self.includes.read(&name, from) {
            Ok(file) => file,
            Err(why) => {
                self.reports.error(Code::CannotInclude, place, why, "");
                return;
            }
        };
        if self.once.contains(&file.path) {
            return;
        }
        let text = match std::str::from_utf8(&file.bytes) {
            Ok(text) => text,
            Err(_) => {
                let message = format!("`{name}` is not text in UTF-8");
                self.reports.error(Code::CannotInclude, place, message, "");
                return;
            }
        };
        if self.listing.len() + text.len() > MAX_BYTES {
            let message = format!("the source and the files that it includes have more than {MAX_BYTES} bytes");
            self.reports
                .error(Code::CannotInclude, place, message, "include fewer files");
            self.is_full = true;
            return;
        }
        self.file(text, Some(&file), depth + 1);
    }

    /// Returns the name of the file in a directive. Macros are expanded if it is not written out.
    fn included_name(&mut self, rest: &[Token]) -> Option<String> {
        let is_written = rest
            .first()
            .is_some_and(|first| first.kind == Kind::Other || first.is(Sign::Less));
        let text = if is_written {
            self.raw_text(rest)
        } else {
            let expanded = self.expand_all(rest);
            expanded.iter().map(|token| self.text(*token)).collect()
        };
        let quoted = text.strip_prefix('"').and_then(|text| text.split_once('"'));
        let bracketed = text.strip_prefix('<').and_then(|text| text.split_once('>'));
        let (name, _) = quoted.or(bracketed)?;
        (!name.is_empty()).then(|| name.to_owned())
    }
}
