//! Checks with only some diagnostics enabled.

use std::collections::BTreeSet;

use pica200_check::{check, check_for};
use pica200_diagnostics::Code;
use pica200_objfmt::formats::shbin::Shbin;
use pica200_objfmt::isa::opcode::Opcode;

use crate::support::{
    EMIT, END, NOP, cmp, geometry, if_true, if_x, mova, output, select, to, vertex, write, write_by_counter,
};

/// Programs with faults of most kinds.
fn faulty() -> Vec<Shbin> {
    let jump = |boolean, to| if_true(Opcode::Jmpu, boolean, to, 0);
    vec![
        vertex(&[mova(), mova(), output(0, 1), write(0), EMIT, write_by_counter()]),
        vertex(&[if_x(Opcode::Jmpc, true, 3, 0), NOP, END, jump(0, 3), cmp(), END]),
        vertex(&[to(Opcode::Call, 2, 2), END, to(Opcode::Call, 2, 2), NOP]),
        vertex(&[if_true(Opcode::Ifu, 0, 3, 0), NOP, jump(0, 9), NOP, write(0), END]),
        geometry(&[EMIT, select(3, true), EMIT, write(0), EMIT, EMIT, END]),
        geometry(&[select(0, false), write(0), EMIT, END]),
    ]
}

#[test]
fn checks_for_one_diagnostic_find_what_all_checks_find() {
    let mut seen = BTreeSet::new();
    for file in faulty() {
        let all = check(&file);
        for code in Code::all() {
            let alone = check_for(&file, |wanted| wanted == code);
            let mut expected = all.clone();
            expected.retain(|diagnostic| diagnostic.code == code);
            assert_eq!(alone, expected, "{code}");
            seen.extend(alone.iter().map(|diagnostic| diagnostic.code.name()));
        }
        assert_eq!(check_for(&file, |_| false), []);
    }
    assert!(seen.len() > 15, "only {seen:?}");
}
