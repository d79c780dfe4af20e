//! The order of `setemit` and `emit`.

use insta::assert_snapshot;
use pica200_diagnostics::Code;
use pica200_objfmt::isa::opcode::Opcode;

use crate::support::{EMIT, END, NOP, cmp, found, geometry, if_true, if_x, jump_if_false, select, to, write};

/// Returns the diagnostics on the words of a geometry shader.
fn diagnostics(code: &[u32]) -> String {
    let file = geometry(code);
    let codes = [Code::NoPrimitive, Code::EmitWithoutSetemit, Code::UnsetVertex];
    let each = codes.map(|code| {
        let found = found(&file, code);
        if found.is_empty() {
            found
        } else {
            format!("{code} {found}")
        }
    });
    each.concat()
}

fn slot(vertex: u8) -> u32 {
    select(vertex, false)
}

fn last(vertex: u8) -> u32 {
    select(vertex, true)
}

#[test]
fn a_triangle_needs_three_vertices_and_prim() {
    assert_snapshot!(diagnostics(&[write(0), slot(0), EMIT, slot(1), EMIT, last(2), EMIT, END]), @"");
    assert_snapshot!(diagnostics(&[write(0), slot(0), EMIT, slot(1), EMIT, slot(2), EMIT, END]), @r"
    no-primitive 2: the geometry shader emits vertices, but no `setemit` before them has `prim`, so nothing is drawn
    ");
    assert_snapshot!(diagnostics(&[write(0), slot(0), END]), @r"
    no-primitive 0: the geometry shader contains no `emit`, so nothing is drawn
    ");
    assert_snapshot!(diagnostics(&[write(0), slot(0), EMIT, last(1), END, EMIT]), @r"
    no-primitive 2: the geometry shader emits vertices, but no `setemit` before them has `prim`, so nothing is drawn
    ");
}

#[test]
fn each_empty_slot_is_reported_once() {
    assert_snapshot!(diagnostics(&[slot(0), EMIT, last(2), EMIT, END]), @r"
    unset-vertex 3: slot 1 has no vertex here: no previous `emit` has filled it
    ");
    assert_snapshot!(diagnostics(&[last(2), EMIT, END]), @r"
    unset-vertex 1: the slots 0 and 1 have no vertices here: no previous `emit` has filled them
    ");
    assert_snapshot!(diagnostics(&[last(0), EMIT, END]), @r"
    unset-vertex 1: the slots 1 and 2 have no vertices here: no previous `emit` has filled them
    ");
    assert_snapshot!(diagnostics(&[slot(0), EMIT, slot(1), EMIT, last(3), EMIT, END]), @r"
    unset-vertex 5: slot 2 has no vertex here: no previous `emit` has filled it
    ");
    // The second triangle lacks the same vertex.
    assert_snapshot!(diagnostics(&[slot(0), EMIT, last(2), EMIT, last(0), EMIT, slot(1), EMIT, last(2), EMIT, END]), @r"
    unset-vertex 3: slot 1 has no vertex here: no previous `emit` has filled it
    ");
}

#[test]
fn a_vertex_needs_a_setemit() {
    assert_snapshot!(diagnostics(&[EMIT, slot(1), EMIT, last(2), EMIT, END]), @r"
    emit-without-setemit 0: `emit` is executed before any `setemit` has selected a vertex slot
    ");
    assert_snapshot!(diagnostics(&[slot(0), EMIT, EMIT, last(2), EMIT, END]), @r"
    emit-without-setemit 2: no `setemit` is executed between this `emit` and the previous one
      1: emits the previous vertex
    ");
    // A loop, and a procedure that is called twice.
    assert_snapshot!(diagnostics(&[last(0), to(Opcode::For, 3, 0), NOP, EMIT, END]), @r"
    emit-without-setemit 3: this `emit` is executed again without an intervening `setemit`
      3: the loop runs once more
    ");
    assert_snapshot!(diagnostics(&[slot(0), EMIT, to(Opcode::For, 4, 0), last(1), EMIT, END]), @r"
    unset-vertex 4: slot 2 has no vertex here: no previous `emit` has filled it
    ");
    let call = to(Opcode::Call, 5, 2);
    assert_snapshot!(diagnostics(&[last(0), call, last(1), call, END, NOP, EMIT]), @r"
    unset-vertex 6: the slots 1 and 2 have no vertices here: no previous `emit` has filled them
      1: calls
    ");
    assert_snapshot!(diagnostics(&[last(0), call, NOP, call, END, NOP, EMIT]), @r"
    emit-without-setemit 6: this `emit` is executed again without an intervening `setemit`
      1: calls
      3: calls
    ");
}

#[test]
fn flags_may_have_done_what_is_missing() {
    // `setemit` after a branch: an earlier run may have executed it.
    let with = |condition: u32, first: u32| {
        diagnostics(&[first, EMIT, cmp(), condition, slot(1), NOP, EMIT, last(2), EMIT, END])
    };
    assert_snapshot!(with(if_x(Opcode::Ifc, true, 5, 0), slot(0)), @"");
    assert_snapshot!(with(if_true(Opcode::Ifu, 0, 5, 0), slot(0)), @r"
    emit-without-setemit 6: no `setemit` is executed between this `emit` and the previous one
      3: the condition does not hold
      1: emits the previous vertex
    ");
    // Without another path, flags are no excuse.
    let code = [
        slot(0),
        EMIT,
        cmp(),
        if_x(Opcode::Ifc, true, 5, 0),
        NOP,
        NOP,
        EMIT,
        last(2),
        EMIT,
        END,
    ];
    assert_snapshot!(diagnostics(&code), @r"
    emit-without-setemit 6: no `setemit` is executed between this `emit` and the previous one
      3: the condition does not hold
      1: emits the previous vertex
    ");
}

#[test]
fn a_vertex_of_another_run_fills_its_slot_if_the_booleans_agree() {
    // Slot 0 is filled where `b0` is true; the triangle is drawn where it is true, false or either.
    let with = |draws: u32| {
        let fill = [if_true(Opcode::Ifu, 0, 4, 0), slot(0), EMIT, NOP];
        let draw = [draws, slot(1), EMIT, last(2), EMIT, NOP, END];
        diagnostics(&[fill.as_slice(), draw.as_slice()].concat())
    };
    assert_snapshot!(with(jump_if_false(0, 10)), @"");
    assert_snapshot!(with(if_true(Opcode::Jmpu, 0, 10, 0)), @r"
    unset-vertex 8: slot 0 has no vertex here: no previous `emit` has filled it
      0: the condition does not hold
      4: the condition does not hold
    ");
    assert_snapshot!(with(NOP), @r"
    unset-vertex 8: slot 0 has no vertex here: no previous `emit` has filled it
      0: the condition does not hold
    ");
    // After a branch on flags, an earlier run may have filled it.
    let code = [
        cmp(),
        if_x(Opcode::Ifc, true, 5, 0),
        slot(0),
        EMIT,
        NOP,
        slot(1),
        EMIT,
        last(2),
        EMIT,
        END,
    ];
    assert_snapshot!(diagnostics(&code), @"");
}

#[test]
fn flags_may_select_the_slot_of_a_triangle() {
    // Slots 0 and 1, then 2 or, after a branch on flags, 1 again.
    let with = |other: u32| {
        diagnostics(&[
            slot(0),
            EMIT,
            slot(1),
            EMIT,
            cmp(),
            if_x(Opcode::Ifc, true, 8, 1),
            last(2),
            NOP,
            other,
            EMIT,
            END,
        ])
    };
    assert_snapshot!(with(last(1)), @"");
    assert_snapshot!(with(last(2)), @"");
}
