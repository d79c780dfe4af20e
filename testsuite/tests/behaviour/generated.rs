//! Programs of several files: shaders and libraries that call each other's procedures, share uniforms, and have equal
//! constants.

use std::fmt::Write;

use pica200_testsuite::case::CaseSource;

use crate::values::Random;

/// The uniforms that each file declares.
const UNIFORMS: &str = ".fvec shared[3], tint\n.bool lit\n.ivec turns\n";

/// Values of constants: files have equal ones. The second component is an index into `shared`.
const VALUES: [&str; 4] = [
    "1, 0, 0.5, 2",
    "0, 1, 0, 1",
    "4, 2, 3, 1",
    "0.25, 0.5, 0.75, 1",
];

/// How deep procedures call: the machine has room for four calls.
const LEVELS: u8 = 4;

/// The sources of a program: two vertex shaders, a geometry shader, and some libraries. `taken` float registers are used
/// for something that no code reads.
pub(crate) fn sources(random: &mut Random, taken: u8) -> Vec<CaseSource> {
    let libraries = random.count(3);
    let mut sources: Vec<_> = (0..libraries).map(|n| library(n, random)).collect();
    let mut shader = |name: &str, kind: &str, last: &str| {
        let mut text = format!("{kind}.entry {name}\n{UNIFORMS}.fvec _taken[{taken}]\n");
        text += ".in a v0\n.in b v1\n.out o position\n.out p color\n";
        constants(&mut text, random);
        write(
            &mut text,
            format_args!(".proc {name}\nmov r0, a\nmov r1, b\n"),
        );
        for _ in 0..random.count(6) {
            statement(&mut text, 0, libraries, random);
        }
        write(
            &mut text,
            format_args!("mov o, r0\nmov p, r1\n{last}end\n.end\n"),
        );
        unused(&mut text, name, random);
        source(name, text)
    };
    sources.push(shader("first", "", ""));
    sources.push(shader("second", "", ""));
    sources.insert(
        0,
        shader("third", ".gsh point c0\n", "setemit 0, prim\nemit\n"),
    );
    sources
}

fn source(name: &str, text: String) -> CaseSource {
    CaseSource {
        name: format!("{name}.pica"),
        text: text.into(),
    }
}

fn library(number: u8, random: &mut Random) -> CaseSource {
    let mut text = format!(".nodvle\n{UNIFORMS}");
    constants(&mut text, random);
    for level in (1..LEVELS).rev() {
        write(&mut text, format_args!(".proc l{number}_{level}\n"));
        for _ in 0..random.count(3) {
            statement(&mut text, level, number + 1, random);
        }
        text += ".end\n";
    }
    unused(&mut text, &format!("l{number}"), random);
    source(&format!("l{number}"), text)
}

fn constants(text: &mut String, random: &mut Random) {
    for name in ["k", "l"] {
        let value = VALUES[usize::from(random.byte() % 4)];
        write(text, format_args!(".constf {name}({value})\n"));
    }
    for name in ["s", "t"] {
        let value = random.byte() % 8;
        write(
            text,
            format_args!(".constf {name}({value}, 7, {value}, 7)\n"),
        );
    }
    let [x, y] = [0, 0].map(|_| VALUES[usize::from(random.byte() % 2)]);
    write(
        text,
        format_args!(".constfa table[]\n.constfa ({x})\n.constfa ({y})\n.end\n"),
    );
    write(
        text,
        format_args!(".consti twice({}, 0, 1, 0)\n", random.byte() % 2),
    );
}

/// A procedure that nobody calls.
fn unused(text: &mut String, name: &str, random: &mut Random) {
    write(text, format_args!(".proc {name}_unused\n"));
    statement(text, LEVELS, 1, random);
    text.push_str("end\nmov r0, r1\n.end\n");
}

/// A statement in a procedure of a level. It calls procedures of the next one, of the first `libraries`.
fn statement(text: &mut String, level: u8, libraries: u8, random: &mut Random) {
    let callee = format!("l{}_{}", random.byte() % libraries, level + 1);
    let [to, from] = [0, 0].map(|_| random.byte() % 2);
    let calls = level + 1 < LEVELS;
    let _ = match random.byte() % 14 {
        0 if calls => writeln!(text, "call {callee}"),
        1 if calls => writeln!(text, "callu lit, {callee}\nnop"),
        2 if calls => writeln!(
            text,
            "cmp r0, lt, gt, r1\ncallc cmp.x && !cmp.y, {callee}\nnop"
        ),
        3 => writeln!(text, "add r{to}, k, r{from}"),
        4 => writeln!(text, "mul r{to}.xy, l.wzyx, r{from}"),
        5 => writeln!(text, "mad r{to}, r{from}, table[1], r0"),
        6 => writeln!(text, "dp4 r{to}.z, shared[{from}], r{from}"),
        7 => writeln!(
            text,
            "ifu lit\nmax r{to}, tint, r{from}\n.else\nmin r{to}, k.x, r{from}\n.end"
        ),
        8 => writeln!(
            text,
            "for twice\nadd r{to}.w, table[0].yyyy, -r{from}\n.end"
        ),
        10 => writeln!(text, "mul r{to}, s.x, r{from}"),
        11 => writeln!(text, "sge r{to}.xw, r{from}, t.zzzz"),
        12 => writeln!(text, "mad r{to}.y, r0, r{from}, -s.z"),
        9 => writeln!(text, "mova a0.x, k.y\nadd r{to}, shared[a0.x], r{from}"),
        _ => writeln!(text, "slt r{to}.yz, -l, r{from}"),
    };
}

fn write(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(arguments);
}
