//! Registers: banks, register numbers in instructions and tables, and sets of uniform registers.

use std::fmt;
use std::num::NonZero;

/// A register bank, denoted in source by one letter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bank {
    /// `v0`-`v15`, read only.
    Input,
    /// `o0`-`o15`, write only.
    Output,
    /// `r0`-`r15`.
    Temporary,
    /// `c0`-`c95`, float uniforms, read only.
    Float,
    /// `i0`-`i3`, integer uniforms.
    Integer,
    /// `b0`-`b15`, boolean uniforms.
    Boolean,
}

impl Bank {
    /// All banks.
    pub const ALL: [Self; 6] = [
        Self::Input,
        Self::Output,
        Self::Temporary,
        Self::Float,
        Self::Integer,
        Self::Boolean,
    ];

    /// Returns the bank for a lower-case letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        BY_LETTER[usize::from(u8::try_from(letter).ok()?)]
    }

    /// Returns the letter of the bank in source.
    pub const fn letter(self) -> char {
        match self {
            Self::Input => 'v',
            Self::Output => 'o',
            Self::Temporary => 'r',
            Self::Float => 'c',
            Self::Integer => 'i',
            Self::Boolean => 'b',
        }
    }

    /// Returns the number of registers of the bank.
    pub const fn size(self) -> u8 {
        match self {
            Self::Input | Self::Output | Self::Temporary | Self::Boolean => 16,
            Self::Float => 96,
            Self::Integer => 4,
        }
    }

    /// Returns the noun for a register of this bank in messages.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Input => "input register",
            Self::Output => "output register",
            Self::Temporary => "temporary register",
            Self::Float => "float uniform",
            Self::Integer => "integer uniform",
            Self::Boolean => "boolean uniform",
        }
    }

    /// Returns the noun with its article.
    pub const fn a_noun(self) -> &'static str {
        match self {
            Self::Input => "an input register",
            Self::Output => "an output register",
            Self::Temporary => "a temporary register",
            Self::Float => "a float uniform",
            Self::Integer => "an integer uniform",
            Self::Boolean => "a boolean uniform",
        }
    }

    /// Returns the number of the bank's first register in the unified numbering of uniform tables (00-0F v, 10-6F c,
    /// 70-73 i, 78-87 b). `None` for banks without numbers there.
    pub const fn table_base(self) -> Option<u16> {
        match self {
            Self::Input => Some(0x00),
            Self::Float => Some(0x10),
            Self::Integer => Some(0x70),
            Self::Boolean => Some(0x78),
            Self::Output | Self::Temporary => None,
        }
    }
}

/// The bank for each byte, as a lower-case letter.
const BY_LETTER: [Option<Bank>; 256] = {
    let mut table = [None; 256];
    let mut n = 0;
    while n < Bank::ALL.len() {
        let bank = Bank::ALL[n];
        table[bank.letter() as usize] = Some(bank);
        n += 1;
    }
    table
};

/// A register: its bank and its number in the bank, below [`Bank::size`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Register {
    /// The bank.
    pub bank: Bank,
    /// The number within the bank.
    pub number: u8,
}

impl Register {
    /// Returns the register `number` of `bank`; `None` if the bank has no such register.
    pub const fn new(bank: Bank, number: u8) -> Option<Self> {
        if number < bank.size() {
            Some(Self { bank, number })
        } else {
            None
        }
    }

    /// Returns the number in the unified numbering of uniform tables; see [`Bank::table_base`].
    pub fn table_number(self) -> Option<u16> {
        self.bank.table_base().map(|base| base + u16::from(self.number))
    }

    /// Returns the register with a number in the unified numbering of uniform tables.
    pub fn from_table_number(number: u16) -> Option<Self> {
        Bank::ALL.into_iter().find_map(|bank| {
            let offset = number.checked_sub(bank.table_base()?)?;
            Self::new(bank, u8::try_from(offset).ok()?)
        })
    }

    /// Returns the 7-bit source number: 00-0F v, 10-1F r, 20-7F c.
    pub const fn source_number(self) -> Option<u8> {
        match self.bank {
            Bank::Input => Some(self.number),
            Bank::Temporary => Some(0x10 + self.number),
            Bank::Float => Some(0x20 + self.number),
            _ => None,
        }
    }

