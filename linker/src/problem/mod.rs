//! The problems of a link, and their messages.
//!
//! Messages are lowercase without a final period, put source text in backticks, and state both the actual and the
//! allowed value. The code of a problem is stable; the text is not.

mod facts;
mod help;

use std::sync::Arc;

use pica200_diagnostics::{Code, Diagnostic, Severity, Tool};
use pica200_objfmt::formats::error::ReadError;
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::register::{Register, UniformKind};

pub use facts::Role;
pub(crate) use facts::{CombineObstacle, DescriptorUsage, Holder, Shape};
use facts::{DisplayRange, Quantity};

/// A problem of a link.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Problem {
    /// No input makes a shader.
    #[error("nothing to link: no file makes a shader")]
    NothingToLink,
    /// An input makes no shader, but others do.
    #[error("`{name}` makes no shader: it has no instruction and no declaration")]
    EmptyInput {
        /// The path of the input.
        name: String,
    },
    /// Several inputs make shaders, but only one can.
    #[error("several files make shaders, but {wanted} can have only one")]
    SeveralShaders {
        /// The output that allows only one shader.
        wanted: &'static str,
    },
    /// Objects cannot be combined.
    #[error("the inputs cannot be combined into one object: {obstacle}")]
    CannotCombine {
        /// The reason.
        obstacle: CombineObstacle,
    },
    /// A procedure is used but not defined.
    #[error("procedure `{name}` is not defined in any file of the link")]
    UndefinedProcedure {
        /// Its name.
        name: String,
        /// True if the calling file has a label of the name.
        is_label: bool,
        /// A procedure with a similar name.
        similar: Option<String>,
        /// The archives that do not define it either.
        searched: Arc<[String]>,
    },
    /// A member of an archive that is needed, or might be, cannot be read.
    #[error("the member cannot be read as an object: {why}")]
    UnreadableMember {
        /// The reason.
        why: ReadError,
    },
    /// The index of an archive is wrong.
    #[error("the index of `{archive}` lists `{name}` in this member, which does not define it")]
    StaleIndex {
        /// The symbol.
        name: String,
        /// The path of the archive.
        archive: String,
    },
    /// Two procedures have the same name.
    #[error("duplicate procedure `{name}`")]
    DuplicateProcedure {
        /// The name.
        name: String,
        /// True if a file that does not define the procedure refers to it; otherwise, each shader could start at its
        /// own.
        named_elsewhere: bool,
    },
    /// A shader's entry procedure is not defined.
    #[error("entry procedure `{name}` is not defined in any file of the link")]
    MissingEntry {
        /// Its name.
        name: String,
        /// True if the source sets it with `.entry`.
        chosen: bool,
        /// A procedure with a similar name.
        similar: Option<String>,
    },
    /// A procedure stays empty although code precedes it.
    #[error("a padding NOP is required here")]
    PaddingNopRequired,
    /// There is more code than a program can have.
    #[error("the link has {words} words of code, but the limit is {max}", max = limits::CODE_WORDS)]
    CodeTooLong {
        /// The number of words.
        words: usize,
    },
    /// A procedure is too long to be called.
    #[error("procedure `{name}` has {words} words, but a called procedure can have at most {max}", max = limits::MAX_BLOCK_WORDS)]
    ProcedureTooLong {
        /// Its name.
        name: String,
        /// Its length.
        words: u32,
    },
    /// A target is beyond the last word that an instruction can address.
    #[error("the target is word {word}, but the last addressable word is {last}", last = limits::CODE_WORDS - 1)]
    TargetOutOfReach {
        /// The target.
        word: u32,
    },
    /// Two declarations of one uniform disagree.
    #[error("uniform `{name}` is declared as {found} and as {expected}; kind and size must match")]
    UniformMismatch {
        /// Its name.
        name: String,
        /// The shape in the later declaration.
        found: Shape,
        /// The shape in the first one.
        expected: Shape,
        /// The entry procedure of the shader that uses both; `None` if they share a space.
        shader: Option<String>,
    },
    /// A uniform or constant is declared with `.extern` and used, but no object defines it.
    #[error("no file of the link declares {} `{name}` for other files", role.noun())]
    UndefinedExtern {
        /// Uniform or constant.
        role: Role,
        /// Its name.
        name: String,
        /// The role in which the name is declared, if it differs.
        other: Option<Role>,
        /// A similar declared name.
        similar: Option<String>,
        /// The archives that do not declare it either.
        searched: Arc<[String]>,
    },
    /// `.extern` and the declaration that it refers to disagree.
    #[error(
        "{} `{name}` is imported as {} but declared as {}",
        role.noun(), role.shown(*found, *exact), role.shown(*expected, true)
    )]
    ExternMismatch {
        /// Uniform or constant.
        role: Role,
        /// Its name.
        name: String,
        /// The shape in the `.extern`.
        found: Shape,
        /// True if it states the length; otherwise, the declaration may have more registers.
        exact: bool,
        /// The shape in the declaration.
        expected: Shape,
    },
    /// Several objects declare a constant whose name is used by `.extern`.
    #[error("`.extern` is ambiguous: constant `{name}` is declared {count} times")]
    AmbiguousConstant {
        /// Its name.
        name: String,
        /// The number of declarations.
        count: usize,
    },
    /// A uniform is at a register that the console fills in a geometry shader that refers to it with `.extern`.
    #[error(
        "`{name}` is at {}, but in this geometry shader the console itself fills {}",
        DisplayRange(*kind, *first, *len), DisplayRange(*kind, filled[0], filled[1])
    )]
    ReservedRegister {
        /// Its name.
        name: String,
        /// The kind of register.
        kind: UniformKind,
        /// Its first register.
        first: u8,
        /// The number of its registers.
        len: u8,
        /// The first register that the console fills, and their number.
        filled: [u8; 2],
    },
    /// Two declarations of one uniform choose different registers.
    #[error("uniform `{name}` is placed at {found} and at {expected}")]
    ConflictingPins {
        /// Its name.
        name: String,
        /// The register in the later declaration.
        found: Register,
        /// The register in the first one.
        expected: Register,
    },
    /// Two objects state different values for a field of the output.
    #[error("conflicting values for {field}")]
    ConflictingFields {
        /// The field, for messages.
        field: String,
    },
    /// Two names choose the same register.
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
    #[error("not enough registers for `{name}`: it needs {} in a row; {free} are free", Quantity((*len).into(), kind.bank().noun()))]
    RegistersUsedUp {
        /// The name.
        name: String,
        /// The kind of register.
        kind: UniformKind,
        /// The number of registers that it needs.
        len: u8,
        /// The number of free registers, not necessarily consecutive.
        free: u32,
        /// The holders of the other registers.
        holders: Vec<Holder>,
    },
    /// An index is outside the register file.
    #[error("element {element} of `{name}` would be {letter}{number}, but the bank has {letter}0 to {letter}{last}", letter = kind.bank().letter(), last = kind.bank().size() - 1)]
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
    /// There are more descriptors than the hardware has.
    #[error("the link needs more than {max} operand descriptors", max = limits::DESCRIPTORS)]
    TooManyDescriptors {
        /// The share of each object, up to the instruction that exceeds the limit.
        usage: Vec<DescriptorUsage>,
    },
    /// There are more descriptors of `mad` than its field can index.
    #[error("the `mad` instructions of the link need more than {max} operand descriptors", max = limits::MAD_DESCRIPTORS)]
    TooManyMadDescriptors {
        /// The share of each object, up to the instruction that exceeds the limit.
        usage: Vec<DescriptorUsage>,
    },
    /// Two libraries set a register to different values, and one shader reaches both.
    #[error("{register} gets different values in the shader that starts at `{entry}`; the earlier one is used")]
    ConflictingValues {
        /// The register.
        register: Register,
        /// The shader's entry procedure.
        entry: String,
    },
    /// With picasso's output, constants are loaded only in the shaders of their file, and another shader reads one.
    #[error(
        "the shader that starts at `{entry}` reads constant `{name}`, but does not load it: picasso loads only the constants of a shader's own file"
    )]
    ConstantNotLoaded {
        /// The first such constant of its file.
        name: String,
        /// The shader's entry procedure.
        entry: String,
    },
    /// A shader has an input with the name of a uniform that it reaches in another file.
    #[error(
        "the table of the shader that starts at `{entry}` omits uniform `{name}`, because an input has the same name"
    )]
    ShadowedUniform {
        /// The name.
        name: String,
        /// The shader's entry procedure.
        entry: String,
    },
}

impl Problem {
    /// Returns the diagnostic with a severity, without locations.
    pub(crate) fn diagnose<L>(&self, severity: Severity) -> Diagnostic<L> {
        let help = self.help().or_else(|| Some(self.code().remedy().to_owned()));
        Diagnostic {
            severity,
            ..Diagnostic::new(Tool::Linker, self.code(), None, self.to_string())
        }
        .with_optional_help(help)
    }

    /// Returns the code.
    fn code(&self) -> Code {
        match self {
            Self::NothingToLink => Code::NothingToLink,
            Self::EmptyInput { .. } => Code::EmptyInput,
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
            Self::UndefinedExtern { role, .. } => match role {
                Role::Uniform => Code::UndefinedUniform,
                Role::Constant => Code::UndefinedConstant,
            },
            Self::ExternMismatch { .. } => Code::ExternMismatch,
            Self::AmbiguousConstant { .. } => Code::AmbiguousConstant,
            Self::ReservedRegister { .. } => Code::ReservedRegister,
            Self::ConflictingPins { .. } => Code::ConflictingPins,
            Self::ConflictingFields { .. } => Code::ConflictingFields,
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
