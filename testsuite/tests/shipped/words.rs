//! Language keywords as JSON, for tools that highlight or complete sources.

use pica200_asm::words::{Class, Word, words};
use pica200_diagnostics::Code;
use pica200_objfmt::isa::descriptor::Component;
use pica200_objfmt::isa::register::Bank;
use serde_json::{Map, Value, json};

use crate::Files;

/// The classes, and their names in the editor files.
const CLASSES: [(Class, &str); 11] = [
    (Class::Mnemonic, "mnemonics"),
    (Class::Directive, "directives"),
    (Class::Property, "output_properties"),
    (Class::AddressRegister, "address_registers"),
    (Class::Flags, "flags"),
    (Class::Comparison, "comparisons"),
    (Class::Function, "functions"),
    (Class::Number, "numbers"),
    (Class::Boolean, "truth_values"),
    (Class::GeometryMode, "geometry_modes"),
    (Class::EmitFlag, "emit_flags"),
];

pub(crate) fn add(files: &mut Files) {
    let mut document = Map::from_iter([
        ("format".to_owned(), json!(1)),
        ("registers".to_owned(), Bank::ALL.map(bank).into()),
        ("swizzle_letters".to_owned(), swizzle_letters().into()),
    ]);
    for (class, key) in CLASSES {
        let entries = words().filter(|word| word.class == class).map(|word| entry(&word));
        document.insert(key.to_owned(), entries.collect());
    }
    let settable = Code::all().filter(|code| code.is_settable());
    document.insert("diagnostics".to_owned(), settable.map(diagnostic).collect());
    files.insert("cli/editors/words.json".to_owned(), pretty(&Value::Object(document)));
}

/// Formats a document on several lines.
pub(crate) fn pretty(document: &Value) -> Vec<u8> {
    format!("{document:#}\n").into_bytes()
}

/// Returns the words of a class.
pub(crate) fn of_class(class: Class) -> Vec<&'static str> {
    let words = words().filter(|word| word.class == class);
    words.map(|word| word.text).collect()
}

/// Returns the letters of swizzles and masks.
pub(crate) fn swizzle_letters() -> String {
    let letters = (b'a'..=b'z').filter(|&letter| Component::from_letter(letter).is_some());
    letters.map(char::from).collect()
}

/// Returns a diagnostic whose level can be set by comments and options.
fn diagnostic(code: Code) -> Value {
    json!({ "word": code.name(), "summary": code.meaning() })
}

fn bank(bank: Bank) -> Value {
    json!({ "letter": bank.letter(), "count": bank.size(), "summary": bank.noun() })
}

fn entry(word: &Word) -> Value {
    let mut entry = Map::from_iter([("word".to_owned(), json!(word.text))]);
    for (key, text) in [("usage", word.usage), ("summary", word.summary)] {
        entry.extend(text.map(|text| (key.to_owned(), json!(text))));
    }
    entry.into()
}

#[test]
fn all_words_have_a_class() {
    for word in words() {
        assert!(CLASSES.iter().any(|(class, _)| *class == word.class), "{word:?}");
    }
    assert_eq!(swizzle_letters(), "abgpqrstwxyz");
}
