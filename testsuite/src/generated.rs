//! Generated programs of several files: shaders and libraries that call each other's procedures, share uniforms and
//! have equal constants, with blocks, jumps and fallthrough procedures.

use std::fmt::Write;
use std::path::PathBuf;

use pica200_asm::AssemblyOptions;

use crate::case::CaseSource;
use crate::programs::Program;
use crate::random::Random;

/// The uniforms that each file declares.
const UNIFORMS: &str = ".fvec shared[3], tint\n.bool lit\n.ivec turns\n";

/// Values of constants, some of which occur in several files. The second component is an index into `shared`.
const VALUES: [&str; 4] = ["1, 0, 0.5, 2", "0, 1, 0, 1", "4, 2, 3, 1", "0.25, 0.5, 0.75, 1"];

/// The call depth: the hardware call stack has four entries.
const CALL_DEPTH: u8 = 4;

/// Returns the program of a seed. `taken` float registers hold uniforms that no code reads.
pub fn program(seed: u64, taken: u8) -> Program {
    Program {
        name: format!("generated/{seed}"),
        sources: sources(&mut Random(seed), taken),
        assembling: AssemblyOptions::default(),
        expected: PathBuf::new(),
    }
}

/// Returns the sources of a program: two vertex shaders, two geometry shaders and some libraries.
fn sources(random: &mut Random, taken: u8) -> Vec<CaseSource> {
    let libraries = random.count(2);
    let mut sources: Vec<_> = (0..libraries).map(|n| library(n, random)).collect();
    let mut shader = |name: &str, kind: &str, last: &str| {
        let mut text = format!("{kind}.entry {name}\n{UNIFORMS}.fvec _taken[{taken}]\n");
        text += ".in a v0\n.in b v1\n.out o position\n.out p color\n";
        declarations(&mut text, name, random);
        write(&mut text, format_args!(".proc {name}\nmov r0, a\nmov r1, b\n"));
        for _ in 0..random.count(8) {
            match random.byte() % 8 {
                0 => write(
                    &mut text,
                    format_args!("cmp r0, gt, lt, r1\njmpc cmp.x && cmp.y, {name}_last\nnop\n"),
                ),
                _ => statement(&mut text, 0, libraries, random),
            }
        }
        // The entry procedure has an `end`, or falls through into a procedure that has one.
        if random.byte().is_multiple_of(2) {
            write(&mut text, format_args!("mov o, r0\nmov p, r1\n{last}end\n.end\n"));
            unused(&mut text, name, random);
        } else {
            text += "nop\n.end\n";
        }
        write(
            &mut text,
            format_args!(".proc {name}_finish\n{name}_last:\nmov o, k\nmov p, r0\n{last}end\nmov r1, l\n.end\n"),
        );
        source(name, text)
    };
    sources.push(shader("first", "", ""));
    sources.push(shader("second", "", ""));
    for (name, kind) in [("fourth", "variable c0 3"), ("third", "point c0")] {
        let kind = format!(".gsh {kind}\n");
        sources.insert(0, shader(name, &kind, "setemit 0, prim\nemit\n"));
    }
    sources
}

fn source(name: &str, text: String) -> CaseSource {
    CaseSource {
        name: format!("{name}.pica"),
        text: text.into(),
        ..CaseSource::default()
    }
}

fn library(number: u8, random: &mut Random) -> CaseSource {
    let name = format!("l{number}");
    let mut text = format!(".nodvle\n{UNIFORMS}");
    declarations(&mut text, &name, random);
    for level in (1..CALL_DEPTH).rev() {
        write(&mut text, format_args!(".proc {name}_{level}\n"));
        for _ in 0..random.count(3) {
            statement(&mut text, level, number + 1, random);
        }
        text += ".end\n";
    }
    unused(&mut text, &name, random);
    source(&name, text)
}

/// Declares constants, and sometimes uniforms that are pinned, private to the file, or initialized.
fn declarations(text: &mut String, name: &str, random: &mut Random) {
    if random.byte().is_multiple_of(4) {
        text.push_str(".private\n");
    }
    let place = if random.byte().is_multiple_of(4) { " c95" } else { "" };
    // A uniform that is not listed in the shader's table needs a value.
    let hidden = random.byte().is_multiple_of(4);
    let [own, flag] = ["own", "flag"].map(|what| {
        if hidden {
            format!("_{what}_{name}")
        } else {
            format!("{what}_{name}")
        }
    });
    *text += &format!(".fvec pinned{place}, {own}[2]\n.bool {flag}\n");
    if hidden {
        *text += &format!(".setf {own}[1](1, 2, 3, 4)\n.setb {flag} true\n");
    }
    *text += &format!(".alias own {own}[1]\n.alias flag {flag}\n");
    constants(text, random);
}

