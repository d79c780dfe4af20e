//! Instructions.

use pica200_diagnostics::Code as Name;
use pica200_objfmt::isa::descriptor::{Component, Descriptor, Mask, SourceSelect};
use pica200_objfmt::isa::opcode::{Opcode, Selectors as Read};
use pica200_objfmt::isa::register::{Bank, Register};

use super::declare::Tables;
use super::line::{Fragment, Line};
use super::mnemonic::Mnemonic;
use super::operand::{Operand, Role, operand};
use super::step::Step;
use super::version::AemstroVersion;
use crate::diagnostic::{Diagnostic, Place, diagnose};
use crate::program::Code;
use crate::swizzle::{Selectors, mask, shortest};

/// The numbers of descriptors that instructions, and that `mad`, can refer to.
const DESCRIPTORS: usize = 128;
const MAD_DESCRIPTORS: usize = 32;

/// The comparisons of `cmp`, in the order of their numbers.
const COMPARISONS: [&str; 6] = ["eq", "ne", "lt", "le", "gt", "ge"];

/// The context for converting instructions.
pub(super) struct Converter<'c> {
    pub(super) tables: &'c Tables,
    pub(super) version: AemstroVersion,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// True if an instruction is only for geometry shaders.
    pub(super) is_geometry: bool,
}

/// The operands of an instruction, and its descriptor with its number; `None` if the descriptor has an error.
type Described<'s> = (Vec<Fragment<'s>>, Option<(usize, Descriptor)>);

/// A source operand, with its part of the descriptor.
struct Source {
    operand: Operand,
    select: SourceSelect,
}

impl Source {
    /// Returns true if only the wide source of an instruction can hold it.
    fn is_uniform(&self) -> bool {
        self.operand.register.bank == Bank::Float
    }
}

