//! Register names that two shaders share.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use bstr::BStr;

use crate::program::{Index, Operand, ProgramKind, RegisterKind};
use crate::resources::{Binding, Buffer, BufferKind};
use crate::shader::Shader;
use crate::signature::{Element, NO_REGISTER, SignatureKind};

/// Size of a constant buffer register in bytes.
const REGISTER: u64 = 16;

/// The maximum number of elements in a register, one per component. Only damaged files have more.
const MAX_ELEMENTS: usize = 4;

/// The register names of two shaders.
pub(super) struct Names<'s> {
    sides: [Side<'s>; 2],
}

/// The entity that a register refers to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Identity<'s> {
    /// A constant buffer.
    Buffer(&'s BStr),
    /// A register of a constant buffer: the variables in it, each with the register's offset in the variable.
    Variables(&'s BStr, Vec<(&'s BStr, i64)>),
    /// A resource, sampler or view, and the index of the register in the binding.
    Bound(&'s BStr, u32),
    /// An input or output: the names, indices and components of the elements in it.
    Elements(Vec<(&'s BStr, u32, u8)>),
}

impl fmt::Display for Identity<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Buffer(name) | Self::Bound(name, 0) => write!(f, "`{name}`"),
            Self::Bound(name, number) => write!(f, "`{name}[{number}]`"),
            Self::Variables(buffer, variables) => {
                f.write_str("`")?;
                for (number, (name, offset)) in variables.iter().enumerate() {
                    let between = if number == 0 { "" } else { ", " };
                    write!(f, "{between}{buffer}.{name}{offset:+}")?;
                }
                f.write_str("`")
            }
            Self::Elements(elements) => {
                f.write_str("`")?;
                for (number, (name, index, _)) in elements.iter().enumerate() {
                    let between = if number == 0 { "" } else { ", " };
                    write!(f, "{between}{name}{index}")?;
                }
                f.write_str("`")
            }
        }
    }
}

/// An entity named by one shader.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum NamedEntity<'s> {
    Buffer(&'s BStr),
    Variable(&'s BStr, &'s BStr),
    Binding(RegisterKind, &'s BStr),
    Element(RegisterKind, &'s BStr, u32),
}

/// The register names of one shader, from its tables.
#[derive(Default)]
struct Side<'s> {
    /// The constant buffers by slot, each with its variables by offset.
    buffers: BTreeMap<u32, (&'s BStr, Variables<'s>)>,
    /// Bindings of other kinds by first register.
    bindings: BTreeMap<(RegisterKind, u32), &'s Binding<'s>>,
    /// The elements in each input or output register.
    elements: BTreeMap<(RegisterKind, u32), Vec<&'s Element<'s>>>,
    known: BTreeSet<NamedEntity<'s>>,
}

/// The names and sizes of variables by offset.
type Variables<'s> = BTreeMap<u64, (&'s BStr, u64)>;

impl<'s> Names<'s> {
    pub(super) fn new(shaders: [&'s Shader<'s>; 2]) -> Self {
        Self {
            sides: shaders.map(Side::new),
        }
    }

    /// Returns the entity that an operand's register refers to, if both shaders name it. `side` is 0 or 1; `declared`
    /// is true if the operand is in a declaration, where the second index of a buffer is its size.
    pub(super) fn identity(&self, side: usize, operand: &Operand, declared: bool) -> Option<Identity<'s>> {
        let [here, there] = match (side, &self.sides) {
            (0, [a, b]) => [a, b],
            (_, [a, b]) => [b, a],
        };
        let kind = operand.kind();
        let (identity, known) = match (kind, operand.indices.as_slice()) {
            (RegisterKind::CONSTANT_BUFFER, [Index::Immediate(slot), _]) if declared => {
                let (name, _) = here.buffers.get(slot)?;
                (Identity::Buffer(name), vec![NamedEntity::Buffer(name)])
            }
            (RegisterKind::CONSTANT_BUFFER, [Index::Immediate(slot), register]) => {
                here.variables(*slot, register.offset())?
            }
            (RegisterKind::INPUT | RegisterKind::OUTPUT, [.., Index::Immediate(register)]) => {
                here.elements(kind, *register)?
            }
            (_, [Index::Immediate(register)]) => here.bound(kind, *register)?,
            _ => return None,
        };
        let shared = known.iter().all(|known| there.known.contains(known));
        shared.then_some(identity)
    }
}

