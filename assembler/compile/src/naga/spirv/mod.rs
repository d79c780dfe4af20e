//! The reader of SPIR-V. It makes a module of naga of an entry point for vertices, which naga validates afterwards.
//!
//! 1. [`listing`]: the instructions as lines, to which messages refer.
//! 2. [`words`]: instructions and their operands.
//! 3. [`module`], [`types`], [`constants`]: all that is declared outside of functions.
//! 4. [`graph`], [`tree`]: the blocks of a function as nested statements.
//! 5. [`function`]: the instructions of a function as expressions and statements of naga.
//! 6. [`interface`], [`wrapper`]: input and output variables.
//!
//! Unused operations are not refused. An operation that the hardware cannot compute becomes a call of a
//! [refused](super::refused) function.

mod constants;
mod fold;
mod function;
mod graph;
mod interface;
mod listing;
mod module;
mod part;
mod refusal;
mod tree;
mod types;
mod words;
mod wrapper;

use ::naga::proc::Layouter;
use ::naga::{GlobalVariable, Handle, Module};
use indexmap::IndexMap;
use pica200_diagnostics::Code;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::diagnostic::{Diagnostic, diagnose};
use crate::options::Options;

use super::check;
use super::refused::{FrontendOutput, RefusedFunctions};
use constants::Constants;
pub(super) use listing::list;
use module::{Decorations, EntryPoint, ExtendedSet, FunctionBody, Variable};
use types::Types;
use words::{Id, Result, Words};

/// Maximum number of bytes of a module.
pub(super) const MAX_BYTES: usize = 16 << 20;

/// A SPIR-V module, and the naga module that it becomes.
struct Reader<'w> {
    words: &'w Words,
    options: &'w Options,
    names: FxHashMap<Id, String>,
    member_names: FxHashMap<(Id, u32), String>,
    decorations: FxHashMap<Id, Decorations>,
    member_decorations: FxHashMap<(Id, u32), Decorations>,
    extended: FxHashMap<Id, ExtendedSet>,
    entries: Vec<EntryPoint>,
    types: Types,
    constants: Constants,
    variables: IndexMap<Id, Variable, FxBuildHasher>,
    functions: FxHashMap<Id, FunctionBody>,
    module: Module,
    layouter: Layouter,
    refused: RefusedFunctions,
    refusals: refusal::RefusalFunctions,
    diagnostics: Vec<Diagnostic>,
    /// The variables of naga for those that functions use.
    globals: FxHashMap<Id, Handle<GlobalVariable>>,
    /// Variables that are stored to, each with the part of it if that is known.
    written: FxHashSet<(Id, Option<u32>)>,
    /// The number of expressions of all functions.
    expressions: usize,
    /// The functions of naga for those that are translated.
    translated: FxHashMap<Id, Handle<::naga::Function>>,
}

/// Translates an entry point for vertices of a module whose instructions begin at `offsets`, in bytes.
pub(super) fn read(bytes: &[u8], offsets: &[usize], options: &Options) -> Result<FrontendOutput> {
    let words = Words::new(bytes, offsets);
    let mut reader = Reader::new(&words, options);
    reader.declarations()?;
    let entries = reader.entries.iter();
    let entries: Vec<_> = entries.map(|entry| (entry.name.as_str(), entry.stage)).collect();
    let index = check::choose(
        &entries,
        options.shader_entry.as_deref(),
        "give a module with a vertex shader",
    )?;
    let Some(entry) = reader.entries.get(index).cloned() else {
        let message = "the module has no entry point";
        return Err(diagnose(Code::NotAVertexShader, None, message));
    };
    let interface = reader.entry_point(&entry)?;
    Ok(FrontendOutput {
        module: reader.module,
        interface: Some(interface),
        refused: reader.refused,
        diagnostics: reader.diagnostics,
        ..FrontendOutput::default()
    })
}

impl<'w> Reader<'w> {
    fn new(words: &'w Words, options: &'w Options) -> Self {
        Self {
            words,
            options,
            names: FxHashMap::default(),
            member_names: FxHashMap::default(),
            decorations: FxHashMap::default(),
            member_decorations: FxHashMap::default(),
            extended: FxHashMap::default(),
            entries: Vec::new(),
            types: Types::default(),
            constants: Constants::default(),
            variables: IndexMap::default(),
            functions: FxHashMap::default(),
            module: Module::default(),
            layouter: Layouter::default(),
            refused: RefusedFunctions::default(),
            refusals: refusal::RefusalFunctions::default(),
            diagnostics: Vec::new(),
            globals: FxHashMap::default(),
            written: FxHashSet::default(),
            expressions: 0,
            translated: FxHashMap::default(),
        }
    }

    /// Returns the name of an id for messages.
    fn shown(&self, id: Id) -> String {
        match self.names.get(&id) {
            Some(name) if !name.is_empty() => format!("`{name}`"),
            _ => format!("%{id}"),
        }
    }
}
