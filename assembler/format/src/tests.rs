//! Layout tests on small sources. The test suite checks that every source keeps its tokens and its meaning.

#![allow(clippy::unwrap_used, reason = "a source that is not text fails the test")]

use super::*;

fn formatted(source: &str) -> String {
    format(source.as_bytes()).formatted.unwrap()
}

/// Checks the layout of lines, one at a time.
#[track_caller]
fn check(lines: &[(&str, &str)]) {
    for (line, expected) in lines {
        assert_eq!(formatted(line), format!("{expected}\n"), "{line}");
    }
}

#[test]
fn blanks_between_tokens() {
    check(&[
        ("mov\x0Br0 ,v0", "mov r0, v0"),
        ("mov r0 . x ,v0 .xy", "mov r0. x, v0.xy"),
        ("mov r0,c4 [ a0 .x+1 ] .x", "mov r0, c4[a0.x + 1].x"),
        ("mov r0,- - c4[-1]", "mov r0, --c4[-1]"),
        ("ifc ! cmp.x&&!  cmp.y", "ifc !cmp.x && !cmp.y"),
        ("ifc cmp.x &cmp.y|r0", "ifc cmp.x & cmp.y | r0"),
        ("setemit 0 ,prim   inv", "setemit 0, prim inv"),
        (".constf k( 1,-2 ,+ .5 ,0 )c90", ".constf k(1, -2, +.5, 0) c90"),
        ("mul r0,-( 1,2 , 3,4 ) .xy,r1", "mul r0, -(1, 2, 3, 4).xy, r1"),
        ("SUB r0,-1 ,( 1+2 )", "sub r0, -1, (1 + 2)"),
        (".Lx :jmpu b0 ,.Lx", ".Lx: jmpu b0, .Lx"),
        (".alias k(1,2, 3,4)", ".alias k (1, 2, 3, 4)"),
        (".LOCAL a ,b", ".local a, b"),
        (".setf m [1] (1, 0, 0, 0)", ".setf m[1](1, 0, 0, 0)"),
        (".constfa(1,2,3,4)", ".constfa (1, 2, 3, 4)"),
        (".constfa k[ ]", ".constfa k[]"),
        (".fvec a[4]c0 ,b", ".fvec a[4] c0, b"),
        (".gsh fixed c48 c0 ( 3*2 )", ".gsh fixed c48 c0 (3 * 2)"),
        ("a:b :.proc c", "a: b: .proc c"),
    ]);
}

#[test]
fn signs_and_operators() {
    check(&[
        (".alias a -c0", ".alias a -c0"),
        (".alias a - c0 .x", ".alias a -c0.x"),
        (".setb b -1", ".setb b -1"),
        (".out -7 o1", ".out - 7 o1"),
        (".out - position", ".out - position"),
        (".word -1 ,- 2", ".word -1, -2"),
        ("mov r0, c0[4-1]", "mov r0, c0[4 - 1]"),
        ("mov r0, c0[1e -1]", "mov r0, c0[1e - 1]"),
        ("mov r0, c0[1e-1]", "mov r0, c0[1e-1]"),
    ]);
}

#[test]
fn what_must_not_join_does_not() {
    check(&[
        ("mov 1 .x, 1 .5, . 5", "mov 1 .x, 1 .5, . 5"),
        ("mov .x", "mov .x"),
        ("mov r0. x", "mov r0. x"),
        ("ifc a & & b", "ifc a & & b"),
    ]);
}

#[test]
fn keywords_are_lower_case_and_nothing_else_is() {
    check(&[
        ("MOV R0.XY, V0.Xyz", "mov R0.XY, V0.Xyz"),
        ("MOV: MoV MOV", "MOV: mov MOV"),
        (".PROC Main", ".proc Main"),
        ("Nope R0", "Nope R0"),
        (".Nope R0", ".Nope R0"),
        (".setb b TRUE", ".setb b TRUE"),
        (".word 0XaB", ".word 0XaB"),
    ]);
}

