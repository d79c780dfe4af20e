//! Shaders of model 5.1: their translations are those of the same shaders in model 4.0.

use std::fs;
use std::path::Path;

use pica200_compile::{Options, compile};
use pica200_dxbc::container::build;
use pica200_dxbc::program::{Body, Index, Opcode, Program, RegisterKind, Version};
use pica200_dxbc::{Container, Shader};

use crate::translated::text;

/// A container with its program in model 5.1, if `is_51`, and without the names of its resources.
fn container(name: &str, is_51: bool) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testsuite/golden/dxbc");
    let file = fs::read(folder.join(format!("{name}.dxbc"))).unwrap();
    let container = Container::read(&file).unwrap();
    let (chunk, mut code) = Shader::of(&container).program.unwrap();
    if is_51 {
        convert(&mut code);
    }
    let code = code.write().unwrap();
    let chunks = container.chunks().filter(|one| one.id.0 != *b"RDEF");
    let chunks: Vec<_> = chunks
        .map(|one| match one.id == chunk.id {
            true => (one.id, code.as_slice()),
            false => (one.id, one.data),
        })
        .collect();
    build(&chunks).unwrap()
}

/// Makes each constant buffer a range of one register in the space 2.
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

#[test]
fn translations_are_those_of_model_4() {
    for name in ["vs-mvp", "vs-light", "vs-loop-dynamic", "vs-if-else"] {
        let of = |is_51| {
            let compilation = compile(name, &container(name, is_51), &Options::default());
            let messages: Vec<_> = compilation
                .findings
                .iter()
                .map(|one| &one.message)
                .collect();
            assert!(compilation.assembly.is_some(), "{name}: {messages:?}");
            let all = text(&compilation);
            let code = all
                .lines()
                .map(|line| line.split(';').next().unwrap_or_default().trim_end());
            code.filter(|line| !line.is_empty())
                .collect::<Vec<_>>()
                .join("\n")
        };
        assert_eq!(of(true), of(false), "{name}");
    }
}
