use proptest::prelude::*;

use super::*;
use crate::flow::test_words::{END, NOP, word};

const BREAK: u32 = Opcode::Break.base_word();

/// Formats a graph as lines: blocks as `first-last` words, and the targets of each.
fn lines(graph: &Graph) -> Vec<String> {
    let name = |block: &WordSpan| format!("{}-{}", block.start, block.start + block.size - 1);
    let place = |place: EdgeTarget| match place {
        EdgeTarget::Block(index) => name(&graph.blocks[index]),
        EdgeTarget::Outside(word) => format!("outside {word}"),
        EdgeTarget::External(index) => format!("external {index}"),
        EdgeTarget::End => "end".to_owned(),
        EdgeTarget::Return => "return".to_owned(),
    };
    let kind = |kind| match kind {
        EdgeKind::Next => "",
        EdgeKind::Taken => "taken ",
        EdgeKind::NotTaken => "else ",
        EdgeKind::Call => "call ",
        EdgeKind::AfterCall => "behind ",
        EdgeKind::Loop => "loop ",
        EdgeKind::Exit => "exit ",
        EdgeKind::Break => "break ",
    };
    let line = |(index, block): (usize, &WordSpan)| {
        let edges = graph.edges.iter().filter(|edge| edge.from == index);
        let edges: Vec<_> = edges
            .map(|edge| format!("{}{}", kind(edge.kind), place(edge.to)))
            .collect();
        format!("{}: {}", name(block), edges.join(", "))
    };
    graph.blocks.iter().enumerate().map(line).collect()
}

fn shader(code: &[u32]) -> Vec<String> {
    lines(&of_shader(code, 0))
}

#[test]
fn straight_code_is_one_block() {
    assert_eq!(shader(&[NOP, NOP, END, NOP]), ["0-2: end"]);
    // A word with an unknown opcode is an ordinary instruction.
    assert_eq!(shader(&[0xFFFF_FFFF, 0x7800_0000, END]), ["0-2: end"]);
}

#[test]
fn an_if_without_an_else() {
    for opcode in [Opcode::Ifc, Opcode::Ifu] {
        let code = [word(opcode, 3, 0), NOP, NOP, END];
        let expected = ["0-0: taken 1-2, else 3-3", "1-2: 3-3", "3-3: end"];
        assert_eq!(shader(&code), expected);
    }
}

#[test]
fn an_if_with_an_else() {
    for opcode in [Opcode::Ifc, Opcode::Ifu] {
        let code = [word(opcode, 2, 2), NOP, NOP, NOP, END];
        let expected = ["0-0: taken 1-1, else 2-3", "1-1: 4-4", "2-3: 4-4", "4-4: end"];
        assert_eq!(shader(&code), expected);
    }
}

#[test]
fn an_empty_if_body_leads_to_the_word_after_the_else_body() {
    let code = [word(Opcode::Ifu, 1, 1), NOP, END];
    let expected = ["0-0: taken 2-2, else 1-1", "1-1: 2-2", "2-2: end"];
    assert_eq!(shader(&code), expected);
}

#[test]
fn ifs_in_an_if() {
    // if { if { 2 } else { 3 } 4 } else { 5 } 6
    let code = [
        word(Opcode::Ifu, 5, 1),
        word(Opcode::Ifc, 3, 1),
        NOP,
        NOP,
        NOP,
        NOP,
        END,
    ];
    let expected = [
        "0-0: taken 1-1, else 5-5",
        "1-1: taken 2-2, else 3-3",
        "2-2: 4-4",
        "3-3: 4-4",
        "4-4: 6-6",
        "5-5: 6-6",
        "6-6: end",
    ];
    assert_eq!(shader(&code), expected);
}

#[test]
fn a_loop_goes_back_and_on() {
    let code = [NOP, word(Opcode::For, 3, 0), NOP, NOP, END];
    let expected = ["0-1: 2-3", "2-3: loop 2-3, exit 4-4", "4-4: end"];
    assert_eq!(shader(&code), expected);
}

#[test]
fn breaks_leave_the_innermost_loop() {
    // for { 1 for { breakc nop } breakc nop } end
    let code = [
        word(Opcode::For, 6, 0),
        NOP,
        word(Opcode::For, 4, 0),
        word(Opcode::Breakc, 0, 0),
        NOP,
        word(Opcode::Breakc, 0, 0),
        NOP,
        END,
    ];
    let expected = [
        "0-0: 1-2",
        "1-2: 3-3",
        "3-3: taken 5-5, else 4-4",
        "4-4: loop 3-3, exit 5-5",
        "5-5: taken 7-7, else 6-6",
        "6-6: loop 1-2, exit 7-7",
        "7-7: end",
    ];
    assert_eq!(shader(&code), expected);
    // for { ifu { break } nop } end
    let code = [word(Opcode::For, 3, 0), word(Opcode::Ifu, 3, 0), BREAK, NOP, END];
    let expected = [
        "0-0: 1-1",
        "1-1: taken 2-2, else 3-3",
        "2-2: break 4-4",
        "3-3: loop 1-1, exit 4-4",
        "4-4: end",
    ];
    assert_eq!(shader(&code), expected);
}

#[test]
fn calls_lead_to_the_procedure_and_to_the_next_word() {
    for opcode in [Opcode::Call, Opcode::Callc, Opcode::Callu] {
        let code = [word(opcode, 2, 2), END, NOP, NOP, NOP];
        let expected = ["0-0: call 2-3, behind 1-1", "1-1: end", "2-3: return"];
        assert_eq!(shader(&code), expected);
    }
}

