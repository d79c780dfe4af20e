//! Errors and warnings of the front end. Each message has a case here.

use std::fmt::Write;

use pica200_dxbc::program::{Body, Index, Opcode, Program, ProgramKind, RegisterKind, Token, Version};
use pica200_objfmt::isa::property;

use super::assembly;
use super::common;
use super::instructions::{self, FLOAT, INT, UINT, shader};
use crate::options::{Options, OutputMapping};

/// Returns the diagnostics about a container, with the lines of its listing that they are about.
fn diagnostics(bytes: &[u8], options: &Options) -> String {
    let (source, diagnostics) = super::super::read(bytes, options);
    let mut text = String::new();
    for diagnostic in &diagnostics {
        let level = if diagnostic.is_error() { "error" } else { "warning" };
        writeln!(text, "{level}[{}]: {}", diagnostic.code, diagnostic.message).unwrap();
        if let Some(place) = diagnostic.location().copied() {
            writeln!(text, "  | {}: {}", place.line, source.text(place)).unwrap();
        }
        if let Some(help) = &diagnostic.help {
            writeln!(text, "  = {help}").unwrap();
        }
        if let Some(advice) = &diagnostic.advice {
            writeln!(text, "  = {}", advice.command_line()).unwrap();
        }
    }
    for note in &source.notes {
        writeln!(text, "note: {note}").unwrap();
    }
    text
}

/// Returns the diagnostics about programs, each of which has to draw one at least.
fn of_programs(programs: &[(&str, &[pica200_dxbc::signature::ComponentType])]) -> String {
    let mut text = String::new();
    for (program, inputs) in programs {
        let bytes = shader(program, inputs, FLOAT);
        let found = diagnostics(&bytes, &instructions::options());
        assert!(!found.is_empty(), "{program}");
        let program: Vec<_> = program.lines().map(str::trim).collect();
        writeln!(text, "{}\n{found}", program.join("\n")).unwrap();
    }
    text
}

#[test]
fn operations_that_the_machine_lacks_are_refused() {
    let text = of_programs(&[
        // All at once.
        (
            "ld o0.xyzw, v0, t0.xyzw
             bfrev r0.xyzw, v0
             dadd r0.xy, v0, v0
             fcall fp0
             discard_nz v0.x
             add o0.xyzw, v0, v0",
            &[FLOAT],
        ),
        ("imul r0.x, null, v0, v0\nret", &[INT]),
        ("mov o0.x, v[r0.x + 0].x\nret", &[FLOAT; 9]),
        ("mov o0.x, v[r0.x + 3].x\nret", &[FLOAT]),
        ("mov o0.x, vPrim\nret", &[FLOAT]),
        ("mov oDepth, v0.x\nret", &[FLOAT]),
        ("mov o0.x, v20.x\nret", &[FLOAT]),
    ]);
    insta::assert_snapshot!(text);
}

#[test]
fn bits_of_other_types_are_refused() {
    let text = of_programs(&[
        ("iadd r0.x, v0.x, l(1)\nmov o0.xyzw, v0\nret", &[FLOAT]),
        ("add o0.xyzw, v0, v0\nret", &[INT]),
        ("and o0.xyzw, v0, l(0x7fffffff)\nret", &[FLOAT]),
        ("lt r0.x, v0.x, v0.y\nadd o0.xyzw, r0.x, v0\nret", &[FLOAT]),
        ("lt r0.x, v0.x, v0.y\nutof o0.xyzw, r0.x\nret", &[FLOAT]),
        ("mov o0.xyzw, v0\nlt o0.x, v0.x, v0.y\nret", &[FLOAT]),
        (
            "if_nz v1.x\nftoi r0.x, v0.x\nelse\nmov r0.x, v0.y\nendif\nadd o0.xyzw, r0.x, v0\nif_nz r0.x\nendif\nret",
            &[FLOAT, INT],
        ),
        ("iadd r0.x, v0.x, l(200000)\nitof o0.xyzw, r0.x\nret", &[INT]),
        ("switch v0.x\ncase l(1000000)\nbreak\nendswitch\nret", &[INT]),
    ]);
    insta::assert_snapshot!(text);
}

#[test]
fn indexed_temporaries_are_refused() {
    let text = of_programs(&[(
        "dcl_indexableTemp x0[9], 4
         mov x0[v1.x + 0].xyzw, v0
         mov o0.xyzw, x0[v1.y + 0]
         ret",
        &[FLOAT, INT],
    )]);
    insta::assert_snapshot!(text);
}

