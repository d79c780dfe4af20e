//! Refactorings that turn a constant with a single used value into a component of another constant.

use std::ops::Range;

use gen_lsp_types::CodeActionKind;
use pica200_asm::analysis::{
    Analysis, Instruction, Meaning, Occurrence, Placement, Role, SourceOperand, Symbol, SymbolKind,
};
use pica200_asm::resolve::NameKind;
use pica200_asm::syntax::{Token, line_tokens};
use pica200_asm::text::{Span, line_len};
use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::descriptor::{Component, Mask};
use pica200_objfmt::isa::float24::Float24;
use pica200_objfmt::isa::instruction::AddressRegister;
use pica200_objfmt::isa::register::Bank;

use super::{Draft, Preserves, RefactorContext};

/// Maximum number of target constants offered for one value.
const MAX_TARGETS: usize = 3;

/// A constant that is only read by operands of the source.
#[derive(Debug)]
struct Constant<'a> {
    /// The name in its definition.
    defined: Span,
    name: &'a str,
    values: [Float24; 4],
    /// The operands that read it, each from the name to the end of the operand.
    uses: Vec<Span>,
    /// The components read.
    read: Mask,
}

/// The declaration of a constant.
#[derive(Debug)]
struct Declaration {
    /// The span removed with the constant: its line, or only the statement if a comment follows.
    whole: Span,
    /// The expressions of the components.
    parts: [Span; 4],
}

/// The constant at the selection, of which a single value is read.
#[derive(Debug)]
struct SelectedConstant<'a> {
    constant: Constant<'a>,
    declaration: Declaration,
    value: Float24,
    /// The expression of the value.
    written: &'a str,
}

/// Returns the refactorings for the constant at the selection.
pub(super) fn drafts(site: &RefactorContext<'_>) -> Vec<Draft> {
    let Some(chosen) = chosen(site) else {
        return Vec::new();
    };
    let symbols = site.analysis.symbols();
    let constants = symbols.filter_map(|symbol| constant(site, &symbol));
    let others: Vec<_> = constants
        .filter(|other| other.defined != chosen.constant.defined)
        .collect();
    match others.iter().find_map(|to| read_equal(&chosen, to)) {
        Some(draft) => vec![draft],
        None => {
            let moved = others.iter().filter_map(|to| moved(site, &chosen, to));
            moved.take(MAX_TARGETS).collect()
        }
    }
}

fn chosen<'a>(site: &RefactorContext<'a>) -> Option<SelectedConstant<'a>> {
    let selected = site.selected.start;
    let found = site.analysis.occurrence_at(Analysis::SOURCE, selected)?;
    let constant = constant(site, &site.analysis.symbol(found.symbol))?;
    let mut read = constant.read.components();
    let first = read.next()?;
    let value = at(&constant.values, first);
    if read.any(|component| at(&constant.values, component) != value) {
        return None;
    }
    let declaration = declaration(site, constant.defined)?;
    let written = declaration.parts.get(first as usize)?.text(site.text);
    Some(SelectedConstant {
        constant,
        declaration,
        value,
        written,
    })
}

/// Returns the change that reads an equal component of another constant.
fn read_equal(chosen: &SelectedConstant<'_>, to: &Constant<'_>) -> Option<Draft> {
    let mut components = Component::ALL.into_iter();
    let component = components.find(|component| at(&to.values, *component) == chosen.value)?;
    let from = &chosen.constant;
    let (letter, removed) = (component.letter(), chosen.declaration.whole);
    let title = format!("Read `{}.{letter}` instead of `{}`", to.name, from.name);
    let edits = vec![(removed, String::new())];
    Some(draft(title, from, to, component, edits))
}

