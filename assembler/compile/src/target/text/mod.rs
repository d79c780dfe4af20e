//! Assembly output, formatted as by hand.

mod declarations;
mod operand;

use std::collections::BTreeSet;

use pica200_objfmt::flow::scopes::{IF_DEPTH, LOOP_DEPTH};
use rustc_hash::FxHashSet;

use self::declarations::{Names, Usage};
use super::Unit;
use super::allocate::Allocation;
use super::code::{Code, Flags, Instruction, Loop, Node, Operation, Test, instructions, walk};
use super::constants::Constants;
use crate::diagnostic::{Diagnostic, Place, diagnose};
use crate::ir::{Origin, Program};
use crate::source::{Line, Source};

/// The number of words beyond which an else-body becomes the first body, if that is shorter. The GPU counts up to 255,
/// padding included.
const MAX_ELSE_WORDS: usize = 200;

/// Writes programs, of which only the first one may be a shader. They share declarations and constant registers.
pub(super) fn write(units: &[Unit], source: &Source) -> Result<Vec<Line>, Vec<Diagnostic>> {
    let Some(first) = units.first() else {
        return Ok(Vec::new());
    };
    let constants = Constants::new(units.iter().map(|unit| &unit.code));
    let used = Usage::new(units);
    let names = Names::new(&first.program, &used, &constants);
    used.check(&first.program, &constants)?;
    let owned = units.iter().map(|unit| owned_lines(source, &unit.code.body));
    let owned = owned.flatten().collect();
    let mut writer = Writer {
        program: &first.program,
        source,
        texts: source.listing.lines().collect(),
        code: &first.code,
        allocation: &first.allocation,
        constants: &constants,
        names: &names,
        lines: Vec::new(),
        depth: 0,
        ifs: 0,
        loops: Vec::new(),
        follows_address: false,
        labels: 0,
        commented: FxHashSet::default(),
        wordless: wordless_lines(units, source, &owned),
        owned,
        diagnostics: Vec::new(),
    };
    writer.declarations(&used);
    for (index, unit) in units.iter().enumerate() {
        if index > 0 {
            writer.put("", None);
        }
        writer.procedure(unit, index + 1 == units.len());
    }
    if writer.diagnostics.is_empty() {
        Ok(writer.lines)
    } else {
        Err(writer.diagnostics)
    }
}

fn lines_of(places: &[Place]) -> BTreeSet<u32> {
    places.iter().map(|place| place.line).collect()
}

/// Returns the lines of the source that no word comes from, except for declarations: those before the first operation.
fn wordless_lines(units: &[Unit], source: &Source, owned: &BTreeSet<u32>) -> BTreeSet<u32> {
    let values = units.iter().flat_map(|unit| &unit.program.values);
    let operations = values.filter(|definition| !definition.is_leaf());
    let lines = operations.filter_map(|definition| Some(source.place(definition.origin)?.line));
    let first = lines.chain(owned.first().copied()).min().unwrap_or(u32::MAX);
    let all = lines_of(&source.places);
    all.range(first..)
        .filter(|line| !owned.contains(line))
        .copied()
        .collect()
}

/// Returns whether a line of assembly is a word, and not a comment, a directive or a label.
fn is_word(line: &str) -> bool {
    !line.starts_with([';', '.'])
}

/// Returns the lines of the source that words come from.
fn owned_lines(source: &Source, nodes: &[Node]) -> BTreeSet<u32> {
    let mut places = Vec::new();
    for (instruction, _) in instructions(nodes) {
        let origins = instruction.origins.iter();
        places.extend(origins.filter_map(|origin| source.place(*origin)));
    }
    lines_of(&places)
}

/// The syntax of a loop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LoopForm {
    /// With `for`.
    Counted,
    /// With jumps to labels of this number.
    Jumps(u32),
}

