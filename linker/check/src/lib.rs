#![doc = include_str!("../README.md")]
//!
//! # How the checks work
//!
//! [`check`] examines any shader binary: the paths that execution can take, with the possible register contents on
//! each, and the tables that loaders trust. Each diagnostic has a [`Code`] of the catalogue, with a level that users
//! can change.
//!
//! - `objfmt::flow::control` traces execution with the open scopes;
//! - `effects` gives the locations that each instruction reads and writes, `dataflow` the locations that may be unset,
//!   written or needed at each node;
//! - `search` finds a feasible path to a fault. Without such a path, nothing is reported: booleans and flags that two
//!   branches test do not change between them, so most of the results of a dataflow analysis are infeasible;
//! - `explore` visits the states that execution can reach, and `equivalence` finds the register components for which
//!   these are the same;
//! - `relevance` finds the boolean tests that are irrelevant to a query, so that searches stay small;
//! - `names` describes words by procedure and source line; diagnostics contain word addresses;
//! - `out_of_range` follows the hardware's own scope stacks where it deviates from structured control flow.

mod conditions;
mod control;
mod dataflow;
mod depth;
mod effects;
mod equivalence;
mod explore;
mod geometry;
mod infinite_loops;
mod invariant_loops;
mod lifetimes;
mod location;
mod merge;
mod names;
mod out_of_range;
mod outputs;
mod registers;
mod relevance;
mod run;
mod search;
mod shader;
mod states;
mod tables;
mod words;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use pica200_diagnostics::{Code, Label, Tool};
use pica200_objfmt::flow::BitSet;
use pica200_objfmt::flow::WordSpan;
use pica200_objfmt::flow::control::MAX_NODES;
use pica200_objfmt::formats::shbin::{Shader, Shbin};
use pica200_objfmt::isa::opcode::Opcode;
use rustc_hash::FxHashSet;

pub use lifetimes::{LiveSet, WordLiveness, lifetimes};
pub use location::{BinaryLocation, CodeLocation, Part};
pub use names::Names;

/// The maximum number of diagnostics. Above it, the first diagnostic of each code is still reported, so that many
/// harmless ones do not hide a serious one.
const MAX_DIAGNOSTICS: usize = 500;

/// The maximum number of states in all searches of one program. Once it is reached, searches give up: faults that hang
/// consoles are then reported where control flow allows them, without a path, and others that need a path are left out.
const SEARCH_BUDGET: usize = 200_000;

/// The maximum number of nodes in all shaders of a program.
const MAX_PROGRAM_NODES: usize = 8 * MAX_NODES;

/// An error or a warning about a shader binary. Its primary location is the fault. The others are the path of execution
/// to it, if that matters: the start, then each decision on the way, or only the last ones if there are many; or other
/// outputs that it concerns.
pub type Diagnostic = pica200_diagnostics::Diagnostic<BinaryLocation>;

/// Checks a shader binary. The diagnostics are in the order of the shaders and their words, and the most severe first;
/// diagnostics about tables come last.
pub fn check(shbin: &Shbin) -> Vec<Diagnostic> {
    check_for(shbin, |_| true)
}

/// Like [`check`], but only for the diagnostics that `wanted` accepts. Analyses that only others need are skipped.
pub fn check_for(shbin: &Shbin, wanted: impl Fn(Code) -> bool) -> Vec<Diagnostic> {
    let effects = effects::effects(&shbin.program);
    let mut check = Check {
        shbin,
        wanted: Code::all().filter(|code| wanted(*code)).collect(),
        effects: &effects,
        diagnostics: Vec::new(),
        reported: FxHashSet::default(),
        names: Names::new(shbin),
        budget: SEARCH_BUDGET,
        nodes: MAX_PROGRAM_NODES,
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
        run::check(&mut check, number, shader);
    }
    merge::check(&mut check);
    check.unused_values();
    check.undeclared_outputs();
    check.unreachable_code();
    let mut diagnostics = check.diagnostics;
    diagnostics.sort_by_cached_key(|one| {
        let level = one.code.rule(Tool::Checker).map(|rule| rule.level);
        let word = word(one).unwrap_or(u32::MAX);
        (shader(one), word, Reverse(level), one.code)
    });
    diagnostics
}

/// Returns the index of the shader that a diagnostic is about.
fn shader(diagnostic: &Diagnostic) -> Option<usize> {
    diagnostic.location()?.shader
}

/// Returns the word that a diagnostic is about.
fn word(diagnostic: &Diagnostic) -> Option<u32> {
    Some(diagnostic.location()?.code()?.word)
}

/// The diagnostics so far.
struct Check<'a> {
    shbin: &'a Shbin,
    /// The enabled diagnostics.
    wanted: BTreeSet<Code>,
    effects: &'a [effects::Effect],
    diagnostics: Vec<Diagnostic>,
    /// The reported diagnostics with their words, because shaders share code.
    reported: FxHashSet<(Code, Option<u32>)>,
    names: Names<'a>,
    /// The remaining numbers of states to search and of nodes to examine.
    budget: usize,
    nodes: usize,
    /// Words whose values some shader reads; and words whose values a shader does not read, with that shader.
    used: BitSet,
    unused: Vec<(usize, u32)>,
    /// Words that some shader reaches.
    reached: BitSet,
    /// Words that write a declared output of a shader; and words that write another output, with the shader.
    declared: BitSet,
    undeclared: Vec<(usize, u32)>,
    /// The procedures that are used, by their first word and the word after them, each with a shader that uses it.
    procedures: BTreeMap<(u32, u32), usize>,
}

