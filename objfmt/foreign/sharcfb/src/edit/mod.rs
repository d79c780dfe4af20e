//! Archive edits. Each edit leaves the archive consistent: each program has its binaries, each macro a default value,
//! and each symbol a flag for each variation. Sizes and offsets are computed when the archive is written.
//!
//! A failed edit leaves the archive unchanged.

mod macros;
mod renumber;

pub use crate::error::edit::EditError;

use crate::archive::{Archive, Array, Binary, Kind, MAX_MACROS, Macro, Program, Symbol, SymbolKind, Text};
use crate::gx2::{Shader, Stage};

/// A program to add to an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewProgram {
    /// The name.
    pub name: Vec<u8>,
    /// The stages: at least vertex and pixel.
    pub kind: Kind,
    /// The macros, most significant first, each with the index of its default value.
    pub macros: Vec<(Macro, usize)>,
    /// The data of all binaries, by variation, then by stage.
    pub binaries: Vec<Vec<u8>>,
}

impl Archive {
    /// Replaces the data of a binary. The words of the new data have the byte order of the archive.
    ///
    /// # Errors
    ///
    /// Fails if there is no such binary, if it has another stage, or if the data is not a shader of this stage.
    pub fn replace_binary(&mut self, index: usize, stage: Stage, data: Vec<u8>) -> Result<(), EditError> {
        let order = self.order;
        let count = self.binaries().len();
        let Some(binary) = self.binaries.entries.get_mut(index) else {
            return Err(EditError::NoBinary { index, count });
        };
        if binary.stage != stage {
            return Err(EditError::Stage {
                found: stage,
                expected: binary.stage,
            });
        }
        Shader::read(stage, &data, order)?;
        binary.data = data;
        Ok(())
    }

    /// Appends a program and its binaries, and returns its index. It has no symbols: see
    /// [`add_symbol`](Self::add_symbol).
    ///
    /// # Errors
    ///
    /// Fails if the name is taken or contains a NUL, if the kind lacks a vertex or a pixel shader, if two macros have
    /// the same name, if a default value is not a value of its macro, or if the binaries do not match the number of
    /// variations or their stages.
    pub fn add_program(&mut self, new: NewProgram) -> Result<usize, EditError> {
        self.check_version()?;
        let index = self.programs().len();
        let name = Text::new(&new.name)?;
        if self.programs().iter().any(|other| other.name() == name.text()) {
            let name = new.name.into();
            return Err(EditError::ProgramExists { name });
        }
        if !new.kind.contains(Kind::VERTEX.with(Kind::PIXEL)) {
            return Err(EditError::Kind { found: new.kind });
        }
        let mut program = Program {
            name,
            kind: new.kind,
            base: field(self.binaries().len())?,
            macros: Array::default(),
            defaults: Array::default(),
            symbols: [const {
                Array {
                    entries: Vec::new(),
                    rest: Vec::new(),
                }
            }; 4],
            extra: Vec::new(),
            rest: Vec::new(),
        };
        for (position, (mac, default)) in new.macros.into_iter().enumerate() {
            program.insert_macro(position, mac, default)?;
        }
        let (found, expected) = (new.binaries.len(), program.binary_count());
        if found as u64 != expected {
            return Err(EditError::BinaryCount { found, expected });
        }
        let stages = program.kind.stages().iter().copied().cycle();
        let mut binaries = Vec::with_capacity(found);
        for (stage, data) in stages.zip(new.binaries) {
            Shader::read(stage, &data, self.order)?;
            binaries.push(Binary {
                stage,
                gap: Vec::new(),
                data,
                rest: Vec::new(),
            });
        }
        self.binaries.entries.append(&mut binaries);
        self.programs.entries.push(program);
        Ok(index)
    }

    /// Removes a program and its binaries. The base indices of the following programs are adjusted.
    ///
    /// # Errors
    ///
    /// Fails if there is no such program, or if its binaries are missing or shared with another program.
    pub fn remove_program(&mut self, index: usize) -> Result<(), EditError> {
        self.replace_range(index, Vec::new())?;
        self.programs.entries.remove(index);
        Ok(())
    }

    /// Appends a symbol to a program's symbols of a kind.
    ///
    /// # Errors
    ///
    /// Fails if there is no such program, if it already has the symbol, or if the symbol does not have a flag for each
    /// variation.
    pub fn add_symbol(&mut self, program: usize, kind: SymbolKind, symbol: Symbol) -> Result<(), EditError> {
        let program = self.program_mut(program)?;
        let (found, expected) = (symbol.variations.len(), program.variations());
        if found as u64 != expected {
            return Err(EditError::Flags { found, expected });
        }
        let mut others = program.symbols(kind).iter();
        if others.any(|other| other.name.text() == symbol.name.text()) {
            let name = symbol.name.text().to_owned();
            return Err(EditError::SymbolExists { name });
        }
        program.symbols_mut(kind).push(symbol);
        Ok(())
    }

    /// Removes and returns a symbol.
    ///
    /// # Errors
    ///
    /// Fails if there is no such program or symbol.
    pub fn remove_symbol(&mut self, program: usize, kind: SymbolKind, index: usize) -> Result<Symbol, EditError> {
        let symbols = self.program_mut(program)?.symbols_mut(kind);
        let count = symbols.len();
        if index >= count {
            return Err(EditError::NoSymbol { kind, index, count });
        }
        Ok(symbols.remove(index))
    }

    fn program_mut(&mut self, index: usize) -> Result<&mut Program, EditError> {
        let count = self.programs().len();
        let program = self.programs.entries.get_mut(index);
        program.ok_or(EditError::NoProgram { index, count })
    }
}

impl Program {
    /// Inserts a macro and its default value at a position. Binaries and flags do not change.
    fn insert_macro(&mut self, position: usize, mac: Macro, default: usize) -> Result<(), EditError> {
        mac.check()?;
        let count = self.macros().len();
        if position > count {
            return Err(EditError::NoMacro { index: position, count });
        }
        if count >= MAX_MACROS {
            return Err(EditError::TooManyMacros);
        }
        if self.macros().iter().any(|other| other.name() == mac.name()) {
            let name = mac.name().to_owned();
            return Err(EditError::MacroExists { name });
        }
        let Some(value) = mac.values.get(default) else {
            let (index, count) = (default, mac.values.len());
            return Err(EditError::NoValue { index, count });
        };
        let default = Macro {
            values: vec![value.clone()],
            ..mac.clone()
        };
        // An archive may have fewer defaults than macros.
        let beside = position.min(self.defaults().len());
        self.defaults.entries.insert(beside, default);
        self.macros.entries.insert(position, mac);
        Ok(())
    }
}

/// Converts a number to a field of the file.
fn field(number: usize) -> Result<u32, EditError> {
    u32::try_from(number).map_err(|_| EditError::TooManyBinaries)
}
