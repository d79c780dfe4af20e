//! Names in assembly for names in sources.

use pica200_objfmt::isa::opcode::Opcode;
use rustc_hash::FxHashSet;

/// Words that are neither registers nor mnemonics, but have a meaning in operands.
const WORDS: [&str; 6] = ["a0", "a1", "a2", "al", "lcnt", "cmp"];

/// Maximum number of bytes of a name. Names of sources that make longer ones are cut.
const MAX_LENGTH: usize = 64;

/// The names of a program, all different.
#[derive(Debug, Default)]
pub(crate) struct Names {
    taken: FxHashSet<String>,
}

impl Names {
    /// Returns a name like the wanted one: an identifier that no other thing has and that has no meaning in assembly.
    pub(crate) fn add(&mut self, wanted: &str) -> String {
        let base = identifier(wanted);
        let mut name = base.clone();
        let mut number = 1_usize;
        while is_word(&name) || self.taken.contains(&name) {
            number += 1;
            name = format!("{base}_{number}");
        }
        self.taken.insert(name.clone());
        name
    }
}

/// Returns the text with each run of bytes that cannot be in a name as one underscore.
fn identifier(text: &str) -> String {
    let mut name = String::new();
    for letter in text.chars() {
        if letter.is_ascii_alphanumeric() {
            name.push(letter);
        } else if !(name.ends_with('_') || name.is_empty() && letter == '$') {
            name.push('_');
        }
        if name.len() == MAX_LENGTH {
            break;
        }
    }
    let end = name.trim_end_matches('_').len();
    if !text.ends_with('_') {
        name.truncate(end);
    }
    match name.chars().next() {
        None => "unnamed".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("_{name}"),
        Some(_) => name,
    }
}

/// Returns whether a name of the source is valid as the name of a procedure.
#[cfg(feature = "naga")]
pub(crate) fn can_be_defined(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let is_identifier = (1..=MAX_LENGTH).contains(&name.len())
        && name.bytes().all(is_part)
        && !name.starts_with(|first: char| first.is_ascii_digit());
    is_identifier && !is_word(name) && name != "main"
}

/// Returns whether a name has a meaning in assembly: a register, a mnemonic, a flag.
fn is_word(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let mut letters = lower.chars();
    let is_register = letters.next().is_some_and(|bank| "vrocib".contains(bank))
        && lower.len() > 1
        && letters.all(|letter| letter.is_ascii_digit());
    is_register || WORDS.contains(&lower.as_str()) || Opcode::from_mnemonic(&lower).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "naga")]
    #[test]
    fn procedures_have_names_that_assembly_takes() {
        let longest = "n".repeat(MAX_LENGTH);
        for name in ["fog", "my__fog", "__fog", "fog_", "fog2", &longest] {
            assert!(can_be_defined(name), "{name}");
        }
        let too_long = "n".repeat(MAX_LENGTH + 1);
        for name in ["", "2fog", "föhn", "fog-2", "r0", "mul", "main", &too_long] {
            assert!(!can_be_defined(name), "{name}");
        }
    }

    #[test]
    fn names_are_identifiers_that_mean_nothing_else() {
        let mut names = Names::default();
        let mut add = |wanted| names.add(wanted);
        assert_eq!(add("light[0].dir"), "light_0_dir");
        assert_eq!(add("light[0].dir"), "light_0_dir_2");
        assert_eq!(add("$Globals"), "Globals");
        assert_eq!(add("m_"), "m_");
        assert_eq!(add("__m"), "_m");
        assert_eq!(add("2d"), "_2d");
        assert_eq!(add("\u{fc}"), "unnamed");
        assert_eq!(add(""), "unnamed_2");
        assert_eq!(add("c12"), "c12_2");
        assert_eq!(add("mul"), "mul_2");
        assert_eq!(add("aL"), "aL_2");
        assert_eq!(add("cmp"), "cmp_2");
        assert_eq!(add("on"), "on");
        assert_eq!(add("color"), "color");
        assert_eq!(add(&"x".repeat(1000)).len(), MAX_LENGTH);
    }
}