struct Writer<'w> {
    program: &'w Program,
    source: &'w Source,
    /// The lines of the source.
    texts: Vec<&'w str>,
    code: &'w Code,
    allocation: &'w Allocation,
    constants: &'w Constants,
    names: &'w Names,
    lines: Vec<Line>,
    /// The number of tabs before statements.
    depth: usize,
    /// The number of open bodies of `if`.
    ifs: usize,
    loops: Vec<LoopForm>,
    /// True if the word before, on any path to this point, sets an address register. The last word of a procedure may.
    follows_address: bool,
    /// The number of loops with labels so far.
    labels: u32,
    /// The locations in the source that a comment shows already.
    commented: FxHashSet<u32>,
    /// The lines of the source that words come from.
    owned: BTreeSet<u32>,
    /// The other ones.
    wordless: BTreeSet<u32>,
    diagnostics: Vec<Diagnostic>,
}

impl<'w> Writer<'w> {
    /// Writes a program, and after the last one the lines of the source that no word comes from.
    fn procedure(&mut self, unit: &'w Unit, is_last: bool) {
        self.program = &unit.program;
        self.code = &unit.code;
        self.allocation = &unit.allocation;
        let name = unit.program.procedure.as_deref();
        self.put(format!(".proc {}", name.unwrap_or("main")), None);
        self.depth = 1;
        let start = self.lines.len();
        self.block(&unit.code.body);
        if is_last {
            for line in self.wordless.clone() {
                self.comment_line(line);
            }
        }
        let has_words = self
            .lines
            .get(start..)
            .is_some_and(|lines| lines.iter().any(|line| !line.text.trim_start().starts_with(';')));
        if name.is_none() {
            self.put("end", None);
        } else if !has_words {
            // A call of a procedure without words never returns.
            self.put("nop", None);
        }
        self.depth = 0;
        self.put(".end", None);
    }

    /// Writes a line.
    fn put(&mut self, text: impl AsRef<str>, origin: Option<Origin>) {
        let mut line = self.indentation();
        line.push_str(text.as_ref());
        self.put_line(line, origin);
    }

    /// Returns the indentation of a statement.
    fn indentation(&self) -> String {
        let mut line = String::with_capacity(48);
        line.extend(std::iter::repeat_n('\t', self.depth));
        line
    }

    /// Adds a line, which begins with its tabs.
    fn put_line(&mut self, text: String, origin: Option<Origin>) {
        let place = origin.and_then(|origin| self.source.place(origin));
        let statement = text.get(self.depth..).unwrap_or_default();
        if is_word(statement) {
            self.follows_address = statement.starts_with("mova") || statement.starts_with("call ");
        }
        self.lines.push(Line { text, place });
    }

    /// Writes the lines of the source that an instruction comes from as comments, each one once.
    fn comment(&mut self, origins: &[Origin]) {
        let mut lines: Vec<_> = (origins.iter())
            .filter_map(|origin| Some(self.source.place(*origin)?.line))
            .collect();
        lines.sort_unstable();
        for line in lines {
            // Lines without words belong to the next line with words.
            let before = self.wordless.range(..line).copied();
            let last_owned = self.owned.range(..line).next_back().copied().unwrap_or(0);
            let group: Vec<_> = before.filter(|line| *line > last_owned).collect();
            for line in group.into_iter().chain([line]) {
                self.comment_line(line);
            }
        }
    }

    fn comment_line(&mut self, line: u32) {
        if self.commented.insert(line) {
            let index = usize::try_from(line).unwrap_or(usize::MAX);
            let text = self.texts.get(index.wrapping_sub(1)).map_or("", |text| text.trim());
            if !text.is_empty() {
                // A carriage return within a line of the source would end the comment.
                let text = text.replace(|c: char| c.is_control() && c != '\t', " ");
                self.put(format!("; {line}: {text}"), None);
            }
        }
    }

    fn block(&mut self, nodes: &[Node]) {
        for node in nodes {
            match node {
                Node::Instruction(instruction) => self.instruction(instruction),
                Node::If(branch) => {
                    let [then, otherwise] = &branch.arms;
                    self.branch(branch.test, then, otherwise, branch.origin);
                }
                Node::Loop(repeat) => self.repeat(repeat),
                Node::Break { test, origin } => self.leave(*test, *origin),
            }
        }
    }

    /// Writes the body of an `if` or a counted loop.
    fn scope(&mut self, nodes: &[Node]) {
        self.depth += 1;
        self.block(nodes);
        if self.lines.last().is_some_and(|line| line.text.ends_with(':')) {
            // A jump to the end of a scope does not close it.
            self.put("nop", None);
        }
        self.depth -= 1;
    }

