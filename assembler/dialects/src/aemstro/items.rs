//! Conversion of steps to the items of a program.

use std::collections::{BTreeMap, HashSet};

use super::bodies::range_end;
use super::convert::Source;
use super::declare::is;
use super::line::{Line, Statement};
use super::shaders::ShaderOutput;
use super::step::{LabelPosition, Step};
use super::value::integer;
use crate::program::{Code, Item, Kind, Program};

impl Source<'_> {
    /// Returns the program of a shader, without its declarations.
    pub(super) fn program(&self, shader: &ShaderOutput) -> Program {
        let has = |word: usize| match &shader.has {
            Some(has) => has.get(word).or(has.last()) == Some(&true),
            None => true,
        };
        let shown = self.shown(shader, has);
        let mut placed = self.bodies.at_labels(&shown, has);
        let ends = self.bodies.ends();
        let mut program = Program {
            is_geometry: shader.is_geometry,
            ..Program::default()
        };
        let mut word = 0;
        let head = self.head();
        let has_entry = shader.entry.is_some() || shown.values().any(|(at, _)| at.word == 0);
        for (index, (line, step)) in self.lines.iter().zip(&self.steps).enumerate() {
            let is_kept = index < head || has(word) || matches!(step, Step::Declaration);
            let kinds = match step {
                Step::Label => placed.remove(&index).unwrap_or_default(),
                Step::Blank if is_kept => vec![Kind::Blank],
                Step::Declaration => vec![Kind::Declaration],
                _ if !is_kept || !step.is_word() => Vec::new(),
                _ => {
                    let is_end = ends.contains(&(word + 1));
                    let code = code(step, is_end, shader).map(Kind::Code);
                    let main = (word == 0 && !has_entry).then(|| {
                        let name = self.names.clone().unique("main");
                        Kind::Label(name)
                    });
                    main.into_iter().chain(code).collect()
                }
            };
            word += usize::from(step.is_word());
            program.add(line, kinds, is_kept);
        }
        let entry = shader.entry.as_ref();
        let entry = entry.map(|name| Kind::Label(shader.output_name(name)));
        let mut items = program.items.iter();
        program.entry = items.position(|item| match &entry {
            Some(label) => item.kind == *label,
            None => matches!(item.kind, Kind::Label(_)),
        });
        program
    }

    /// Returns the index of the first line that belongs to code: a label, an instruction, or a comment directly above
    /// it.
    fn head(&self) -> usize {
        let is_code = |step: &Step| step.is_word() || matches!(step, Step::Label);
        let first = self.steps.iter().position(is_code).unwrap_or(self.steps.len());
        let above = self.lines.iter().take(first).rev();
        let is_comment = |line: &&Line<'_>| matches!(line.statement, Statement::Empty) && line.comment.is_some();
        first - above.take_while(is_comment).count()
    }

    /// Returns the labels that stay labels, by their lines: those at which shaders and calls start, and those that
    /// nothing refers to.
    fn shown(&self, shader: &ShaderOutput, has: impl Fn(usize) -> bool) -> BTreeMap<usize, (LabelPosition, String)> {
        let mut named = HashSet::new();
        let mut starts: HashSet<&str> = shader.entry.iter().map(String::as_str).collect();
        for step in &self.steps {
            match step {
                Step::Open(open) => {
                    named.extend(open.alternative.as_deref());
                    named.insert(open.end.as_str());
                }
                Step::Call { first, end } => {
                    starts.insert(first);
                    named.insert(end.as_str());
                }
                _ => {}
            }
        }
        let declarations = [&self.tables.vertex, &self.tables.geometry];
        for of in declarations.into_iter().flatten() {
            named.extend([of.first.as_str(), of.end.as_str()]);
        }
        if self.version.is_2014 && declarations == [&None, &None] {
            // The tools of 2014 took the shader from `main` to this label.
            named.insert("endmain");
        }
        let is_first = |at: &LabelPosition| shader.entry.is_none() && at.word == 0;
        let labels = self.labels.iter().filter(|(name, at)| {
            let is_start = starts.contains(name.as_str()) || is_first(at);
            has(at.word) && (is_start || !named.contains(name.as_str()))
        });
        labels
            .map(|(name, at)| (at.line, (*at, shader.output_name(name))))
            .collect()
    }
}

impl Program {
    /// Adds the items of a line. Its comment is attached to the first of them, or is a separate item.
    fn add(&mut self, line: &Line<'_>, kinds: Vec<Kind>, is_kept: bool) {
        let mut comment = comment(line).filter(|_| is_kept).map(str::to_owned);
        let is_alone = kinds.is_empty() && (comment.is_some() || is_kept);
        let alone = is_alone.then_some(Kind::NoOutput);
        for kind in kinds.into_iter().chain(alone) {
            self.items.push(Item {
                line: line.number,
                kind,
                comment: comment.take(),
            });
        }
    }
}

/// Converts a step to code. `is_end` is true if a body ends after it.
fn code(step: &Step, is_end: bool, shader: &ShaderOutput) -> Option<Code> {
    let nop = || Code::Plain("nop".to_owned());
    match step {
        Step::Code(code) => Some(code.clone()),
        Step::Empty { is_mova } => (*is_mova || is_end).then(nop),
        Step::Open(open) => Some(match open.alternative {
            Some(_) => Code::If(open.text.clone()),
            None => Code::Loop(open.text.clone()),
        }),
        Step::Call { first, end } => Some(Code::Call(
            "call".to_owned(),
            shader.output_name(first),
            range_end(first, end),
        )),
        _ => None,
    }
}

/// Returns the comment of a line. A bare descriptor number is dropped, because the output has no descriptors.
fn comment<'s>(line: &Line<'s>) -> Option<&'s str> {
    let is_descriptor = matches!(&line.statement, Statement::Directive { name, .. } if is(name, ".opdesc"));
    line.comment
        .filter(|comment| !is_descriptor || integer(comment.trim()).is_none())
}
