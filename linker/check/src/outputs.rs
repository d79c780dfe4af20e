//! Checks on outputs: whether, and how often, they are written.

use pica200_diagnostics::Code;
use pica200_objfmt::isa::descriptor::{Component, Mask};
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::property;

use crate::effects::{Outputs, bit};
use crate::search::{Decision, Found, Visit};
use crate::shader::{ShaderCheck, Stage};

/// Checks outputs. What a second run of a recursive procedure writes again belongs to that one mistake.
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

/// Components in words: `o1.zw`, with the property.
fn names(shader: &ShaderCheck<'_, '_>, register: u8, components: Outputs) -> String {
    let mask = Component::ALL
        .into_iter()
        .fold(Mask::NONE, |mask, component| {
            if components >> bit(register, component) & 1 == 1 {
                mask.with(component)
            } else {
                mask
            }
        });
    let mut outputs = shader.shader.outputs.iter();
    let output = outputs.find(|output| {
        output.register == register.into() && output.mask & u16::from(mask.to_table_bits()) != 0
    });
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

/// Reports outputs that are not written when the program ends, or a vertex is emitted.
fn unwritten(shader: &mut ShaderCheck<'_, '_>, at: Opcode) {
    let mut ever = 0;
    let mut candidates = 0;
    let mut places = Vec::new();
    for node in shader.nodes_in_order() {
        let effect = &shader.check.effects[shader.word(node) as usize];
        ever |= effect.outputs();
        if effect.is(at) {
            let unwritten = shader.facts[node as usize].unwritten;
            candidates |= unwritten;
            places.push((node, unwritten));
        }
    }
    for register in 0..16u8 {
        let missing = candidates & 0xF << (register * 4);
        if missing == 0 {
            continue;
        }
        let (mut components, mut place) = (0, None);
        let mut rest = missing;
        while rest != 0 {
            let component: Outputs = 1 << rest.trailing_zeros();
            rest &= !component;
            if let Some(found) = unwritten_at(shader, component, at) {
                components |= component;
                place.get_or_insert(found);
            }
        }
        let Some((node, way)) = place else { continue };
        let what = names(shader, register, components);
        let never = components & ever == 0;
        let way = if never { Vec::new() } else { way };
        let message = match (at, never) {
            (Opcode::End, true) => {
                format!("the output {what} is never written, but must be written once")
            }
            (Opcode::End, false) => {
                format!("the output {what} may not have been written where the shader ends")
            }
            (_, true) => format!("the output {what} is emitted, but never written"),
            (_, false) => format!(
                "the output {what} may be emitted without having been written since the last `emit`"
            ),
        };
        let (code, label) = match at {
            Opcode::End => (Code::UnwrittenOutput, "the shader ends here"),
            _ => (Code::StaleOutput, "emits the value from two vertices ago"),
        };
        let word = shader.word(node);
        shader.add(code, word, message, label, &way);
    }
}

/// A path to the end of the program, or to an `emit`, without a write to a component (since the last `emit`).
fn unwritten_at(
    shader: &mut ShaderCheck<'_, '_>,
    component: Outputs,
    at: Opcode,
) -> Option<(u32, Vec<Decision>)> {
    let found = shader.search_nodes(|view| {
        let effect = view.effect();
        if effect.is(at) && view.memory == 0 {
            Visit::Found
        } else if effect.outputs() & component != 0 {
            if at == Opcode::End {
                Visit::Stop
            } else {
                Visit::GoOn(1)
            }
        } else if effect.is(Opcode::Emit) {
            Visit::GoOn(0)
        } else {
            Visit::GoOn(view.memory)
        }
    });
    match found {
        Found::Way(node, way) => Some((node, way)),
        Found::None | Found::GaveUp => None,
    }
}

/// Reports components that are written again.
fn written_twice(shader: &mut ShaderCheck<'_, '_>) {
    let mut told: Outputs = 0;
    for node in shader.nodes_in_order() {
        let word = shader.word(node);
        let outputs = shader.check.effects[word as usize].outputs();
        let mut rest = outputs & shader.facts[node as usize].written & shader.declared & !told;
        let (mut components, mut first_way) = (0, Vec::new());
        while rest != 0 {
            let component: Outputs = 1 << rest.trailing_zeros();
            rest &= !component;
            let found = shader.search_nodes(|view| {
                if view.effect().outputs() & component == 0 {
                    Visit::GoOn(view.memory)
                } else if view.node == node && view.memory == 1 {
                    Visit::Found
                } else {
                    Visit::GoOn(1)
                }
            });
            if let Found::Way(_, way) = found {
                if components == 0 {
                    first_way = way;
                }
                components |= component;
            }
        }
        if components == 0 {
            continue;
        }
        told |= components;
        let register = u8::try_from(components.trailing_zeros() / 4).unwrap_or_default();
        let what = names(shader, register, components);
        let message = format!(
            "the output {what} may already have been written, but must be written only once"
        );
        let label = "written again";
        shader.add(Code::OutputWrittenTwice, word, message, label, &first_way);
    }
}

/// Notes the words that write outputs in the table, and those that write others.
fn undeclared(shader: &mut ShaderCheck<'_, '_>) {
    let registers = shader.shader.outputs.iter().fold(0u16, |all, output| {
        all | 1u16.checked_shl(output.register.into()).unwrap_or(0)
    });
    for node in shader.control.node_ids() {
        let word = shader.word(node);
        let outputs = shader.check.effects[word as usize].outputs();
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
