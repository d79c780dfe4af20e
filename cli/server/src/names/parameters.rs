//! Macro parameters and repetition counters. They are local to one file, except for named arguments, `copy from=r0`,
//! which appear in every call of the macro.

use std::ops;
use std::path::{Path, PathBuf};

use gen_lsp_types::{Position, Range};
use pica200_asm::analysis::Use;
use pica200_asm::directive::Directive;
use pica200_asm::syntax::{LineToken, Token, label_token_count, line_tokens};

use super::{Site, find as find_name};
use crate::error::RequestError;
use crate::positions::Text;
use crate::snapshot::Snapshot;

/// A parameter with all its occurrences.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    /// Its name.
    pub text: String,
    /// The defining file, and the name in the definition.
    pub path: PathBuf,
    pub definition: Range,
    /// Its uses without the backslash, and the named arguments.
    pub uses: Vec<ParameterUse>,
    /// The other parameter names of its macro and of enclosing and nested macros.
    pub others: Vec<String>,
}

/// A use of a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ParameterUse {
    pub path: PathBuf,
    pub range: Range,
}

/// A macro or repetition in a text.
#[derive(Debug)]
struct Scope {
    /// The name; `None` for a repetition.
    name: Option<ops::Range<usize>>,
    /// The names of the parameters, or of the counter.
    parameters: Vec<ops::Range<usize>>,
    /// The enclosing scope.
    outer: Option<usize>,
}

/// The macros and repetitions of a text, and the parameter uses in them.
#[derive(Default, Debug)]
struct Scopes {
    scopes: Vec<Scope>,
    /// Each use without the backslash, with its innermost scope.
    uses: Vec<(ops::Range<usize>, usize)>,
}

/// Finds the parameter at a position of a file, with all its occurrences.
///
/// # Errors
///
/// Returns an error if the request was cancelled.
pub(crate) fn find(snapshot: &Snapshot, path: &Path, position: Position) -> Result<Option<Parameter>, RequestError> {
    let Some(text) = snapshot.documents.text(path) else {
        return Ok(None);
    };
    let scopes = Scopes::of(&text);
    if let Some(found) = scopes.at(&text, text.byte(position)) {
        return parameter(snapshot, path, &text, &scopes, found).map(Some);
    }
    named_argument(snapshot, path, &text, position)
}

/// Returns the parameter of a named argument: `from` in `copy from=r0`.
fn named_argument(
    snapshot: &Snapshot,
    path: &Path,
    text: &Text,
    position: Position,
) -> Result<Option<Parameter>, RequestError> {
    let byte = text.byte(position);
    let start = text.line_range(text.line_at(byte)).start;
    let line = text.line(text.line_at(byte));
    let pieces = line_tokens(line);
    let statement = pieces.get(label_token_count(&pieces)..).unwrap_or_default();
    let named = named_arguments(statement);
    let holds = |piece: &&&LineToken<'_>| (start + piece.start..=start + piece.end()).contains(&byte);
    let (Some(call), Some(named)) = (statement.first(), named.iter().find(holds)) else {
        return Ok(None);
    };
    let at_call = text.position(start + call.start);
    let Some(name) = find_name(snapshot, path, at_call)? else {
        return Ok(None);
    };
    for defined in name.definitions() {
        let Some(text) = snapshot.documents.text(&defined.path) else {
            continue;
        };
        let scopes = Scopes::of(&text);
        let at = text.byte(defined.range.start);
        let of_macro = scopes
            .scopes
            .iter()
            .position(|scope| scope.name.as_ref().is_some_and(|name| name.start == at));
        let found = of_macro.and_then(|scope| scopes.parameter(&text, scope, named.text));
        if let Some(found) = found {
            return parameter(snapshot, &defined.path, &text, &scopes, found).map(Some);
        }
    }
    Ok(None)
}

/// Returns a parameter with its occurrences, given its scope and index.
fn parameter(
    snapshot: &Snapshot,
    path: &Path,
    text: &Text,
    scopes: &Scopes,
    found: (usize, usize),
) -> Result<Parameter, RequestError> {
    let (scope, index) = found;
    let defined = scopes.scopes.get(scope);
    let bytes = defined.and_then(|scope| scope.parameters.get(index));
    let bytes = bytes.cloned().unwrap_or_default();
    let name = slice(text, &bytes).to_owned();
    let uses = scopes
        .uses
        .iter()
        .filter(|(bytes, innermost)| scopes.resolve(text, slice(text, bytes), Some(*innermost)) == Some(found));
    let site = |(bytes, _): &(ops::Range<usize>, usize)| ParameterUse {
        path: path.to_owned(),
        range: text.range(bytes.clone()),
    };
    let mut uses: Vec<_> = uses.map(site).collect();
    if let Some(called) = defined.and_then(|scope| scope.name.as_ref()) {
        let calls = find_name(snapshot, path, text.position(called.start))?;
        let calls = calls.map(|name| name.sites).unwrap_or_default();
        for call in calls.iter().filter(|site| site.usage == Use::Read) {
            uses.extend(named_in_call(snapshot, call, &name));
        }
    }
    Ok(Parameter {
        others: scopes.names_near(text, scope, &name),
        text: name,
        path: path.to_owned(),
        definition: text.range(bytes),
        uses,
    })
}

/// Returns the named argument of a call for a parameter.
fn named_in_call(snapshot: &Snapshot, call: &Site, name: &str) -> Option<ParameterUse> {
    let text = snapshot.documents.text(&call.path)?;
    let bytes = text.bytes(call.range);
    let line = text.line_range(text.line_at(bytes.start));
    let rest = text.as_str().get(bytes.start..line.end)?;
    let pieces = line_tokens(rest);
    let named = named_arguments(&pieces);
    let named = named.into_iter().find(|piece| piece.text == name)?;
    Some(ParameterUse {
        path: call.path.clone(),
        range: text.range(bytes.start + named.start..bytes.start + named.end()),
    })
}

