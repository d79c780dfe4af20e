//! Checks that outputs are written, and only once.

use pica200_diagnostics::Code;
use pica200_objfmt::isa::descriptor::{Component, Mask};
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::property;

use crate::effects::{Effect, Outputs, bit};
use crate::equivalence::Components;
use crate::explore::Rule;
use crate::relevance::Accesses;
use crate::search::{Decision, Memory, SearchResult, View};
use crate::shader::{ShaderCheck, Stage};

/// Checks outputs. Repeated writes by a second run of a recursive procedure are part of the recursion error.
pub(crate) fn check(shader: &mut ShaderCheck<'_, '_>, is_recursive: bool) {
    match shader.stage {
        Stage::Vertex => {
            unwritten(shader, Opcode::End);
            if !is_recursive {
                written_twice(shader);
            }
        }
        Stage::Geometry => unwritten(shader, Opcode::Emit),
    }
    undeclared(shader);
}

/// Formats components: `o1.zw`, with the property.
fn names(shader: &ShaderCheck<'_, '_>, register: u8, components: Outputs) -> String {
    let mask = Component::ALL.into_iter().fold(Mask::NONE, |mask, component| {
        if components >> bit(register, component) & 1 == 1 {
            mask.with(component)
        } else {
            mask
        }
    });
    let mut outputs = shader.shader.outputs.iter();
    let output =
        outputs.find(|output| output.register == register.into() && output.mask & u16::from(mask.to_table_bits()) != 0);
    let property = output
        .and_then(|output| property::by_number(u8::try_from(output.property).ok()?))
        .map_or(String::new(), |property| format!(" ({})", property.name));
    let dot = if mask == Mask::ALL {
        String::new()
    } else {
        format!(".{mask}")
    };
    format!("`o{register}{dot}`{property}")
}

/// Reports outputs that are not written when the program ends, or when a vertex is emitted for which an earlier one of
/// the same run had them.
fn unwritten(shader: &mut ShaderCheck<'_, '_>, at: Opcode) {
    let (code, label) = match at {
        Opcode::End => (Code::UnwrittenOutput, "the shader ends here"),
        _ => (Code::StaleOutput, "emits the value from two vertices ago"),
    };
    if !shader.wants(code) {
        return;
    }
    let mut ever = 0;
    let mut candidates = 0;
    for &node in shader.nodes {
        let effect = shader.effect(node);
        ever |= effect.outputs;
        if effect.is(at) {
            candidates |= shader.facts[node as usize].unwritten;
        }
    }
    let ignored = match at {
        Opcode::Emit => unused_coordinates(shader),
        _ => 0,
    };
    let mut explored = Components::default();
    for register in 0..16u8 {
        let missing = candidates & 0xF << (register * 4) & !ignored;
        if missing == 0 {
            continue;
        }
        let (mut components, mut place) = (0, None);
        let mut rest = missing;
        while rest != 0 {
            let number = rest.trailing_zeros();
            let component: Outputs = 1 << number;
            rest &= !component;
            if let Some(found) = unwritten_at(shader, &mut explored, number, at) {
                components |= component;
                place.get_or_insert(found);
            }
        }
        let Some((node, path)) = place else { continue };
        let what = names(shader, register, components);
        let never = at == Opcode::End && components & ever == 0;
        let path = if never { Vec::new() } else { path };
        let message = match (at, never) {
            (Opcode::End, true) => {
                format!("the output {what} is never written, but must be written once")
            }
            (Opcode::End, false) => {
                format!("the output {what} may not have been written where the shader ends")
            }
            _ => format!("the output {what} is written for an earlier vertex, but may not be for this one"),
        };
        let word = shader.word(node);
        shader.add(code, word, message, label, &path);
    }
}

/// Returns the components of texture coordinates that the rasteriser does not read: all but the first two of each mask,
/// which may be anywhere in the register.
fn unused_coordinates(shader: &ShaderCheck<'_, '_>) -> Outputs {
    let is_plane = |property: u16| {
        let property = u8::try_from(property).ok().and_then(property::by_number);
        property.is_some_and(|p| matches!(p.name, "texcoord0" | "texcoord1" | "texcoord2"))
    };
    let outputs = shader.shader.outputs.iter();
    outputs
        .filter(|output| output.register < 16 && is_plane(output.property))
        .fold(0, |all, output| {
            let mask = Outputs::from(output.mask & 0xF);
            let after_first = mask & mask.wrapping_sub(1);
            let unused = after_first & after_first.wrapping_sub(1);
            all | unused << (output.register * 4)
        })
}

