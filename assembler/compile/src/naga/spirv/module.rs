//! Module-level declarations.

use std::ops::Range;

use ::naga::Span;
use ::spirv::{BuiltIn, Decoration, ExecutionModel, Op, StorageClass};

use super::super::check;
use super::Reader;
use super::words::{Id, Instruction, Result};

/// An entry point.
#[derive(Clone, Debug)]
pub(super) struct EntryPoint {
    pub(super) name: String,
    /// The name of its stage.
    pub(super) stage: &'static str,
    pub(super) function: Id,
    pub(super) interface: Vec<Id>,
}

/// The decorations that matter to the hardware. All others, such as layouts, are ignored.
#[derive(Clone, Default, Debug)]
pub(super) struct Decorations {
    pub(super) location: Option<u32>,
    pub(super) component: Option<u32>,
    pub(super) built_in: Option<BuiltIn>,
    pub(super) spec_id: Option<u32>,
    /// True if a block of uniforms is a buffer that shaders can write.
    pub(super) is_buffer: bool,
}

/// An extended instruction set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ExtendedSet {
    Glsl,
    /// Instructions for debuggers and tools, which compute nothing.
    Debug,
    Other,
}

/// A variable outside of functions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variable {
    pub(super) class: StorageClass,
    pub(super) pointee: Id,
    pub(super) initializer: Option<Id>,
    /// The index of its declaration in the module.
    pub(super) index: usize,
    pub(super) span: Span,
}

/// A function.
#[derive(Clone, Debug)]
pub(super) struct FunctionBody {
    pub(super) result: Id,
    pub(super) parameters: Vec<(Id, Id)>,
    /// Its instructions after the parameters, by their indices in the module.
    pub(super) instructions: Range<usize>,
    pub(super) span: Span,
}

impl Reader<'_> {
    /// Reads all that is declared outside of functions, and where functions are.
    pub(super) fn declarations(&mut self) -> Result<()> {
        let words = self.words;
        let mut groups = Vec::new();
        let mut index = 0;
        while let Some(instruction) = words.get(index) {
            index += 1;
            let Some(op) = instruction.op else {
                continue;
            };
            match op {
                Op::Function => index = self.function_at(&instruction)?,
                Op::GroupDecorate | Op::GroupMemberDecorate => groups.push(instruction),
                _ => self.declaration(&instruction, op)?,
            }
        }
        for instruction in groups {
            self.decorate_group(&instruction)?;
        }
        Ok(())
    }

    fn declaration(&mut self, instruction: &Instruction<'_>, op: Op) -> Result<()> {
        let operand = |index| instruction.operand(index);
        match op {
            Op::Name => {
                let (name, _) = instruction.string(1);
                self.names.insert(operand(0)?, name);
            }
            Op::MemberName => {
                let (name, _) = instruction.string(2);
                self.member_names.insert((operand(0)?, operand(1)?), name);
            }
            Op::Decorate | Op::DecorateId => {
                let found = self.decorations.entry(operand(0)?).or_default();
                found.add(operand(1)?, instruction.operands(2));
            }
            Op::MemberDecorate => {
                let key = (operand(0)?, operand(1)?);
                let found = self.member_decorations.entry(key).or_default();
                found.add(operand(2)?, instruction.operands(3));
            }
            Op::ExtInstImport => {
                let (name, _) = instruction.string(1);
                let set = match name.as_str() {
                    "GLSL.std.450" => ExtendedSet::Glsl,
                    "OpenCL.DebugInfo.100" | "DebugInfo" => ExtendedSet::Debug,
                    _ if name.starts_with("NonSemantic.") => ExtendedSet::Debug,
                    _ => ExtendedSet::Other,
                };
                self.extended.insert(operand(0)?, set);
            }
            Op::EntryPoint => {
                let (name, next) = instruction.string(2);
                self.entries.push(EntryPoint {
                    name,
                    stage: stage(ExecutionModel::from_u32(operand(0)?)),
                    function: operand(1)?,
                    interface: instruction.operands(next).to_vec(),
                });
            }
            Op::Variable => self.declare_variable(instruction)?,
            _ if is_type(op) => self.declare_type(instruction, op)?,
            _ if is_constant(op) => self.declare_constant(instruction, op)?,
            _ => {}
        }
        Ok(())
    }

    fn declare_variable(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let (ty, id) = (instruction.operand(0)?, instruction.operand(1)?);
        let Some((class, pointee)) = self.types.pointer(ty) else {
            return Err(instruction.unknown(ty, "the type of a pointer"));
        };
        let variable = Variable {
            class,
            pointee,
            initializer: instruction.operand(3).ok(),
            index: instruction.index,
            span: instruction.span(),
        };
        self.variables.insert(id, variable);
        Ok(())
    }

    /// Reads where a function is. Returns the index of the instruction after it.
    fn function_at(&mut self, first: &Instruction<'_>) -> Result<usize> {
        let (result, id) = (first.operand(0)?, first.operand(1)?);
        let mut parameters = Vec::new();
        let mut index = first.index + 1;
        let mut body = None;
        while let Some(instruction) = self.words.get(index) {
            index += 1;
            match instruction.op {
                Some(Op::FunctionParameter) => {
                    parameters.push((instruction.operand(1)?, instruction.operand(0)?));
                }
                Some(Op::FunctionEnd) => {
                    let start = body.unwrap_or(instruction.index);
                    let body = FunctionBody {
                        result,
                        parameters,
                        instructions: start..instruction.index,
                        span: first.span(),
                    };
                    self.functions.insert(id, body);
                    return Ok(index);
                }
                Some(Op::Label) if body.is_none() => body = Some(instruction.index),
                _ => {}
            }
        }
        Err(first.error("a function has no `OpFunctionEnd`"))
    }

    fn decorate_group(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let group = self.decorations.get(&instruction.operand(0)?).cloned();
        let Some(group) = group else {
            return Ok(());
        };
        let targets = instruction.operands(1);
        if instruction.op == Some(Op::GroupDecorate) {
            for target in targets {
                self.decorations.entry(*target).or_default().join(&group);
            }
        } else {
            for pair in targets.chunks_exact(2) {
                let &[target, member] = pair else { continue };
                let found = self.member_decorations.entry((target, member));
                found.or_default().join(&group);
            }
        }
        Ok(())
    }
}

