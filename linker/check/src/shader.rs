//! One shader whose code is checked: the facts about it, and its findings.

use pica200_diagnostics::Code;
use pica200_objfmt::flow::control::{Control, Opened, To};
use pica200_objfmt::flow::graph::EdgeKind;
use pica200_objfmt::formats::shbin::Shader;
use pica200_objfmt::isa::opcode::{Opcode, Transfer};
use pica200_objfmt::isa::register::Bank;

use crate::dataflow::Facts;
use crate::effects::{Effect, Outputs, Places};
use crate::search::{Decision, Explored, Found, Memory, Search, Tracked, View, Visit};
use crate::{Check, CodePlace, Finding, Step};

/// The maximum number of reported steps of a path.
const MOST_STEPS: usize = 6;

/// The kinds of shaders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    Vertex,
    Geometry,
}

impl Stage {
    pub(crate) fn of(shader: &Shader) -> Self {
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
    /// The components of outputs that the table declares.
    pub(crate) declared: Outputs,
    /// The facts that may hold before each node.
    pub(crate) facts: Vec<Facts>,
    /// The places that may be read after each node, and those of them that may matter.
    pub(crate) read: Vec<Places>,
    pub(crate) wanted: Vec<Places>,
}

impl ShaderCheck<'_, '_> {
    pub(crate) fn word(&self, node: u32) -> u32 {
        self.control.nodes[node as usize].word
    }

    pub(crate) fn effect(&self, node: u32) -> &Effect {
        &self.check.effects[self.word(node) as usize]
    }

    /// The nodes by their words.
    pub(crate) fn nodes_in_order(&self) -> Vec<u32> {
        let mut nodes: Vec<_> = self.control.node_ids().collect();
        nodes.sort_by_key(|&node| self.word(node));
        nodes
    }

    /// Searches for a path to a node at which `visit` reaches the goal, or to an edge at which `exit` does.
    pub(crate) fn search(
        &mut self,
        visit: impl FnMut(&View<'_, '_>) -> Visit,
        exit: impl Fn(To) -> bool,
    ) -> Found {
        self.search_for(Tracked::Shared, visit, exit)
    }

    /// Does the same with a memory of another type, and tracks these booleans.
    pub(crate) fn search_for<M: Memory>(
        &mut self,
        tracked: Tracked,
        visit: impl FnMut(&View<'_, '_, M>) -> Visit<M>,
        exit: impl Fn(To) -> bool,
    ) -> Found {
        let effects = &self.check.effects;
        let mut search = Search::new(self.control, effects, tracked, self.check.budget);
        let found = search.find(visit, exit);
        self.check.budget = search.budget;
        found
    }

    /// Finds all states, and tracks these booleans.
    pub(crate) fn explore(&mut self, tracked: Tracked) -> Option<Explored> {
        let effects = &self.check.effects;
        let mut search = Search::new(self.control, effects, tracked, self.check.budget);
        let explored = search.explore();
        self.check.budget = search.budget;
        explored
    }

    /// Searches for a path to a node at which `visit` reaches the goal.
    pub(crate) fn search_nodes(&mut self, visit: impl FnMut(&View<'_, '_>) -> Visit) -> Found {
        self.search(visit, |_| false)
    }

    /// Adds a finding about a word, with the path to it.
    pub(crate) fn add(
        &mut self,
        code: Code,
        word: u32,
        message: String,
        label: &str,
        way: &[Decision],
    ) {
        let place = self.check.place(self.number, word);
        self.add_at(code, place, message, label, way);
    }

    /// Does the same, with another word that the finding is about, and a short text about it.
    pub(crate) fn add_with(
        &mut self,
        code: Code,
        word: u32,
        message: String,
        label: &str,
        way: &[Decision],
        other: Option<(u32, &str)>,
    ) {
        let mut path = self.path(way);
        path.extend(other.map(|(word, what)| self.step(word, what)));
        self.check.add(Finding {
            code,
            shader: Some(self.number),
            place: Some(self.check.place(self.number, word)),
            message,
            label: label.to_owned(),
            path,
        });
    }

    /// Adds a finding about a location, with the path to it.
    pub(crate) fn add_at(
        &mut self,
        code: Code,
        place: CodePlace,
        message: String,
        label: &str,
        way: &[Decision],
    ) {
        let path = self.path(way);
        self.check.add(Finding {
            code,
            shader: Some(self.number),
            place: Some(place),
            message,
            label: label.to_owned(),
            path,
        });
    }

    /// The open scope, in words.
    pub(crate) fn opened(&self, opened: Opened) -> String {
        let (word, what) = match opened {
            Opened::Block(word) => {
                let code = self.check.shbin.program.code.get(word as usize);
                let is_loop = code.is_some_and(|&code| Transfer::of_word(code) == Transfer::Loop);
                (word, if is_loop { "the loop" } else { "the `if`" })
            }
            Opened::Procedure(word) => (word, "the procedure"),
        };
        let place = self.check.place(self.number, word);
        match (opened, place) {
            (
                Opened::Procedure(_),
                CodePlace {
                    procedure: Some(name),
                    ..
                },
            ) => {
                format!("the procedure `{name}`")
            }
            (
                _,
                CodePlace {
                    source: Some(source),
                    ..
                },
            ) => {
                format!("{what} of line {}", source.line)
            }
            _ => format!("{what} of word {word:#05x}"),
        }
    }

    /// The steps of a path, for people.
    fn path(&self, way: &[Decision]) -> Vec<Step> {
        let start = self.step(self.shader.entry, "a shader starts here");
        let left_out = way.len().saturating_sub(MOST_STEPS);
        let steps = way.iter().skip(left_out);
        let steps = steps.map(|decision| self.step(decision.word, self.decision(decision)));
        std::iter::once(start).chain(steps).collect()
    }

    fn step(&self, word: u32, what: &str) -> Step {
        Step {
            place: self.check.place(self.number, word),
            what: what.to_owned(),
        }
    }

    /// A short text about the decision at a word.
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

/// The components that an output table declares.
pub(crate) fn declared(shader: &Shader) -> Outputs {
    let outputs = shader.outputs.iter();
    let known = outputs.filter(|output| output.register < Bank::Output.size().into());
    known.fold(0, |all, output| {
        all | Outputs::from(output.mask & 0xF) << (u32::from(output.register) * 4)
    })
}
