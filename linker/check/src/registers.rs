//! Checks on register contents and on single instructions.

use pica200_diagnostics::Code;
use pica200_objfmt::flow::control::ScopeKind;
use pica200_objfmt::isa::descriptor::{Component, Mask};
use pica200_objfmt::isa::opcode::Opcode;
use rustc_hash::FxHashMap;

use crate::effects::{A0_X, A0_Y, ADDRESSES, Effect, FLAG_X, FLAG_Y, FLAGS, LOOP_COUNTER, Locations, TEMPORARIES};
use crate::equivalence::Components;
use crate::explore::{Exploration, Rule};
use crate::relevance::Accesses;
use crate::search::{Decision, View};
use crate::shader::{ShaderCheck, Stage};

pub(crate) fn check(shader: &mut ShaderCheck<'_, '_>) {
    instructions(shader);
    consecutive_mova(shader);
    unset_temporaries(shader);
    for control in &CONTROLS {
        unset_control(shader, control);
    }
    loop_counter(shader);
    unused_values(shader);
}

/// The names of the temporaries.
const NAMES: [&str; 16] = [
    "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
];

/// Formats locations: `r1.xy`, `a0.x`, `cmp.y`.
pub(crate) fn names(locations: Locations) -> String {
    // The length of `r10.xyz`.
    let mut names = String::with_capacity(16);
    let mut add = |parts: &[&str]| {
        if !names.is_empty() {
            names.push_str(" and ");
        }
        names.extend(parts.iter().copied());
    };
    let mut rest = locations & TEMPORARIES;
    while rest != 0 {
        let register = rest.trailing_zeros() / 4;
        let components = rest >> (register * 4) & 0xF;
        rest &= !(0xF << (register * 4));
        let mask = Mask::from_table_bits(u8::try_from(components).unwrap_or_default());
        let mut letters = String::new();
        if mask != Mask::ALL {
            letters.push('.');
            letters.extend(mask.components().map(Component::letter));
        }
        add(&["`", NAMES[register as usize], &letters, "`"]);
    }
    let others = [
        (A0_X, "`a0.x`"),
        (A0_Y, "`a0.y`"),
        (LOOP_COUNTER, "`aL`"),
        (FLAG_X, "`cmp.x`"),
        (FLAG_Y, "`cmp.y`"),
    ];
    for (_, name) in others.iter().filter(|(location, _)| locations & location != 0) {
        add(&[name]);
    }
    names
}

/// Reports faults of single instructions.
fn instructions(shader: &mut ShaderCheck<'_, '_>) {
    for &word in shader.words {
        let effect = &shader.check.effects[word as usize];
        let (opcode, inputs, missing) = (effect.opcode, effect.inputs, effect.missing_descriptor);
        if opcode.is_none() {
            let code = shader.check.shbin.program.code[word as usize];
            let message = format!("the word {code:08X} is not a known instruction");
            shader.add_word(Code::UnknownOpcode, word, message, "execution reaches this");
        }
        if let Some(number) = missing {
            let count = shader.check.shbin.program.descriptors.len();
            let message = format!("the instruction refers to operand descriptor {number}, but the file has {count}");
            shader.add_word(Code::NoDescriptor, word, message, "its effect is not known");
        }
        if inputs.count_ones() > 1 {
            let names: Vec<_> = (0..16)
                .filter(|n| inputs >> n & 1 == 1)
                .map(|n| format!("`v{n}`"))
                .collect();
            let message = format!(
                "the instruction reads {}, but can read only one input register",
                names.join(" and ")
            );
            shader.add_word(Code::TwoInputs, word, message, "reads several inputs");
        }
    }
}

/// The rule that remembers whether the previous instruction is `mova`.
struct AfterMova;

impl Rule for AfterMova {
    type Memory = bool;

    fn after(&self, view: &View<'_, '_, bool>) -> Option<bool> {
        Some(view.effect().is(Opcode::Mova))
    }
}

fn consecutive_mova(shader: &mut ShaderCheck<'_, '_>) {
    if !shader.wants(Code::ConsecutiveMova) {
        return;
    }
    let mut explored = Exploration::new(AfterMova, shader.paths.shared, &shader.paths);
    for &node in shader.nodes {
        if !shader.facts[node as usize].after_mova || !shader.effect(node).is(Opcode::Mova) {
            continue;
        }
        let word = shader.word(node);
        let Some(path) = explored.reach(&mut shader.paths, node).path() else {
            continue;
        };
        let message =
            "two consecutive `mova` are executed, which hangs the console; put another instruction between them"
                .to_owned();
        shader.add(Code::ConsecutiveMova, word, message, "the second `mova`", &path);
    }
}

/// Reports components of temporaries that are read, with an effect, before anything has written them. Each is reported
/// where it is first read.
fn unset_temporaries(shader: &mut ShaderCheck<'_, '_>) {
    if !shader.wants(Code::UnsetTemporary) {
        return;
    }
    let mut reported: Locations = 0;
    let mut unset = Unset::default();
    for &node in shader.nodes {
        let unset_before = shader.facts[node as usize].unset & TEMPORARIES & !reported;
        let effect = shader.effect(node);
        if effect.reads & unset_before == 0 {
            continue;
        }
        let needed = effect.needed(shader.wanted[node as usize], shader.declared);
        let candidates = needed & unset_before;
        let (found, path) = unset.at(shader, node, candidates);
        if found == 0 {
            continue;
        }
        reported |= found;
        let word = shader.word(node);
        let what = names(found);
        let message = match shader.stage {
            Stage::Vertex => format!("{what} may be read here before it is written"),
            Stage::Geometry => format!("{what} is read, but never written"),
        };
        shader.add(Code::UnsetTemporary, word, message, "reads an unset value", &path);
    }
}

