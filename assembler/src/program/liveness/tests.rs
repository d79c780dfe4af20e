//! Tests of free temporaries in small programs.

use super::*;
use crate::options::AssemblyOptions;
use crate::report::Report;
use crate::syntax::ast::Ast;
use crate::syntax::{Lexer, parse};
use crate::text::Lines;

/// Returns the free temporary at the first instruction with a mnemonic.
fn free_at(mnemonic: &str, code: &str) -> Option<u8> {
    let text = format!(".bool b\n.ivec i\n.proc main\n{code}\n.end\n");
    let mut lines = Lines::new("");
    let mut ast = Ast::default();
    parse::parse(&mut Lexer::new(&text, &mut lines), &mut ast);
    let mut report = Report::on_source(&text, &lines, crate::allow::Allowances::default());
    let options = AssemblyOptions::default();
    let resolved = crate::resolve::resolve(&ast, &lines, &options, &mut report);
    let start = text.find(mnemonic)?;
    let keyword = Span::from_range(start..start + mnemonic.len());
    let program = &resolved.program;
    let free = Liveness::new(program).free_temporary(program, keyword);
    free.map(|register| register.number)
}

#[test]
fn values_that_are_read_later_are_not_free() {
    assert_eq!(free_at("add", "add r0, v0, v1\nmov r2, r1\nend"), Some(0));
    assert_eq!(free_at("add", "add r1, r0, v1\nmov r2, r1\nend"), Some(1));
    assert_eq!(free_at("add", "add r1, r0, v1\nmov r2, r1\nnop"), Some(1));
    assert_eq!(free_at("nop", "nop\nmov r0.xyz, v0\nmov r1, r0\nend"), Some(1));
    assert_eq!(free_at("nop", "nop\nmov r0.xyz, v0\nmov r1, r0.xyzz\nend"), Some(0));
    assert_eq!(free_at("nop", "nop\ndp3 r0, r1, r2\nend"), Some(0));
}

#[test]
fn blocks_are_followed() {
    let branches = "nop\nifu b\nmov r3, r0\n.else\nmov r3, r1\n.end\nmov r0, r2\nend";
    assert_eq!(free_at("nop", branches), Some(3));
    let one = "nop\nifu b\nmov r0, v0\n.end\nmov r1, r0\nend";
    assert_eq!(free_at("nop", one), Some(1));
    let turn = "for i\nmov r1, r0\nnop\n.end\nend";
    assert_eq!(free_at("nop", turn), Some(1));
    let left = "for i\nnop\nbreak\n.end\nmov r0, r1\nend";
    assert_eq!(free_at("nop", left), Some(0));
    let label = "nop\njmpu b, there\nthere: end";
    assert_eq!(free_at("nop", label), Some(0));
}

#[test]
fn calls_read_what_the_file_reads() {
    let own = "nop\ncall next\nend\n.end\n.proc next\nmov r1.x, r0";
    assert_eq!(free_at("nop", own), Some(1));
    assert_eq!(free_at("mov", own), None);
    assert_eq!(free_at("nop", "nop\ncall elsewhere\nend"), None);
}