#[test]
fn lines_that_are_not_understood_stay() {
    check(&[
        (" .alias  m c0-c3", " .alias  m c0-c3"),
        (".alias a.x -c0", ".alias a.x -c0"),
        ("  mov  r0,,r1", "  mov  r0,,r1"),
        ("\tadd r0 ,r1 +r2 ; a", "\tadd r0 ,r1 +r2 ; a"),
        // The meaning of names is irrelevant.
        ("mov  q,c0 [ 999]", "mov q, c0[999]"),
        ("anything  r0,r1", "anything r0, r1"),
        ("  mov   r0 ,@ ;  a ", "  mov   r0 ,@ ;  a "),
        (" mov  r0 #1", " mov  r0 #1"),
        ("  # nothing  ", "  # nothing  "),
        ("\tmov é", "\tmov é"),
    ]);
    // These lines still open and close blocks.
    assert_eq!(
        formatted("for i0 @\nnop\n.end @\nnop"),
        "for i0 @\n\tnop\n.end @\nnop\n"
    );
}

#[test]
fn blocks_are_indented() {
    let source = "\
; a
.proc main
; b
ifc cmp.x
nop
.else
for i0
nop
.end
.end
.constfa k[]
.constfa (1, 2, 3, 4)
.end
label:
other: nop
.end
; c
";
    let expected = "\
; a
.proc main
\t; b
\tifc cmp.x
\t\tnop
\t.else
\t\tfor i0
\t\t\tnop
\t\t.end
\t.end
\t.constfa k[]
\t.constfa (1, 2, 3, 4)
\t.end
label:
other: nop
.end
; c
";
    assert_eq!(formatted(source), expected);
}

#[test]
fn what_names_its_end_opens_nothing() {
    let lines = "ifc cmp.x, a, 1\nifu b0, a\nfor i0, a\n.constfa (1)\nnop\n";
    assert_eq!(formatted(lines), lines);
    // A register instead of the label is a typo.
    assert_eq!(formatted("for i0, r0\nnop"), "for i0, r0\n\tnop\n");
}

#[test]
fn blocks_that_do_not_match_are_survived() {
    assert_eq!(formatted(".end\n.else\nnop"), ".end\n.else\nnop\n");
    assert_eq!(
        formatted(".proc a\nfor i0\nnop\n.proc b\nnop\n.end\nnop"),
        ".proc a\n\tfor i0\n\t\tnop\n.proc b\n\tnop\n.end\nnop\n"
    );
    let deep = formatted(&"for i0\n".repeat(100));
    assert!(deep.ends_with(&format!("\n{}for i0\n", "\t".repeat(16))));
}

/// Formats a text, and checks that formatting the result changes nothing.
#[track_caller]
fn check_layout(source: &str, expected: &str) {
    let once = formatted(source);
    assert_eq!(once, expected);
    assert_eq!(formatted(&once), once, "not stable");
}

#[test]
fn columns_that_neighbours_share_are_kept() {
    check_layout(
        "\
.alias  one    k.y
.alias  half   k.z
.alias seven k.w
.proc main
  dp4 pos.x, m[0],  v0
  dp4 r0.xyz,m[10], v0   ; a
  mov r1.w,         v0
  mov r2, r0
.end
",
        "\
.alias one  k.y
.alias half k.z
.alias seven k.w
.proc main
\tdp4 pos.x, m[0],   v0
\tdp4 r0.xyz, m[10], v0 ; a
\tmov r1.w, v0
\tmov r2, r0
.end
",
    );
}

#[test]
fn columns_count_characters() {
    check_layout(
        "\
.loc \"été.vsh\",   7 ; a
.loc \"ombre.vsh\", 11 ; b
",
        "\
.loc \"été.vsh\",   7  ; a
.loc \"ombre.vsh\", 11 ; b
",
    );
}

#[test]
fn columns_end_at_other_lines_and_depths() {
    check_layout(
        "\
.in  a   v0
; between
.in  bcd v1

.in  ef  v2
x: .in gh   v3
.proc main
\tmov\tr0,\tv0
\tadd\tr10,\tv0, v1
\tifu b0
\t\tadd\tr1,\tv0, v1
\t.end
.end
",
        "\
.in a v0
; between
.in bcd v1

.in ef v2
x: .in gh v3
.proc main
\tmov r0,  v0
\tadd r10, v0, v1
\tifu b0
\t\tadd r1, v0, v1
\t.end
.end
",
    );
}

