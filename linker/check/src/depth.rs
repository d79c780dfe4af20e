//! Checks on the nesting depth of scopes.

use pica200_diagnostics::Code;
use pica200_objfmt::flow::control::{Control, ScopeKind, ScopeOpener};
use pica200_objfmt::flow::scopes::{CALL_DEPTH, IF_DEPTH, LOOP_DEPTH};
use pica200_objfmt::flow::target;

use crate::search::View;
use crate::shader::ShaderCheck;

/// The maximum numbers of open calls, bodies of `if` and loops.
const DEPTHS: [usize; 3] = [CALL_DEPTH, IF_DEPTH, LOOP_DEPTH];

/// Reports calls that lead back to a procedure that is still open. Returns whether there are any.
pub(crate) fn recursion(shader: &mut ShaderCheck<'_, '_>) -> bool {
    let Err(call) = order(shader.control) else {
        return false;
    };
    if shader.wants(Code::Recursion)
        && let Some(path) = shader.search_node(call).path()
    {
        let word = shader.word(call);
        let start = target(shader.check.shbin.program.code[word as usize]).start;
        let name = shader.opened(ScopeOpener::Procedure(start));
        let message =
            format!("{name} is called while it is still running, and the hardware keeps only {CALL_DEPTH} calls");
        shader.add(Code::Recursion, word, message, "calls one of its callers", &path);
    }
    true
}

/// Returns the frames in topological order, each before the frames that it calls.
///
/// # Errors
///
/// Returns a node that calls an open frame.
fn order(control: &Control) -> Result<Vec<usize>, u32> {
    let mut calls = vec![Vec::new(); control.frames.len()];
    for call in &control.calls {
        let from = control.nodes[call.node as usize].frame as usize;
        calls[from].push(*call);
    }
    // A call of the procedure at which the shader starts, whose frame is separate.
    let start = control.frames.first().map(|frame| frame.span);
    let leads_to_start = |frame: usize| control.frames.get(frame).map(|frame| frame.span) == start;
    // 0 not seen, 1 open, 2 done.
    let mut state = vec![0u8; control.frames.len()];
    let mut done = Vec::new();
    let mut open = vec![(0usize, 0usize)];
    if let Some(first) = state.first_mut() {
        *first = 1;
    }
    while let Some((frame, next)) = open.pop() {
        let Some(call) = calls.get(frame).and_then(|calls| calls.get(next)) else {
            state[frame] = 2;
            done.push(frame);
            continue;
        };
        open.push((frame, next + 1));
        let callee = call.frame as usize;
        match state[callee] {
            0 if leads_to_start(callee) => return Err(call.node),
            0 => {
                state[callee] = 1;
                open.push((callee, 0));
            }
            1 => return Err(call.node),
            _ => {}
        }
    }
    done.reverse();
    Ok(done)
}

/// Returns the maximum numbers of calls, bodies of `if` and loops that are open at any node, if all calls can happen.
fn max_depths(control: &Control) -> [usize; 3] {
    let Ok(order) = order(control) else {
        return [0; 3];
    };
    let mut at_start = vec![[0usize; 3]; control.frames.len()];
    let mut most = [0; 3];
    let depths = |node, start: [usize; 3]| {
        let [calls, ifs, loops] = start;
        [
            calls,
            ifs + control.depth(node, ScopeKind::If),
            loops + control.depth(node, ScopeKind::Loop),
        ]
    };
    let mut rank = vec![0; control.frames.len()];
    for (place, &frame) in order.iter().enumerate() {
        rank[frame] = place;
    }
    let mut calls = control.calls.clone();
    calls.sort_by_key(|call| rank[control.nodes[call.node as usize].frame as usize]);
    for call in calls {
        let from = control.nodes[call.node as usize].frame as usize;
        let [open, ifs, loops] = depths(call.node, at_start[from]);
        let callee = &mut at_start[call.frame as usize];
        for (mine, new) in callee.iter_mut().zip([open + 1, ifs, loops]) {
            *mine = new.max(*mine);
        }
    }
    for node in control.node_ids() {
        let frame = control.nodes[node as usize].frame as usize;
        for (most, open) in most.iter_mut().zip(depths(node, at_start[frame])) {
            *most = open.max(*most);
        }
    }
    most
}

/// Checks the limited depth of the hardware's stacks, for shaders without recursion. Returns true if some path may
/// exceed it.
pub(crate) fn depths(shader: &mut ShaderCheck<'_, '_>) -> bool {
    let most = max_depths(shader.control);
    let is_too_deep = |view: &View<'_, '_>, sort: usize| match sort {
        0 => view.calls() > DEPTHS[0],
        // The hardware may forget a body without an else-body.
        1 => view.depth(ScopeKind::If) > DEPTHS[1] && view.forgets_else(DEPTHS[1]),
        _ => view.depth(ScopeKind::Loop) > DEPTHS[2],
    };
    let sorts = [
        (Code::CallDepth, "calls"),
        (Code::IfDepth, "bodies of `if`"),
        (Code::LoopDepth, "loops"),
    ];
    for (sort, (code, what)) in sorts.into_iter().enumerate() {
        let limit = DEPTHS[sort];
        if most[sort] <= limit || !shader.wants(code) {
            continue;
        }
        let found = shader.search(|view| is_too_deep(view, sort));
        if let Some((node, path)) = found.node_and_path(0) {
            // The instruction that exceeds the limit.
            let opener = path.last().map(|last| last.word);
            let word = match sort {
                2 => shader.word(node).saturating_sub(1),
                _ => opener.unwrap_or(shader.word(node)),
            };
            let message = format!(
                "{} {what} are open after this, but the hardware keeps only {limit}",
                limit + 1
            );
            shader.add(code, word, message, "exceeds the limit", &path);
        }
    }
    most.iter().zip(DEPTHS).any(|(most, limit)| *most > limit)
}
