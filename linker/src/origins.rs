//! The origins of all parts of the output, whether or not the output contains them.

use pica200_diagnostics::{Location, SourceLine};
use pica200_objfmt::formats::object::Position;
use pica200_objfmt::formats::shbin::{LabelEntry, Line, Shbin};

use crate::LinkOutput;
use crate::link::Link;
use crate::objects::{Objects, SourceLoc};
use crate::tables;

/// The origins of the words of a linked program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origins {
    inputs: Vec<Source>,
    /// For each word, its input, and its location in the source.
    words: Vec<(usize, Position)>,
    /// For each shader, the end of its entry procedure.
    ends: Vec<Option<(usize, Position)>>,
    /// For each shader, the input that makes it.
    shaders: Vec<usize>,
    /// For each shader, the positions of its output declarations.
    outputs: Vec<Vec<Position>>,
    /// For each shader, its procedures and labels; `None` if the output contains them.
    labels: Option<Vec<Vec<LabelEntry>>>,
}

/// The names of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Source {
    /// Its path.
    name: String,
    /// The names of its source files.
    files: Vec<String>,
}

impl Origins {
    /// Collects the origins of the parts of a link's output.
    pub(crate) fn new(link: &Link<'_, '_>) -> Self {
        let objects: Objects<'_> = link.objects;
        let input = |loc: SourceLoc| Some((loc.object.0, loc.position?));
        let end = |shader| input(link.symbols.entry(shader)?.end(objects)?);
        Self {
            inputs: objects
                .iter()
                .map(|(id, object)| Source {
                    name: objects.name(id).to_owned(),
                    files: object.files.clone(),
                })
                .collect(),
            words: link
                .placement
                .lines
                .iter()
                .map(|&(object, position)| (object.0, position))
                .collect(),
            ends: link.shaders.iter().map(|(id, _)| end(id)).collect(),
            shaders: link.shaders.iter().map(|(_, object)| object.0).collect(),
            outputs: link
                .shaders
                .iter()
                .map(|(_, object)| {
                    let outputs = objects.get(object).outputs.iter();
                    outputs.map(|output| output.position).collect()
                })
                .collect(),
            labels: (!tables::has_names(link)).then(|| tables::all_labels(link)),
        }
    }

    /// Returns the source location of a word of the output or, with `is_end`, of the end of the shader's entry
    /// procedure, directly after the word.
    pub fn place(&self, shader: Option<usize>, word: u32, is_end: bool) -> Location {
        let end = || self.ends.get(shader?).copied().flatten();
        let start = || self.words.get(word as usize).copied();
        let origin = if is_end { end().or_else(start) } else { start() };
        let source = origin.and_then(|origin| self.line(origin));
        let input = origin.and_then(|(input, _)| self.inputs.get(input));
        let name = input.map_or_else(|| self.input(shader), |input| input.name.as_str());
        Location::in_object(name, source)
    }

    /// Returns the source location of the declaration of a shader's output, by its index in the shader's table.
    pub fn output(&self, shader: usize, output: usize) -> Location {
        let position = self.outputs.get(shader).and_then(|all| all.get(output));
        let input = self.shaders.get(shader).copied();
        let origin = input.zip(position.copied());
        let line = origin.and_then(|origin| self.line(origin));
        Location::in_object(self.input(Some(shader)), line)
    }

    /// Returns the path of the input that contains a word, and its source line, if the input has it.
    pub fn word(&self, word: usize) -> Option<(&str, Option<SourceLine>)> {
        let &origin = self.words.get(word)?;
        let input = self.inputs.get(origin.0)?;
        Some((&input.name, self.line(origin)))
    }

    fn line(&self, (input, position): (usize, Position)) -> Option<SourceLine> {
        let files = &self.inputs.get(input)?.files;
        let file = files.get(usize::try_from(position.file).ok()?)?;
        // Lines start at 1; 0 means that the line is unknown.
        (position.line > 0).then(|| SourceLine {
            file: file.clone(),
            line: position.line,
        })
    }

    /// Returns the line of each word. Files are numbered over all inputs, one input after the other.
    fn lines(&self) -> Vec<Line> {
        let mut next = 0;
        let inputs = self.inputs.iter();
        let first = inputs.map(|input| {
            let first = next;
            next += input.files.len();
            first
        });
        let first: Vec<_> = first.collect();
        let line = |&(input, position): &(usize, Position)| {
            let files = &self.inputs.get(input)?.files;
            let file = usize::try_from(position.file).ok()?;
            files.get(file)?;
            let file = u32::try_from(first.get(input)? + file).ok()?;
            let line = position.line;
            Some(Line { file, line })
        };
        // Lines start at 1; 0 means that the line is unknown.
        let unknown = Line { file: 0, line: 0 };
        let words = self.words.iter();
        words.map(|word| line(word).unwrap_or(unknown)).collect()
    }

    /// Returns, for each shader, the index of the input that makes it.
    pub(crate) fn shader_inputs(&self) -> &[usize] {
        &self.shaders
    }

    /// Returns the path of the input that makes a shader; without a shader, the path of the first input.
    pub fn input(&self, shader: Option<usize>) -> &str {
        let made_by = shader.and_then(|shader| self.shaders.get(shader));
        let input = self.inputs.get(made_by.copied().unwrap_or(0));
        input.map_or("", |input| input.name.as_str())
    }
}

impl LinkOutput {
    /// Returns the shader binary with the names of all procedures and labels and the source line of each word, whether
    /// or not the output has them.
    pub fn labelled(&self) -> Shbin {
        let mut shbin: Shbin = self.shbin.clone();
        for (shader, labels) in shbin.shaders.iter_mut().zip(self.origins.labels.iter().flatten()) {
            shader.labels.clone_from(labels);
        }
        if shbin.program.lines.is_empty() {
            let inputs = self.origins.inputs.iter();
            let files = inputs.flat_map(|input| &input.files);
            shbin.program.files = files.map(|file| file.as_str().into()).collect();
            shbin.program.lines = self.origins.lines();
        }
        shbin
    }
}
