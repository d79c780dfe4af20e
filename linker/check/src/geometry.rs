//! Checks on the order of `setemit` and `emit` in geometry shaders.
//!
//! `setemit` selects one of three vertex slots for the following vertices, and whether each of them completes a
//! triangle from the three slots. Both the selection and the slots persist from one run to the next. So problems that
//! depend on flags, which differ from run to run, are not reported: an earlier run may have done whatever is missing on
//! the path. Booleans are the same in all runs of a draw call.

use std::collections::BTreeMap;

use pica200_diagnostics::Code;
use pica200_objfmt::isa::opcode::Opcode;
use rustc_hash::FxHashMap;

use crate::conditions::Booleans;
use crate::effects::{Effect, Emission};
use crate::explore::{Exploration, Rule};
use crate::search::{Decision, Memory, View};
use crate::shader::{ShaderCheck, Stage};

/// A set of slots, slot n at bit n.
type Slots = u8;
const ALL_SLOTS: Slots = 0b111;

pub(crate) fn check(shader: &mut ShaderCheck<'_, '_>) {
    if shader.stage == Stage::Vertex {
        return;
    }
    let mut nodes = shader.nodes.iter().copied();
    let Some(first) = nodes.find(|&node| shader.effect(node).is(Opcode::Emit)) else {
        let message = "the geometry shader contains no `emit`, so nothing is drawn".to_owned();
        let label = "a shader starts here";
        return shader.add_word(Code::NoPrimitive, shader.shader.entry, message, label);
    };
    let codes = [Code::NoPrimitive, Code::EmitWithoutSetemit, Code::UnsetVertex];
    if !codes.into_iter().any(|code| shader.wants(code)) {
        return;
    }
    let mut explored = Exploration::new(TrackProtocol, shader.paths.shared, &shader.paths);
    if !explored.complete(&mut shader.paths) {
        return;
    }
    let arrivals = arrivals(shader, &explored);
    no_primitive(shader, &arrivals, first);
    if !without_setemit(shader, &explored, &arrivals) && shader.wants(Code::UnsetVertex) {
        // A vertex that replaced another one is missing elsewhere: report only one of the two errors.
        unset_vertices(shader, &arrivals);
    }
}

/// The state of `setemit` and `emit` on a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
struct Protocol {
    /// The last `setemit`.
    selected: Option<Emission>,
    /// True if no `emit` has been executed since.
    is_new: bool,
    /// The node of the last `emit`.
    last: Option<u32>,
    /// True if flags were decisive since the last `emit`, or the start.
    is_guarded: bool,
    /// The slots that have a vertex.
    filled: Slots,
}

impl Memory for Protocol {
    fn guarded(self) -> Self {
        Self {
            is_guarded: true,
            ..self
        }
    }

    fn is_goal(self) -> bool {
        false
    }
}

impl Protocol {
    /// Returns the slot of the next vertex. Before the first `setemit`, it is slot 0.
    fn slot(self) -> Slots {
        1u8.checked_shl(self.selected.map_or(0, |selected| selected.slot).into())
            .map_or(0, |slot| slot & ALL_SLOTS)
    }

    fn is_primitive(self) -> bool {
        self.selected.is_some_and(|selected| selected.primitive)
    }

    /// Returns the state after an instruction.
    fn after(self, node: u32, effect: &Effect) -> Self {
        if effect.emission.is_some() {
            Self {
                selected: effect.emission,
                is_new: true,
                ..self
            }
        } else if effect.is(Opcode::Emit) {
            Self {
                is_new: false,
                last: Some(node),
                is_guarded: false,
                filled: self.filled | self.slot(),
                ..self
            }
        } else {
            self
        }
    }
}

/// The rule that remembers the protocol.
struct TrackProtocol;

impl Rule for TrackProtocol {
    type Memory = Protocol;

    fn after(&self, view: &View<'_, '_, Protocol>) -> Option<Protocol> {
        Some(view.state.memory.after(view.state.node, view.effect()))
    }
}

