//! Views of declarations.

use super::instruction::{Body, Instruction};
use super::opcode::Opcode;
use super::operand::{Index, Operand};
use super::token::{Bits, ReturnTypes, Token};
use crate::numbers::{
    Dimension, GlobalFlag, Interpolation, Partitioning, Primitive, SamplerMode, SystemName, TessellatorDomain,
    TessellatorOutput, Topology,
};

/// A declaration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Declaration<'a> {
    /// A typed resource.
    Resource {
        /// The register.
        operand: &'a Operand,
        /// The dimension.
        dimension: Dimension,
        /// The sample count of [multisampled](Dimension::is_multisampled) resources.
        samples: u32,
        /// The component types.
        returns: ReturnTypes,
    },
    /// A constant buffer.
    ConstantBuffer {
        /// The register.
        operand: &'a Operand,
        /// The size in registers: the second index of the operand, or, in model 5.1, a dword after it. `None` if the
        /// declaration does not state it.
        size: Option<u32>,
        /// True if indices may be dynamic.
        dynamic: bool,
    },
    /// A sampler.
    Sampler {
        /// The register.
        operand: &'a Operand,
        /// The mode.
        mode: SamplerMode,
    },
    /// Registers that may be indexed dynamically.
    IndexRange {
        /// The first register, with its components.
        operand: &'a Operand,
        /// The number of registers.
        count: u32,
    },
    /// The output topology of a geometry shader.
    OutputTopology(Topology),
    /// The input primitive of a geometry shader.
    InputPrimitive(Primitive),
    /// The maximum number of vertices that a geometry shader emits.
    MaxOutputVertices(u32),
    /// An input.
    Input {
        /// The register, with the components that are read.
        operand: &'a Operand,
        /// The interpolation; only in pixel shaders.
        interpolation: Option<Interpolation>,
        /// The system value.
        system: Option<SystemName>,
    },
    /// An output.
    Output {
        /// The register, with the components that are written.
        operand: &'a Operand,
        /// The system value.
        system: Option<SystemName>,
    },
    /// The number of temporaries.
    Temps(u32),
    /// An indexable array of temporaries.
    IndexableTemp {
        /// The register.
        register: u32,
        /// The number of elements.
        count: u32,
        /// The components of each element.
        components: u32,
    },
    /// The global flags.
    GlobalFlags(GlobalFlags),
    /// An output stream of a geometry shader, which applies to later declarations.
    Stream(&'a Operand),
    /// The body of a function.
    FunctionBody(u32),
    /// A table of functions.
    FunctionTable {
        /// The table.
        table: u32,
        /// The function bodies in the table.
        bodies: &'a [u32],
    },
    /// An interface, whose functions are called through tables.
    Interface {
        /// The interface.
        register: u32,
        /// The number of functions called in each table.
        calls: u32,
        /// The number of objects.
        array_length: u32,
        /// The tables.
        tables: &'a [u32],
        /// True if the array is indexed dynamically.
        dynamic: bool,
    },
    /// The number of input control points of a hull or domain shader.
    InputControlPoints(u32),
    /// The number of output control points of a hull shader.
    OutputControlPoints(u32),
    /// The domain of the tessellator.
    TessellatorDomain(TessellatorDomain),
    /// The partitioning of the tessellator.
    TessellatorPartitioning(Partitioning),
    /// The output primitive of the tessellator.
    TessellatorOutput(TessellatorOutput),
    /// The maximum tessellation factor, as the bits of a float.
    MaxTessellationFactor(u32),
    /// The instance count of a fork phase.
    ForkPhaseInstances(u32),
    /// The instance count of a join phase.
    JoinPhaseInstances(u32),
    /// The thread group size along x, y and z.
    ThreadGroup([u32; 3]),
    /// A typed view.
    TypedView {
        /// The register.
        operand: &'a Operand,
        /// The access flags.
        flags: ViewFlags,
        /// The dimension.
        dimension: Dimension,
        /// The component types.
        returns: ReturnTypes,
    },
    /// A raw view.
    RawView {
        /// The register.
        operand: &'a Operand,
        /// The access flags.
        flags: ViewFlags,
    },
    /// A structured view.
    StructuredView {
        /// The register.
        operand: &'a Operand,
        /// The access flags.
        flags: ViewFlags,
        /// The structure stride in bytes.
        stride: u32,
    },
    /// Raw group-shared memory.
    RawGroupMemory {
        /// The register.
        operand: &'a Operand,
        /// Size in bytes.
        size: u32,
    },
    /// Structured group-shared memory.
    StructuredGroupMemory {
        /// The register.
        operand: &'a Operand,
        /// The structure stride in bytes.
        stride: u32,
        /// The number of structures.
        count: u32,
    },
    /// A raw resource.
    RawResource(&'a Operand),
    /// A structured resource.
    StructuredResource {
        /// The register.
        operand: &'a Operand,
        /// The structure stride in bytes.
        stride: u32,
    },
    /// The instance count of a geometry shader.
    GeometryInstances(u32),
}

/// A register range of model 5.1. Instructions refer to it by id, followed by the register number; for constant
/// buffers, also by element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RegisterRange {
    /// The id of the range, unique within its kind.
    pub id: u32,
    /// The first register.
    pub first: u32,
    /// The last register; `u32::MAX` for an unbounded range.
    pub last: u32,
    /// The register space.
    pub space: u32,
}

