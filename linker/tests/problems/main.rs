//! Every problem, as rendered.

mod combining;
mod registers;
#[path = "../support/mod.rs"]
mod support;

use insta::assert_snapshot;
use pica200_link::{LinkOptions, link};
use pica200_objfmt::isa::opcode::Opcode;
use support::{Source, Src, diagnostics, library, link_with, picasso, render};

/// Returns the diagnostics of a link in the default mode.
fn found<const N: usize>(sources: [Source; N]) -> String {
    diagnostics(LinkOptions::default(), sources)
}

#[test]
fn nothing_to_link() {
    let lib = library("lib", |s| s.procedure("f", |s| s.op(Opcode::Nop)));
    assert_snapshot!(found([lib, Source::new("empty")]), @r"
    error[nothing-to-link]: nothing to link: no file makes a shader
      at lib.dvoj: marked `.nodvle`
      at empty.dvoj: has no instruction and no declaration
    ");
    let errors = link(&[], &LinkOptions::default()).expect_err("it is wrong");
    assert_eq!(errors.len(), 1);
}

#[test]
fn undefined_procedure() {
    let a = Source::vertex("a", |s| {
        s.call("lihgt");
        s.mov(0, Src::V(0));
        s.go(Opcode::Jmpc, "nowhere");
    });
    let lib = library("lib", |s| {
        s.procedure("light", |s| s.op(Opcode::Nop));
        s.procedure("other", |s| s.call("lihgt"));
    });
    assert_snapshot!(found([a, lib]), @r#"
    error[undefined-procedure]: procedure `lihgt` is not defined in any file of the link
      at a.dvoj(a.pica:2): not defined
      at lib.dvoj(lib.pica:6): also called here
      help: did you mean `light`?
    error[undefined-procedure]: procedure `nowhere` is not defined in any file of the link
      at a.dvoj(a.pica:4): not defined
    "#);
}

#[test]
fn duplicate_procedure() {
    let main = |name| Source::vertex(name, |s| s.mov(0, Src::V(0)));
    assert_eq!(found([main("a"), main("b")]), "");
    assert_snapshot!(diagnostics(picasso(), [main("a"), main("b")]), @r"
    error[duplicate-procedure]: duplicate procedure `main`
      at b.dvoj(b.pica:1): defined again here
      at a.dvoj(a.pica:1): first defined here
    ");
    // Another object refers to one of the two.
    let lib = library("lib", |s| s.procedure("again", |s| s.call("main")));
    assert_snapshot!(found([main("a"), main("b"), lib]), @r"
    error[duplicate-procedure]: duplicate procedure `main`
      at b.dvoj(b.pica:1): defined again here
      at a.dvoj(a.pica:1): first defined here
      at lib.dvoj(lib.pica:3): named here
      help: each file may have an entry procedure of this name if no other file names it; mark a file that makes no shader with `.nodvle`, or name its entry procedure with `.entry`
    ");
    // All definitions after the first are reported.
    assert_snapshot!(diagnostics(picasso(), [main("a"), main("b"), main("c")]), @r"
    error[duplicate-procedure]: duplicate procedure `main`
      at b.dvoj(b.pica:1): defined again here
      at a.dvoj(a.pica:1): first defined here
    error[duplicate-procedure]: duplicate procedure `main`
      at c.dvoj(c.pica:1): defined again here
      at a.dvoj(a.pica:1): first defined here
    ");
    // A shader starts at only one of the two.
    let lib = library("lib", |s| s.procedure("main", |s| s.op(Opcode::Nop)));
    assert_snapshot!(found([main("a"), lib]), @r"
    error[duplicate-procedure]: duplicate procedure `main`
      at lib.dvoj(lib.pica:2): defined again here
      at a.dvoj(a.pica:1): first defined here
    ");
}

#[test]
fn a_file_that_starts_at_a_procedure_of_two_others_means_none() {
    let main = |name| Source::vertex(name, |s| s.mov(0, Src::V(0)));
    let mut third = Source::new("c");
    third.out(0, 0);
    assert_snapshot!(found([main("a"), main("b"), third]), @r"
    error[duplicate-procedure]: duplicate procedure `main`
      at b.dvoj(b.pica:1): defined again here
      at a.dvoj(a.pica:1): first defined here
      at c.dvoj: named here
      help: each file may have an entry procedure of this name if no other file names it; mark a file that makes no shader with `.nodvle`, or name its entry procedure with `.entry`
    ");
}

#[test]
fn missing_entry() {
    let mut a = Source::new("a");
    a.procedure("mian", |s| s.op(Opcode::End));
    let mut b = Source::new("b");
    b.entry("go");
    assert_snapshot!(found([a, b]), @r#"
    error[missing-entry]: entry procedure `main` is not defined in any file of the link
      at a.dvoj: the shader of this file starts there
      help: did you mean `mian`?
    error[missing-entry]: entry procedure `go` is not defined in any file of the link
      at b.dvoj(b.pica:1): the shader of this file starts there
    "#);
}

#[test]
fn padding_nop_required() {
    let a = Source::vertex("a", |_| {});
    let mut b = Source::new("b");
    b.no_padding();
    b.entry("start");
    b.procedure("empty", |_| {});
    b.procedure("start", |s| s.op(Opcode::End));
    assert_snapshot!(found([a, b]), @r"
    warning[padding-nop-required]: a padding NOP is required here
      at b.dvoj(b.pica:3): the procedure is empty
    ");
}

#[test]
fn code_too_long() {
    let mut a = Source::geometry("a", 0);
    a.procedure("main", |s| {
        s.call("f");
        (0..4095).for_each(|_| s.op(Opcode::Nop));
    });
    let b = library("b", |s| s.procedure("f", |s| s.op(Opcode::End)));
    assert_snapshot!(found([a, b]), @r#"
    error[code-too-long]: the link has 4097 words of code, but the limit is 4096
      at b.dvoj(b.pica:3): the first word that does not fit
    "#);
}

#[test]
fn procedure_too_long() {
    let a = Source::vertex("a", |s| {
        s.call("long");
        s.call("long");
        s.call("fits");
    });
    let lib = library("lib", |s| {
        s.procedure("fits", |s| (0..255).for_each(|_| s.op(Opcode::Nop)));
        s.procedure("long", |s| (0..256).for_each(|_| s.op(Opcode::Nop)));
    });
    let text = found([a, lib]);
    assert_snapshot!(text.lines().take(3).collect::<Vec<_>>().join("\n"), @r#"
    error[procedure-too-long]: procedure `long` has 256 words, but a called procedure can have at most 255
      at lib.dvoj(lib.pica:259): too long to be called
      at a.dvoj(a.pica:2): called here
    "#);
    assert_eq!(text.matches("procedure-too-long").count(), 1);
}

#[test]
fn target_out_of_reach() {
    let mut a = Source::geometry("a", 0);
    a.procedure("main", |s| {
        s.go(Opcode::Jmpc, "behind");
        (0..4094).for_each(|_| s.op(Opcode::Nop));
        s.op(Opcode::End);
    });
    a.label("behind");
    assert_snapshot!(found([a]), @r#"
    error[target-out-of-reach]: the target is word 4096, but the last addressable word is 4095
      at a.dvoj(a.pica:3): goes there
    "#);
}

#[test]
fn all_mistakes_are_reported_in_the_order_of_their_lines() {
    let mut a = Source::new("a");
    a.fvec("proj", 4);
    a.procedure("main", |s| {
        s.call("nowhere");
        s.mov(0, Src::Name("proj", 100));
        s.op(Opcode::End);
    });
    let lib = library("lib", |s| s.fvec("proj", 3));
    let linked = link_with(LinkOptions::default(), [a, lib]);
    let names: Vec<_> = linked.diagnostics.iter().map(|f| f.code.name()).collect();
    assert_eq!(
        names,
        ["undefined-procedure", "register-out-of-range", "uniform-mismatch"],
        "{:#?}",
        linked.diagnostics.iter().map(render).collect::<Vec<_>>()
    );
}

/// Lines start at 1. Line 0 means that the line is unknown.
#[test]
fn an_unknown_line_is_not_shown() {
    let mut input = Source::vertex("a", |s| s.call("f")).input_file();
    input.object.lines[0].line = 0;
    let errors = link(&[input], &LinkOptions::default()).expect_err("it is wrong");
    let text: String = errors.iter().map(render).collect();
    assert_snapshot!(text, @r"
    error[undefined-procedure]: procedure `f` is not defined in any file of the link
      at a.dvoj: not defined
    ");
}
