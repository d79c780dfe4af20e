//! Vertex shaders that execute words beyond the range that they can address.
//!
//! Where the hardware deviates from structured control flow, it may execute words that the blocks do not lead to.
//! There, the search uses the hardware's own scope stacks.

use pica200_diagnostics::Code;
use pica200_objfmt::flow::control::{Control, NodeTarget};
use pica200_objfmt::flow::graph::EdgeKind;
use pica200_objfmt::flow::scopes::{CallScope, IfScope, LoopScope, Scopes};
use pica200_objfmt::flow::target;
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::opcode::{Test, Transfer};
use rustc_hash::FxHashSet;

use crate::conditions::Conditions;
use crate::effects::Effect;
use crate::explore::MAX_STATES;
use crate::search::{Decision, SearchResult};
use crate::shader::ShaderCheck;

/// The first word that no vertex shader can address.
const FIRST_UNADDRESSABLE: usize = limits::VERTEX_CODE_WORDS;

/// Reports a word that the vertex shader executes but cannot address. `is_too_deep` means that the hardware may not
/// keep all open scopes.
pub(crate) fn check(shader: &mut ShaderCheck<'_, '_>, is_too_deep: bool) {
    let code = &shader.check.shbin.program.code;
    if code.len() <= FIRST_UNADDRESSABLE || !shader.wants(Code::VertexCodeTooFar) {
        return;
    }
    let is_far = |node: &u32| shader.word(*node) as usize >= FIRST_UNADDRESSABLE;
    let far: Vec<_> = shader.nodes.iter().copied().filter(is_far).collect();
    let mut found = shader.path_to_any(&far);
    if found.is_none() && (is_too_deep || leaves_blocks(shader.control)) {
        let effects = shader.check.effects;
        let mut search = HardwareSearch {
            code,
            effects,
            shared_booleans: shader.paths.shared,
            states: Vec::new(),
            seen: FxHashSet::default(),
        };
        let budget = MAX_STATES.min(shader.paths.budget);
        let result = search.find(shader.shader.entry, budget);
        let examined = search.states.len().min(budget);
        shader.paths.budget -= examined;
        found = result.node_and_path(u32::try_from(FIRST_UNADDRESSABLE).unwrap_or(u32::MAX));
    }
    if let Some((word, path)) = found {
        let entry = shader.check.entry_name(shader.shader);
        let message = format!(
            "the vertex shader that starts at {entry} executes word {word}, but vertex shaders can address only words 0 to {}",
            FIRST_UNADDRESSABLE - 1
        );
        let label = "vertex shaders cannot address this";
        shader.add(Code::VertexCodeTooFar, word, message, label, &path);
    }
}

/// Returns true if execution may leave structured control flow, or run past the end of the entry procedure.
fn leaves_blocks(control: &Control) -> bool {
    let mut edges = control.node_ids().flat_map(|node| control.edges(node));
    !control.deviations.is_empty() || edges.any(|edge| edge.to == NodeTarget::PastEntry)
}

/// The hardware state before a word. The number of remaining iterations of each open loop is not known, and 0 here.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct HardwareState {
    word: u32,
    scopes: Scopes,
    conditions: Conditions,
}

/// A search for a word among the states that execution can reach.
struct HardwareSearch<'a> {
    code: &'a [u32],
    effects: &'a [Effect],
    shared_booleans: u16,
    /// The states, each with its predecessor and the decision that led from there.
    states: Vec<(HardwareState, Option<usize>, Option<Decision>)>,
    seen: FxHashSet<HardwareState>,
}

