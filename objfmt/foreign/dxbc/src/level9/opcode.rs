//! Direct3D 9 instructions, models 2.0 to 3.0.

/// An entry of the opcode table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Info {
    pub(super) number: u16,
    pub(super) name: &'static str,
    /// True if the first operand is written.
    pub(super) writes: bool,
    pub(super) form: Form,
    /// The number of instruction slots used.
    pub(super) slots: u32,
}

/// The format of an instruction after its token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// Only operands.
    Operands,
    /// Operands; the token contains a comparison.
    Compares,
    /// Operands of a texture sample.
    Samples,
    /// The usage of a register, and the register.
    Declares,
    /// A register and four floats.
    Floats,
    /// A register and four integers.
    Integers,
    /// A register and a bool.
    Boolean,
}

macro_rules! table {
    ($($number:literal $name:literal $writes:literal $form:ident $slots:literal;)*) => {
        const TABLE: &[Info] = &[$(Info {
            number: $number,
            name: $name,
            writes: $writes,
            form: Form::$form,
            slots: $slots,
        }),*];
    };
}

table! {
    // number, name, whether the first operand is written, form, slots
    0 "nop" false Operands 1;
    1 "mov" true Operands 1;
    2 "add" true Operands 1;
    3 "sub" true Operands 1;
    4 "mad" true Operands 1;
    5 "mul" true Operands 1;
    6 "rcp" true Operands 1;
    7 "rsq" true Operands 1;
    8 "dp3" true Operands 1;
    9 "dp4" true Operands 1;
    10 "min" true Operands 1;
    11 "max" true Operands 1;
    12 "slt" true Operands 1;
    13 "sge" true Operands 1;
    14 "exp" true Operands 1;
    15 "log" true Operands 1;
    16 "lit" true Operands 3;
    17 "dst" true Operands 1;
    18 "lrp" true Operands 2;
    19 "frc" true Operands 1;
    20 "m4x4" true Operands 4;
    21 "m4x3" true Operands 3;
    22 "m3x4" true Operands 4;
    23 "m3x3" true Operands 3;
    24 "m3x2" true Operands 2;
    25 "call" false Operands 2;
    26 "callnz" false Operands 3;
    27 "loop" false Operands 3;
    28 "ret" false Operands 1;
    29 "endloop" false Operands 2;
    30 "label" false Operands 0;
    31 "dcl" true Declares 0;
    32 "pow" true Operands 3;
    33 "crs" true Operands 2;
    34 "sgn" true Operands 3;
    35 "abs" true Operands 1;
    36 "nrm" true Operands 3;
    37 "sincos" true Operands 8;
    38 "rep" false Operands 3;
    39 "endrep" false Operands 2;
    40 "if" false Operands 3;
    41 "if" false Compares 3;
    42 "else" false Operands 1;
    43 "endif" false Operands 1;
    44 "break" false Operands 1;
    45 "break" false Compares 3;
    46 "mova" true Operands 1;
    47 "defb" true Boolean 0;
    48 "defi" true Integers 0;
    64 "texcrd" true Operands 1;
    65 "texkill" true Operands 1;
    66 "texld" true Samples 1;
    78 "expp" true Operands 1;
    79 "logp" true Operands 1;
    80 "cnd" true Operands 1;
    81 "def" true Floats 0;
    88 "cmp" true Operands 1;
    90 "dp2add" true Operands 2;
    91 "dsx" true Operands 2;
    92 "dsy" true Operands 2;
    93 "texldd" true Operands 3;
    94 "setp" true Compares 1;
    95 "texldl" true Operands 2;
    96 "breakp" false Operands 3;
}

/// Returns the table entry of an opcode.
pub(super) fn info(number: u16) -> Option<&'static Info> {
    let place = TABLE.binary_search_by_key(&number, |row| row.number).ok()?;
    TABLE.get(place)
}
