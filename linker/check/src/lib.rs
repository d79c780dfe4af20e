//! Checks on linked programs: what hangs or corrupts the console or its loader, and what is suspicious.
//!
//! [`check`] takes a shader binary, wherever it comes from, and looks at what a console would make of it: at the ways
//! that execution can take, with the values that may be in registers on each, and at the tables that loaders trust.
//! Each finding has a [`Code`] of the catalogue of diagnostics, with a level that users can change.
//!
//! - `objfmt::flow::control` follows execution with the scopes that are open;
//! - `effects` says what each instruction reads and writes, `dataflow` what may be unset, written or wanted at each node;
//! - `search` finds a way on which it really happens. Without one nothing is said: booleans and flags that two branches
//!   look at do not change between them, so most of what "some path" could do never happens.
//!
//! Whatever the file, the checks end: the nodes, the searches and the findings are limited.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod control;
mod dataflow;
mod depth;
mod effects;
mod finding;
mod merge;
mod outputs;
mod registers;
mod search;
mod shader;
mod tables;
mod words;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use pica200_diagnostics::{Code, SourceLine, Tool};
use pica200_objfmt::bits::BitSet;
use pica200_objfmt::flow::Span;
use pica200_objfmt::flow::control::MAX_NODES;
use pica200_objfmt::formats::shbin::{Shader, Shbin};
use pica200_objfmt::isa::opcode::Opcode;

pub use finding::{CodePlace, Finding, Step};

use shader::ShaderCheck;

/// How many findings there are at most: nobody reads more.
const MOST_FINDINGS: usize = 500;

/// How many states the searches of one program look at together.
const SEARCH_BUDGET: usize = 200_000;

/// How many nodes are looked at in all shaders of a program together.
const MOST_NODES: usize = 8 * MAX_NODES;

/// Checks a shader binary. The findings are in the order of the shaders and their words, and the
/// most severe first; those on tables come last.
pub fn check(shbin: &Shbin) -> Vec<Finding> {
    let mut check = Check {
        shbin,
        effects: effects::effects(&shbin.program),
        findings: Vec::new(),
        said: BTreeSet::new(),
        budget: SEARCH_BUDGET,
        nodes: MOST_NODES,
        used: BitSet::default(),
        unused: Vec::new(),
        reached: BitSet::default(),
        declared: BitSet::default(),
        undeclared: Vec::new(),
        procedures: BTreeMap::new(),
    };
    tables::program(&mut check);
    for (number, shader) in shbin.shaders.iter().enumerate() {
        tables::shader(&mut check, number, shader);
        ShaderCheck::run(&mut check, number, shader);
    }
    merge::check(&mut check);
    check.unused_values();
    check.undeclared_outputs();
    check.unreachable_code();
    let mut findings = check.findings;
    findings.sort_by_key(|finding| {
        let word = finding.place.as_ref().map_or(u32::MAX, |place| place.word);
        let level = finding.code.rule(Tool::Checker).map(|rule| rule.level);
        (finding.shader, word, Reverse(level), finding.code)
    });
    findings.truncate(MOST_FINDINGS);
    findings
}

/// What has been found so far.
struct Check<'a> {
    shbin: &'a Shbin,
    effects: Vec<effects::Effect>,
    findings: Vec<Finding>,
    /// What has been said, of which words: shaders share code.
    said: BTreeSet<(Code, Option<u32>, String)>,
    /// How many states may still be searched, and how many nodes looked at.
    budget: usize,
    nodes: usize,
    /// Words whose values some shader reads, and, with the shader, those whose values one does not.
    used: BitSet,
    unused: Vec<(usize, u32)>,
    /// Words that some shader reaches.
    reached: BitSet,
    /// Words that write an output that the shader declares, and, with the shader, those that write another.
    declared: BitSet,
    undeclared: Vec<(usize, u32)>,
    /// The procedures that are used, by first word and the word behind, each with a shader that uses it.
    procedures: BTreeMap<(u32, u32), usize>,
}

