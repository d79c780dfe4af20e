//! The opcode table. Encoder, decoder, assembler and documentation derive from it.
//!
//! Source of the facts: picasso's output, and an interpreter that was tested against hardware.

use crate::isa::descriptor::{Component, Descriptor, Mask};
use crate::isa::encoding::{Fields, InstructionFormat};
use crate::isa::register::Bank;

mod columns;

pub use columns::{Operands, Selectors, Test, Transfer};

/// A row of the opcode table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpcodeInfo {
    /// The opcode.
    pub opcode: Opcode,
    /// The mnemonic, in lower case.
    pub mnemonic: &'static str,
    /// The value of the format's opcode field. For `cmp` and `mad`, whose opcode fields are shorter than six bits, the
    /// value of that shorter field.
    pub field: u8,
    /// The format of the word.
    pub format: InstructionFormat,
    /// The operands in assembly source.
    pub operands: Operands,
    /// The control transfer.
    pub transfer: Transfer,
    /// True if the first two sources can be swapped without changing the result.
    pub commutes: bool,
    /// The selectors of each source that the hardware reads.
    pub selectors: &'static [Selectors],
    /// The opcode of the same operation with the wide source in the other position, if there is one.
    pub counterpart: Option<Opcode>,
    /// A one-line description of the operation.
    pub summary: &'static str,
}

