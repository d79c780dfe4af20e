//! Checks on register contents and on single instructions.

use pica200_diagnostics::Code;
use pica200_objfmt::flow::control::ScopeKind;
use pica200_objfmt::isa::descriptor::{Component, Mask};
use pica200_objfmt::isa::opcode::Opcode;

use crate::effects::{
    A0_X, A0_Y, ADDRESSES, FLAG_X, FLAG_Y, FLAGS, LOOP_COUNTER, Places, TEMPORARIES, bit,
};
use crate::search::{Found, Visit};
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

/// Places in words: `r1.xy`, `a0.x`, `cmp.y`.
pub(crate) fn names(places: Places) -> String {
    let mut names = Vec::new();
    for register in 0..16u8 {
        let mask = Component::ALL
            .into_iter()
            .fold(Mask::NONE, |mask, component| {
                if places >> bit(register, component) & 1 == 1 {
                    mask.with(component)
                } else {
                    mask
                }
            });
        if mask == Mask::ALL {
            names.push(format!("`r{register}`"));
        } else if mask != Mask::NONE {
            names.push(format!("`r{register}.{mask}`"));
        }
    }
    let others = [
        (A0_X, "`a0.x`"),
        (A0_Y, "`a0.y`"),
        (LOOP_COUNTER, "`aL`"),
        (FLAG_X, "`cmp.x`"),
        (FLAG_Y, "`cmp.y`"),
    ];
    let others = others.iter().filter(|(place, _)| places & place != 0);
    names.extend(others.map(|(_, name)| (*name).to_owned()));
    names.join(" and ")
}

