//! Semantic analysis: the syntax tree becomes a module of naga's IR, and the interface of its entry point.
//!
//! 1. [`globals`], [`block`], [`fixed`]: declarations outside of functions become types, variables and the interface.
//! 2. [`function`] analyses the bodies of functions, callees before their callers, since naga wants them in this
//!    order. [`statement`], [`expression`], [`access`], [`operator`], [`choice`], [`assign`], [`call`], [`constructor`]
//!    and [`builtin`] follow the grammar; [`emit`] adds their output.
//!
//! Inputs and outputs are private variables of the module. Operations that naga's IR cannot express become calls of a
//! function that is refused.

mod access;
mod algebra;
mod assign;
mod block;
mod builtin;
mod call;
mod choice;
mod constant;
mod constructor;
mod convert;
mod emit;
mod expression;
mod fixed;
mod function;
mod globals;
mod known;
mod layout;
mod operator;
mod optional;
mod scope;
mod special;
mod statement;
mod switch;
mod texture;
mod typing;

use std::rc::Rc;

use ::naga::{Handle, Module, proc::Layouter};
use pica200_diagnostics::Code;
use rustc_hash::{FxHashMap, FxHashSet};

use super::ast::{Expr, Global};
use super::report::Reports;
use super::token::{Interner, Span, Symbol};
use super::types::{StructId, Ty};
use crate::naga::interface::{self, Interface};
use crate::naga::refused::RefusedFunctions;
use crate::options::Define;
use function::{FunctionEntry, State};
use scope::{Entity, Scopes};

/// Proof that an error was reported.
#[derive(Clone, Copy, Debug)]
struct ErrorReported;

type BuildResult<T> = Result<T, ErrorReported>;

/// Maximum number of expressions of all functions.
const MAX_EXPRESSIONS: usize = 400_000;

/// The result of the analysis.
#[derive(Debug)]
pub(super) struct BuildOutput {
    pub(super) module: Module,
    /// `None` without a function `main`.
    pub(super) interface: Option<Interface>,
    pub(super) refused: RefusedFunctions,
    pub(super) notes: Vec<String>,
    /// The numbers of the caller that constants of the shader take.
    pub(super) constants: FxHashSet<String>,
}

/// A struct, or the members of a block.
#[derive(Debug)]
struct Struct {
    name: Option<Symbol>,
    members: Vec<Member>,
    /// The indices of the members by their names.
    names: FxHashMap<Symbol, usize>,
}

/// A member of a struct.
#[derive(Clone, Debug)]
struct Member {
    name: Symbol,
    ty: Ty,
    /// Its index in naga's struct, which has no textures and samplers.
    index: Option<u32>,
}

/// A constant outside of functions.
#[derive(Clone, Debug)]
struct GlobalConstant {
    ty: Ty,
    initialiser: Rc<Expr>,
}

struct Builder<'b> {
    interner: Interner,
    reports: &'b mut Reports,
    /// The numbers that the caller gives.
    defines: &'b [Define],
    module: Module,
    layouter: Layouter,
    types: FxHashMap<Ty, Handle<::naga::Type>>,
    structs: Vec<Struct>,
    scopes: Scopes,
    constants: Vec<GlobalConstant>,
    /// Functions by their names.
    functions: FxHashMap<Symbol, Vec<usize>>,
    declared: Vec<FunctionEntry>,
    /// Functions whose declarations have errors, and functions that are called but not declared.
    broken_functions: FxHashSet<Symbol>,
    /// Private variables with the values that they have at first.
    initialisers: Vec<(Handle<::naga::GlobalVariable>, Ty, Rc<Expr>)>,
    inputs: Vec<interface::Input>,
    outputs: Vec<interface::Output>,
    /// Inputs without a location, by their index, and outputs.
    unlocated: Vec<(usize, Symbol)>,
    specials: special::Specials,
    refused: RefusedFunctions,
    refused_functions: FxHashMap<(String, Ty), Handle<::naga::Function>>,
    notes: Vec<String>,
    /// Types with more bits than the GPU has, which were reported.
    wide: FxHashSet<Symbol>,
    taken_defines: FxHashSet<String>,
    /// For arrays without a length, the largest constant index that the shader uses.
    largest_index: FxHashMap<Symbol, u32>,
    state: Option<State>,
    /// The number of expressions of the functions that are finished.
    finished: usize,
    /// The number of functions that are being analysed.
    depth: usize,
}

/// Analyses a shader.
pub(super) fn build(
    globals: Vec<Global>,
    interner: Interner,
    defines: &[Define],
    reports: &mut Reports,
) -> BuildOutput {
    let mut builder = Builder {
        interner,
        reports,
        defines,
        module: Module::default(),
        layouter: Layouter::default(),
        types: FxHashMap::default(),
        structs: Vec::new(),
        scopes: Scopes::default(),
        constants: Vec::new(),
        functions: FxHashMap::default(),
        declared: Vec::new(),
        broken_functions: FxHashSet::default(),
        initialisers: Vec::new(),
        inputs: Vec::new(),
        outputs: Vec::new(),
        unlocated: Vec::new(),
        specials: special::Specials::default(),
        refused: RefusedFunctions::default(),
        refused_functions: FxHashMap::default(),
        notes: Vec::new(),
        wide: FxHashSet::default(),
        taken_defines: FxHashSet::default(),
        largest_index: optional::largest_indices(&globals),
        state: None,
        finished: 0,
        depth: 0,
    };
    for global in globals {
        // Parts with reported errors are left out.
        let _ = builder.global(global);
    }
    builder.bodies();
    builder.locate_inputs();
    let entry = builder.main();
    let (inputs, outputs) = (builder.inputs, builder.outputs);
    BuildOutput {
        interface: entry.map(|entry| Interface {
            entry: interface::Entry::Function(entry),
            inputs,
            outputs,
        }),
        module: builder.module,
        refused: builder.refused,
        notes: builder.notes,
        constants: builder.taken_defines,
    }
}

impl Builder<'_> {
    fn text(&self, symbol: Symbol) -> &str {
        self.interner.text(symbol)
    }

    /// Reports an error, and stops.
    fn error<T>(&mut self, span: Span, message: impl Into<String>, help: &str) -> BuildResult<T> {
        self.reports.error(Code::SourceInvalid, span, message, help);
        Err(ErrorReported)
    }

    /// Returns the struct with an id.
    fn structure(&self, id: StructId) -> Option<&Struct> {
        self.structs.get(id.0 as usize)
    }

    /// Adds an entity to the current scope. Reports a name that is declared there already.
    fn declare(&mut self, name: Symbol, span: Span, entity: Entity) -> BuildResult<()> {
        if self.scopes.add(name, entity) {
            return Ok(());
        }
        let text = self.text(name).to_owned();
        self.error(span, format!("`{text}` is declared already"), "use another name")
    }
}