/// The vertex for which a component was last written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) enum LastWrite {
    /// None in this run.
    #[default]
    None,
    /// The vertex that was not yet emitted.
    This,
    /// A vertex that was emitted.
    Earlier,
}

impl Memory for LastWrite {
    fn is_goal(self) -> bool {
        self == Self::Earlier
    }
}

/// The rule that follows paths without a write to a component: until it is written or, for `emit`, with the memory of
/// the last write.
struct MissingWrite {
    component: Outputs,
    at: Opcode,
}

impl Rule for MissingWrite {
    type Memory = LastWrite;

    fn after(&self, view: &View<'_, '_, LastWrite>) -> Option<LastWrite> {
        let effect = view.effect();
        let last = view.state.memory;
        if effect.outputs & self.component != 0 {
            (self.at == Opcode::Emit).then_some(LastWrite::This)
        } else if effect.is(Opcode::Emit) && last == LastWrite::This {
            Some(LastWrite::Earlier)
        } else {
            Some(last)
        }
    }
}

/// Returns a path without a write to a component to the end of the program, or from an earlier vertex with it to an
/// `emit`.
fn unwritten_at(
    shader: &mut ShaderCheck<'_, '_>,
    explored: &mut Components<MissingWrite>,
    number: u32,
    at: Opcode,
) -> Option<(u32, Vec<Decision>)> {
    let component = 1 << number;
    let is_relevant = |accesses: &Accesses| accesses.outputs & component != 0;
    let written = |effect: &Effect| effect.outputs;
    let rule = || MissingWrite { component, at };
    let explored = explored.exploration(shader, number, written, is_relevant, rule);
    let wanted = match at {
        Opcode::Emit => LastWrite::Earlier,
        _ => LastWrite::None,
    };
    let goal = |view: &View<'_, '_, LastWrite>| view.effect().is(at) && view.state.memory == wanted;
    match explored.find(&mut shader.paths, goal) {
        SearchResult::Path(node, mut path) => {
            shader.tests.remove_irrelevant(&mut path, is_relevant);
            Some((node, path))
        }
        SearchResult::None | SearchResult::GaveUp => None,
    }
}

/// The rule that remembers whether a component was written.
struct TracksWrite(Outputs);

impl Rule for TracksWrite {
    type Memory = bool;

    fn after(&self, view: &View<'_, '_, bool>) -> Option<bool> {
        Some(view.state.memory || view.effect().outputs & self.0 != 0)
    }
}

/// Reports components that are written again.
fn written_twice(shader: &mut ShaderCheck<'_, '_>) {
    if !shader.wants(Code::OutputWrittenTwice) {
        return;
    }
    let mut reported: Outputs = 0;
    let mut explored = Components::default();
    for &node in shader.nodes {
        let outputs = shader.effect(node).outputs;
        let mut rest = outputs & shader.facts[node as usize].written & shader.declared & !reported;
        let (mut components, mut first_way) = (0, None);
        while rest != 0 {
            let number = rest.trailing_zeros();
            let component: Outputs = 1 << number;
            rest &= !component;
            let tests = shader.tests;
            let is_relevant = |accesses: &Accesses| accesses.outputs & component != 0;
            let written = |effect: &Effect| effect.outputs;
            let rule = || TracksWrite(component);
            let explored = explored.exploration(shader, number, written, is_relevant, rule);
            if let Some(mut path) = explored.reach(&mut shader.paths, node).definite_path() {
                tests.remove_irrelevant(&mut path, is_relevant);
                first_way.get_or_insert(path);
                components |= component;
            }
        }
        let Some(path) = first_way else { continue };
        reported |= components;
        let register = u8::try_from(components.trailing_zeros() / 4).unwrap_or_default();
        let what = names(shader, register, components);
        let message = format!("the output {what} may already have been written, but must be written only once");
        let (word, label) = (shader.word(node), "written again");
        shader.add(Code::OutputWrittenTwice, word, message, label, &path);
    }
}

/// Records the words that write outputs in the table, and those that write others.
fn undeclared(shader: &mut ShaderCheck<'_, '_>) {
    let registers = shader.shader.outputs.iter().fold(0u16, |all, output| {
        all | 1u16.checked_shl(output.register.into()).unwrap_or(0)
    });
    for node in shader.control.node_ids() {
        let word = shader.word(node);
        let outputs = shader.effect(node).outputs;
        if outputs == 0 {
            continue;
        }
        if registers >> (outputs.trailing_zeros() / 4) & 1 == 1 {
            shader.check.declared.insert(word as usize);
        } else {
            shader.check.undeclared.push((shader.number, word));
        }
    }
}