#[test]
fn numbers_keep_their_columns() {
    check_layout(
        "\
.constf a(   1.0,  -2.0, 0.5)
.constf b(  -1.0,   2.0, 0.25)
.constf c( 100.0,  20.0, 0.5)
.constf d( 1.0, 2.0 )
.constf e( 1.0, 2.0 )
",
        "\
.constf a(  1.0, -2.0, 0.5)
.constf b( -1.0,  2.0, 0.25)
.constf c(100.0, 20.0, 0.5)
.constf d(1.0, 2.0)
.constf e(1.0, 2.0)
",
    );
}

#[test]
fn comments_behind_statements_are_aligned() {
    let wide = format!(".fvec {}", "a".repeat(75));
    let source = format!(
        "\
nop; a
mov r0, v0    ;b  \n\
{wide};c
nop ; d
nop
end;e
; f
nop;g
.proc main;h
nop;i
"
    );
    let expected = format!(
        "\
nop        ; a
mov r0, v0 ;b
{wide} ;c
nop        ; d
nop
end ;e
; f
nop        ;g
.proc main ;h
\tnop ;i
"
    );
    assert_eq!(formatted(&source), expected);
}

#[test]
fn empty_lines_are_single_and_not_at_the_ends() {
    assert_eq!(formatted("\n \nnop\n\n\t\n\nnop\n\n\n"), "nop\n\nnop\n");
    assert_eq!(formatted(""), "");
    assert_eq!(formatted(" \n\x0C\n"), "");
}

#[test]
fn line_markers_keep_their_lines() {
    assert_eq!(
        formatted("\n\n  # 3 \"a  b\"  2 \n\n\n nop\n\n\n"),
        "\n\n# 3 \"a  b\"  2\n\n\nnop\n"
    );
}

#[test]
fn lines_end_as_the_first_does() {
    assert_eq!(formatted("nop\r\nnop\rnop\nnop"), "nop\r\nnop\r\nnop\r\nnop\r\n");
    assert_eq!(formatted("nop\rnop\r\nnop"), "nop\nnop\nnop\n");
    assert_eq!(formatted("nop"), "nop\n");
}

#[test]
fn byte_order_marks_stay_marks() {
    assert_eq!(formatted("\u{FEFF}\n\nnop"), "\u{FEFF}nop\n");
    // A second one is an error, which the formatter must not fix by moving it.
    assert_eq!(formatted("\n\n\u{FEFF}nop"), "\n\u{FEFF}nop\n");
    assert_eq!(formatted("\u{FEFF}\u{FEFF}nop"), "\u{FEFF}\u{FEFF}nop\n");
}

#[test]
fn the_layout_can_be_switched_off() {
    let source = "\
.proc a
;; picafmt: off
  mov  r0,v0  \n\n
for i0
;picafmt: on
nop
; picafmt: off, says who
nop
";
    let expected = "\
.proc a
\t;; picafmt: off
  mov  r0,v0  \n\n
for i0
\t\t;picafmt: on
\t\tnop
\t\t; picafmt: off, says who
\t\tnop
";
    assert_eq!(formatted(source), expected);
}

#[test]
fn what_is_no_text_is_refused() {
    let cases: [(&[u8], &str, u32); 3] = [
        (b"nop\n\0", "nop\n\0", 4),
        (b"\xEF\xBB\xBFa\xFF", "a", 1),
        (b"\xFF\xFEa\0", "", 0),
    ];
    for (source, text, offset) in cases {
        let formatting = format(source);
        assert_eq!(formatting.text, text);
        let trouble = formatting.formatted.unwrap_err();
        assert_eq!(trouble.code, pica200_asm::diagnostic::Code::InvalidText);
        assert_eq!(trouble.span(), pica200_asm::text::Span::new(offset, offset));
    }
}