/// Returns the change that moves the value into an unused component of another constant.
fn moved(site: &RefactorContext<'_>, chosen: &SelectedConstant<'_>, to: &Constant<'_>) -> Option<Draft> {
    let mut components = Component::ALL.into_iter();
    let component = components.find(|component| !to.read.contains(*component))?;
    let parts = declaration(site, to.defined)?.parts;
    let part = *parts.get(component as usize)?;
    let from = &chosen.constant;
    let (name, letter) = (to.name, component.letter());
    let title = format!("Move the value of `{}` to `{name}.{letter}`", from.name);
    let removed = chosen.declaration.whole;
    let edits = vec![(removed, String::new()), (part, chosen.written.to_owned())];
    Some(draft(title, from, to, component, edits))
}

/// Returns the change that reads a component of `to` instead of `from`, with the edits of their declarations.
fn draft(
    title: String,
    from: &Constant<'_>,
    to: &Constant<'_>,
    component: Component,
    mut edits: Vec<(Span, String)>,
) -> Draft {
    let operand = format!("{}.{}", to.name, component.letter());
    edits.extend(from.uses.iter().map(|span| (*span, operand.clone())));
    edits.sort();
    edits.dedup();
    Draft {
        title,
        kind: CodeActionKind::RefactorRewrite,
        edits,
        keeps: Preserves::Values {
            names: vec![from.defined, to.defined],
        },
    }
}

/// Returns a component of a register value.
const fn at(values: &[Float24; 4], component: Component) -> Float24 {
    let [x, y, z, w] = *values;
    match component {
        Component::X => x,
        Component::Y => y,
        Component::Z => z,
        Component::W => w,
    }
}

/// Returns the value of a symbol that is a single float constant of the source.
fn values(symbol: &Symbol<'_>) -> Option<[Float24; 4]> {
    if symbol.kind() != SymbolKind::Name(NameKind::Constant) {
        return None;
    }
    let Some(Meaning::Operand(meaning)) = symbol.meaning() else {
        return None;
    };
    match (meaning.len, meaning.values.as_slice()) {
        (Some(1), [(_, ConstantValue::Float(values))]) => Some(*values),
        _ => None,
    }
}

/// Returns a constant that is allocated by the linker and only read by operands of the source.
fn constant<'a>(site: &RefactorContext<'_>, symbol: &Symbol<'a>) -> Option<Constant<'a>> {
    let values = values(symbol)?;
    let Some(Meaning::Operand(meaning)) = symbol.meaning() else {
        return None;
    };
    if meaning.placement != Placement::Linker {
        return None;
    }
    let mut constant = Constant {
        defined: site.written(symbol.definition_span()?)?,
        name: symbol.text(),
        values,
        uses: Vec::new(),
        read: Mask::NONE,
    };
    for used in symbol.uses() {
        let (operand, read) = operand(site, symbol, used)?;
        constant.read = constant.read.union(read);
        constant.uses.push(operand);
    }
    Some(constant)
}

/// Returns the operand of a use of a constant, from the name to its end, and the components that it reads.
fn operand(site: &RefactorContext<'_>, symbol: &Symbol<'_>, used: &Occurrence) -> Option<(Span, Mask)> {
    let place = used.location;
    if !used.is_exact || used.role != Role::Verbatim || place.file != Analysis::SOURCE {
        return None;
    }
    let span = used.span?;
    let sources = site.analysis.instruction_at(span.start)?.sources();
    let source = sources
        .iter()
        .find(|source| source.span.start <= span.start && span.end <= source.span.end)?;
    let is_plain = source.symbol == Some(symbol.id()) && source.relative == AddressRegister::None;
    let operand = Span::new(place.span.start, site.written(source.span)?.end);
    let rest = Span::new(place.span.end, operand.end).text(site.text);
    let has_swizzle_at_most = rest.is_empty() || rest.starts_with('.');
    (is_plain && has_swizzle_at_most).then_some((operand, source.reads))
}