    fn instruction(&mut self, instruction: &Instruction) {
        self.comment(&instruction.origins);
        if instruction.operation == Operation::Return {
            return;
        }
        if matches!(instruction.operation, Operation::Address(_)) && self.follows_address {
            // Two `mova`, one directly after the other, stop the console.
            self.put("nop", None);
        }
        let mut text = self.indentation();
        self.instruction_text(instruction, &mut text);
        self.put_line(text, instruction.origins.first().copied());
    }

    fn branch(&mut self, test: Test, then: &[Node], otherwise: &[Node], origin: Origin) {
        if let Test::Known(holds) = test {
            return self.block(if holds { then } else { otherwise });
        }
        if then.is_empty() {
            if !otherwise.is_empty() {
                self.branch(test.opposite(), otherwise, then, origin);
            }
            return;
        }
        let is_too_long = words(otherwise) > MAX_ELSE_WORDS && words(then) < words(otherwise);
        if is_too_long && matches!(test, Test::Compared(_)) {
            return self.branch(test.opposite(), otherwise, then, origin);
        }
        self.comment(&[origin]);
        let opening = match test {
            Test::Uniform(uniform, state) => {
                let sign = if state { "" } else { "!" };
                format!("ifu {sign}{}", self.program.uniforms[uniform.index()].name)
            }
            _ => format!("ifc {}", condition(test)),
        };
        self.put(opening, Some(origin));
        self.ifs += 1;
        if self.ifs == IF_DEPTH + 1 {
            let help = "join conditions with `&&`, or compute both sides and select one";
            self.too_deep("ifs", IF_DEPTH, origin, help);
        }
        self.scope(then);
        let after_then = std::mem::take(&mut self.follows_address);
        if !otherwise.is_empty() {
            self.put(".else", None);
            self.scope(otherwise);
        }
        self.follows_address |= after_then;
        self.ifs -= 1;
        self.put(".end", None);
    }

    fn too_deep(&mut self, what: &str, most: usize, origin: Origin, help: &str) {
        let code = pica200_diagnostics::Code::NestingTooDeep;
        let message = format!("more than {most} {what} are nested, which exceeds the hardware's limit");
        let diagnostic = diagnose(code, self.source.place(origin), message);
        self.diagnostics.push(diagnostic.with_help(help));
    }

    fn repeat(&mut self, repeat: &Loop) {
        let Loop { body, origin, .. } = repeat;
        let origin = *origin;
        self.comment(&[origin]);
        if let Some(trip_count) = repeat.trip_count {
            let counted = self.loops.iter().filter(|form| **form == LoopForm::Counted);
            if counted.count() == LOOP_DEPTH {
                let help = "make one loop of two, or write the innermost one out";
                self.too_deep("counted loops", LOOP_DEPTH, origin, help);
            }
            self.put(
                format!("for {}", self.names.trip_count(self.program, trip_count)),
                Some(origin),
            );
            self.loops.push(LoopForm::Counted);
            let start = self.lines.len();
            self.scope(body);
            let mut texts = self.lines[start..].iter().map(|line| line.text.trim_start());
            let first = texts.find(|text| is_word(text));
            let sets_address = first.is_some_and(|word| word.starts_with("mova"));
            if self.follows_address && sets_address {
                // The next iteration begins after this one.
                self.put("\tnop", None);
            }
            self.loops.pop();
            self.put(".end", None);
            return;
        }
        self.labels += 1;
        let number = self.labels;
        let depth = std::mem::take(&mut self.depth);
        self.put(format!(".Lloop{number}:"), None);
        self.depth = depth;
        self.loops.push(LoopForm::Jumps(number));
        let (last, others) = match body.split_last() {
            Some((Node::Break { test, .. }, others)) => (Some(*test), others),
            _ => (None, body.as_slice()),
        };
        self.block(others);
        self.loops.pop();
        let back = match last {
            Some(Test::Known(true)) => None,
            Some(test @ (Test::Uniform(..) | Test::Compared(_))) => Some(test.opposite()),
            Some(Test::Known(false)) | None => Some(self.certain(others)),
        };
        if let Some(test) = back {
            let condition = self.jump_condition(test);
            self.put(format!("{condition}, .Lloop{number}"), Some(origin));
        }
        if others.iter().any(|node| matches!(node, Node::Break { .. })) {
            let depth = std::mem::take(&mut self.depth);
            self.put(format!(".Ldone{number}:"), None);
            self.depth = depth;
        }
    }

