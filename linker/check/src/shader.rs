//! A shader under check: the facts about it, and its diagnostics.

use pica200_diagnostics::{Code, Label};
use pica200_objfmt::flow::control::{Control, NodeTarget, ScopeOpener};
use pica200_objfmt::flow::graph::EdgeKind;
use pica200_objfmt::formats::shbin::Shader;
use pica200_objfmt::isa::opcode::{Opcode, Transfer};
use pica200_objfmt::isa::register::Bank;

use crate::dataflow::Facts;
use crate::effects::{Effect, Locations, Outputs};
use crate::explore::{AllPaths, Exploration};
use crate::relevance::BooleanTests;
use crate::search::{Decision, Paths, SearchResult, View};
use crate::{BinaryLocation, Check, CodeLocation, Diagnostic, Part, diagnose};

/// The maximum number of reported steps of a path.
const MAX_STEPS: usize = 6;

/// The kinds of shaders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    Vertex,
    Geometry,
}

impl Stage {
    pub(crate) fn new(shader: &Shader) -> Self {
        if shader.is_geometry() {
            Self::Geometry
        } else {
            Self::Vertex
        }
    }
}

/// A shader whose code is checked.
pub(crate) struct ShaderCheck<'c, 'a> {
    pub(crate) check: &'c mut Check<'a>,
    pub(crate) number: usize,
    pub(crate) shader: &'a Shader,
    pub(crate) stage: Stage,
    pub(crate) control: &'c Control,
    /// The nodes in word order.
    pub(crate) nodes: &'c [u32],
    /// The words that have nodes, in order.
    pub(crate) words: &'c [u32],
    /// The flags, address registers and loop counters that any word reads.
    pub(crate) control_reads: Locations,
    pub(crate) paths: Paths<'c>,
    pub(crate) tests: &'c BooleanTests,
    /// All states that execution can reach.
    pub(crate) all: Exploration<AllPaths>,
    /// The components of outputs that the table declares.
    pub(crate) declared: Outputs,
    /// The facts that may hold before each node.
    pub(crate) facts: Vec<Facts>,
    /// The locations that may be read after each node, for `unused-value`, and the subset that may matter, for
    /// `unset-temporary`.
    pub(crate) read: Vec<Locations>,
    pub(crate) wanted: Vec<Locations>,
}

