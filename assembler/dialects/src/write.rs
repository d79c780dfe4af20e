//! Formats programs in picasm syntax.

use std::collections::{BTreeMap, HashMap, HashSet};

use pica200_diagnostics::Code as Name;

use crate::Line;
use crate::diagnostic::{Diagnostic, Place, diagnose};
use crate::flow::{Body, Flow, MAX_NAMES};
use crate::names::Names;
use crate::program::{Code, Item, Kind, Program};

/// Writes a program. `names` has the output names of labels. The result is meaningless if there are errors. Warnings
/// become comments above the lines that they are about.
pub(crate) fn write(program: &Program, names: &mut Names, diagnostics: &mut Vec<Diagnostic>) -> Vec<Line> {
    let Some(flow) = Flow::new(program, diagnostics) else {
        return Vec::new();
    };
    let mut writer = Writer::new(program, &flow, names, diagnostics);
    writer.head();
    for number in 0..flow.bodies.len() {
        writer.body(number);
    }
    writer.lines
}

struct Writer<'p> {
    program: &'p Program,
    flow: &'p Flow,
    names: &'p mut Names,
    diagnostics: &'p mut Vec<Diagnostic>,
    /// The name of each procedure.
    procedures: Vec<String>,
    /// The label that each body has for an item.
    labels: HashMap<(usize, usize), String>,
    /// For each label, the bodies that contain it, in ascending order.
    containing_bodies: HashMap<usize, Vec<usize>>,
    /// Warnings to write above lines.
    remarks: BTreeMap<u32, Vec<String>>,
    /// The index of the first item that is not a declaration.
    code: usize,
    lines: Vec<Line>,
}

impl<'p> Writer<'p> {
    fn new(program: &'p Program, flow: &'p Flow, names: &'p mut Names, diagnostics: &'p mut Vec<Diagnostic>) -> Self {
        let mut remarks: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        for diagnostic in &*diagnostics {
            if let Some(place) = diagnostic.location().copied() {
                let remark = format!("{}: {}", diagnostic.code.name(), diagnostic.message);
                let of_line = remarks.entry(place.line).or_default();
                if !of_line.contains(&remark) {
                    of_line.push(remark);
                }
            }
        }
        let mut writer = Self {
            program,
            flow,
            names,
            diagnostics,
            procedures: Vec::new(),
            labels: HashMap::new(),
            containing_bodies: containing_bodies(program, flow),
            remarks,
            code: head_end(&program.items),
            lines: Vec::new(),
        };
        writer.name_procedures();
        writer.name_labels();
        writer
    }

    fn name_procedures(&mut self) {
        let mut given = HashSet::new();
        for body in &self.flow.bodies {
            let label = body.label.and_then(|number| label_of(self.program, number));
            let printed = label.map(|label| self.names.printed(label));
            let name = match printed {
                Some(printed) if given.insert(body.label) => printed,
                Some(printed) => self.names.unique(&printed),
                None => self.names.unique("code"),
            };
            self.procedures.push(name);
        }
    }

    /// Finds the labels of each body: those that its own code jumps to, those that other code jumps to and nothing else
    /// contains, and those that are unused.
    fn name_labels(&mut self) {
        let flow = self.flow;
        let mut wanted: Vec<(usize, usize)> = Vec::new();
        for (number, body) in flow.bodies.iter().enumerate() {
            for item in &body.items {
                let Some(item) = self.program.items.get(*item) else {
                    continue;
                };
                let Some(Code::Jump(_, label)) = item.code() else {
                    continue;
                };
                if let Some(target) = flow.labels.get(label) {
                    match self.owner(number, *target) {
                        Ok(owner) => wanted.push((owner, *target)),
                        Err(others) => self.diagnostics.push(shared(item, label, &others)),
                    }
                }
            }
        }
        let used: HashSet<usize> = wanted.iter().map(|(_, target)| *target).collect();
        let boundaries: HashSet<usize> = flow.bodies.iter().flat_map(boundaries).collect();
        let items = self.program.items.iter().enumerate();
        let idle = items.filter(|(number, item)| {
            matches!(item.kind, Kind::Label(_)) && !used.contains(number) && !boundaries.contains(number)
        });
        let idle: Vec<usize> = idle.map(|(number, _)| number).collect();
        for target in idle {
            let holding = self.containing_bodies.get(&target);
            if let Some(owner) = holding.and_then(|all| all.last()) {
                wanted.push((*owner, target));
            }
        }
        wanted.sort_unstable();
        wanted.dedup();
        let mut seen = HashSet::new();
        for (owner, target) in wanted {
            let Some(label) = label_of(self.program, target) else {
                continue;
            };
            let printed = self.names.printed(label);
            let name = if seen.insert(target) {
                printed
            } else {
                self.names.unique(&printed)
            };
            self.labels.insert((owner, target), name);
        }
    }