#[test]
fn a_call_that_never_returns_has_no_next_word() {
    let code = [word(Opcode::Call, 2, 1), NOP, END];
    assert_eq!(shader(&code), ["0-0: call 2-2", "2-2: end"]);
    let code = [word(Opcode::Callc, 2, 1), NOP, END];
    let expected = ["0-0: call 2-2, behind 1-1", "1-1: 2-2", "2-2: end"];
    assert_eq!(shader(&code), expected);
}

#[test]
fn a_loop_at_the_end_of_a_procedure_returns() {
    let code = [
        word(Opcode::Call, 2, 3),
        END,
        word(Opcode::For, 4, 0),
        word(Opcode::Breakc, 0, 0),
        NOP,
    ];
    let expected = [
        "0-0: call 2-2, behind 1-1",
        "1-1: end",
        "2-2: 3-3",
        "3-3: taken return, else 4-4",
        "4-4: loop 3-3, exit return",
    ];
    assert_eq!(shader(&code), expected);
}

#[test]
fn jumps_lead_to_their_labels() {
    for opcode in [Opcode::Jmpc, Opcode::Jmpu] {
        let code = [NOP, word(opcode, 3, 1), NOP, word(opcode, 0, 0), END];
        let expected = [
            "0-1: taken 3-3, else 2-2",
            "2-2: 3-3",
            "3-3: taken 0-1, else 4-4",
            "4-4: end",
        ];
        assert_eq!(shader(&code), expected);
    }
}

#[test]
fn a_jump_to_the_end_of_a_called_procedure_returns() {
    let code = [word(Opcode::Call, 2, 2), END, word(Opcode::Jmpc, 4, 0), NOP, NOP];
    let expected = [
        "0-0: call 2-2, behind 1-1",
        "1-1: end",
        "2-2: taken return, else 3-3",
        "3-3: return",
    ];
    assert_eq!(shader(&code), expected);
}

#[test]
fn execution_may_leave_the_code() {
    assert_eq!(shader(&[NOP, NOP]), ["0-1: outside 2"]);
    let code = [word(Opcode::Jmpu, 9, 0), END];
    assert_eq!(shader(&code), ["0-0: taken outside 9, else 1-1", "1-1: end"]);
    for entry in [1, u32::MAX] {
        let graph = of_shader(&[END], entry);
        assert_eq!(graph.entries, [EdgeTarget::Outside(entry)]);
        assert!(graph.blocks.is_empty() && graph.edges.is_empty());
    }
}

#[test]
fn words_beyond_the_addressable_ones_are_outside() {
    let code = vec![NOP; CODE_WORDS + 10];
    assert_eq!(shader(&code), ["0-4095: outside 4096"]);
}

#[test]
fn objects_begin_at_each_procedure() {
    // a: call b, call other; b: jmpc other, nop; nothing: empty
    let code = [
        word(Opcode::Call, 2, 2),
        word(Opcode::Call, 0, 0),
        word(Opcode::Jmpc, 0, 0),
        NOP,
    ];
    let span = |start, size| WordSpan { start, size };
    let procedures = [span(0, 2), span(2, 2), span(4, 0)];
    let graph = of_object(&code, &procedures, &[(1, 0), (2, 7)]);
    let expected = [
        "0-0: call 2-2, behind 1-1",
        "1-1: call external 0, behind return",
        "2-2: taken external 7, else 3-3",
        "3-3: return",
    ];
    assert_eq!(lines(&graph), expected);
    let entries = [EdgeTarget::Block(0), EdgeTarget::Block(2), EdgeTarget::Return];
    assert_eq!(graph.entries, entries);
}

/// Worst case of a damaged object: more procedures than words, all of which call.
#[test]
fn excess_procedures_are_traced_once_for_each_word() {
    let code: Vec<_> = (0..1024).map(|n| word(Opcode::Callc, n * 7 % 1024, n % 256)).collect();
    let procedures: Vec<_> = (0..100_000)
        .map(|n| WordSpan {
            start: n % 2000,
            size: n / 7,
        })
        .collect();
    let graph = of_object(&code, &procedures, &[]);
    assert_eq!(graph.entries.len(), procedures.len());
    assert_eq!(graph.blocks.len(), code.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]
    #[test]
    fn graphs_of_any_words_are_small(
        words in prop::collection::vec((0x20u32..0x30, 0u32..0x0400_0000), 0..200),
        entry in 0u32..220,
        procedures in prop::collection::vec((0u32..220, 0u32..300), 0..5),
        externals in prop::collection::btree_map(0u32..220, 0u16..3, 0..5),
    ) {
        let code: Vec<_> = words.into_iter().map(|(opcode, rest)| opcode << 26 | rest & 0x3_FCFF).collect();
        let procedures: Vec<_> = procedures.into_iter().map(|(start, size)| WordSpan { start, size }).collect();
        let externals: Vec<_> = externals.into_iter().collect();
        for graph in [of_shader(&code, entry), of_object(&code, &procedures, &externals)] {
            let covered: u32 = graph.blocks.iter().map(|block| block.size).sum();
            prop_assert!(covered as usize <= code.len());
            prop_assert!(graph.edges.len() <= 3 * code.len());
            for edge in &graph.edges {
                prop_assert!(edge.from < graph.blocks.len());
                if let EdgeTarget::Block(to) = edge.to {
                    prop_assert!(to < graph.blocks.len());
                }
            }
            for pair in graph.blocks.windows(2) {
                prop_assert!(pair[0].start + pair[0].size <= pair[1].start);
            }
        }
    }
}