/// The ways in which execution arrives at an `emit`, in one of its calls.
#[derive(Default)]
struct Arrivals {
    /// States in which no `setemit` was executed since the last `emit`, each with the index of the nearest one.
    stale: BTreeMap<Stale, usize>,
    /// True if there are other states.
    has_new: bool,
    /// True if there is a state in which a triangle is completed, and one in which a slot is empty at that point.
    is_primitive: bool,
    has_empty: bool,
}

/// An arrival at an `emit` without a `setemit` since the one before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Stale {
    is_guarded: bool,
    last: Option<u32>,
    is_selected: bool,
}

impl Stale {
    fn new(protocol: Protocol) -> Option<Self> {
        (!protocol.is_new).then_some(Self {
            is_guarded: protocol.is_guarded,
            last: protocol.last,
            is_selected: protocol.selected.is_some(),
        })
    }
}

impl Arrivals {
    /// Returns the arrival to report: one that no flags can prevent, or any, if there are no others.
    fn reportable(&self) -> Option<(Stale, usize)> {
        let (&first, &state) = self.stale.first_key_value()?;
        (!first.is_guarded || !self.has_new).then_some((first, state))
    }
}

/// A node in a call.
type ContextNode = (u32, u32);

/// Collects all `emit`s that execution reaches.
fn arrivals(shader: &ShaderCheck<'_, '_>, explored: &Exploration<TrackProtocol>) -> BTreeMap<ContextNode, Arrivals> {
    let mut all: FxHashMap<ContextNode, Arrivals> = FxHashMap::default();
    let states = explored.views(&shader.paths).enumerate();
    for (number, view) in states.filter(|(_, view)| view.effect().is(Opcode::Emit)) {
        let protocol = view.state.memory;
        let arrivals = all.entry(view.context_node()).or_default();
        match Stale::new(protocol) {
            Some(stale) => {
                arrivals.stale.entry(stale).or_insert(number);
            }
            None => arrivals.has_new = true,
        }
        if protocol.is_primitive() {
            arrivals.is_primitive = true;
            arrivals.has_empty |= protocol.filled | protocol.slot() != ALL_SLOTS;
        }
    }
    all.into_iter().collect()
}

/// Reports a shader that emits vertices but no triangle. A missing `setemit` takes precedence.
fn no_primitive(shader: &mut ShaderCheck<'_, '_>, arrivals: &BTreeMap<ContextNode, Arrivals>, first: u32) {
    let mut nodes = shader.control.node_ids();
    let selects = nodes.any(|node| shader.effect(node).emission.is_some());
    if selects && !arrivals.values().any(|arrivals| arrivals.is_primitive) {
        let message =
            "the geometry shader emits vertices, but no `setemit` before them has `prim`, so nothing is drawn"
                .to_owned();
        let word = shader.word(first);
        let label = "emits a vertex, but no triangle";
        shader.add_word(Code::NoPrimitive, word, message, label);
    }
}

/// Reports each `emit` that execution reaches without a new `setemit`. Returns true if there are any.
fn without_setemit(
    shader: &mut ShaderCheck<'_, '_>,
    explored: &Exploration<TrackProtocol>,
    arrivals: &BTreeMap<ContextNode, Arrivals>,
) -> bool {
    let mut wrong: Vec<(ContextNode, (Stale, usize))> = arrivals
        .iter()
        .filter_map(|(&at, arrivals)| Some((at, arrivals.reportable()?)))
        .collect();
    wrong.sort_by_key(|((node, _), (stale, _))| (shader.word(*node), *stale));
    wrong.dedup_by_key(|((node, _), _)| shader.word(*node));
    for &(at, (stale, state)) in &wrong {
        let path = explored.path(state);
        let word = shader.word(at.0);
        let last = stale.last.map(|last| shader.word(last));
        let (message, label, before) = match last.filter(|last| *last != word) {
            _ if !stale.is_selected => (
                "`emit` is executed before any `setemit` has selected a vertex slot",
                "the slot of this vertex is not known",
                None,
            ),
            Some(last) => (
                "no `setemit` is executed between this `emit` and the previous one",
                "replaces the previous vertex",
                Some((last, "emits the previous vertex")),
            ),
            None => (
                "this `emit` is executed again without an intervening `setemit`",
                "replaces the previous vertex",
                None,
            ),
        };
        let code = Code::EmitWithoutSetemit;
        shader.add_with(code, word, message.to_owned(), label, &path, before);
    }
    !wrong.is_empty()
}

