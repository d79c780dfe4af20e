//! Division of the words of a source between its vertex and its geometry shader.

use super::bodies::Bodies;
use super::declare::Shader;
use super::step::{Labels, Step};
use crate::program::Code;

/// Returns, for each word, whether the vertex shader has it, and whether the geometry shader has it. Unreachable words
/// belong to the former.
pub(super) fn split_between_shaders(
    steps: &[Step],
    bodies: &Bodies,
    labels: &Labels,
    [vertex, geometry]: [&Shader; 2],
) -> [Vec<bool>; 2] {
    let words: Vec<&Step> = steps.iter().filter(|step| step.is_word()).collect();
    let of_vertex = words_of(&words, bodies, labels, vertex);
    let of_geometry = words_of(&words, bodies, labels, geometry);
    let both = of_vertex.iter().zip(&of_geometry);
    [
        both.map(|(vertex, geometry)| *vertex || !geometry).collect(),
        of_geometry,
    ]
}

/// Returns the words that a shader has: those between its labels, and those that it can execute.
fn words_of(words: &[&Step], bodies: &Bodies, labels: &Labels, shader: &Shader) -> Vec<bool> {
    let mut walk = Walk {
        words,
        bodies,
        has: vec![false; words.len()],
        work: Vec::new(),
    };
    let at = |name: &str| labels.get(name).map(|at| at.word);
    let start = at(&shader.first).unwrap_or(0);
    for word in start..at(&shader.end).unwrap_or(start) {
        walk.add(word);
    }
    let mut next = Some(start);
    while let Some(word) = next.filter(|word| *word < words.len()) {
        walk.add(word);
        next = match words.get(word) {
            Some(Step::Code(Code::End)) => walk.after_blocks(word),
            _ => Some(word + 1),
        };
    }
    while let Some(word) = walk.work.pop() {
        walk.follow(word);
    }
    walk.has
}

struct Walk<'w> {
    words: &'w [&'w Step],
    bodies: &'w Bodies,
    has: Vec<bool>,
    /// The words whose calls and blocks are not followed yet.
    work: Vec<usize>,
}

impl Walk<'_> {
    fn add(&mut self, word: usize) {
        if let Some(has) = self.has.get_mut(word)
            && !*has
        {
            *has = true;
            self.work.push(word);
        }
    }

    /// Returns the word after the outermost block around a word, if there is one: execution may continue there.
    fn after_blocks(&self, word: usize) -> Option<usize> {
        let mut around = self.bodies.blocks.range(..word).map(|(_, block)| block);
        around.find(|block| block.end.word > word).map(|block| block.end.word)
    }

    /// Adds the words that a word calls, and the words of the block that it opens.
    fn follow(&mut self, word: usize) {
        let range = match self.words.get(word) {
            Some(Step::Call { first, end }) => self.bodies.called(first, end),
            Some(Step::Open(_)) => {
                let block = self.bodies.blocks.get(&word);
                block.map(|block| block.word..block.end.word)
            }
            _ => None,
        };
        for inside in range.unwrap_or_default() {
            self.add(inside);
        }
    }
}
