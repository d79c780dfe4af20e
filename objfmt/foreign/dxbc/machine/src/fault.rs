//! Load errors and runtime faults.

use pica200_dxbc::program::{InstructionLocation, RegisterKind, Version};

use crate::registers::Register;

/// The maximum call depth.
pub const MAX_CALL_DEPTH: usize = 32;

/// An error of loading a program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The container, the program or a signature cannot be read.
    #[error(transparent)]
    Read(#[from] pica200_dxbc::Error),
    /// There is no program.
    #[error("the container has no program: no chunk `SHDR` or `SHEX`")]
    NoProgram,
    /// The program is of shader model 6.
    #[error("the container has a program of shader model 6 (`DXIL`); the machine runs the models 4.0 to 5.1")]
    Model6,
    /// The machine does not support programs of this stage or model.
    #[error(
        "the program is of model `{found}`; the machine runs vertex, geometry and pixel shaders of the models 4.0 to 5.1"
    )]
    Version {
        /// The stage and the model.
        found: Version,
    },
    /// A geometry shader without `dcl_inputprimitive`.
    #[error("the geometry shader does not declare its input primitive")]
    NoPrimitive,
    /// A geometry shader with an unknown input primitive.
    #[error("the geometry shader reads primitives of the unknown kind {found}")]
    Primitive {
        /// The primitive number.
        found: u32,
    },
    /// The program has only declarations.
    #[error("the program has no instructions")]
    Empty,
    /// The code is invalid.
    #[error("{location}: {error}")]
    Code {
        /// The instruction.
        location: InstructionLocation,
        /// The error.
        error: CodeError,
    },
}

/// An error of an instruction or declaration that is detected at load time.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CodeError {
    /// The end or the middle of a block that is not open.
    #[error("belongs to `{opening}`, but the innermost open block is not one")]
    NotOpen {
        /// The instruction that opens such blocks.
        opening: &'static str,
    },
    /// A second `else` or `default`.
    #[error("the block already has one")]
    DuplicateBranch,
    /// A block that is not closed.
    #[error("opens a block that is not closed")]
    NotClosed,
    /// An exit from a block that is not open.
    #[error("is outside of {blocks}")]
    Outside {
        /// The blocks that it may occur in.
        blocks: &'static str,
    },
    /// A case value that is not a constant.
    #[error("the value of a case is a literal")]
    CaseValue,
    /// Two subroutines with the same label number.
    #[error("duplicate `label{number}`")]
    DuplicateLabel {
        /// The number.
        number: u32,
    },
    /// A subroutine that does not exist.
    #[error("there is no `label{number}`")]
    NoLabel {
        /// The number.
        number: u32,
    },
    /// An operand without a required number.
    #[error("operand {operand} has no fixed number")]
    NoNumber {
        /// The one-based index of the operand.
        operand: usize,
    },
    /// An operand that cannot be read.
    #[error("operand {operand} is `{kind}`, which cannot be read")]
    NotReadable {
        /// The one-based index of the operand.
        operand: usize,
        /// The register kind.
        kind: RegisterKind,
    },
    /// An operand that cannot be written.
    #[error("operand {operand} is `{kind}`, which cannot be written")]
    NotWritable {
        /// The one-based index of the operand.
        operand: usize,
        /// The register kind.
        kind: RegisterKind,
    },
    /// A register with the wrong number of indices.
    #[error("operand {operand} is `{kind}` with {found} indices; expected {expected}")]
    Indices {
        /// The one-based index of the operand.
        operand: usize,
        /// The register kind.
        kind: RegisterKind,
        /// The number of indices found.
        found: usize,
        /// The number of indices of this register kind.
        expected: usize,
    },
    /// An index that does not fit in 32 bits.
    #[error("an index of operand {operand} does not fit into 32 bits")]
    WideIndex {
        /// The one-based index of the operand.
        operand: usize,
    },
    /// A stream that does not exist.
    #[error("its stream is not one of `m0` to `m{}`", .max - 1)]
    NoStream {
        /// The number of streams.
        max: u8,
    },
    /// Operands that are nested too deeply in indices.
    #[error("indices of operand {operand} are nested more than {max} deep")]
    Nesting {
        /// The one-based index of the operand.
        operand: usize,
        /// The maximum depth.
        max: usize,
    },
    /// The absolute value of an integer.
    #[error("operand {operand} is the absolute value of an integer; only floats have one")]
    Absolute {
        /// The one-based index of the operand.
        operand: usize,
    },
    /// Too many registers.
    #[error("uses {found} {registers}; there are {max}")]
    TooMany {
        /// The kind of register.
        registers: &'static str,
        /// The number used.
        found: u64,
        /// The maximum number.
        max: u32,
    },
    /// An instruction that does not match its opcode's format.
    #[error("does not have the operands of its opcode")]
    Form,
}

