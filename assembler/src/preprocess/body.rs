//! Bodies of macros and repetitions, and the substitution of parameters in them.

use std::ops::Range;
use std::rc::Rc;

use pica200_objfmt::formats::object::Position;
use rustc_hash::FxHashMap;

use super::Preprocessor;
use super::arguments::{assignment, split};
use super::line::Line;
use crate::diagnostic::{Code, diagnose};
use crate::directive::Directive;
use crate::syntax::head::{Head, Word};
use crate::text::{Origins, RecordedPosition, Span, WHITESPACE, is_name_char, line_len, tail, word_len};

/// The value of a parameter in a call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value<'a> {
    /// The name of the parameter.
    pub(super) name: &'a str,
    /// The replacement text.
    pub(super) text: &'a str,
}

/// The body of a macro or a repetition.
pub(super) struct Body {
    pub(super) text: Rc<str>,
    /// Source location of the text, if recorded.
    pub(super) origins: Option<Rc<Origins>>,
    /// File and line of the first line.
    pub(super) first: Position,
    /// Position of the first line in line tables, if different.
    pub(super) recorded: Option<RecordedPosition>,
    /// Local labels defined in the body, without their dots, sorted.
    locals: Vec<String>,
}

/// A body with parameters substituted.
#[derive(Default)]
pub(super) struct ExpandedBody {
    pub(super) text: String,
    /// The pieces of the text that replace pieces of the body, in order.
    pub(super) replaced: Vec<Substitution>,
}

/// A piece of the text that replaces a piece of the body.
pub(super) struct Substitution {
    /// The piece of the text.
    pub(super) range: Range<usize>,
    /// The replaced piece of the body.
    pub(super) source: Range<usize>,
    /// Index of the value it comes from; `None` for the name of a local label or a number.
    pub(super) value: Option<usize>,
}

/// The replacement of a piece of a body.
struct Replacement {
    text: String,
    /// Length of the piece in bytes.
    len: usize,
    /// Index of the value that replaces it.
    value: Option<usize>,
    /// True if the text changes.
    is_change: bool,
}

impl Replacement {
    /// Creates a replacement that is not a value.
    fn new(text: impl Into<String>, len: usize) -> Self {
        Self {
            text: text.into(),
            len,
            value: None,
            is_change: true,
        }
    }

    /// Creates a replacement that keeps a piece.
    fn none(piece: &str) -> Self {
        Self {
            is_change: false,
            ..Self::new(piece, piece.len())
        }
    }
}

