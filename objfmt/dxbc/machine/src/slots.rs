//! The registers of textures and samplers that a program declares.

use pica200_dxbc::Shader;
use pica200_dxbc::program::{
    Declaration, Dimension, Instruction, RegisterKind, ReturnType, SamplerMode,
};

/// A texture that a program declares, or a buffer of texels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextureSlot {
    /// The number of the register: 0 for `t0`.
    pub register: u32,
    /// The name in the source, if the container has it: `shadows[1]` for the second texture of an array.
    pub name: Option<String>,
    /// The dimension.
    pub dimension: Dimension,
    /// The type of the first component that it returns.
    pub returns: ReturnType,
    /// The samples of a multisampled texture; 0 if the declaration does not state them.
    pub samples: u32,
}

/// A sampler that a program declares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SamplerSlot {
    /// The number of the register: 0 for `s0`.
    pub register: u32,
    /// The name in the source, as that of a texture.
    pub name: Option<String>,
    /// Its mode.
    pub mode: SamplerMode,
}

/// The registers that a program declares.
#[derive(Clone, Default, Debug)]
pub(crate) struct Slots {
    pub(crate) textures: Vec<TextureSlot>,
    pub(crate) samplers: Vec<SamplerSlot>,
}

/// The most registers of an array without an end.
const MOST: u32 = 128;

impl Slots {
    /// The registers of a shader, whose instructions are those before and after registers got plain numbers.
    pub(crate) fn of(shader: &Shader<'_>, plain: &Shader<'_>) -> Self {
        let mut slots = Self::default();
        let of = |shader: &Shader<'_>| -> Vec<Instruction> {
            let (_, program) = match &shader.program {
                Some(program) => program,
                None => return Vec::new(),
            };
            let instructions = program.instructions.iter();
            instructions.filter(|one| is_slot(one)).cloned().collect()
        };
        let (ranged, plain_ones) = (of(shader), of(plain));
        for (ranged, declared) in ranged.iter().zip(&plain_ones) {
            let range = ranged.register_range();
            let count = range.map_or(1, |range| {
                let last = range.last.saturating_sub(range.first);
                last.saturating_add(1).min(MOST)
            });
            slots.add(declared, count, plain);
        }
        slots
    }

    fn add(&mut self, declared: &Instruction, count: u32, shader: &Shader<'_>) {
        let first = declared
            .operands()
            .first()
            .and_then(|operand| operand.number());
        let Some(first) = first else {
            return;
        };
        for register in first..first.saturating_add(count) {
            match declared.declaration() {
                Some(Declaration::Resource {
                    dimension,
                    samples,
                    returns,
                    ..
                }) => self.textures.push(TextureSlot {
                    register,
                    name: name(shader, RegisterKind::RESOURCE, register),
                    dimension,
                    returns: returns.each()[0],
                    samples,
                }),
                Some(Declaration::Sampler { mode, .. }) => self.samplers.push(SamplerSlot {
                    register,
                    name: name(shader, RegisterKind::SAMPLER, register),
                    mode,
                }),
                _ => {}
            }
        }
    }
}

fn is_slot(instruction: &Instruction) -> bool {
    matches!(
        instruction.declaration(),
        Some(Declaration::Resource { .. } | Declaration::Sampler { .. })
    )
}

/// The name of a register, if the container has it.
fn name(shader: &Shader<'_>, kind: RegisterKind, register: u32) -> Option<String> {
    let bindings = &shader.resources.as_ref()?.bindings;
    let mut of_kind = bindings
        .iter()
        .filter(|binding| binding.kind.register_kind() == kind);
    let binding = of_kind.find(|binding| {
        let count = if binding.bind_count == 0 {
            u32::MAX
        } else {
            binding.bind_count
        };
        register
            .checked_sub(binding.bind_point)
            .is_some_and(|number| number < count)
    })?;
    Some(match register - binding.bind_point {
        0 => binding.name.to_string(),
        number => format!("{}[{number}]", binding.name),
    })
}
