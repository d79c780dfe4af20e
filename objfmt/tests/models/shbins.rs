//! Shader binary strategies.

use bstr::BString;
use pica200_objfmt::formats::shbin::GeometryBytes;
use pica200_objfmt::formats::shbin::{
    ConstantEntry, LabelEntry, Line, OutputEntry, Program, Shader, Shbin, UniformEntry,
};
use pica200_objfmt::isa::descriptor::{Descriptor, DescriptorEntry};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use super::list;

/// A name in any encoding, possibly empty.
fn name() -> impl Strategy<Value = BString> {
    vec(1u8.., 0..6).prop_map(BString::from)
}

fn program() -> impl Strategy<Value = Program> {
    (
        any::<(u16, u16)>(),
        vec(any::<u32>(), 0..20),
        vec(any::<(u32, u32)>(), 0..8),
        vec(any::<(prop::sample::Index, u32)>(), 0..20),
        vec(name(), 0..4),
    )
        .prop_map(|((version, reserved), code, descriptors, lines, files)| {
            let lines = lines.into_iter().filter(|_| !files.is_empty());
            Program {
                version,
                reserved,
                code,
                descriptors: descriptors
                    .into_iter()
                    .map(|(bits, flags)| DescriptorEntry {
                        descriptor: Descriptor::from_bits(bits),
                        flags,
                    })
                    .collect(),
                lines: lines
                    .map(|(file, line)| Line {
                        file: u32::try_from(file.index(files.len())).unwrap(),
                        line,
                    })
                    .collect(),
                files,
            }
        })
}

fn constant() -> impl Strategy<Value = ConstantEntry> {
    any::<(u16, u16, [u8; 16])>().prop_map(|(kind, register, data)| ConstantEntry { kind, register, data })
}

fn label() -> impl Strategy<Value = LabelEntry> {
    let size = option::of(0..u32::MAX);
    (any::<(u16, u16, u32)>(), size, name()).prop_map(|((id, reserved, word), size, name)| LabelEntry {
        id,
        reserved,
        word,
        size,
        name,
    })
}

fn output() -> impl Strategy<Value = OutputEntry> {
    any::<(u16, u16, u16, u16)>().prop_map(|(property, register, mask, reserved)| OutputEntry {
        property,
        register,
        mask,
        reserved,
    })
}

fn uniform() -> impl Strategy<Value = UniformEntry> {
    (name(), any::<(u16, u16)>()).prop_map(|(name, (a, b))| UniformEntry {
        name,
        first: a.min(b),
        last: a.max(b),
    })
}

fn shader() -> impl Strategy<Value = Shader> {
    (
        any::<(u16, u8, u8, u32, u32, u16, u16, [u8; 4])>(),
        vec(constant(), 0..4),
        vec(label(), 0..4),
        vec(output(), 0..4),
        vec(uniform(), 0..4),
    )
        .prop_map(|(header, constants, labels, outputs, uniforms)| {
            let (version, kind, merge, entry, end, inputs_used, outputs_used, geometry) = header;
            let [mode, fixed_start, variable_vertices, fixed_vertices] = geometry;
            Shader {
                version,
                kind,
                merge,
                entry,
                end,
                inputs_used,
                outputs_used,
                geometry: GeometryBytes {
                    mode,
                    fixed_start,
                    variable_vertices,
                    fixed_vertices,
                },
                constants,
                labels,
                outputs,
                uniforms,
            }
        })
}

/// Any shader binary that can be written.
pub(crate) fn shbin() -> impl Strategy<Value = Shbin> {
    (program(), vec(shader(), 0..4)).prop_map(|(program, shaders)| Shbin { program, shaders })
}

/// Returns a shader binary with two entries in each table.
pub(crate) fn sample_shbin() -> Shbin {
    let shader = |entry| Shader {
        entry,
        end: entry + 1,
        constants: vec![
            ConstantEntry {
                kind: 2,
                register: 95,
                data: [0x3F; 16],
            },
            ConstantEntry {
                kind: 0,
                register: 3,
                data: [1; 16],
            },
        ],
        labels: [("main", Some(1)), ("there", None)]
            .map(|(name, size)| LabelEntry {
                id: 0,
                reserved: 1,
                word: entry,
                size,
                name: name.into(),
            })
            .into(),
        outputs: [0, 2]
            .map(|property| OutputEntry {
                property,
                register: property,
                mask: 15,
                reserved: 0,
            })
            .into(),
        uniforms: [("position", 0, 0), ("projection", 0x10, 0x13)]
            .map(|(name, first, last)| UniformEntry {
                name: name.into(),
                first,
                last,
            })
            .into(),
        ..Shader::default()
    };
    Shbin {
        program: Program {
            code: vec![0x8800_0000; 2],
            descriptors: vec![DescriptorEntry::default(); 2],
            lines: vec![Line { file: 0, line: 3 }, Line { file: 1, line: 4 }],
            files: vec!["a.pica".into(), "b.pica".into()],
            ..Program::default()
        },
        shaders: vec![shader(0), shader(1)],
    }
}

/// Returns the bytes of memory that a shader binary allocates.
pub(crate) fn footprint_of_shbin(shbin: &Shbin) -> usize {
    let program = &shbin.program;
    let names = |names: &mut dyn Iterator<Item = &BString>| names.map(|n| n.len()).sum::<usize>();
    let shaders: usize = shbin
        .shaders
        .iter()
        .map(|shader| {
            list(&shader.constants)
                + list(&shader.labels)
                + list(&shader.outputs)
                + list(&shader.uniforms)
                + names(&mut shader.labels.iter().map(|label| &label.name))
                + names(&mut shader.uniforms.iter().map(|uniform| &uniform.name))
        })
        .sum();
    shbin.shaders.capacity() * size_of::<Shader>()
        + shaders
        + list(&program.code)
        + list(&program.descriptors)
        + list(&program.lines)
        + list(&program.files)
        + names(&mut program.files.iter())
}
