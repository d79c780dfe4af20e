//! Hovers of instructions and operands: keywords, registers and the values of temporaries.

use pica200_asm::analysis::{
    Callers, ClassifiedToken, Destination, Instruction, InstructionId, ReachingWrites, SourceOperand,
};
use pica200_asm::text::Span;
use pica200_objfmt::isa::descriptor::{Component, Mask};
use pica200_objfmt::isa::instruction::AddressRegister;
use pica200_objfmt::isa::register::{Bank, Register};

use super::spot::Spot;
use crate::describe;
use crate::markup::{Markup, code as code_of};

/// Maximum number of writes listed for a component.
const MAX_WRITES: usize = 6;

/// Adds the instruction at a spot: its code word and the registers of its operands.
pub(super) fn instruction(markup: &mut Markup, spot: &Spot<'_>) {
    let Some(found) = instruction_at(spot, spot.token.span) else {
        return;
    };
    if found.has_error() {
        return;
    }
    let opcodes = found.machine_opcode().zip(found.opcode());
    let other = opcodes.filter(|(machine, written)| machine != written);
    let encoded = other.map_or_else(String::new, |(machine, _)| {
        format!(", encoded as `{}`", machine.info().mnemonic)
    });
    markup.paragraph(&format!("Here: word {}{encoded}{}", found.word(), of_several(spot)));
    let mut operands = Vec::new();
    let text = spot.analysis().text();
    if let Some((span, written)) = found
        .destination()
        .and_then(|to| Some((to.span?, shown_destination(&to)?)))
    {
        let operand = code_of(span.text(text));
        operands.push(format!("{operand} writes `{written}`"));
    }
    for source in found.sources() {
        let operand = code_of(source.span.text(text));
        operands.push(format!("{operand} reads {}", shown_source(&source)));
    }
    markup.list(&operands);
}

/// Returns a note if the line is assembled more than once.
fn of_several(spot: &Spot<'_>) -> String {
    match spot.analysis().spans_of(spot.place(spot.token.span)).len() {
        0 | 1 => String::new(),
        count => format!(" (the first of {count} copies of this line)"),
    }
}

/// Adds the operand at a spot and, for a temporary, its reaching writes.
pub(super) fn operand(markup: &mut Markup, spot: &Spot<'_>, token: ClassifiedToken) {
    let Some(span) = spot.span(token.span) else {
        return;
    };
    let Some(found) = spot.analysis().instruction_at(span.start) else {
        return;
    };
    let holds = |outer: Span| outer.start <= span.start && span.end <= outer.end;
    if let Some(to) = found.destination().filter(|to| to.span.is_some_and(holds)) {
        destination(markup, spot, &found, &to);
    }
    let mut sources = found.sources().into_iter();
    if let Some(source) = sources.find(|source| holds(source.span)) {
        markup.paragraph(&format!("Here: reads {}{}", shown_source(&source), of_several(spot)));
        if let Some(register) = source.register.filter(is_temporary) {
            holding(markup, spot, &found, register, source.reads);
        }
    }
}

fn is_temporary(register: &Register) -> bool {
    register.bank == Bank::Temporary
}

/// Describes a destination: the written components and their later reads.
fn destination(markup: &mut Markup, spot: &Spot<'_>, found: &Instruction<'_>, to: &Destination) {
    let Some(written) = shown_destination(to) else {
        return;
    };
    markup.paragraph(&format!("Here: writes `{written}`{}", of_several(spot)));
    let Some(register) = to.register.filter(is_temporary) else {
        return;
    };
    let liveness = spot.analysis().liveness(Callers::Source);
    let after = liveness.live_after(found.id(), register.number);
    let needed = after.intersection(to.mask);
    let text = if needed == Mask::NONE {
        "Nothing reads this value.".to_owned()
    } else {
        format!("Read later: `{register}.{needed}`")
    };
    markup.paragraph(&text);
}