macro_rules! opcodes {
    ($($opcode:ident $mnemonic:literal $field:literal $format:ident $operands:ident $transfer:ident$(($test:ident))? $commutes:ident $selectors:expr, $counterpart:expr, $summary:literal;)*) => {
        /// A known opcode.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[non_exhaustive]
        pub enum Opcode {
            $(#[doc = concat!("`", $mnemonic, "`: ", $summary, ".")] $opcode,)*
        }

        /// All known opcodes, in ascending order of their numbers.
        pub const OPCODES: &[OpcodeInfo] = &[$(OpcodeInfo {
            opcode: Opcode::$opcode,
            mnemonic: $mnemonic,
            field: $field,
            format: InstructionFormat::$format,
            operands: Operands::$operands,
            transfer: Transfer::$transfer$((Test::$test))?,
            commutes: opcodes!(@ $commutes),
            selectors: &$selectors,
            counterpart: $counterpart,
            summary: $summary,
        }),*];
    };
    (@ yes) => { true };
    (@ no) => { false };
}

use Opcode::{Dph, Dphi, Dst, Dsti, Mad, Madi, Sge, Sgei, Slt, Slti};
use Selectors::{All, Masked, MaskedXy, X, Xy, Xyz};

opcodes! {
    // opcode, mnemonic, field, format, operands, transfer, commutes, selectors, counterpart, summary
    Add     "add"     0x00 One          Binary             Next          yes [Masked, Masked], None, "a + b";
    Dp3     "dp3"     0x01 One          Binary             Next          yes [Xyz, Xyz], None, "dot product of x, y, z";
    Dp4     "dp4"     0x02 One          Binary             Next          yes [All, All], None, "dot product of all four components";
    Dph     "dph"     0x03 One          Binary             Next          no  [Xyz, All], Some(Dphi), "dot product of (a.xyz, 1) and b";
    Dst     "dst"     0x04 One          Binary             Next          no  [All, All], Some(Dsti), "distance vector (1, a.y*b.y, a.z, b.w)";
    Ex2     "ex2"     0x05 OneUnary     Unary              Next          no  [X], None, "2 to the power of a.x";
    Lg2     "lg2"     0x06 OneUnary     Unary              Next          no  [X], None, "binary logarithm of a.x";
    Litp    "litp"    0x07 OneUnary     Unary              Next          no  [All], None, "a step of lighting";
    Mul     "mul"     0x08 One          Binary             Next          yes [Masked, Masked], None, "a * b";
    Sge     "sge"     0x09 One          Binary             Next          no  [Masked, Masked], Some(Sgei), "a >= b ? 1 : 0";
    Slt     "slt"     0x0A One          Binary             Next          no  [Masked, Masked], Some(Slti), "a < b ? 1 : 0";
    Flr     "flr"     0x0B OneUnary     Unary              Next          no  [Masked], None, "the integer at or below a";
    Max     "max"     0x0C One          Binary             Next          no  [Masked, Masked], None, "a > b ? a : b";
    Min     "min"     0x0D One          Binary             Next          no  [Masked, Masked], None, "a < b ? a : b";
    Rcp     "rcp"     0x0E OneUnary     Unary              Next          no  [X], None, "1 / a.x";
    Rsq     "rsq"     0x0F OneUnary     Unary              Next          no  [X], None, "1 / square root of a.x";
    Mova    "mova"    0x12 OneAddress   Address            Next          no  [MaskedXy], None, "a, truncated, to the address registers";
    Mov     "mov"     0x13 OneUnary     Unary              Next          no  [Masked], None, "a";
    Dphi    "dphi"    0x18 OneInverted  Binary             Next          no  [Xyz, All], Some(Dph), "dph with the second source wide";
    Dsti    "dsti"    0x19 OneInverted  Binary             Next          no  [All, All], Some(Dst), "dst with the second source wide";
    Sgei    "sgei"    0x1A OneInverted  Binary             Next          no  [Masked, Masked], Some(Sge), "sge with the second source wide";
    Slti    "slti"    0x1B OneInverted  Binary             Next          no  [Masked, Masked], Some(Slt), "slt with the second source wide";
    Break   "break"   0x20 Zero         None               Break(Always) no  [], None, "leaves the loop";
    Nop     "nop"     0x21 Zero         None               Next          no  [], None, "nothing";
    End     "end"     0x22 Zero         None               End           no  [], None, "ends the program";
    Breakc  "breakc"  0x23 Two          Condition          Break(Flags)  no  [], None, "leaves the loop if the condition holds";
    Call    "call"    0x24 Two          Procedure          Call(Always)  no  [], None, "calls a procedure";
    Callc   "callc"   0x25 Two          ConditionProcedure Call(Flags)   no  [], None, "calls a procedure if the condition holds";
    Callu   "callu"   0x26 Three        BooleanProcedure   Call(Boolean) no  [], None, "calls a procedure if the boolean is true";
    Ifu     "ifu"     0x27 Three        Boolean            If(Boolean)   no  [], None, "runs a block if the boolean is true";
    Ifc     "ifc"     0x28 Two          ConditionBlock     If(Flags)     no  [], None, "runs a block if the condition holds";
    For     "for"     0x29 Three        Integer            Loop          no  [], None, "runs a block x + 1 times, with aL from y in steps of z";
    Emit    "emit"    0x2A Zero         None               Next          no  [], None, "emits the output registers as a vertex";
    Setemit "setemit" 0x2B Four         Emit               Next          no  [], None, "selects the vertex slot and the effects of emit";
    Jmpc    "jmpc"    0x2C Two          ConditionLabel     Jump(Flags)   no  [], None, "jumps if the condition holds";
    Jmpu    "jmpu"    0x2D Three        BooleanLabel       Jump(Boolean) no  [], None, "jumps if the boolean is true, or false with !";
    Cmp     "cmp"     0x17 OneCompare   Compare            Next          no  [Xy, Xy], None, "compares x and y, sets cmp.x and cmp.y";
    Madi    "madi"    0x06 FiveInverted Ternary            Next          no  [Masked, Masked, Masked], Some(Mad), "mad with the third source wide";
    Mad     "mad"     0x07 Five         Ternary            Next          no  [Masked, Masked, Masked], Some(Madi), "a * b + c";
}

impl Opcode {
    /// Returns the opcode's row in the table.
    pub const fn info(self) -> &'static OpcodeInfo {
        &OPCODES[self as usize]
    }

    /// Returns the fields of the opcode's words.
    pub const fn fields(self) -> &'static Fields {
        self.info().format.fields()
    }

    /// Returns the opcode of a word; `None` if it is unknown.
    pub const fn from_word(word: u32) -> Option<Self> {
        BY_FIELD[(word >> 26) as usize]
    }

    /// Returns the opcode with a mnemonic, in either case.
    pub fn from_mnemonic(mnemonic: &str) -> Option<Self> {
        let key = mnemonic_key(mnemonic.as_bytes())?;
        let row = BY_MNEMONIC.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        BY_MNEMONIC.get(row).map(|(_, opcode)| *opcode)
    }

    /// Returns the bank of the uniform that controls the transfer, if there is one.
    pub const fn uniform_bank(self) -> Option<Bank> {
        match self.transfer() {
            Transfer::Loop => Some(Bank::Integer),
            transfer => match transfer.test() {
                Some(Test::Boolean) => Some(Bank::Boolean),
                _ => None,
            },
        }
    }

    /// Returns the components that the instruction can write: none for `cmp`, two for `mova`.
    pub const fn writable(self) -> Mask {
        match self.info().operands {
            Operands::Unary | Operands::Binary | Operands::Ternary => Mask::ALL,
            Operands::Address => Mask::NONE.with(Component::X).with(Component::Y),
            _ => Mask::NONE,
        }
    }

    /// Returns the bits of its descriptor that an instruction reads, if the descriptor has this destination mask: the
    /// mask and, for each source, the sign and the selectors that are read. 0 for opcodes without a descriptor.
    pub const fn descriptor_bits(self, mask: Mask) -> u32 {
        let selectors = self.info().selectors;
        let mut bits = self.writable().to_bits() as u32;
        let mut source = 0;
        while source < selectors.len() {
            bits |= Descriptor::negate_bit(source);
            let mut n = 0;
            while n < Component::ALL.len() {
                let component = Component::ALL[n];
                if selectors[source].components(mask).contains(component) {
                    bits |= Descriptor::selector_bits(source, component);
                }
                n += 1;
            }
            source += 1;
        }
        bits
    }

    /// Returns the word with this opcode and 0 in all other fields.
    pub const fn base_word(self) -> u32 {
        self.fields().opcode.set(0, self.info().field as u32)
    }

    /// Returns true if the instruction has operands, and so a relocation in objects.
    pub const fn takes_arguments(self) -> bool {
        !matches!(self.info().operands, Operands::None)
    }

    /// Returns the control transfer of the instruction.
    pub const fn transfer(self) -> Transfer {
        self.info().transfer
    }

    /// Returns true if the first two sources can be swapped without changing the result.
    pub const fn commutes(self) -> bool {
        self.info().commutes
    }

    /// Returns true if the instruction calls a procedure, and so needs a length in addition to the target.
    pub const fn is_call(self) -> bool {
        matches!(self.transfer(), Transfer::Call(_))
    }

    /// Returns true if the instruction jumps to a word.
    pub(crate) const fn is_jump(self) -> bool {
        matches!(self.transfer(), Transfer::Jump(_))
    }

    /// Returns true if the instruction leaves a loop.
    pub const fn is_break(self) -> bool {
        matches!(self.transfer(), Transfer::Break(_))
    }

    /// Returns true if the instruction reads the condition in its word. `call` has the field, but ignores it.
    pub const fn tests_flags(self) -> bool {
        matches!(self.transfer().test(), Some(Test::Flags))
    }

    /// Returns true if the instruction reads the target in its word. `breakc` has the field, but ignores it.
    pub const fn has_target(self) -> bool {
        !matches!(self.transfer(), Transfer::Next | Transfer::End | Transfer::Break(_))
    }

    /// Returns true if the instruction has the length of its procedure or else-body.
    pub const fn has_length(self) -> bool {
        matches!(self.transfer(), Transfer::Call(_) | Transfer::If(_))
    }

    /// Returns true if the transfer is taken when the boolean uniform is false. Only `jmpu` has this choice, in bit 0
    /// of its `count` field.
    pub const fn expects_false(self, count: u8) -> bool {
        matches!(self.transfer(), Transfer::Jump(Test::Boolean)) && count & 1 == 1
    }

    /// Returns true if only geometry shaders can execute the instruction.
    pub const fn is_geometry_only(self) -> bool {
        matches!(self, Self::Emit | Self::Setemit)
    }

    /// Returns true if the second or third source is the wide one, instead of the first or second as in the opcode's
    /// [counterpart](OpcodeInfo::counterpart).
    pub const fn is_inverted(self) -> bool {
        matches!(
            self.info().format,
            InstructionFormat::OneInverted | InstructionFormat::FiveInverted
        )
    }

    /// Returns the opcode of the same operation that is not [inverted](Self::is_inverted).
    pub const fn operation(self) -> Self {
        match self.info().counterpart {
            Some(other) if self.is_inverted() => other,
            _ => self,
        }
    }

    /// Returns true for `mad` and `madi`, whose descriptor field addresses fewer entries.
    pub const fn is_mad(self) -> bool {
        matches!(self, Mad | Madi)
    }
}

