//! What can be wrong with a link, and how it is said.
//!
//! Messages begin in lower case, have no full stop, put words of the source in backticks, and say both what was found
//! and what is allowed. The [`Code`] of a problem is stable; the text is not.

mod facts;
mod help;

use std::sync::Arc;

use pica200_diagnostics::{Code, Severity, SourceLine};
use pica200_objfmt::formats::error::ReadError;
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::register::{Register, UniformKind};

use facts::{Count, Run};
pub use facts::{Holder, Obstacle, Role, Shape, Share};

/// One thing to say about a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What it is.
    pub problem: Problem,
    /// Where it is: the primary place, then others that belong to it. Empty only where no input is concerned.
    pub places: Vec<InputPlace>,
}

/// A place in an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputPlace {
    /// The path of the object.
    pub object: String,
    /// The line in the object's source, where it is known.
    pub source: Option<SourceLine>,
    /// What is there, in a few words.
    pub label: String,
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// No input makes a shader.
    #[error("nothing to link: no file makes a shader")]
    NothingToLink,
    /// Several inputs make shaders where one can.
    #[error("several files make shaders, and {wanted} has one")]
    SeveralShaders {
        /// What there is one of.
        wanted: &'static str,
    },
    /// Objects cannot be made one.
    #[error("the inputs cannot be one object: {obstacle}")]
    CannotCombine {
        /// Why.
        obstacle: Obstacle,
    },
    /// A procedure is used and not defined.
    #[error("procedure `{name}` is not defined in any file of the link")]
    UndefinedProcedure {
        /// Its name.
        name: String,
        /// A procedure with a name much like it.
        similar: Option<String>,
        /// The archives that do not define it either.
        searched: Arc<[String]>,
    },
    /// A member of an archive is needed, or might be, and cannot be read.
    #[error("the member cannot be read as an object: {why}")]
    UnreadableMember {
        /// What is wrong with it.
        why: ReadError,
    },
    /// The index of an archive says what is not so.
    #[error("the index of `{archive}` lists `{name}` in this member, which does not define it")]
    StaleIndex {
        /// The procedure.
        name: String,
        /// The path of the archive.
        archive: String,
    },
    /// Two procedures have one name.
    #[error("procedure `{name}` is defined a second time")]
    DuplicateProcedure {
        /// The name.
        name: String,
        /// Whether a file that defines none of them names the procedure: otherwise each shader could start at its own.
        named_elsewhere: bool,
    },
    /// A shader's entry procedure is not defined.
    #[error("entry procedure `{name}` is not defined in any file of the link")]
    MissingEntry {
        /// Its name.
        name: String,
        /// Whether the source names it by `.entry`.
        chosen: bool,
        /// A procedure with a name much like it.
        similar: Option<String>,
    },
    /// An empty procedure stays empty where code precedes it.
    #[error("a padding NOP is required here")]
    PaddingNopRequired,
    /// There is more code than a program can have.
    #[error("the link has {words} words of code, and there is room for {max}", max = limits::CODE_WORDS)]
    CodeTooLong {
        /// How much there is.
        words: usize,
    },
    /// A procedure is too long to be called.
    #[error("procedure `{name}` has {words} words, and a procedure that is called can have {max}", max = limits::COUNT)]
    ProcedureTooLong {
        /// Its name.
        name: String,
        /// Its length.
        words: u32,
    },
    /// A target lies behind the last word that an instruction can name.
    #[error("the target is word {word}, and the last word that can be named is {last}", last = limits::CODE_WORDS - 1)]
    TargetOutOfReach {
        /// The target.
        word: u32,
    },
    /// Two declarations of one uniform disagree.
    #[error(
        "uniform `{name}` is declared as {found} and as {expected}, and must have one kind and size"
    )]
    UniformMismatch {
        /// Its name.
        name: String,
        /// What the later declaration says.
        found: Shape,
        /// What the first one says.
        expected: Shape,
        /// The entry procedure of the shader that uses both, where they do not share a space anyway.
        shader: Option<String>,
    },
    /// A uniform or constant is named by `.extern` and used, and no object declares it.
    #[error("{} `{name}` is not declared in any file of the link that others can see", sort.noun())]
    UndefinedExtern {
        /// Which of the two.
        sort: Role,
        /// Its name.
        name: String,
        /// A declared name much like it.
        similar: Option<String>,
        /// The archives of the link, which are not looked into for it.
        searched: Arc<[String]>,
    },
    /// `.extern` and the declaration that it means disagree.
    #[error(
        "{} `{name}` is named as {} and declared as {}",
        sort.noun(), sort.shown(*found, *exact), sort.shown(*expected, true)
    )]
    ExternMismatch {
        /// Uniform or constant.
        sort: Role,
        /// Its name.
        name: String,
        /// What `.extern` says.
        found: Shape,
        /// Whether it says the length; else the declaration may have more registers.
        exact: bool,
        /// What the declaration says.
        expected: Shape,
    },
    /// Several objects declare a constant of a name that is used by `.extern`.
    #[error(
        "constant `{name}` is declared {count} times, and `.extern` names what is declared once"
    )]
    AmbiguousConstant {
        /// Its name.
        name: String,
        /// How many declarations there are.
        count: usize,
    },
    /// A uniform is placed where a geometry shader that names it by `.extern` is fed.
    #[error(
        "`{name}` is placed at {}, and in this geometry shader the console itself fills {}",
        Run(*kind, *first, *len), Run(*kind, filled[0], filled[1])
    )]
    ReservedRegister {
        /// Its name.
        name: String,
        /// The kind of register.
        kind: UniformKind,
        /// Its first register.
        first: u8,
        /// How many it has.
        len: u8,
        /// The first register that the console fills, and how many.
        filled: [u8; 2],
    },
    /// Two declarations of one uniform choose different registers.
    #[error("uniform `{name}` is placed at {found} and at {expected}, and can have one place")]
    ConflictingPins {
        /// Its name.
        name: String,
        /// Where the later declaration places it.
        found: Register,
        /// Where the first one does.
        expected: Register,
    },
    /// Two names are placed at the same register.
    #[error("`{name}` and `{other}` are both placed at {register}")]
    OverlappingPins {
        /// The name declared later.
        name: String,
        /// The other one.
        other: String,
        /// The first register that both take.
        register: Register,
    },
    /// A declaration finds no free registers.
    #[error("no room for `{name}`: {} in one piece needed, {free} free", Count((*len).into(), kind.bank().noun()))]
    RegistersUsedUp {
        /// The name.
        name: String,
        /// The kind of register.
        kind: UniformKind,
        /// How many are needed.
        len: u8,
        /// How many are free, not necessarily in one piece.
        free: u32,
        /// Who holds the others.
        holders: Vec<Holder>,
    },
    /// An index leads out of the register file.
    #[error("element {element} of `{name}` would be {letter}{number}, and the bank has {letter}0 to {letter}{last}", letter = kind.bank().letter(), last = kind.bank().size() - 1)]
    RegisterOutOfRange {
        /// The name.
        name: String,
        /// The element.
        element: i16,
        /// The kind of register.
        kind: UniformKind,
        /// The number that the register would have.
        number: i32,
    },
    /// There are more descriptors than the machine has.
    #[error("the link needs more than {max} operand descriptors", max = limits::DESCRIPTORS)]
    TooManyDescriptors {
        /// What each object needs, up to the instruction that is one too many.
        shares: Vec<Share>,
    },
    /// There are more descriptors of `mad` than it reaches.
    #[error("the `mad` instructions of the link need more than {max} operand descriptors", max = limits::MAD_DESCRIPTORS)]
    TooManyMadDescriptors {
        /// What each object needs, up to the instruction that is one too many.
        shares: Vec<Share>,
    },
    /// Two libraries give a register different values, and one shader reaches both.
    #[error(
        "{register} gets different values in the shader that starts at `{entry}`; the earlier one holds"
    )]
    ConflictingValues {
        /// The register.
        register: Register,
        /// The shader's entry procedure.
        entry: String,
    },
    /// As picasso, the link loads constants only in the shaders of their own file, and another shader reads one.
    #[error(
        "constant `{name}` is read by the shader that starts at `{entry}`, and not loaded: picasso loads the constants \
         of a shader's own file only"
    )]
    ConstantNotLoaded {
        /// The first such constant of its file.
        name: String,
        /// The shader's entry procedure.
        entry: String,
    },
    /// A shader has an input of the name of a uniform that it reaches in another file.
    #[error(
        "uniform `{name}` stays out of the table of the shader that starts at `{entry}`, since an input of it has the same name"
    )]
    ShadowedUniform {
        /// The name.
        name: String,
        /// The shader's entry procedure.
        entry: String,
    },
}

