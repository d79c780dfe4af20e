//! Descriptions of keywords, registers and diagnostic names.

use pica200_asm::reference::{Entry, Reference};
use pica200_asm::words::Class;
use pica200_diagnostics::Code;
use pica200_objfmt::isa::property;
use pica200_objfmt::isa::register::Bank;

use super::capitalized;
use crate::markup::Markup;

/// Describes a keyword using the language reference. Returns true if the reference has an entry for it.
pub(crate) fn word(markup: &mut Markup, reference: &Reference, class: Class, word: &str) -> bool {
    let word = word.trim_start_matches('.').to_ascii_lowercase();
    let entries: Vec<_> = reference.entries(class, &word).collect();
    let Some(first) = entries.first() else {
        return false;
    };
    match class {
        Class::Mnemonic => instruction(markup, &word, first),
        Class::Directive | Class::Function | Class::GeometryMode => {
            for entry in entries {
                markup.source(&entry.form);
                markup.paragraph(&format!("{}.", entry.effect));
            }
        }
        Class::Property => {
            let number = property::by_name(&word).map_or(0, |property| property.number);
            let names = first.words.join("`, `");
            markup.paragraph(&format!("`{names}`: output property {number}"));
            markup.paragraph(&format!("{}.", first.effect));
        }
        Class::Comparison => {
            markup.paragraph(&format!("`{word}`: true where {}.", first.effect));
        }
        _ => markup.paragraph(&format!("`{word}`: {}.", first.effect)),
    }
    true
}

/// Describes an instruction: its syntax, its effect and the source operand that can be a uniform.
fn instruction(markup: &mut Markup, word: &str, entry: &Entry) {
    let forms = entry.forms().into_iter();
    let forms = forms.map(|operands| format!("{word} {operands}").trim_end().to_owned());
    markup.source(&forms.collect::<Vec<_>>().join("\n"));
    effect(markup, entry);
    if let Some(example) = &entry.example {
        markup.paragraph(&format!("Example: `{example}`"));
    }
}

/// Describes the effect of an instruction and the source operand that can be a uniform.
pub(crate) fn effect(markup: &mut Markup, entry: &Entry) {
    markup.paragraph(&format!("{}.", entry.effect));
    if let Some(wide) = &entry.wide {
        let which = match wide.as_str() {
            "1" if !entry.form.contains("source2") => "The source".to_owned(),
            wide => format!("Source {wide}"),
        };
        markup.paragraph(&format!(
            "{which} can be a float uniform, a constant, a number or relative."
        ));
    }
}

/// Describes the registers of a bank.
pub(crate) fn register(markup: &mut Markup, reference: &Reference, bank: Bank) {
    if let Some(entry) = reference.registers(bank) {
        markup.paragraph(&format!("{}: {}.", entry.form, entry.effect));
    }
}

/// Describes a diagnostic. Returns true if there is a diagnostic of this name.
pub(crate) fn diagnostic(markup: &mut Markup, name: &str) -> bool {
    let Some(code) = Code::from_name(name) else {
        return false;
    };
    let levels: Vec<_> = code.rules().iter().map(ToString::to_string).collect();
    markup.paragraph(&format!("`{name}` ({})", levels.join("; ")));
    markup.paragraph(&format!("{}.", capitalized(code.meaning())));
    markup.paragraph(&format!("To fix it: {}.", code.remedy()));
    if let Some(page) = code.page() {
        markup.page(page);
    }
    true
}