/// The global flags of a program, in the bits of its token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GlobalFlags(u32);

impl GlobalFlags {
    /// Returns the flags that are set, including unknown ones, from the lowest bit up.
    pub fn iter(self) -> impl Iterator<Item = GlobalFlag> {
        let first = GlobalFlag::REFACTORING_ALLOWED.0;
        (first..first + 13)
            .filter(move |bit| self.0 >> bit & 1 == 1)
            .map(GlobalFlag)
    }

    /// Returns true if a flag is set.
    pub fn contains(self, flag: GlobalFlag) -> bool {
        self.iter().any(|set| set == flag)
    }
}

/// The access flags of a view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ViewFlags(u32);

impl ViewFlags {
    /// Returns true if writes are visible to all groups.
    pub const fn is_globally_coherent(self) -> bool {
        self.0 >> 16 & 1 == 1
    }

    /// Returns true if pixels access the view in rasterization order.
    pub const fn is_rasterizer_ordered(self) -> bool {
        self.0 >> 17 & 1 == 1
    }

    /// Returns true if the view has a counter.
    pub const fn has_counter(self) -> bool {
        self.0 >> 23 & 1 == 1
    }
}

const BIT_11: Bits = Bits::new(11, 1);
const DIMENSION: Bits = Bits::new(11, 5);
const SAMPLES: Bits = Bits::new(16, 7);
/// Sampler mode, or interpolation.
const MODE: Bits = Bits::new(11, 4);
const TOPOLOGY: Bits = Bits::new(11, 7);
/// Primitive, or number of control points.
const PRIMITIVE: Bits = Bits::new(11, 6);
const DOMAIN: Bits = Bits::new(11, 2);
/// Partitioning, or tessellator output primitive.
const PARTITIONING: Bits = Bits::new(11, 3);

