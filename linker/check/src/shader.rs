//! The checks on the code of one shader.

use pica200_objfmt::flow::Span;
use pica200_objfmt::flow::control::{Control, To};
use pica200_objfmt::flow::graph::EdgeKind;
use pica200_objfmt::formats::shbin::Shader;
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::Bank;

use crate::dataflow::{Facts, Ways};
use crate::effects::{Outputs, Places, TEMPORARIES};
use crate::search::{Decision, Found, Search, View, Visit};
use pica200_diagnostics::Code;

use crate::{Check, CodePlace, Finding, Step, control, outputs, registers};

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

impl<'a> ShaderCheck<'_, 'a> {
    /// Checks a shader's code.
    pub(crate) fn run(check: &mut Check<'a>, number: usize, shader: &'a Shader) {
        if shader.entry == shader.end {
            return control::empty_entry(check, number, shader);
        }
        let entry = match shader.entry_span() {
            // Consoles do not read the end of the entry procedure, so the value in a file may be arbitrary.
            Span { start, size: 0 } => Span {
                start,
                size: u32::MAX,
            },
            span => span,
        };
        if check.nodes == 0 {
            return unchecked(check, number, shader);
        }
        let control = Control::of_shader(&check.shbin.program.code, entry);
        if control.nodes.is_empty() {
            return control::no_code(check, number, shader);
        }
        check.nodes = check.nodes.saturating_sub(control.nodes.len());
        for node in &control.nodes {
            check.reached.insert(node.word as usize);
        }
        for frame in &control.frames {
            let procedure = (frame.span.start, frame.end());
            check.procedures.entry(procedure).or_insert(number);
        }
        if !control.complete {
            return unchecked(check, number, shader);
        }
        let declared = declared(shader);
        let ways = Ways::new(&control, &check.effects);
        let stage = Stage::of(shader);
        let start = Facts {
            unset: unset_at_start(check, &control, stage),
            unwritten: declared,
            ..Facts::default()
        };
        let at_end = match stage {
            Stage::Vertex => 0,
            // The next run sees the values of this one.
            Stage::Geometry => Places::MAX,
        };
        let effects = &check.effects;
        let facts = ways.forward(&control, effects, start, declared);
        let read = ways.wanted(&control, effects, at_end, |effect, _| effect.reads());
        let wanted = ways.wanted(&control, effects, at_end, |effect, wanted| {
            effect.needed(wanted, declared)
        });
        let mut shader_check = ShaderCheck {
            check,
            number,
            shader,
            stage,
            control: &control,
            declared,
            facts,
            read,
            wanted,
        };
        control::check(&mut shader_check);
        registers::check(&mut shader_check);
        outputs::check(&mut shader_check);
    }

    pub(crate) fn word(&self, node: u32) -> u32 {
        self.control.nodes[node as usize].word
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
        let mut search = Search::new(self.control, &self.check.effects, self.check.budget);
        let found = search.find(visit, exit);
        self.check.budget = search.budget;
        found
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

    /// The steps of a path, for people.
    fn path(&self, way: &[Decision]) -> Vec<Step> {
        let step = |word, what: &str| Step {
            place: self.check.place(self.number, word),
            what: what.to_owned(),
        };
        let start = step(self.shader.entry, "a shader starts here");
        let left_out = way.len().saturating_sub(MOST_STEPS);
        let steps = way.iter().skip(left_out);
        let steps = steps.map(|decision| step(decision.word, self.decision(decision)));
        std::iter::once(start).chain(steps).collect()
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

/// Reports that the code of a shader is not checked.
fn unchecked(check: &mut Check<'_>, number: usize, shader: &Shader) {
    let message = format!(
        "the code that starts at {} has too many paths to follow",
        check.entry_name(shader)
    );
    let label = "a shader starts here";
    check.add_word(Code::UncheckedPaths, number, shader.entry, message, label);
}

/// The components that an output table declares.
pub(crate) fn declared(shader: &Shader) -> Outputs {
    let outputs = shader.outputs.iter();
    let known = outputs.filter(|output| output.register < Bank::Output.size().into());
    known.fold(0, |all, output| {
        all | Outputs::from(output.mask & 0xF) << (u32::from(output.register) * 4)
    })
}

/// The places without a value at the start of a shader. A geometry shader sees the values of its last run, so these are
/// the places that nothing ever writes.
fn unset_at_start(check: &Check<'_>, control: &Control, stage: Stage) -> Places {
    match stage {
        Stage::Vertex => Places::MAX,
        Stage::Geometry => {
            let words = control.nodes.iter().map(|node| node.word as usize);
            let written = words.fold(0, |all, word| all | check.effects[word].writes());
            !written & (TEMPORARIES | crate::effects::A0_X | crate::effects::A0_Y)
        }
    }
}
