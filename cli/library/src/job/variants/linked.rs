//! Variants of a linked binary.

use std::fmt;

use pica200_objfmt::formats::shbin::{Shader, Shbin};
use pica200_objfmt::isa::register::{Bank, RegisterSet, UniformKind};

use super::Variants;
use crate::text::page::counted;

/// The variants of a binary.
#[derive(Clone, Debug)]
pub struct LinkedVariants {
    /// Parameters and their combinations.
    pub variants: Variants,
    /// Shaders of a variant, including inputs that are shaders only in some variants.
    pub shaders: Vec<VariantShader>,
    /// Resource usage of each combination linked alone; `None` if it is excluded.
    pub figures: Vec<Option<ResourceUsage>>,
}

/// A shader that differs between variants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantShader {
    /// Name of its entry point, in the first variant that has it.
    pub name: String,
    /// Index in the binary for each combination.
    pub index: Vec<Option<usize>>,
}

/// Resource usage of a variant linked alone.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ResourceUsage {
    /// Words of code.
    pub words: usize,
    /// Operand descriptors.
    pub descriptors: usize,
    /// Float registers of uniforms and constants, of the shader that uses most.
    pub floats: u32,
}

impl fmt::Display for ResourceUsage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = counted(self.words, "word");
        let descriptors = counted(self.descriptors, "descriptor");
        let floats = usize::try_from(self.floats).unwrap_or(usize::MAX);
        let floats = counted(floats, "float register");
        write!(f, "{words}, {descriptors}, {floats}")
    }
}

impl ResourceUsage {
    pub(crate) fn new(shbin: &Shbin) -> Self {
        Self {
            words: shbin.program.code.len(),
            descriptors: shbin.program.descriptors.len(),
            floats: shbin.shaders.iter().map(float_registers).max().unwrap_or(0),
        }
    }
}

/// Returns the number of float registers in the tables of a shader.
fn float_registers(shader: &Shader) -> u32 {
    let mut set = RegisterSet::default();
    for entry in &shader.uniforms {
        if let Some(register) = entry.register().filter(|r| r.bank == Bank::Float) {
            let len = entry.last.saturating_sub(entry.first) + 1;
            set.insert(
                UniformKind::Float,
                register.number,
                u8::try_from(len).unwrap_or(u8::MAX),
            );
        }
    }
    for constant in shader.constants.iter().filter(|constant| constant.kind == 2) {
        if let Ok(number) = u8::try_from(constant.register) {
            set.insert(UniformKind::Float, number, 1);
        }
    }
    set.count(UniformKind::Float)
}
