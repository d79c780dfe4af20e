//! Macros: their definitions, and their calls.

use std::ops::Range;
use std::rc::Rc;

use pica200_objfmt::formats::object::Position;
use pica200_objfmt::isa::opcode::Opcode;

use super::Preprocessor;
use super::arguments::{assignment, split};
use super::frame::{Frame, FrameKind, FrameText, Line};
use super::record::{self, MacroParameter};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::directive::Directive;
use crate::mnemonic::{PSEUDO_INSTRUCTIONS, PseudoInfo};
use crate::syntax::head::{Head, Word};
use crate::text::{Argument, Cause, Expansion, Origins, Piece, Role, Span};
use crate::text::{BLANKS, is_in_name, is_name, line_len, offset_in, tail, unquote, word_len};

/// A macro.
pub(super) struct Macro {
    /// The span of the directive that defines it.
    at: Span,
    parameters: Vec<Parameter>,
    body: Body,
    /// The number of blocks of the assembler that its lines open and do not close.
    pub(super) blocks: i64,
}

/// A parameter of a macro.
struct Parameter {
    name: String,
    default: Option<String>,
    /// Where the default is written, if places are recorded.
    origins: Vec<Piece>,
}

/// The value of a parameter in a call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value<'a> {
    /// The name of the parameter.
    pub(super) name: &'a str,
    /// The text that replaces it.
    pub(super) text: &'a str,
}

/// The lines of a macro or a repetition.
pub(super) struct Body {
    pub(super) text: Rc<str>,
    /// Where the text is written, if that is recorded.
    pub(super) origins: Option<Rc<Origins>>,
    /// The file and line of the first line.
    pub(super) first: Position,
    /// The local labels that are defined in them, without their dots.
    locals: Vec<String>,
}

/// The lines of a body with values filled in.
#[derive(Default)]
pub(super) struct Filled {
    pub(super) text: String,
    /// The pieces of the text that replace other pieces of the body, in order.
    pub(super) replaced: Vec<Replaced>,
}

/// A piece of a text that replaces another piece of a body.
pub(super) struct Replaced {
    /// The piece of the text.
    pub(super) range: Range<usize>,
    /// The piece of the body.
    pub(super) of: Range<usize>,
    /// The index of the value that it is; `None` for the name of a local label or a number.
    pub(super) value: Option<usize>,
}

/// The replacement of a piece of a body.
struct Replacement {
    put: String,
    /// The length of the piece in bytes.
    len: usize,
    /// The index of the value that replaces it.
    value: Option<usize>,
    /// Whether the piece changes.
    is_change: bool,
}

impl Replacement {
    /// A replacement that is not a value.
    fn new(put: impl Into<String>, len: usize) -> Self {
        Self {
            put: put.into(),
            len,
            value: None,
            is_change: true,
        }
    }

    /// No replacement: a piece that is kept.
    fn none(piece: &str) -> Self {
        Self {
            is_change: false,
            ..Self::new(piece, piece.len())
        }
    }
}

