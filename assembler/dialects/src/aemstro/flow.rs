//! Flow instructions.

use pica200_diagnostics::Code as Name;
use pica200_objfmt::isa::register::{Bank, Register};

use super::instruction::{Converter, counted};
use super::line::{Fragment, Line};
use super::mnemonic::Mnemonic;
use super::operand::{RegisterName, named};
use super::step::{Open, Step};
use super::value::integer;
use crate::diagnostic::{Diagnostic, diagnose};
use crate::flags::flags_text;

impl Converter<'_> {
    /// Converts a flow instruction.
    ///
    /// # Errors
    ///
    /// Returns the first error that makes it invalid.
    pub(super) fn flow(
        &mut self,
        line: &Line<'_>,
        mnemonic: Mnemonic,
        rest: &Fragment<'_>,
    ) -> Result<Step, Diagnostic> {
        let words = rest.parts();
        let wanted = match mnemonic {
            Mnemonic::Ifc | Mnemonic::Ifu => 3,
            _ => 2,
        };
        counted(line, rest, &words, wanted)?;
        Ok(match (mnemonic, words.as_slice()) {
            (Mnemonic::Ifc, [end, alternative, condition]) => Step::Open(Open {
                text: format!("ifc {}", flags(line, condition)?),
                alternative: Some(label(line, alternative)?),
                end: label(line, end)?,
            }),
            (Mnemonic::Ifu, [end, alternative, uniform]) => Step::Open(Open {
                text: format!("ifu {}", self.uniform(line, uniform, Bank::Boolean)?),
                alternative: Some(label(line, alternative)?),
                end: label(line, end)?,
            }),
            (Mnemonic::If, [end, bits]) => Step::Open(Open {
                text: format!("ifc {}", flag_bits(line, bits)?),
                alternative: Some(label(line, end)?),
                end: label(line, end)?,
            }),
            (Mnemonic::Loop, [end, uniform]) => Step::Open(Open {
                text: format!("for {}", self.uniform(line, uniform, Bank::Integer)?),
                alternative: None,
                end: label(line, end)?,
            }),
            (_, [first, end]) => Step::Call {
                first: label(line, first)?,
                end: label(line, end)?,
            },
            _ => Step::Wrong,
        })
    }

    /// Returns the name of a uniform register of a bank.
    fn uniform(&self, line: &Line<'_>, word: &Fragment<'_>, bank: Bank) -> Result<String, Diagnostic> {
        match named(line, word)? {
            Some(RegisterName::Register(register)) if register.bank == bank => Ok(self.tables.printed(register, None)),
            _ => {
                let first = Register { bank, number: 0 };
                let expected = format!("{}, such as `{first}`", bank.a_noun());
                Err(line.syntax_error(word, &expected))
            }
        }
    }
}

/// Returns the name of a label, in lower case.
fn label(line: &Line<'_>, word: &Fragment<'_>) -> Result<String, Diagnostic> {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if word.text.chars().all(is_of_name) {
        Ok(word.text.to_ascii_lowercase())
    } else {
        Err(line.syntax_error(word, "the name of a label"))
    }
}

/// Returns the condition of `ifc` in picasm syntax.
fn flags(line: &Line<'_>, word: &Fragment<'_>) -> Result<String, Diagnostic> {
    let lower = word.text.to_ascii_lowercase();
    let (terms, is_and) = match (lower.split_once("&&"), lower.split_once("||")) {
        (Some((first, second)), _) => (vec![first, second], true),
        (None, Some((first, second))) => (vec![first, second], false),
        (None, None) => (vec![lower.as_str()], true),
    };
    let one = |term: &str| {
        let term = term.trim();
        let inverse = term.strip_prefix('!');
        match inverse.unwrap_or(term).trim_start() {
            "cmp.x" => Some((0, inverse.is_some())),
            "cmp.y" => Some((1, inverse.is_some())),
            _ => None,
        }
    };
    let flags: Option<Vec<(u8, bool)>> = terms.into_iter().map(one).collect();
    let wrong = |message: String| {
        let diagnostic = diagnose(Name::FlagWithoutLetter, line.place(word), message);
        diagnostic.with_help("write `cmp.x`, `cmp.y`, or one of each with `&&` or `||`")
    };
    let Some(mut flags) = flags else {
        return Err(wrong(format!("`{}` is not a condition", word.text)));
    };
    flags_text(&mut flags, is_and).map_err(wrong)
}

/// Returns the condition of `if` in 2014: four bits as the word has them, the values for x and y, and the operator.
fn flag_bits(line: &Line<'_>, word: &Fragment<'_>) -> Result<String, Diagnostic> {
    let bits = integer(word.text).filter(|bits| (0..16).contains(bits));
    let Some(bits) = bits else {
        let expected = "four bits for x, y and the operator, such as `0b1010`";
        return Err(line.syntax_error(word, expected));
    };
    let x = (0, bits & 8 == 0);
    let y = (1, bits & 4 == 0);
    let (mut flags, is_and) = match bits & 3 {
        0 => (vec![x, y], false),
        1 => (vec![x, y], true),
        2 => (vec![x], true),
        _ => (vec![y], true),
    };
    // Two different flags are always a valid condition.
    Ok(flags_text(&mut flags, is_and).unwrap_or_default())
}
