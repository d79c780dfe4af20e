//! Errors and warnings of an archive.

use std::fmt;

use pica200_objfmt::formats::bytes::ByteOrder;

use crate::archive::{Archive, HeaderWords, Kind, MAX_MACROS, Program, SymbolKind, VERSION, VERSION_9, program_size};
use crate::error::{Error, ErrorKind, Location};
use crate::gx2::{Shader, Stage, are_tables_scattered};
use crate::layout::ArrayHeader;

/// The maximum number of errors, and of warnings, listed.
const MAX_LISTED: usize = 500;

/// A warning about a readable part that the console's loader rejects, or interprets in an unexpected way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The part of the archive.
    pub location: Location,
    /// The kind of warning.
    pub kind: WarningKind,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.location, self.kind)
    }
}

/// The kinds of warnings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WarningKind {
    /// The version is not 8.
    #[error("the version is {found}; {}", version_text(*.found))]
    Version {
        /// The version found.
        found: u32,
    },
    /// The byte order in the header differs from the signature.
    #[error("the byte order is {found}, but the signature is {}", order_text(*.signature))]
    Endian {
        /// The number of the byte order.
        found: u32,
        /// The byte order of the signature.
        signature: ByteOrder,
    },
    /// The header says that the file is a memory dump.
    #[error("`resolved` is {found}, as in a memory dump, but no offset is an address; expected 0")]
    Resolved {
        /// The loader's word.
        found: u32,
    },
    /// The file is larger than its header states.
    #[error("the file has {count} bytes after the end of the archive")]
    TrailingBytes {
        /// The number of bytes after the archive.
        count: usize,
    },
    /// A binary has a type of unknown structure.
    #[error("the type is {}; expected 0 (vertex), 1 (pixel) or 2 (geometry)", found.0)]
    UnknownStage {
        /// The type.
        found: Stage,
    },
    /// The tables of a shader are not where the console's loader converts them, or other data overlap them.
    #[error("the tables do not follow the structure without gaps, or other data overlap them")]
    ScatteredTables,
    /// A little-endian archive has loop variables, which the loader does not convert.
    #[error("loop variables ({count}) in a little-endian archive; the console reads them as big-endian")]
    LoopVariables {
        /// The number of loop variables.
        count: usize,
    },
    /// The kind of a program lacks the vertex or the pixel shader.
    #[error("the kind is {}; expected at least a vertex and a pixel shader (3)", found.0)]
    MissingStage {
        /// The kind.
        found: Kind,
    },
    /// The binaries of a program do not follow the previous program's binaries.
    #[error("the base index is {found}; expected {expected}, the end of the previous programs' binaries")]
    Range {
        /// The base index.
        found: u32,
        /// The end of the previous program's binaries.
        expected: u64,
    },
    /// The array has binaries after the last program's binaries.
    #[error("the binaries from {first} on ({count}) belong to no program")]
    Unused {
        /// The index of the first of these binaries.
        first: u64,
        /// The number of these binaries.
        count: u64,
    },
    /// The type of a binary does not match its position.
    #[error("the type is {found}; expected {expected} at this position")]
    WrongStage {
        /// The type found.
        found: Stage,
        /// The type for this position.
        expected: Stage,
    },
    /// A value or the id of a macro is empty, has leading NULs, which the console's loader skips, or has a length other
    /// than the entry states.
    #[error(
        "a value or the id is empty, preceded by a NUL, or not of the stated length; the console skips NULs and reads the next text"
    )]
    EmptyValue,
    /// A macro has no usable default value.
    #[error("the default of the macro is not one of its values; the first value is used")]
    NoDefault,
    /// A symbol does not have a flag for each variation.
    #[error("the number of flags is {found}; expected {expected}, the number of variations")]
    Flags {
        /// The number of flags.
        found: usize,
        /// The number of variations.
        expected: u64,
    },
    /// There are more macros or values than the console's loader accepts.
    #[error("{found} {what}; the console accepts at most {MAX_MACROS}")]
    TooMany {
        /// The kind of the entries, in the plural.
        what: &'static str,
        /// The number of entries.
        found: usize,
    },
}

/// Returns a description of what is read of an archive of this version.
fn version_text(version: u32) -> &'static str {
    match version {
        VERSION_9 => "its layout is that of version 8 with another array in each program, as one other reader shows it",
        _ => "of versions other than 8 and 9, only the header and the name are read",
    }
}

fn order_text(order: ByteOrder) -> &'static str {
    match order {
        ByteOrder::Little => "little endian: expected 1",
        ByteOrder::Big => "big endian: expected 0",
    }
}

impl Archive {
    /// Returns the errors of an archive whose records could be read: in macros, the binaries of programs, and the data
    /// of binaries. At most 500. Offsets refer to the file that [`write`](Self::write) creates.
    pub fn faults(&self) -> Vec<Error> {
        let shaders = self.binaries_with_offsets().enumerate();
        let shaders = shaders.filter_map(|(index, (binary, start))| {
            binary.stage().record()?;
            let read = Shader::read(binary.stage(), binary.data(), self.order());
            Some(read.err()?.in_binary(index, start))
        });
        let mut at = self.programs_at() + size_of::<ArrayHeader>();
        let programs = self.programs().iter().enumerate();
        let programs = programs.flat_map(|(index, program)| {
            let start = at;
            at += program_size(program);
            self.program_faults(index, program, start)
        });
        let mut faults: Vec<_> = shaders.take(MAX_LISTED).collect();
        faults.extend(programs.take(MAX_LISTED - faults.len()));
        faults
    }

