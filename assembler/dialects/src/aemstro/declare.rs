//! Directives.

use std::collections::HashSet;

use pica200_diagnostics::Code;
use pica200_objfmt::isa::register::{Bank, Register};

use super::descriptor::{Descriptors, uppercase_warning};
use super::line::{Fragment, Line, Statement};
use super::operand::{RegisterName, named};
use super::value::{integer, value};
use crate::diagnostic::{Diagnostic, Place, diagnose};
use crate::directives::{Declaration, Purpose};
use crate::outputs::Outputs;

/// The directives of aemstro.
const DIRECTIVES: [&str; 6] = [".opdesc", ".const", ".out", ".uniform", ".vsh", ".gsh"];

/// The output properties of aemstro, which have the same names in picasm syntax.
const PROPERTIES: [&str; 8] = [
    "position",
    "normalquat",
    "color",
    "texcoord0",
    "texcoord0w",
    "texcoord1",
    "texcoord2",
    "view",
];

/// The first number with which `.uniform` of 2014 refers to a number of the uniform table.
const FIRST_OF_TABLE: i64 = 0x10;

/// `.vsh` or `.gsh`: the words of a shader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Shader {
    /// The line.
    pub(super) line: u32,
    pub(super) is_geometry: bool,
    /// The label of the first word, in lower case.
    pub(super) first: String,
    /// The label after the last word.
    pub(super) end: String,
}

/// The contents of a source's directives.
#[derive(Default, Debug)]
pub(super) struct Tables {
    pub(super) descriptors: Descriptors,
    /// Outputs, uniforms and constants, in order.
    pub(super) declarations: Vec<Declaration>,
    outputs: Outputs,
    /// The names of uniforms so far.
    taken: HashSet<String>,
    /// The last `.vsh`, and the last `.gsh`.
    pub(super) vertex: Option<Shader>,
    pub(super) geometry: Option<Shader>,
}

/// Returns true if a directive has this name.
pub(super) fn is(name: &Fragment<'_>, directive: &str) -> bool {
    name.text.eq_ignore_ascii_case(directive)
}

