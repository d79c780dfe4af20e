//! Linking of several files.
//!
//! An input consists of parts separated by [`SEPARATOR`], so that it can be edited as text:
//! - a part that begins with `DVOJ` is an object;
//! - a part that begins with `%` is a source composed of [`FRAGMENTS`], one for each further byte;
//! - any other part is a source.
//!
//! A source that begins with [`NO_PADDING`] (also before a `%`) is assembled without padding NOPs.
//!
//! Parts that do not assemble or cannot be read are skipped.

use pica200::job::Job;
use pica200::job::options::{Group, Value, in_group};
use pica200::levels::Levels;
use pica200::session::Session;
use pica200_asm::assemble;
use pica200_link::{Compat, Input, LinkOptions};
use pica200_objfmt::difference::differences;
use pica200_objfmt::formats::object::Object;
use pica200_objfmt::formats::shbin::{Program, Shbin};
use pica200_objfmt::formats::{FileKind, recognise};
use pica200_objfmt::isa::meaning::Meaning;

use super::source::check_rendering;

/// The separator between the parts of an input.
pub(super) const SEPARATOR: &[u8] = b"\n;=\n";

/// The comment at the start of a source without padding NOPs.
pub(super) const NO_PADDING: &[u8] = b";-n\n";

/// Source fragments, most sequences of which are valid.
pub(super) const FRAGMENTS: &[&str] = &[
    ".proc main",
    ".proc a",
    ".proc b",
    ".proc c",
    ".end",
    ".else",
    "end",
    "nop",
    "emit",
    "break",
    "breakc cmp.x",
    "call a",
    "call b",
    "callc cmp.x && !cmp.y, b",
    "callu flags[1], c",
    "jmpc cmp.x || cmp.y, skip",
    "jmpu !flag, skip",
    "skip:",
    "ifc cmp.x",
    "ifu flag",
    "for counter",
    "cmp v0.xy, gt, lt, v1",
    "mova a0.xy, v0",
    "setemit 1, prim inv",
    "mov o0, v0",
    "mov r0, matrix[3]",
    "mov r1.xy, -matrix[a0.x].wzyx",
    "mov o1, vector.xxxx",
    "mov r2, half",
    "mov r3.w, table[aL]",
    "dp4 r4.x, matrix[0], v0",
    "mad r5, v0, vector, r5",
    "mad r5.yz, -v0, r1, half",
    "add o2, half.x, r5",
    "slt r6, v0, vector",
    ".out position position o0",
    ".out color color.xyz o1",
    ".out - texcoord0.xy",
    ".out - dummy",
    ".in place v0",
    ".in place2 v1",
    ".fvec matrix[4]",
    ".fvec vector",
    ".fvec vector c20",
    ".fvec _hidden[60]",
    ".ivec counter",
    ".bool flag",
    ".bool flags[3]",
    ".constf half(0.5, -1, 2, 0)",
    ".constf half(1, 2, 3, 4) c10",
    ".consti counter(1, 2, 3, 4)",
    ".constfa table[]\n.constfa (1, 2, 3, 4)\n.constfa (5, 6, 7, 8)\n.end",
    ".extern fvec vector, matrix[]",
    ".extern constf half",
    ".extern constfa table[]",
    ".extern ivec counter",
    ".setf c90(1, 2, 3, 4)",
    ".seti i3(1, 2, 3, 4)",
    ".setb b15 true",
    ".entry a",
    ".nodvle",
    ".private",
    ".word 0x4C000000, 1",
    ".entry b, 1",
    "ifc cmp.x, skip, 2",
    "call a, 1",
    ".gsh",
    ".gsh point c40",
    ".gsh variable c20 3",
    ".gsh fixed c20 c10 4",
    ".alias half matrix[1].wwww",
    "# 7 \"other.pica\"",
    ".proc main\nmov o0, v0\nend\n.end",
    ".proc a\nadd r0, v0, vector\n.end",
    ".proc b\ncall a\nmov r1, half\n.end",
];

/// Links the parts of an input with all options. Returns true if there was anything to link: inputs without usable
/// parts are poor seeds.
///
/// # Panics
///
/// Panics if [`check_link`] does, or if options have side effects: a line table and names must not change code or
/// registers, and `--compat` must not change the meaning of instructions.
pub fn link(bytes: &[u8]) -> bool {
    let inputs: Vec<_> = parts(bytes)
        .into_iter()
        .enumerate()
        .filter_map(|(number, part)| {
            let name = format!("part-{number}");
            let object = object(&name, part)?;
            Some(Input { name, object })
        })
        .collect();
    let [own, compat] = [Compat::None, Compat::Picasso].map(|compat| link_as(&inputs, compat));
    if let (Some(own), Some(compat)) = (own, compat) {
        assert_eq!(meaning(&own.program), meaning(&compat.program));
        // The binaries may differ, but the comparison must terminate.
        differences(&own, &compat);
        // A program that links with all code also links without unneeded code.
        let least = check_link(&inputs, &LinkOptions::default());
        let least = least.expect("a link without unneeded code succeeds");
        assert!(least.program.code.len() <= own.program.code.len());
        assert!(least.program.descriptors.len() <= own.program.descriptors.len());
        let other = check_link(&inputs, &with_switch(bytes.len()));
        other.expect("a link with any switch succeeds");
    }
    !inputs.is_empty()
}

