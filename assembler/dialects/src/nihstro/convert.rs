//! Conversion of sources to programs.

use std::collections::{HashMap, HashSet};

use pica200_asm::Lookup;
use pica200_diagnostics::Code as Name;
use pica200_objfmt::isa::register::Bank;

use super::ast::{SetEmit, Statement};
use super::condition::{FlowCondition, test};
use super::declare::Declarations;
use super::instruction::Converter;
use super::operand::{Source, uniform};
use super::parse::{SyntaxError, included, parse};
use super::token::split_comment;
use crate::detect::alias_for_2014;
use crate::diagnostic::{Diagnostic, Place, diagnose, no_entry};
use crate::listing::Reader;
use crate::names::Names;
use crate::program::{Code, Item, Kind, Program};
use crate::write::write;
use crate::{Conversion, ConvertedShader, Options};

/// The maximum number of words of a program.
const MAX_WORDS: u32 = 4096;

/// A line with its statement.
struct Line<'s> {
    number: u32,
    code: &'s str,
    statement: Result<Statement<'s>, SyntaxError>,
    comment: Option<&'s str>,
}

/// Converts a source.
pub(crate) fn convert(name: &str, source: &[u8], options: &Options, lookup: &Lookup<'_>) -> Conversion {
    let (listing, mut diagnostics) = Reader::read(name, source, lookup, included);
    let mut conversion = Conversion::default();
    if diagnostics.is_empty() {
        let lines: Vec<Line<'_>> = listing.text.lines().zip(1..).map(line).collect();
        let mut walk = SourceConverter::new(&lines, options);
        walk.diagnostics.append(&mut diagnostics);
        let (lines, notes) = walk.run(&lines);
        diagnostics = walk.diagnostics;
        conversion.notes = notes;
        conversion.sources = vec![ConvertedShader { part: "", lines }];
    }
    conversion.listing = listing;
    conversion.diagnostics = diagnostics;
    conversion
}

fn line((text, number): (&str, u32)) -> Line<'_> {
    let (code, comment) = split_comment(text);
    Line {
        number,
        code,
        statement: parse(code),
        comment: comment.map(str::trim_end),
    }
}

/// A traversal of the lines.
struct SourceConverter<'o> {
    options: &'o Options,
    names: Names,
    aliases: HashMap<String, u32>,
    labels: HashMap<String, u32>,
    /// The labels in order.
    order: Vec<String>,
    diagnostics: Vec<Diagnostic>,
    program: Program,
    /// The float registers that are read by number.
    read: HashSet<u8>,
}

