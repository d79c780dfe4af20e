//! The lexer, built on the patterns of `patterns.logos`.

use logos::Logos;
use pica200_objfmt::formats::object::is_local_name;

use super::patterns::Pattern;
use super::token::{Spanned, Token};
use crate::directive::Directive;
use crate::text::{Lines, Span, parse_marker, tail};

/// Yields the tokens of a text. Records the starts of lines.
pub(crate) struct Lexer<'s, 'l> {
    inner: logos::Lexer<'s, Pattern>,
    lines: &'l mut Lines,
    /// Offset of the text within the text that spans refer to.
    base: u32,
    /// True if only labels precede on the line.
    at_statement: bool,
    /// True if nothing precedes on the line.
    at_line: bool,
    ended: bool,
}

impl<'s, 'l> Lexer<'s, 'l> {
    /// Creates a lexer for `text`, which must be shorter than 4 GiB.
    pub(crate) fn new(text: &'s str, lines: &'l mut Lines) -> Self {
        Self::at(0, text, lines)
    }

    /// Creates a lexer for the part of a text that starts at `base`. Spans and lines refer to the whole text.
    pub(crate) fn at(base: u32, part: &'s str, lines: &'l mut Lines) -> Self {
        Self {
            inner: Pattern::lexer(part),
            lines,
            base,
            at_statement: true,
            at_line: true,
            ended: false,
        }
    }

    /// Returns true if only labels precede on the line.
    pub(crate) fn is_at_statement(&self) -> bool {
        self.at_statement
    }

    /// Returns the text of the last token.
    pub(crate) fn slice(&self) -> &'s str {
        self.inner.slice()
    }

    /// Returns the text from the start of the line on, and the offset of the last token in it.
    pub(crate) fn line(&self) -> (&'s str, usize) {
        let start = (self.lines.last_start() - self.base) as usize;
        (tail(self.inner.source(), start), self.inner.span().start - start)
    }

    fn span(&self) -> Span {
        let span = Span::from_range(self.inner.span());
        Span::new(self.base + span.start, self.base + span.end)
    }

    /// Returns the token of a `.name` at the start of a statement. Directives, which are case-insensitive, take
    /// precedence over local labels.
    fn directive(&self) -> Token {
        let name = self.inner.slice();
        match Directive::from_name(&name[1..]) {
            Some(directive) => Token::Directive(directive),
            None if is_local_name(name) => Token::LocalName,
            None => Token::UnknownDirective,
        }
    }

    /// Returns the offset of the first dot of the token.
    fn dot(&self) -> u32 {
        let name = self.inner.slice().bytes().position(|byte| byte == b'.');
        self.span().start + Span::from_range(0..name.unwrap_or_default()).end
    }

    /// Returns the token of a pattern in its context.
    fn token(&self, pattern: Pattern) -> Token {
        match pattern {
            Pattern::Fixed(token) => token,
            Pattern::Dotted => Token::Dotted(self.dot()),
            Pattern::DotWord if self.at_statement => self.directive(),
            Pattern::DotWord if is_local_name(self.inner.slice()) => Token::LocalName,
            Pattern::DotWord => Token::DotWord,
            Pattern::Hash if self.at_line && parse_marker(self.inner.slice()).is_some() => Token::Marker,
            Pattern::Hash => Token::BadMarker,
        }
    }

    /// Returns the tokens after the last one: the last line need not have a line ending, but the grammar needs one.
    #[inline(never)]
    fn end(&mut self) -> Option<Spanned> {
        let end = self.span().end;
        let first_time = !std::mem::replace(&mut self.ended, true);
        (first_time && !self.at_line).then_some((end, Token::Newline, end))
    }
}

impl Iterator for Lexer<'_, '_> {
    type Item = Spanned;

    // A call would take as much time as the token.
    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Some(pattern) = self.inner.next() else {
                return self.end();
            };
            let token = match pattern {
                Ok(Pattern::Fixed(token)) => token,
                Ok(Pattern::Dotted) => Token::Dotted(self.dot()),
                Ok(pattern) => self.token(pattern),
                Err(()) => Token::Unknown,
            };
            let span = self.span();
            match token {
                Token::Newline => {
                    self.lines.end_line(span.end);
                    self.at_statement = true;
                    // Empty lines are not passed to the grammar.
                    if std::mem::replace(&mut self.at_line, true) {
                        continue;
                    }
                }
                Token::Marker => {}
                _ => {
                    self.at_line = false;
                    self.at_statement = matches!(token, Token::Colon);
                }
            }
            return Some((span.start, token, span.end));
        }
    }
}