/// The rule that follows paths until something may write a location.
struct Unwritten(Locations);

impl Rule for Unwritten {
    type Memory = ();

    fn after(&self, view: &View<'_, '_>) -> Option<()> {
        (view.effect().writes & self.0 == 0).then_some(())
    }
}

/// The paths on which locations stay unset, for each location.
#[derive(Default)]
struct Unset(Components<Unwritten>);

impl Unset {
    /// Returns the subset of `candidates` that can be unset at a node, and a path to it.
    fn at(&mut self, shader: &mut ShaderCheck<'_, '_>, node: u32, candidates: Locations) -> (Locations, Vec<Decision>) {
        let (mut all, mut first_way) = (0, None);
        let mut rest = candidates;
        while rest != 0 {
            let number = rest.trailing_zeros();
            let location = 1 << number;
            rest &= !location;
            let tests = shader.tests;
            let is_relevant = |accesses: &Accesses| accesses.locations & location != 0;
            let written = |effect: &Effect| (effect.writes & TEMPORARIES) as u64;
            let rule = || Unwritten(location);
            let explored = self.0.exploration(shader, number, written, is_relevant, rule);
            if let Some(mut path) = explored.reach(&mut shader.paths, node).definite_path() {
                tests.remove_irrelevant(&mut path, is_relevant);
                first_way.get_or_insert(path);
                all |= location;
            }
        }
        (all, first_way.unwrap_or_default())
    }
}

/// Locations that an instruction always reads, whether or not its result is used.
struct Control {
    code: Code,
    locations: Locations,
    /// The verb for their use, and the instruction that writes them.
    use_and_writer: [&'static str; 2],
    label: &'static str,
}

const CONTROLS: [Control; 2] = [
    Control {
        code: Code::UnsetAddress,
        locations: ADDRESSES,
        use_and_writer: ["used", "mova"],
        label: "uses an unset value",
    },
    Control {
        code: Code::UnsetFlags,
        locations: FLAGS,
        use_and_writer: ["tested", "cmp"],
        label: "tests an unset flag",
    },
];

/// Reports address registers and flags that are read before anything has written them. Each is reported where it is
/// first read.
fn unset_control(shader: &mut ShaderCheck<'_, '_>, control: &Control) {
    if !shader.wants(control.code) || shader.control_reads & control.locations == 0 {
        return;
    }
    let mut reported: Locations = 0;
    let mut unset = Unset::default();
    for &node in shader.nodes {
        let unset_before = shader.facts[node as usize].unset & control.locations & !reported;
        if unset_before == 0 {
            continue;
        }
        let candidates = shader.effect(node).control_reads & unset_before;
        let (found, path) = unset.at(shader, node, candidates);
        if found == 0 {
            continue;
        }
        reported |= found;
        let word = shader.word(node);
        let what = names(found);
        let [used, writer] = control.use_and_writer;
        let (are, them) = match found.count_ones() {
            1 => ("is", "it"),
            _ => ("are", "them"),
        };
        let message = match shader.stage {
            Stage::Vertex => {
                format!("{what} may be {used} here before any `{writer}` has written {them}")
            }
            Stage::Geometry => format!("{what} {are} {used}, but no `{writer}` ever writes {them}"),
        };
        shader.add(control.code, word, message, control.label, &path);
    }
}

fn loop_counter(shader: &mut ShaderCheck<'_, '_>) {
    if shader.control_reads & LOOP_COUNTER == 0 {
        return;
    }
    let is_use = |node: u32| {
        let reads = shader.effect(node).control_reads;
        reads & LOOP_COUNTER != 0 && shader.control.depth(node, ScopeKind::Loop) == 0
    };
    let uses: Vec<_> = shader.nodes.iter().copied().filter(|&node| is_use(node)).collect();
    if uses.is_empty() || !shader.wants(Code::LoopCounterOutsideLoop) {
        return;
    }
    // Where there are too many paths, only the examined states are used.
    shader.all.complete(&mut shader.paths);
    let mut outside = FxHashMap::default();
    for (number, view) in shader.all.views(&shader.paths).enumerate() {
        if view.effect().control_reads & LOOP_COUNTER != 0 && view.depth(ScopeKind::Loop) == 0 {
            outside.entry(view.state.node).or_insert(number);
        }
    }
    for node in uses {
        let Some(&state) = outside.get(&node) else {
            continue;
        };
        let message = "`aL` is used outside of loops, but only loops set it".to_owned();
        let (word, label) = (shader.word(node), "no loop is open here");
        let path = shader.all.path(state);
        shader.add(Code::LoopCounterOutsideLoop, word, message, label, &path);
    }
}

/// Records the words whose values are never read.
fn unused_values(shader: &mut ShaderCheck<'_, '_>) {
    if !shader.wants(Code::UnusedValue) {
        return;
    }
    for node in shader.control.node_ids() {
        let word = shader.word(node);
        let effect = shader.effect(node);
        let writes = effect.values();
        if writes == 0 {
            continue;
        }
        if writes & shader.read[node as usize] == 0 {
            shader.check.unused.push((shader.number, word));
        } else {
            shader.check.used.insert(word as usize);
        }
    }
}

impl ShaderCheck<'_, '_> {
    /// Adds a diagnostic about a word, without a path.
    pub(crate) fn add_word(&mut self, code: Code, word: u32, message: String, label: &'static str) {
        self.check.add_word(code, self.number, word, message, label);
    }
}