impl Body {
    /// Substitutes the parameters. `number` is unique to the expansion and makes its local labels unique. Returns
    /// `None` if the result would have more than `max_bytes` bytes.
    pub(super) fn substitute(&self, values: &[Value<'_>], number: u64, max_bytes: usize) -> Option<ExpandedBody> {
        let mut expanded = ExpandedBody::default();
        let mut shadowing = ShadowingNames::default();
        let mut rest = &*self.text;
        while !rest.is_empty() {
            let (line, after) = rest.split_at(line_len(rest));
            rest = after;
            shadowing.end(line);
            let start = self.text.len() - rest.len() - line.len();
            self.substitute_in_line((start, line), values, number, &shadowing, &mut expanded);
            shadowing.begin(line);
            if expanded.text.len() > max_bytes {
                return None;
            }
        }
        Some(expanded)
    }

    /// Substitutes the parameters in a line of the body, which starts at byte `start`.
    fn substitute_in_line(
        &self,
        (begin, line): (usize, &str),
        values: &[Value<'_>],
        number: u64,
        shadowing: &ShadowingNames<'_>,
        expanded: &mut ExpandedBody,
    ) {
        let mut rest = line;
        while let Some(at) = rest.find(['\\', '.']) {
            let (before, special) = rest.split_at(at);
            expanded.text.push_str(before);
            let is_name_char = before.ends_with(is_name_char);
            let replacement = if special.starts_with('\\') {
                self.parameter(special, values, number, shadowing)
            } else {
                self.local(special, is_name_char, number)
            };
            let start = expanded.text.len();
            expanded.text.push_str(&replacement.text);
            if replacement.is_change {
                let source = begin + line.len() - special.len();
                expanded.replaced.push(Substitution {
                    range: start..expanded.text.len(),
                    source: source..source + replacement.len,
                    value: replacement.value,
                });
            }
            rest = tail(special, replacement.len);
        }
        expanded.text.push_str(rest);
    }

    /// Replaces a backslash and the parameter after it.
    fn parameter(
        &self,
        special: &str,
        values: &[Value<'_>],
        number: u64,
        shadowing: &ShadowingNames<'_>,
    ) -> Replacement {
        let after = tail(special, 1);
        let kept = Replacement::none("\\");
        if shadowing.is_in_macro() && after.starts_with(['@', '(']) {
            return kept;
        }
        if after.starts_with('@') {
            return Replacement::new(number.to_string(), 2);
        }
        if after.starts_with("()") {
            return Replacement::new("", 3);
        }
        let name = after.get(..word_len(after)).unwrap_or_default();
        let known = values.iter().position(|known| known.name == name);
        let known = known.filter(|_| !shadowing.has(name));
        match known.and_then(|n| Some((n, values.get(n)?))) {
            Some((n, value)) => Replacement {
                value: Some(n),
                ..Replacement::new(value.text, 1 + name.len())
            },
            // It can belong to a macro that is defined in this one.
            None => kept,
        }
    }

    /// Replaces a dot and the name of a local label after it.
    fn local(&self, special: &str, is_name_char: bool, number: u64) -> Replacement {
        let after = tail(special, 1);
        let name = after.get(..word_len(after)).unwrap_or_default();
        let is_local = || self.locals.binary_search_by(|local| local.as_str().cmp(name));
        if !is_name_char && is_local().is_ok() {
            return Replacement::new(format!(".{name}${number}"), 1 + name.len());
        }
        Replacement::none(".")
    }
}

/// Parameter names of macros and repetitions within a body, which shadow its own parameters.
#[derive(Default)]
struct ShadowingNames<'t> {
    /// For each open macro or repetition, whether it is a macro, and its names.
    open: Vec<(bool, Vec<&'t str>)>,
    /// Number of macros among them.
    macros: usize,
    /// How many of them declare each name.
    names: FxHashMap<&'t str, usize>,
}

impl<'t> ShadowingNames<'t> {
    /// Handles a line that may begin a macro or a repetition.
    fn begin(&mut self, line: &'t str) {
        let head = Head::parse(line);
        let operands = head.operands(line);
        let name = |part: &'t str| assignment(part).map_or(part, |(name, _)| name);
        let (is_macro, names): (_, Vec<_>) = match head.word {
            Word::Directive(Directive::Macro) => {
                let parameters = split(tail(operands, word_len(operands)));
                (true, parameters.into_iter().map(name).collect())
            }
            Word::Directive(Directive::Rept) => (false, split(operands).into_iter().skip(1).collect()),
            _ => return,
        };
        self.macros += usize::from(is_macro);
        for &name in &names {
            *self.names.entry(name).or_default() += 1;
        }
        self.open.push((is_macro, names));
    }

    /// Handles a line that may end a macro or a repetition.
    fn end(&mut self, line: &str) {
        if let Word::Directive(Directive::Endm | Directive::Endr) = Head::parse(line).word
            && let Some((is_macro, names)) = self.open.pop()
        {
            self.macros -= usize::from(is_macro);
            for name in names {
                self.names.entry(name).and_modify(|count| *count -= 1);
            }
        }
    }

    const fn is_in_macro(&self) -> bool {
        self.macros > 0
    }

    fn has(&self, name: &str) -> bool {
        self.names.get(name).is_some_and(|&count| count > 0)
    }
}

/// Returns the local labels that the lines define, without their dots, sorted.
fn locals(body: &str) -> Vec<String> {
    let mut names: Vec<_> = body.split(['\r', '\n']).flat_map(local).collect();
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(str::to_owned).collect()
}

/// Returns the local labels at the start of a line.
fn local(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices(".L").filter_map(move |(at, _)| {
        let before = line.get(..at)?.trim_end_matches(WHITESPACE);
        let after = tail(line, at + 1);
        let name = after.get(..word_len(after))?;
        let is_first = before.is_empty() || before.ends_with(':');
        let is_label = tail(after, name.len()).trim_start_matches(WHITESPACE).starts_with(':');
        (is_first && is_label).then_some(name)
    })
}

impl<'s> Preprocessor<'_, 's> {
    /// Reads the lines up to the end of a body. Reports a missing end.
    pub(super) fn body(&mut self, opening: Directive, closing: Directive, at: Span) -> Option<Body> {
        let frame = self.frames.last_mut()?;
        let (first, recorded) = (frame.position(), frame.recorded);
        let mut text = String::new();
        let mut origins = frame.origins.is_some().then(Origins::default);
        let mut add = |text: &mut String, line: &Line<'_>, part: &str| {
            if let Some(origins) = &mut origins {
                let to = Span::from_range(0..text.len()).end;
                origins.append(line.pieces(part).into_iter(), 0, to);
            }
            text.push_str(part);
        };
        let mut depth = 0_usize;
        while let Some(line) = frame.next_line() {
            match Head::parse(line.text()).word {
                Word::Directive(directive) if directive == opening => depth += 1,
                Word::Directive(directive) if directive == closing && depth == 0 => {
                    // Labels before the end belong to the body.
                    let labels = line.text().get(..Head::parse(line.text()).start);
                    let labels = labels.unwrap_or_default().trim_matches(WHITESPACE);
                    if !labels.is_empty() {
                        add(&mut text, &line, labels);
                        text.push('\n');
                    }
                    return Some(Body {
                        locals: locals(&text),
                        text: text.into(),
                        origins: origins.map(Rc::new),
                        first,
                        recorded,
                    });
                }
                Word::Directive(directive) if directive == closing => depth -= 1,
                _ => {}
            }
            add(&mut text, &line, line.text());
        }
        let (opening, closing) = match opening {
            Directive::Macro => (".macro", ".endm"),
            _ => (".rept", ".endr"),
        };
        let message = format!("`{opening}` without `{closing}`");
        self.report(diagnose(Code::UnclosedBody, at, message));
        None
    }
}