impl<'s> Side<'s> {
    fn new(shader: &'s Shader<'s>) -> Self {
        let mut side = Self::default();
        if let Some(resources) = &shader.resources {
            for (buffer, binding) in resources.bound() {
                if buffer.kind == BufferKind::CBUFFER {
                    side.add_buffer(binding.bind_point, buffer);
                }
            }
            for binding in &resources.bindings {
                side.add_binding(binding);
            }
        }
        let program = shader.program.as_ref();
        let kind = program.map(|(_, program)| program.version.kind());
        for signature in &shader.signatures {
            let kind = match signature.kind() {
                Some(SignatureKind::Input) => RegisterKind::INPUT,
                // Outputs of a hull shader's later phases are patch constants.
                Some(SignatureKind::Output) if kind != Some(ProgramKind::HULL) => RegisterKind::OUTPUT,
                _ => continue,
            };
            // Registers of different streams may overlap.
            if signature.elements.iter().all(|element| element.stream == 0) {
                side.add_elements(kind, &signature.elements);
            }
        }
        side
    }

    fn add_buffer(&mut self, slot: u32, buffer: &'s Buffer<'s>) {
        let mut variables = Variables::new();
        for variable in &buffer.variables {
            let (start, size) = (u64::from(variable.start), u64::from(variable.size));
            variables.entry(start).or_insert((variable.name, size));
            self.known.insert(NamedEntity::Variable(buffer.name, variable.name));
        }
        self.known.insert(NamedEntity::Buffer(buffer.name));
        self.buffers.entry(slot).or_insert((buffer.name, variables));
    }

    fn add_binding(&mut self, binding: &'s Binding<'s>) {
        let kind = binding.kind.register_kind();
        // Constant buffers have their own names.
        if kind == RegisterKind::CONSTANT_BUFFER {
            return;
        }
        self.known.insert(NamedEntity::Binding(kind, binding.name));
        let location = (kind, binding.bind_point);
        self.bindings.entry(location).or_insert(binding);
    }

    fn add_elements(&mut self, kind: RegisterKind, elements: &'s [Element<'s>]) {
        for element in elements {
            if element.register != NO_REGISTER {
                let location = (kind, element.register);
                self.elements.entry(location).or_default().push(element);
            }
            let known = NamedEntity::Element(kind, element.name, element.index);
            self.known.insert(known);
        }
    }

    /// Returns the variables in a constant buffer register.
    fn variables(&self, slot: u32, register: u64) -> Option<(Identity<'s>, Vec<NamedEntity<'s>>)> {
        let (buffer, variables) = self.buffers.get(&slot)?;
        let start = register.checked_mul(REGISTER)?;
        let end = start.checked_add(REGISTER)?;
        let before = variables.range(..start).next_back();
        let before = before.filter(|(at, (_, size))| *at + size > start);
        let within = variables.range(start..end);
        let found: Vec<_> = before
            .into_iter()
            .chain(within)
            .map(|(at, (name, _))| Some((*name, signed_difference(start, *at)?)))
            .collect::<Option<_>>()?;
        let mut known = vec![NamedEntity::Buffer(buffer)];
        known.extend(found.iter().map(|(name, _)| NamedEntity::Variable(buffer, name)));
        (!found.is_empty()).then_some((Identity::Variables(buffer, found), known))
    }

    fn bound(&self, kind: RegisterKind, register: u32) -> Option<(Identity<'s>, Vec<NamedEntity<'s>>)> {
        let mut below = self.bindings.range((kind, 0)..=(kind, register));
        let (_, binding) = below.next_back()?;
        let number = register.checked_sub(binding.bind_point)?;
        // 0 means an unbounded range.
        let within = binding.bind_count == 0 || number < binding.bind_count;
        let known = vec![NamedEntity::Binding(kind, binding.name)];
        within.then_some((Identity::Bound(binding.name, number), known))
    }

    fn elements(&self, kind: RegisterKind, register: u32) -> Option<(Identity<'s>, Vec<NamedEntity<'s>>)> {
        let elements = self.elements.get(&(kind, register))?;
        let elements = Some(elements).filter(|elements| elements.len() <= MAX_ELEMENTS)?;
        let mut found: Vec<_> = elements
            .iter()
            .map(|element| (element.name, element.index, element.mask))
            .collect();
        found.sort_by_key(|(name, index, mask)| (*mask, *name, *index));
        let known = found.iter();
        let known = known.map(|(name, index, _)| NamedEntity::Element(kind, name, *index));
        let known = known.collect();
        Some((Identity::Elements(found), known))
    }
}

fn signed_difference(a: u64, b: u64) -> Option<i64> {
    i64::try_from(a).ok()?.checked_sub(i64::try_from(b).ok()?)
}
