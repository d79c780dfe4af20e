//! Macro definitions and calls.

use std::rc::Rc;

use pica200_objfmt::isa::opcode::Opcode;

use super::Preprocessor;
use super::arguments::{assignment, split};
use super::body::{Body, ExpandedBody, Value};
use super::frame::{Frame, FrameKind};
use super::line::{FrameText, Line};
use super::record::{self, MacroParameter};
use crate::diagnostic::{Code, diagnose, did_you_mean};
use crate::directive::Directive;
use crate::mnemonic::{PSEUDO_INSTRUCTIONS, PseudoInfo};
use crate::syntax::head::Head;
use crate::text::{Argument, Cause, Expansion, Origins, Piece, RecordedPosition, Role, Span};
use crate::text::{is_name, offset_in, tail, unquote, word_len};

/// Maximum number of parameters of a macro: each call and each use of a parameter searches linearly.
const MAX_PARAMETERS: usize = 128;

/// A macro.
pub(super) struct Macro {
    /// Span of the directive that defines it.
    at: Span,
    parameters: Vec<Parameter>,
    body: Body,
    /// Number of blocks that its lines open and do not close.
    pub(super) blocks: i64,
}

/// A parameter of a macro.
struct Parameter {
    name: String,
    default: Option<String>,
    /// Source location of the default, if recorded.
    origins: Vec<Piece>,
}

