//! Descriptions of names: their meaning, their location and their value.

use pica200::text::page::counted;
use pica200_asm::analysis::{Analysis, Meaning, OperandMeaning, Placement, Symbol, SymbolId, SymbolKind};
use pica200_asm::resolve::NameKind;
use pica200_asm::text::{code, line_start};
use pica200_objfmt::isa::descriptor::Component;
use pica200_objfmt::isa::property;
use pica200_objfmt::isa::register::{Bank, Register};

use super::{capitalized, constant, number_line};
use crate::markup::Markup;

/// Maximum number of array values shown.
const MAX_VALUES: usize = 8;

/// Describes a name. `offset` is the byte offset of its use, which determines the value of an assembler variable.
pub(crate) fn symbol(markup: &mut Markup, symbol: &Symbol<'_>, analysis: &Analysis, offset: Option<u32>) {
    let declaration = declaration(symbol, analysis);
    if !declaration.is_empty() {
        markup.source(&declaration);
    }
    match symbol.meaning() {
        Some(Meaning::Operand(meaning)) => operand(markup, symbol, analysis, &meaning),
        Some(Meaning::Number(last)) => {
            let number = offset.and_then(|offset| analysis.number_at(symbol.id(), offset));
            let noun = match symbol.kind() {
                SymbolKind::Name(NameKind::Variable) => "Variable number",
                _ => "Number",
            };
            let line = number_line(number.unwrap_or(last));
            markup.paragraph(&format!("{noun} `{}`: {line}.", symbol.text()));
        }
        Some(Meaning::Procedure { index }) => procedure(markup, symbol, analysis, index),
        Some(Meaning::Label { word }) => label(markup, symbol, word),
        Some(Meaning::ExternProcedure) => markup.paragraph(&format!("Procedure `{}` of another file.", symbol.text())),
        Some(Meaning::Macro { index }) => {
            let calls = analysis.calls().iter();
            let calls = calls.filter(|call| call.definition == index).count();
            markup.paragraph(&format!("Macro `{}`, called {}.", symbol.text(), times(calls)));
        }
        _ => {}
    }
    if let Some(documentation) = symbol.documentation() {
        markup.prose(&documentation);
    }
}

/// Returns a short summary of a name, such as `float uniform array in c0 to c3`.
pub(crate) fn summary(symbol: &Symbol<'_>, analysis: &Analysis) -> String {
    let text = match symbol.meaning() {
        Some(Meaning::Operand(meaning)) => {
            let kind = kind(symbol, analysis, &meaning);
            format!("{kind}{}", place(&meaning))
        }
        Some(Meaning::Number(number)) => match number.integer {
            Some(integer) => format!("number {integer}"),
            None => format!("number {:?}", number.value),
        },
        Some(Meaning::Procedure { index }) => {
            let procedure = analysis.procedures().get(index);
            let words = procedure.map_or(0, |procedure| procedure.words.len());
            format!("procedure of {}", counted(words, "word"))
        }
        Some(Meaning::Label { .. }) => "label".to_owned(),
        Some(Meaning::ExternProcedure) => "procedure of another file".to_owned(),
        Some(Meaning::Macro { .. }) => declaration(symbol, analysis),
        _ => String::new(),
    };
    text.replace('`', "")
}

/// Returns the line that declares a name, without its comment. The line of a macro includes its parameters.
fn declaration(symbol: &Symbol<'_>, analysis: &Analysis) -> String {
    if let Some(defined) = symbol.macro_definition() {
        let parameters = defined.parameters.iter().map(ToString::to_string);
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        return format!(".macro {} {parameters}", defined.name).trim_end().to_owned();
    }
    let Some(span) = symbol.definition_span() else {
        return String::new();
    };
    let text = analysis.text();
    let at = span.range().start;
    let before = text.get(..at).unwrap_or_default();
    let rest = text.get(line_start(before)..).unwrap_or_default();
    let line = rest.lines().next().unwrap_or_default();
    code(line).trim().to_owned()
}

/// Formats a number of occurrences.
fn times(number: usize) -> String {
    match number {
        0 => "nowhere".to_owned(),
        1 => "once".to_owned(),
        number => format!("{number} times"),
    }
}

/// Describes a name of one or more registers.
fn operand(markup: &mut Markup, symbol: &Symbol<'_>, analysis: &Analysis, meaning: &OperandMeaning) {
    let kind = kind(symbol, analysis, meaning);
    let name = symbol.text();
    let place = place(meaning);
    markup.paragraph(&match kind.strip_prefix("alias") {
        Some(of) if place.is_empty() => format!("Alias `{name}`{of}."),
        Some(of) => format!("Alias `{name}`{of},{place}."),
        None => format!("{} `{name}`{place}.", capitalized(&kind)),
    });
    if symbol.kind() == SymbolKind::Name(NameKind::Alias) {
        markup.paragraph(&format!("{}.", chain(symbol, analysis, meaning)));
    }
    let shown = meaning.values.iter().take(MAX_VALUES);
    let mut values: Vec<_> = shown
        .map(|(index, value)| match meaning.len {
            Some(1) => format!("`{}`", constant(value)),
            _ => format!("`[{index}]` = `{}`", constant(value)),
        })
        .collect();
    if meaning.values.len() > MAX_VALUES {
        let left = meaning.values.len() - MAX_VALUES;
        values.push(format!("and {left} more"));
    }
    match (meaning.len, values.as_slice()) {
        (_, []) => {}
        (Some(1), [value]) => markup.paragraph(&format!("Value: {value}{}", selected(meaning))),
        _ => markup.list(&values),
    }
    let uses = symbol.uses().count();
    markup.paragraph(&format!("Used {}.", at_places(uses)));
}

