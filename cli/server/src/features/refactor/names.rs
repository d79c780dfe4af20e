//! Refactorings that name registers: an alias for a register in a procedure or selection, and for a single value in it.

use std::collections::BTreeSet;

use gen_lsp_types::CodeActionKind;
use pica200_asm::analysis::{Analysis, Callers, FileSpan, Instruction, InstructionId, TokenClass};
use pica200_asm::text::Span;
use pica200_objfmt::isa::descriptor::{Component, Mask};
use pica200_objfmt::isa::register::{Bank, Register, RegisterForm};

use super::{Draft, Preserves, RefactorContext};

/// Maximum number of instructions of a procedure in which the uses of a value are searched.
const MAX_INSTRUCTIONS: usize = 1024;

/// A register that is used by number in the source.
#[derive(Clone, Copy, Debug)]
struct RegisterUse {
    span: Span,
    register: Register,
}

/// Returns the refactorings that name the register at the selection.
pub(super) fn drafts(site: &RefactorContext<'_>) -> Vec<Draft> {
    let registers = registers(site);
    let selected = site.selected;
    let touched = registers
        .iter()
        .find(|one| one.span.start <= selected.end && selected.start <= one.span.end);
    let (Some(&chosen), Some(procedure)) = (touched, site.procedure()) else {
        return Vec::new();
    };
    let within = |scope: Span| {
        let same = registers
            .iter()
            .filter(move |one| one.register == chosen.register)
            .map(|one| one.span);
        same.filter(move |span| scope.start <= span.start && span.end <= scope.end)
            .collect::<Vec<_>>()
    };
    let (scope, place) = if selected.start == selected.end {
        (procedure, "in this procedure")
    } else {
        (selected, "in the selection")
    };
    let all = within(scope);
    let title = format!("Extract an alias for `{}` {place}", chosen.register);
    let mut drafts: Vec<_> = alias(site, title, chosen.register, procedure, all)
        .into_iter()
        .collect();
    if let Some(value) = places_of_value(site, chosen, &registers) {
        let title = format!("Name the value that `{}` holds here", chosen.register);
        drafts.extend(alias(site, title, chosen.register, procedure, value));
    }
    drafts
}

/// Returns the inputs and temporaries that the source uses by number.
fn registers(site: &RefactorContext<'_>) -> Vec<RegisterUse> {
    let tokens = site.analysis.tokens(Analysis::SOURCE).into_iter();
    let named = tokens.filter_map(|token| {
        let TokenClass::Register(Bank::Input | Bank::Temporary) = token.class else {
            return None;
        };
        match RegisterForm::classify(token.span.text(site.text)) {
            RegisterForm::Register(register) => Some(RegisterUse {
                span: token.span,
                register,
            }),
            _ => None,
        }
    });
    named.collect()
}

/// Returns the change that declares an alias before a procedure and uses it at some locations.
fn alias(
    site: &RefactorContext<'_>,
    title: String,
    register: Register,
    procedure: Span,
    places: Vec<Span>,
) -> Option<Draft> {
    if places.is_empty() {
        return None;
    }
    let name = site.free_name(match register.bank {
        Bank::Input => "attribute",
        _ => "value",
    });
    let declaration = format!(".alias {name} {register}{}", site.line_end);
    let before = Span::new(procedure.start, procedure.start);
    let mut edits = vec![(before, declaration)];
    edits.extend(places.into_iter().map(|span| (span, name.clone())));
    Some(Draft {
        title,
        kind: CodeActionKind::RefactorExtract,
        edits,
        keeps: Preserves::Code,
    })
}

/// Returns the locations that write or read the value of a temporary at a location. Returns `None` if one of them is
/// not in the root file or has another form.
fn places_of_value(site: &RefactorContext<'_>, chosen: RegisterUse, registers: &[RegisterUse]) -> Option<Vec<Span>> {
    if chosen.register.bank != Bank::Temporary {
        return None;
    }
    let operands = operands(site, chosen.register)?;
    let start = operands.iter().position(|operand| {
        let span = site.written(operand.span);
        span.is_some_and(|span| span.start <= chosen.span.start && chosen.span.end <= span.end)
    })?;
    let mut found = BTreeSet::from([start]);
    let mut left = vec![start];
    while let Some(index) = left.pop() {
        let operand = operands.get(index)?;
        for (other, candidate) in operands.iter().enumerate() {
            if !found.contains(&other) && is_connected(site.analysis, chosen, operand, candidate) {
                found.insert(other);
                left.push(other);
            }
        }
    }
    let places = found.into_iter().map(|index| {
        let span = site.written(operands.get(index)?.span)?;
        let mut inside = registers
            .iter()
            .filter(|one| span.start <= one.span.start && one.span.end <= span.end);
        let place = inside.find(|one| one.register == chosen.register)?;
        Some(place.span)
    });
    let mut places: Vec<Span> = places.collect::<Option<_>>()?;
    places.sort();
    places.dedup();
    Some(places)
}

/// An operand that is a temporary.
#[derive(Clone, Copy, Debug)]
struct Operand {
    instruction: InstructionId,
    span: Span,
    /// The components read; `None` for a destination.
    reads: Option<Mask>,
}

/// Returns the operands of a procedure that use a temporary.
fn operands(site: &RefactorContext<'_>, register: Register) -> Option<Vec<Operand>> {
    let analysis = site.analysis;
    let place = FileSpan {
        file: Analysis::SOURCE,
        span: site.selected,
    };
    let chosen = analysis.procedure_at(analysis.span_of(place)?.start)?;
    let is_inside = |one: &Instruction<'_>| analysis.procedure_at(one.keyword().start) == Some(chosen);
    let instructions: Vec<_> = analysis.instructions().filter(is_inside).collect();
    if instructions.len() > MAX_INSTRUCTIONS {
        return None;
    }
    let mut operands = Vec::new();
    for one in instructions {
        let destination = one.destination();
        let written = destination.filter(|found| found.register == Some(register));
        operands.extend(written.and_then(|found| found.span).map(|span| Operand {
            instruction: one.id(),
            span,
            reads: None,
        }));
        let sources = one.sources().into_iter();
        let read = sources.filter(|source| source.register == Some(register));
        operands.extend(read.map(|source| Operand {
            instruction: one.id(),
            span: source.span,
            reads: Some(source.reads),
        }));
    }
    Some(operands)
}

/// Returns true if one operand reads a component that the other writes.
fn is_connected(analysis: &Analysis, chosen: RegisterUse, one: &Operand, other: &Operand) -> bool {
    let (read, components, write) = match (one.reads, other.reads) {
        (Some(components), None) => (one, components, other),
        (None, Some(components)) => (other, components, one),
        _ => return false,
    };
    let liveness = analysis.liveness(Callers::Source);
    let reaches = |component: Component| {
        let found = liveness.reaching(read.instruction, chosen.register.number, component);
        found.instructions.contains(&write.instruction)
    };
    components.components().any(reaches)
}