/// Reports triangles with a corner in a slot that has no vertex. Each slot is reported once.
fn unset_vertices(shader: &mut ShaderCheck<'_, '_>, arrivals: &BTreeMap<ContextNode, Arrivals>) {
    let mut candidates: Vec<ContextNode> = arrivals
        .iter()
        .filter(|(_, arrivals)| arrivals.has_empty)
        .map(|(&at, _)| at)
        .collect();
    candidates.sort_by_key(|&(node, calls)| (shader.word(node), calls));
    let mut reported: Slots = 0;
    for at in candidates {
        let Some((slots, path)) = empty_slots(shader, at, ALL_SLOTS & !reported) else {
            continue;
        };
        reported |= slots;
        let numbers: Vec<_> = (0..3u8)
            .filter(|slot| slots >> slot & 1 == 1)
            .map(|slot| slot.to_string())
            .collect();
        let message = match numbers.as_slice() {
            [one] => format!("slot {one} has no vertex here: no previous `emit` has filled it"),
            _ => format!(
                "the slots {} have no vertices here: no previous `emit` has filled them",
                numbers.join(" and ")
            ),
        };
        let word = shader.word(at.0);
        let label = "completes the triangle";
        shader.add(Code::UnsetVertex, word, message, label, &path);
    }
}

/// Returns true if a triangle is completed in a state at a location.
fn completes(view: &View<'_, '_, Protocol>, at: ContextNode) -> bool {
    view.context_node() == at && view.state.memory.is_primitive() && view.effect().is(Opcode::Emit)
}

/// The rule that remembers the protocol until a location completes a triangle.
struct UntilTriangle(ContextNode);

impl Rule for UntilTriangle {
    type Memory = Protocol;

    fn after(&self, view: &View<'_, '_, Protocol>) -> Option<Protocol> {
        (!completes(view, self.0)).then(|| view.state.memory.after(view.state.node, view.effect()))
    }
}

/// Returns the subset of `among` that is certain to have no vertex when execution first completes a triangle at a
/// location, and a path to it. With the same booleans, no path fills them before, so no earlier run can have filled
/// them.
fn empty_slots(shader: &mut ShaderCheck<'_, '_>, at: ContextNode, among: Slots) -> Option<(Slots, Vec<Decision>)> {
    let mut explored = Exploration::new(UntilTriangle(at), u16::MAX, &shader.paths);
    if !explored.complete(&mut shader.paths) {
        return None;
    }
    let mut fills: BTreeMap<Slots, Vec<Booleans>> = BTreeMap::new();
    let mut firsts: Vec<(Slots, Booleans, usize)> = Vec::new();
    for (number, view) in explored.views(&shader.paths).enumerate() {
        let (slot, booleans) = (view.state.memory.slot(), view.booleans());
        if completes(&view, at) {
            firsts.push((slot, booleans, number));
        } else if view.effect().is(Opcode::Emit) {
            let settings = fills.entry(slot).or_default();
            if !settings.contains(&booleans) {
                settings.push(booleans);
            }
        }
    }
    let is_empty = |slot: Slots, booleans: Booleans| {
        let settings = fills.get(&slot);
        !settings.is_some_and(|settings| settings.iter().any(|other| other.agrees(booleans)))
    };
    let empty_at = |own: Slots, booleans: Booleans| {
        let others = [0b001, 0b010, 0b100].into_iter();
        let empty = others.filter(|slot| slot & own == 0 && is_empty(*slot, booleans));
        empty.fold(0, |all, slot| all | slot)
    };
    firsts.iter().find_map(|&(own, booleans, state)| {
        let empty = empty_at(own, booleans) & among;
        // Flags may select between several slots. The triangle of another one may be the first, and leave no slot
        // empty.
        let mut rivals = firsts.iter().filter(|first| first.1.agrees(booleans));
        let is_sure = rivals.all(|&(own, booleans, _)| empty_at(own, booleans) != 0);
        (empty != 0 && is_sure).then(|| (empty, explored.path(state)))
    })
}