impl Converter<'_> {
    /// Converts an instruction.
    ///
    /// # Errors
    ///
    /// Returns the first error that makes it invalid.
    pub(super) fn step(
        &mut self,
        line: &Line<'_>,
        mnemonic: Mnemonic,
        rest: &Fragment<'_>,
    ) -> Result<Step, Diagnostic> {
        Ok(match mnemonic {
            Mnemonic::Vector(opcode) => self.vector(line, opcode, rest)?,
            Mnemonic::Compare => self.compare(line, rest)?,
            Mnemonic::Bare(text) => {
                self.is_geometry |= text == "emit";
                Step::Code(Code::Plain(text.to_owned()))
            }
            Mnemonic::End if self.version.has_flush => Step::Code(Code::Plain("nop".to_owned())),
            Mnemonic::End | Mnemonic::Flush => Step::Code(Code::End),
            Mnemonic::SetEmit => {
                self.is_geometry = true;
                Step::Code(Code::Plain(set_emit(line, rest)?))
            }
            Mnemonic::Ifc | Mnemonic::Ifu | Mnemonic::If | Mnemonic::Loop | Mnemonic::Call => {
                self.flow(line, mnemonic, rest)?
            }
        })
    }

    /// Returns the operands before the number of a descriptor, and the descriptor. Returns `None` if the descriptor has
    /// an error.
    fn described<'s>(&self, line: &Line<'_>, rest: &Fragment<'s>, most: usize) -> Result<Described<'s>, Diagnostic> {
        let expected = "the number of a descriptor in parentheses, as in `(0)`";
        let Some(open) = rest.text.find('(') else {
            return Err(line.syntax_error(rest, expected));
        };
        let behind = rest.text.get(open..).unwrap_or_default();
        let Some(close) = behind.find(')') else {
            return Err(line.syntax_error(rest, expected));
        };
        let operands = rest.part(0..open).parts();
        let number = rest.part(open + 1..open + close);
        let found = self.tables.descriptors.find(line, &number, most)?;
        Ok((operands, found))
    }

    /// Returns the sources of an instruction.
    fn sources(
        &mut self,
        line: &Line<'_>,
        words: &[Fragment<'_>],
        descriptor: Descriptor,
    ) -> Result<Vec<Source>, Diagnostic> {
        let numbered = words.iter().enumerate();
        let all = numbered.map(|(number, word)| {
            let role = Role {
                is_destination: false,
                is_fourfold: self.version.is_fourfold && number == 1,
            };
            Ok(Source {
                operand: operand(line, word, role, &mut self.diagnostics)?,
                select: descriptor.source(number),
            })
        });
        all.collect()
    }

    /// Converts an instruction with a destination and sources.
    fn vector(&mut self, line: &Line<'_>, opcode: Opcode, rest: &Fragment<'_>) -> Result<Step, Diagnostic> {
        let info = opcode.info();
        let is_mad = matches!(opcode, Opcode::Mad | Opcode::Madi);
        let most = if is_mad { MAD_DESCRIPTORS } else { DESCRIPTORS };
        let (words, descriptor) = self.described(line, rest, most)?;
        counted(line, rest, &words, info.selectors.len() + 1)?;
        let Some((number, descriptor)) = descriptor else {
            return Ok(Step::Wrong);
        };
        let Some((first, others)) = words.split_first() else {
            return Ok(Step::Wrong);
        };
        let mut sources = self.sources(line, others, descriptor)?;
        check_index(opcode, &sources)?;
        let is_exchanged = is_mad && self.exchange(&mut sources);
        check_wide_source(if is_exchanged { Opcode::Mad } else { opcode }, &sources)?;
        let written = descriptor.mask();
        if opcode == Opcode::Mova {
            return Ok(self.mova(line, written, &sources));
        }
        let role = Role {
            is_destination: true,
            is_fourfold: self.version.is_fourfold,
        };
        let destination = operand(line, first, role, &mut self.diagnostics)?;
        if destination.relative.is_some() {
            return Err(line.syntax_error(first, "a destination without an index"));
        }
        if written == Mask::NONE {
            self.warn_about_empty_mask(line);
            return Ok(Step::Empty { is_mova: false });
        }
        if opcode == Opcode::Add && number == 0 && is_zero(destination.register, &sources) {
            let message = "aemstro drops this instruction, whose word is 0; converted as written";
            let diagnostic = diagnose(Name::DroppedWord, Place::line(line.number), message);
            self.diagnostics.push(diagnostic);
        }
        let shown = mask(&written.components().map(|of| of as u8).collect::<Vec<_>>());
        let sources = self.texts(opcode, written, &sources);
        let ours = output_mnemonic(opcode);
        Ok(plain(format!("{ours} {}{shown}, {sources}", destination.register)))
    }

    fn mova(&mut self, line: &Line<'_>, written: Mask, sources: &[Source]) -> Step {
        let written = written.intersection(Mask::first(2));
        if written == Mask::NONE {
            self.warn_about_empty_mask(line);
            return Step::Empty { is_mova: true };
        }
        let letters: String = written.components().map(Component::letter).collect();
        let sources = self.texts(Opcode::Mova, written, sources);
        plain(format!("mova a0.{letters}, {sources}"))
    }

    fn compare(&mut self, line: &Line<'_>, rest: &Fragment<'_>) -> Result<Step, Diagnostic> {
        let (words, descriptor) = self.described(line, rest, DESCRIPTORS)?;
        counted(line, rest, &words, 4)?;
        let [first, x, y, second] = words.as_slice() else {
            return Ok(Step::Wrong);
        };
        let comparison = |word: &Fragment<'_>| {
            let lower = word.text.to_ascii_lowercase();
            let mut known = COMPARISONS.iter().zip(["0", "1", "2", "3", "4", "5"]);
            let found = known.find(|(name, number)| **name == lower || *number == lower);
            let name = found.map(|(name, _)| *name);
            name.ok_or_else(|| line.syntax_error(word, "one of eq, ne, lt, le, gt and ge"))
        };
        let [x, y] = [comparison(x)?, comparison(y)?];
        let Some((_, descriptor)) = descriptor else {
            return Ok(Step::Wrong);
        };
        let sources = self.sources(line, &[first.clone(), second.clone()], descriptor)?;
        check_index(Opcode::Cmp, &sources)?;
        check_wide_source(Opcode::Cmp, &sources)?;
        let texts = sources.iter();
        let texts = texts.map(|source| self.text(Read::Xy, Mask::NONE, source));
        let texts: Vec<String> = texts.collect();
        Ok(plain(format!("cmp {}", texts.join(&format!(", {x}, {y}, ")))))
    }

    /// Moves a uniform that is the first factor of `mad` to a source where `mad` can read it. Returns true if it did.
    fn exchange(&mut self, sources: &mut [Source]) -> bool {
        let [first, second, third] = sources else {
            return false;
        };
        if !first.is_uniform() || second.is_uniform() || third.is_uniform() {
            return false;
        }
        let message = format!(
            "aemstro's `mad` cannot encode `{}` as first source; factors exchanged",
            first.operand.register
        );
        let place = first.operand.place;
        self.diagnostics.push(diagnose(Name::CutOperand, place, message));
        std::mem::swap(first, second);
        true
    }

    fn warn_about_empty_mask(&mut self, line: &Line<'_>) {
        let message = "the descriptor has an empty mask: the instruction writes nothing, and has no counterpart";
        let place = Place::line(line.number);
        self.diagnostics.push(diagnose(Name::DialectQuirk, place, message));
    }

    /// Formats the sources of an instruction in picasm syntax.
    fn texts(&self, opcode: Opcode, written: Mask, sources: &[Source]) -> String {
        let read = opcode.info().selectors.iter();
        let texts = sources.iter().zip(read);
        let texts: Vec<String> = texts.map(|(source, read)| self.text(*read, written, source)).collect();
        texts.join(", ")
    }

    /// Formats a source in picasm syntax, with the relevant selectors.
    fn text(&self, read: Read, written: Mask, source: &Source) -> String {
        let Source { operand, select } = source;
        let sign = if select.negate { "-" } else { "" };
        let register = self.tables.printed(operand.register, operand.relative);
        let lanes = read.components(written);
        let selectors: Selectors = Component::ALL.map(|lane| {
            let component = select.swizzle.component(lane) as u8;
            lanes.contains(lane).then_some(component)
        });
        let letters = match (read, selectors) {
            (Read::X, [Some(only), ..]) => format!(".{}", crate::swizzle::letter(only)),
            _ => shortest(&selectors),
        };
        format!("{sign}{register}{letters}")
    }
}

