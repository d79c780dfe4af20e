//! Files that are written from the contents of others.

use pica200_bnsh::contents::{CodeContents, Contents, ProgramContents, StageContents};
use pica200_bnsh::difference::differences;
use pica200_bnsh::verify::verify;
use pica200_bnsh::write::write;
use pica200_bnsh::{Bnsh, CodeType, Stage};

use crate::{golden, put, read_golden};

/// Returns the contents of a golden file.
fn contents(bytes: &[u8]) -> Contents<'_> {
    Contents::from_file(&Bnsh::read(bytes).unwrap()).unwrap()
}

/// Files with the writer's layout round-trip byte for byte.
#[test]
fn files_come_back() {
    for name in ["one", "many", "compute", "empty"] {
        let bytes = read_golden(name);
        let written = write(&contents(&bytes)).unwrap();
        let differs = written.iter().zip(&bytes).position(|(a, b)| a != b);
        assert_eq!(differs, None, "{name}");
        assert_eq!(written.len(), bytes.len(), "{name}");
    }
}

/// Files with any layout round-trip with equal contents.
#[test]
fn contents_come_back() {
    let mut compared = 0;
    for (name, bytes) in golden() {
        let file = Bnsh::read(&bytes).unwrap();
        let Ok(said) = Contents::from_file(&file) else {
            continue;
        };
        let written = write(&said).unwrap();
        let again = Bnsh::read(&written).unwrap();
        assert_eq!(again.faults, [], "{name}");
        assert_eq!(again.notes, [], "{name}");
        assert_eq!(verify(&again), [], "{name}");
        assert_eq!(Contents::from_file(&again).as_ref(), Ok(&said), "{name}");
        assert_eq!(differences(&file, &again), [], "{name}");
        compared += 1;
    }
    assert!(compared >= 15, "only {compared} files");
}

#[test]
fn files_with_unknown_data_are_not_written() {
    let mut reasons = Vec::new();
    for (name, bytes) in golden() {
        if let Err(reason) = Contents::from_file(&Bnsh::read(&bytes).unwrap()) {
            reasons.push(format!("{name}: {reason}\n"));
        }
    }
    let one = read_golden("one");
    for at in [
        crate::one::VERTEX_CODE + 0x20,
        crate::one::VERTEX_STAGE + 0x58,
        crate::one::CONTAINER,
        crate::one::VERTEX_CODE + 0x18,
        crate::one::PROGRAM + 0x68,
    ] {
        let mut bytes = one.clone();
        put(&mut bytes, at, &[0x88, 0x88, 0, 0]);
        let reason = Contents::from_file(&Bnsh::read(&bytes).unwrap()).unwrap_err();
        reasons.push(format!("one, changed at {at:X}h: {reason}\n"));
    }
    insta::assert_snapshot!("not-known", reasons.concat());
}

/// Returns a program with a pixel stage.
fn program(code: CodeContents<'_>) -> ProgramContents<'_> {
    ProgramContents {
        flags: 0,
        code_type: code.code_type(),
        source_format: 0,
        binary_format: 0,
        object: Vec::new().into(),
        code: vec![(Stage::Pixel, code)],
        reflection: None,
    }
}

fn machine_code(code: &[u8]) -> CodeContents<'_> {
    CodeContents::Binary {
        control: b"control".into(),
        code: code.into(),
        scratch: [1, 2],
    }
}

/// Returns the contents of a file with binary programs.
fn with(programs: Vec<ProgramContents<'_>>) -> Contents<'_> {
    Contents {
        variations: programs.into_iter().map(|one| [None, None, Some(one)]).collect(),
        ..Contents::new()
    }
}

#[test]
fn equal_byte_code_is_written_once() {
    let same = vec![7; 300];
    let contents = with(vec![
        program(machine_code(&same)),
        program(machine_code(&[8; 300])),
        program(machine_code(&same)),
        program(machine_code(&[])),
    ]);
    let written = write(&contents).unwrap();
    let file = Bnsh::read(&written).unwrap();
    assert_eq!(verify(&file), []);
    assert_eq!(Contents::from_file(&file).unwrap().variations, contents.variations);
    let parts = file.parts().into_iter();
    let offsets: Vec<_> = parts
        .filter(|part| part.name.ends_with("code"))
        .map(|part| part.range)
        .collect();
    assert_eq!(offsets[0], offsets[2]);
    assert_eq!(offsets[1].start, offsets[0].start + 512);
    assert_eq!(offsets[3], 0..0);
    assert_eq!(file.pool.unwrap().size, 4096);
}

/// Source code may have empty texts or no texts.
#[test]
fn source_code_is_written() {
    let texts = CodeContents::SourceArray(vec![b"void main()"[..].into(), b""[..].into()]);
    let data = CodeContents::Source([b"first"[..].into(), b""[..].into()]);
    let mut contents = with(Vec::new());
    contents.alignment_shift = 0;
    contents.variations = vec![
        [Some(program(texts)), None, None],
        [None, Some(program(data)), None],
        [Some(program(CodeContents::SourceArray(Vec::new()))), None, None],
    ];
    let written = write(&contents).unwrap();
    let file = Bnsh::read(&written).unwrap();
    assert_eq!(verify(&file), []);
    assert_eq!(Contents::from_file(&file).unwrap().variations, contents.variations);
}

/// More runs of pointers than an entry of the relocation table holds.
#[test]
fn relocations_are_divided() {
    let mut contents = with(Vec::new());
    contents.variations = vec![[None, None, None]; 70_000];
    let written = write(&contents).unwrap();
    let file = Bnsh::read(&written).unwrap();
    assert_eq!(verify(&file), []);
    assert_eq!(file.relocations.unwrap().sections[0].entries.len(), 4);
}

#[test]
fn what_the_format_cannot_hold_is_refused() {
    let mut said = Vec::new();
    let mut refuse = |contents: &Contents<'_>| said.push(format!("{}\n", write(contents).unwrap_err()));
    refuse(&Contents {
        alignment_shift: 21,
        ..Contents::new()
    });
    refuse(&with(vec![ProgramContents {
        code_type: CodeType::SOURCE_ARRAY,
        ..program(machine_code(&[]))
    }]));
    let texts = vec![b""[..].into(); 65_536];
    refuse(&with(vec![program(CodeContents::SourceArray(texts))]));
    let named = |names: &[&str]| {
        let mut stage = StageContents::default();
        stage.resources[2] = names.iter().map(|name| ((*name).into(), 0)).collect();
        let reflection = Some(vec![(Stage::Vertex, stage)]);
        with(vec![ProgramContents {
            reflection,
            ..program(machine_code(&[]))
        }])
    };
    refuse(&named(&["a", "b", "a"]));
    refuse(&named(&[""]));
    refuse(&named(&[&"long ".repeat(20_000)]));
    refuse(&Contents {
        name: Some("x".repeat(70_000).into()),
        ..Contents::new()
    });
    refuse(&Contents {
        strings: vec!["a\0b".into()],
        ..Contents::new()
    });
    insta::assert_snapshot!("not-written", said.concat());
}