/// Returns the meaning of each word, ignoring the registers of uniforms that linking moves.
fn meaning(program: &Program) -> Vec<Meaning> {
    program.meanings().map(Meaning::without_uniforms).collect()
}

fn parts(bytes: &[u8]) -> Vec<&[u8]> {
    let mut parts = Vec::new();
    let mut rest = bytes;
    while let Some(at) = find(rest, SEPARATOR) {
        parts.push(&rest[..at]);
        rest = &rest[at + SEPARATOR.len()..];
    }
    parts.push(rest);
    parts
}

fn find(bytes: &[u8], piece: &[u8]) -> Option<usize> {
    bytes.windows(piece.len()).position(|window| window == piece)
}

fn object(name: &str, part: &[u8]) -> Option<Object> {
    if recognise(part) == Some(FileKind::Object) {
        return Object::read(part).ok();
    }
    let (padding, text) = match part.strip_prefix(NO_PADDING) {
        Some(text) => (false, text),
        None => (true, part),
    };
    let source = match text.strip_prefix(b"%") {
        Some(numbers) => composed(numbers),
        None => text.to_owned(),
    };
    assemble(
        name,
        &source,
        &pica200_asm::AssemblyOptions {
            padding,
            ..pica200_asm::AssemblyOptions::default()
        },
    )
    .object
}

/// Composes a source from fragments.
fn composed(numbers: &[u8]) -> Vec<u8> {
    let lines: Vec<_> = numbers
        .iter()
        .map(|&number| FRAGMENTS[usize::from(number) % FRAGMENTS.len()])
        .collect();
    lines.join("\n").into_bytes()
}

/// Links with all options for one setting of `--compat`. Returns the binary without a line table and with names.
fn link_as(inputs: &[Input], compat: Compat) -> Option<Shbin> {
    let plain = check_link(inputs, &options(compat, false, false));
    for (debug, strip) in [(true, false), (false, true), (true, true)] {
        let other = linked(inputs, &options(compat, debug, strip), &mut Session::default());
        assert_eq!(plain.is_some(), other.is_some());
        let (Some(plain), Some(other)) = (&plain, &other) else {
            continue;
        };
        assert_eq!(plain.program.code, other.program.code);
        assert_eq!(plain.program.descriptors, other.program.descriptors);
        assert_eq!(plain.shaders.len(), other.shaders.len());
        for (plain, other) in plain.shaders.iter().zip(&other.shaders) {
            assert_eq!(plain.constants, other.constants);
            assert_eq!(plain.uniforms, other.uniforms);
            assert_eq!(plain.outputs, other.outputs);
        }
    }
    plain
}

/// Returns the default options with one link switch toggled, by its index.
fn with_switch(number: usize) -> LinkOptions {
    let switches: Vec<_> = in_group(Group::Linking)
        .flat_map(|option| option.flags.iter().map(move |flag| (option, flag)))
        .collect();
    let mut job = Job::default();
    if let Some((option, flag)) = switches.get(number % switches.len().max(1)) {
        let set = option.set(&mut job, Value::Switch(flag.value));
        set.expect("the option is a switch");
    }
    job.linking
}

/// Returns options that keep all code, so that the line table does not affect it.
fn options(compat: Compat, debug: bool, strip: bool) -> LinkOptions {
    LinkOptions {
        debug,
        strip,
        ..LinkOptions::with_compat(compat).whole()
    }
}

/// Links objects, and returns the binary if there is one.
///
/// # Panics
///
/// Panics unless there is a binary exactly if there are no errors, it reads back unchanged, and all diagnostics can be
/// rendered.
pub fn check_link(inputs: &[Input], options: &LinkOptions) -> Option<Shbin> {
    let mut session = Session::default();
    let shbin = linked(inputs, options, &mut session);
    check_rendering(&session);
    shbin
}

fn linked(inputs: &[Input], options: &LinkOptions, session: &mut Session<'_>) -> Option<Shbin> {
    let linked = pica200_link::link(inputs, options);
    let output = session.take_linked(linked);
    assert_eq!(output.is_none(), session.has_errors());
    let output = output?;
    assert!(pica200_link::header("picald", &output.interface).ends_with('\n'));
    let bytes = output.shbin.write();
    let bytes = bytes.expect("a linked binary can be written");
    assert_eq!(Shbin::read(&bytes).as_ref(), Ok(&output.shbin));
    // Any linked program can be checked.
    session.check(&output, options.compat, &Levels::default());
    Some(output.shbin)
}