impl<'a> ShaderCheck<'_, 'a> {
    pub(crate) fn word(&self, node: u32) -> u32 {
        self.control.nodes[node as usize].word
    }

    /// Returns the nodes of a word.
    pub(crate) fn nodes_of(&self, word: u32) -> impl Iterator<Item = u32> {
        let first = self.nodes.partition_point(|&node| self.word(node) < word);
        let nodes = self.nodes.iter().copied().skip(first);
        nodes.take_while(move |&node| self.word(node) == word)
    }

    pub(crate) fn effect(&self, node: u32) -> &'a Effect {
        &self.check.effects[self.word(node) as usize]
    }

    /// Returns true if a diagnostic is enabled.
    pub(crate) fn wants(&self, code: Code) -> bool {
        self.check.wants(code)
    }

    /// Searches for a path to a node.
    pub(crate) fn search_node(&mut self, node: u32) -> SearchResult {
        self.all.reach(&mut self.paths, node)
    }

    /// Searches for a path to a goal state.
    pub(crate) fn search(&mut self, goal: impl Fn(&View<'_, '_>) -> bool) -> SearchResult {
        self.all.find(&mut self.paths, goal)
    }

    /// Searches for a path after which execution leaves the nodes.
    pub(crate) fn search_exit(&mut self, goal: NodeTarget) -> SearchResult {
        self.all.find_exit(&mut self.paths, goal)
    }

    /// Adds a diagnostic about a word, with the path to it.
    pub(crate) fn add(&mut self, code: Code, word: u32, message: String, label: &'static str, path: &[Decision]) {
        let location = CodeLocation::at(word);
        self.add_at(code, location, message, label, path);
    }

    /// Adds a diagnostic about a word, with the path to it and a label on another word.
    pub(crate) fn add_with(
        &mut self,
        code: Code,
        word: u32,
        message: String,
        label: &'static str,
        path: &[Decision],
        other: Option<(u32, &'static str)>,
    ) {
        let mut path = self.path(path);
        path.extend(other.map(|(word, what)| self.step(word, what)));
        let mut diagnostic = self.diagnose(code, CodeLocation::at(word), message, label);
        diagnostic.secondary = path;
        self.check.add(diagnostic);
    }

    /// Adds a diagnostic about a location, with the path to it.
    pub(crate) fn add_at(
        &mut self,
        code: Code,
        location: CodeLocation,
        message: String,
        label: &'static str,
        path: &[Decision],
    ) {
        self.add_with_help(code, location, (message, label), path, None);
    }

    /// Adds a diagnostic about a location, with its message and label, and a remedy if the catalogue's does not fit.
    pub(crate) fn add_with_help(
        &mut self,
        code: Code,
        location: CodeLocation,
        (message, label): (String, &'static str),
        path: &[Decision],
        help: Option<&'static str>,
    ) {
        let mut diagnostic = self.diagnose(code, location, message, label);
        diagnostic.secondary = self.path(path);
        self.check.add(diagnostic.with_optional_help(help.map(str::to_owned)));
    }

    fn diagnose(&self, code: Code, location: CodeLocation, message: String, text: &str) -> Diagnostic {
        diagnose(code, Some(self.number), Part::Code(location), message).with_label(text)
    }

    /// Describes the open scope.
    pub(crate) fn opened(&self, opened: ScopeOpener) -> String {
        let (word, what) = match opened {
            ScopeOpener::Block(word) => {
                let code = self.check.shbin.program.code.get(word as usize);
                let is_loop = code.is_some_and(|&code| Transfer::from_word(code) == Transfer::Loop);
                (word, if is_loop { "the loop" } else { "the `if`" })
            }
            ScopeOpener::Procedure(word) => (word, "the procedure"),
        };
        let names = &self.check.names;
        let procedure = match opened {
            ScopeOpener::Procedure(_) => names.procedure(self.number, word),
            ScopeOpener::Block(_) => None,
        };
        match (procedure, names.line(word)) {
            (Some(name), _) => format!("the procedure `{name}`"),
            (None, Some(source)) => format!("{what} of line {}", source.line),
            (None, None) => format!("{what} of word {word:#05x}"),
        }
    }

    /// Formats the steps of a path.
    fn path(&self, path: &[Decision]) -> Vec<Label<BinaryLocation>> {
        let start = self.step(self.shader.entry, "a shader starts here");
        let left_out = path.len().saturating_sub(MAX_STEPS);
        let steps = path.iter().skip(left_out);
        let steps = steps.map(|decision| self.step(decision.word, self.decision(decision)));
        std::iter::once(start).chain(steps).collect()
    }

    fn step(&self, word: u32, what: &str) -> Label<BinaryLocation> {
        let part = Part::Code(CodeLocation::at(word));
        Label::new(BinaryLocation::new(Some(self.number), part), what)
    }

    /// Describes the decision at a word.
    fn decision(&self, decision: &Decision) -> &'static str {
        let opcode = self.check.effects[decision.word as usize].opcode;
        match (decision.kind, decision.holds) {
            (EdgeKind::Call, _) => "calls",
            (EdgeKind::Loop, _) => "the loop runs once more",
            (EdgeKind::Exit, _) => "the loop ends",
            (EdgeKind::Break, _) => "leaves the loop",
            (_, Some(true)) => "the condition holds",
            (_, Some(false)) => "the condition does not hold",
            (_, None) if opcode.is_some_and(Opcode::is_call) => "does not call",
            (_, None) => "continues",
        }
    }
}

/// Returns the components that an output table declares.
pub(crate) fn declared(shader: &Shader) -> Outputs {
    let outputs = shader.outputs.iter();
    let known = outputs.filter(|output| output.register < Bank::Output.size().into());
    known.fold(0, |all, output| {
        all | Outputs::from(output.mask & 0xF) << (u32::from(output.register) * 4)
    })
}
