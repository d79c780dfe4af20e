//! Links several sets of objects into one program: variants of the same shaders.
//!
//! Each set has its own namespace, as if it were linked alone: its procedures, uniforms and constants are not visible
//! in other sets. The code, constants and descriptors of all sets are shared where they are identical, and equal
//! uniforms have the same registers in all sets if there are enough. Shaders that are equal in all respects are in the
//! file once.

use pica200_diagnostics::Diagnostic;
use pica200_objfmt::flow::BitSet;
use pica200_objfmt::formats::shbin::{ConstantEntry, Shader};
use rustc_hash::FxHashMap;

use crate::archive_search::ArchiveSearch;
use crate::objects::Objects;
use crate::{Input, LinkOptions, LinkOutput, LinkResult, Selection, link_objects};

/// The result of linking several sets.
#[derive(Clone, Debug)]
pub struct LinkSetsResult {
    /// The output and the warnings.
    pub linked: LinkResult,
    /// For each set, its shaders in the order of its inputs.
    pub shaders: Vec<Vec<SetShader>>,
}

/// A shader of a set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SetShader {
    /// The input of the set that makes it.
    pub input: usize,
    /// Its index in the file, which several sets may share.
    pub shader: usize,
}

/// Links sets of objects, in this order. Each must link on its own.
///
/// # Errors
///
/// Errors and warnings, in the order of the inputs and their lines.
pub fn link_sets(sets: &[&Selection], options: &LinkOptions) -> Result<LinkSetsResult, Vec<Diagnostic>> {
    let mut inputs: Vec<Input> = Vec::new();
    let mut firsts = Vec::with_capacity(sets.len());
    for set in sets {
        firsts.push(inputs.len());
        inputs.extend(set.inputs.iter().cloned());
    }
    let objects = Objects::in_sets(&inputs, &firsts);
    let run = |left_out| link_objects(objects, left_out, &ArchiveSearch::default(), options);
    let mut linked = run(BitSet::default())?;
    let output = &linked.output;
    let made_by = output.origins.shader_inputs().to_vec();
    let same = first_equal(&output.shbin.shaders);
    let numbers = numbers(&same);
    let repeated = same.iter().enumerate().zip(&made_by);
    let repeated: BitSet = repeated
        .filter(|((shader, first), _)| shader != *first)
        .map(|(_, input)| *input)
        .collect();
    if !repeated.is_empty() {
        linked = run(repeated)?;
    }
    let mut shaders = vec![Vec::new(); sets.len()];
    for (input, shader) in made_by.into_iter().zip(numbers) {
        let set = firsts.partition_point(|&first| first <= input) - 1;
        shaders[set].push(SetShader {
            input: input - firsts[set],
            shader,
        });
    }
    Ok(LinkSetsResult { linked, shaders })
}

/// Returns, for each shader, the first equal one, or itself.
fn first_equal(shaders: &[Shader]) -> Vec<usize> {
    let mut known: FxHashMap<_, Vec<(usize, Shader)>> = FxHashMap::default();
    let first = |(index, shader): (usize, &Shader)| {
        let shader = without_names(shader);
        let key = (shader.kind, shader.entry, shader.end, shader.outputs_used);
        let alike = known.entry(key).or_default();
        if let Some((first, _)) = alike.iter().find(|(_, other)| *other == shader) {
            return *first;
        }
        alike.push((index, shader));
        index
    };
    shaders.iter().enumerate().map(first).collect()
}

/// Returns the shader as a console sees it: without label names, and with its constants in order.
fn without_names(shader: &Shader) -> Shader {
    let mut shader = Shader {
        labels: Vec::new(),
        ..shader.clone()
    };
    let register = |constant: &ConstantEntry| (constant.kind, constant.register);
    shader.constants.sort_by_key(register);
    shader
}

/// Returns the index of each shader in a file that has only the first of equal ones.
fn numbers(same: &[usize]) -> Vec<usize> {
    let mut numbers: Vec<usize> = Vec::with_capacity(same.len());
    let mut count = 0;
    for (shader, &first) in same.iter().enumerate() {
        if first == shader {
            numbers.push(count);
            count += 1;
        } else {
            numbers.push(numbers[first]);
        }
    }
    numbers
}

impl LinkOutput {
    /// Returns the input that makes a shader, among all inputs of the link; `None` if there is no such shader.
    pub fn shader_inputs(&self, shader: usize) -> Option<usize> {
        self.origins.shader_inputs().get(shader).copied()
    }
}
