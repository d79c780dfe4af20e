//! A constant with one value as a component of another constant.

use gen_lsp_types::CodeActionKind;
use pica200_asm::analysis::{
    Analysis, Instruction, Meaning, Placement, Role, SourceOperand, Symbol, SymbolKind,
};
use pica200_asm::resolve::NameKind;
use pica200_asm::text::Span;
use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::descriptor::{Component, Mask};
use pica200_objfmt::isa::float24::Float24;
use pica200_objfmt::isa::instruction::AddressRegister;
use pica200_objfmt::isa::register::Bank;

use super::{Draft, Keeps, Site};

/// The most constants that are offered for one value.
const MOST_TARGETS: usize = 3;

/// A constant that only operands of the source read.
#[derive(Debug)]
struct Constant<'a> {
    /// The name where it is defined.
    defined: Span,
    name: &'a str,
    values: [Float24; 4],
    /// The operands that read it, each from the name to the end.
    uses: Vec<Span>,
    /// The components that they read.
    read: Mask,
}

/// The statement that declares a constant.
#[derive(Debug)]
struct Declaration {
    /// What is removed with the constant: its line, or the statement if a comment follows.
    whole: Span,
    /// The expressions of the components.
    parts: [Span; 4],
}

/// The changes for the constant at the selection.
pub(super) fn drafts(site: &Site<'_>) -> Vec<Draft> {
    moved(site).unwrap_or_default()
}

fn moved(site: &Site<'_>) -> Option<Vec<Draft>> {
    let found = site
        .analysis
        .occurrence_at(Analysis::SOURCE, site.selected.start)?;
    let chosen = site.analysis.symbol(found.symbol);
    let values = values(&chosen)?;
    let from = constant(site, &chosen, values)?;
    let mut read = from.read.components();
    let first = read.next()?;
    let value = at(&from.values, first);
    if read.any(|component| at(&from.values, component) != value) {
        return None;
    }
    let declaration = declaration(site, from.defined)?;
    let text = declaration.parts.get(first as usize)?.text(site.text);
    let symbols = site.analysis.symbols();
    let others = symbols.filter(|symbol| symbol.id() != chosen.id());
    let others: Vec<_> = others
        .filter_map(|symbol| constant(site, &symbol, self::values(&symbol)?))
        .collect();
    let equal = others.iter().find_map(|to| {
        let mut components = Component::ALL.into_iter();
        let component = components.find(|component| at(&to.values, *component) == value)?;
        let title = format!(
            "Read `{}.{}` in place of `{}`",
            to.name,
            component.letter(),
            from.name
        );
        Some(draft(
            title,
            &from,
            to,
            component,
            vec![(declaration.whole, String::new())],
        ))
    });
    if let Some(equal) = equal {
        return Some(vec![equal]);
    }
    let with_room = others.iter().filter_map(|to| {
        let mut components = Component::ALL.into_iter();
        let component = components.find(|component| !to.read.contains(*component))?;
        let part = *self::declaration(site, to.defined)?
            .parts
            .get(component as usize)?;
        let title = format!(
            "Move the value of `{}` to `{}.{}`",
            from.name,
            to.name,
            component.letter()
        );
        let edits = vec![
            (declaration.whole, String::new()),
            (part, text.trim().to_owned()),
        ];
        Some(draft(title, &from, to, component, edits))
    });
    Some(with_room.take(MOST_TARGETS).collect())
}

/// The change that reads a component of `to` for `from`, with the edits of their declarations.
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
        keeps: Keeps::Values {
            names: vec![from.defined, to.defined],
        },
    }
}

/// The component of a register's value.
const fn at(values: &[Float24; 4], component: Component) -> Float24 {
    let [x, y, z, w] = *values;
    match component {
        Component::X => x,
        Component::Y => y,
        Component::Z => z,
        Component::W => w,
    }
}

/// The value of a symbol that is one float constant of the source.
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