    /// Returns the 5-bit destination number: 00-0F o, 10-1F r.
    pub const fn destination_number(self) -> Option<u8> {
        match self.bank {
            Bank::Output => Some(self.number),
            Bank::Temporary => Some(0x10 + self.number),
            _ => None,
        }
    }

    /// Returns the register for the low 7 bits of a source field.
    pub const fn from_source_number(number: u8) -> Self {
        match number & 0x7F {
            n @ 0..=0x0F => Self {
                bank: Bank::Input,
                number: n,
            },
            n @ 0x10..=0x1F => Self {
                bank: Bank::Temporary,
                number: n - 0x10,
            },
            n => Self {
                bank: Bank::Float,
                number: n - 0x20,
            },
        }
    }

    /// Returns the register for the low 5 bits of a destination field.
    pub const fn from_destination_number(number: u8) -> Self {
        match number & 0x1F {
            n @ 0..=0x0F => Self {
                bank: Bank::Output,
                number: n,
            },
            n => Self {
                bank: Bank::Temporary,
                number: n - 0x10,
            },
        }
    }
}

impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.bank.letter(), self.number)
    }
}

/// A kind of uniform registers, which the linker allocates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UniformKind {
    /// `.fvec`, `.constf`: registers `c`.
    Float,
    /// `.ivec`, `.consti`: registers `i`.
    Integer,
    /// `.bool`: registers `b`.
    Boolean,
}

impl UniformKind {
    /// Returns the directive that declares uniforms of the kind.
    pub const fn directive(self) -> &'static str {
        match self {
            Self::Float => ".fvec",
            Self::Integer => ".ivec",
            Self::Boolean => ".bool",
        }
    }

    /// All kinds, in the order of the unified numbering.
    pub const ALL: [Self; 3] = [Self::Float, Self::Integer, Self::Boolean];

    /// Returns the bank that holds uniforms of this kind.
    pub const fn bank(self) -> Bank {
        match self {
            Self::Float => Bank::Float,
            Self::Integer => Bank::Integer,
            Self::Boolean => Bank::Boolean,
        }
    }

    /// Returns the kind of uniform that a bank holds.
    pub const fn from_bank(bank: Bank) -> Option<Self> {
        match bank {
            Bank::Float => Some(Self::Float),
            Bank::Integer => Some(Self::Integer),
            Bank::Boolean => Some(Self::Boolean),
            _ => None,
        }
    }
}

/// A set of uniform registers, such as the allocated ones of one register space.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RegisterSet {
    banks: [u128; 3],
}

impl RegisterSet {
    fn run(first: u8, len: u8) -> u128 {
        let ones = if len >= 128 { u128::MAX } else { (1 << len) - 1 };
        ones.checked_shl(first.into()).unwrap_or(0)
    }

    fn bank(&self, kind: UniformKind) -> u128 {
        self.banks[kind as usize]
    }

    /// Adds the registers `first .. first + len`.
    pub fn insert(&mut self, kind: UniformKind, first: u8, len: u8) {
        self.banks[kind as usize] |= Self::run(first, len);
    }

    /// Adds all registers of another set.
    pub fn union_with(&mut self, other: &Self) {
        for (mine, theirs) in self.banks.iter_mut().zip(other.banks) {
            *mine |= theirs;
        }
    }

    /// Returns true if any of the registers `first .. first + len` is in the set.
    pub fn intersects(&self, kind: UniformKind, first: u8, len: u8) -> bool {
        self.bank(kind) & Self::run(first, len) != 0
    }

    /// Returns the number of registers of a kind in the set.
    pub fn count(&self, kind: UniformKind) -> u32 {
        self.bank(kind).count_ones()
    }

    /// Returns the lowest register that starts a run of `len` registers outside the set.
    pub fn lowest_free_run(&self, kind: UniformKind, len: u8) -> Option<u8> {
        u8::try_from(self.free_runs(kind, len)?.trailing_zeros()).ok()
    }

