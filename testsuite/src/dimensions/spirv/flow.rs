//! Blocks, branches and calls.

use super::{FLOAT, FUNCTION, Module, ONE, ONES, TWO, VOID, code};

pub(super) fn blocks(bytes: usize) -> Vec<u8> {
    code(bytes, |module, last| {
        let label = module.id();
        module.add(249, &[label]);
        module.add(248, &[label]);
        last
    })
}

/// Nested branches, with all merge blocks at the end.
pub(super) fn branches_within_branches(bytes: usize) -> Vec<u8> {
    let mut module = Module::new(bytes);
    module.types();
    let (bool_type, truth) = (module.id(), module.id());
    module.add(20, &[bool_type]);
    module.add(41, &[bool_type, truth]);
    module.main(|module| {
        let mut ends = Vec::new();
        while module.words.len() + ends.len() * 4 < module.most {
            let (inner, merge) = (module.id(), module.id());
            module.add(247, &[merge, 0]);
            module.add(250, &[truth, inner, merge]);
            module.add(248, &[inner]);
            ends.push(merge);
        }
        while let Some(merge) = ends.pop() {
            module.add(249, &[merge]);
            module.add(248, &[merge]);
        }
        ONES
    });
    module.bytes()
}

/// Nested loops.
pub(super) fn loops_within_loops(bytes: usize) -> Vec<u8> {
    let mut module = Module::new(bytes);
    module.types();
    let (bool_type, truth) = (module.id(), module.id());
    module.add(20, &[bool_type]);
    module.add(41, &[bool_type, truth]);
    module.main(|module| {
        let mut open = Vec::new();
        while module.words.len() + open.len() * 8 < module.most {
            let (header, body, merge, last) = (module.id(), module.id(), module.id(), module.id());
            module.add(249, &[header]);
            module.add(248, &[header]);
            module.add(246, &[merge, last, 0]);
            module.add(250, &[truth, body, merge]);
            module.add(248, &[body]);
            open.push((header, merge, last));
        }
        while let Some((header, merge, last)) = open.pop() {
            module.add(249, &[last]);
            module.add(248, &[last]);
            module.add(249, &[header]);
            module.add(248, &[merge]);
        }
        ONES
    });
    module.bytes()
}

/// Blocks that branch to the next and to the previous one.
pub(super) fn branches_to_and_fro(bytes: usize) -> Vec<u8> {
    let mut module = Module::new(bytes);
    module.types();
    let (bool_type, truth) = (module.id(), module.id());
    module.add(20, &[bool_type]);
    module.add(41, &[bool_type, truth]);
    module.main(|module| {
        let first = module.id();
        let count = u32::try_from(module.most / 6).unwrap_or(0);
        module.add(250, &[truth, first, first + count]);
        for label in first..first + count {
            module.add(248, &[label]);
            module.add(250, &[truth, label + 1, (label - 1).max(first)]);
        }
        module.add(248, &[first + count]);
        module.bound += count + 1;
        ONES
    });
    module.bytes()
}

/// Phis with one operand for each of many blocks.
pub(super) fn values_of_many_blocks(bytes: usize) -> Vec<u8> {
    let mut module = Module::new(bytes);
    module.types();
    module.main(|module| {
        let mut count = 0;
        while count < 9_000 && (count + 1) * (count + 1) * 2 < module.most {
            count += 1;
        }
        let count = u32::try_from(count).unwrap_or(0);
        let (end, first) = (module.id(), module.bound);
        module.bound += count;
        let mut cases = vec![TWO, end];
        cases.extend((0..count).flat_map(|index| [index, first + index]));
        module.add(251, &cases);
        for index in 0..count {
            module.add(248, &[first + index]);
            module.add(249, &[end]);
        }
        module.add(248, &[end]);
        while !module.is_full() {
            let id = module.id();
            let mut sources = vec![FLOAT, id];
            sources.extend((0..count).flat_map(|index| [ONE, first + index]));
            module.add(245, &sources);
        }
        ONES
    });
    module.bytes()
}

/// Functions that call the previous one twice.
pub(super) fn calls_that_double(bytes: usize) -> Vec<u8> {
    let mut module = Module::new(bytes);
    module.types();
    let mut last = None;
    while !module.is_full() {
        let (id, label) = (module.id(), module.id());
        module.add(54, &[VOID, id, 0, FUNCTION]);
        module.add(248, &[label]);
        for called in [last, last].into_iter().flatten() {
            let result = module.id();
            module.add(57, &[VOID, result, called]);
        }
        module.add(253, &[]);
        module.add(56, &[]);
        last = Some(id);
    }
    module.main(|module| {
        if let Some(called) = last {
            let result = module.id();
            module.add(57, &[VOID, result, called]);
        }
        ONES
    });
    module.bytes()
}