impl Check<'_> {
    /// Adds a finding, unless the same was found for a shader before.
    fn add(&mut self, finding: Finding) {
        let word = finding.place.as_ref().map(|place| place.word);
        let what = match word {
            // Of code that shaders share, one finding says it; what it is called in another does not matter.
            Some(_) => finding.label.clone(),
            None => format!("{:?} {}", finding.shader, finding.message),
        };
        if self.findings.len() < MOST_FINDINGS && self.said.insert((finding.code, word, what)) {
            self.findings.push(finding);
        }
    }

    /// Adds a finding about tables.
    fn add_table(&mut self, code: Code, shader: Option<usize>, message: String) {
        self.add(Finding {
            code,
            shader,
            place: None,
            message,
            label: String::new(),
            path: Vec::new(),
        });
    }

    /// Adds a finding about a word whatever the way to it.
    fn add_word(&mut self, code: Code, shader: usize, word: u32, message: String, label: &str) {
        let place = Some(self.place(shader, word));
        self.add(Finding {
            code,
            shader: Some(shader),
            place,
            message,
            label: label.to_owned(),
            path: Vec::new(),
        });
    }

    /// A word as findings show it.
    fn place(&self, shader: usize, word: u32) -> CodePlace {
        let program = &self.shbin.program;
        let source = program.lines.get(word as usize).and_then(|line| {
            let file = program.files.get(usize::try_from(line.file).ok()?)?;
            (line.line > 0).then(|| SourceLine {
                file: file.to_string(),
                line: line.line,
            })
        });
        CodePlace {
            word,
            is_end: false,
            procedure: self.procedure(shader, word),
            source,
        }
    }

    /// The name of the smallest procedure around a word.
    fn procedure(&self, shader: usize, word: u32) -> Option<String> {
        let labels = &self.shbin.shaders.get(shader)?.labels;
        let spans = labels.iter().filter_map(|label| Some((label.size?, label)));
        let around = spans.filter(|(size, label)| {
            word.checked_sub(label.word)
                .is_some_and(|offset| offset < *size)
        });
        let (_, label) = around.min_by_key(|(size, _)| *size)?;
        Some(label.name.to_string())
    }

    /// What messages call the procedure that a shader starts at.
    fn entry_name(&self, shader: &Shader) -> String {
        let Span { start, size } = shader.entry_span();
        let is_entry = |size_of: Option<u32>| size_of.is_none_or(|of| of == size);
        let at_entry = shader.labels.iter().filter(|label| label.word == start);
        match at_entry
            .filter(|label| is_entry(label.size))
            .max_by_key(|label| label.size)
        {
            Some(label) => format!("`{}`", label.name),
            None => "the entry procedure".to_owned(),
        }
    }

    /// Values that no shader reads. What one shader of several reads is no mistake in shared code.
    fn unused_values(&mut self) {
        for (shader, word) in std::mem::take(&mut self.unused) {
            if self.used.contains(word as usize) {
                continue;
            }
            let what = registers::names(self.effects[word as usize].writes());
            let message = format!(
                "nothing reads what this writes to {what} before it is written again or the shader ends"
            );
            self.add_word(
                Code::UnusedValue,
                shader,
                word,
                message,
                "this value is not used",
            );
        }
    }

    /// Words that write outputs that no shader that gets there declares.
    fn undeclared_outputs(&mut self) {
        for (shader, word) in std::mem::take(&mut self.undeclared) {
            if self.declared.contains(word as usize) {
                continue;
            }
            let outputs = self.effects[word as usize].outputs();
            let register = outputs.trailing_zeros() / 4;
            let message = format!(
                "`o{register}` is written, and no output of the shader is in that register"
            );
            self.add_word(
                Code::UndeclaredOutput,
                shader,
                word,
                message,
                "the value goes nowhere",
            );
        }
    }

    /// Instructions that no shader reaches within procedures that some shader does. Other procedures are those of
    /// libraries, and `nop` and `end` stand where they do no harm.
    fn unreachable_code(&mut self) {
        let code = &self.shbin.program.code;
        let mut found = Vec::new();
        for (&(start, end), &shader) in &self.procedures {
            let end = end.min(u32::try_from(code.len()).unwrap_or(u32::MAX));
            let mut is_run = false;
            for word in start..end {
                let is_reached = self.reached.contains(word as usize);
                let opcode = code.get(word as usize).map(|&code| Opcode::of_word(code));
                let counts = !matches!(opcode, Some(Some(Opcode::Nop | Opcode::End)));
                if !is_reached && counts && !is_run {
                    found.push((shader, word));
                }
                is_run = !is_reached && (is_run || counts);
            }
        }
        for (shader, word) in found {
            let message = "execution cannot get here".to_owned();
            self.add_word(
                Code::UnreachableCode,
                shader,
                word,
                message,
                "never executed",
            );
        }
    }
}
