//! The bit layouts of instruction words, one constant per format.
//!
//! Source of the facts: the incumbent assembler's output, and an interpreter that was tested against hardware.

/// A run of bits of an instruction word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// The lowest bit.
    pub shift: u8,
    /// The number of bits, below 32.
    pub width: u8,
}

impl Field {
    const fn at(shift: u8, width: u8) -> Self {
        Self { shift, width }
    }

    /// The highest value that fits.
    pub const fn max(self) -> u32 {
        (1 << self.width) - 1
    }

    /// The bits of the word that the field occupies.
    pub const fn bits(self) -> u32 {
        self.max() << self.shift
    }

    /// The field's value in a word.
    pub const fn get(self, word: u32) -> u32 {
        word >> self.shift & self.max()
    }

    /// The word with another value in the field. Bits of `value` beyond the field's width are dropped.
    #[must_use]
    pub const fn set(self, word: u32, value: u32) -> u32 {
        word & !self.bits() | (value & self.max()) << self.shift
    }
}

/// The bit layout of a word. The names follow published documents.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// No fields: `break`, `nop`, `end`, `emit`.
    Zero,
    /// Two operands, the first wide.
    One,
    /// Two operands, the second wide.
    OneInverted,
    /// One operand, wide.
    OneUnary,
    /// One operand, wide, and no destination field: `mova`.
    OneAddress,
    /// Two operands to compare.
    OneCompare,
    /// A condition on the flags, and a target.
    Two,
    /// A boolean or integer uniform, and a target.
    Three,
    /// `setemit`.
    Four,
    /// Three operands, the second wide.
    Five,
    /// Three operands, the third wide.
    FiveInverted,
}

/// The fields of a format; missing fields are `None`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fields {
    /// The opcode: 6 bits, 5 for `cmp`, 3 for `mad`, always up to bit 31.
    pub opcode: Field,
    /// The number of the operand descriptor.
    pub descriptor: Option<Field>,
    /// The source registers, in the order in which they are written.
    pub sources: [Option<Field>; 3],
    /// The address register that is added to the wide source.
    pub index: Option<Field>,
    /// The destination register.
    pub destination: Option<Field>,
    /// The comparisons of `cmp`: that of `x`, that of `y`.
    pub comparisons: Option<[Field; 2]>,
    /// The number of words of a call or an else-body (`num`), and the target word (`dst`).
    pub target: Option<[Field; 2]>,
    /// The combination of the two flags, and the values that `x` and `y` must have.
    pub condition: Option<[Field; 3]>,
    /// The number of a boolean or integer uniform.
    pub uniform: Option<Field>,
    /// The parts of `setemit`: vertex slot, primitive, winding.
    pub emit: Option<[Field; 3]>,
}

const EMPTY: Fields = Fields {
    opcode: Field::at(26, 6),
    descriptor: None,
    sources: [None; 3],
    index: None,
    destination: None,
    comparisons: None,
    target: None,
    condition: None,
    uniform: None,
    emit: None,
};

const ONE: Fields = Fields {
    descriptor: Some(Field::at(0, 7)),
    sources: [Some(Field::at(12, 7)), Some(Field::at(7, 5)), None],
    index: Some(Field::at(19, 2)),
    destination: Some(Field::at(21, 5)),
    ..EMPTY
};

const ONE_INVERTED: Fields = Fields {
    sources: [Some(Field::at(14, 5)), Some(Field::at(7, 7)), None],
    ..ONE
};

const ONE_UNARY: Fields = Fields {
    sources: [ONE.sources[0], None, None],
    ..ONE
};

const ONE_ADDRESS: Fields = Fields {
    destination: None,
    ..ONE_UNARY
};

const ONE_COMPARE: Fields = Fields {
    opcode: Field::at(27, 5),
    destination: None,
    comparisons: Some([Field::at(24, 3), Field::at(21, 3)]),
    ..ONE
};

const TARGET: Fields = Fields {
    target: Some([Field::at(0, 8), Field::at(10, 12)]),
    ..EMPTY
};

const TWO: Fields = Fields {
    condition: Some([Field::at(22, 2), Field::at(25, 1), Field::at(24, 1)]),
    ..TARGET
};

const THREE: Fields = Fields {
    uniform: Some(Field::at(22, 4)),
    ..TARGET
};

const FOUR: Fields = Fields {
    emit: Some([Field::at(24, 2), Field::at(23, 1), Field::at(22, 1)]),
    ..EMPTY
};

const FIVE: Fields = Fields {
    opcode: Field::at(29, 3),
    descriptor: Some(Field::at(0, 5)),
    sources: [
        Some(Field::at(17, 5)),
        Some(Field::at(10, 7)),
        Some(Field::at(5, 5)),
    ],
    index: Some(Field::at(22, 2)),
    destination: Some(Field::at(24, 5)),
    ..EMPTY
};

const FIVE_INVERTED: Fields = Fields {
    sources: [
        FIVE.sources[0],
        Some(Field::at(12, 5)),
        Some(Field::at(5, 7)),
    ],
    ..FIVE
};

impl Format {
    /// The fields of the format.
    pub const fn fields(self) -> &'static Fields {
        match self {
            Self::Zero => &EMPTY,
            Self::One => &ONE,
            Self::OneInverted => &ONE_INVERTED,
            Self::OneUnary => &ONE_UNARY,
            Self::OneAddress => &ONE_ADDRESS,
            Self::OneCompare => &ONE_COMPARE,
            Self::Two => &TWO,
            Self::Three => &THREE,
            Self::Four => &FOUR,
            Self::Five => &FIVE,
            Self::FiveInverted => &FIVE_INVERTED,
        }
    }
}

impl Fields {
    /// The sources in use, in the order in which they are written.
    pub fn source_fields(&self) -> impl Iterator<Item = Field> {
        self.sources.iter().map_while(|field| *field)
    }

    /// The index of the wide source, which may be a float uniform and relative. `None` for formats without sources.
    pub fn wide_source(&self) -> Option<usize> {
        self.sources
            .iter()
            .position(|field| matches!(field, Some(Field { width: 7, .. })))
    }

    /// The field of the uniform register that an instruction of this format reads: the boolean or integer, or the wide
    /// source. Linking moves that register. `None` for formats that read no uniform.
    pub fn register_field(&self) -> Option<Field> {
        let wide = || self.wide_source().and_then(|n| self.sources[n]);
        self.uniform.or_else(wide)
    }

    /// The bits of a word that the format's fields occupy; other bits have no known meaning.
    pub fn used_bits(&self) -> u32 {
        let single = [
            Some(self.opcode),
            self.descriptor,
            self.index,
            self.destination,
            self.uniform,
        ];
        let mut bits = 0;
        for field in single.iter().chain(&self.sources).flatten() {
            bits |= field.bits();
        }
        for field in self.comparisons.iter().chain(&self.target).flatten() {
            bits |= field.bits();
        }
        for field in self.condition.iter().chain(&self.emit).flatten() {
            bits |= field.bits();
        }
        bits
    }
}
