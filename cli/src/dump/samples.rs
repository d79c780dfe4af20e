//! Test files for the views: golden files, objects of the examples, damaged files, and files of other tools.

use std::fs;
use std::path::PathBuf;

use pica200_objfmt::formats::inspect::{Content, DocumentedObject, Inspection, RawRelocation, inspect};
use pica200_objfmt::formats::object::Object;
use pica200_objfmt::formats::shbin::{
    ConstantEntry, LabelEntry, Line, OutputEntry, Program, Shader, Shbin, UniformEntry,
};

use super::contents::InspectedFile;
use super::workspace::{Sample, files, workspace};

/// Returns all golden shader binaries.
pub(crate) fn golden() -> Vec<Sample> {
    let files = files(&workspace("testsuite/golden"), "shbin");
    assert!(files.len() > 100, "the golden files are gone");
    let read = |path: PathBuf| {
        let bytes = fs::read(&path).expect("golden files can be read");
        (path.display().to_string(), bytes)
    };
    files.into_iter().map(read).collect()
}

/// Assembles the objects of all examples, except packages and variant files, whose sources need definitions and
/// includes.
pub(crate) fn objects() -> Vec<Sample> {
    let mut sources = files(&workspace("examples"), "vsh");
    sources.extend(files(&workspace("examples"), "gsh"));
    sources.retain(|path| !path.with_file_name("../Cargo.toml").exists());
    sources.retain(|path| !path.with_extension("variants.toml").exists());
    assert!(sources.len() > 4, "the examples are gone");
    let assembled = |path: PathBuf| {
        let source = fs::read(&path).expect("examples can be read");
        (path.display().to_string(), assemble(&source))
    };
    sources.into_iter().map(assembled).collect()
}

/// Assembles a source without errors.
pub(super) fn assemble(source: &[u8]) -> Vec<u8> {
    let options = pica200_asm::AssemblyOptions::default();
    let assembly = pica200_asm::assemble("sample.pica", source, &options);
    let object: Object = assembly.object.expect("samples assemble");
    object.write().expect("objects can be written")
}

/// Returns some of the files with a changed byte, truncated, or with the version of another format.
pub(crate) fn damaged() -> Vec<Sample> {
    let mut samples = Vec::new();
    let files = golden().into_iter().step_by(8).chain(objects());
    for (name, bytes) in files {
        for part in 1..8 {
            let at = bytes.len() * part / 8;
            samples.push((format!("{name}, cut"), bytes[..at].to_vec()));
            let mut changed = bytes.clone();
            changed[at] ^= 0xFF;
            changed[4 + part * 8] ^= 0x81;
            samples.push((format!("{name}, changed"), changed));
        }
    }
    samples
}

/// Returns placeholder bytes for tests that build the tables themselves.
pub(super) fn subject<'a>(name: &'a str, bytes: &'a [u8]) -> InspectedFile<'a> {
    InspectedFile {
        name,
        bytes,
        inspection: inspect(bytes),
    }
}

/// Returns a subject whose contents need no bytes.
pub(super) fn subject_with(content: Content) -> InspectedFile<'static> {
    InspectedFile {
        name: "made",
        bytes: &[],
        inspection: Inspection {
            content,
            faults: Vec::new(),
            regions: Vec::new(),
        },
    }
}

/// Returns a shader with table entries that no tool writes: unassigned numbers, and names that are not UTF-8.
pub(super) fn strange_shader() -> Shader {
    let mut infinite = [0; 16];
    infinite[..4].copy_from_slice(&0x7F_0000u32.to_le_bytes());
    infinite[4..8].copy_from_slice(&0xFF_8000u32.to_le_bytes());
    let constant = |kind, register, data| ConstantEntry { kind, register, data };
    let uniform = |name: &[u8], first, last| UniformEntry {
        name: name.into(),
        first,
        last,
    };
    let mut shader = Shader {
        kind: 0x81,
        merge: 2,
        entry: 1,
        end: 99,
        inputs_used: 0x8001,
        constants: vec![
            constant(2, 95, infinite),
            constant(2, 96, [0xFF; 16]),
            constant(7, 0, [1; 16]),
        ],
        labels: vec![LabelEntry {
            id: 0,
            reserved: 1,
            word: 1,
            size: None,
            name: b"a\"\\\n\xFF&amp;".as_slice().into(),
        }],
        outputs: vec![OutputEntry {
            property: 7,
            register: 16,
            mask: 0x105,
            reserved: 3,
        }],
        uniforms: vec![
            uniform(b"\x80", 0x74, 0x10),
            uniform("Größe".as_bytes(), 0x10, 0xFFFF),
            uniform(b"in", 0, 1),
        ],
        ..Shader::default()
    };
    shader.geometry.mode = 9;
    shader
}

/// Returns a program with an unknown word, a missing descriptor, and a jump outside the code.
fn strange_program() -> Program {
    Program {
        code: vec![0x7FFF_FFFF, 0x4C00_007F, 0xB000_5003, 0x8800_0000],
        lines: vec![Line { file: 0, line: 7 }; 5],
        files: vec![b"\xFE.pica".as_slice().into()],
        ..Program::default()
    }
}

/// Returns a binary with strange tables, whose second shader begins outside the code.
pub(super) fn strange_shbin() -> InspectedFile<'static> {
    let outside = Shader {
        entry: u32::MAX,
        ..Shader::default()
    };
    subject_with(Content::Shbin(Shbin {
        program: strange_program(),
        shaders: vec![strange_shader(), outside],
    }))
}

/// Returns an object of another version.
pub(super) fn foreign() -> InspectedFile<'static> {
    subject_with(Content::Documented(Box::new(DocumentedObject {
        version: 0x1002,
        geometry: u32::MAX,
        program: strange_program(),
        shader: strange_shader(),
        relocations: vec![RawRelocation {
            word: 1,
            unexplained: [2, u32::MAX],
        }],
    })))
}

/// A source with one of each kind of entry that an object can have.
pub(super) const SOURCE: &str = "\
.entry start
.fvec projection[4]
.ivec count
.bool lit
.constf half(0.5, -1.0, 0.0, inf)
.constfa table[]
.constfa (1.0, 2.0, 3.0, 4.0)
.end
.setb b3 true
.in position v2
.out - position
.out shade color.xyz
.proc start
    dp4 r0.x, projection[1], position
    cmp half, lt, ge, r0
    ifc cmp.x && !cmp.y
        call other
    .else
        callu lit, near
    .end
    for count
        mad r1, r0, r0, -table[aL].wzyx
        breakc cmp.y
        nop
    .end
    mov o0, r0
    mov o1, r1
    end
.end
.proc near
    jmpu !lit, done
    mova a0.x, r0
done:
    nop
.end
";