/// Returns the parameter names of named arguments in a call, which starts with the macro name.
fn named_arguments<'p, 's>(call: &'p [LineToken<'s>]) -> Vec<&'p LineToken<'s>> {
    let parts = parts(call.get(1..).unwrap_or_default());
    let named = parts.into_iter().filter_map(|part| match part {
        [name, sign, ..] if is_word(name) && sign.token == Token::Assign => Some(name),
        _ => None,
    });
    named.collect()
}

/// Splits a list at commas outside brackets.
fn parts<'p, 's>(list: &'p [LineToken<'s>]) -> Vec<&'p [LineToken<'s>]> {
    let mut depth = 0_usize;
    let parts = list.split(|piece| {
        match piece.token {
            Token::OpenBracket | Token::OpenParen => depth += 1,
            Token::CloseBracket | Token::CloseParen => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && piece.token == Token::Comma
    });
    parts.collect()
}

fn is_word(piece: &LineToken<'_>) -> bool {
    piece.token == Token::Word
}

fn slice<'t>(text: &'t Text, bytes: &ops::Range<usize>) -> &'t str {
    text.as_str().get(bytes.clone()).unwrap_or_default()
}

impl Scopes {
    fn of(text: &Text) -> Self {
        let mut scopes = Self::default();
        let mut open: Vec<usize> = Vec::new();
        for index in 0..text.line_count() {
            let start = text.line_range(index).start;
            let pieces = line_tokens(text.line(index));
            let statement = pieces.get(label_token_count(&pieces)..).unwrap_or_default();
            let directive = statement.first().map(|piece| piece.token);
            if let Some(Token::Directive(Directive::Endm | Directive::Endr)) = directive {
                open.pop();
            }
            if let Some(&innermost) = open.last() {
                scopes.add_uses(start, &pieces, innermost);
            }
            let operands = statement.get(1..).unwrap_or_default();
            let bytes = |piece: &LineToken<'_>| start + piece.start..start + piece.end();
            let scope = match directive {
                Some(Token::Directive(Directive::Macro)) => {
                    let parts = parts(operands.get(1..).unwrap_or_default());
                    let first = parts.iter().filter_map(|part| part.first());
                    Some(Scope {
                        name: operands.first().filter(|name| is_word(name)).map(bytes),
                        parameters: first.filter(|piece| is_word(piece)).map(bytes).collect(),
                        outer: open.last().copied(),
                    })
                }
                Some(Token::Directive(Directive::Rept)) => {
                    let parts = parts(operands);
                    let counter = parts.get(1).and_then(|part| part.first());
                    Some(Scope {
                        name: None,
                        parameters: counter.into_iter().filter(|piece| is_word(piece)).map(bytes).collect(),
                        outer: open.last().copied(),
                    })
                }
                _ => None,
            };
            if let Some(scope) = scope {
                open.push(scopes.scopes.len());
                scopes.scopes.push(scope);
            }
        }
        scopes
    }

    fn add_uses(&mut self, start: usize, pieces: &[LineToken<'_>], innermost: usize) {
        for piece in pieces.iter().filter(|piece| piece.token == Token::Parameter) {
            self.uses
                .push((start + piece.start + 1..start + piece.end(), innermost));
        }
    }

    /// Returns the scope and index of the parameter that is defined or used at a byte offset.
    fn at(&self, text: &Text, byte: usize) -> Option<(usize, usize)> {
        for (scope, found) in self.scopes.iter().enumerate() {
            let holds = |bytes: &ops::Range<usize>| bytes.start <= byte && byte <= bytes.end;
            if let Some(index) = found.parameters.iter().position(holds) {
                return Some((scope, index));
            }
        }
        let mut uses = self.uses.iter();
        let (bytes, innermost) = uses.find(|(bytes, _)| bytes.start <= byte.saturating_add(1) && byte <= bytes.end)?;
        self.resolve(text, slice(text, bytes), Some(*innermost))
    }

    /// Resolves a parameter name in a scope or its enclosing scopes.
    fn resolve(&self, text: &Text, name: &str, innermost: Option<usize>) -> Option<(usize, usize)> {
        let mut next = innermost;
        while let Some(scope) = next {
            if let Some(found) = self.parameter(text, scope, name) {
                return Some(found);
            }
            next = self.scopes.get(scope)?.outer;
        }
        None
    }

    /// Resolves a parameter name in a single scope.
    fn parameter(&self, text: &Text, scope: usize, name: &str) -> Option<(usize, usize)> {
        let parameters = &self.scopes.get(scope)?.parameters;
        let index = parameters.iter().position(|bytes| slice(text, bytes) == name)?;
        Some((scope, index))
    }

    /// Returns the parameter names of a scope and of its enclosing and nested scopes, except for one name.
    fn names_near(&self, text: &Text, scope: usize, name: &str) -> Vec<String> {
        let is_around = |outer: usize, inner: usize| {
            let mut next = Some(inner);
            while let Some(scope) = next.filter(|scope| *scope != outer) {
                next = self.scopes.get(scope).and_then(|scope| scope.outer);
            }
            next.is_some()
        };
        let near = (0..self.scopes.len()).filter(|other| is_around(scope, *other) || is_around(*other, scope));
        let near = near.filter_map(|scope| self.scopes.get(scope));
        let names = near.flat_map(|scope| &scope.parameters);
        let names = names.map(|bytes| slice(text, bytes));
        names.filter(|other| *other != name).map(str::to_owned).collect()
    }
}