    /// Returns the body whose label a jump from a body goes to.
    fn owner(&self, from: usize, target: usize) -> Result<usize, Vec<String>> {
        let holding = self.containing_bodies.get(&target).map_or(&[][..], Vec::as_slice);
        let body = |number: usize| self.flow.bodies.get(number);
        let is_end = |body: &Body| body.range.as_ref().is_some_and(|r| r.end == target);
        if holding.binary_search(&from).is_ok() || body(from).is_some_and(is_end) {
            return Ok(from);
        }
        match holding {
            [only] => Ok(*only),
            // The code that is not called comes first.
            [first, ..] if body(*first).is_some_and(|body| body.range.is_none()) => Ok(*first),
            all => {
                let all = all.iter().take(MAX_NAMES);
                let names = all.filter_map(|number| self.procedures.get(*number));
                Err(names.cloned().collect())
            }
        }
    }

    /// Writes the lines before the code.
    fn head(&mut self) {
        if self.program.is_geometry {
            self.push(".gsh".to_owned(), None);
        }
        let items = self.program.items.iter().enumerate();
        let in_head = |(number, item): &(usize, &Item)| *number < self.code || item.kind == Kind::Declaration;
        let all: Vec<&Item> = items.filter(in_head).map(|(_, item)| item).collect();
        for item in all {
            self.quiet(item);
        }
        let entry = self.program.entry.map(|entry| {
            let bodies = self.flow.bodies.iter().zip(&self.procedures);
            let mut own = bodies.filter(|(body, _)| body.range.is_none());
            own.rfind(|(body, _)| body.label == Some(entry))
                .map(|(_, name)| name.clone())
        });
        if let Some(entry) = entry.flatten().filter(|entry| entry != "main") {
            let line = self.program.entry.and_then(|n| self.program.items.get(n));
            self.push(format!(".entry {entry}"), line.map(|item| item.line));
        }
    }

    /// Writes a line without code: a comment, a blank line, or the directives of its declaration.
    fn quiet(&mut self, item: &Item) {
        self.remark(item.line);
        let declarations = self.program.declarations.get(&item.line);
        let own = declarations.filter(|_| item.kind == Kind::Declaration);
        let mut texts = own.cloned().unwrap_or_default();
        if let Some(comment) = &item.comment {
            let comment = comment_text(comment);
            match texts.first_mut() {
                Some(first) => *first = format!("{first} {comment}"),
                None => texts.push(comment),
            }
        } else if item.kind == Kind::Blank {
            texts.push(String::new());
        }
        for text in texts {
            self.push(text, Some(item.line));
        }
    }

    /// Writes the comments about a line, once.
    fn remark(&mut self, line: u32) {
        for remark in self.remarks.remove(&line).unwrap_or_default() {
            self.push(format!("; {remark}"), Some(line));
        }
    }

    fn push(&mut self, text: String, line: Option<u32>) {
        let place = line.map(Place::line);
        self.lines.push(Line { text, place });
    }

    /// Writes a procedure.
    fn body(&mut self, number: usize) {
        let Some(body) = self.flow.bodies.get(number) else {
            return;
        };
        let items = &self.program.items;
        let own = body.items.iter().filter(|item| **item >= self.code);
        let own = own.filter(|n| items.get(**n).is_some_and(|i| i.kind != Kind::Declaration));
        let own: Vec<usize> = own.copied().collect();
        let is_loud = |n: &usize| match items.get(*n).map(|item| &item.kind) {
            // A label that is not printed is ignored.
            Some(Kind::Label(_)) => body.label == Some(*n) || self.labels.contains_key(&(number, *n)),
            Some(Kind::Code(_)) => true,
            _ => false,
        };
        let (Some(first), Some(last)) = (own.iter().position(is_loud), own.iter().rposition(is_loud)) else {
            self.quiet_all(&own);
            return;
        };
        let (above, rest) = own.split_at(first);
        let (inside, below) = rest.split_at(last - first + 1);
        self.quiet_all(above);
        let start = inside.first().and_then(|n| items.get(*n));
        let line = start.map(|item| item.line);
        if let Some(line) = line {
            self.remark(line);
        }
        let name = self.procedures.get(number).cloned().unwrap_or_default();
        let mut opening = format!(".proc {name}");
        // The label that gives the procedure its name keeps its comment there.
        let label = body.label.and_then(|label| items.get(label));
        if let (Some(label), Some(start)) = (label, start)
            && label.line == start.line
            && let Some(comment) = &label.comment
            && body.label == inside.first().copied()
        {
            opening = format!("{opening} {}", comment_text(comment));
        }
        self.push(opening, line);
        for item in inside {
            self.item(number, *item, body);
        }
        if let Some(range) = &body.range
            && let Some(label) = self.labels.get(&(number, range.end))
        {
            // A jump to the end does not return, but the instruction before the end does.
            let text = format!("{label}:");
            self.push(text, line);
            self.push("nop".to_owned(), line);
        }
        let end = inside.last().and_then(|n| items.get(*n));
        self.push(".end".to_owned(), end.map(|item| item.line));
        self.quiet_all(below);
    }

