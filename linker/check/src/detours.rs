//! Boolean tests that are irrelevant to a query.
//!
//! Whichever body of an `if` execution takes, it continues after it. A query about a register does not depend on the
//! boolean there unless a body reads or writes the register. So a search has to track fewer booleans, and examines
//! fewer states.

use pica200_objfmt::flow::control::{Control, To};
use pica200_objfmt::flow::graph::EdgeKind;
use pica200_objfmt::flow::target;
use pica200_objfmt::isa::opcode::{Opcode, Transfer};

use crate::effects::{Effect, FLAGS, Outputs, Places};
use crate::search::Decision;

/// The maximum number of nodes in the bodies of an `if` that are examined. Larger bodies are assumed to matter.
const MOST_NODES: usize = 64;

/// The registers that the bodies of an `if` read and write.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Touched {
    pub(crate) places: Places,
    pub(crate) outputs: Outputs,
}

/// A word that tests a boolean.
struct BooleanTest {
    word: u32,
    /// The boolean, as a bit.
    boolean: u16,
    /// The registers that the bodies read and write, if execution continues at one location after both; otherwise the
    /// test always matters.
    touched: Option<Touched>,
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
            let touched = bodies.touched(node, &mut found);
            match tests.last_mut().filter(|last| last.word == word) {
                Some(last) => last.touched = both(last.touched, touched),
                None => tests.push(BooleanTest {
                    word,
                    boolean: 1 << (number & 0xF),
                    touched,
                }),
            }
        }
        Self(tests)
    }

    /// Returns the booleans that at least two words test where it matters to a query. `asks` returns true if the
    /// touched registers matter.
    pub(crate) fn that_matter(&self, asks: impl Fn(&Touched) -> bool) -> u16 {
        let (mut once, mut twice) = (0, 0);
        for test in self.0.iter().filter(|test| test.matters(&asks)) {
            twice |= once & test.boolean;
            once |= test.boolean;
        }
        twice
    }

    /// Removes the decisions of tests that do not matter to a query from a path. If other words test the same booleans,
    /// these decisions may be inconsistent.
    pub(crate) fn clean(&self, way: &mut Vec<Decision>, asks: impl Fn(&Touched) -> bool) {
        let tracked = self.that_matter(&asks);
        let shared = self.that_matter(|_| true);
        way.retain(|decision| {
            let at = self.0.binary_search_by_key(&decision.word, |test| test.word);
            let test = at.ok().and_then(|at| self.0.get(at));
            test.is_none_or(|test| test.boolean & shared & !tracked == 0 || test.matters(&asks))
        });
    }
}

impl BooleanTest {
    fn matters(&self, asks: impl Fn(&Touched) -> bool) -> bool {
        self.touched.is_none_or(|touched| asks(&touched))
    }
}

fn both(one: Option<Touched>, other: Option<Touched>) -> Option<Touched> {
    let (one, other) = (one?, other?);
    Some(Touched {
        places: one.places | other.places,
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
    fn touched(&self, test: u32, found: &mut Vec<u32>) -> Option<Touched> {
        let first = self.control.nodes[test as usize].word;
        let bits = self.code[first as usize];
        let Transfer::If(_) = Transfer::of_word(bits) else {
            return None;
        };
        let other = target(bits);
        let end = other.start.saturating_add(other.size);
        let mut touched = Touched::default();
        let mut behind = None;
        found.clear();
        found.push(test);
        let mut examined = 0;
        while let Some(&node) = found.get(examined) {
            examined += 1;
            let word = self.control.nodes[node as usize].word;
            let effect = &self.effects[word as usize];
            let is_plain = effect.writes & FLAGS == 0 && !effect.opcode.is_some_and(Opcode::is_of_geometry);
            if !is_plain || found.len() > MOST_NODES {
                return None;
            }
            touched.places |= effect.reads | effect.writes;
            touched.outputs |= effect.outputs;
            for edge in self.control.edges(node) {
                let To::Node(next) = edge.to else {
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
        behind.map(|_| touched)
    }
}
