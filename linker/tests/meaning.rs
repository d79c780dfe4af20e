//! In any link, the code of each shader reads the registers that its source refers to.
//!
//! Random links of files that call each other: for every instruction that a shader reaches, the register in the linked
//! word must hold the constant's value in that shader's table, or be the uniform's register there, and no two names
//! that a shader uses may share a register.

mod support;

use std::collections::{BTreeMap, BTreeSet};

use pica200_link::LinkOptions;
use pica200_objfmt::difference::differences;
use pica200_objfmt::formats::shbin::{Shader, Shbin};
use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::float24::Float24;
use pica200_objfmt::isa::opcode::Opcode;
use proptest::prelude::*;
use support::{Source, Src, everything, float_uniform, output, picasso};

/// The names of the uniforms; each has one size in all files. The last one is hidden.
const UNIFORMS: [(&str, u8); 4] = [("u0", 1), ("u1", 4), ("u2", 2), ("_u3", 3)];
const CONSTANTS: [(&str, u8); 3] = [("k0", 1), ("k1", 3), ("k2", 1)];
const PROCEDURES: usize = 3;

#[derive(Clone, Copy, Debug)]
enum Kind {
    Vertex,
    Geometry(u8),
    Library,
}

#[derive(Clone, Copy, Debug)]
enum Line {
    Uniform(usize),
    Constant(usize),
    /// A procedure of a file, both numbered modulo their count.
    Call(usize, usize),
}

#[derive(Clone, Debug)]
struct File {
    kind: Kind,
    /// The uniforms that the file declares.
    uniforms: Vec<usize>,
    /// Procedure 0 is the entry of files that make a shader.
    procedures: [Vec<Line>; PROCEDURES],
}

impl File {
    /// Returns the valid lines: those whose uniforms are declared in the file.
    fn lines(&self, procedure: usize) -> Vec<Line> {
        let declared = |line: &Line| match line {
            Line::Uniform(n) => self.uniforms.contains(n),
            _ => true,
        };
        let lines = self.procedures[procedure].iter().copied();
        lines.filter(declared).collect()
    }
}

fn name(file: usize, procedure: usize) -> String {
    format!("f{file}p{procedure}")
}

/// Returns a value that no other element has, except for the same element of every second file.
fn value(file: usize, constant: usize, element: usize) -> f32 {
    let number = file % 2 * 64 + constant * 8 + element + 1;
    f32::from(u16::try_from(number).expect("few files"))
}

fn source(number: usize, file: &File, files: usize) -> Source {
    let names = ["file0", "file1", "file2", "file3", "file4"];
    let mut source = match file.kind {
        Kind::Geometry(first) => Source::geometry(names[number], first),
        _ => Source::new(names[number]),
    };
    if matches!(file.kind, Kind::Library) {
        source.library();
    } else {
        source.entry(&name(number, 0));
    }
    for &uniform in &file.uniforms {
        let (name, len) = UNIFORMS[uniform];
        source.fvec(name, len);
    }
    for (constant, (name, len)) in CONSTANTS.into_iter().enumerate() {
        let values: Vec<_> = (0..len.into())
            .map(|element| value(number, constant, element))
            .collect();
        source.constants(name, &values, None);
    }
    for procedure in 0..PROCEDURES {
        source.procedure(&name(number, procedure), |s| {
            for line in file.lines(procedure) {
                match line {
                    Line::Uniform(n) => s.mov(0, Src::Name(UNIFORMS[n].0, 0)),
                    Line::Constant(n) => s.mov(0, Src::Name(CONSTANTS[n].0, 0)),
                    Line::Call(f, p) => s.go(Opcode::Callc, &name(f % files, p)),
                }
            }
            s.op(if procedure == 0 { Opcode::End } else { Opcode::Nop });
        });
    }
    source
}

/// Returns the procedures that can run from a file's entry.
fn reached(files: &[File], file: usize) -> BTreeSet<(usize, usize)> {
    let mut reached = BTreeSet::from([(file, 0)]);
    let mut open = vec![(file, 0)];
    while let Some((file, procedure)) = open.pop() {
        for line in files[file].lines(procedure) {
            if let Line::Call(f, p) = line {
                let callee = (f % files.len(), p);
                if reached.insert(callee) {
                    open.push(callee);
                }
            }
        }
    }
    reached
}

/// Returns the first word of a procedure.
fn start(shader: &Shader, name: &str) -> usize {
    let label = shader.labels.iter().find(|label| label.name == name);
    label.expect("the shader reaches it").word as usize
}

/// Returns the value of a register in a shader's constant table.
fn lane(shader: &Shader, register: u32) -> Option<Float24> {
    let mut found = shader.constants.iter().filter(|c| u32::from(c.register) == register);
    let value = found.next()?.value();
    assert!(found.next().is_none(), "c{register} is set twice");
    match value {
        Some(ConstantValue::Float([x, ..])) => Some(x),
        _ => None,
    }
}