    fn quiet_all(&mut self, items: &[usize]) {
        for item in items {
            if let Some(item) = self.program.items.get(*item) {
                self.quiet(item);
            }
        }
    }

    fn item(&mut self, body: usize, number: usize, of: &Body) {
        let Some(item) = self.program.items.get(number) else {
            return;
        };
        let text = match &item.kind {
            Kind::Blank | Kind::NoOutput | Kind::Declaration => return self.quiet(item),
            Kind::Label(_) => match self.labels.get(&(body, number)) {
                Some(name) => format!("{name}:"),
                None => {
                    self.remark(item.line);
                    let is_head = of.label == Some(number)
                        && of.items.iter().find(|n| {
                            self.program
                                .items
                                .get(**n)
                                .is_some_and(|item| !item.is_blank_or_comment())
                        }) == Some(&number);
                    if let Some(comment) = item.comment.as_deref().filter(|_| !is_head) {
                        self.push(comment_text(comment), Some(item.line));
                    }
                    return;
                }
            },
            Kind::Code(code) => self.code_text(code, body),
        };
        self.remark(item.line);
        let text = match &item.comment {
            Some(comment) => format!("{text} {}", comment_text(comment)),
            None => text,
        };
        self.push(text, Some(item.line));
    }

    fn code_text(&self, code: &Code, body: usize) -> String {
        let label = |name: &str| self.flow.labels.get(name).copied();
        match code {
            Code::Plain(text) | Code::SetEmit(text) | Code::If(text) | Code::Loop(text) | Code::Break(text) => {
                text.clone()
            }
            Code::End => "end".to_owned(),
            Code::Else => ".else".to_owned(),
            Code::EndIf | Code::EndLoop => ".end".to_owned(),
            Code::Jump(text, name) => {
                let target = label(name).unwrap_or(0);
                let owner = self.owner(body, target).unwrap_or(body);
                let name = self.labels.get(&(owner, target));
                format!("{text} {}", name.map_or("", String::as_str))
            }
            Code::Call(text, first, until) => {
                let range = label(first).unwrap_or(0)..label(until).unwrap_or(0);
                let of = self.flow.called.get(&range);
                let name = of.and_then(|body| self.procedures.get(*body));
                format!("{text} {}", name.map_or("", String::as_str))
            }
        }
    }
}

/// Returns, for each label, the bodies that contain it.
fn containing_bodies(program: &Program, flow: &Flow) -> HashMap<usize, Vec<usize>> {
    let mut containing_bodies: HashMap<usize, Vec<usize>> = HashMap::new();
    for (number, body) in flow.bodies.iter().enumerate() {
        for item in &body.items {
            if label_of(program, *item).is_some() {
                containing_bodies.entry(*item).or_default().push(number);
            }
        }
    }
    containing_bodies
}

/// Returns the labels of a body that `.proc` and `.end` replace.
fn boundaries(body: &Body) -> impl Iterator<Item = usize> {
    let end = body.range.as_ref().map(|range| range.end);
    body.label.into_iter().chain(end)
}

/// Returns the name of the label at an item, in the source.
fn label_of(program: &Program, number: usize) -> Option<&str> {
    match &program.items.get(number)?.kind {
        Kind::Label(name) => Some(name),
        _ => None,
    }
}

/// Returns the index of the item that begins the code, or of the comments directly above it.
fn head_end(items: &[Item]) -> usize {
    let quiet = items.iter().take_while(|item| item.is_blank_or_comment()).count();
    let above = items.get(..quiet).unwrap_or_default().iter().rev();
    let is_comment = |item: &&Item| item.kind == Kind::NoOutput && item.comment.is_some();
    quiet - above.take_while(is_comment).count()
}

/// Returns the error about a jump to a label that several procedures contain.
fn shared(item: &Item, label: &str, procedures: &[String]) -> Diagnostic {
    let message = format!(
        "`{label}` belongs to several called ranges, `{}`, and is jumped to from outside of them",
        procedures.join("`, `")
    );
    let diagnostic = diagnose(Name::SharedJump, Place::line(item.line), message);
    diagnostic.with_help("give each range separate code")
}

/// Formats a comment in picasm syntax.
fn comment_text(comment: &str) -> String {
    format!(";{comment}")
}