/// Returns the declaration of a constant if it has the form `.constf name(x, y, z, w)` on a separate line.
fn declaration(site: &RefactorContext<'_>, name: Span) -> Option<Declaration> {
    let line = Span::new(0, site.line_start(name.start)).range().end;
    let (start, end) = (name.range().start, name.range().end);
    let before = site.text.get(line..start)?;
    if !before.trim().eq_ignore_ascii_case(".constf") {
        return None;
    }
    let next = line + line_len(site.text.get(line..)?);
    let rest = site.text.get(end..next)?;
    let (parts, len) = components(rest)?;
    let after = rest.get(len..)?;
    let whole = if after.trim().is_empty() {
        line..next
    } else {
        let indent = before.len() - before.trim_start().len();
        let space = after.len() - after.trim_start().len();
        line + indent..end + len + space
    };
    Some(Declaration {
        whole: Span::from_range(whole),
        parts: parts.map(|part| Span::from_range(end + part.start..end + part.end)),
    })
}

/// Parses four parenthesized expressions at the start of a text. Also returns the length including the closing
/// parenthesis.
fn components(text: &str) -> Option<([Range<usize>; 4], usize)> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0_u32, 0);
    for piece in line_tokens(text) {
        match piece.token {
            Token::OpenParen => {
                depth += 1;
                if depth == 1 {
                    start = piece.end();
                }
            }
            _ if depth == 0 => return None,
            Token::CloseParen if depth > 1 => depth -= 1,
            Token::Comma | Token::CloseParen if depth == 1 => {
                parts.push(trimmed(text, start..piece.start));
                start = piece.end();
                if piece.token == Token::CloseParen {
                    return Some((parts.try_into().ok()?, start));
                }
            }
            _ => {}
        }
    }
    None
}

/// Trims spaces from a range of a text.
fn trimmed(text: &str, piece: Range<usize>) -> Range<usize> {
    let found = text.get(piece.clone()).unwrap_or_default();
    let start = piece.start + (found.len() - found.trim_start().len());
    start..start + found.trim().len()
}

/// Returns true if two analyses have the same instructions at the same addresses, with operands that are equal or are
/// constants of equal values.
pub(super) fn is_same_effect(one: &Analysis, other: &Analysis) -> bool {
    let (left, right) = (one.instructions(), other.instructions());
    // A register used by number can be the register of any constant.
    let has_bare = one
        .instructions()
        .flat_map(|one| one.sources())
        .any(|source| source.bank == Bank::Float && source.symbol.is_none() && source.literal.is_none());
    !has_bare
        && left.len() == right.len()
        && left
            .zip(right)
            .all(|(left, right)| is_same_instruction(one, &left, other, &right))
}

fn is_same_instruction(one: &Analysis, left: &Instruction<'_>, other: &Analysis, right: &Instruction<'_>) -> bool {
    let operands: Vec<_> = left.operands().zip(right.operands()).collect();
    let (lefts, rights) = (left.sources(), right.sources());
    let is_same_operand = |(left, right): (Span, Span)| {
        let sources = (source_at(&lefts, left), source_at(&rights, right));
        let read = match sources {
            (Some(left), Some(right)) => (read(one, left), read(other, right), left, right),
            _ => return left.text(one.text()) == right.text(other.text()),
        };
        match read {
            (Some(values), Some(others), left, right) => {
                let mut lanes = left.lanes.iter().zip(values.iter().zip(&others));
                left.is_negated == right.is_negated
                    && lanes.all(|(lane, (value, other))| !left.reads.contains(*lane) || value == other)
            }
            (None, None, ..) => left.text(one.text()) == right.text(other.text()),
            _ => false,
        }
    };
    left.word() == right.word()
        && left.machine_opcode() == right.machine_opcode()
        && left.keyword().text(one.text()) == right.keyword().text(other.text())
        && left.operands().count() == right.operands().count()
        && operands.into_iter().all(is_same_operand)
}

fn source_at(sources: &[SourceOperand], span: Span) -> Option<&SourceOperand> {
    sources.iter().find(|source| source.span == span)
}

/// Returns the values that the components of an operand read, if it is a constant.
fn read(analysis: &Analysis, source: &SourceOperand) -> Option<[Float24; 4]> {
    if source.relative != AddressRegister::None {
        return None;
    }
    let values = values(&analysis.symbol(source.symbol?))?;
    Some(source.lanes.map(|lane| at(&values, lane)))
}
