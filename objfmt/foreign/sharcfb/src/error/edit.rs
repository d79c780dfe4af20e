//! Errors of edits.

use bstr::BString;

use super::Error;
use crate::kind::{Kind, MAX_MACROS, SymbolKind};
use crate::numbers::Stage;

/// An error of an edit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// A text contains a NUL, which would terminate it.
    #[error("the text `{}` contains a NUL", text.escape_ascii())]
    Nul {
        /// The text.
        text: BString,
    },
    /// A value or the id of a macro is empty.
    #[error("a value or the id of macro `{}` is empty; the console would read the next text instead", name.escape_ascii())]
    EmptyValue {
        /// The macro.
        name: BString,
    },
    /// A macro has no values.
    #[error("macro `{}` has no values; expected at least 1", name.escape_ascii())]
    NoValues {
        /// The macro.
        name: BString,
    },
    /// A macro has more values than the console accepts.
    #[error("macro `{}` has {count} values; the console accepts at most {MAX_MACROS}", name.escape_ascii())]
    TooManyValues {
        /// The macro.
        name: BString,
        /// The number of values.
        count: usize,
    },
    /// A macro already has the value.
    #[error("macro `{}` already has the value `{}`", name.escape_ascii(), value.escape_ascii())]
    ValueExists {
        /// The macro.
        name: BString,
        /// The value.
        value: BString,
    },
    /// The last value of a macro would be removed.
    #[error("`{}` is the last value of macro `{}`; remove the macro", value.escape_ascii(), name.escape_ascii())]
    LastValue {
        /// The macro.
        name: BString,
        /// The value.
        value: BString,
    },
    /// A program has more macros than the console accepts.
    #[error("the program has {MAX_MACROS} macros; the console accepts no more")]
    TooManyMacros,
    /// A program already has a macro with this name.
    #[error("the program already has a macro `{}`", name.escape_ascii())]
    MacroExists {
        /// The name.
        name: BString,
    },
    /// A program already has a symbol of this kind and name.
    #[error("the program already has a symbol `{}` of this kind", name.escape_ascii())]
    SymbolExists {
        /// The name.
        name: BString,
    },
    /// The archive already has a program with this name.
    #[error("the archive already has a program `{}`", name.escape_ascii())]
    ProgramExists {
        /// The name.
        name: BString,
    },
    /// The kind of a program lacks the vertex or the pixel shader.
    #[error("the kind is {}; expected at least a vertex and a pixel shader (3)", found.0)]
    Kind {
        /// The kind.
        found: Kind,
    },
    /// There is no binary with this index.
    #[error("there is no binary {index}; the archive has {count}")]
    NoBinary {
        /// The index.
        index: usize,
        /// The number of binaries.
        count: usize,
    },
    /// There is no program with this index.
    #[error("there is no program {index}; the archive has {count}")]
    NoProgram {
        /// The index.
        index: usize,
        /// The number of programs.
        count: usize,
    },
    /// There is no macro with this index.
    #[error("there is no macro {index}; the program has {count}")]
    NoMacro {
        /// The index.
        index: usize,
        /// The number of macros.
        count: usize,
    },
    /// There is no value with this index.
    #[error("there is no value {index}; the macro has {count}")]
    NoValue {
        /// The position.
        index: usize,
        /// The number of values.
        count: usize,
    },
    /// There is no symbol with this index.
    #[error("there is no symbol {index} of this kind ({}); the program has {count}", kind.plural())]
    NoSymbol {
        /// The kind.
        kind: SymbolKind,
        /// The index.
        index: usize,
        /// The number of symbols of the kind.
        count: usize,
    },
    /// The stage of the data is not the binary's stage.
    #[error("the binary is a {expected} shader; expected data of that stage, found {found}")]
    Stage {
        /// The stage of the data.
        found: Stage,
        /// The stage of the binary.
        expected: Stage,
    },
    /// The number of binaries does not match the number of variations.
    #[error("the number of binaries is {found}; expected {expected} for the variations of the program")]
    BinaryCount {
        /// The number of binaries.
        found: usize,
        /// The number of binaries needed.
        expected: u64,
    },
    /// A symbol does not have a flag for each variation.
    #[error("the number of flags is {found}; expected {expected}, the number of variations")]
    Flags {
        /// The number of flags.
        found: usize,
        /// The number of variations.
        expected: u64,
    },
    /// The binaries of a program are not in the archive.
    #[error("some binaries of the program are not in the archive")]
    MissingBinaries,
    /// Another program has some of the binaries.
    #[error("program `{}` shares some of these binaries", other.escape_ascii())]
    SharedBinaries {
        /// The other program.
        other: BString,
    },
    /// The number of binaries, or their total size, does not fit in its field.
    #[error("the number of binaries does not fit in 32 bits")]
    TooManyBinaries,
    /// The data of a binary cannot be read.
    #[error(transparent)]
    Shader(#[from] Error),
}