/// Reports faults of single instructions.
fn instructions(shader: &mut ShaderCheck<'_, '_>) {
    let mut words: Vec<_> = shader.control.nodes.iter().map(|node| node.word).collect();
    words.sort_unstable();
    words.dedup();
    for word in words {
        let effect = &shader.check.effects[word as usize];
        let (opcode, inputs, missing) = (effect.opcode, effect.inputs, effect.missing_descriptor);
        if opcode.is_none() {
            let code = shader.check.shbin.program.code[word as usize];
            let message = format!("the word {code:08X} is not a known instruction");
            shader.add_word(Code::UnknownOpcode, word, message, "execution reaches this");
        }
        if let Some(number) = missing {
            let count = shader.check.shbin.program.descriptors.len();
            let message = format!(
                "the instruction refers to operand descriptor {number}, but the file has {count}"
            );
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

fn consecutive_mova(shader: &mut ShaderCheck<'_, '_>) {
    for node in shader.nodes_in_order() {
        let word = shader.word(node);
        let is_mova = shader.check.effects[word as usize].is(Opcode::Mova);
        if !is_mova || !shader.facts[node as usize].after_mova {
            continue;
        }
        let found = shader.search_nodes(|view| match view.effect().is(Opcode::Mova) {
            true if view.node == node && view.memory == 1 => Visit::Found,
            is_mova => Visit::GoOn(is_mova.into()),
        });
        let way = match found {
            Found::None => continue,
            Found::Way(_, way) => way,
            Found::GaveUp => Vec::new(),
        };
        let message = "two `mova` are executed in a row, which hangs the console; put another instruction between them"
            .to_owned();
        shader.add(
            Code::ConsecutiveMova,
            word,
            message,
            "the second `mova`",
            &way,
        );
    }
}

/// Reports components of temporaries that are read, with an effect, before anything has written them. Each is reported
/// where it is first read.
fn unset_temporaries(shader: &mut ShaderCheck<'_, '_>) {
    let mut told: Places = 0;
    for node in shader.nodes_in_order() {
        let word = shader.word(node);
        let effect = &shader.check.effects[word as usize];
        let needed = effect.needed(shader.wanted[node as usize], shader.declared);
        let candidates = needed & shader.facts[node as usize].unset & TEMPORARIES & !told;
        let (found, way) = unset(shader, node, candidates);
        if found == 0 {
            continue;
        }
        told |= found;
        let what = names(found);
        let message = match shader.stage {
            Stage::Vertex => format!("{what} may be read here before anything has written it"),
            Stage::Geometry => format!("{what} is read, but nothing ever writes it"),
        };
        shader.add(
            Code::UnsetTemporary,
            word,
            message,
            "reads an unset value",
            &way,
        );
    }
}

/// The places, among some, that can be unset at a node, and a path to it.
fn unset(
    shader: &mut ShaderCheck<'_, '_>,
    node: u32,
    candidates: Places,
) -> (Places, Vec<crate::search::Decision>) {
    let (mut all, mut first_way) = (0, Vec::new());
    let mut rest = candidates;
    while rest != 0 {
        let place = 1 << rest.trailing_zeros();
        rest &= !place;
        let found = shader.search_nodes(|view| {
            if view.node == node {
                Visit::Found
            } else if view.effect().may_write() & place != 0 {
                Visit::Stop
            } else {
                Visit::GoOn(0)
            }
        });
        if let Found::Way(_, way) = found {
            if all == 0 {
                first_way = way;
            }
            all |= place;
        }
    }
    (all, first_way)
}

/// Places that an instruction reads in any case, whatever becomes of its result.
struct Control {
    code: Code,
    places: Places,
    /// What the instruction does with them, and the instruction that writes them.
    use_and_writer: [&'static str; 2],
    label: &'static str,
}

const CONTROLS: [Control; 2] = [
    Control {
        code: Code::UnsetAddress,
        places: ADDRESSES,
        use_and_writer: ["used", "mova"],
        label: "uses an unset value",
    },
    Control {
        code: Code::UnsetFlags,
        places: FLAGS,
        use_and_writer: ["tested", "cmp"],
        label: "tests an unset flag",
    },
];

/// Reports address registers and flags that are read before anything has written them. Each is reported where it is
/// first read.
fn unset_control(shader: &mut ShaderCheck<'_, '_>, control: &Control) {
    let mut told: Places = 0;
    for node in shader.nodes_in_order() {
        let word = shader.word(node);
        let reads = shader.check.effects[word as usize].control_reads;
        let candidates = reads & shader.facts[node as usize].unset & control.places & !told;
        let (found, way) = unset(shader, node, candidates);
        if found == 0 {
            continue;
        }
        told |= found;
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
        shader.add(control.code, word, message, control.label, &way);
    }
}

fn loop_counter(shader: &mut ShaderCheck<'_, '_>) {
    let uses: Vec<_> = shader.nodes_in_order();
    for node in uses {
        let word = shader.word(node);
        let reads = shader.check.effects[word as usize].control_reads;
        if reads & LOOP_COUNTER == 0 || shader.control.depth(node, ScopeKind::Loop) > 0 {
            continue;
        }
        let found = shader.search_nodes(|view| {
            if view.node == node && view.depth(ScopeKind::Loop) == 0 {
                Visit::Found
            } else {
                Visit::GoOn(0)
            }
        });
        if let Found::Way(_, way) = found {
            let message = "`aL` is used where no loop is open, but only loops set it".to_owned();
            shader.add(
                Code::LoopCounterOutsideLoop,
                word,
                message,
                "no loop is open here",
                &way,
            );
        }
    }
}

/// Notes the words whose values nothing reads.
fn unused_values(shader: &mut ShaderCheck<'_, '_>) {
    for node in shader.control.node_ids() {
        let word = shader.word(node);
        let effect = &shader.check.effects[word as usize];
        let writes = effect.lanes.iter().fold(0, |all, lane| all | lane.writes);
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
    /// Adds a finding about a word, without a path.
    pub(crate) fn add_word(&mut self, code: Code, word: u32, message: String, label: &str) {
        self.check.add_word(code, self.number, word, message, label);
    }
}
