//! Infinite loops.
//!
//! `for` loops terminate automatically. A loop made of jumps terminates only if one of its branches changes direction:
//! booleans never change while a shader runs, and flags change only where something sets them. `invariant_loops` checks
//! loops that set them again.

use std::collections::{BTreeMap, BTreeSet};

use pica200_diagnostics::Code;
use pica200_objfmt::flow::control::NodeTarget;
use pica200_objfmt::flow::graph::EdgeKind;
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::{Bank, Register};

use crate::conditions::Conditions;
use crate::explore::{AllPaths, Exploration};
use crate::invariant_loops;
use crate::shader::ShaderCheck;

pub(crate) fn check(shader: &mut ShaderCheck<'_, '_>) {
    let back = backward(shader);
    if back.is_empty() || !shader.wants(Code::EndlessLoop) {
        return;
    }
    let reported = unchanged(shader, &back);
    invariant_loops::check(shader, &back, &reported);
}

/// Reports loops whose conditions never change. Returns their last words.
fn unchanged(shader: &mut ShaderCheck<'_, '_>, back: &[(u32, u32)]) -> BTreeSet<u32> {
    let mut reported = BTreeSet::new();
    let tracked = shader.paths.shared | tested_booleans(shader, back);
    let mut own = (tracked != shader.all.tracked()).then(|| Exploration::new(AllPaths, tracked, &shader.paths));
    let explored = own.as_mut().unwrap_or(&mut shader.all);
    if !explored.complete(&mut shader.paths) || explored.is_cut() {
        return reported;
    }
    let states: Vec<_> = explored.states().collect();
    let is_endless = endless(explored, states.len());
    if !is_endless.contains(&true) {
        return reported;
    }
    let mut after = vec![Vec::new(); states.len()];
    for &(from, to) in explored.steps() {
        after[from].push(to);
    }
    let closing: BTreeSet<_> = back.iter().map(|&(from, _)| from).collect();
    for (state, &(node, conditions)) in states.iter().enumerate() {
        let word = shader.word(node);
        let closes = closing.contains(&node);
        let is_decided = conditions.is_decided(shader.effect(node));
        let below_limit = shader.check.below_limit(Code::EndlessLoop);
        if is_endless[state] && closes && is_decided && below_limit && reported.insert(word) {
            let within = reached(&after, state);
            let conditions_text = conditions_text(shader, within.iter().map(|&state| states[state]));
            let message = format!("execution never leaves this loop once {conditions_text}");
            let path = own.as_ref().unwrap_or(&shader.all).path(state);
            shader.add(Code::EndlessLoop, word, message, "loops forever", &path);
        }
    }
    reported
}

/// Returns the nodes with back edges other than the end of a loop, each with the target word.
fn backward(shader: &ShaderCheck<'_, '_>) -> Vec<(u32, u32)> {
    let control = shader.control;
    let edges = control
        .node_ids()
        .flat_map(|node| control.edges(node).iter().map(move |edge| (node, edge)));
    edges
        .filter(|(_, edge)| !matches!(edge.kind, EdgeKind::Loop | EdgeKind::Call))
        .filter_map(|(node, edge)| match edge.to {
            NodeTarget::Node(to) => Some((node, shader.word(to))),
            _ => None,
        })
        .filter(|&(node, to)| to <= shader.word(node))
        .collect()
}

/// Returns the booleans that are tested between the ends of back edges; all, if something is called there.
fn tested_booleans(shader: &ShaderCheck<'_, '_>, back: &[(u32, u32)]) -> u16 {
    let mut ranges: Vec<_> = back.iter().map(|&(from, to)| (to, shader.word(from))).collect();
    ranges.sort_unstable();
    let (mut all, mut next) = (0, 0);
    for (first, last) in ranges {
        for word in first.max(next)..=last {
            let Some(effect) = shader.check.effects.get(word as usize) else {
                break;
            };
            if effect.opcode.is_some_and(Opcode::is_call) {
                return u16::MAX;
            }
            all |= effect.boolean.map_or(0, |(number, _)| 1 << (number & 0xF));
        }
        next = next.max(last + 1);
    }
    all
}

/// Returns, for each state, true if no path leads on to a final state.
fn endless(explored: &Exploration<AllPaths>, count: usize) -> Vec<bool> {
    let mut before = vec![Vec::new(); count];
    let mut is_endless = vec![true; count];
    let mut open: Vec<_> = explored.last().collect();
    let mut goes_on = vec![false; count];
    for &(from, to) in explored.steps() {
        before[to].push(from);
        goes_on[from] = true;
    }
    open.extend((0..count).filter(|&state| !goes_on[state]));
    while let Some(state) = open.pop() {
        if std::mem::replace(&mut is_endless[state], false) {
            open.extend(&before[state]);
        }
    }
    is_endless
}

/// Returns the states reachable from a state, given the successors of each.
fn reached(after: &[Vec<usize>], start: usize) -> Vec<usize> {
    let mut seen = vec![false; after.len()];
    let (mut open, mut all) = (vec![start], Vec::new());
    while let Some(state) = open.pop() {
        if !std::mem::replace(&mut seen[state], true) {
            all.push(state);
            open.extend(&after[state]);
        }
    }
    all
}

/// Describes the conditions that are tested in some states and cannot change, which keep execution there.
fn conditions_text(shader: &ShaderCheck<'_, '_>, states: impl Iterator<Item = (u32, Conditions)>) -> String {
    let mut booleans = BTreeMap::new();
    let mut tests_flags = false;
    for (node, conditions) in states {
        let effect = shader.effect(node);
        tests_flags |= effect.flag_states.is_some() && conditions.is_decided(effect);
        let boolean = effect.boolean.map(|(number, _)| number);
        if let Some(value) = boolean.and_then(|number| conditions.booleans.value(number)) {
            booleans.extend(boolean.map(|number| (number, value)));
        }
    }
    let values = booleans
        .into_iter()
        .map(|(number, value)| format!("{} is {value}", boolean_name(shader, number)));
    let values = values.collect::<Vec<_>>().join(" and ");
    match (values.is_empty(), tests_flags) {
        (false, false) => format!("{values}: booleans do not change while a shader runs"),
        (false, true) => {
            format!("{values} and the tested flags have the right values: nothing in it changes them")
        }
        (true, _) => "its condition holds: no `cmp` in it sets the flags again".to_owned(),
    }
}

/// Describes a boolean: the register, and the name in the uniform table.
fn boolean_name(shader: &ShaderCheck<'_, '_>, number: u8) -> String {
    let register = Register::new(Bank::Boolean, number).and_then(Register::table_number);
    let mut uniforms = shader.shader.uniforms.iter();
    let uniform =
        uniforms.find(|uniform| register.is_some_and(|register| (uniform.first..=uniform.last).contains(&register)));
    match uniform {
        Some(uniform) => format!("`b{number}` ({})", uniform.name),
        None => format!("`b{number}`"),
    }
}
