//! Names that both languages can use.

use std::collections::{HashMap, HashSet};

use pica200_objfmt::isa::register::RegisterForm;

/// Words that mean something else in an operand of our language.
const RESERVED: [&str; 11] = [
    "a0", "a1", "a01", "a2", "al", "lcnt", "cmp", "inf", "infinity", "nan", "pi",
];

/// Whether our language reads a word in an operand as something else than a name.
pub(crate) fn is_reserved(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    RESERVED.contains(&lower.as_str()) || RegisterForm::of(name) != RegisterForm::Name
}

/// The names of a source, each with the one that is printed for it.
#[derive(Default, Debug)]
pub(crate) struct Names {
    printed: HashMap<String, String>,
    taken: HashSet<String>,
}

impl Names {
    /// Names of a source, of which none is a register that the name itself stands for.
    pub(crate) fn new<'n>(names: impl Iterator<Item = &'n str> + Clone) -> Self {
        let mut made = Self::default();
        let fits = |name: &&str| !is_reserved(name) && begins_well(name);
        for name in names.clone().filter(fits) {
            made.taken.insert(name.to_owned());
            made.printed.insert(name.to_owned(), name.to_owned());
        }
        for name in names.filter(|name| !fits(name)) {
            made.printed_or_new(name);
        }
        made
    }

    fn printed_or_new(&mut self, name: &str) {
        if self.printed.contains_key(name) {
            return;
        }
        let base = match begins_well(name) {
            true => format!("{name}_"),
            false => format!("_{name}"),
        };
        let printed = self.fresh(&base);
        self.printed.insert(name.to_owned(), printed);
    }

    /// The name to print for a name of the source.
    pub(crate) fn printed(&self, name: &str) -> String {
        let printed = self.printed.get(name);
        printed.cloned().unwrap_or_else(|| name.to_owned())
    }

    /// A name that nothing else has: this one, or this one with a number behind it.
    pub(crate) fn fresh(&mut self, base: &str) -> String {
        let numbered = (2..).map(|number: u32| format!("{base}_{number}"));
        let mut all = std::iter::once(base.to_owned()).chain(numbered);
        let found = all.find(|name| !self.taken.contains(name) && !is_reserved(name));
        let found = found.unwrap_or_else(|| base.to_owned());
        self.taken.insert(found.clone());
        found
    }
}

/// Whether a name begins as ours do: without a digit.
fn begins_well(name: &str) -> bool {
    !name.starts_with(|first: char| first.is_ascii_digit())
}
