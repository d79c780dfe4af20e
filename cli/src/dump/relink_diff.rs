//! Fields of a shader binary that relinking its disassembly changes without changing its meaning.

use pica200_objfmt::formats::shbin::{Program, Shader, Shbin};

use super::page::counted;

/// Lists the parts in which a relinked file differs from the original. Consoles ignore them, or read them the same way.
pub(super) fn relink_diff(original: &Shbin, linked: &Shbin) -> Vec<String> {
    if original == linked {
        return vec!["the order of the tables, or bytes outside of them".to_owned()];
    }
    let mut changes = program_changes(&original.program, &linked.program);
    let shaders = original.shaders.iter().zip(&linked.shaders);
    for (number, (shader, again)) in shaders.enumerate() {
        let shader_changes = shader_changes(shader, again);
        changes.extend(shader_changes.map(|what| format!("DVLE {number}: {what}")));
    }
    changes
}

fn program_changes(original: &Program, linked: &Program) -> Vec<String> {
    let mut changes = Vec::new();
    for (what, values) in [
        ("version", [original.version, linked.version]),
        ("halfword after the version", [original.reserved, linked.reserved]),
    ] {
        changes.extend(changed(what, values));
    }
    let flags = original.descriptors.iter().enumerate();
    let flags = flags.filter(|(number, entry)| {
        let again = linked.descriptors.get(*number);
        again.map_or(0, |again| again.flags) != entry.flags
    });
    let flags = flags.count();
    if flags > 0 {
        changes.push(format!("the second words of {}", counted(flags, "descriptor")));
    }
    let first = |program: &Program| -> Vec<_> {
        let entries = program.descriptors.iter();
        entries.map(|entry| entry.descriptor).collect()
    };
    if first(original) != first(linked) {
        changes.push("the numbers of descriptors, or bits of them that no instruction uses".to_owned());
    } else if original.code != linked.code {
        changes.push("the numbers in instruction words".to_owned());
    }
    if original.files != linked.files {
        changes.push("the names of source files".to_owned());
    }
    if original.lines != linked.lines {
        changes.push("the line table".to_owned());
    }
    changes.into_iter().map(|what| format!("DVLP: {what}")).collect()
}

fn shader_changes(original: &Shader, linked: &Shader) -> impl Iterator<Item = String> + use<> {
    let bytes = |shader: &Shader| {
        let geometry = shader.geometry;
        [
            geometry.mode,
            geometry.fixed_start,
            geometry.variable_vertices,
            geometry.fixed_vertices,
        ]
    };
    let mut changes = Vec::new();
    changes.extend(changed("version", [original.version, linked.version]));
    changes.extend(changed("kind", [original.kind, linked.kind].map(u16::from)));
    let merge = [original.merge, linked.merge].map(u16::from);
    changes.extend(changed("byte about merged outputs", merge));
    let inputs = [original.inputs_used, linked.inputs_used];
    changes.extend(changed("mask of the inputs", inputs));
    let outputs = [original.outputs_used, linked.outputs_used];
    changes.extend(changed("mask of the outputs", outputs));
    let tables = [
        (
            original.entry != linked.entry || original.end != linked.end,
            "entry and end",
        ),
        (bytes(original) != bytes(linked), "parameters of the geometry mode"),
        (original.constants != linked.constants, "table of constants"),
        (original.labels != linked.labels, "table of labels"),
        (original.outputs != linked.outputs, "table of outputs"),
        (original.uniforms != linked.uniforms, "table of uniforms"),
    ];
    let tables = tables.into_iter().filter(|(differs, _)| *differs);
    changes.extend(tables.map(|(_, what)| format!("the {what}")));
    changes.into_iter()
}

/// Describes a number that changes.
fn changed(what: &str, [original, linked]: [u16; 2]) -> Option<String> {
    (original != linked).then(|| format!("the {what}: {original:04X}h becomes {linked:04X}h"))
}
