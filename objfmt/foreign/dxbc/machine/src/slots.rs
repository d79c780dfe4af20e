//! Declared texture and sampler registers.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use pica200_dxbc::Shader;
use pica200_dxbc::program::{Declaration, Dimension, Instruction, RegisterKind, ReturnType, SamplerMode};
use pica200_dxbc::resources::Binding;

/// The name of a register in the source: `diffuse`, or `shadows[1]` for the second array element.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SlotName {
    binding: Arc<str>,
    /// The element index, for an array.
    element: Option<u32>,
}

impl SlotName {
    /// Returns true if a text names this register. The first element of an array is `shadows[0]` or `shadows`.
    pub fn matches(&self, text: &str) -> bool {
        let Some(rest) = text.strip_prefix(&*self.binding) else {
            return false;
        };
        match self.element {
            None => rest.is_empty(),
            Some(0) if rest.is_empty() => true,
            Some(number) => rest == format!("[{number}]"),
        }
    }
}

impl fmt::Display for SlotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.binding)?;
        match self.element {
            Some(number) => write!(f, "[{number}]"),
            None => Ok(()),
        }
    }
}

/// A declared texture or typed buffer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextureSlot {
    /// The register number: 0 for `t0`.
    pub register: u32,
    /// The name in the source, if the container has it.
    pub name: Option<SlotName>,
    /// The dimension.
    pub dimension: Dimension,
    /// The type of the first component that it returns.
    pub returns: ReturnType,
    /// The sample count of a multisampled texture; 0 if the declaration does not state it.
    pub samples: u32,
}

/// A declared sampler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SamplerSlot {
    /// The register number: 0 for `s0`.
    pub register: u32,
    /// The name in the source, if the container has it.
    pub name: Option<SlotName>,
    /// The mode.
    pub mode: SamplerMode,
}

/// The declared registers.
#[derive(Clone, Default, Debug)]
pub(crate) struct Slots {
    pub(crate) textures: Vec<TextureSlot>,
    pub(crate) samplers: Vec<SamplerSlot>,
}

/// The maximum number of registers of one declaration, which may be an unbounded array.
const MAX_ARRAY_SLOTS: u32 = 128;

/// The maximum number of textures, and of samplers, of a program. Models before 5.1 have 128 textures and 16 samplers.
const MAX_SLOTS: usize = 1024;

impl Slots {
    /// Collects the registers of a shader, given before and after its conversion to plain registers. Of several
    /// declarations of a register, the first is used.
    pub(crate) fn from_shader(shader: &Shader<'_>, plain: &Shader<'_>) -> Self {
        let mut slots = Self::default();
        let mut textures = SlotAllocator::new(plain, RegisterKind::RESOURCE);
        let mut samplers = SlotAllocator::new(plain, RegisterKind::SAMPLER);
        for (ranged, declared) in declarations(shader).zip(declarations(plain)) {
            let range = ranged.register_range();
            let count = range.map_or(1, |range| {
                let last = range.last.saturating_sub(range.first);
                last.saturating_add(1).min(MAX_ARRAY_SLOTS)
            });
            let first = declared.operands().first();
            let Some(first) = first.and_then(|operand| operand.number()) else {
                continue;
            };
            let registers = first..first.saturating_add(count);
            match declared.declaration() {
                Some(Declaration::Resource {
                    dimension,
                    samples,
                    returns,
                    ..
                }) => textures.allocate(registers, |register, name| {
                    slots.textures.push(TextureSlot {
                        register,
                        name,
                        dimension,
                        returns: returns.to_array()[0],
                        samples,
                    });
                }),
                Some(Declaration::Sampler { mode, .. }) => {
                    samplers.allocate(registers, |register, name| {
                        slots.samplers.push(SamplerSlot { register, name, mode });
                    });
                }
                _ => {}
            }
        }
        slots
    }
}

/// Returns the declarations of textures and samplers.
fn declarations<'s>(shader: &'s Shader<'_>) -> impl Iterator<Item = &'s Instruction> {
    let program = shader.program.iter();
    program
        .flat_map(|(_, program)| &program.instructions)
        .filter(|instruction| {
            matches!(
                instruction.declaration(),
                Some(Declaration::Resource { .. } | Declaration::Sampler { .. })
            )
        })
}

/// The registers of a kind that have slots, and the names of the others.
struct SlotAllocator<'s> {
    registers: HashSet<u32>,
    /// One binding for each first register, in order, and its name once it was used.
    bindings: Vec<(&'s Binding<'s>, Option<Arc<str>>)>,
}

impl<'s> SlotAllocator<'s> {
    fn new(shader: &'s Shader<'_>, kind: RegisterKind) -> Self {
        let bindings = shader.resources.iter();
        let bindings = bindings.flat_map(|resources| &resources.bindings);
        let bindings = bindings.filter(|binding| binding.kind.register_kind() == kind);
        let mut bindings: Vec<_> = bindings.map(|binding| (binding, None)).collect();
        bindings.sort_by_key(|(binding, _)| binding.bind_point);
        bindings.dedup_by_key(|(binding, _)| binding.bind_point);
        Self {
            registers: HashSet::new(),
            bindings,
        }
    }

    /// Allocates the free registers of the range, up to [`MAX_SLOTS`] in total.
    fn allocate(&mut self, registers: std::ops::Range<u32>, mut slot: impl FnMut(u32, Option<SlotName>)) {
        for register in registers {
            if self.registers.len() == MAX_SLOTS {
                return;
            }
            if self.registers.insert(register) {
                slot(register, self.name(register));
            }
        }
    }

    /// Returns the name of a register, if the container has it.
    fn name(&mut self, register: u32) -> Option<SlotName> {
        let after = self
            .bindings
            .partition_point(|(binding, _)| binding.bind_point <= register);
        let (binding, name) = self.bindings.get_mut(after.checked_sub(1)?)?;
        let element = register - binding.bind_point;
        let has_element = binding.bind_count == 0 || element < binding.bind_count;
        if !has_element {
            return None;
        }
        let name = name.get_or_insert_with(|| binding.name.to_string().into());
        Some(SlotName {
            binding: Arc::clone(name),
            element: (binding.bind_count != 1).then_some(element),
        })
    }
}
