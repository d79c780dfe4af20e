//! The checks on the code of one shader, in order.

use pica200_diagnostics::Code;
use pica200_objfmt::flow::control::Control;
use pica200_objfmt::formats::shbin::Shader;

use crate::dataflow::{Facts, FlowGraph};
use crate::effects::{ADDRESSES, FLAGS, Locations, TEMPORARIES};
use crate::explore::{AllPaths, Exploration};
use crate::lifetimes::entry;
use crate::relevance::BooleanTests;
use crate::search::Paths;
use crate::shader::{ShaderCheck, Stage, declared};
use crate::{Check, control, depth, geometry, infinite_loops, out_of_range, outputs, registers, words};

/// Checks a shader's code.
pub(crate) fn check<'a>(check: &mut Check<'a>, number: usize, shader: &'a Shader) {
    if shader.entry == shader.end {
        return control::empty_entry(check, number, shader);
    }
    let entry = entry(shader);
    if entry.start as usize >= check.shbin.program.code.len() {
        return control::no_code(check, number, shader);
    }
    if check.nodes == 0 {
        return unchecked(check, number, shader);
    }
    let control = Control::of_shader(&check.shbin.program.code, entry);
    if control.nodes.is_empty() {
        return control::no_code(check, number, shader);
    }
    check.nodes = check.nodes.saturating_sub(control.nodes.len());
    let nodes = by_word(&control, check.shbin.program.code.len());
    let words = nodes.iter().map(|&node| control.nodes[node as usize].word);
    let mut words: Vec<_> = words.collect();
    words.dedup();
    for &word in &words {
        check.reached.insert(word as usize);
    }
    for frame in &control.frames {
        let procedure = (frame.span.start, frame.end());
        check.procedures.entry(procedure).or_insert(number);
    }
    if !control.complete {
        return unchecked(check, number, shader);
    }
    let declared = declared(shader);
    let graph = FlowGraph::new(&control, check.effects);
    let stage = Stage::new(shader);
    let start = Facts {
        unset: unset_at_start(check, &words, stage),
        unwritten: declared,
        ..Facts::default()
    };
    let at_end = match stage {
        Stage::Vertex => 0,
        // The next run sees the values of this one.
        Stage::Geometry => Locations::MAX,
    };
    let effects = check.effects;
    let facts = graph.forward(&control, effects, start, declared);
    let read = check
        .wants(Code::UnusedValue)
        .then(|| graph.wanted(&control, effects, at_end, |effect, _| effect.reads));
    let wanted = check.wants(Code::UnsetTemporary).then(|| {
        graph.wanted(&control, effects, at_end, |effect, wanted| {
            effect.needed(wanted, declared)
        })
    });
    let of_words = words.iter().map(|&word| &effects[word as usize]);
    let control_reads = of_words.fold(0, |all, effect| all | effect.control_reads);
    let paths = Paths::new(&control, &words, effects, &graph, check.budget);
    let all = Exploration::new(AllPaths, paths.shared, &paths);
    let code = &check.shbin.program.code;
    let tests = BooleanTests::new(&control, &nodes, code, effects);
    let mut shader_check = ShaderCheck {
        check,
        number,
        shader,
        stage,
        control: &control,
        nodes: &nodes,
        words: &words,
        control_reads,
        paths,
        tests: &tests,
        all,
        declared,
        facts,
        read: read.unwrap_or_default(),
        wanted: wanted.unwrap_or_default(),
    };
    control::check(&mut shader_check);
    let is_recursive = depth::recursion(&mut shader_check);
    let is_too_deep = is_recursive || depth::depths(&mut shader_check);
    words::check(&mut shader_check);
    if shader_check.stage == Stage::Vertex {
        out_of_range::check(&mut shader_check, is_too_deep);
    }
    infinite_loops::check(&mut shader_check);
    registers::check(&mut shader_check);
    outputs::check(&mut shader_check, is_recursive);
    geometry::check(&mut shader_check);
    shader_check.check.budget = shader_check.paths.budget;
}

/// Returns the nodes in word order, up to a limit. Nodes of one word keep their order.
fn by_word(control: &Control, limit: usize) -> Vec<u32> {
    let mut next = vec![0u32; limit + 1];
    for node in &control.nodes {
        next[node.word as usize + 1] += 1;
    }
    let mut all = 0;
    for start in &mut next {
        all += *start;
        *start = all;
    }
    let mut nodes = vec![0; control.nodes.len()];
    for (id, node) in (0..).zip(&control.nodes) {
        let place = &mut next[node.word as usize];
        nodes[*place as usize] = id;
        *place += 1;
    }
    nodes
}

/// Reports that the code of a shader is not checked.
fn unchecked(check: &mut Check<'_>, number: usize, shader: &Shader) {
    let message = format!(
        "the code that starts at {} has too many paths to follow",
        check.entry_name(shader)
    );
    let label = "a shader starts here";
    check.add_word(Code::UncheckedPaths, number, shader.entry, message, label);
}

/// Returns the locations without a value at the start of a shader. A geometry shader sees the values of its last run,
/// so these are the locations that are never written.
fn unset_at_start(check: &Check<'_>, words: &[u32], stage: Stage) -> Locations {
    match stage {
        Stage::Vertex => Locations::MAX,
        Stage::Geometry => {
            let effects = words.iter().map(|&word| &check.effects[word as usize]);
            let written = effects.fold(0, |all, effect| all | effect.writes);
            !written & (TEMPORARIES | ADDRESSES | FLAGS)
        }
    }
}