    fn program_faults(&self, index: usize, program: &Program, at: usize) -> Vec<Error> {
        let mut faults = Vec::new();
        for (defaults, list) in [(false, program.macros()), (true, program.defaults())] {
            for (entry, mac) in list.iter().enumerate() {
                if mac.values().len() == 0 {
                    let location = Location::Macros {
                        program: index,
                        defaults,
                        entry: Some(entry),
                    };
                    faults.push(Error::new(location, at, ErrorKind::NoValues));
                }
            }
        }
        let (base, taken, count) = (program.base_index(), program.binary_count(), self.binaries().len());
        if u64::from(base).saturating_add(taken) > count as u64 {
            let kind = ErrorKind::Binaries { base, taken, count };
            faults.push(Error::new(Location::Program(index), at, kind));
        }
        faults
    }

    /// Returns the warnings about readable parts; at most 500.
    pub fn warnings(&self) -> Vec<Warning> {
        let mut warnings = Warnings(Vec::new());
        let found = self.version();
        if found != VERSION {
            warnings.add(Location::Header, WarningKind::Version { found });
        }
        let (found, signature) = (self.header_words.endian, self.order());
        if found != HeaderWords::new(signature).endian {
            warnings.add(Location::Header, WarningKind::Endian { found, signature });
        }
        // In other versions, offsets are not read.
        let found = self.resolved();
        if found != 0 && self.is_known_version() {
            warnings.add(Location::Header, WarningKind::Resolved { found });
        }
        let count = self.trailing().len();
        if count > 0 {
            warnings.add(Location::Header, WarningKind::TrailingBytes { count });
        }
        self.check_binaries(&mut warnings);
        self.check_ranges(&mut warnings);
        for (index, program) in self.programs().iter().enumerate() {
            check_macros(index, program, &mut warnings);
            check_symbols(index, program, &mut warnings);
        }
        warnings.0
    }

    fn check_binaries(&self, warnings: &mut Warnings) {
        let owners = self.owners();
        for (index, (binary, owner)) in self.binaries().iter().zip(owners).enumerate() {
            if warnings.are_full() {
                return;
            }
            let found = binary.stage();
            let location = Location::Binary(index);
            if found.record().is_none() {
                warnings.add(location, WarningKind::UnknownStage { found });
            }
            // The owner's kind has a stage at each position.
            let expected = owner.and_then(|owner| {
                let stages = self.programs().get(owner.program)?.kind().stages();
                stages.get(owner.position).copied()
            });
            if let Some(expected) = expected.filter(|expected| *expected != found) {
                warnings.add(location, WarningKind::WrongStage { found, expected });
            }
            let scattered = are_tables_scattered(found, binary.data(), self.order());
            let shader = Shader::read(found, binary.data(), self.order());
            // Damaged data is an error.
            let (Ok(scattered), Ok(shader)) = (scattered, shader) else {
                continue;
            };
            if scattered {
                warnings.add(location, WarningKind::ScatteredTables);
            }
            let count = shader.loop_variables.len();
            let is_little = self.order() == ByteOrder::Little;
            if is_little && count > 0 {
                warnings.add(location, WarningKind::LoopVariables { count });
            }
        }
    }

    /// Checks that the programs' binaries are contiguous and fill the array.
    fn check_ranges(&self, warnings: &mut Warnings) {
        let mut expected = 0;
        for (index, program) in self.programs().iter().enumerate() {
            let (location, found) = (Location::Program(index), program.kind());
            if !found.contains(Kind::VERTEX.with(Kind::PIXEL)) {
                warnings.add(location, WarningKind::MissingStage { found });
            }
            let found = program.base_index();
            if u64::from(found) != expected {
                warnings.add(location, WarningKind::Range { found, expected });
            }
            expected = u64::from(found).saturating_add(program.binary_count());
        }
        let unused = (self.binaries().len() as u64).saturating_sub(expected);
        if unused > 0 {
            let kind = WarningKind::Unused {
                first: expected,
                count: unused,
            };
            warnings.add(Location::Binaries, kind);
        }
    }
}

fn check_macros(index: usize, program: &Program, warnings: &mut Warnings) {
    let location = |defaults, entry| Location::Macros {
        program: index,
        defaults,
        entry,
    };
    for (defaults, list) in [(false, program.macros()), (true, program.defaults())] {
        let found = list.len();
        if found > MAX_MACROS {
            let what = "macros";
            warnings.add(location(defaults, None), WarningKind::TooMany { what, found });
        }
        for (entry, mac) in list.iter().enumerate() {
            let location = location(defaults, Some(entry));
            if mac.is_ambiguous() {
                warnings.add(location, WarningKind::EmptyValue);
            }
            let found = mac.values().len();
            if found > MAX_MACROS {
                let what = "values";
                warnings.add(location, WarningKind::TooMany { what, found });
            }
        }
    }
    for entry in 0..program.macros().len() {
        if warnings.are_full() {
            return;
        }
        if program.declared_default_index(entry).is_none() {
            warnings.add(location(false, Some(entry)), WarningKind::NoDefault);
        }
    }
}

fn check_symbols(index: usize, program: &Program, warnings: &mut Warnings) {
    let expected = program.variations();
    for kind in SymbolKind::ALL {
        for (entry, symbol) in program.symbols(kind).iter().enumerate() {
            let found = symbol.variations.len();
            if found as u64 != expected {
                let location = Location::Symbols {
                    program: index,
                    kind,
                    entry: Some(entry),
                };
                warnings.add(location, WarningKind::Flags { found, expected });
            }
        }
    }
}

struct Warnings(Vec<Warning>);

impl Warnings {
    fn add(&mut self, location: Location, kind: WarningKind) {
        if !self.are_full() {
            self.0.push(Warning { location, kind });
        }
    }

    fn are_full(&self) -> bool {
        self.0.len() >= MAX_LISTED
    }
}
