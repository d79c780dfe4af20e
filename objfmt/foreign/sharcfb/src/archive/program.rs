//! Programs, their macros and their symbols.

use bstr::{BStr, BString};

use super::{List, Text};
use crate::edit::EditError;
use crate::kind::{Kind, MOST_MACROS, SymbolKind};

/// A program: macros with values, and a group of binaries for each combination of the values.
///
/// The number of a variation follows from the positions of the chosen values, with the first macro the most
/// significant: see [`variations`](Self::variations) and [`Archive::find`](super::Archive::find).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    pub(crate) name: Text,
    pub(crate) kind: Kind,
    pub(crate) base: u32,
    pub(crate) macros: List<Macro>,
    pub(crate) defaults: List<Macro>,
    /// The symbols, by [`SymbolKind::ALL`].
    pub(crate) symbols: [List<Symbol>; 4],
    /// The array between uniforms and uniform blocks that version 9 has: all of its bytes.
    pub(crate) extra: Vec<u8>,
    pub(crate) rest: Vec<u8>,
}

/// A macro with its values.
///
/// The console's loader skips NULs before a value and before the id, so none of them can be empty. An entry of a file
/// in which that matters keeps its bytes, and its values are those that the loader finds within it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Macro {
    pub(crate) name: Text,
    pub(crate) values: Vec<BString>,
    pub(crate) id: BString,
    /// All bytes behind the name and the length of the id, if they are not those of the values and the id, each with
    /// one NUL.
    pub(crate) raw: Option<(u32, Vec<u8>)>,
    pub(crate) rest: Vec<u8>,
}

impl Macro {
    /// A macro.
    ///
    /// # Errors
    ///
    /// A text contains a NUL, a value or the id is empty, there are no values or more than 1024, or two of them are
    /// equal.
    pub fn new(name: &[u8], id: &[u8], values: &[&[u8]]) -> Result<Self, EditError> {
        let new = Self {
            name: Text::new(name)?,
            values: values.iter().map(|&value| value.into()).collect(),
            id: id.into(),
            raw: None,
            rest: Vec::new(),
        };
        new.check()?;
        Ok(new)
    }

    /// Checks that the macro can be written from its values.
    pub(crate) fn check(&self) -> Result<(), EditError> {
        let name = || self.name().to_owned();
        for text in self.values.iter().chain([&self.id]) {
            Text::new(text)?;
            if text.is_empty() {
                return Err(EditError::EmptyValue { name: name() });
            }
        }
        let mut values: Vec<_> = self.values.iter().collect();
        values.sort();
        if let Some(twice) = values.windows(2).find(|pair| pair[0] == pair[1]) {
            let value = twice[0].clone();
            return Err(EditError::ValueExists { name: name(), value });
        }
        match self.values.len() {
            0 => Err(EditError::NoValues { name: name() }),
            1..=MOST_MACROS => Ok(()),
            count => Err(EditError::TooManyValues { name: name(), count }),
        }
    }

    /// Whether an empty text or a NUL before a text makes the console's loader read something else than was meant.
    pub(crate) fn is_odd(&self) -> bool {
        self.raw.is_some() || self.id.is_empty() || self.values.iter().any(|value| value.is_empty())
    }

    /// The name.
    pub fn name(&self) -> &BStr {
        self.name.text()
    }

    /// The id: the name in the sources of the shaders (probable).
    pub fn id(&self) -> &BStr {
        self.id.as_ref()
    }

    /// The values, in the order of their numbers. A macro in the array of defaults has one.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &BStr> {
        self.values.iter().map(BString::as_ref)
    }
}

/// A symbol: a variable of the shaders of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// A number without a known meaning: often -1.
    pub offset: i32,
    /// The name.
    pub name: Text,
    /// The id: the name in the sources of the shaders (probable).
    pub id: Text,
    /// The default value. That of a uniform block is the bytes of the file. All others consist of words, which are big
    /// endian here, whatever the byte order of the file; a rest of fewer than four bytes is as in the file.
    pub default: Vec<u8>,
    /// For each variation 1 if it uses the symbol, else 0.
    pub variations: Vec<u8>,
    /// Bytes of a file behind the flags; empty for a new symbol.
    pub rest: Vec<u8>,
}

/// The number of combinations of the values of macros: 1 without macros. `u64::MAX` if it is larger.
pub fn combinations(macros: &[Macro]) -> u64 {
    let counts = macros.iter().map(|known| known.values.len() as u64);
    counts.fold(1, u64::saturating_mul)
}

impl Program {
    /// The name.
    pub fn name(&self) -> &BStr {
        self.name.text()
    }

    /// The stages.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The index of the first binary.
    pub fn base_index(&self) -> u32 {
        self.base
    }

    /// The macros, the most significant first.
    pub fn macros(&self) -> &[Macro] {
        &self.macros.entries
    }

    /// The default value of each macro, as a macro with one value.
    pub fn defaults(&self) -> &[Macro] {
        &self.defaults.entries
    }

    /// The symbols of a kind.
    pub fn symbols(&self, kind: SymbolKind) -> &[Symbol] {
        let [uniforms, blocks, samplers, attributes] = &self.symbols;
        let list = match kind {
            SymbolKind::Uniform => uniforms,
            SymbolKind::UniformBlock => blocks,
            SymbolKind::Sampler => samplers,
            SymbolKind::Attribute => attributes,
        };
        &list.entries
    }

    pub(crate) fn symbols_mut(&mut self, kind: SymbolKind) -> &mut Vec<Symbol> {
        let [uniforms, blocks, samplers, attributes] = &mut self.symbols;
        let list = match kind {
            SymbolKind::Uniform => uniforms,
            SymbolKind::UniformBlock => blocks,
            SymbolKind::Sampler => samplers,
            SymbolKind::Attribute => attributes,
        };
        &mut list.entries
    }

    /// The number of variations: the product of the numbers of values, 1 without macros. `u64::MAX` if it is larger.
    pub fn variations(&self) -> u64 {
        combinations(self.macros())
    }

    /// The number of binaries of all variations together.
    pub fn binary_count(&self) -> u64 {
        let stages = self.kind.stages().len() as u64;
        self.variations().saturating_mul(stages)
    }

    /// The index of the first binary behind those of the program; at most `usize::MAX`.
    pub(crate) fn end(&self) -> usize {
        let end = u64::from(self.base).saturating_add(self.binary_count());
        usize::try_from(end).unwrap_or(usize::MAX)
    }

    /// The index of the first binary.
    pub(crate) fn start(&self) -> usize {
        usize::try_from(self.base).unwrap_or(usize::MAX)
    }

    /// The position of the default value of a macro: that of the array of defaults if the macro has such a value, else
    /// the first.
    pub fn default_of(&self, index: usize) -> usize {
        self.own_default_of(index).unwrap_or(0)
    }

    /// The position of the value that the array of defaults has for a macro, `None` if the macro has no such value.
    pub(crate) fn own_default_of(&self, index: usize) -> Option<usize> {
        let known = self.macros().get(index)?;
        // Arrays that belong together have the same order.
        let beside = self.defaults().get(index);
        let beside = beside.filter(|default| default.name() == known.name());
        let named = || {
            // The console takes no more, and a search of all for each macro takes long.
            let mut defaults = self.defaults().iter().take(MOST_MACROS);
            defaults.find(|default| default.name() == known.name())
        };
        let value = beside.or_else(named)?.values.first()?;
        known.values.iter().position(|other| other == value)
    }
}
