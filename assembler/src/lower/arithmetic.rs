//! Lowers instructions with an operand descriptor: expands pseudo-instructions and selects the forms and sources that
//! the hardware has.

use std::cell::OnceCell;

use pica200_objfmt::isa::instruction::AddressRegister;
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::{Bank, Register};

use super::MachineVector;
use crate::diagnostic::{Code, diagnose};
use crate::mnemonic::Mnemonic;
use crate::program::liveness::Liveness;
use crate::program::{Program, Source, SourceList, Vector};
use crate::register::unused_temporary;
use crate::report::Report;
use crate::text::Span;

/// The instruction being lowered.
#[derive(Clone, Copy)]
pub(super) struct LowerContext<'p> {
    pub(super) program: &'p Program,
    /// Its mnemonic.
    pub(super) keyword: Span,
    /// The first temporary not named in the source; computed for the first hint that needs it.
    pub(super) unused: &'p OnceCell<Option<Register>>,
    /// The liveness of the program; computed for the first hint that needs it.
    pub(super) liveness: &'p OnceCell<Liveness>,
}

/// Lowers a resolved instruction to a machine instruction. Different sources are added to the changed ones.
pub(super) fn lower(
    vector: &Vector,
    cx: LowerContext<'_>,
    changed: &mut Vec<Source>,
    report: &mut Report<'_>,
) -> Option<MachineVector> {
    let read = vector.sources.get(&cx.program.sources);
    let start = changed.len();
    let opcode = match vector.mnemonic {
        Mnemonic::Machine(opcode) => {
            if let Some(sources) = immediate_first(opcode, read) {
                changed.extend(sources);
            }
            opcode
        }
        Mnemonic::Subtract => {
            subtract(read, changed);
            Opcode::Add
        }
        Mnemonic::Absolute => {
            absolute(read, cx, changed, report)?;
            Opcode::Max
        }
    };
    let is_changed = changed.len() > start;
    let (machine, sources) = if is_changed {
        (
            changed.get(start..).unwrap_or_default(),
            SourceList::from_index(start, changed),
        )
    } else {
        (read, vector.sources)
    };
    let opcode = choose_form(opcode, machine);
    check_sources(opcode, machine, cx, report).then_some(MachineVector {
        opcode,
        destination: vector.destination,
        mask: vector.mask,
        comparisons: vector.comparisons,
        sources,
        is_changed,
    })
}

/// Lowers `sub` to an addition, whose sources can be swapped.
fn subtract(read: &[Source], changed: &mut Vec<Source>) {
    let &[first, mut second] = read else {
        return;
    };
    second.operand.negate = !second.operand.negate;
    if second.operand.is_wide() && !first.operand.is_wide() {
        changed.extend([second, first]);
    } else {
        changed.extend([first, second]);
    }
}

/// Lowers `abs` to the maximum of a number and its negative. In this order, 0 keeps its sign: `max` returns its second
/// source if neither is greater.
fn absolute(read: &[Source], cx: LowerContext<'_>, changed: &mut Vec<Source>, report: &mut Report<'_>) -> Option<()> {
    let &[source] = read else {
        return None;
    };
    if source.operand.is_wide() {
        let text = report.text(source.span);
        let message = format!("`abs` reads its source twice, but `{text}` is a float uniform");
        let help = format!(
            "an instruction can read only one; {}",
            copy_help("it", source.span, cx, report)
        );
        report.add(diagnose(Code::TwoUniforms, source.span, message).with_help(help));
        return None;
    }
    let mut negative = source;
    negative.operand.negate = !source.operand.negate;
    changed.extend([negative, source]);
    Some(())
}

/// Returns the sources of a commutative operation with an immediate first, since immediates can only be read there.
/// `None` if the order is already right.
fn immediate_first(opcode: Opcode, sources: &[Source]) -> Option<[Source; 2]> {
    let &[first, second] = sources else {
        return None;
    };
    let is_misplaced = second.operand.is_literal() && !first.operand.is_wide();
    (is_misplaced && opcode.commutes()).then_some([second, first])
}