impl<'s> Preprocessor<'_, 's> {
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
                return self.report(diagnose(Code::InvalidMacro, at, message).with_help(help));
            }
        };
        if let Some(earlier) = self.macros.get(name) {
            let message = format!("the macro `{name}` is already defined");
            let diagnostic = diagnose(Code::DuplicateMacro, at, message);
            return self.report(diagnostic.with_secondary(earlier.at, "first defined here"));
        }
        let Some(body) = body else { return };
        self.output.hide(&body.text);
        let opened = |name: &str| self.macros.get(name).map(|callee| callee.blocks);
        let blocks = self.lookahead.blocks(&body.text, &opened);
        if let Some(record) = &mut self.record {
            let list = split(tail(operands, name.len()));
            let recorded = parameters.iter().zip(list).map(|(parameter, part)| {
                let named = part.get(..parameter.name.len());
                MacroParameter {
                    name: parameter.name.clone(),
                    location: named.and_then(|named| line.location(named)),
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

    /// Expands a macro call.
    pub(super) fn call(&mut self, name: &str, callee: &Macro, at: Span, line: &Line<'s>, head: &Head<'_>) {
        let arguments = match arguments(name, &callee.parameters, head.operands(line.text())) {
            Ok(arguments) => arguments,
            Err(message) => {
                let diagnostic = diagnose(Code::MacroArguments, at, message.0);
                let diagnostic = diagnostic
                    .with_secondary(callee.at, "the macro is here")
                    .with_optional_help(message.1);
                return self.report(diagnostic);
            }
        };
        let Some(expanded) = self.substitute(&callee.body, &arguments) else {
            return self.stop(at);
        };
        let origins = self.record_call(name, callee, &arguments, at, line, &expanded);
        let origin = |n: usize| {
            let value = arguments.get(n)?.text;
            let offset = offset_in(line.text(), value)?.checked_sub(head.start)?;
            Some(at.start + Span::from_range(0..offset).end)
        };
        let pieces = expanded.replaced.iter().filter_map(|replaced| {
            Some(Argument {
                span: Span::from_range(replaced.range.clone()),
                origin: origin(replaced.value?)?,
            })
        });
        let text = FrameText::MacroBody(expanded.text.as_str().into(), pieces.collect());
        let expansion = Expansion {
            cause: Cause::Macro(name.to_owned()),
            at,
        };
        let mut frame = Frame::new(text, callee.body.first, FrameKind::Macro);
        let recorded = line.recorded.map_or(line.position, RecordedPosition::position);
        frame.recorded = Some(RecordedPosition::All(recorded));
        frame.origins = origins;
        self.push_frame(expansion, frame);
    }

    /// Records a call if enabled. Returns the source location of its expansion.
    fn record_call(
        &mut self,
        name: &str,
        callee: &Macro,
        arguments: &[Value<'_>],
        at: Span,
        line: &Line<'s>,
        expanded: &ExpandedBody,
    ) -> Option<Rc<Origins>> {
        let record = self.record.as_mut()?;
        record.note_call(line, name, at, arguments, &expanded.text);
        let of_value = |(value, parameter): (&Value<'_>, &Parameter)| {
            let role = |role, pieces_role: Role| match pieces_role {
                Role::Generated => Role::Generated,
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
        record::body_origins(expanded, &callee.body, &values)
    }

    /// Substitutes the parameters of a body. Returns `None` if the result would be too long.
    pub(super) fn substitute(&mut self, body: &Body, values: &[Value<'_>]) -> Option<ExpandedBody> {
        self.expansions += 1;
        let expanded = body.substitute(values, self.expansions, self.bytes_left)?;
        self.bytes_left = self.bytes_left.saturating_sub(expanded.text.len());
        Some(expanded)
    }
}

/// Checks the name of a macro.
fn check_name(name: &str) -> Result<(), String> {
    if !is_name(name) {
        return Err("missing macro name".to_owned());
    }
    let is_pseudo = |info: &PseudoInfo| info.mnemonic().eq_ignore_ascii_case(name);
    if Opcode::from_mnemonic(name).is_some() || PSEUDO_INSTRUCTIONS.iter().any(is_pseudo) {
        return Err(format!("`{name}` is an instruction and cannot name a macro"));
    }
    Ok(())
}

/// Parses the parameters of a macro; `list` is a part of the line.
fn parameters(line: &Line<'_>, list: &str) -> Result<Vec<Parameter>, String> {
    let parts = split(list);
    if parts.len() > MAX_PARAMETERS {
        return Err(format!(
            "a macro has at most {MAX_PARAMETERS} parameters, found {}",
            parts.len()
        ));
    }
    let mut parameters: Vec<Parameter> = Vec::new();
    for part in parts {
        let (name, default) = match assignment(part) {
            Some((name, default)) => (name, Some(default)),
            None => (part, None),
        };
        if !is_name(name) {
            return Err(format!("`{part}` is not a parameter"));
        }
        if parameters.iter().any(|earlier| earlier.name == name) {
            return Err(format!("duplicate parameter `{name}`"));
        }
        parameters.push(Parameter {
            name: name.to_owned(),
            default: default.map(str::to_owned),
            origins: default.map_or_else(Vec::new, |default| line.pieces(unquote(default).unwrap_or(default))),
        });
    }
    Ok(parameters)
}

/// An error in the arguments of a call, and a hint.
type ArgumentError = (String, Option<String>);

/// Returns the name and the value of each parameter.
fn arguments<'a>(callee: &str, parameters: &'a [Parameter], list: &'a str) -> Result<Vec<Value<'a>>, ArgumentError> {
    let mut given: Vec<Option<&str>> = vec![None; parameters.len()];
    let mut next = 0;
    for part in split(list) {
        let (index, value) = match assignment(part) {
            Some((name, value)) => (parameter_index(callee, parameters, name)?, value),
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
            let name = parameters.get(index).map_or("", |parameter| &parameter.name);
            return Err((format!("duplicate argument `{name}` of `{callee}`"), None));
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
            (format!("missing argument `{name}` of `{callee}`"), Some(help))
        })
    });
    values.collect()
}

/// Returns the index of a parameter by name.
fn parameter_index(callee: &str, parameters: &[Parameter], name: &str) -> Result<usize, ArgumentError> {
    let known = parameters.iter().position(|parameter| parameter.name == name);
    known.ok_or_else(|| {
        let names = parameters.iter().map(|parameter| parameter.name.as_str());
        (
            format!("`{callee}` has no parameter `{name}`"),
            did_you_mean(name, names),
        )
    })
}