#[test]
fn damaged_control_flow_is_refused() {
    let deep = format!("{}ret", "loop\n".repeat(70));
    let calls: String = (0..20)
        .map(|n| format!("label label{n}\ncall label{0}\ncall label{0}\nret\n", n + 1))
        .collect();
    let calls = format!("call label0\nret\n{calls}label label20\nret");
    let text = of_programs(&[
        ("endif\nret", &[]),
        ("if_nz v0.x\nret", &[FLOAT]),
        ("loop\nendif\nret", &[FLOAT]),
        ("break\nret", &[FLOAT]),
        ("loop\ncall label0\nendloop\nret\nlabel label0\nbreak\nret", &[FLOAT]),
        ("call label3\nret", &[]),
        ("call label0\nret\nlabel label0\ncall label0\nret", &[]),
        ("label label0\nret\nlabel label0\nret", &[]),
        ("switch v0.x\nnop\nmov o0.x, v0.y\ncase l(1)\nendswitch\nret", &[INT]),
        ("switch v0.x\ncase v0.x\nendswitch\nret", &[INT]),
    ]);
    insta::assert_snapshot!(text);
    let long = format!("{}ret", "sincos r0.xyzw, r1.xyzw, v0\n".repeat(2000));
    let registers: String = (0..4100).map(|n| format!("mov r{n}.x, v0.x\n")).collect();
    // Each iteration takes a view from one more register.
    let first: String = (0..20).map(|n| format!("mov r{n}.x, l(0)\n")).collect();
    let next = (1..20).rev().map(|n| format!("mov r{n}.x, r{}.x\n", n - 1));
    let next: String = next.collect();
    let chain = format!("{first}loop\n{next}mov r0.x, v0.x\nendloop\nret");
    let text = [deep, calls, long, registers, chain]
        .map(|program| diagnostics(&shader(&program, &[FLOAT], FLOAT), &instructions::options()));
    insta::assert_snapshot!(text.join("\n"));
}

#[test]
fn other_stages_and_models_are_refused() {
    let program = |version| {
        let program = Program {
            version,
            instructions: vec![pica200_dxbc::program::Instruction::new(
                Token::new(Opcode::RET),
                Vec::new(),
            )],
            trailing: Vec::new(),
        };
        common::container(&[(*b"SHEX", program.write().unwrap())])
    };
    let mut text = String::new();
    for (kind, major, minor) in [
        (ProgramKind::PIXEL, 4, 0),
        (ProgramKind::GEOMETRY, 5, 0),
        (ProgramKind::COMPUTE, 5, 0),
        (ProgramKind::VERTEX, 5, 2),
        (ProgramKind::VERTEX, 3, 0),
    ] {
        text += &diagnostics(&program(Version::new(kind, major, minor)), &Options::default());
    }
    text += &diagnostics(&common::container(&[(*b"DXIL", vec![0; 8])]), &Options::default());
    text += &diagnostics(&common::container(&[]), &Options::default());
    text += &diagnostics(b"DXBC", &Options::default());
    let mut wrong = shader("mov o0.xyzw, v0\nret", &[FLOAT], FLOAT);
    wrong[5] ^= 1;
    text += &diagnostics(&wrong, &instructions::options());
    let unknown = assembly::assemble("mov o0.xyzw, v0\nret");
    let unknown = Program {
        instructions: [Token(300)]
            .map(|token| pica200_dxbc::program::Instruction::new(token, Vec::new()))
            .into_iter()
            .chain(unknown.instructions)
            .collect(),
        ..unknown
    };
    text += &diagnostics(
        &common::container(&[(*b"SHDR", unknown.write().unwrap())]),
        &Options::default(),
    );
    let many = "mov o0.xyzw, v0\n".repeat(17_000);
    text += &diagnostics(&shader(&many, &[FLOAT], FLOAT), &instructions::options());
    insta::assert_snapshot!(text);
}

#[test]
fn inputs_and_outputs_have_to_fit() {
    let mut text = String::new();
    let many = common::golden("vs-many-outputs");
    let mapping = |name: &str, property| OutputMapping {
        name: name.to_owned(),
        property: property::by_name(property).unwrap(),
        is_added: false,
    };
    let mut add = |title: &str, bytes: &[u8], options: &Options| {
        writeln!(text, "{title}\n{}", diagnostics(bytes, options)).unwrap();
    };
    let plain = Options::default();
    add(
        "unknown output",
        &shader("mov o0.xyzw, v0\nret", &[FLOAT], FLOAT),
        &plain,
    );
    add(
        "two outputs of one property",
        &many,
        &Options {
            map_output: vec![mapping("texcoord1", "color")],
            ..Options::default()
        },
    );
    add(
        "options that match nothing, and an output that is left out",
        &many,
        &Options {
            map_output: vec![mapping("TEXCORD1", "color")],
            ignore_output: vec!["view".to_owned(), "POINTSIZE".to_owned()],
            ..Options::default()
        },
    );
    add(
        "incomplete position",
        &shader("mov o0.xy, v0\nret", &[FLOAT], FLOAT),
        &instructions::options(),
    );
    let vertex_id = common::golden("vs-vertexid");
    add("vertex id", &vertex_id, &plain);
    add(
        "vertex id as an attribute, moved depth",
        &vertex_id,
        &Options {
            vertex_id_attribute: true,
            fix_depth: true,
            ..Options::default()
        },
    );
    let integers = common::golden("vs-int-math");
    add("integers and their bits", &integers, &plain);
    insta::assert_snapshot!(text);
}