impl Tables {
    /// Reads the directives of a source.
    pub(super) fn read(lines: &[Line<'_>], diagnostics: &mut Vec<Diagnostic>) -> Self {
        let mut tables = Self::default();
        for line in lines {
            let Statement::Directive { name, arguments } = &line.statement else {
                continue;
            };
            let found = DIRECTIVES.into_iter().find(|known| is(name, known));
            let Some(directive) = found else {
                diagnostics.push(skipped_warning(line, name, "an unknown directive"));
                continue;
            };
            if name.text != directive {
                diagnostics.push(uppercase_warning(line, name));
            }
            if let Err(diagnostic) = tables.add(line, directive, arguments, diagnostics) {
                diagnostics.push(diagnostic);
            }
        }
        tables
    }

    fn add(
        &mut self,
        line: &Line<'_>,
        directive: &str,
        arguments: &[Fragment<'_>],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<(), Diagnostic> {
        match directive {
            ".opdesc" => {
                self.descriptors.add(line, arguments, diagnostics);
                Ok(())
            }
            ".const" => self.constant(line, arguments, diagnostics),
            ".out" => self.output(line, arguments, diagnostics),
            ".uniform" => self.uniform(line, arguments, diagnostics),
            _ => self.shader(line, directive == ".gsh", arguments, diagnostics),
        }
    }

    fn constant(
        &mut self,
        line: &Line<'_>,
        arguments: &[Fragment<'_>],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<(), Diagnostic> {
        let expected = "a register, such as `c0`, and its value";
        let (word, rest) = first(line, arguments, expected)?;
        // In 2014, a bare number refers to a float register.
        let register = match integer(word.text) {
            Some(number) => numbered(line, word, Bank::Float, number)?,
            None => match named(line, word)? {
                Some(RegisterName::Register(register)) if is_uniform(register) => register,
                _ => return Err(line.syntax_error(word, expected)),
            },
        };
        let value = value(line, register, rest, diagnostics)?;
        self.declare(line, word, register, None, Purpose::Value(value));
        Ok(())
    }

    fn output(
        &mut self,
        line: &Line<'_>,
        arguments: &[Fragment<'_>],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<(), Diagnostic> {
        let expected = "an output, a property and a mask, such as `o0, result.position, 0xF`";
        let (word, rest) = first(line, arguments, expected)?;
        let (property, rest) = first(line, rest, expected)?;
        let register = match named(line, word)? {
            Some(RegisterName::Register(register)) if register.bank == Bank::Output => register,
            _ => return Err(line.syntax_error(word, expected)),
        };
        let text = property.text.to_ascii_lowercase();
        let name = text.strip_prefix("result.");
        let known = PROPERTIES.into_iter().find(|known| Some(*known) == name);
        let Some(known) = known else {
            diagnostics.push(skipped_warning(line, property, "an unknown property"));
            return Ok(());
        };
        let bits = match rest.first() {
            Some(mask) => match integer(mask.text) {
                Some(bits) => bits,
                None => return Err(line.syntax_error(mask, "a mask as a number, such as `0xF`")),
            },
            None => 0,
        };
        // The tools of 2014 wrote an empty mask, which nothing read.
        let bits = if bits == 0 { 0xF } else { bits };
        if !(0..=0xF).contains(&bits) {
            let mask = rest.first().unwrap_or(word);
            let message = format!("`{}` has bits above w, which are ignored", mask.text);
            diagnostics.push(diagnose(Code::DialectNumber, line.place(mask), message));
        }
        let components: Vec<u8> = (0..4).filter(|bit| bits >> bit & 1 != 0).collect();
        let place = line.place(word);
        self.outputs.claim(register, known, &components, place)?;
        let purpose = Purpose::Output {
            property: known,
            components,
        };
        self.declare(line, word, register, None, purpose);
        Ok(())
    }

    fn uniform(
        &mut self,
        line: &Line<'_>,
        arguments: &[Fragment<'_>],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<(), Diagnostic> {
        let expected = "two registers and a name, such as `c0, c3, projection`";
        let (start, rest) = first(line, arguments, expected)?;
        let (end, rest) = first(line, rest, expected)?;
        let (name, _) = first(line, rest, expected)?;
        let lowest = limit(line, start, expected, diagnostics)?;
        let highest = limit(line, end, expected, diagnostics)?;
        if lowest.bank != highest.bank {
            diagnostics.push(skipped_warning(line, end, "a range over registers of different kinds"));
            return Ok(());
        }
        let Some(len) = highest.number.checked_sub(lowest.number) else {
            let message = format!("the range falls from `{lowest}` to `{highest}`");
            let diagnostic = diagnose(Code::AliasRange, line.place(end), message);
            return Err(diagnostic.with_help("write the lower register first"));
        };
        // Blanks within the name are removed.
        let written: String = name.text.split(' ').collect();
        let base = written.clone();
        let base = if is_name(&base) {
            base
        } else {
            base.replace(|c: char| !c.is_ascii_alphanumeric() && c != '_', "_")
        };
        let again = (2..).map(|number: u32| format!("{base}_{number}"));
        let mut names = std::iter::once(base.clone()).chain(again);
        let unique = names.find(|name| self.taken.insert(name.clone()));
        let purpose = Purpose::Table { len: len + 1 };
        self.declare(line, name, lowest, unique, purpose);
        if let Some(last) = self.declarations.last_mut() {
            last.name = written;
        }
        Ok(())
    }

    fn shader(
        &mut self,
        line: &Line<'_>,
        is_geometry: bool,
        arguments: &[Fragment<'_>],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<(), Diagnostic> {
        let expected = "two labels: the first word, and the end after the last word";
        let (start, rest) = first(line, arguments, expected)?;
        let (end, _) = first(line, rest, expected)?;
        for label in [start, end] {
            if label.text.bytes().any(|letter| letter.is_ascii_uppercase()) {
                diagnostics.push(uppercase_warning(line, label));
            }
        }
        let shader = Shader {
            line: line.number,
            is_geometry,
            first: start.text.to_ascii_lowercase(),
            end: end.text.to_ascii_lowercase(),
        };
        let place = if is_geometry {
            &mut self.geometry
        } else {
            &mut self.vertex
        };
        if let Some(before) = place.replace(shader) {
            let message = format!("this replaces the shader of line {}", before.line);
            let at = Place::line(line.number);
            diagnostics.push(diagnose(Code::DialectQuirk, at, message));
        }
        Ok(())
    }

    fn declare(
        &mut self,
        line: &Line<'_>,
        word: &Fragment<'_>,
        register: Register,
        printed: Option<String>,
        purpose: Purpose,
    ) {
        self.declarations.push(Declaration {
            line: line.number,
            columns: word.columns.clone(),
            name: word.text.to_owned(),
            printed,
            register,
            purpose,
        });
    }

    /// Formats a register in picasm syntax, by the name of the first uniform that has it.
    pub(super) fn printed(&self, register: Register, relative: Option<&str>) -> String {
        let mut uniforms = self.declarations.iter().filter_map(|one| {
            let Purpose::Table { len } = one.purpose else {
                return None;
            };
            let offset = register.number.checked_sub(one.register.number)?;
            let has = one.register.bank == register.bank && offset < len;
            has.then_some((one.printed.as_deref()?, offset, len))
        });
        match (uniforms.next(), relative) {
            (None, None) => register.to_string(),
            (None, Some(index)) => format!("{register}[{index}]"),
            (Some((name, 0, 1)), None) => name.to_owned(),
            (Some((name, offset, _)), None) => format!("{name}[{offset}]"),
            (Some((name, 0, _)), Some(index)) => format!("{name}[{index}]"),
            (Some((name, offset, _)), Some(index)) => format!("{name}[{index}+{offset}]"),
        }
    }
}

/// Returns the first of the arguments, and the others.
fn first<'a, 's>(
    line: &Line<'_>,
    arguments: &'a [Fragment<'s>],
    expected: &str,
) -> Result<(&'a Fragment<'s>, &'a [Fragment<'s>]), Diagnostic> {
    match arguments.split_first() {
        Some((first, rest)) if !first.text.is_empty() => Ok((first, rest)),
        _ => Err(line.syntax_error(&Fragment::new("", 0..0), expected)),
    }
}

/// Returns a register by its number in a bank.
fn numbered(line: &Line<'_>, word: &Fragment<'_>, bank: Bank, number: i64) -> Result<Register, Diagnostic> {
    let found = u8::try_from(number).ok();
    let found = found.and_then(|number| Register::new(bank, number));
    found.ok_or_else(|| no_register(line, word))
}

fn no_register(line: &Line<'_>, word: &Fragment<'_>) -> Diagnostic {
    let message = format!("unknown uniform register {}", word.text);
    let diagnostic = diagnose(Code::NoSuchRegister, line.place(word), message);
    diagnostic.with_help("use an existing register: c0 to c95, i0 to i3, b0 to b15")
}

/// Reads a limit of a range of uniforms.
fn limit(
    line: &Line<'_>,
    word: &Fragment<'_>,
    expected: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Register, Diagnostic> {
    if let Some(number) = integer(word.text) {
        let register = if number >= FIRST_OF_TABLE {
            let number = u16::try_from(number).ok();
            let found = number.and_then(Register::from_table_number);
            let found = found.filter(|register| is_uniform(*register));
            found.ok_or_else(|| no_register(line, word))?
        } else {
            numbered(line, word, Bank::Float, number)?
        };
        let message = format!(
            "`{}` is read as `{register}`: numbers below 0x10 are float registers, others are numbered as in the uniform table",
            word.text
        );
        diagnostics.push(diagnose(Code::DialectNumber, line.place(word), message));
        return Ok(register);
    }
    match named(line, word)? {
        Some(RegisterName::Register(register)) if is_uniform(register) => Ok(register),
        Some(RegisterName::Register(register)) => {
            let message = format!("`{register}` is not a uniform");
            let diagnostic = diagnose(Code::UniformKind, line.place(word), message);
            Err(diagnostic.with_help("the uniform table has registers of c, i and b"))
        }
        _ => Err(line.syntax_error(word, expected)),
    }
}

/// Returns true if applications can set a register.
fn is_uniform(register: Register) -> bool {
    matches!(register.bank, Bank::Float | Bank::Integer | Bank::Boolean)
}

/// Returns true if a name is valid in picasm syntax.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_')
}

/// Returns the warning about a line, or a part of it, that aemstro skips.
pub(super) fn skipped_warning(line: &Line<'_>, word: &Fragment<'_>, what: &str) -> Diagnostic {
    let message = format!("aemstro skips this line: `{}` is {what}", word.text);
    diagnose(Code::SkippedLine, line.place(word), message)
}
