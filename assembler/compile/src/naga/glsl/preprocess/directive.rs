//! Directives, and the lines between them.

use std::path::Path;

use super::{Kind, Macro, Preprocessor, Sign, Span, Symbol, Token, Version};

/// The state of a conditional.
#[derive(Clone, Copy)]
struct Conditional {
    /// The location of its `#if`.
    span: Span,
    /// True if the lines around it are active.
    is_outer_active: bool,
    /// True if its current part is active.
    is_active: bool,
    /// True if a part of it was active.
    was_active: bool,
    /// True if its `#else` was passed.
    has_else: bool,
}

/// The versions of GLSL.
const VERSIONS: [u32; 17] = [
    100, 110, 120, 130, 140, 150, 300, 310, 320, 330, 400, 410, 420, 430, 440, 450, 460,
];

/// Maximum number of parameters of a macro.
const MAX_PARAMETERS: usize = 500;

impl Preprocessor<'_> {
    /// Processes the lines of a file. `path` is its path, `None` for the source itself.
    pub(super) fn lines(&mut self, tokens: &[Token], path: Option<&Path>, depth: usize) {
        let mut open: Vec<Conditional> = Vec::new();
        let mut at = 0;
        while let Some(first) = tokens.get(at).copied() {
            if self.is_full {
                return;
            }
            if !(first.is(Sign::Hash) && first.is_first) {
                let end = text_end(tokens, at);
                if is_active(&open) {
                    self.expand_text(tokens.get(at..end).unwrap_or_default());
                }
                at = end;
                continue;
            }
            let end = line_end(tokens, at + 1);
            let line = tokens.get(at + 1..end).unwrap_or_default();
            self.directive(first.span, line, &mut open, path, depth);
            at = end;
        }
        if let Some(conditional) = open.last() {
            let span = conditional.span;
            self.error(
                span,
                "this condition has no `#endif`",
                "write `#endif` after its last line",
            );
        }
    }

    fn directive(
        &mut self,
        hash: Span,
        line: &[Token],
        open: &mut Vec<Conditional>,
        path: Option<&Path>,
        depth: usize,
    ) {
        // A `#` alone does nothing.
        let Some((name, rest)) = line.split_first() else {
            return;
        };
        let span = hash.to(rest.last().unwrap_or(name).span);
        let word = self.text(*name).to_owned();
        if self.conditional(&word, span, *name, rest, open) || !is_active(open) {
            return;
        }
        match word.as_str() {
            "define" => self.define(span, rest),
            "undef" => self.undefine(span, rest),
            "include" => self.include(span, rest, path, depth),
            "version" => self.version(rest),
            "error" => {
                let text = self.raw_text(rest);
                self.error(span, format!("`#error {text}`"), "");
            }
            "pragma" => {
                if let (Some(path), Some("once")) = (path, rest.first().map(|word| self.text(*word))) {
                    self.once.insert(path.to_owned());
                }
            }
            "extension" => self.extension(rest),
            "line" | "warning" | "ident" => {}
            _ => self.error(
                span,
                format!("unknown directive `#{word}`"),
                "directives are `#define`, `#undef`, `#if`, `#ifdef`, `#ifndef`, `#elif`, `#else`, `#endif`, `#include`, `#version`, `#extension`, `#error`, `#pragma` and `#line`",
            ),
        }
    }

    /// Processes a directive of a conditional. Returns whether it is one.
    fn conditional(
        &mut self,
        word: &str,
        span: Span,
        name: Token,
        rest: &[Token],
        open: &mut Vec<Conditional>,
    ) -> bool {
        let is_outer_active = is_active(open);
        match word {
            "if" | "ifdef" | "ifndef" => {
                let holds = is_outer_active
                    && match word {
                        "if" => self.condition(span, rest),
                        _ => self.is_defined(span, rest) == (word == "ifdef"),
                    };
                open.push(Conditional {
                    span,
                    is_outer_active,
                    is_active: holds,
                    was_active: holds,
                    has_else: false,
                });
            }
            "elif" | "else" | "endif" => {
                let Some(mut last) = open.pop() else {
                    self.error(span, format!("`#{word}` without `#if`"), "");
                    return true;
                };
                if word == "endif" {
                    return true;
                }
                if last.has_else {
                    self.error(name.span, format!("`#{word}` after `#else`"), "");
                }
                last.is_active =
                    last.is_outer_active && !last.was_active && (word == "else" || self.condition(span, rest));
                last.was_active |= last.is_active;
                last.has_else |= word == "else";
                open.push(last);
            }
            _ => return false,
        }
        true
    }

    /// Returns whether the macro of `#ifdef` or `#ifndef` is defined.
    fn is_defined(&mut self, span: Span, rest: &[Token]) -> bool {
        match rest.first() {
            Some(name) if name.kind == Kind::Word => self.has_macro(name.symbol),
            _ => {
                self.error(span, "the name of a macro is missing", "");
                false
            }
        }
    }

    /// Returns whether a macro has a name.
    pub(super) fn has_macro(&self, name: Symbol) -> bool {
        self.macros.contains_key(&name) || [self.names.line, self.names.file, self.names.version].contains(&name)
    }

    fn define(&mut self, span: Span, rest: &[Token]) {
        let Some((name, rest)) = rest.split_first() else {
            return self.error(span, "the name of a macro is missing", "write `#define NAME text`");
        };
        if name.kind != Kind::Word {
            let found = self.text(*name).to_owned();
            return self.error(name.span, format!("`{found}` cannot be the name of a macro"), "");
        }
        let (parameters, body) = match rest.first() {
            Some(open) if open.is(Sign::LeftParen) && !open.is_spaced => {
                match self.parameters(rest.get(1..).unwrap_or_default()) {
                    Some((parameters, length)) => (Some(parameters), rest.get(1 + length..).unwrap_or_default()),
                    None => {
                        return self.error(
                            span,
                            format!(
                                "the parameters of a macro are up to {MAX_PARAMETERS} different names with commas between them"
                            ),
                            "write `#define NAME(a, b) text`",
                        );
                    }
                }
            }
            _ => (None, rest),
        };
        let new = Macro {
            parameters,
            body: body.into(),
            is_predefined: false,
        };
        let old = self.macros.get(&name.symbol);
        if let Some(old) = old
            && !is_same(old, &new)
        {
            let is_predefined = old.is_predefined;
            let name_text = self.text(*name).to_owned();
            let message = format!("the macro `{name_text}` is defined already, with another text");
            let help = if is_predefined {
                "write `#ifndef` around a default value, or `#undef` before it; `-D` defines macros before the source"
            } else {
                "write `#undef` before it"
            };
            self.error(name.span, message, help);
            return;
        }
        self.macros.insert(name.symbol, new);
    }

    /// Returns the parameters of a macro, and how many tokens they take with the closing bracket.
    fn parameters(&self, rest: &[Token]) -> Option<(Vec<Symbol>, usize)> {
        let mut parameters = Vec::new();
        let close = rest.iter().position(|token| token.is(Sign::RightParen))?;
        let inside = rest.get(..close)?;
        if inside.len() > 2 * MAX_PARAMETERS {
            return None;
        }
        for (index, token) in inside.iter().enumerate() {
            let is_right = match index % 2 {
                0 => token.kind == Kind::Word && !parameters.contains(&token.symbol),
                _ => token.is(Sign::Comma),
            };
            if !is_right {
                return None;
            }
            if index % 2 == 0 {
                parameters.push(token.symbol);
            }
        }
        let is_complete = inside.is_empty() || inside.len() % 2 == 1;
        is_complete.then_some((parameters, close + 1))
    }

    fn undefine(&mut self, span: Span, rest: &[Token]) {
        match rest.first() {
            Some(name) if name.kind == Kind::Word => {
                self.macros.remove(&name.symbol);
            }
            _ => self.error(span, "the name of a macro is missing", "write `#undef NAME`"),
        }
    }

    fn version(&mut self, rest: &[Token]) {
        let Some(number) = rest.first() else {
            return;
        };
        let profile = rest.get(1).map(|profile| self.text(*profile).to_owned());
        let text = self.text(*number).to_owned();
        let Some(number) = text.parse().ok().filter(|number| VERSIONS.contains(number)) else {
            let message = format!("unknown version `{text}` of GLSL");
            return self.error(
                number.span,
                message,
                "versions are 110 to 460, and 100, 300 es, 310 es and 320 es",
            );
        };
        let is_es = number == 100 || profile.as_deref() == Some("es") || number == 300;
        self.version = Some(Version { number, is_es });
        if is_es {
            self.predefine_one("GL_ES", "1");
            self.predefine_one("GL_es_profile", "1");
        } else if number >= 150 {
            self.predefine_one("GL_core_profile", "1");
            if profile.as_deref() == Some("compatibility") {
                self.predefine_one("GL_compatibility_profile", "1");
            }
        }
    }

    /// Returns the text of a part of a line.
    pub(super) fn raw_text(&self, tokens: &[Token]) -> String {
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
            return String::new();
        };
        let range = first.span.start as usize..last.span.end as usize;
        let text = self.listing.get(range).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

fn is_active(open: &[Conditional]) -> bool {
    open.last().is_none_or(|last| last.is_active)
}

/// Returns the end of the tokens up to the next directive.
fn text_end(tokens: &[Token], from: usize) -> usize {
    let rest = tokens.iter().enumerate().skip(from);
    let mut directives = rest.filter(|(_, token)| token.is(Sign::Hash) && token.is_first);
    directives.next().map_or(tokens.len(), |(index, _)| index)
}

/// Returns the end of a line.
fn line_end(tokens: &[Token], from: usize) -> usize {
    let rest = tokens.iter().enumerate().skip(from);
    let mut firsts = rest.filter(|(_, token)| token.is_first);
    firsts.next().map_or(tokens.len(), |(index, _)| index)
}

fn is_same(a: &Macro, b: &Macro) -> bool {
    let text = |found: &Macro| found.body.iter().map(|token| token.symbol).collect::<Vec<_>>();
    a.parameters == b.parameters && text(a) == text(b)
}