/// An instruction that the machine does not support.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum UnsupportedReason {
    /// It compares neighboring pixels, but the pixel runs alone, without a [`Quad`](crate::Quad).
    Derivative,
    /// It evaluates an input at a location other than the pixel center.
    Interpolation,
    /// It calls through an interface.
    Interface,
    /// It belongs to other stages.
    Stage,
    /// The opcode is unknown.
    Unknown,
}

impl std::fmt::Display for UnsupportedReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Derivative => "it needs neighboring pixels, but the pixel runs alone",
            Self::Interpolation => "it evaluates an input at another location in the pixel",
            Self::Interface => "it calls through an interface",
            Self::Stage => "it belongs to other stages",
            Self::Unknown => "its opcode is unknown",
        })
    }
}

/// The kind of fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// An index outside a register array. Constant buffers read as 0 there, and do not fault.
    #[error("`{register}` does not exist; there are {count}, counted from 0")]
    OutOfRange {
        /// The register.
        register: Register,
        /// The number of elements.
        count: u32,
    },
    /// An input of a vertex that a geometry shader's primitive does not have.
    #[error("`{register}` does not exist; the primitive has {count} vertices, counted from 0")]
    NoVertex {
        /// The register.
        register: Register,
        /// The number of vertices.
        count: u32,
    },
    /// The runs of a geometry shader emitted more vertices than [`GeometryOutput`](crate::GeometryOutput) stores.
    #[error("the runs emit more than {max} vertices, the maximum that is stored")]
    TooManyVertices {
        /// The maximum number of stored vertices.
        max: usize,
    },
    /// The run exceeded its budget.
    #[error("the program did not end within {budget} instructions")]
    BudgetUsedUp {
        /// The budget in instructions.
        budget: u64,
    },
    /// Execution reached the end of the code, or ran into a subroutine.
    #[error("no instructions follow, and `ret` was not reached")]
    NoReturn,
    /// Calls are nested too deeply.
    #[error("calls are nested more than {MAX_CALL_DEPTH} deep")]
    CallNesting,
    /// A resource that the caller does not provide.
    #[error("`{resource}` is not provided")]
    NoResource {
        /// The resource or the view.
        resource: Register,
    },
    /// An instruction that the machine does not support.
    #[error("this instruction is not supported: {0}")]
    Unsupported(UnsupportedReason),
    /// An instruction compares the pixels of a quad, but one of them has diverged: its result is undefined in Direct3D.
    #[error("it compares the pixels of a quad, which must reach it together, but pixel {other} has diverged")]
    Diverged {
        /// A diverged pixel, from 0 to 3.
        other: usize,
    },
    /// `abort`.
    #[error("the program aborted")]
    Aborted,
    /// The observer stopped the run.
    #[error("the observer stopped the run")]
    Stopped,
}

/// The reason why a run ended early, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{location}: {kind}")]
pub struct Fault {
    /// The kind of fault.
    pub kind: FaultKind,
    /// The instruction that failed. For [`FaultKind::NoReturn`], the last executed one.
    pub location: InstructionLocation,
    /// The number of executed instructions, without the failing one.
    pub instructions: u64,
}