impl Problem {
    /// The diagnostic.
    pub fn code(&self) -> Code {
        match self {
            Self::NothingToLink => Code::NothingToLink,
            Self::SeveralShaders { .. } => Code::SeveralShaders,
            Self::CannotCombine { .. } => Code::CannotCombine,
            Self::UndefinedProcedure { .. } => Code::UndefinedProcedure,
            Self::UnreadableMember { .. } => Code::UnreadableObject,
            Self::StaleIndex { .. } => Code::StaleIndex,
            Self::DuplicateProcedure { .. } => Code::DuplicateProcedure,
            Self::MissingEntry { .. } => Code::MissingEntry,
            Self::PaddingNopRequired => Code::PaddingNopRequired,
            Self::CodeTooLong { .. } => Code::CodeTooLong,
            Self::ProcedureTooLong { .. } => Code::ProcedureTooLong,
            Self::TargetOutOfReach { .. } => Code::TargetOutOfReach,
            Self::UniformMismatch { .. } => Code::UniformMismatch,
            Self::UndefinedExtern { sort, .. } => match sort {
                Role::Uniform => Code::UndefinedUniform,
                Role::Constant => Code::UndefinedConstant,
            },
            Self::ExternMismatch { .. } => Code::ExternMismatch,
            Self::AmbiguousConstant { .. } => Code::AmbiguousConstant,
            Self::ReservedRegister { .. } => Code::ReservedRegister,
            Self::ConflictingPins { .. } => Code::ConflictingPins,
            Self::OverlappingPins { .. } => Code::OverlappingPins,
            Self::RegistersUsedUp { .. } => Code::RegistersUsedUp,
            Self::RegisterOutOfRange { .. } => Code::RegisterOutOfRange,
            Self::TooManyDescriptors { .. } => Code::TooManyDescriptors,
            Self::TooManyMadDescriptors { .. } => Code::TooManyMadDescriptors,
            Self::ConflictingValues { .. } => Code::ConflictingValues,
            Self::ConstantNotLoaded { .. } => Code::ConstantNotLoaded,
            Self::ShadowedUniform { .. } => Code::ShadowedUniform,
        }
    }
}