    /// Returns the highest register that starts a run of `len` registers outside the set.
    pub fn highest_free_run(&self, kind: UniformKind, len: u8) -> Option<u8> {
        u8::try_from(self.free_runs(kind, len)?.ilog2()).ok()
    }

    /// Returns all registers that start a run of `len` registers outside the set, register n at bit n; `None` if there
    /// are none.
    fn free_runs(&self, kind: UniformKind, len: u8) -> Option<NonZero<u128>> {
        let free = Self::run(0, kind.bank().size()) & !self.bank(kind);
        // Each step joins runs of `known` free registers into longer ones.
        let (mut starts, mut known) = (free, 1);
        while known < len {
            let step = known.min(len - known);
            starts &= starts >> step;
            known += step;
        }
        NonZero::new(starts)
    }
}

/// The classification of a word that may be a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegisterForm {
    /// A bank letter and digits, in range.
    Register(Register),
    /// A bank letter and digits, out of range.
    OutOfRange(Bank),
    /// A bank letter and digits with a leading zero.
    LeadingZero(Bank),
    /// Anything else.
    Name,
}

impl RegisterForm {
    /// Classifies a word. Letters are case-insensitive.
    pub fn classify(word: &str) -> Self {
        let [letter, digits @ ..] = word.as_bytes() else {
            return Self::Name;
        };
        let Some(bank) = Bank::from_letter(letter.to_ascii_lowercase().into()) else {
            return Self::Name;
        };
        if digits.is_empty() {
            return Self::Name;
        }
        let mut number = 0u8;
        for digit in digits {
            if !digit.is_ascii_digit() {
                return Self::Name;
            }
            // No bank has as many registers as this saturated number.
            number = number.saturating_mul(10).saturating_add(digit - b'0');
        }
        if digits.len() > 1 && digits.starts_with(b"0") {
            return Self::LeadingZero(bank);
        }
        Register::new(bank, number).map_or(Self::OutOfRange(bank), Self::Register)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_numbers_go_both_ways() {
        for number in 0..0x100 {
            if let Some(register) = Register::from_table_number(number) {
                assert_eq!(register.table_number(), Some(number));
            }
        }
        for (number, expected) in [
            (0x6F, Some("c95")),
            (0x73, Some("i3")),
            (0x74, None),
            (0x87, Some("b15")),
            (0x88, None),
        ] {
            let found = Register::from_table_number(number).map(|r| r.to_string());
            assert_eq!(found.as_deref(), expected, "{number:#x}");
        }
    }

    #[test]
    fn runs_are_found_from_both_ends() {
        let mut set = RegisterSet::default();
        set.insert(UniformKind::Float, 2, 3);
        set.insert(UniformKind::Float, 94, 1);
        assert_eq!(set.lowest_free_run(UniformKind::Float, 2), Some(0));
        assert_eq!(set.lowest_free_run(UniformKind::Float, 3), Some(5));
        assert_eq!(set.highest_free_run(UniformKind::Float, 1), Some(95));
        assert_eq!(set.highest_free_run(UniformKind::Float, 2), Some(92));
        assert_eq!(set.lowest_free_run(UniformKind::Float, 90), None);
        assert_eq!(set.lowest_free_run(UniformKind::Integer, 4), Some(0));
        assert_eq!(set.lowest_free_run(UniformKind::Integer, 5), None);
        assert_eq!(set.count(UniformKind::Float), 4);
    }

    #[test]
    fn registers_are_the_whole_word() {
        let form = RegisterForm::classify;
        assert_eq!(
            form("r5"),
            RegisterForm::Register(Register {
                bank: Bank::Temporary,
                number: 5
            })
        );
        assert_eq!(
            form("C95"),
            RegisterForm::Register(Register {
                bank: Bank::Float,
                number: 95
            })
        );
        assert_eq!(form("c96"), RegisterForm::OutOfRange(Bank::Float));
        assert_eq!(form("v99999999999999999999"), RegisterForm::OutOfRange(Bank::Input));
        assert_eq!(form("r010"), RegisterForm::LeadingZero(Bank::Temporary));
        for word in ["r9x", "r", "a0", "position", "", "r1foo"] {
            assert_eq!(form(word), RegisterForm::Name, "{word}");
        }
    }
}