/// Packs the bytes of a name, in lower case, into a number to search for. `None` for names longer than any mnemonic.
const fn mnemonic_key(name: &[u8]) -> Option<u64> {
    if name.len() > 8 {
        return None;
    }
    let mut key = 0;
    let mut n = 0;
    while n < name.len() {
        key = key << 8 | name[n].to_ascii_lowercase() as u64;
        n += 1;
    }
    Some(key)
}

/// All opcodes with their packed names, in ascending order of [`mnemonic_key`].
const BY_MNEMONIC: [(u64, Opcode); OPCODES.len()] = {
    let mut table = [(0, Opcode::Add); OPCODES.len()];
    let mut row = 0;
    while row < OPCODES.len() {
        let info = &OPCODES[row];
        let Some(key) = mnemonic_key(info.mnemonic.as_bytes()) else {
            panic!("mnemonics have at most eight letters")
        };
        // Insertion sort: the rows are few.
        let mut at = row;
        while at > 0 && table[at - 1].0 > key {
            table[at] = table[at - 1];
            at -= 1;
        }
        table[at] = (key, info.opcode);
        row += 1;
    }
    table
};

/// The opcode for each value of a word's highest six bits.
const BY_FIELD: [Option<Opcode>; 64] = {
    let mut table = [None; 64];
    let mut row = 0;
    while row < OPCODES.len() {
        let info = &OPCODES[row];
        let field = info.format.fields().opcode;
        let spread = 6 - field.width;
        let first = (info.field as usize) << spread;
        let mut n = 0;
        while n < 1 << spread {
            table[first + n] = Some(info.opcode);
            n += 1;
        }
        row += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_at_their_opcodes() {
        for (row, info) in OPCODES.iter().enumerate() {
            assert_eq!(info.opcode as usize, row, "{}", info.mnemonic);
            assert_eq!(Opcode::from_word(info.opcode.base_word()), Some(info.opcode));
            assert_eq!(Opcode::from_mnemonic(info.mnemonic), Some(info.opcode));
            let upper = info.mnemonic.to_ascii_uppercase();
            assert_eq!(Opcode::from_mnemonic(&upper), Some(info.opcode));
            assert_eq!(
                info.selectors.len(),
                info.format.fields().source_fields().count(),
                "{}",
                info.mnemonic
            );
            if let Some(other) = info.counterpart {
                assert_eq!(other.info().counterpart, Some(info.opcode));
                assert_eq!(other.info().operands, info.operands);
            }
        }
    }

    #[test]
    fn the_numbers_are_those_of_the_documents() {
        let known: Vec<_> = (0..64).filter(|&n| Opcode::from_word(n << 26).is_some()).collect();
        let documented = (0x00..=0x0F).chain(0x12..=0x13).chain(0x18..=0x1B).chain(0x20..=0x3F);
        assert_eq!(known, documented.collect::<Vec<_>>());
        assert_eq!(Opcode::from_word(0x2F << 26), Some(Opcode::Cmp));
        assert_eq!(Opcode::from_word(0x37 << 26), Some(Opcode::Madi));
    }
}
