use proptest::prelude::*;

use pica200_objfmt::formats::inspect::Content;
use pica200_objfmt::formats::shbin::{Program, Shader, Shbin, UniformEntry};
use pica200_objfmt::isa::opcode::Opcode;

use super::{MAX_TEXT_SIZE, MAX_WORDS};
use crate::dump::contents::Contents;
use crate::dump::contents::InspectedFile;
use crate::dump::samples::{self, SOURCE, subject, subject_with};

/// Returns the graphs of a file; empty for a file without tables.
fn dot(subject: &InspectedFile<'_>) -> String {
    let contents = Contents::new(&subject.inspection);
    contents.map_or_else(String::new, |contents| super::dot(subject, &contents))
}

/// Returns the error in the quotes and brackets of a text for which Graphviz would reject it.
fn fault(text: &str) -> Option<String> {
    let mut open = Vec::new();
    let mut quoted = false;
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match (quoted, c) {
            (true, '\\') => {
                characters.next();
            }
            (_, '"') => quoted = !quoted,
            (true, '\n') => return Some("a line end in a string".to_owned()),
            (false, '{') => open.push('}'),
            (false, '[') => open.push(']'),
            (false, '}' | ']') if open.pop() != Some(c) => return Some(format!("`{c}` too many")),
            _ => {}
        }
    }
    (quoted || !open.is_empty()).then(|| format!("not closed: {open:?}"))
}

#[test]
fn faults_are_found() {
    assert_eq!(fault(r#"digraph { a [label="x\"]{"]; }"#), None);
    for text in ["digraph {", "digraph { a [label=\"x]; }", "a ] }", "\"a\n\""] {
        assert!(fault(text).is_some(), "{text}");
    }
}

#[test]
fn all_files_give_graphs() {
    let mut files = samples::golden();
    files.extend(samples::objects());
    files.extend(samples::damaged());
    for (name, bytes) in files {
        let text = dot(&subject(&name, &bytes));
        assert_eq!(fault(&text), None, "{name}: {text}");
    }
}

#[test]
fn an_object() {
    let bytes = samples::assemble(SOURCE.as_bytes());
    insta::assert_snapshot!(dot(&subject("sample \"1\".dvoj", &bytes)));
}

#[test]
fn a_shader_binary() {
    let files = samples::golden();
    let file = files.iter().find(|(name, _)| name.contains("07-calls"));
    let (_, bytes) = file.expect("there is a file with calls");
    insta::assert_snapshot!(dot(&subject("calls.shbin", bytes)));
}

#[test]
fn strange_names_and_places() {
    let text = dot(&samples::strange_shbin());
    assert_eq!(fault(&text), None);
    insta::assert_snapshot!(text);
    let text = dot(&samples::foreign());
    assert_eq!(fault(&text), None);
    insta::assert_snapshot!(text);
}

/// Every shader runs all of the code. The full output would grow with shaders times words.
#[test]
fn many_large_shaders_are_left_out() {
    let mut code = vec![0x8400_0000; 4095];
    code.push(0x8800_0000);
    let shaders = vec![Shader::default(); 40];
    let program = Program {
        code,
        ..Program::default()
    };
    let text = dot(&subject_with(Content::Shbin(Shbin { program, shaders })));
    assert_eq!(text.matches("left out").count(), 40 - 16);
    assert_eq!(text.matches("  nop").count(), 16 * 4095);
    assert_eq!(MAX_WORDS, 16 * 4096);
}

/// A graph with few words and long names is large.
#[test]
fn long_names_are_not_repeated_without_limit() {
    let max = Opcode::Max.base_word() | 0x21 << 12;
    let mut code = vec![max; 4095];
    code.push(Opcode::End.base_word());
    let shader = Shader {
        uniforms: vec![UniformEntry {
            name: vec![b'\xFF'; 4096].into(),
            first: 0x10,
            last: 0x6F,
        }],
        ..Shader::default()
    };
    let program = Program {
        code,
        ..Program::default()
    };
    let shaders = vec![shader; 16];
    let text = dot(&subject_with(Content::Shbin(Shbin { program, shaders })));
    assert!(text.contains("left out"));
    assert!(text.len() < 2 * MAX_TEXT_SIZE, "{}", text.len());
}

/// A shader with an unreadable header is not drawn.
#[test]
fn an_unreadable_shader_is_not_drawn() {
    let shader = Shader {
        version: 0,
        ..Shader::default()
    };
    let program = Program {
        code: vec![Opcode::End.base_word()],
        ..Program::default()
    };
    let shaders = vec![Shader::default(), shader];
    let text = dot(&subject_with(Content::Shbin(Shbin { program, shaders })));
    assert_eq!(text.matches("  end").count(), 1);
    assert!(text.contains("s1_left_out [label=\"unreadable\""), "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_words_and_names_are_safe(
        code in prop::collection::vec(any::<u32>(), 0..100),
        name in prop::collection::vec(any::<u8>(), 0..20),
        entry in 0u32..120,
    ) {
        let mut shader = samples::strange_shader();
        shader.entry = entry;
        shader.labels[0].name = name.into();
        let program = Program { code, ..Program::default() };
        let text = dot(&subject_with(Content::Shbin(Shbin { program, shaders: vec![shader] })));
        prop_assert_eq!(fault(&text), None);
    }
}