/// Returns a diagnostic of the checker.
fn diagnose(code: Code, shader: Option<usize>, part: Part, message: String) -> Diagnostic {
    let location = BinaryLocation::new(shader, part);
    Diagnostic::new(Tool::Checker, code, location, message)
}

impl Check<'_> {
    /// Adds a diagnostic, unless the same one was already reported for another shader.
    fn add(&mut self, diagnostic: Diagnostic) {
        let code = diagnostic.code;
        if !self.wants(code) {
            return;
        }
        let of_word = word(&diagnostic);
        let text = |of: &Diagnostic| of.primary.as_ref().map(|label| label.text.clone());
        // One is enough for shared code, whatever its name in another shader.
        let repeats = |other: &Diagnostic| {
            let is_same = || match of_word {
                Some(_) => text(other) == text(&diagnostic),
                None => (shader(other), &other.message) == (shader(&diagnostic), &diagnostic.message),
            };
            other.code == code && word(other) == of_word && is_same()
        };
        if self.below_limit(code) && (self.reported.insert((code, of_word)) || !self.diagnostics.iter().any(repeats)) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Returns true if a diagnostic is enabled.
    fn wants(&self, code: Code) -> bool {
        self.wanted.contains(&code)
    }

    /// Returns true if the limit allows another diagnostic of this code.
    fn below_limit(&self, code: Code) -> bool {
        self.diagnostics.len() < MAX_DIAGNOSTICS || self.diagnostics.iter().all(|one| one.code != code)
    }

    /// Adds a diagnostic about tables.
    fn add_table(&mut self, code: Code, shader: Option<usize>, message: String) {
        self.add(diagnose(code, shader, Part::Tables, message));
    }

    /// Adds a diagnostic about outputs of a shader, by their indices in its table: the faulty one, then the one it
    /// conflicts with.
    fn add_outputs(
        &mut self,
        code: Code,
        shader: usize,
        outputs: &[usize],
        message: String,
        help: Option<&'static str>,
    ) {
        let labels = outputs.iter().zip(["the second one", "the first one"]);
        let labels =
            labels.map(|(output, text)| Label::new(BinaryLocation::new(Some(shader), Part::Output(*output)), text));
        let diagnostic = diagnose(code, Some(shader), Part::Tables, message);
        self.add(
            diagnostic
                .with_optional_help(help.map(str::to_owned))
                .with_labels(labels),
        );
    }

    /// Adds a diagnostic about a word, without a path.
    fn add_word(&mut self, code: Code, shader: usize, word: u32, message: String, label: &'static str) {
        let part = Part::Code(CodeLocation::at(word));
        self.add(diagnose(code, Some(shader), part, message).with_label(label));
    }

    /// Returns the name of a shader's entry procedure, for messages.
    fn entry_name(&self, shader: &Shader) -> String {
        let WordSpan { start, size } = shader.entry_span();
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

    /// Reports values that no shader reads. In shared code, it is enough that one shader reads a value.
    fn unused_values(&mut self) {
        for (shader, word) in std::mem::take(&mut self.unused) {
            if !self.below_limit(Code::UnusedValue) {
                break;
            }
            if self.used.contains(word as usize) {
                continue;
            }
            let what = registers::names(self.effects[word as usize].purpose());
            let message = [
                "the value written to ",
                &what,
                " is never read before it is overwritten or the shader ends",
            ];
            self.add_word(
                Code::UnusedValue,
                shader,
                word,
                message.concat(),
                "this value is not used",
            );
        }
    }

    /// Reports words that write outputs that none of the shaders that reach them declares.
    fn undeclared_outputs(&mut self) {
        for (shader, word) in std::mem::take(&mut self.undeclared) {
            if self.declared.contains(word as usize) {
                continue;
            }
            let outputs = self.effects[word as usize].outputs;
            let register = outputs.trailing_zeros() / 4;
            let message = format!("`o{register}` is written, but the shader declares no output in that register");
            self.add_word(
                Code::UndeclaredOutput,
                shader,
                word,
                message,
                "this output is not mapped",
            );
        }
    }

    /// Reports instructions that no shader reaches, in procedures that some shader reaches. Other procedures belong to
    /// libraries. Unreached `nop` and `end` are harmless.
    fn unreachable_code(&mut self) {
        let code = &self.shbin.program.code;
        let mut found = Vec::new();
        for (&(start, end), &shader) in &self.procedures {
            let end = end.min(u32::try_from(code.len()).unwrap_or(u32::MAX));
            let mut is_run = false;
            for word in start..end {
                let is_reached = self.reached.contains(word as usize);
                let opcode = code.get(word as usize).map(|&code| Opcode::from_word(code));
                let counts = !matches!(opcode, Some(Some(Opcode::Nop | Opcode::End)));
                if !is_reached && counts && !is_run {
                    found.push((shader, word));
                }
                is_run = !is_reached && (is_run || counts);
            }
        }
        for (shader, word) in found {
            let message = "execution cannot reach this".to_owned();
            self.add_word(Code::UnreachableCode, shader, word, message, "never executed");
        }
    }
}
