//! Semantic queries on a source for tools: names, locations, instructions, liveness.
//!
//! An [`Analysis`] runs the phases of the assembler up to padding and keeps their results, also for sources with
//! errors. It is independent of editors: positions are byte offsets, and text is plain.
//!
//! There are two kinds of positions. A [`Span`] is a range of [`Analysis::text`], the preprocessed text, with included
//! files and with macros and repetitions expanded. A [`FileSpan`] is a range of a file that the user edits.
//! [`Analysis::origin`] and [`Analysis::spans_of`] convert between them. One file span can have several spans, because
//! a macro can be called more than once.
//!
//! Queries:
//!
//! - [files](SourceFile), includes, conditionals and macros: [`Analysis::files`], [`Analysis::includes`],
//!   [`Analysis::inactive`], [`Analysis::macros`], [`Analysis::calls`];
//! - names: [`Analysis::symbols`], and [`Analysis::occurrence_at`] for the name at a position. A [`Symbol`] has its
//!   definition, uses, documentation and [meaning](Meaning): register, components, values;
//! - code: [`Analysis::instructions`], [`Analysis::blocks`], [`Analysis::procedures`] with the calls between them,
//!   [`Analysis::padding_nops`];
//! - names shared with other files of a link: [`Analysis::interface`];
//! - dataflow: [`Analysis::liveness`] answers which definitions reach an instruction, and which temporaries are free
//!   there;
//! - token classes of a file, for highlighting: [`Analysis::tokens`];
//! - completion: [`Analysis::expected_at`], and [`Analysis::fits`] for the names that match;
//! - the values of expressions: [`Analysis::evaluate`], [`Analysis::number_at`].
//!
//! Building an analysis takes little longer than assembling. Results that few queries need are computed lazily, so an
//! analysis can be rebuilt on every key press. It is `Send` and `Sync`.
//!
//! ```
//! use std::path::Path;
//! use pica200_asm::analysis::Analysis;
//! use pica200_asm::{AssemblyOptions, Lookup, MemoryFiles};
//!
//! let source = "; where the light is\n.fvec lightDir c4\n.out o position\n.proc main\n\tmov o, lightDir\n\tend\n.end\n";
//! let files = MemoryFiles::new();
//! let lookup = Lookup { files: &files, directory: Path::new("") };
//! let options = AssemblyOptions::default();
//! let analysis = Analysis::new("shader.vsh", source.as_bytes(), &options, &lookup);
//!
//! let offset = u32::try_from(source.find("lightDir\n\tend").expect("the use")).expect("small");
//! let used = analysis.occurrence_at(Analysis::SOURCE, offset).expect("a name");
//! let symbol = analysis.symbol(used.symbol);
//! assert_eq!(symbol.text(), "lightDir");
//! assert_eq!(symbol.documentation().as_deref(), Some("where the light is"));
//! assert_eq!(symbol.occurrences().count(), 2);
//! ```

mod build;
mod code;
mod documentation;
mod expected;
mod files;
mod ids;
mod instructions;
mod interface;
mod liveness;
mod meaning;
mod numbers;
mod occurrences;
mod symbols;
#[cfg(test)]
mod tests;
mod tokens;

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::allow::Allowances;
use crate::diagnostic::Diagnostic;
use crate::lower::Lowered;
use crate::pad::Padded;
use crate::preprocess::record::Record;
use crate::program::liveness::Liveness;
use crate::resolve::{NameId, Resolved};
use crate::syntax::ast::Ast;
use crate::text::{Lines, Span};

pub use self::code::{Call, CodeBlock, CodeBlockKind, PaddingNop, Procedure};
pub use self::expected::{Expected, ExpectedKind, ExpectedStatement, StatementKind};
pub use self::files::{Conditional, Origin, SourceFile};
pub use self::ids::{InstructionId, SymbolId};
pub use self::instructions::{Destination, Instruction, SourceOperand, Transfer};
pub use self::interface::{Interface, LinkSymbol};
pub use self::liveness::{Callers, ReachingWrites, TemporaryLiveness};
pub use self::meaning::{Meaning, OperandMeaning, Placement};
pub use self::numbers::NumberValue;
pub use self::occurrences::{Occurrence, Use};
pub use self::symbols::{Symbol, SymbolKind};
pub use self::tokens::{ClassifiedToken, TokenClass};
pub use crate::pad::NopReason;
pub use crate::preprocess::record::{Include, MacroCall, MacroDefinition, MacroParameter};
pub use crate::text::{FileId, FileSpan, Role};

use self::code::Code;
use self::files::SpanIndex;
use self::meaning::Owner;
use self::occurrences::Occurrences;

/// An analyzed source.
#[derive(Debug)]
pub struct Analysis {
    /// The source and its included files.
    files: Vec<SourceFile>,
    /// The preprocessed text, if it differs from the source.
    preprocessed: Option<String>,
    lines: Lines,
    ast: Ast,
    /// The pieces of the text that the preprocessor consumed.
    consumed: Vec<Span>,
    record: Record,
    diagnostics: Vec<Diagnostic>,
    allowances: Allowances,
    resolved: Resolved,
    lowered: Lowered,
    padded: Padded,
    /// Names of the numbers defined on the command line.
    defined: Vec<String>,
    index: OnceLock<SpanIndex>,
    occurrences: OnceLock<Occurrences>,
    /// Uses of names, sorted by span.
    uses_by_span: OnceLock<Vec<(Span, NameId)>>,
    /// Values that the source states, by declaration index.
    values_by_owner: OnceLock<FxHashMap<Owner, Vec<usize>>>,
    code: OnceLock<Code>,
    liveness: OnceLock<Liveness>,
}

impl Analysis {
    /// The file of the source itself.
    pub const SOURCE: FileId = FileId::SOURCE;

    /// Returns the text that spans refer to: the source, or the preprocessed text.
    pub fn text(&self) -> &str {
        match (&self.preprocessed, self.files.first()) {
            (Some(preprocessed), _) => preprocessed,
            (None, Some(source)) => &source.text,
            (None, None) => "",
        }
    }

    /// Returns true if the source defines no shader itself (`.nodvle`).
    pub fn is_library(&self) -> bool {
        self.resolved.declarations.is_library
    }

    /// Returns the lines of that text, with the files and lines they map to in messages.
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// Returns the errors and warnings of the assembler in source order, the same as
    /// [`assemble_in`](crate::assemble_in).
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns the allowances of the source.
    pub fn allowances(&self) -> &Allowances {
        &self.allowances
    }
}
