//! The words of the language by class, for editors and lookup.
//!
//! All of them are case-insensitive; they are in lowercase here. Names that sources declare are not words of the
//! language.

use pica200_objfmt::isa::instruction::Comparison;
use pica200_objfmt::isa::opcode::OPCODES;
use pica200_objfmt::isa::property::PROPERTIES;
use pica200_objfmt::isa::register::RegisterForm;

use crate::directive::DIRECTIVES;
use crate::expression::function::{PI, function_names};
use crate::expression::scope::name_function_names;
use crate::mnemonic::PSEUDO_INSTRUCTIONS;
use crate::register::{ADDRESS_WORDS, FLAGS};

pub use crate::expression::scope::is_size_function;

/// The class of a word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// An instruction.
    Mnemonic,
    /// A directive, without its dot.
    Directive,
    /// An output property, after the name in `.out`.
    Property,
    /// An address register or the loop counter.
    AddressRegister,
    /// The flags that `cmp` sets, in conditions.
    Flags,
    /// A comparison of `cmp`.
    Comparison,
    /// A function in expressions.
    Function,
    /// A number.
    Number,
    /// A boolean.
    Boolean,
    /// A mode of geometry shaders, after `.gsh`.
    GeometryMode,
    /// A flag of `setemit`.
    EmitFlag,
}

/// A word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// The word, in lowercase.
    pub text: &'static str,
    /// Its class.
    pub class: Class,
    /// Its syntax, if documented in a table.
    pub usage: Option<&'static str>,
    /// Its effect, if documented in a table.
    pub summary: Option<&'static str>,
}

/// Contextual keywords.
const CONTEXTUAL: &[(Class, &[&str])] = &[
    (Class::Comparison, &Comparison::NAMES),
    (Class::Number, &[PI, "inf", "infinity", "nan"]),
    (Class::Boolean, &["true", "false", "on", "off"]),
    (
        Class::GeometryMode,
        &["point", "variable", "subdivision", "fixed", "particle"],
    ),
    (Class::EmitFlag, &["prim", "primitive", "inv", "invert"]),
];

/// Returns true if a word, case-insensitively, is a contextual keyword of a class.
pub(crate) fn is_contextual(class: Class, word: &str) -> bool {
    let mut of_class = CONTEXTUAL.iter().filter(|(known, _)| *known == class);
    of_class.any(|(_, words)| words.iter().any(|known| known.eq_ignore_ascii_case(word)))
}

/// Returns all words, grouped by class.
pub fn words() -> impl Iterator<Item = Word> {
    let mnemonics = OPCODES.iter().map(|info| Word {
        usage: Some(info.operands.usage()),
        summary: Some(info.summary),
        ..bare(Class::Mnemonic, info.mnemonic)
    });
    let directives = DIRECTIVES.iter().map(|&(_, name, form)| Word {
        usage: Some(form),
        ..bare(Class::Directive, name)
    });
    let addresses = ADDRESS_WORDS
        .iter()
        .map(|known| bare(Class::AddressRegister, known.word));
    let contextual = CONTEXTUAL
        .iter()
        .flat_map(|&(class, words)| words.iter().map(move |word| bare(class, word)));
    mnemonics
        .chain(pseudo_instructions())
        .chain(directives)
        .chain(properties())
        .chain(addresses)
        .chain([bare(Class::Flags, FLAGS)])
        .chain(function_names().map(|name| bare(Class::Function, name)))
        .chain(name_function_names().map(|name| bare(Class::Function, name)))
        .chain(contextual)
}

/// Returns true if a word has the form of a register, even of one that does not exist: `r3`, `c99`, `v01`.
pub fn is_register(word: &str) -> bool {
    RegisterForm::classify(word) != RegisterForm::Name
}

/// Returns the pseudo-instructions that have their own mnemonics.
fn pseudo_instructions() -> impl Iterator<Item = Word> {
    let own = PSEUDO_INSTRUCTIONS.iter().filter(|info| info.mnemonic.is_some());
    own.map(|info| Word {
        usage: info.form.split_once(' ').map(|(_, operands)| operands),
        summary: Some(info.expansion),
        ..bare(Class::Mnemonic, info.mnemonic())
    })
}

/// Returns the properties with their short names.
fn properties() -> impl Iterator<Item = Word> {
    PROPERTIES.iter().flat_map(|property| {
        let short = (property.short != property.name).then_some(property.short);
        [property.name]
            .into_iter()
            .chain(short)
            .map(|name| bare(Class::Property, name))
    })
}

/// Creates a word without further information.
fn bare(class: Class, text: &'static str) -> Word {
    Word {
        text,
        class,
        usage: None,
        summary: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AssemblyOptions, assemble};

    /// Returns a source that contains the word in a valid context.
    fn source(word: &Word) -> Option<String> {
        let text = word.text;
        let line = match word.class {
            Class::Mnemonic | Class::Directive => return None,
            Class::Property => format!(".out a {text}"),
            Class::AddressRegister if ["a2", "al", "lcnt"].contains(&text) => {
                format!(".out a position\n.proc main\nmov a, c0[{text}]\nend\n.end")
            }
            Class::AddressRegister => format!(".proc main\nmova {text}, v0\nend\n.end"),
            Class::Flags => format!(".proc main\nifc {text}.x\nnop\n.end\nend\n.end"),
            Class::Comparison => format!(".proc main\ncmp v0, {text}, {text}, v0\nend\n.end"),
            Class::Function if ["max", "min", "pow"].contains(&text) => {
                format!(".constf a({text}(1, 1), 0, 0, 0)")
            }
            Class::Function if text == "defined" => format!(".equ a, {text}(b)"),
            Class::Function if text == "words" => format!(".proc b\n.end\n.equ a, {text}(b)"),
            Class::Function if text == "free" => format!(".equ a, {text}(fvec)"),
            Class::Function => format!(".constf a({text}(1), 0, 0, 0)"),
            Class::Number => format!(".constf a({text}, 0, 0, 0)"),
            Class::Boolean => format!(".setb b0 {text}"),
            Class::GeometryMode => {
                let more = match text {
                    "point" => "",
                    "variable" | "subdivision" => " 3",
                    _ => " c40 3",
                };
                format!(".gsh {text} c48{more}")
            }
            Class::EmitFlag => format!(".gsh\n.proc main\nsetemit 0, {text}\nend\n.end"),
        };
        Some(line + "\n")
    }

    #[test]
    fn words_have_a_meaning_at_their_place() {
        for word in words() {
            let Some(source) = source(&word) else {
                continue;
            };
            let assembly = assemble("words.pica", source.as_bytes(), &AssemblyOptions::default());
            assert!(assembly.object.is_some(), "{source}{:?}", assembly.diagnostics);
            let other = source.replace(word.text, "nonsense");
            let assembly = assemble("words.pica", other.as_bytes(), &AssemblyOptions::default());
            assert!(assembly.object.is_none(), "{other}");
        }
    }

    #[test]
    fn registers_have_a_letter_and_digits() {
        for word in ["r0", "R15", "c95", "c96", "v00", "b3"] {
            assert!(is_register(word), "{word}");
        }
        for word in ["r", "r0x", "x0", "aL", ""] {
            assert!(!is_register(word), "{word}");
        }
    }

    #[test]
    fn no_class_has_a_word_twice() {
        let mut seen = std::collections::HashSet::new();
        for word in words() {
            assert!(seen.insert((word.class, word.text)), "{word:?}");
            assert_eq!(word.text, word.text.to_ascii_lowercase());
        }
    }
}
