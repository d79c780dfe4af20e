//! Shaders of model 5.1: their translations equal the ones of the same shaders in model 4.0.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use pica200_compile::{Options, compile};
use pica200_dxbc::container::build;
use pica200_dxbc::program::{Body, Index, Opcode, Program, RegisterKind, Version};
use pica200_dxbc::resources::{self, Member, Model, Resources, Slots, Space, Type, TypeDetail};
use pica200_dxbc::{Container, Shader};

use crate::translated::text;

/// Returns a container with its program and the names of its resources in model 5.1, if `is_51`; without names if they
/// are not wanted.
fn container(name: &str, is_51: bool, has_names: bool) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testsuite/golden/dxbc");
    let file = fs::read(folder.join(format!("{name}.dxbc"))).unwrap();
    let container = Container::read(&file).unwrap();
    let shader = Shader::from_container(&container);
    let (chunk, mut code) = shader.program.unwrap();
    let mut resources = shader.resources.unwrap();
    if is_51 {
        convert(&mut code);
        convert_names(&mut resources);
    }
    let (code, names) = (code.write().unwrap(), resources.write().unwrap());
    let chunks = container.chunks().map(|one| match one.id {
        id if id == chunk.id => (id, code.as_slice()),
        resources::ID => (resources::ID, names.as_slice()),
        id => (id, one.data),
    });
    let chunks = chunks.filter(|(id, _)| has_names || *id != resources::ID);
    build(&chunks.collect::<Vec<_>>()).unwrap()
}

/// Turns each constant buffer into a range of one register in the space 2.
fn convert(code: &mut Program) {
    code.version = Version::new(code.version.kind(), 5, 1);
    for instruction in &mut code.instructions {
        let is_declaration = instruction.opcode() == Opcode::DCL_CONSTANTBUFFER;
        let Body::Parts { operands, rest, .. } = &mut instruction.body else {
            continue;
        };
        for operand in operands {
            if operand.kind() != RegisterKind::CONSTANT_BUFFER {
                continue;
            }
            let slot = operand.indices[0].clone();
            if is_declaration {
                rest.extend([u32::try_from(operand.indices[1].offset()).unwrap(), 2]);
                operand.indices[1] = slot.clone();
            }
            operand.indices.insert(0, Index::Immediate(0));
            operand.indices[0] = slot;
        }
    }
}

/// Sets the space of each binding to the space of its range, and adds the other fields of model 5.1 to variables and
/// types.
fn convert_names(resources: &mut Resources<'_>) {
    resources.model = Model { major: 5, minor: 1 };
    for binding in &mut resources.bindings {
        binding.space = Some(Space {
            space: 2,
            id: binding.bind_point,
        });
    }
    let buffers = resources.buffers.iter_mut();
    for variable in buffers.flat_map(|buffer| &mut buffer.variables) {
        variable.slots = Some(Slots {
            first_texture: 0,
            textures: 0,
            first_sampler: 0,
            samplers: 0,
        });
        variable.base = Arc::new(with_detail(&variable.base));
    }
}

fn with_detail<'a>(base: &Type<'a>) -> Type<'a> {
    let members = base.members.iter().map(|member| Member {
        base: Arc::new(with_detail(&member.base)),
        ..member.clone()
    });
    Type {
        members: members.collect(),
        detail: Some(TypeDetail {
            name: None,
            parent: 0,
            base_class: 0,
            interfaces: 0,
            interfaces_at: 0,
        }),
        ..base.clone()
    }
}

#[test]
fn translations_are_those_of_model_4() {
    let names = ["vs-mvp", "vs-light", "vs-loop-dynamic", "vs-if-else"];
    let names = names.iter().flat_map(|name| [(*name, false), (*name, true)]);
    for (name, has_names) in names {
        let of = |is_51| {
            let file = container(name, is_51, has_names);
            let compilation = compile(name, &file, &Options::default());
            let messages: Vec<_> = compilation.diagnostics.iter().map(|one| &one.message).collect();
            assert!(compilation.assembly.is_some(), "{name}: {messages:?}");
            let all = text(&compilation);
            let code = all
                .lines()
                .map(|line| line.split(';').next().unwrap_or_default().trim_end());
            code.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
        };
        let of_40 = of(false);
        assert_eq!(of(true), of_40, "{name}");
        assert_eq!(of_40.contains("cb0"), !has_names, "{name}: {of_40}");
    }
}