/// Known ranges of integers decide in the passes whether their bits can be computed.
#[test]
fn bits_of_any_integers_are_refused() {
    let text = "xor r0.xy, v0, v0.yxwz
        and r1.xyzw, r0.xyxy, l(7)
        itof o0.xyz, r1.xyzw
        or r0.z, r0.x, v0.y
        itof o0.w, r0.z
        ret";
    let bytes = shader(text, &[INT], FLOAT);
    let compilation = crate::compile("shader", &bytes, &instructions::options());
    let found = compilation.diagnostics.iter();
    let found: Vec<_> = found
        .map(|diagnostic| format!("{}: {}", diagnostic.code, diagnostic.message))
        .collect();
    insta::assert_snapshot!(found.join("\n"));
}

/// The back end counts registers; locations are source locations in all phases.
#[test]
fn registers_run_out() {
    let computed =
        (0..20).map(|n| format!("add r{n}.xyzw, v0, l({n}.5)\nexp r{n}.xyzw, r{n}\nadd r20.xyzw, r20, r{n}\n"));
    let used = (0..20).map(|n| format!("mul r{n}.xyzw, r{n}, r20\nfrc r{n}.xyzw, r{n}\nadd r21.xyzw, r21, r{n}\n"));
    let program: String = computed.chain(used).collect();
    let bytes = shader(&format!("{program}mov o0.xyzw, r21\nret"), &[FLOAT], FLOAT);
    let compilation = crate::compile("shader", &bytes, &instructions::options());
    assert_eq!(compilation.assembly, None);
    let diagnostic = &compilation.diagnostics[0];
    let text = format!("[{}] {}", diagnostic.code, diagnostic.message);
    assert!(text.starts_with("[too-many-temporaries] "), "{text}");
    assert!(
        diagnostic.location().copied().is_some() && diagnostic.secondary.len() > 16,
        "{diagnostic:?}"
    );
}

#[test]
fn doubtful_programs_draw_warnings() {
    let text = of_programs(&[
        (
            "imul null, r0.xy, v0, v0.yxwz\nimul null, r0.z, r0.x, r0.y\nitof o0.xyzw, r0.xyzz\nret",
            &[INT],
        ),
        (
            "iadd r0.xy, v0, -v0.yxwz\niadd r0.z, v0.x, l(-1)\nutof o0.xyzw, r0.xyzz\nret",
            &[UINT],
        ),
        ("mad o0.xyzw, v0, l(0.1, 0.5, 1.0, 0.2), l(0)\nret", &[FLOAT]),
        ("div o0.xyzw, v0, v0.yxwz\nsincos r0.xyzw, null, v0\nret", &[FLOAT]),
        (
            "dcl_constantbuffer cb0[4]\nftoi r0.x, v0.x\nmov o0.xy, cb0[r0.x + 1]\nmov o0.zw, cb0[r0.x + 2]\nret",
            &[FLOAT],
        ),
    ]);
    insta::assert_snapshot!(text);
}

/// The computed index begins after the elements that are left, or after the buffer.
#[test]
fn indices_may_not_begin_behind_an_array() {
    let mut text = String::new();
    for (register, length) in [
        (30, Some("cb0=10")),
        (9, Some("cb0=10")),
        (9, Some("cb0=50")),
        (40, None),
    ] {
        let bytes = shader(
            &format!("dcl_constantbuffer cb0[40]\nmov o0.xyzw, cb0[v0.x + {register}]\nret"),
            &[INT],
            FLOAT,
        );
        let lengths = length.iter().map(|length| length.parse().unwrap());
        let options = Options {
            array_length: lengths.collect(),
            ..instructions::options()
        };
        writeln!(text, "{register} {length:?}\n{}", diagnostics(&bytes, &options)).unwrap();
    }
    insta::assert_snapshot!(text);
}

/// Model 5.1 has arrays of constant buffers.
#[test]
fn buffers_are_not_chosen_by_computed_indices() {
    let mut program = assembly::assemble("dcl_constantbuffer cb0[4]\nmov o0.xyzw, cb0[v0.x + 0]\nret");
    program.version = Version::new(ProgramKind::VERTEX, 5, 1);
    for instruction in &mut program.instructions {
        let is_declaration = instruction.is_declaration();
        let Body::Parts { operands, rest, .. } = &mut instruction.body else {
            continue;
        };
        for operand in operands {
            if operand.kind() != RegisterKind::CONSTANT_BUFFER {
                continue;
            }
            if is_declaration {
                // Four buffers of four registers in the space 0.
                operand.indices = [0, 0, 3].map(Index::Immediate).to_vec();
                rest.extend([4, 0]);
            } else {
                operand.indices.push(Index::Immediate(3));
            }
        }
    }
    let whole = shader("mov o0.xyzw, v0\nret", &[INT], FLOAT);
    let container = pica200_dxbc::Container::read(&whole).unwrap();
    let code = program.write().unwrap();
    let chunks = container.chunks().map(|chunk| match chunk.id.0 {
        id if [*b"SHDR", *b"SHEX"].contains(&id) => (id, code.clone()),
        id => (id, chunk.data.to_vec()),
    });
    let bytes = common::container(&chunks.collect::<Vec<_>>());
    insta::assert_snapshot!(diagnostics(&bytes, &instructions::options()));
}