impl Instruction {
    /// Returns a typed view of a declaration, or `None` for other instructions and malformed declarations, which the
    /// decoder does not create. Immediate constant buffers [are data](Self::immediate_constant_buffer).
    pub fn declaration(&self) -> Option<Declaration<'_>> {
        let Body::Parts { operands, values, rest } = &self.body else {
            return None;
        };
        match operands.as_slice() {
            [] => without_operand(self.token, values),
            [operand] => match with_operand(self.token, operand, values)? {
                Declaration::ConstantBuffer { operand, dynamic, .. } => Some(Declaration::ConstantBuffer {
                    operand,
                    size: buffer_size(operand, rest),
                    dynamic,
                }),
                declaration => Some(declaration),
            },
            _ => None,
        }
    }

    /// Returns the register range that a declaration of model 5.1 assigns to a resource, sampler, view or constant
    /// buffer, or `None` for other instructions and earlier models.
    pub fn register_range(&self) -> Option<RegisterRange> {
        let Body::Parts { operands, rest, .. } = &self.body else {
            return None;
        };
        let [operand] = operands.as_slice() else {
            return None;
        };
        let (true, [Index::Immediate(id), Index::Immediate(first), Index::Immediate(last)]) =
            (self.declares_resource(), operand.indices.as_slice())
        else {
            return None;
        };
        Some(RegisterRange {
            id: *id,
            first: *first,
            last: *last,
            space: rest.last().copied().unwrap_or_default(),
        })
    }

    /// Returns true if the instruction declares an object that is bound by the application.
    fn declares_resource(&self) -> bool {
        [
            Opcode::DCL_RESOURCE,
            Opcode::DCL_CONSTANTBUFFER,
            Opcode::DCL_SAMPLER,
            Opcode::DCL_UAV_TYPED,
            Opcode::DCL_UAV_RAW,
            Opcode::DCL_UAV_STRUCTURED,
            Opcode::DCL_RESOURCE_RAW,
            Opcode::DCL_RESOURCE_STRUCTURED,
        ]
        .contains(&self.opcode())
    }
}

/// Returns the size of a constant buffer in registers.
fn buffer_size(operand: &Operand, rest: &[u32]) -> Option<u32> {
    match operand.indices.as_slice() {
        [_, Index::Immediate(size)] => Some(*size),
        [_, _, _] => rest.first().copied(),
        _ => None,
    }
}

/// Returns a declaration without operands.
fn without_operand(token: Token, values: &[u32]) -> Option<Declaration<'_>> {
    let bits = |bits: Bits| bits.get(token.0);
    Some(match (token.opcode(), values) {
        (Opcode::DCL_OUTPUTTOPOLOGY, []) => Declaration::OutputTopology(Topology(bits(TOPOLOGY))),
        (Opcode::DCL_INPUTPRIMITIVE, []) => Declaration::InputPrimitive(Primitive(bits(PRIMITIVE))),
        (Opcode::DCL_MAXOUT, &[count]) => Declaration::MaxOutputVertices(count),
        (Opcode::DCL_TEMPS, &[count]) => Declaration::Temps(count),
        (Opcode::DCL_INDEXABLE_TEMP, &[register, count, components]) => Declaration::IndexableTemp {
            register,
            count,
            components,
        },
        (Opcode::DCL_GLOBAL_FLAGS, []) => Declaration::GlobalFlags(GlobalFlags(token.0)),
        (Opcode::DCL_FUNCTION_BODY, &[body]) => Declaration::FunctionBody(body),
        (Opcode::DCL_FUNCTION_TABLE, [table, _, bodies @ ..]) => Declaration::FunctionTable { table: *table, bodies },
        (Opcode::DCL_INTERFACE, [register, calls, lengths, tables @ ..]) => Declaration::Interface {
            register: *register,
            calls: *calls,
            array_length: lengths >> 16,
            tables,
            dynamic: bits(BIT_11) == 1,
        },
        (Opcode::DCL_INPUT_CONTROL_POINT_COUNT, []) => Declaration::InputControlPoints(bits(PRIMITIVE)),
        (Opcode::DCL_OUTPUT_CONTROL_POINT_COUNT, []) => Declaration::OutputControlPoints(bits(PRIMITIVE)),
        (Opcode::DCL_TESSELLATOR_DOMAIN, []) => Declaration::TessellatorDomain(TessellatorDomain(bits(DOMAIN))),
        (Opcode::DCL_TESSELLATOR_PARTITIONING, []) => {
            Declaration::TessellatorPartitioning(Partitioning(bits(PARTITIONING)))
        }
        (Opcode::DCL_TESSELLATOR_OUTPUT_PRIMITIVE, []) => {
            Declaration::TessellatorOutput(TessellatorOutput(bits(PARTITIONING)))
        }
        (Opcode::DCL_HS_MAX_TESSFACTOR, &[factor]) => Declaration::MaxTessellationFactor(factor),
        (Opcode::DCL_HS_FORK_PHASE_INSTANCE_COUNT, &[count]) => Declaration::ForkPhaseInstances(count),
        (Opcode::DCL_HS_JOIN_PHASE_INSTANCE_COUNT, &[count]) => Declaration::JoinPhaseInstances(count),
        (Opcode::DCL_THREAD_GROUP, &[x, y, z]) => Declaration::ThreadGroup([x, y, z]),
        (Opcode::DCL_GSINSTANCES, &[count]) => Declaration::GeometryInstances(count),
        _ => return None,
    })
}