    /// Returns a condition that always holds at the end of a loop's body.
    fn certain(&mut self, body: &[Node]) -> Test {
        let exit = body.iter().rposition(|node| matches!(node, Node::Break { .. }));
        if let Some(index) = exit
            && let Node::Break { test, .. } = &body[index]
            && !matches!(test, Test::Known(_))
        {
            // The loop goes on because the condition does not hold; the flags may still say so.
            let compares = instructions(&body[index + 1..])
                .any(|(instruction, _)| matches!(instruction.operation, Operation::Compare(_) | Operation::Call(_)));
            if !compares || matches!(test, Test::Uniform(..)) {
                return test.opposite();
            }
        }
        let register = self.any_register();
        self.put(format!("cmp {register}.x, eq, ne, {register}.x"), None);
        Test::Compared(Flags::Either(true, true))
    }

    /// Returns a register that any instruction can read.
    fn any_register(&self) -> String {
        match self.program.inputs.first() {
            Some(_) if self.program.procedure.is_none() => self.names.any_input().to_owned(),
            _ => "r0".to_owned(),
        }
    }

    fn leave(&mut self, test: Test, origin: Origin) {
        if test == Test::Known(false) {
            return;
        }
        match self.loops.last().copied() {
            Some(LoopForm::Jumps(number)) => {
                let condition = match test {
                    Test::Known(_) => {
                        let test = self.certain(&[]);
                        self.jump_condition(test)
                    }
                    _ => self.jump_condition(test),
                };
                self.put(format!("{condition}, .Ldone{number}"), Some(origin));
            }
            _ => match test {
                Test::Known(_) => self.put("break", Some(origin)),
                Test::Uniform(..) => {
                    // `breakc` tests no uniforms, and a `break` would leave an `ifu` open.
                    self.flag_of_uniform(test);
                    self.put("breakc cmp.x", Some(origin));
                }
                Test::Compared(_) => self.put(format!("breakc {}", condition(test)), Some(origin)),
            },
        }
    }

    /// Sets a flag by a boolean of a uniform.
    fn flag_of_uniform(&mut self, test: Test) {
        let Test::Uniform(uniform, state) = test else {
            return;
        };
        let register = self.any_register();
        let name = &self.program.uniforms[uniform.index()].name;
        let sign = if state { "" } else { "!" };
        let always = format!("cmp {register}.x, eq, eq, {register}.x");
        let never = format!("cmp {register}.x, lt, lt, {register}.x");
        self.put(format!("ifu {sign}{name}"), None);
        self.depth += 1;
        self.put(always, None);
        self.depth -= 1;
        self.put(".else", None);
        self.depth += 1;
        self.put(never, None);
        self.depth -= 1;
        self.put(".end", None);
    }

    fn jump_condition(&self, test: Test) -> String {
        match test {
            Test::Uniform(uniform, state) => {
                let sign = if state { "" } else { "!" };
                format!("jmpu {sign}{}", self.program.uniforms[uniform.index()].name)
            }
            _ => format!("jmpc {}", condition(test)),
        }
    }
}

/// About how many words nodes take.
fn words(nodes: &[Node]) -> usize {
    let words = walk(nodes).map(|(node, _)| match node {
        Node::Instruction(_) | Node::Break { .. } => 1,
        Node::If(_) => 2,
        Node::Loop(_) => 3,
    });
    words.sum()
}

/// Returns the condition of a flow instruction.
pub(super) fn condition(test: Test) -> String {
    let flag = |name: &str, state: bool| format!("{}cmp.{name}", if state { "" } else { "!" });
    match test {
        Test::Compared(Flags::X(x)) => flag("x", x),
        Test::Compared(Flags::Both(x, y)) => format!("{} && {}", flag("x", x), flag("y", y)),
        Test::Compared(Flags::Either(x, y)) => format!("{} || {}", flag("x", x), flag("y", y)),
        Test::Known(_) | Test::Uniform(..) => String::new(),
    }
}