impl Body {
    /// The lines with the values of parameters filled in. `number`, which no other expansion has, makes their local labels
    /// unique. `None` if the result would have more than `most` bytes.
    pub(super) fn fill_in(&self, values: &[Value<'_>], number: u64, most: usize) -> Option<Filled> {
        let mut filled = Filled::default();
        let mut hidden = Hidden::default();
        let mut rest = &*self.text;
        while line_len(rest) > 0 {
            let (line, after) = rest.split_at(line_len(rest));
            rest = after;
            hidden.end(line);
            let start = self.text.len() - rest.len() - line.len();
            self.fill_in_line((start, line), values, number, &hidden, &mut filled);
            hidden.begin(line);
            if filled.text.len() > most {
                return None;
            }
        }
        Some(filled)
    }

    /// Fills in the values in a line of the body, which begins at a byte of it.
    fn fill_in_line(
        &self,
        (begin, line): (usize, &str),
        values: &[Value<'_>],
        number: u64,
        hidden: &Hidden<'_>,
        filled: &mut Filled,
    ) {
        let mut rest = line;
        while let Some(at) = rest.find(['\\', '.']) {
            let (before, special) = rest.split_at(at);
            filled.text.push_str(before);
            let is_in_name = before.ends_with(is_in_name);
            let replacement = if special.starts_with('\\') {
                self.parameter(special, values, number, hidden)
            } else {
                self.local(special, is_in_name, number)
            };
            let start = filled.text.len();
            filled.text.push_str(&replacement.put);
            if replacement.is_change {
                let of = begin + line.len() - special.len();
                filled.replaced.push(Replaced {
                    range: start..filled.text.len(),
                    of: of..of + replacement.len,
                    value: replacement.value,
                });
            }
            rest = tail(special, replacement.len);
        }
        filled.text.push_str(rest);
    }

    /// The replacement of a backslash and the parameter after it.
    fn parameter(
        &self,
        special: &str,
        values: &[Value<'_>],
        number: u64,
        hidden: &Hidden<'_>,
    ) -> Replacement {
        let after = tail(special, 1);
        let kept = Replacement::none("\\");
        if hidden.is_in_macro() && after.starts_with(['@', '(']) {
            return kept;
        }
        if after.starts_with('@') {
            return Replacement::new(number.to_string(), 2);
        }
        if after.starts_with("()") {
            return Replacement::new("", 3);
        }
        let name = after.get(..word_len(after)).unwrap_or_default();
        let mut known = values.iter().enumerate().filter(|_| !hidden.has(name));
        match known.find(|(_, known)| known.name == name) {
            Some((n, value)) => Replacement {
                value: Some(n),
                ..Replacement::new(value.text, 1 + name.len())
            },
            // It can belong to a macro that is defined in this one.
            None => kept,
        }
    }

    /// The replacement of a dot and the name of a local label after it.
    fn local(&self, special: &str, is_in_name: bool, number: u64) -> Replacement {
        let after = tail(special, 1);
        let name = after.get(..word_len(after)).unwrap_or_default();
        if !is_in_name && self.locals.iter().any(|local| local == name) {
            return Replacement::new(format!(".{name}${number}"), 1 + name.len());
        }
        Replacement::none(".")
    }
}

/// The names of parameters of macros and repetitions within a body, which hide those of the body.
#[derive(Default)]
struct Hidden<'t> {
    /// For each open macro or repetition, whether it is a macro, and its names.
    open: Vec<(bool, Vec<&'t str>)>,
}

impl<'t> Hidden<'t> {
    /// Takes a line, which can begin a macro or a repetition.
    fn begin(&mut self, line: &'t str) {
        let head = Head::of(line);
        let operands = head.operands(line);
        let name = |part: &'t str| assignment(part).map_or(part, |(name, _)| name);
        match head.word {
            Word::Directive(Directive::Macro) => {
                let parameters = split(tail(operands, word_len(operands)));
                self.open
                    .push((true, parameters.into_iter().map(name).collect()));
            }
            Word::Directive(Directive::Rept) => {
                let counter = split(operands).into_iter().skip(1);
                self.open.push((false, counter.collect()));
            }
            _ => {}
        }
    }

    /// Takes a line, which can end a macro or a repetition.
    fn end(&mut self, line: &str) {
        if let Word::Directive(Directive::Endm | Directive::Endr) = Head::of(line).word {
            self.open.pop();
        }
    }

    fn is_in_macro(&self) -> bool {
        self.open.iter().any(|(is_macro, _)| *is_macro)
    }

    fn has(&self, name: &str) -> bool {
        self.open.iter().any(|(_, names)| names.contains(&name))
    }
}

/// The local labels that lines define, without their dots.
fn locals(body: &str) -> Vec<String> {
    let mut names: Vec<_> = body.split(['\r', '\n']).flat_map(local).collect();
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(str::to_owned).collect()
}

/// The local labels at the beginning of a line.
fn local(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices(".L").filter_map(move |(at, _)| {
        let before = line.get(..at)?.trim_end_matches(BLANKS);
        let after = tail(line, at + 1);
        let name = after.get(..word_len(after))?;
        let is_first = before.is_empty() || before.ends_with(':');
        let is_label = tail(after, name.len())
            .trim_start_matches(BLANKS)
            .starts_with(':');
        (is_first && is_label).then_some(name)
    })
}

impl<'s> Preprocessor<'_, 's> {
    /// Reads the lines up to the end of a body. Reports a missing end.
    pub(super) fn body(
        &mut self,
        opening: Directive,
        closing: Directive,
        at: Span,
    ) -> Option<Body> {
        let frame = self.frames.last_mut()?;
        let first = frame.position();
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
            match Head::of(line.text()).word {
                Word::Directive(directive) if directive == opening => depth += 1,
                Word::Directive(directive) if directive == closing && depth == 0 => {
                    // Labels before the end belong to the body.
                    let labels = line.text().get(..Head::of(line.text()).start);
                    let labels = labels.unwrap_or_default().trim_matches(BLANKS);
                    if !labels.is_empty() {
                        add(&mut text, &line, labels);
                        text.push('\n');
                    }
                    return Some(Body {
                        locals: locals(&text),
                        text: text.into(),
                        origins: origins.map(Rc::new),
                        first,
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
        self.report(Diagnostic::new(Code::UnclosedBody, at, message));
        None
    }

    /// Defines a macro: `.macro NAME PARAMETERS`, and the lines after it.
    pub(super) fn define_macro(&mut self, at: Span, line: &Line<'s>, head: &Head<'_>) {
        let body = self.body(Directive::Macro, Directive::Endm, at);
        let operands = head.operands(line.text());
        let name = operands.get(..word_len(operands)).unwrap_or_default();
        let parameters = parameters(line, tail(operands, name.len()));
        let parameters = match check_name(name).and(parameters) {
            Ok(parameters) => parameters,
            Err(message) => {
                let help = "the form is: .macro NAME PARAMETER, PARAMETER=DEFAULT, ...";
                return self.report(Diagnostic::new(Code::InvalidMacro, at, message).help(help));
            }
        };
        if let Some(earlier) = self.macros.get(name) {
            let message = format!("the macro `{name}` is already defined");
            let diagnostic = Diagnostic::new(Code::DuplicateMacro, at, message);
            return self.report(diagnostic.also(earlier.at, "first defined here"));
        }
        let Some(body) = body else { return };
        self.output.leave_out(&body.text);
        let opened = |name: &str| self.macros.get(name).map(|callee| callee.blocks);
        let blocks = self.lookahead.blocks(&body.text, &opened);
        if let Some(record) = &mut self.record {
            let list = split(tail(operands, name.len()));
            let recorded = parameters.iter().zip(list).map(|(parameter, part)| {
                let named = part.get(..parameter.name.len());
                MacroParameter {
                    name: parameter.name.clone(),
                    place: named.and_then(|named| line.place(named)),
                    default: parameter.default.clone(),
                }
            });
            record.note_macro(line, name, recorded.collect(), &body);
        }
        let defined = Macro {
            at,
            parameters,
            body,
            blocks,
        };
        self.macros.insert(name.to_owned(), Rc::new(defined));
    }

    /// Calls a macro.
    pub(super) fn call(
        &mut self,
        name: &str,
        callee: &Macro,
        at: Span,
        line: &Line<'s>,
        head: &Head<'_>,
    ) {
        let arguments = match arguments(name, &callee.parameters, head.operands(line.text())) {
            Ok(arguments) => arguments,
            Err(message) => {
                let diagnostic = Diagnostic::new(Code::MacroArguments, at, message.0);
                let diagnostic = diagnostic
                    .also(callee.at, "the macro is here")
                    .maybe_help(message.1);
                return self.report(diagnostic);
            }
        };
        let Some(filled) = self.fill_in(&callee.body, &arguments) else {
            return self.stop(at);
        };
        let origins = self.record_call(name, callee, &arguments, at, line, &filled);
        let origin = |n: usize| {
            let value = arguments.get(n)?.text;
            let offset = offset_in(line.text(), value)?.checked_sub(head.start)?;
            Some(at.start + Span::from_range(0..offset).end)
        };
        let pieces = filled.replaced.iter().filter_map(|replaced| {
            Some(Argument {
                span: Span::from_range(replaced.range.clone()),
                origin: origin(replaced.value?)?,
            })
        });
        let text = FrameText::Called(filled.text.as_str().into(), pieces.collect());
        let expansion = Expansion {
            cause: Cause::Macro(name.to_owned()),
            at,
        };
        let mut frame = Frame::new(text, callee.body.first, FrameKind::Macro);
        frame.recorded = Some(line.position);
        frame.origins = origins;
        self.push_frame(expansion, frame);
    }

    /// Records a call, if that is wanted. Returns where the lines that it stands for are written.
    fn record_call(
        &mut self,
        name: &str,
        callee: &Macro,
        arguments: &[Value<'_>],
        at: Span,
        line: &Line<'s>,
        filled: &Filled,
    ) -> Option<Rc<Origins>> {
        let record = self.record.as_mut()?;
        record.note_call(line, name, at, arguments, &filled.text);
        let of_value = |(value, parameter): (&Value<'_>, &Parameter)| {
            let role = |role, of_pieces: Role| match of_pieces {
                Role::Made => Role::Made,
                _ => role,
            };
            let (pieces, new) = match offset_in(line.text(), value.text) {
                Some(_) => (line.pieces(value.text), Role::Argument),
                None => (parameter.origins.clone(), Role::Default),
            };
            let pieces = pieces.into_iter().map(|piece| Piece {
                role: role(new, piece.role),
                ..piece
            });
            pieces.collect()
        };
        let values = arguments.iter().zip(&callee.parameters).map(of_value);
        let values: Vec<Vec<Piece>> = values.collect();
        record::origins_of(filled, &callee.body, &values)
    }

    /// A body with the values of its parameters filled in; `None` if the result would be too long.
    pub(super) fn fill_in(&mut self, body: &Body, values: &[Value<'_>]) -> Option<Filled> {
        self.turns += 1;
        body.fill_in(values, self.turns, self.bytes_left)
    }
}

/// Checks the name of a macro.
fn check_name(name: &str) -> Result<(), String> {
    if !is_name(name) {
        return Err("a macro needs a name".to_owned());
    }
    let is_pseudo = |info: &PseudoInfo| info.mnemonic().eq_ignore_ascii_case(name);
    if Opcode::from_mnemonic(name).is_some() || PSEUDO_INSTRUCTIONS.iter().any(is_pseudo) {
        return Err(format!(
            "`{name}` is an instruction and cannot name a macro"
        ));
    }
    Ok(())
}

/// The parameters of a macro; `list` is a part of the line.
fn parameters(line: &Line<'_>, list: &str) -> Result<Vec<Parameter>, String> {
    let mut parameters: Vec<Parameter> = Vec::new();
    for part in split(list) {
        let (name, default) = match assignment(part) {
            Some((name, default)) => (name, Some(default)),
            None => (part, None),
        };
        if !is_name(name) {
            return Err(format!("`{part}` is not a parameter"));
        }
        if parameters.iter().any(|earlier| earlier.name == name) {
            return Err(format!("two parameters have the name `{name}`"));
        }
        parameters.push(Parameter {
            name: name.to_owned(),
            default: default.map(str::to_owned),
            origins: default.map_or_else(Vec::new, |default| {
                line.pieces(unquote(default).unwrap_or(default))
            }),
        });
    }
    Ok(parameters)
}

/// The error in the arguments of a call, and a hint.
type Misfit = (String, Option<String>);

/// The name and the value of each parameter.
fn arguments<'a>(
    callee: &str,
    parameters: &'a [Parameter],
    list: &'a str,
) -> Result<Vec<Value<'a>>, Misfit> {
    let mut given: Vec<Option<&str>> = vec![None; parameters.len()];
    let mut next = 0;
    for part in split(list) {
        let (index, value) = match assignment(part) {
            Some((name, value)) => (named(callee, parameters, name)?, value),
            None => {
                next += 1;
                (next - 1, part)
            }
        };
        let Some(slot) = given.get_mut(index) else {
            let message = format!("too many arguments: `{callee}` takes {}", parameters.len());
            let help = "put an argument that contains commas in quotation marks";
            return Err((message, Some(help.to_owned())));
        };
        if slot.replace(value).is_some() {
            let name = parameters
                .get(index)
                .map_or("", |parameter| &parameter.name);
            return Err((
                format!("the argument `{name}` of `{callee}` is given twice"),
                None,
            ));
        }
    }
    let values = parameters.iter().zip(given).map(|(parameter, given)| {
        let given = given.filter(|given| !given.is_empty());
        let value = given.or(parameter.default.as_deref());
        // Quotation marks around the whole argument are not part of it.
        let value = value.map(|value| unquote(value).unwrap_or(value));
        let name = parameter.name.as_str();
        value.map(|text| Value { name, text }).ok_or_else(|| {
            let names: Vec<_> = parameters.iter().map(|p| p.name.as_str()).collect();
            let help = format!(
                "write `{callee} {}`, or give the parameter a default in the macro: `{name}=VALUE`",
                names.join(", ")
            );
            (
                format!("`{callee}` needs its argument `{name}`"),
                Some(help),
            )
        })
    });
    values.collect()
}

/// The index of a parameter, by its name.
fn named(callee: &str, parameters: &[Parameter], name: &str) -> Result<usize, Misfit> {
    let known = parameters
        .iter()
        .position(|parameter| parameter.name == name);
    known.ok_or_else(|| {
        let names = parameters.iter().map(|parameter| parameter.name.as_str());
        (
            format!("`{callee}` has no parameter `{name}`"),
            did_you_mean(name, names),
        )
    })
}