/// Returns a declaration with an operand.
fn with_operand<'a>(token: Token, operand: &'a Operand, values: &'a [u32]) -> Option<Declaration<'a>> {
    let bits = |bits: Bits| bits.get(token.0);
    let (flags, dimension) = (ViewFlags(token.0), Dimension(bits(DIMENSION)));
    Some(match (token.opcode(), values) {
        (Opcode::DCL_RESOURCE, &[returns]) => Declaration::Resource {
            operand,
            dimension,
            samples: bits(SAMPLES),
            returns: ReturnTypes(returns),
        },
        (Opcode::DCL_CONSTANTBUFFER, []) => Declaration::ConstantBuffer {
            operand,
            size: None,
            dynamic: bits(BIT_11) == 1,
        },
        (Opcode::DCL_SAMPLER, []) => Declaration::Sampler {
            operand,
            mode: SamplerMode(bits(MODE)),
        },
        (Opcode::DCL_INDEXRANGE, &[count]) => Declaration::IndexRange { operand, count },
        (Opcode::DCL_STREAM, []) => Declaration::Stream(operand),
        (Opcode::DCL_UAV_TYPED, &[returns]) => Declaration::TypedView {
            operand,
            flags,
            dimension,
            returns: ReturnTypes(returns),
        },
        (Opcode::DCL_UAV_RAW, []) => Declaration::RawView { operand, flags },
        (Opcode::DCL_UAV_STRUCTURED, &[stride]) => Declaration::StructuredView { operand, flags, stride },
        (Opcode::DCL_TGSM_RAW, &[size]) => Declaration::RawGroupMemory { operand, size },
        (Opcode::DCL_TGSM_STRUCTURED, &[stride, count]) => {
            Declaration::StructuredGroupMemory { operand, stride, count }
        }
        (Opcode::DCL_RESOURCE_RAW, []) => Declaration::RawResource(operand),
        (Opcode::DCL_RESOURCE_STRUCTURED, &[stride]) => Declaration::StructuredResource { operand, stride },
        _ => return port(token, operand, values),
    })
}

/// Returns a declaration of an input or an output.
fn port<'a>(token: Token, operand: &'a Operand, values: &[u32]) -> Option<Declaration<'a>> {
    let system = match values {
        [] => None,
        [name] => Some(SystemName(*name)),
        _ => return None,
    };
    let interpolation = Interpolation(MODE.get(token.0));
    Some(match token.opcode() {
        Opcode::DCL_INPUT | Opcode::DCL_INPUT_SGV | Opcode::DCL_INPUT_SIV => Declaration::Input {
            operand,
            interpolation: None,
            system,
        },
        Opcode::DCL_INPUT_PS | Opcode::DCL_INPUT_PS_SGV | Opcode::DCL_INPUT_PS_SIV => Declaration::Input {
            operand,
            interpolation: Some(interpolation),
            system,
        },
        Opcode::DCL_OUTPUT | Opcode::DCL_OUTPUT_SGV | Opcode::DCL_OUTPUT_SIV => Declaration::Output { operand, system },
        _ => return None,
    })
}
