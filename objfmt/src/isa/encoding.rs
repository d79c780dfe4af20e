//! The bit layouts of instruction words, one constant per format.
//!
//! Source of the facts: picasso's output, and an interpreter that was tested against hardware.

/// A bit field of an instruction word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitField {
    /// The index of the lowest bit.
    pub shift: u8,
    /// The number of bits, below 32.
    pub width: u8,
}

impl BitField {
    const fn at(shift: u8, width: u8) -> Self {
        Self { shift, width }
    }

    /// Returns the highest value that fits.
    pub const fn max(self) -> u32 {
        (1 << self.width) - 1
    }

    /// Returns the mask of the bits that the field occupies.
    pub const fn bits(self) -> u32 {
        self.max() << self.shift
    }

    /// Extracts the field from a word.
    pub const fn get(self, word: u32) -> u32 {
        word >> self.shift & self.max()
    }

    /// Returns the word with the field set to `value`. Bits of `value` beyond the field's width are dropped.
    #[must_use]
    pub const fn set(self, word: u32, value: u32) -> u32 {
        word & !self.bits() | (value & self.max()) << self.shift
    }
}

/// The bit layout of a word. The names follow published documentation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InstructionFormat {
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
    /// Two operands to compare: `cmp`.
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
    pub opcode: BitField,
    /// The number of the operand descriptor.
    pub descriptor: Option<BitField>,
    /// The source registers, in the order of the encoding.
    pub sources: [Option<BitField>; 3],
    /// The address register that is added to the wide source.
    pub index: Option<BitField>,
    /// The destination register.
    pub destination: Option<BitField>,
    /// The comparison operators of `cmp`, for `x` and `y`.
    pub comparisons: Option<[BitField; 2]>,
    /// The number of words of a call or an else-body (`num`), and the target word (`dst`).
    pub target: Option<[BitField; 2]>,
    /// The combination of the two flags, and the required values of `x` and `y`.
    pub condition: Option<[BitField; 3]>,
    /// The number of a boolean or integer uniform.
    pub uniform: Option<BitField>,
    /// The parts of `setemit`: vertex slot, primitive, winding.
    pub emit: Option<[BitField; 3]>,
    /// The index of the wide source.
    wide: Option<usize>,
    /// The union of all fields' bits.
    used: u32,
}

const EMPTY: Fields = Fields {
    opcode: BitField::at(26, 6),
    descriptor: None,
    sources: [None; 3],
    index: None,
    destination: None,
    comparisons: None,
    target: None,
    condition: None,
    uniform: None,
    emit: None,
    wide: None,
    used: 0,
};

const ONE: Fields = Fields {
    descriptor: Some(BitField::at(0, 7)),
    sources: [Some(BitField::at(12, 7)), Some(BitField::at(7, 5)), None],
    index: Some(BitField::at(19, 2)),
    destination: Some(BitField::at(21, 5)),
    ..EMPTY
};

const ONE_INVERTED: Fields = Fields {
    sources: [Some(BitField::at(14, 5)), Some(BitField::at(7, 7)), None],
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
    opcode: BitField::at(27, 5),
    destination: None,
    comparisons: Some([BitField::at(24, 3), BitField::at(21, 3)]),
    ..ONE
};

const TARGET: Fields = Fields {
    target: Some([BitField::at(0, 8), BitField::at(10, 12)]),
    ..EMPTY
};

const TWO: Fields = Fields {
    condition: Some([BitField::at(22, 2), BitField::at(25, 1), BitField::at(24, 1)]),
    ..TARGET
};

const THREE: Fields = Fields {
    uniform: Some(BitField::at(22, 4)),
    ..TARGET
};

const FOUR: Fields = Fields {
    emit: Some([BitField::at(24, 2), BitField::at(23, 1), BitField::at(22, 1)]),
    ..EMPTY
};

const FIVE: Fields = Fields {
    opcode: BitField::at(29, 3),
    descriptor: Some(BitField::at(0, 5)),
    sources: [
        Some(BitField::at(17, 5)),
        Some(BitField::at(10, 7)),
        Some(BitField::at(5, 5)),
    ],
    index: Some(BitField::at(22, 2)),
    destination: Some(BitField::at(24, 5)),
    ..EMPTY
};

const FIVE_INVERTED: Fields = Fields {
    sources: [FIVE.sources[0], Some(BitField::at(12, 5)), Some(BitField::at(5, 7))],
    ..FIVE
};

impl InstructionFormat {
    /// Returns the fields of the format.
    pub const fn fields(self) -> &'static Fields {
        match self {
            Self::Zero => const { &EMPTY.complete() },
            Self::One => const { &ONE.complete() },
            Self::OneInverted => const { &ONE_INVERTED.complete() },
            Self::OneUnary => const { &ONE_UNARY.complete() },
            Self::OneAddress => const { &ONE_ADDRESS.complete() },
            Self::OneCompare => const { &ONE_COMPARE.complete() },
            Self::Two => const { &TWO.complete() },
            Self::Three => const { &THREE.complete() },
            Self::Four => const { &FOUR.complete() },
            Self::Five => const { &FIVE.complete() },
            Self::FiveInverted => const { &FIVE_INVERTED.complete() },
        }
    }
}

impl Fields {
    /// Returns the source fields that exist, in the order of the encoding.
    pub fn source_fields(&self) -> impl Iterator<Item = BitField> {
        self.sources.iter().map_while(|field| *field)
    }

    /// Returns the index of the wide source, which may be a float uniform and relative. `None` for formats without
    /// sources.
    pub const fn wide_source(&self) -> Option<usize> {
        self.wide
    }

    /// Returns the field of the uniform register that an instruction of this format reads, which the linker relocates:
    /// the boolean or integer, or the wide source. `None` for formats that read no uniform.
    pub fn register_field(&self) -> Option<BitField> {
        let wide = || self.wide_source().and_then(|n| self.sources[n]);
        self.uniform.or_else(wide)
    }

    /// Returns the bits of a word that the format's fields occupy. The other bits have no known meaning.
    pub const fn used_bits(&self) -> u32 {
        self.used
    }

    /// Fills in the derived fields: the index of the wide source, which has seven bits, and the union of all bits.
    const fn complete(self) -> Self {
        let [first, second, third] = self.sources;
        let wide = match (first, second, third) {
            (Some(BitField { width: 7, .. }), _, _) => Some(0),
            (_, Some(BitField { width: 7, .. }), _) => Some(1),
            (_, _, Some(BitField { width: 7, .. })) => Some(2),
            _ => None,
        };
        let mut used = self.opcode.bits()
            | bits(&[self.descriptor, self.index, self.destination])
            | bits(&[self.uniform, first, second, third]);
        if let Some([x, y]) = self.comparisons {
            used |= x.bits() | y.bits();
        }
        if let Some([count, address]) = self.target {
            used |= count.bits() | address.bits();
        }
        if let Some([combination, x, y]) = self.condition {
            used |= combination.bits() | x.bits() | y.bits();
        }
        if let Some([vertex, primitive, winding]) = self.emit {
            used |= vertex.bits() | primitive.bits() | winding.bits();
        }
        Self { wide, used, ..self }
    }
}

/// Returns the union of the bits of the fields that exist.
const fn bits(fields: &[Option<BitField>]) -> u32 {
    let (mut bits, mut n) = (0, 0);
    while n < fields.len() {
        if let Some(field) = fields[n] {
            bits |= field.bits();
        }
        n += 1;
    }
    bits
}