fn constants(text: &mut String, random: &mut Random) {
    for name in ["k", "l"] {
        let value = VALUES[usize::from(random.byte() % 4)];
        write(text, format_args!(".constf {name}({value})\n"));
    }
    for name in ["s", "t"] {
        let value = random.byte() % 8;
        write(text, format_args!(".constf {name}({value}, 7, {value}, 7)\n"));
    }
    let [x, y] = [0, 0].map(|_| VALUES[usize::from(random.byte() % 2)]);
    write(
        text,
        format_args!(".constfa table[]\n.constfa ({x})\n.constfa ({y})\n.end\n"),
    );
    write(text, format_args!(".consti twice({}, 0, 1, 0)\n", random.byte() % 2));
}

/// Adds an uncalled procedure.
fn unused(text: &mut String, name: &str, random: &mut Random) {
    write(text, format_args!(".proc {name}_unused\n"));
    statement(text, CALL_DEPTH, 1, random);
    text.push_str("end\nmov r0, r1\n.end\n");
}

/// Adds a statement to a procedure of a call depth. It calls procedures of the next depth in the first `libraries`
/// files.
fn statement(text: &mut String, level: u8, libraries: u8, random: &mut Random) {
    let callee = format!("l{}_{}", random.byte() % libraries, level + 1);
    let calls = level + 1 < CALL_DEPTH;
    match random.byte() % 6 {
        0 if calls => writeln!(text, "call {callee}"),
        1 if calls => writeln!(text, "callu lit, {callee}\nnop"),
        2 if calls => writeln!(text, "cmp r0, lt, gt, r1\ncallc cmp.x && !cmp.y, {callee}\nnop"),
        3 => return block(text, random),
        _ => return simple(text, random),
    }
    .unwrap_or_default();
}

/// Adds instructions with control flow.
fn block(text: &mut String, random: &mut Random) {
    // The length of the text so far makes label names unique.
    let at = text.len();
    let mut inner = || {
        let mut inner = String::new();
        simple(&mut inner, random);
        inner
    };
    let (one, other) = (inner(), inner());
    *text += &match random.byte() % 8 {
        0 => format!("ifu flag\n{one}.else\n{other}.end\n"),
        1 => format!("for twice\n{one}ifu lit\n{other}.end\nnop\n.end\n"),
        2 => format!("for turns\n{one}for twice\n{other}.end\nnop\n.end\n"),
        3 => format!("for turns\ncmp r0, lt, gt, r1\nbreakc cmp.x || cmp.y\n{one}.end\n{other}"),
        4 => format!("for twice\nadd r0, shared[aL], r0\n{one}.end\n"),
        5 => format!("jmpu lit, over{at}\n{one}over{at}:\n{other}"),
        6 => format!("call part{at}, 1\npart{at}:\nadd r0, k, r0\n{one}"),
        _ => format!("ifu lit, else{at}, 1\n{one}else{at}:\nmul r1, k, r1\n{other}"),
    };
}

/// Adds instructions without blocks.
fn simple(text: &mut String, random: &mut Random) {
    let [to, from] = [0, 0].map(|_| random.byte() % 2);
    *text += &match random.byte() % 14 {
        0 => format!("add r{to}, k, r{from}\n"),
        1 => format!("mul r{to}.xy, l.wzyx, r{from}\n"),
        2 => format!("mad r{to}, r{from}, table[1], r0\n"),
        3 => format!("dp4 r{to}.z, shared[{from}], r{from}\n"),
        4 => format!("ifu lit\nmax r{to}, tint, r{from}\n.else\nmin r{to}, k.x, r{from}\n.end\n"),
        5 => format!("for twice\nadd r{to}.w, table[0].yyyy, -r{from}\n.end\n"),
        6 => format!("mova a0.x, k.y\nadd r{to}, shared[a0.x], r{from}\n"),
        7 => format!("mul r{to}, s.x, r{from}\n"),
        8 => format!("sge r{to}.xw, r{from}, t.zzzz\n"),
        9 => format!("mad r{to}.y, r0, r{from}, -s.z\n"),
        10 => format!("add r{to}, own, r{from}\n"),
        11 => format!("max r{to}, pinned, r{from}\n"),
        12 => {
            format!("sge r2, r0, r1\nmova a0.x, r2.x\nadd r{to}, table[a0.x], r{from}\n")
        }
        _ => format!("slt r{to}.yz, -l, r{from}\n"),
    };
}

fn write(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(arguments);
}
