//! Programs, their macros and their symbols.

use bstr::{BStr, BString};

use super::{Array, Text};
use crate::edit::EditError;
use crate::kind::{Kind, MAX_MACROS, SymbolKind};

/// A program: macros with values, and a group of binaries for each combination of the values.
///
/// The index of a variation is computed from the indices of the chosen values, with the first macro the most
/// significant: see [`variations`](Self::variations) and [`Archive::find`](super::Archive::find).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    pub(crate) name: Text,
    pub(crate) kind: Kind,
    pub(crate) base: u32,
    pub(crate) macros: Array<Macro>,
    pub(crate) defaults: Array<Macro>,
    /// The symbols, indexed by [`SymbolKind::ALL`].
    pub(crate) symbols: [Array<Symbol>; 4],
    /// The raw bytes of the array between uniforms and uniform blocks that version 9 has.
    pub(crate) extra: Vec<u8>,
    pub(crate) rest: Vec<u8>,
}

/// A macro with its values.
///
/// The console's loader skips NULs before a value and before the id, so none of them can be empty. An entry of a file
/// where this matters keeps its raw bytes, and its values are the ones that the loader finds in them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Macro {
    pub(crate) name: Text,
    pub(crate) values: Vec<BString>,
    pub(crate) id: BString,
    /// All bytes after the name and the length of the id, if they differ from the NUL-terminated values and id.
    pub(crate) raw: Option<(u32, Vec<u8>)>,
    pub(crate) rest: Vec<u8>,
}

impl Macro {
    /// Creates a macro.
    ///
    /// # Errors
    ///
    /// Fails if a text contains a NUL, a value or the id is empty, there are no values or more than 1024, or two of
    /// them are equal.
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
            1..=MAX_MACROS => Ok(()),
            count => Err(EditError::TooManyValues { name: name(), count }),
        }
    }

    /// Returns true if an empty text, or a NUL before a text, makes the console's loader misread the entry.
    pub(crate) fn is_ambiguous(&self) -> bool {
        self.raw.is_some() || self.id.is_empty() || self.values.iter().any(|value| value.is_empty())
    }

    /// Returns the name.
    pub fn name(&self) -> &BStr {
        self.name.text()
    }

    /// Returns the id: the name in the shader sources (probable).
    pub fn id(&self) -> &BStr {
        self.id.as_ref()
    }

    /// Returns the values in index order. A macro in the array of defaults has one.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &BStr> {
        self.values.iter().map(BString::as_ref)
    }
}

/// A symbol: a variable of a program's shaders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// A number of unknown meaning: often -1.
    pub offset: i32,
    /// The name.
    pub name: Text,
    /// The id: the name in the shader sources (probable).
    pub id: Text,
    /// The default value. For a uniform block, these are the bytes of the file. For all others, it consists of
    /// big-endian words, whatever the byte order of the file; fewer than four trailing bytes are as in the file.
    pub default: Vec<u8>,
    /// A flag for each variation: 1 if it uses the symbol, else 0.
    pub variations: Vec<u8>,
    /// The bytes after the flags; empty for a new symbol.
    pub rest: Vec<u8>,
}

/// Returns the number of combinations of macro values: 1 without macros. Saturates.
pub fn combinations(macros: &[Macro]) -> u64 {
    let counts = macros.iter().map(|mac| mac.values.len() as u64);
    counts.fold(1, u64::saturating_mul)
}

impl Program {
    /// Returns the name.
    pub fn name(&self) -> &BStr {
        self.name.text()
    }

    /// Returns the stages.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the index of the first binary.
    pub fn base_index(&self) -> u32 {
        self.base
    }

    /// Returns the macros, most significant first.
    pub fn macros(&self) -> &[Macro] {
        &self.macros.entries
    }

    /// Returns the default value of each macro, as a macro with one value.
    pub fn defaults(&self) -> &[Macro] {
        &self.defaults.entries
    }

    /// Returns the symbols of a kind.
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

    /// Returns the number of variations: the product of the numbers of values, 1 without macros. Saturates.
    pub fn variations(&self) -> u64 {
        combinations(self.macros())
    }

    /// Returns the number of binaries of all variations.
    pub fn binary_count(&self) -> u64 {
        let stages = self.kind.stages().len() as u64;
        self.variations().saturating_mul(stages)
    }

    /// Returns the index after the program's last binary; saturates.
    pub(crate) fn end(&self) -> usize {
        let end = u64::from(self.base).saturating_add(self.binary_count());
        usize::try_from(end).unwrap_or(usize::MAX)
    }

    /// Returns the index of the first binary.
    pub(crate) fn start(&self) -> usize {
        usize::try_from(self.base).unwrap_or(usize::MAX)
    }

    /// Returns the index of a macro's default value: the one in the array of defaults if the macro has that value, else
    /// the first value.
    pub fn default_index(&self, index: usize) -> usize {
        self.declared_default_index(index).unwrap_or(0)
    }

    /// Returns the index of the value that the array of defaults has for a macro, or `None` if the macro has no such
    /// value.
    pub(crate) fn declared_default_index(&self, index: usize) -> Option<usize> {
        let mac = self.macros().get(index)?;
        // Parallel arrays usually have the same order.
        let beside = self.defaults().get(index);
        let beside = beside.filter(|default| default.name() == mac.name());
        let named = || {
            // The console accepts no more, and searching all of them for each macro is slow.
            let mut defaults = self.defaults().iter().take(MAX_MACROS);
            defaults.find(|default| default.name() == mac.name())
        };
        let value = beside.or_else(named)?.values.first()?;
        mac.values.iter().position(|other| other == value)
    }
}