/// A constant that the linker places and only operands of the source read.
fn constant<'a>(
    site: &Site<'_>,
    symbol: &Symbol<'a>,
    values: [Float24; 4],
) -> Option<Constant<'a>> {
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
        let place = used.place;
        if !used.is_exact || used.role != Role::Written || place.file != Analysis::SOURCE {
            return None;
        }
        let span = used.span?;
        let sources = site.analysis.instruction_at(span.start)?.sources();
        let source = sources
            .iter()
            .find(|source| source.span.start <= span.start && span.end <= source.span.end)?;
        let is_plain =
            source.symbol == Some(symbol.id()) && source.relative == AddressRegister::None;
        let operand = Span::new(place.span.start, site.written(source.span)?.end);
        let rest = Span::new(place.span.end, operand.end).text(site.text);
        if !is_plain || !(rest.is_empty() || rest.starts_with('.')) {
            return None;
        }
        constant.read = constant.read.union(source.reads);
        constant.uses.push(operand);
    }
    Some(constant)
}

/// The statement that declares a constant, if it has the form `.constf name(x, y, z, w)` on a line of its own.
fn declaration(site: &Site<'_>, name: Span) -> Option<Declaration> {
    let line = site.line_start(name.start);
    let before = site.text.get(Span::new(line, name.start).range())?;
    if !before.trim().eq_ignore_ascii_case(".constf") {
        return None;
    }
    let rest = site.text.get(name.range().end..)?;
    let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
    let mut parts = Vec::new();
    let (mut depth, mut start, mut end) = (0_u32, None, None);
    for (index, byte) in rest.get(..length)?.bytes().enumerate() {
        let offset = name.range().end + index;
        match (byte, depth) {
            (b'(', 0) => (depth, start) = (1, Some(offset + 1)),
            (b'(', _) => depth += 1,
            (b',' | b')', 1) => {
                parts.push(trimmed(site.text, start?..offset)?);
                start = Some(offset + 1);
                if byte == b')' {
                    end = Some(offset + 1);
                    break;
                }
            }
            (b')', _) => depth = depth.checked_sub(1)?,
            (b' ' | b'\t', 0) => {}
            (_, 0) => return None,
            _ => {}
        }
    }
    let end = end?;
    let after = site.text.get(end..name.range().end + length)?;
    let whole = if after.trim().is_empty() {
        let break_at = name.range().end + length;
        let has_break = site.text.get(break_at..).map(|rest| {
            if rest.starts_with("\r\n") {
                2
            } else {
                usize::from(!rest.is_empty())
            }
        })?;
        Span::new(line, Span::from_range(0..break_at + has_break).end)
    } else {
        let indent = before.len() - before.trim_start().len();
        let space = after.len() - after.trim_start().len();
        let start = Span::new(line, name.start).range().start + indent;
        Span::from_range(start..end + space)
    };
    Some(Declaration {
        whole,
        parts: parts.try_into().ok()?,
    })
}

/// A piece of a text without spaces around it.
fn trimmed(text: &str, piece: std::ops::Range<usize>) -> Option<Span> {
    let found = text.get(piece.clone())?;
    let start = piece.start + (found.len() - found.trim_start().len());
    Some(Span::from_range(start..start + found.trim().len()))
}

/// Whether two analyses have the same instructions at the same words, whose operands are the same or constants with the
/// same values.
pub(super) fn is_same_effect(one: &Analysis, other: &Analysis) -> bool {
    let (left, right) = (one.instructions(), other.instructions());
    // A register that is named by its number can be that of any constant.
    let has_bare = one
        .instructions()
        .flat_map(|one| one.sources())
        .any(|source| {
            source.bank == Bank::Float && source.symbol.is_none() && source.literal.is_none()
        });
    !has_bare
        && left.len() == right.len()
        && left
            .zip(right)
            .all(|(left, right)| is_same_instruction(one, &left, other, &right))
}

fn is_same_instruction(
    one: &Analysis,
    left: &Instruction<'_>,
    other: &Analysis,
    right: &Instruction<'_>,
) -> bool {
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
                    && lanes
                        .all(|(lane, (value, other))| !left.reads.contains(*lane) || value == other)
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

/// The values that the lanes of an operand read, if it is a constant.
fn read(analysis: &Analysis, source: &SourceOperand) -> Option<[Float24; 4]> {
    if source.relative != AddressRegister::None {
        return None;
    }
    let values = values(&analysis.symbol(source.symbol?))?;
    Some(source.lanes.map(|lane| at(&values, lane)))
}
