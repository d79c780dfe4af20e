//! Declarations.

use std::fmt::{self, Write};

use super::Compiler;
use super::number::Value;
use super::operand::{Name, Range, Whole, write_list};
use crate::program::{
    Class, Declaration, Dimension, GlobalFlags, Instruction, Interpolation, Opcode, Operand, Primitive, RegisterRange,
    ReturnTypes, SystemName, ViewFlags,
};

/// Formats a declaration: its name and its contents. Some end with a space.
pub(super) fn write(
    f: &mut fmt::Formatter<'_>,
    instruction: &Instruction,
    declaration: Declaration<'_>,
    compiler: Compiler,
) -> fmt::Result {
    let range = instruction.register_range();
    write_declared(f, instruction.opcode(), declaration, range, compiler)?;
    match range {
        Some(range) => write!(f, ", space={}", range.space),
        None => Ok(()),
    }
}

fn write_declared(
    f: &mut fmt::Formatter<'_>,
    opcode: Opcode,
    declaration: Declaration<'_>,
    range: Option<RegisterRange>,
    compiler: Compiler,
) -> fmt::Result {
    let name = |operand| Declared {
        operand,
        range,
        compiler,
    };
    let whole = |operand| Whole::untyped(operand, compiler);
    write!(f, "{opcode}")?;
    match declaration {
        Declaration::Resource {
            operand,
            dimension,
            samples,
            returns,
        } => {
            write!(f, "{}", Shape(dimension, samples))?;
            write!(f, " ({}) {}", Returns(returns), name(operand))
        }
        Declaration::ConstantBuffer { operand, size, dynamic } => {
            let indexed = if dynamic { "dynamic" } else { "immediate" };
            let size = size.unwrap_or_default();
            match (range, compiler) {
                (Some(_), _) => write!(f, " {}[{size}]", name(operand))?,
                (None, Compiler::V9) => write!(f, " {}", name(operand))?,
                (None, Compiler::V10) => {
                    let text = name(operand).to_string();
                    write!(f, " CB{}", text.trim_start_matches("cb"))?;
                }
            }
            write!(f, ", {indexed}Indexed")
        }
        Declaration::Sampler { operand, mode } => write!(f, " {}, {mode}", name(operand)),
        Declaration::IndexRange { operand, count } => write!(f, " {} {count}", whole(operand)),
        Declaration::OutputTopology(topology) => write!(f, " {topology} "),
        Declaration::InputPrimitive(primitive) => write_primitive(f, primitive),
        Declaration::Input {
            operand,
            interpolation,
            system,
        } => {
            // Version 9 does not print it for system-generated values.
            let is_shown = opcode != Opcode::DCL_INPUT_PS_SGV || compiler == Compiler::V10;
            let interpolation = interpolation.filter(|one| is_shown && one.0 != 0);
            write_input(f, whole(operand), interpolation, system)
        }
        Declaration::Output { operand, system } => write_input(f, whole(operand), None, system),
        Declaration::IndexableTemp {
            register,
            count,
            components,
        } => write!(f, " x{register}[{count}], {components}"),
        Declaration::GlobalFlags(flags) => write_flags(f, flags),
        Declaration::Stream(operand) => write!(f, " {}", whole(operand)),
        Declaration::FunctionBody(body) => write!(f, " fb{body}"),
        Declaration::FunctionTable { table, bodies } => {
            write!(f, " ft{table} = ")?;
            write_set(f, "fb", bodies)
        }
        Declaration::Interface {
            register,
            calls,
            array_length,
            tables,
            dynamic,
        } => {
            let suffix = if dynamic { "_dynamicindexed" } else { "" };
            write!(f, "{suffix} fp{register}[{array_length}][{calls}] = ")?;
            write_set(f, "ft", tables)
        }
        Declaration::TessellatorDomain(domain) => write!(f, " {domain}"),
        Declaration::TessellatorPartitioning(partitioning) => write!(f, " {partitioning}"),
        Declaration::TessellatorOutput(output) => write!(f, " {output}"),
        Declaration::MaxTessellationFactor(bits) => {
            write!(f, " l({})", Value(bits, Class::Float, compiler))
        }
        Declaration::Temps(count)
        | Declaration::MaxOutputVertices(count)
        | Declaration::InputControlPoints(count)
        | Declaration::OutputControlPoints(count)
        | Declaration::ForkPhaseInstances(count)
        | Declaration::JoinPhaseInstances(count)
        | Declaration::GeometryInstances(count) => write!(f, " {count}"),
        Declaration::ThreadGroup([x, y, z]) => write!(f, " {x}, {y}, {z}"),
        Declaration::TypedView {
            operand,
            flags,
            dimension,
            returns,
        } => {
            write!(f, "_{dimension}{}", Access(flags))?;
            write!(f, " ({}) {}", Returns(returns), name(operand))
        }
        Declaration::RawView { operand, flags } => {
            write!(f, "{} {}", Access(flags), name(operand))
        }
        Declaration::StructuredView { operand, flags, stride } => {
            write!(f, "{} {}, {stride}", Access(flags), name(operand))
        }
        Declaration::RawGroupMemory { operand, size } => write!(f, " {}, {size}", name(operand)),
        Declaration::StructuredGroupMemory { operand, stride, count } => {
            write!(f, " {}, {stride}, {count}", name(operand))
        }
        Declaration::RawResource(operand) => write!(f, " {}", name(operand)),
        Declaration::StructuredResource { operand, stride } => {
            // The line ends with a space.
            let end = if range.is_some() { "" } else { " " };
            write!(f, " {}, {stride}{end}", name(operand))
        }
    }
}

