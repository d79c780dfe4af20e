//! Checks of linked programs: locations refer to the sources, whether or not the output contains lines.

mod support;

use insta::assert_snapshot;
use pica200_check::{Diagnostic, Names, check};
use pica200_diagnostics::{Code, Location};
use pica200_link::{LinkOptions, LinkOutput};
use pica200_objfmt::isa::opcode::Opcode;
use support::{Source, Src, library, output, picasso};

/// Returns the diagnostics on an output, except for those on parts that these small programs leave out.
fn checks(output: &LinkOutput) -> String {
    let left_out = [Code::NoOutput, Code::UndeclaredOutput, Code::UnsetFlags];
    let labelled = output.labelled();
    let names = Names::new(&labelled);
    let diagnostics = check(&labelled).into_iter();
    let found = diagnostics.filter(|diagnostic| !left_out.contains(&diagnostic.code));
    found.map(|diagnostic| render(output, &names, &diagnostic)).collect()
}

fn render(output: &LinkOutput, names: &Names<'_>, diagnostic: &Diagnostic) -> String {
    let mut text = format!("{}: {}\n", diagnostic.code, diagnostic.message);
    for label in diagnostic.labels() {
        let shader = label.location.shader;
        let Some(place) = label.location.code() else {
            continue;
        };
        let found = match output.origins.place(shader, place.word, place.is_end) {
            Location::Line { object, file, line } => format!("{object}({file}:{line})"),
            Location::File(object) => object,
            Location::Span { .. } => unreachable!("the linker reads no sources"),
        };
        let name = names.describe(shader, place);
        text.push_str(&format!("  at {found}, {name}: {}\n", label.text));
    }
    text
}

#[test]
fn missing_end() {
    let mut a = Source::new("a");
    a.procedure("main", |s| s.mov(0, Src::V(0)));
    let mut b = Source::new("b");
    b.entry("second");
    b.procedure("second", |s| {
        s.go(Opcode::Jmpc, "third");
        s.op(Opcode::End);
    });
    b.procedure("third", |s| s.op(Opcode::Nop));
    assert_snapshot!(checks(&output(LinkOptions::default(), [a, b])), @r"
    missing-end: `main` can run past its last instruction without reaching `end`
      at a.dvoj(a.pica:3), word 0x000 of `main`: execution continues here
      at a.dvoj(a.pica:2), word 0x000 of `main`: a shader starts here
    unused-value: the value written to `r0` is never read before it is overwritten or the shader ends
      at a.dvoj(a.pica:2), word 0x000 of `main`: this value is not used
    missing-end: execution can run past the last instruction of the program without reaching `end`
      at b.dvoj(b.pica:7), word 0x003 of `third`: the code ends after this
      at b.dvoj(b.pica:3), word 0x001 of `second`: a shader starts here
      at b.dvoj(b.pica:3), word 0x001 of `second`: the condition holds
    ");
    let mut a = Source::new("a");
    a.procedure("main", |s| s.mov(0, Src::V(0)));
    // picasso's files have neither names nor lines; the diagnostics have both.
    assert_snapshot!(checks(&output(picasso(), [a])), @r"
    missing-end: `main` can run past its last instruction without reaching `end`
      at a.dvoj(a.pica:3), word 0x000 of `main`: execution continues here
      at a.dvoj(a.pica:2), word 0x000 of `main`: a shader starts here
    unused-value: the value written to `r0` is never read before it is overwritten or the shader ends
      at a.dvoj(a.pica:2), word 0x000 of `main`: this value is not used
    ");
}

#[test]
fn vertex_code_too_far() {
    let mut u = Source::new("u");
    u.entry("other");
    u.procedure("other", |s| {
        (0..511).for_each(|_| s.op(Opcode::Nop));
        s.op(Opcode::End);
    });
    let v = Source::vertex("v", |_| {});
    assert_snapshot!(checks(&output(LinkOptions::default(), [u, v])), @r"
    vertex-code-too-far: the vertex shader that starts at `main` executes word 512, but vertex shaders can address only words 0 to 511
      at v.dvoj(v.pica:2), word 0x200 of `main`: vertex shaders cannot address this
      at v.dvoj(v.pica:2), word 0x200 of `main`: a shader starts here
    ");
}

#[test]
fn emit_in_vertex_shader() {
    let sources = {
        let a = Source::vertex("a", |s| s.call("out"));
        let lib = library("lib", |s| {
            s.procedure("out", |s| {
                s.setemit();
                s.op(Opcode::Emit);
            });
        });
        [a, lib]
    };
    assert_snapshot!(checks(&output(LinkOptions::default(), sources)), @r"
    emit-in-vertex-shader: the vertex shader that starts at `main` runs `setemit`, but only geometry shaders emit vertices
      at lib.dvoj(lib.pica:3), word 0x002 of `out`: reached by a vertex shader
      at a.dvoj(a.pica:2), word 0x000 of `main`: a shader starts here
      at a.dvoj(a.pica:2), word 0x000 of `main`: calls
    ");
}