/// Describes the writes of a temporary's components that reach an instruction.
fn holding(markup: &mut Markup, spot: &Spot<'_>, found: &Instruction<'_>, register: Register, components: Mask) {
    let liveness = spot.analysis().liveness(Callers::Source);
    let mut groups: Vec<(Mask, ReachingWrites)> = Vec::new();
    for component in components.components() {
        let writes = liveness.reaching(found.id(), register.number, component);
        let known = groups.iter_mut().find(|(_, other)| *other == writes);
        match known {
            Some((mask, _)) => *mask = mask.with(component),
            None => groups.push((Mask::NONE.with(component), writes)),
        }
    }
    let items: Vec<_> = groups
        .iter()
        .map(|(mask, writes)| {
            let of = markup.inline(&format!("`{register}.{mask}`"));
            format!("{of}: {}", origins(markup, spot, writes))
        })
        .collect();
    if !items.is_empty() {
        markup.paragraph("What it holds is written by:");
        markup.list_with_links(&items);
    }
}

/// Returns the locations that write a value.
fn origins(markup: &Markup, spot: &Spot<'_>, writes: &ReachingWrites) -> String {
    let shown = writes.instructions.iter().take(MAX_WRITES);
    let mut texts: Vec<_> = shown.filter_map(|id| line(markup, spot, *id)).collect();
    if writes.instructions.len() > MAX_WRITES {
        let left = writes.instructions.len() - MAX_WRITES;
        texts.push(format!("{left} more"));
    }
    if writes.is_from_outside {
        let outside = if texts.is_empty() {
            "nothing in this source; a caller in another file may do it"
        } else {
            "or nothing, or a caller in another file"
        };
        texts.push(outside.to_owned());
    }
    texts.join("; ")
}

/// Returns the line of an instruction, with a link, and its text.
fn line(markup: &Markup, spot: &Spot<'_>, id: InstructionId) -> Option<String> {
    let analysis = spot.analysis();
    let found = analysis.instruction(id)?;
    let place = spot.analysed.place(found.keyword())?;
    let number = spot.analysed.range(place)?.start.line.saturating_add(1);
    let path = spot.analysed.path(place.file)?;
    let name = if place.file == spot.file {
        format!("line {number}")
    } else {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        format!("line {number} of {}", code_of(&file))
    };
    let link = match spot.snapshot.documents.uri(path) {
        Some(uri) => markup.link(&name, &format!("{}#L{number}", uri.0)),
        None => markup.inline(&name),
    };
    let text = found.span().text(analysis.text());
    Some(format!("{link} {}", markup.inline(&code_of(text))))
}

/// Returns the instruction that a span of the file belongs to.
fn instruction_at<'a>(spot: &Spot<'a>, span: Span) -> Option<Instruction<'a>> {
    let span = spot.span(span)?;
    spot.analysis().instruction_at(span.start)
}

/// Formats the register and components of a destination.
fn shown_destination(to: &Destination) -> Option<String> {
    let register = to.register?;
    Some(if to.mask == Mask::ALL {
        register.to_string()
    } else {
        format!("{register}.{}", to.mask)
    })
}

/// Formats the register and components of a source operand.
fn shown_source(source: &SourceOperand) -> String {
    if let Some(value) = &source.literal {
        return format!("the number `{}`", describe::constant(value));
    }
    let register = source.register.map_or_else(
        || format!("{} without a known register", source.bank.a_noun()),
        |register| register.to_string(),
    );
    let Some(_) = source.register else {
        return register;
    };
    let relative = match source.relative {
        AddressRegister::None => "",
        AddressRegister::A0x => "[a0.x]",
        AddressRegister::A0y => "[a0.y]",
        AddressRegister::LoopCounter => "[aL]",
    };
    let sign = if source.is_negated { "-" } else { "" };
    let swizzle = if source.lanes == Component::ALL {
        String::new()
    } else {
        format!(".{}", source.lanes.map(Component::letter).iter().collect::<String>())
    };
    format!("`{sign}{register}{relative}{swizzle}`")
}
