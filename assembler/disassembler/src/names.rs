//! Names in a disassembly: names of the file if the language allows them, otherwise new ones.

use std::borrow::Cow;

use bstr::{BStr, ByteSlice};
use pica200_objfmt::isa::register::Register;
use pica200_objfmt::isa::text::{RegisterText, Registers};
use rustc_hash::{FxHashMap, FxHashSet};

use pica200_objfmt::isa::register::RegisterForm;

/// Names in use.
#[derive(Clone, Default, Debug)]
pub(super) struct UsedNames {
    names: FxHashSet<String>,
    /// For each name that was requested more than once, the number of alternatives that were tried.
    tried: FxHashMap<String, usize>,
}

impl UsedNames {
    /// Reserves a name. Returns true if it was free.
    pub(super) fn reserve(&mut self, name: &str) -> bool {
        self.names.insert(name.to_owned())
    }

    /// Reserves the name, or a similar one that is free.
    pub(super) fn unique(&mut self, preferred: &str) -> String {
        if self.reserve(preferred) {
            return preferred.to_owned();
        }
        loop {
            let tried = self.tried.entry(preferred.to_owned()).or_default();
            *tried += 1;
            let name = format!("{preferred}_{tried}");
            if self.reserve(&name) {
                return name;
            }
        }
    }
}

/// Returns true if a text is a name in the language.
pub(super) fn is_identifier(text: &[u8]) -> bool {
    let starts = text.first().is_some_and(|first| !first.is_ascii_digit());
    starts && text.iter().all(|&byte| is_name_byte(byte))
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}

/// Returns a name for a procedure or a label, similar to a name of the file.
pub(super) fn similar_name(name: &BStr) -> String {
    let fits = |&byte: &u8| {
        if is_name_byte(byte) { char::from(byte) } else { '_' }
    };
    let text: String = name.iter().map(fits).collect();
    if is_identifier(text.as_bytes()) {
        text
    } else {
        format!("_{text}")
    }
}

/// Returns the name in a source for an entry of a uniform table, if the language allows it: `$` replaces the file's
/// `.`.
pub(super) fn source_name(name: &BStr, register: Register) -> Result<String, &'static str> {
    if name.contains(&b'$') {
        return Err("names with `$` cannot be written in a source");
    }
    let name = name.replace(".", "$");
    if !is_identifier(&name) {
        return Err("it is not a valid name");
    }
    let name = String::from_utf8_lossy(&name).into_owned();
    match RegisterForm::classify(&name) {
        RegisterForm::Name => Ok(name),
        RegisterForm::Register(named) if named == register => Ok(name),
        _ => Err("it is the name of another register"),
    }
}

/// Names of registers in a source: declared names, otherwise numbers.
#[derive(Clone, Default, Debug)]
pub(super) struct RegisterNames {
    names: FxHashMap<Register, (String, Option<i16>)>,
}

impl RegisterNames {
    /// Names a register, or the registers of an array from it on.
    pub(super) fn name(&mut self, name: &str, first: Register, len: u8) {
        for element in 0..len {
            let number = first.number.saturating_add(element);
            let register = Register { number, ..first };
            let named = (name.to_owned(), (len > 1).then_some(element.into()));
            self.names.entry(register).or_insert(named);
        }
    }
}

impl Registers for RegisterNames {
    fn name(&self, register: Register) -> RegisterText<'_> {
        match self.names.get(&register) {
            Some((name, element)) => RegisterText {
                name: Cow::Borrowed(name),
                element: *element,
            },
            None => pica200_objfmt::isa::text::Numbered.name(register),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_cannot_stand_in_a_source_are_made_to() {
        assert_eq!(similar_name("main".into()), "main");
        assert_eq!(similar_name("a b.c".into()), "a_b_c");
        assert_eq!(similar_name("7up".into()), "_7up");
        assert_eq!(similar_name("".into()), "_");
    }

    #[test]
    fn names_of_tables_keep_their_bytes_or_are_refused() {
        let c4 = Register::from_source_number(0x24);
        let c5 = Register::from_source_number(0x25);
        assert_eq!(source_name("light.color".into(), c4).as_deref(), Ok("light$color"));
        assert_eq!(source_name("c4".into(), c4).as_deref(), Ok("c4"));
        assert!(source_name("c4".into(), c5).is_err());
        for name in ["a$b", "", "7up", "a b", "\u{e4}"] {
            assert!(source_name(name.into(), c4).is_err(), "{name}");
        }
    }

    #[test]
    fn taken_names_get_a_number() {
        let mut taken = UsedNames::default();
        assert_eq!(
            [taken.unique("a"), taken.unique("a"), taken.unique("a")],
            ["a", "a_1", "a_2"]
        );
    }
}