/// The registers that a shader uses, with their names.
#[derive(Default)]
struct Owners(BTreeMap<u32, String>);

impl Owners {
    fn claim(&mut self, first: u32, len: u8, name: &str) {
        for register in first..first + u32::from(len) {
            let owner = self.0.entry(register).or_insert_with(|| name.to_owned());
            assert_eq!(owner, name, "c{register}");
        }
    }
}

fn check_shader(files: &[File], file: usize, shader: &Shader, shbin: &Shbin) {
    let mut owners = Owners::default();
    for (f, p) in reached(files, file) {
        let start = start(shader, &name(f, p));
        for (offset, line) in files[f].lines(p).into_iter().enumerate() {
            let word = shbin.program.code[start + offset];
            match line {
                Line::Uniform(n) => check_uniform(&mut owners, shader, n, float_uniform(word)),
                Line::Constant(n) => {
                    let first = float_uniform(word);
                    let (name, len) = CONSTANTS[n];
                    owners.claim(first, len, &format!("{name} of {}", f % 2));
                    for element in 0..len {
                        let expected = Float24::from_f32(value(f, n, element.into()));
                        let register = first + u32::from(element);
                        assert_eq!(lane(shader, register), Some(expected), "{name} of {f}");
                    }
                }
                Line::Call(..) => {}
            }
        }
    }
    for &n in &files[file].uniforms {
        let entry = table_entry(shader, UNIFORMS[n].0);
        assert_eq!(entry.is_none(), UNIFORMS[n].0.starts_with('_'));
    }
}

fn table_entry(shader: &Shader, name: &str) -> Option<(u32, u32)> {
    let mut entries = shader.uniforms.iter().filter(|u| u.name == name);
    let entry = entries.next()?;
    assert!(entries.next().is_none(), "`{name}` is listed twice");
    Some((u32::from(entry.first) - 0x10, u32::from(entry.last) - 0x10))
}

fn check_uniform(owners: &mut Owners, shader: &Shader, uniform: usize, first: u32) {
    let (name, len) = UNIFORMS[uniform];
    owners.claim(first, len, name);
    if !name.starts_with('_') {
        let last = first + u32::from(len) - 1;
        assert_eq!(table_entry(shader, name), Some((first, last)), "`{name}`");
    }
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        Just(Kind::Vertex),
        (0u8..8).prop_map(Kind::Geometry),
        Just(Kind::Library),
    ]
}

fn line() -> impl Strategy<Value = Line> {
    prop_oneof![
        (0..UNIFORMS.len()).prop_map(Line::Uniform),
        (0..CONSTANTS.len()).prop_map(Line::Constant),
        (0usize..5, 0..PROCEDURES).prop_map(|(f, p)| Line::Call(f, p)),
    ]
}

fn file() -> impl Strategy<Value = File> {
    let uniforms = prop::sample::subsequence((0..UNIFORMS.len()).collect::<Vec<_>>(), 0..=4);
    let procedures: [_; PROCEDURES] = std::array::from_fn(|_| prop::collection::vec(line(), 0..6));
    (kind(), uniforms, procedures).prop_map(|(kind, uniforms, procedures)| File {
        kind,
        uniforms,
        procedures,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn shaders_read_the_registers_that_the_source_names(files in prop::collection::vec(file(), 1..=5)) {
        let makers: Vec<_> = (0..files.len())
            .filter(|&f| !matches!(files[f].kind, Kind::Library))
            .collect();
        prop_assume!(!makers.is_empty());
        let sources = || files.iter().enumerate().map(|(n, file)| source(n, file, files.len()));
        let shbin = output(everything(), sources()).shbin;
        // Each procedure with its label.
        let default = LinkOptions { icf: Some(false), ..LinkOptions::default() };
        for shbin in [&shbin, &output(default, sources()).shbin] {
            prop_assert_eq!(shbin.shaders.len(), makers.len());
            for (shader, &file) in shbin.shaders.iter().zip(&makers) {
                check_shader(&files, file, shader, shbin);
            }
        }
        // If no file calls another one, registers are allocated like picasso's.
        let alone = files.iter().enumerate().all(|(n, file)| {
            file.procedures.iter().flatten().all(|line| match line {
                Line::Call(f, _) => f % files.len() == n,
                _ => true,
            })
        });
        if alone {
            let compat = output(picasso(), sources()).shbin;
            prop_assert_eq!(&compat.program.code, &shbin.program.code);
            for (theirs, ours) in compat.shaders.iter().zip(&shbin.shaders) {
                prop_assert_eq!(&theirs.constants, &ours.constants);
                prop_assert_eq!(&theirs.uniforms, &ours.uniforms);
            }
            prop_assert_eq!(differences(&compat, &shbin), []);
        }
    }
}