/// The register of a declaration, or its register range.
struct Declared<'a> {
    operand: &'a Operand,
    range: Option<RegisterRange>,
    compiler: Compiler,
}

impl fmt::Display for Declared<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.range {
            Some(range) => Range(self.operand, range).fmt(f),
            None => Name(self.operand, self.compiler).fmt(f),
        }
    }
}

/// The dimension of a typed resource, with the sample count if it is multisampled.
struct Shape(Dimension, u32);

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(dimension, samples) = self;
        write!(f, "_{dimension}")?;
        if dimension.is_multisampled() {
            write!(f, "({samples})")?;
        }
        Ok(())
    }
}

/// The four component types that a resource returns.
pub(super) struct Returns(pub(super) ReturnTypes);

impl fmt::Display for Returns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, ",", self.0.to_array())
    }
}

/// The access flags of a view, which follow the name of its declaration.
struct Access(ViewFlags);

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            (self.0.is_globally_coherent(), "_glc"),
            (self.0.is_rasterizer_ordered(), "_rov"),
            (self.0.has_counter(), "_opc"),
        ];
        let set = names.into_iter().filter(|(is_set, _)| *is_set);
        set.map(|(_, name)| name).try_for_each(|name| f.write_str(name))
    }
}

fn write_primitive(f: &mut fmt::Formatter<'_>, primitive: Primitive) -> fmt::Result {
    match primitive.patch() {
        Some(points) => write!(f, " patch{points} "),
        None => write!(f, " {primitive} "),
    }
}

/// Formats an input or an output.
fn write_input(
    f: &mut fmt::Formatter<'_>,
    operand: Whole<'_>,
    interpolation: Option<Interpolation>,
    system: Option<SystemName>,
) -> fmt::Result {
    f.write_char(' ')?;
    if let Some(interpolation) = interpolation {
        write!(f, "{interpolation} ")?;
    }
    write!(f, "{operand}")?;
    match system {
        Some(system) => write!(f, ", {system}"),
        None => Ok(()),
    }
}

fn write_flags(f: &mut fmt::Formatter<'_>, flags: GlobalFlags) -> fmt::Result {
    f.write_char(' ')?;
    write_list(f, " | ", flags.iter())
}

/// Formats numbers in braces, each prefixed with the register name.
fn write_set(f: &mut fmt::Formatter<'_>, name: &str, numbers: &[u32]) -> fmt::Result {
    f.write_char('{')?;
    write_list(f, ", ", numbers.iter().map(|number| Named(name, *number)))?;
    f.write_char('}')
}

struct Named<'a>(&'a str, u32);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0, self.1)
    }
}
