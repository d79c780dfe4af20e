//! Pairwise comparison of instructions.

use std::collections::{BTreeMap, HashMap};

use pica200_objfmt::difference::{Match, Report, align};

use super::names::{Identity, Names};
use crate::program::{Body, Index, Instruction, Operand, Program};
use crate::text::{Compiler, Line, has_text};

/// Limit for the number of instruction pairs that are compared to find matching ones.
const CELLS: usize = 1 << 22;
/// Identity numbers, which replace indices, have this bit set. Indices in files do not.
const IDENTITY: u64 = 1 << 63;

/// Compares two programs. Comments and opaque data are ignored.
pub(super) fn compare(report: &mut Report, programs: [&Program; 2], names: &Names<'_>) {
    let models = programs.map(|program| program.version.to_string());
    report.compare("program", models);
    let visible = programs.map(|program| {
        let instructions = program.instructions.iter();
        instructions.filter(|one| has_text(one)).collect::<Vec<_>>()
    });
    let mut keys = Keys {
        names,
        identities: BTreeMap::new(),
        known: HashMap::new(),
    };
    let of_side = [0, 1].map(|side| {
        let instructions = visible[side].iter();
        let keys = instructions.map(|one| keys.key(side, one));
        keys.collect::<Vec<_>>()
    });
    let [a, b] = &visible;
    for step in align(&of_side[0], &of_side[1], &mut CELLS.clone()) {
        match step {
            Match::Both(at_a, at_b) if of_side[0][at_a] == of_side[1][at_b] => {}
            Match::Both(at_a, at_b) => compare_pair(report, names, [a[at_a], b[at_b]]),
            Match::First(at) => {
                let texts = [Some(quoted(a[at])), None];
                report.add_sides(format_args!("program, dword {}", a[at].at), texts);
            }
            Match::Second(at) => {
                let (at, texts) = (b[at].at, [None, Some(quoted(b[at]))]);
                report.add_sides(format_args!("program, dword {at} of the second"), texts);
            }
        }
    }
}

/// Compares two different instructions at the same position.
fn compare_pair(report: &mut Report, names: &Names<'_>, pair: [&Instruction; 2]) {
    let location = format!("program, dword {}", pair[0].at);
    let rows = pair.map(Instruction::immediate_constant_buffer);
    if let [Some(a), Some(b)] = rows {
        return compare_rows(report, &location, [a, b]);
    }
    let texts = pair.map(quoted);
    if texts[0] != texts[1] {
        return report.add_sides(location, texts.map(Some));
    }
    let text = &texts[0];
    let [a, b] = [0, 1].map(|side| identities(names, side, pair[side]));
    let changed: Vec<_> = a.into_iter().zip(b).filter(|(a, b)| a != b).collect();
    if changed.is_empty() {
        let hidden = "differs in bits that its text does not show";
        report.add(location, format_args!("{text} {hidden}"));
    } else {
        let (a, b): (Vec<_>, Vec<_>) = changed.into_iter().unzip();
        let [a, b] = [a, b].map(|names| names.join(" and "));
        report.add(
            location,
            format_args!("{text} uses {a} in the first, {b} in the second"),
        );
    }
}

/// Compares two immediate constant buffers.
fn compare_rows(report: &mut Report, location: &str, rows: [&[[u32; 4]]; 2]) {
    let [a, b] = rows;
    let row = |side: &[[u32; 4]], number: usize| side.get(number).map(|row| format!("{row:08x?}"));
    for number in 0..a.len().max(b.len()) {
        let pair = [row(a, number), row(b, number)];
        if pair[0] != pair[1] {
            report.add_sides(format_args!("{location}, icb[{number}]"), pair);
        }
    }
}

/// Formats an instruction on one line.
fn quoted(instruction: &Instruction) -> String {
    if let Some(rows) = instruction.immediate_constant_buffer() {
        return format!("an immediate constant buffer of {} registers", rows.len());
    }
    let text = Line {
        compiler: Compiler::V10,
        indent: 0,
        instruction,
    };
    format!("`{}`", text.to_string().trim_end())
}

/// Returns the identity of each operand's register.
fn identities(names: &Names<'_>, side: usize, instruction: &Instruction) -> Vec<String> {
    let declared = instruction.is_declaration();
    let operands = instruction.operands().iter();
    operands
        .map(|operand| match names.identity(side, operand, declared) {
            Some(identity) => identity.to_string(),
            None => "a register without a common name".to_owned(),
        })
        .collect()
}

/// Numbers instructions: equal instructions get equal numbers.
struct Keys<'n, 's> {
    names: &'n Names<'s>,
    identities: BTreeMap<Identity<'s>, u64>,
    known: HashMap<Instruction, u32>,
}

impl Keys<'_, '_> {
    fn key(&mut self, side: usize, instruction: &Instruction) -> u32 {
        let declared = instruction.is_declaration();
        let mut named = Instruction {
            at: 0,
            ..instruction.clone()
        };
        if let Body::Parts { operands, .. } = &mut named.body {
            for operand in operands {
                self.put_names(side, operand, declared);
            }
        }
        let fresh = u32::try_from(self.known.len()).unwrap_or(u32::MAX);
        *self.known.entry(named).or_insert(fresh)
    }

    /// Replaces register numbers by identity numbers.
    fn put_names(&mut self, side: usize, operand: &mut Operand, declared: bool) {
        let identity = self.names.identity(side, operand, declared);
        for index in &mut operand.indices {
            if let Index::Relative(inner) | Index::Offset(_, inner) | Index::Offset64(_, inner) = index {
                self.put_names(side, inner, false);
            }
        }
        let Some(identity) = identity else {
            return;
        };
        let fresh = u64::try_from(self.identities.len()).unwrap_or(u64::MAX);
        // The register number is the last index, except for a buffer.
        let numbered = match (&identity, operand.indices.as_mut_slice()) {
            (Identity::Buffer(_), [slot, ..]) => slot,
            (Identity::Variables(..), [slot, register]) => {
                *slot = Index::Immediate(0);
                register
            }
            (_, [.., register]) => register,
            (_, []) => return,
        };
        let number = IDENTITY | *self.identities.entry(identity).or_insert(fresh);
        let old = std::mem::replace(numbered, Index::Immediate64(number));
        if let Index::Relative(inner) | Index::Offset(_, inner) | Index::Offset64(_, inner) = old {
            *numbered = Index::Offset64(number, inner);
        }
    }
}
