//! Stand-in functions for operations that the hardware cannot do.

use ::naga::{Function, Handle};
use pica200_diagnostics::Code;
use rustc_hash::FxHashMap;

use crate::diagnostic::Diagnostic;
use crate::source::Piece;

use super::interface::Interface;

/// The reason why a call cannot be computed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reason {
    pub(super) code: Code,
    pub(super) message: String,
    /// Advice.
    pub(super) help: String,
}

/// The functions of a module whose calls cannot be computed. A shader with such a call is refused where an output needs
/// the result, or a variable that the call may change through a pointer. A call without either is always refused,
/// because its side effect is its only purpose. The bodies of these functions are not read.
pub(super) type RefusedFunctions = FxHashMap<Handle<Function>, Reason>;

/// The output of a reader.
#[derive(Debug, Default)]
pub(super) struct FrontendOutput {
    pub(super) module: ::naga::Module,
    /// `None` if the entry points of the module determine it, or if there are none.
    pub(super) interface: Option<Interface>,
    pub(super) refused: RefusedFunctions,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The rest is of GLSL alone. Notes for diagnostics.
    pub(super) notes: Vec<String>,
    /// The names of numbers of the caller that macros have.
    pub(super) numbers: Vec<String>,
    /// The source, and after it the files that it includes.
    pub(super) listing: String,
    pub(super) pieces: Vec<Piece>,
}

/// A valid module, with the entry point to translate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shader<'m> {
    pub(super) module: &'m ::naga::Module,
    pub(super) info: &'m ::naga::valid::ModuleInfo,
    /// `None` if only functions for other objects are translated.
    pub(super) interface: Option<&'m Interface>,
    pub(super) refused: &'m RefusedFunctions,
}