impl Decorations {
    fn add(&mut self, decoration: u32, operands: &[u32]) {
        let first = operands.first().copied();
        match Decoration::from_u32(decoration) {
            Some(Decoration::Location) => self.location = first,
            Some(Decoration::Component) => self.component = first,
            Some(Decoration::BuiltIn) => self.built_in = first.and_then(BuiltIn::from_u32),
            Some(Decoration::SpecId) => self.spec_id = first,
            Some(Decoration::BufferBlock) => self.is_buffer = true,
            _ => {}
        }
    }

    /// Adds the decorations of a group.
    fn join(&mut self, other: &Self) {
        self.location = self.location.or(other.location);
        self.component = self.component.or(other.component);
        self.built_in = self.built_in.or(other.built_in);
        self.spec_id = self.spec_id.or(other.spec_id);
        self.is_buffer |= other.is_buffer;
    }
}

const fn stage(model: Option<ExecutionModel>) -> &'static str {
    match model {
        Some(ExecutionModel::Vertex) => check::VERTEX,
        Some(ExecutionModel::TessellationControl | ExecutionModel::TessellationEvaluation) => "tessellation",
        Some(ExecutionModel::Geometry) => "geometry",
        Some(ExecutionModel::Fragment) => "fragment",
        Some(ExecutionModel::GLCompute | ExecutionModel::Kernel) => "compute",
        Some(ExecutionModel::TaskNV | ExecutionModel::TaskEXT) => "task",
        Some(ExecutionModel::MeshNV | ExecutionModel::MeshEXT) => "mesh",
        _ => "ray tracing",
    }
}

/// Returns whether an operation declares a type.
const fn is_type(op: Op) -> bool {
    matches!(
        op,
        Op::TypeVoid
            | Op::TypeBool
            | Op::TypeInt
            | Op::TypeFloat
            | Op::TypeVector
            | Op::TypeMatrix
            | Op::TypeImage
            | Op::TypeSampler
            | Op::TypeSampledImage
            | Op::TypeArray
            | Op::TypeRuntimeArray
            | Op::TypeStruct
            | Op::TypeOpaque
            | Op::TypePointer
            | Op::TypeFunction
            | Op::TypeAccelerationStructureKHR
            | Op::TypeRayQueryKHR
    )
}

/// Returns whether an operation declares a constant.
const fn is_constant(op: Op) -> bool {
    matches!(
        op,
        Op::ConstantTrue
            | Op::ConstantFalse
            | Op::Constant
            | Op::ConstantComposite
            | Op::ConstantNull
            | Op::ConstantSampler
            | Op::SpecConstantTrue
            | Op::SpecConstantFalse
            | Op::SpecConstant
            | Op::SpecConstantComposite
            | Op::SpecConstantOp
            | Op::Undef
    )
}