fn at_places(number: usize) -> String {
    match number {
        0 => "nowhere".to_owned(),
        1 => "at 1 place".to_owned(),
        number => format!("at {number} places"),
    }
}

/// Returns the components selected by an alias, unless it selects all components in order.
fn selected(meaning: &OperandMeaning) -> String {
    use pica200_objfmt::isa::constant::ConstantValue;
    let [(_, ConstantValue::Float(parts))] = meaning.values.as_slice() else {
        return String::new();
    };
    if meaning.components == Component::ALL && !meaning.is_negated {
        return String::new();
    }
    let sign = if meaning.is_negated { -1.0 } else { 1.0 };
    let chosen = meaning.components.iter().filter_map(|component| {
        let index = Component::ALL.iter().position(|known| known == component)?;
        Some(format!("{:?}", parts.get(index)?.to_f32() * sign))
    });
    format!("; selected: `{}`", chosen.collect::<Vec<_>>().join(", "))
}

/// Returns the kind of a register name in words.
fn kind(symbol: &Symbol<'_>, analysis: &Analysis, meaning: &OperandMeaning) -> String {
    let array = match meaning.len {
        Some(1) => "",
        _ => " array",
    };
    let kind = match symbol.kind() {
        SymbolKind::Name(NameKind::Constant) => match meaning.bank {
            Bank::Integer => "integer constant",
            _ => "float constant",
        },
        SymbolKind::Name(NameKind::Input) => "input",
        SymbolKind::Name(NameKind::Output) => "output",
        SymbolKind::Name(NameKind::Alias) => {
            let of = meaning.declared.map(|id| analysis.symbol(id).kind());
            let of = match of {
                Some(SymbolKind::Name(NameKind::Constant)) => "a constant",
                _ if meaning.values.len() == 1 && meaning.declared.is_none() => "a number",
                _ => meaning.bank.a_noun(),
            };
            return format!("alias of {of}");
        }
        _ => meaning.bank.noun(),
    };
    format!("{kind}{array}")
}

/// Returns the register of a name, with a leading space.
fn place(meaning: &OperandMeaning) -> String {
    let last = |first: Register| {
        let more = meaning.len.unwrap_or(1).saturating_sub(1);
        Register {
            number: first.number.saturating_add(more),
            ..first
        }
    };
    let registers = match (meaning.register, meaning.len) {
        (Some(first), Some(1) | None) => format!(" in `{first}`"),
        (Some(first), Some(_)) => format!(" in `{first}` to `{}`", last(first)),
        (None, _) => String::new(),
    };
    let properties: Vec<_> = meaning
        .properties
        .iter()
        .map(|(number, mask)| {
            let name = property::by_number(*number)
                .map_or_else(|| format!("property {number}"), |known| known.name.to_owned());
            format!("`{name}.{mask}`")
        })
        .collect();
    let properties = if properties.is_empty() {
        String::new()
    } else {
        format!(", property {}", properties.join(" and "))
    };
    let who = match (meaning.placement, meaning.register) {
        (Placement::External, _) => " of another file",
        (Placement::Linker, Some(_)) => " if the file is linked alone",
        (Placement::Linker, None) => ", without a register: no code reads it, or too few are free",
        (Placement::Source, _) => "",
    };
    format!("{registers}{properties}{who}")
}

/// Returns the chain of names through which an alias resolves to a register and its components.
fn chain(symbol: &Symbol<'_>, analysis: &Analysis, meaning: &OperandMeaning) -> String {
    let names = meaning.chain.iter().map(|id| analysis.symbol(*id).text());
    let mut names: Vec<_> = [symbol.text()].into_iter().chain(names).map(str::to_owned).collect();
    if let Some(register) = meaning.register {
        let letters: String = meaning.components.iter().map(|c| c.letter()).collect();
        let sign = if meaning.is_negated { "-" } else { "" };
        let swizzle = match letters.as_str() {
            "xyzw" => String::new(),
            letters => format!(".{letters}"),
        };
        names.push(format!("{sign}{register}{swizzle}"));
    }
    let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(" \u{2192} ")
}

fn procedure(markup: &mut Markup, symbol: &Symbol<'_>, analysis: &Analysis, index: usize) {
    let Some(procedure) = analysis.procedures().get(index) else {
        return;
    };
    let words = procedure.words.len();
    let instructions = usize::try_from(procedure.instructions).unwrap_or(usize::MAX);
    let mut notes = Vec::new();
    if procedure.is_entry {
        notes.push("the entry point");
    }
    if !procedure.is_global {
        notes.push("visible in its file only");
    }
    let notes = if notes.is_empty() {
        String::new()
    } else {
        format!(", {}", notes.join(", "))
    };
    markup.paragraph(&format!(
        "Procedure `{}`{notes}: {} in {}, from word {} on.",
        symbol.text(),
        counted(instructions, "instruction"),
        counted(words, "word"),
        procedure.words.start
    ));
    let all = analysis.procedures().iter();
    let calls = all.flat_map(|caller| &caller.calls);
    let id: Option<SymbolId> = Some(symbol.id());
    let calls = calls.filter(|call| call.callee == id).count();
    markup.paragraph(&format!("Called {} in this source.", times(calls)));
}

fn label(markup: &mut Markup, symbol: &Symbol<'_>, word: u32) {
    let scope = symbol.scope().map_or_else(String::new, |procedure| {
        format!(" of the procedure `{}`", procedure.text())
    });
    markup.paragraph(&format!("Label `{}`{scope}, at word {word}.", symbol.text()));
}
