//! Words that name registers: `r0`, `a0`, `aL`, `cmp`.

use pica200_objfmt::isa::descriptor::{Component, Mask};
use pica200_objfmt::isa::instruction::AddressRegister;
use pica200_objfmt::isa::register::{Bank, Register, RegisterForm};

use crate::text::is_name_char;

/// A word that names an address register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AddressWord {
    /// The word, in lowercase.
    pub(crate) word: &'static str,
    /// The register that it names as an index; `a01` is not an index.
    pub(crate) index: Option<AddressRegister>,
    /// The components that `mova` writes; it cannot write the loop counter.
    pub(crate) mask: Option<Mask>,
}

const X: Mask = Mask::NONE.with(Component::X);
const Y: Mask = Mask::NONE.with(Component::Y);

/// All words for address registers and the loop counter, old and new. `a0` also takes components.
pub(crate) const ADDRESS_WORDS: [AddressWord; 6] = [
    AddressWord {
        word: "a0",
        index: Some(AddressRegister::A0x),
        mask: Some(X),
    },
    AddressWord {
        word: "a1",
        index: Some(AddressRegister::A0y),
        mask: Some(Y),
    },
    AddressWord {
        word: "a01",
        index: None,
        mask: Some(X.union(Y)),
    },
    AddressWord {
        word: "a2",
        index: Some(AddressRegister::LoopCounter),
        mask: None,
    },
    AddressWord {
        word: "al",
        index: Some(AddressRegister::LoopCounter),
        mask: None,
    },
    AddressWord {
        word: "lcnt",
        index: Some(AddressRegister::LoopCounter),
        mask: None,
    },
];

/// Returns true if a word names an address register, the loop counter or the flags.
pub(crate) fn is_address_or_flag(word: &str) -> bool {
    AddressWord::find(word).is_some() || word.eq_ignore_ascii_case(FLAGS)
}

impl AddressWord {
    /// Looks up a word, case-insensitively.
    pub(crate) fn find(word: &str) -> Option<&'static Self> {
        ADDRESS_WORDS.iter().find(|known| known.word.eq_ignore_ascii_case(word))
    }
}

/// The word before `.x` and `.y` in conditions.
pub(crate) const FLAGS: &str = "cmp";

/// Returns the first temporary that a source does not mention, not even in a comment.
pub(crate) fn unused_temporary(text: &str) -> Option<Register> {
    let bank = Bank::Temporary;
    let mut named = [false; u8::MAX as usize];
    for word in text.split(|c| !is_name_char(c)) {
        if let RegisterForm::Register(register) = RegisterForm::classify(word)
            && register.bank == bank
            && let Some(slot) = named.get_mut(usize::from(register.number))
        {
            *slot = true;
        }
    }
    let numbers = 0..bank.size();
    let mut unused = numbers.filter(|&number| named.get(usize::from(number)) == Some(&false));
    Register::new(bank, unused.next()?)
}
