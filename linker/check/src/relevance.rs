//! Boolean tests that are irrelevant to a query.
//!
//! Whichever body of an `if` execution takes, it continues after it. A query about a register does not depend on the
//! boolean there unless a body reads or writes the register. So a search has to track fewer booleans, and examines
//! fewer states.

use pica200_objfmt::flow::control::{Control, NodeTarget};
use pica200_objfmt::flow::graph::EdgeKind;
use pica200_objfmt::flow::target;
use pica200_objfmt::isa::opcode::{Opcode, Transfer};

use crate::effects::{Effect, FLAGS, Locations, Outputs};
use crate::search::Decision;

/// The maximum number of nodes in the bodies of an `if` that are examined. Larger bodies are assumed to matter.
const MAX_NODES: usize = 64;

/// The registers that the bodies of an `if` read and write.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Accesses {
    pub(crate) locations: Locations,
    pub(crate) outputs: Outputs,
}

/// A word that tests a boolean.
struct BooleanTest {
    word: u32,
    /// The boolean, as a bit.
    boolean: u16,
    /// The registers that the bodies read and write, if execution continues at one location after both; otherwise the
    /// test always matters.
    accesses: Option<Accesses>,
}

/// All words of a shader that test booleans.
pub(crate) struct BooleanTests(Vec<BooleanTest>);

impl BooleanTests {
    /// Collects the tests among some nodes, which are in word order.
    pub(crate) fn new(control: &Control, nodes: &[u32], code: &[u32], effects: &[Effect]) -> Self {
        let mut tests: Vec<BooleanTest> = Vec::new();
        let mut found = Vec::new();
        for &node in nodes {
            let word = control.nodes[node as usize].word;
            let Some((number, _)) = effects[word as usize].boolean else {
                continue;
            };
            let bodies = Bodies { control, code, effects };
            let accesses = bodies.accesses(node, &mut found);
            match tests.last_mut().filter(|last| last.word == word) {
                Some(last) => last.accesses = both(last.accesses, accesses),
                None => tests.push(BooleanTest {
                    word,
                    boolean: 1 << (number & 0xF),
                    accesses,
                }),
            }
        }
        Self(tests)
    }

    /// Returns the booleans that at least two words test where it matters to a query. `is_relevant` returns true if the
    /// touched registers matter.
    pub(crate) fn relevant(&self, is_relevant: impl Fn(&Accesses) -> bool) -> u16 {
        let (mut once, mut twice) = (0, 0);
        for test in self.0.iter().filter(|test| test.matters(&is_relevant)) {
            twice |= once & test.boolean;
            once |= test.boolean;
        }
        twice
    }

    /// Removes the decisions of tests that do not matter to a query from a path. If other words test the same booleans,
    /// these decisions may be inconsistent.
    pub(crate) fn remove_irrelevant(&self, path: &mut Vec<Decision>, is_relevant: impl Fn(&Accesses) -> bool) {
        let tracked = self.relevant(&is_relevant);
        let shared = self.relevant(|_| true);
        path.retain(|decision| {
            let at = self.0.binary_search_by_key(&decision.word, |test| test.word);
            let test = at.ok().and_then(|at| self.0.get(at));
            test.is_none_or(|test| test.boolean & shared & !tracked == 0 || test.matters(&is_relevant))
        });
    }
}

impl BooleanTest {
    fn matters(&self, is_relevant: impl Fn(&Accesses) -> bool) -> bool {
        self.accesses.is_none_or(|accesses| is_relevant(&accesses))
    }
}

fn both(one: Option<Accesses>, other: Option<Accesses>) -> Option<Accesses> {
    let (one, other) = (one?, other?);
    Some(Accesses {
        locations: one.locations | other.locations,
        outputs: one.outputs | other.outputs,
    })
}

/// The words that contain the bodies.
struct Bodies<'a> {
    control: &'a Control,
    code: &'a [u32],
    effects: &'a [Effect],
}

impl Bodies<'_> {
    /// Returns the registers that the bodies of an `if` read and write. Returns `None` if they call, go back, set
    /// flags, emit vertices or lead to several locations, and for other instructions. `found` is a buffer for the
    /// nodes.
    fn accesses(&self, test: u32, found: &mut Vec<u32>) -> Option<Accesses> {
        let first = self.control.nodes[test as usize].word;
        let bits = self.code[first as usize];
        let Transfer::If(_) = Transfer::from_word(bits) else {
            return None;
        };
        let other = target(bits);
        let end = other.start.saturating_add(other.size);
        let mut accesses = Accesses::default();
        let mut behind = None;
        found.clear();
        found.push(test);
        let mut examined = 0;
        while let Some(&node) = found.get(examined) {
            examined += 1;
            let word = self.control.nodes[node as usize].word;
            let effect = &self.effects[word as usize];
            let is_plain = effect.writes & FLAGS == 0 && !effect.opcode.is_some_and(Opcode::is_geometry_only);
            if !is_plain || found.len() > MAX_NODES {
                return None;
            }
            accesses.locations |= effect.reads | effect.writes;
            accesses.outputs |= effect.outputs;
            for edge in self.control.edges(node) {
                let NodeTarget::Node(next) = edge.to else {
                    return None;
                };
                let to = self.control.nodes[next as usize].word;
                if edge.kind == EdgeKind::Call || to <= word {
                    return None;
                }
                if to < end {
                    if !found.contains(&next) {
                        found.push(next);
                    }
                } else if *behind.get_or_insert(next) != next {
                    return None;
                }
            }
        }
        behind.map(|_| accesses)
    }
}
