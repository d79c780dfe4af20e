//! Names that are valid in both languages.

use std::collections::{HashMap, HashSet};

use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::RegisterForm;

/// Words with another meaning in an operand in picasm syntax.
const RESERVED: [&str; 11] = [
    "a0", "a1", "a01", "a2", "al", "lcnt", "cmp", "inf", "infinity", "nan", "pi",
];

/// Returns true if picasm does not read a word as a name, or warns about it as a name.
pub(crate) fn is_reserved(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    RESERVED.contains(&lower.as_str())
        || RegisterForm::classify(name) != RegisterForm::Name
        || Opcode::from_mnemonic(name).is_some()
}

/// The names of a source, each with its output name.
#[derive(Clone, Default, Debug)]
pub(crate) struct Names {
    printed: HashMap<String, String>,
    taken: HashSet<String>,
    /// For each name that was numbered, the number from which on a name may be free.
    numbers: HashMap<String, u32>,
}

impl Names {
    /// Creates the names of a source. An output name is never a register name.
    pub(crate) fn new<'n>(names: impl Iterator<Item = &'n str> + Clone) -> Self {
        let mut made = Self::default();
        let fits = |name: &&str| !is_reserved(name) && starts_with_non_digit(name);
        for name in names.clone().filter(fits) {
            made.taken.insert(name.to_owned());
            made.printed.insert(name.to_owned(), name.to_owned());
        }
        for name in names.filter(|name| !fits(name)) {
            made.assign_output_name(name);
        }
        made
    }

    fn assign_output_name(&mut self, name: &str) {
        if self.printed.contains_key(name) {
            return;
        }
        let base = if starts_with_non_digit(name) {
            format!("{name}_")
        } else {
            format!("_{name}")
        };
        let printed = self.unique(&base);
        self.printed.insert(name.to_owned(), printed);
    }

    /// Returns the output name of a name of the source.
    pub(crate) fn printed(&self, name: &str) -> String {
        let printed = self.printed.get(name);
        printed.cloned().unwrap_or_else(|| name.to_owned())
    }

    /// Returns an unused name: this one, or this one with a number appended.
    pub(crate) fn unique(&mut self, base: &str) -> String {
        let is_free = |name: &String| !self.taken.contains(name) && !is_reserved(name);
        let mut found = base.to_owned();
        if !is_free(&found) {
            let next = self.numbers.entry(base.to_owned()).or_insert(2);
            loop {
                found = format!("{base}_{next}");
                *next = next.saturating_add(1);
                if is_free(&found) {
                    break;
                }
            }
        }
        self.taken.insert(found.clone());
        found
    }
}

/// Returns true if a name starts as in picasm syntax: without a digit.
fn starts_with_non_digit(name: &str) -> bool {
    !name.starts_with(|first: char| first.is_ascii_digit())
}
