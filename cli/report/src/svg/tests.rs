use pica200_check::lifetimes as lives_of;
use pica200_objfmt::flow::graph::of_shader;
use pica200_objfmt::formats::shbin::{Program, Shader};
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::{Bank, Register};

use super::*;
use crate::flow::{Code, Flow};
use crate::model::{OwnerKind, UniformOwner};

#[test]
fn texts_are_cut_with_an_ellipsis() {
    assert_eq!(cut("größe", 5), "größe");
    assert_eq!(cut("größer", 5), "größ…");
    assert_eq!(cut("ab", 0), "…");
}

#[test]
fn control_flow_without_blocks_is_a_text() {
    let text = flow(&Flow::default(), "<none>", HeatMap::NONE, &Ids::default());
    assert_eq!(text, "<p class=\"note\">Execution does not reach this procedure.</p>");
}

#[test]
fn graphs_have_a_node_for_each_block_and_cut_long_ones() {
    let mut code = vec![Opcode::Nop.base_word(); 40];
    code.push(Opcode::End.base_word());
    let program = Program {
        code,
        ..Program::default()
    };
    let graph = of_shader(&program.code, 0);
    let code = Code::from_program(&program, &Shader::default());
    let heats = HeatMap {
        count: &|word| Some(word.into()),
        max: 40,
    };
    let text = flow(&code.flow(&graph), "a<b", heats, &Ids::new("x"));
    assert!(
        text.contains("aria-label=\"Control flow of a&lt;b: 1 block\""),
        "{text}"
    );
    assert!(text.contains("… 28 more …") && text.contains("href=\"#xw0\""), "{text}");
    assert_eq!(text.matches("<rect").count(), 3);
    assert!(text.contains("class=\"block never\""), "{text}");
}

#[test]
fn holders_have_a_piece_in_each_row() {
    let holder = UniformOwner {
        first: Register::new(Bank::Float, 6).expect("c6"),
        len: 12,
        kind: OwnerKind::Uniform,
        name: "bones & <joints>".to_owned(),
        value: None,
        readers: vec![1],
        is_indexed: false,
    };
    let text = uniforms(&[holder], &Ids::new("u"));
    assert_eq!(text.matches("class=\"uniform\"").count(), 3, "{text}");
    assert!(
        text.contains("<title>c6-c17 bones &amp; &lt;joints&gt;, 1 reader</title>"),
        "{text}"
    );
    assert!(text.contains("href=\"#uholder0\""));
    // 96 floats, 4 integers and 16 booleans.
    assert_eq!(text.matches("class=\"free\"").count(), 116);
}

#[test]
fn bars_go_from_the_write_to_the_last_read() {
    // mov r0, v0; nop; mov o0, r0; end
    let mov = |to: u32, from: u32| Opcode::Mov.base_word() | to << 21 | from << 12;
    let program = Program {
        code: vec![
            mov(0x10, 0),
            Opcode::Nop.base_word(),
            mov(0, 0x10),
            Opcode::End.base_word(),
        ],
        descriptors: vec![pica200_objfmt::isa::descriptor::DescriptorEntry {
            descriptor: pica200_objfmt::isa::descriptor::Descriptor::default()
                .with_mask(pica200_objfmt::isa::descriptor::Mask::ALL),
            flags: 0,
        }],
        ..Program::default()
    };
    let shader = Shader {
        end: 4,
        ..Shader::default()
    };
    let lives = lives_of(&program, &shader).expect("it has few paths");
    let after: Vec<_> = lives.iter().map(|life| life.after.temporaries()).collect();
    assert_eq!(after, [1, 1, 0, 0]);
    let text = lifetimes(&lives, "main", &Ids::default());
    // From the center of the first word to the center of the third, 28 pixels each. The descriptor selects `x` only.
    assert!(text.contains("class=\"live live-x\" d=\"M62 20H118\""), "{text}");
    assert_eq!(text.matches("class=\"live ").count(), 1, "{text}");
    assert!(
        text.contains("class=\"write\" d=\"M61 20h3M61 24h3M61 28h3M61 32h3\""),
        "{text}"
    );
    assert!(lifetimes(&[], "", &Ids::default()).is_empty());
}