fn plain(text: String) -> Step {
    Step::Code(Code::Plain(text))
}

/// Returns the mnemonic in picasm syntax, where the assembler chooses the position of the wide source.
fn output_mnemonic(opcode: Opcode) -> &'static str {
    let inverted = matches!(
        opcode,
        Opcode::Dphi | Opcode::Dsti | Opcode::Sgei | Opcode::Slti | Opcode::Madi
    );
    let counterpart = opcode.info().counterpart.filter(|_| inverted);
    counterpart.unwrap_or(opcode).info().mnemonic
}

/// Returns true if the word of an `add` with descriptor 0 is 0.
fn is_zero(destination: Register, sources: &[Source]) -> bool {
    let is_first = |source: &Source| {
        let Operand { register, relative, .. } = source.operand;
        register.source_number() == Some(0) && relative.is_none()
    };
    destination.destination_number() == Some(0) && sources.iter().all(is_first)
}

/// Checks that the tool does not silently drop an index.
fn check_index(opcode: Opcode, sources: &[Source]) -> Result<(), Diagnostic> {
    use Opcode::{Cmp, Dphi, Mad, Madi, Sgei, Slti};
    if !matches!(opcode, Cmp | Dphi | Mad | Madi | Sgei | Slti) {
        return Ok(());
    }
    let mut operands = sources.iter().map(|source| &source.operand);
    let Some(operand) = operands.find(|operand| operand.relative.is_some()) else {
        return Ok(());
    };
    let message = format!(
        "aemstro silently drops the index on `{}` in {}",
        operand.register,
        opcode.info().mnemonic
    );
    let diagnostic = diagnose(Name::IndexWithoutEffect, operand.place, message);
    Err(diagnostic.with_help("copy the uniform to a register first, with `mov`"))
}

/// Checks that only the wide source is a uniform.
fn check_wide_source(opcode: Opcode, sources: &[Source]) -> Result<(), Diagnostic> {
    let wide = opcode.fields().wide_source();
    let mut numbered = sources.iter().enumerate();
    let narrow = numbered.find(|(number, source)| Some(*number) != wide && source.is_uniform());
    let Some((number, source)) = narrow else {
        return Ok(());
    };
    let ordinal = |number: usize| ["first", "second", "third"].get(number).copied();
    let message = format!(
        "`{}` cannot be the {} source of {}: only the {} can be a uniform",
        source.operand.register,
        ordinal(number).unwrap_or("last"),
        opcode.info().mnemonic,
        wide.and_then(ordinal).unwrap_or("first"),
    );
    let diagnostic = diagnose(Name::UniformPlacement, source.operand.place, message);
    Err(diagnostic.with_help("copy it to a register first"))
}

/// Checks the number of operands.
pub(super) fn counted(
    line: &Line<'_>,
    rest: &Fragment<'_>,
    words: &[Fragment<'_>],
    wanted: usize,
) -> Result<(), Diagnostic> {
    if words.len() == wanted && words.iter().all(|word| !word.text.is_empty()) {
        return Ok(());
    }
    let operands = if wanted == 1 { "operand" } else { "operands" };
    Err(line.syntax_error(rest, &format!("{wanted} {operands}, with commas between them")))
}

/// Converts `setemit` to picasm syntax.
fn set_emit(line: &Line<'_>, rest: &Fragment<'_>) -> Result<String, Diagnostic> {
    let words = rest.parts();
    counted(line, rest, &words, 3)?;
    let [vertex, prim, inv] = words.as_slice() else {
        return Ok("nop".to_owned());
    };
    let lower = vertex.text.to_ascii_lowercase();
    let Some(number) = lower.strip_prefix("vtx") else {
        return Err(line.syntax_error(vertex, "`vtx0`, `vtx1` or `vtx2`"));
    };
    if !["0", "1", "2", "3"].contains(&number) {
        let message = format!("invalid vertex {number}");
        let diagnostic = diagnose(Name::VertexNumber, line.place(vertex), message);
        return Err(diagnostic.with_help("vertices are vtx0, vtx1 and vtx2"));
    }
    let flag = |word: &Fragment<'_>| match word.text.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(line.syntax_error(word, "`true` or `false`")),
    };
    let flags = match (flag(prim)?, flag(inv)?) {
        (true, true) => ", prim inv",
        (true, false) => ", prim",
        (false, true) => ", inv",
        (false, false) => "",
    };
    Ok(format!("setemit {number}{flags}"))
}