impl HardwareSearch<'_> {
    /// Finds the shortest path to a word that vertex shaders cannot address.
    fn find(&mut self, entry: u32, budget: usize) -> SearchResult {
        let start = HardwareState {
            word: entry,
            scopes: Scopes::default(),
            conditions: Conditions::UNKNOWN,
        };
        self.add(start, None, None);
        let mut next = 0;
        while let Some((state, _, _)) = self.states.get(next) {
            if state.word as usize >= FIRST_UNADDRESSABLE {
                return SearchResult::Path(state.word, self.path(next));
            }
            if next >= budget {
                return SearchResult::GaveUp;
            }
            self.visit_successors(next, &state.clone());
            next += 1;
        }
        SearchResult::None
    }

    /// Adds a new state. Words outside the code are reported elsewhere.
    fn add(&mut self, state: HardwareState, from: Option<usize>, decision: Option<Decision>) {
        if (state.word as usize) < self.code.len() && self.seen.insert(state.clone()) {
            self.states.push((state, from, decision));
        }
    }

    /// Adds the successors of a state.
    fn visit_successors(&mut self, index: usize, state: &HardwareState) {
        let transfer = Transfer::from_word(self.code[state.word as usize]);
        if transfer == Transfer::End {
            return;
        }
        let effect = &self.effects[state.word as usize];
        let outcomes: &[Option<bool>] = match transfer.test() {
            None | Some(Test::Always) => &[None],
            Some(Test::Flags | Test::Boolean) => &[Some(true), Some(false)],
        };
        let conditions = state.conditions.after(effect);
        for &holds in outcomes {
            if let Some(conditions) = conditions.decide(effect, holds, self.shared_booleans) {
                let state = HardwareState {
                    conditions,
                    ..state.clone()
                };
                self.execute(index, state, transfer, holds);
            }
        }
    }

    /// Executes an instruction. `holds` is the result of its condition; `None` without one.
    fn execute(&mut self, index: usize, mut state: HardwareState, transfer: Transfer, holds: Option<bool>) {
        let word = state.word;
        let target = target(self.code[word as usize]);
        let (behind, to) = (to_address(word + 1), to_address(target.start));
        let end = to_address(target.start + target.size);
        let is_taken = holds != Some(false);
        let mut next = behind;
        let mut kind = EdgeKind::Next;
        match transfer {
            Transfer::If(_) if is_taken => state.scopes.open_if(IfScope { else_body: to, end }),
            Transfer::If(_) => next = to,
            Transfer::Jump(_) if is_taken => next = to,
            Transfer::Call(_) if is_taken => {
                kind = EdgeKind::Call;
                let return_to = behind;
                state.scopes.open_call(CallScope { end, return_to });
                next = to;
            }
            Transfer::Loop => state.scopes.open_loop(LoopScope {
                body: behind,
                end: to_address(target.start + 1),
                ..LoopScope::default()
            }),
            Transfer::Break(_) if is_taken => kind = EdgeKind::Break,
            _ => {}
        }
        let decides = holds.is_some() || kind == EdgeKind::Call;
        let decision = decides.then_some(Decision { word, kind, holds });
        self.close(index, state, next, kind == EdgeKind::Break, decision);
    }

    /// Closes the scopes that end after a word. A loop that ends there may run once more, unless `is_break`.
    fn close(&mut self, index: usize, mut state: HardwareState, next: u16, is_break: bool, decision: Option<Decision>) {
        let word = state.word;
        let behind = to_address(word + 1);
        let innermost = state.scopes.innermost_loop();
        let ends = innermost.is_some_and(|innermost| innermost.end == behind) && !is_break;
        let turn = |kind| Decision {
            word,
            kind,
            holds: None,
        };
        if ends {
            let mut again = state.clone();
            if let Some(innermost) = again.scopes.innermost_loop() {
                innermost.counter = 1;
            }
            // The loop counts down to 0.
            again.word = again.scopes.close(behind, next, false, &mut 0).into();
            let decision = decision.unwrap_or(turn(EdgeKind::Loop));
            self.add(again, Some(index), Some(decision));
        }
        state.word = state.scopes.close(behind, next, is_break, &mut 0).into();
        let exit = ends.then_some(turn(EdgeKind::Exit));
        self.add(state, Some(index), decision.or(exit));
    }

    /// Returns the decisions on the path to a state.
    fn path(&self, index: usize) -> Vec<Decision> {
        let mut decisions = Vec::new();
        let mut next = Some(index);
        while let Some((_, from, decision)) = next.and_then(|index| self.states.get(index)) {
            decisions.extend(*decision);
            next = *from;
        }
        decisions.reverse();
        decisions
    }
}

/// Converts a word of the program to the 12-bit addresses of the hardware.
fn to_address(word: u32) -> u16 {
    u16::try_from(word).unwrap_or(u16::MAX)
}