/// Returns the form of an opcode whose wide source matches the wide operand; the plain form if no operand is wide.
fn choose_form(opcode: Opcode, sources: &[Source]) -> Opcode {
    let Some(counterpart) = opcode.info().counterpart else {
        return opcode;
    };
    let is_inverted = opcode.fields().wide_source() == Some(sources.len() - 1);
    let (plain, inverted) = if is_inverted {
        (counterpart, opcode)
    } else {
        (opcode, counterpart)
    };
    let is_wide = |opcode: Opcode| {
        let wide = opcode.fields().wide_source();
        wide.and_then(|n| sources.get(n))
            .is_some_and(|source| source.operand.is_wide())
    };
    if is_wide(inverted) && !is_wide(plain) {
        inverted
    } else {
        plain
    }
}

/// Checks that only the wide source is wide, and that there is at most one input register.
fn check_sources(opcode: Opcode, sources: &[Source], cx: LowerContext<'_>, report: &mut Report<'_>) -> bool {
    let wide = opcode.fields().wide_source();
    let misplaced = sources
        .iter()
        .enumerate()
        .find(|(n, source)| source.operand.is_wide() && Some(*n) != wide);
    if let Some((n, source)) = misplaced {
        report_wide(opcode, sources, (n, source), cx, report);
        return false;
    }
    let mut inputs = sources.iter().filter(|source| source.operand.bank == Bank::Input);
    let Some(first) = inputs.next() else {
        return true;
    };
    let Some(second) = inputs.find(|source| source.operand.storage != first.operand.storage) else {
        return true;
    };
    let message = format!(
        "`{}` reads two different input registers, `{}` and `{}`",
        report.text(cx.keyword),
        report.text(first.span),
        report.text(second.span)
    );
    let help = format!(
        "an instruction can read only one; {}",
        copy_help("the other", second.span, cx, report)
    );
    let diagnostic = diagnose(Code::TwoInputs, second.span, message)
        .with_label("the second input register")
        .with_secondary(first.span, "the first is here")
        .with_help(help);
    report.add(diagnostic);
    false
}

/// Returns advice to copy an operand to a temporary that the file does not use, or whose value is dead.
fn copy_help(operand: &str, span: Span, cx: LowerContext<'_>, report: &Report<'_>) -> String {
    let text = report.text(span);
    let unused = cx.unused;
    let unused = unused.get_or_init(|| unused_temporary(report.text_from(0)));
    let free = || {
        let liveness = cx.liveness.get_or_init(|| Liveness::new(cx.program));
        liveness.free_temporary(cx.program, cx.keyword)
    };
    match unused.or_else(free) {
        Some(free) => format!("copy {operand} to a temporary first: `mov {free}, {text}`"),
        None => format!("copy {operand} to a temporary whose value is not needed here; the file uses all of them"),
    }
}

/// Reports a float uniform or a relative operand in a narrow source.
fn report_wide(
    opcode: Opcode,
    sources: &[Source],
    (misplaced, source): (usize, &Source),
    cx: LowerContext<'_>,
    report: &mut Report<'_>,
) {
    let (mnemonic, text) = (report.text(cx.keyword), report.text(source.span));
    let other = sources
        .iter()
        .enumerate()
        .find(|(n, other)| *n != misplaced && other.operand.is_wide());
    let (diagnostic, help) = match other {
        Some((_, other)) => {
            let message = format!("`{mnemonic}` can read only one float uniform; `{text}` is the second");
            let diagnostic = diagnose(Code::TwoUniforms, source.span, message);
            let help = copy_help("one of them", source.span, cx, report);
            (diagnostic.with_secondary(other.span, "the other one is here"), help)
        }
        None => {
            let noun = match source.operand.relative {
                _ if source.operand.is_literal() => "a number",
                AddressRegister::None => "a float uniform",
                _ => "a relative float uniform",
            };
            let n = misplaced + 1;
            let message = format!("source {n} of `{mnemonic}` cannot be {noun}: `{text}`");
            let remedy = if opcode.commutes() {
                "swap the sources".to_owned()
            } else {
                copy_help("it", source.span, cx, report)
            };
            let places = if sources.len() == 3 { "2 or 3" } else { "1" };
            let help = format!("only source {places} can be a float uniform; {remedy}");
            (diagnose(Code::TwoUniforms, source.span, message), help)
        }
    };
    let reads_number = source.operand.is_literal() || other.is_some_and(|(_, other)| other.operand.is_literal());
    report.add(if reads_number {
        diagnostic.with_help(format!("a number is treated as a float uniform; {help}"))
    } else {
        diagnostic.with_help(help)
    });
}
