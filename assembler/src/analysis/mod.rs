//! What a source says, for tools that show it: names, places, instructions, liveness.
//!
//! An [`Analysis`] runs the phases of the assembler up to padding and keeps their results, for sources with errors,
//! too. Nothing in it belongs to an editor: positions are byte offsets, and texts are plain.
//!
//! There are two kinds of positions. A [`Span`] is a piece of [`Analysis::text`], the text that the preprocessor made:
//! with included files, and with the lines that macros and repetitions stand for. A [`Place`] is a piece of a file that
//! a person edits. [`Analysis::origin`] and [`Analysis::spans_of`] lead from one to the other; one place can have many
//! spans, because a macro can be called twice.
//!
//! The questions that an analysis answers:
//!
//! - [files](SourceFile), includes, conditionals and macros: [`Analysis::files`], [`Analysis::includes`],
//!   [`Analysis::inactive`], [`Analysis::macros`], [`Analysis::calls`];
//! - names: [`Analysis::symbols`], and [`Analysis::occurrence_at`] for the name at a place. A [`Symbol`] knows its
//!   definition, its uses, its documentation and its [meaning](Meaning): register, components, values;
//! - code: [`Analysis::instructions`], [`Analysis::blocks`], [`Analysis::procedures`] with the calls between them,
//!   [`Analysis::padding_nops`];
//! - names of other files of a link: [`Analysis::interface`];
//! - values at run time: [`Analysis::liveness`] knows which writes reach a place and which temporaries are free there;
//! - the classes of all tokens of a file: [`Analysis::tokens`];
//! - what may stand at a place: [`Analysis::expected_at`], and [`Analysis::fits`] for the names that fit there;
//! - the values of expressions: [`Analysis::evaluate`], [`Analysis::number_at`].
//!
//! Making an analysis takes little more time than assembling. What only some questions need is computed when the first
//! of them is asked, so that an analysis can be made after each key press. It can be sent to other threads and shared
//! by them.
//!
//! ```
//! use std::path::Path;
//! use pica200_asm::analysis::Analysis;
//! use pica200_asm::{AssemblyOptions, Lookup, MemoryFiles};
//!
//! let source = "; where the light is\n.fvec lightDir c4\n.out o position\n.proc main\n\tmov o, lightDir\n\tend\n.end\n";
//! let files = MemoryFiles::new();
//! let lookup = Lookup { files: &files, folder: Path::new("") };
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
pub use self::interface::{Interface, Linked};
pub use self::liveness::{Callers, ReachingWrites, TemporaryLiveness};
pub use self::meaning::{Meaning, OperandMeaning, Placement};
pub use self::numbers::NumberValue;
pub use self::occurrences::{Occurrence, Use};
pub use self::symbols::{Symbol, SymbolKind};
pub use self::tokens::{ClassifiedToken, TokenClass};
pub use crate::pad::NopReason;
pub use crate::preprocess::record::{Include, MacroCall, MacroDefinition, MacroParameter};
pub use crate::text::{FileId, Place, Role};

use self::code::Code;
use self::files::PlaceIndex;
use self::meaning::Owner;
use self::occurrences::Occurrences;

/// An analysed source.
#[derive(Debug)]
pub struct Analysis {
    /// The source and the files that it includes.
    files: Vec<SourceFile>,
    /// The text that the preprocessor made, if it is not the source itself.
    made: Option<String>,
    lines: Lines,
    ast: Ast,
    /// The pieces of the text that the preprocessor carried out.
    carried_out: Vec<Span>,
    record: Record,
    diagnostics: Vec<Diagnostic>,
    allowances: Allowances,
    resolved: Resolved,
    lowered: Lowered,
    padded: Padded,
    /// The names of the numbers that are defined for the whole assembly.
    defined: Vec<String>,
    index: OnceLock<PlaceIndex>,
    occurrences: OnceLock<Occurrences>,
    /// The uses of names in the order of their spans.
    uses_by_span: OnceLock<Vec<(Span, NameId)>>,
    /// The values that the source states, by their indices among the declarations.
    values_by_owner: OnceLock<FxHashMap<Owner, Vec<usize>>>,
    code: OnceLock<Code>,
    liveness: OnceLock<Liveness>,
}

impl Analysis {
    /// The file of the source itself.
    pub const SOURCE: FileId = FileId::SOURCE;

    /// The text that spans refer to: the source, or what the preprocessor made of it.
    pub fn text(&self) -> &str {
        match (&self.made, self.files.first()) {
            (Some(made), _) => made,
            (None, Some(source)) => &source.text,
            (None, None) => "",
        }
    }

    /// Whether the source makes no shader of its own (`.nodvle`).
    pub fn is_library(&self) -> bool {
        self.resolved.declarations.is_library
    }

    /// The lines of that text, and the files and lines that they stand for in messages.
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The errors and warnings of the assembler, in source order. They are those of
    /// [`assemble_in`](crate::assemble_in).
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The warnings that the source allows.
    pub fn allowances(&self) -> &Allowances {
        &self.allowances
    }
}