impl<'o> SourceConverter<'o> {
    fn new(lines: &[Line<'_>], options: &'o Options) -> Self {
        let mut walk = Self {
            options,
            names: Names::default(),
            aliases: HashMap::new(),
            labels: HashMap::new(),
            order: Vec::new(),
            diagnostics: Vec::new(),
            program: Program::default(),
            read: HashSet::new(),
        };
        for line in lines {
            match &line.statement {
                Ok(Statement::Alias(alias)) => {
                    let name = alias.name.text.to_owned();
                    walk.aliases.entry(name).or_insert(line.number);
                }
                Ok(Statement::Label(label)) => {
                    let text = label.text.to_owned();
                    if let Some(first) = walk.labels.get(&text) {
                        let message = format!("duplicate label `{text}`");
                        let place = Place::part(line.number, &label.columns);
                        let diagnostic = diagnose(Name::NameTaken, place, message);
                        let first = Place::line(*first);
                        walk.diagnostics.push(diagnostic.with_secondary(first, "the label"));
                    } else {
                        walk.labels.insert(text.clone(), line.number);
                        walk.order.push(text);
                    }
                }
                _ => {}
            }
        }
        let mut all: Vec<&str> = walk.aliases.keys().map(String::as_str).collect();
        all.extend(walk.order.iter().map(String::as_str));
        all.sort_unstable();
        walk.names = Names::new(all.into_iter());
        walk
    }

    /// Returns the lines of the converted source, and notes about the whole source.
    fn run(&mut self, lines: &[Line<'_>]) -> (Vec<crate::Line>, Vec<String>) {
        let names = std::mem::take(&mut self.names);
        let (aliases, labels) = (self.aliases.clone(), self.labels.clone());
        let mut declarations = Declarations::new(&names, aliases, labels);
        for line in lines {
            let comment = comment(line);
            let kind = self.item(line, &mut declarations).unwrap_or_else(|diagnostic| {
                self.diagnostics.push(diagnostic);
                substitute(line)
            });
            self.program.items.push(Item {
                line: line.number,
                kind,
                comment,
            });
        }
        self.program.declarations = declarations.directives(&self.read, &mut self.diagnostics);
        let mut notes = Vec::new();
        self.find_entry(&mut notes);
        self.check_words();
        let mut names = names;
        let lines = write(&self.program, &mut names, &mut self.diagnostics);
        self.note_tables(&mut notes);
        (lines, notes)
    }

    /// Converts a line.
    fn item(&mut self, line: &Line<'_>, declarations: &mut Declarations<'_>) -> Result<Kind, Diagnostic> {
        let statement = match &line.statement {
            Ok(statement) => statement,
            Err(syntax_error) => return Err(not_in_dialect(line, syntax_error)),
        };
        let number = line.number;
        let code = match statement {
            Statement::Empty if line.comment.is_none() => return Ok(Kind::Blank),
            Statement::Empty | Statement::Include | Statement::Version => return Ok(Kind::NoOutput),
            Statement::Label(label) => return Ok(Kind::Label(label.text.to_owned())),
            Statement::Alias(alias) => {
                declarations.add(alias, number, &mut self.diagnostics);
                return Ok(Kind::Declaration);
            }
            Statement::Vector {
                mnemonic,
                destination,
                sources,
            } => {
                let mut converter = converter(declarations, number);
                let text = converter.vector(*mnemonic, destination, sources);
                self.take(converter);
                Code::Plain(text?)
            }
            Statement::MoveAddress { name, source } => {
                let mut converter = converter(declarations, number);
                let text = converter.mova(name, source);
                self.take(converter);
                Code::Plain(text?)
            }
            Statement::Compare { sources, operators } => {
                let mut converter = converter(declarations, number);
                let text = converter.compare(sources, *operators);
                self.take(converter);
                Code::Plain(text?)
            }
            Statement::SetEmit(set) => self.set_emit(set, number)?,
            Statement::Emit => {
                self.program.is_geometry = true;
                Code::Plain("emit".to_owned())
            }
            Statement::Nop => Code::Plain("nop".to_owned()),
            Statement::End => Code::End,
            Statement::Else => Code::Else,
            Statement::EndIf => Code::EndIf,
            Statement::EndLoop => Code::EndLoop,
            Statement::Loop(operand) => {
                let register = uniform(operand, Bank::Integer, declarations, number)?;
                Code::Loop(format!("for {register}"))
            }
            Statement::If(condition) => Code::If(match test(condition, declarations, number, &mut self.diagnostics)? {
                FlowCondition::Boolean(text, false) => format!("ifu {text}"),
                FlowCondition::Boolean(text, true) => format!("ifu !{text}"),
                FlowCondition::Flags(text) => format!("ifc {text}"),
            }),
            Statement::Break(condition) => match test(condition, declarations, number, &mut self.diagnostics)? {
                FlowCondition::Flags(text) => Code::Break(format!("breakc {text}")),
                FlowCondition::Boolean(..) => {
                    let place = Place::part(number, &condition.columns);
                    let message = "breakc tests flags only";
                    let diagnostic = diagnose(Name::FlagWithoutLetter, place, message);
                    return Err(diagnostic.with_help("write `cc.x` or `cc.y`, or jump to a label"));
                }
            },
            Statement::Jump(label, condition) => {
                let text = match test(condition, declarations, number, &mut self.diagnostics)? {
                    FlowCondition::Boolean(text, false) => format!("jmpu {text},"),
                    FlowCondition::Boolean(text, true) => format!("jmpu !{text},"),
                    FlowCondition::Flags(text) => format!("jmpc {text},"),
                };
                Code::Jump(text, label.text.to_owned())
            }
            Statement::Call {
                first,
                until,
                condition,
            } => {
                let test = match condition {
                    Some(of) => Some((of, test(of, declarations, number, &mut self.diagnostics)?)),
                    None => None,
                };
                let text = match test {
                    None => "call".to_owned(),
                    Some((_, FlowCondition::Flags(text))) => format!("callc {text},"),
                    Some((_, FlowCondition::Boolean(text, false))) => format!("callu {text},"),
                    Some((of, FlowCondition::Boolean(text, true))) => {
                        let place = Place::part(number, &of.columns);
                        let message = format!("a call cannot test that `{text}` is false");
                        let diagnostic = diagnose(Name::FlagWithoutLetter, place, message);
                        return Err(diagnostic.with_help("write `if`, `else`, the call and `endif`"));
                    }
                };
                Code::Call(text, first.text.to_owned(), until.text.to_owned())
            }
        };
        Ok(Kind::Code(code))
    }

    /// Takes over the results of an instruction.
    fn take(&mut self, converter: Converter<'_, '_>) {
        self.diagnostics.extend(converter.diagnostics);
        let is_float = |source: &&Source| source.register.bank == Bank::Float;
        for source in converter.sources.iter().filter(is_float) {
            if source.is_relative {
                self.read.extend(0..Bank::Float.size());
            } else if source.by_number {
                self.read.insert(source.register.number);
            }
        }
    }

    fn set_emit(&mut self, set: &SetEmit<'_>, line: u32) -> Result<Code, Diagnostic> {
        let SetEmit { vertex, prim, inv } = set;
        self.program.is_geometry = true;
        let number = vertex.text.parse::<u8>().ok().filter(|number| *number < 3);
        let Some(number) = number.filter(|number| !vertex.is_negative || *number == 0) else {
            let place = Place::part(line, &vertex.columns);
            let sign = if vertex.is_negative { "-" } else { "" };
            let message = format!("invalid vertex {sign}{}", vertex.text);
            let diagnostic = diagnose(Name::VertexNumber, place, message);
            return Err(diagnostic.with_help("vertices are 0, 1 and 2; nihstro truncates the number to 2 bits"));
        };
        let flags = match (prim, inv) {
            (true, true) => ", prim inv",
            (true, false) => ", prim",
            (false, true) => ", inv",
            (false, false) => "",
        };
        Ok(Code::SetEmit(format!("setemit {number}{flags}")))
    }

    /// Finds the entry.
    fn find_entry(&mut self, notes: &mut Vec<String>) {
        let is_code = |item: &Item| item.code().is_some();
        if !self.program.items.iter().any(is_code) {
            return;
        }
        let wanted = self.options.entry.as_deref().unwrap_or("main");
        let first = self.order.first().map(String::as_str);
        let entry = match (self.labels.contains_key(wanted), first, &self.options.entry) {
            (true, ..) => wanted.to_owned(),
            (false, Some(other @ ("vmain" | "gmain")), None) => {
                notes.push(format!(
                    "the source has no label `main`: the shader starts at `{other}`"
                ));
                other.to_owned()
            }
            _ => {
                let labels = self.order.iter().map(String::as_str);
                let diagnostic = no_entry(wanted, self.first_code(), labels);
                self.diagnostics.push(diagnostic);
                return;
            }
        };
        let label = Kind::Label(entry);
        let mut items = self.program.items.iter();
        self.program.entry = items.position(|item| item.kind == label);
        self.program.is_geometry |= self.options.is_geometry;
    }

    /// Returns the location of the first label or instruction.
    fn first_code(&self) -> Option<Place> {
        let mut items = self.program.items.iter();
        let first = items.find(|item| !item.is_blank_or_comment())?;
        Some(Place::line(first.line))
    }

    /// Checks the number of words, and warns where the old tool miscounts them in its output.
    fn check_words(&mut self) {
        let (mut word, mut uncounted, mut names) = (0u32, 0u32, 0usize);
        let used: HashSet<&str> = self.program.items.iter().flat_map(targets).collect();
        let mut found = Vec::new();
        for (number, item) in self.program.items.iter().enumerate() {
            let place = Place::line(item.line);
            match &item.kind {
                Kind::Label(label) => {
                    let is_entry = self.program.entry == Some(number);
                    if is_entry && u32::try_from(names) != Ok(word) {
                        let message =
                            format!("nihstro's file would start at word {names}, not at `{label}` (word {word})");
                        found.push(diagnose(Name::EntryElsewhere, place, message));
                    }
                    if uncounted > 0 && used.contains(label.as_str()) {
                        let message = format!(
                            "nihstro does not count setemitraw: in its file, `{label}` is {uncounted} too low; converted as written"
                        );
                        found.push(diagnose(Name::LabelsTooLow, place, message));
                    }
                    names += label.len() + 1;
                }
                Kind::Code(code) => {
                    uncounted += u32::from(matches!(code, Code::SetEmit(_)));
                    word = word.saturating_add(code.words());
                }
                _ => {}
            }
        }
        if word > MAX_WORDS {
            let message = format!("the code has {word} words");
            let diagnostic = diagnose(Name::CodeTooLong, self.first_code(), message);
            found.push(diagnostic.with_help(format!("a program has at most {MAX_WORDS}")));
        }
        self.diagnostics.extend(found);
    }

    /// Adds notes about names that are missing from the uniform table.
    fn note_tables(&self, notes: &mut Vec<String>) {
        let counted = |code: Name| {
            let count = self.diagnostics.iter().filter(|f| f.code == code).count();
            let plural = if count == 1 { "" } else { "s" };
            (count > 0).then(|| format!("{count} name{plural} of the source"))
        };
        if let Some(names) = counted(Name::WithoutTableEntry) {
            notes.push(format!(
                "the uniform table does not list {names}: a program that looks them up must use the names in the warnings"
            ));
        }
        if let Some(names) = counted(Name::RenamedEntry) {
            notes.push(format!("the uniform table lists {names} under other names, with `_`"));
        }
        if let Some(entry) = self.diagnostics.iter().find(|f| f.code == Name::EntryElsewhere) {
            notes.push(format!("{}: the converted shader starts at the label", entry.message));
        }
    }
}

/// Returns a substitute for a line with an error, for the lines around it: a wrong if still opens a block.
fn substitute(line: &Line<'_>) -> Kind {
    let mut words = line.code.split([' ', '\t']);
    let first = words.find(|word| !word.is_empty()).unwrap_or_default();
    match first.to_ascii_lowercase().as_str() {
        "if" => Kind::Code(Code::If(String::new())),
        "loop" => Kind::Code(Code::Loop(String::new())),
        "endif" => Kind::Code(Code::EndIf),
        "endloop" => Kind::Code(Code::EndLoop),
        "else" => Kind::Code(Code::Else),
        _ => Kind::NoOutput,
    }
}

/// Returns the labels that a line uses.
fn targets(item: &Item) -> Vec<&str> {
    match item.code() {
        Some(Code::Jump(_, label)) => vec![label],
        Some(Code::Call(_, first, until)) => vec![first, until],
        _ => Vec::new(),
    }
}

/// Returns the comment of a line, without its leading marker. `.version` has no equivalent in picasm syntax.
fn comment(line: &Line<'_>) -> Option<String> {
    let own = line.comment.map(str::to_owned);
    match &line.statement {
        Ok(Statement::Version) => {
            let version = format!(" {}", line.code.trim());
            Some(own.map_or(version.clone(), |own| format!("{version} ;{own}")))
        }
        _ => own,
    }
}

fn converter<'c, 'n>(declarations: &'c Declarations<'n>, line: u32) -> Converter<'c, 'n> {
    Converter {
        declarations,
        line,
        sources: Vec::new(),
        diagnostics: Vec::new(),
    }
}

/// Returns the error about a line that is not a statement.
fn not_in_dialect(line: &Line<'_>, syntax_error: &SyntaxError) -> Diagnostic {
    if let Some(substitute) = alias_for_2014(line.code.trim()) {
        let message = "this is a declaration for nihstro of 2014, which is not supported";
        let diagnostic = diagnose(Name::OldDeclaration, Place::line(line.number), message);
        return diagnostic.with_help(format!("write `{substitute}`"));
    }
    let place = Place::part(line.number, &syntax_error.columns);
    let message = format!("not nihstro's language: expected {}", syntax_error.expected);
    let diagnostic = diagnose(Name::NotInDialect, place, message);
    diagnostic.with_help("correct the line: nihstro would silently end the file here")
}
