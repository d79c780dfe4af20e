//! Archives from parts, as stated by an archive's description.

use pica200_objfmt::formats::bytes::ByteOrder;

use super::{Archive, Array, Binary, Kind, Macro, Program, Symbol, Text};
use crate::edit::EditError;
use crate::gx2::Stage;

/// The parts of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramParts {
    /// The name.
    pub name: Vec<u8>,
    /// The stages.
    pub kind: Kind,
    /// Index of the first binary; `None` to follow the previous program's binaries.
    pub base: Option<u32>,
    /// The macros, most significant first.
    pub macros: Vec<Macro>,
    /// The default values, as macros with one value each.
    pub defaults: Vec<Macro>,
    /// The symbols, indexed by [`SymbolKind::ALL`](super::SymbolKind::ALL).
    pub symbols: [Vec<Symbol>; 4],
}

impl Archive {
    /// Creates an archive of these programs, with an empty binary for each stage:
    /// [`replace_binary`](Self::replace_binary) sets its data. Consistency is not checked here, but by
    /// [`faults`](Self::faults) and [`warnings`](Self::warnings).
    ///
    /// # Errors
    ///
    /// Fails if a name contains a NUL, or if a program without a base index follows too many binaries.
    pub fn from_parts(
        name: &[u8],
        order: ByteOrder,
        stages: &[Stage],
        programs: Vec<ProgramParts>,
    ) -> Result<Self, EditError> {
        let mut archive = Self::new(name, order)?;
        archive.binaries = Array::new(
            stages
                .iter()
                .map(|&stage| Binary {
                    stage,
                    gap: Vec::new(),
                    data: Vec::new(),
                    rest: Vec::new(),
                })
                .collect(),
        );
        let mut next = Some(0);
        for parts in programs {
            let base = parts.base.or(next).ok_or(EditError::TooManyBinaries)?;
            let program = Program {
                name: Text::new(&parts.name)?,
                kind: parts.kind,
                base,
                macros: Array::new(parts.macros),
                defaults: Array::new(parts.defaults),
                symbols: parts.symbols.map(Array::new),
                extra: Vec::new(),
                rest: Vec::new(),
            };
            next = u32::try_from(program.end()).ok();
            archive.programs.entries.push(program);
        }
        Ok(archive)
    }
}
