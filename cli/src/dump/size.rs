//! The use of each hardware resource, and the users.

use std::collections::BTreeSet;

use pica200_objfmt::flow::BitSet;
use pica200_objfmt::formats::shbin::Shader;
use pica200_objfmt::isa::limits;
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::property;
use pica200_objfmt::isa::register::{Bank, Register, RegisterSet, UniformKind};
use pica200_objfmt::isa::text::run;

use super::contents::{Contents, Kind};
use super::page::{Column, Page, Style, column, shown, word_offset};
use super::tables::constant_register;

const USE: [Column; 3] = [
    column("Resource", 26, Style::Plain),
    column("  Used", 6, Style::Plain),
    column(" Limit", 6, Style::Faint),
];

/// Each shader by itself, then the file.
pub(crate) fn size(page: &mut Page, contents: &Contents<'_>) {
    let numbers: Vec<_> = contents.descriptor_numbers().collect();
    let reach = contents.reach();
    for (number, shader) in contents.shaders.iter().enumerate() {
        let structure = contents.structure(number);
        if contents.is_lost(structure) {
            page.heading(&format!("{structure} (unreadable)"));
            continue;
        }
        let words = match (&reach, contents.kind) {
            (Some(reach), _) => reach.get(number).cloned(),
            (None, Kind::Shbin) => None,
            // If calls lead elsewhere, all words count.
            (None, _) => Some((0..contents.program.code.len()).collect()),
        };
        let kind = if shader.is_geometry() {
            "geometry"
        } else {
            "vertex"
        };
        page.heading(&format!("{structure}, {kind} shader"));
        page.titles(&USE);
        words_use(
            page,
            contents,
            &numbers,
            words.as_ref(),
            shader.is_geometry(),
        );
        registers_use(page, contents, shader);
        holders(page, contents, shader);
    }
    if matches!(contents.kind, Kind::Shbin) {
        page.heading("All shaders together");
        page.titles(&USE);
        row(
            page,
            "Words",
            Some(contents.program.code.len()),
            limits::CODE_WORDS,
        );
        let descriptors = contents.program.descriptors.len();
        row(page, "Descriptors", Some(descriptors), limits::DESCRIPTORS);
        let all = (0..numbers.len()).collect();
        let mad = descriptors_used(contents, &numbers, &all, Opcode::is_mad);
        row(
            page,
            "Descriptors of mad",
            Some(mad),
            limits::MAD_DESCRIPTORS,
        );
    }
}

fn row(page: &mut Page, resource: &str, used: Option<usize>, limit: usize) {
    let used = used.map_or_else(|| "     ?".to_owned(), |used| format!("{used:6}"));
    page.row(&USE, &[resource, &used, &format!("{limit:6}")]);
}

/// The number of descriptors that some words use, for the given opcodes.
fn descriptors_used(
    contents: &Contents<'_>,
    numbers: &[Option<usize>],
    words: &BitSet,
    wanted: impl Fn(Opcode) -> bool,
) -> usize {
    let used: BTreeSet<_> = words
        .iter()
        .filter(|&word| {
            let code = contents.program.code.get(word);
            code.and_then(|&code| Opcode::of_word(code))
                .is_some_and(&wanted)
        })
        .filter_map(|word| numbers.get(word).copied().flatten())
        .collect();
    used.len()
}

fn words_use(
    page: &mut Page,
    contents: &Contents<'_>,
    numbers: &[Option<usize>],
    words: Option<&BitSet>,
    is_geometry: bool,
) {
    let limit = if is_geometry {
        limits::CODE_WORDS
    } else {
        limits::VERTEX_CODE_WORDS
    };
    row(page, "Words", words.map(|w| w.iter().count()), limit);
    // The places of words count, too, because a vertex shader does not see words beyond its limit.
    if let (Kind::Shbin, Some(last)) = (contents.kind, words.and_then(|w| w.iter().max())) {
        row(page, "Last of the words", Some(last), limit - 1);
    }
    let of = |wanted: fn(Opcode) -> bool| {
        words.map(|words| descriptors_used(contents, numbers, words, wanted))
    };
    row(page, "Descriptors", of(|_| true), limits::DESCRIPTORS);
    let mad = of(Opcode::is_mad);
    row(page, "Descriptors of mad", mad, limits::MAD_DESCRIPTORS);
}

fn registers_use(page: &mut Page, contents: &Contents<'_>, shader: &Shader) {
    let named = named_registers(contents, shader);
    let mut taken = RegisterSet::default();
    for &(first, len, _) in &named {
        if let Some(kind) = UniformKind::from_bank(first.bank) {
            taken.insert(kind, first.number, len);
        }
    }
    for register in shader.constants.iter().filter_map(constant_register) {
        if let Some(kind) = UniformKind::from_bank(register.bank) {
            taken.insert(kind, register.number, 1);
        }
    }
    for (kind, name) in [
        (UniformKind::Float, "Float uniforms"),
        (UniformKind::Integer, "Integer uniforms"),
        (UniformKind::Boolean, "Boolean uniforms"),
    ] {
        let used = usize::try_from(taken.count(kind)).ok();
        row(page, name, used, kind.bank().size().into());
    }
    let inputs = usize::try_from(shader.inputs_used.count_ones()).ok();
    row(page, "Inputs", inputs, Bank::Input.size().into());
    let outputs = |with: fn(u16) -> bool| -> usize {
        let entries = shader.outputs.iter().filter(|entry| with(entry.property));
        entries
            .map(|entry| entry.register)
            .collect::<BTreeSet<_>>()
            .len()
    };
    let limit = if shader.is_geometry() {
        limits::GEOMETRY_OUTPUTS
    } else {
        Bank::Output.size()
    };
    row(page, "Outputs", Some(outputs(|_| true)), limit.into());
    let with_property = outputs(|property| property != u16::from(property::DUMMY));
    let limit = limits::PROPERTY_OUTPUTS.into();
    row(page, "Outputs with a property", Some(with_property), limit);
}

/// The uniforms of a shader, and the named constants of an object: the first register, the number of registers, the
/// name.
fn named_registers<'a>(
    contents: &'a Contents<'_>,
    shader: &'a Shader,
) -> Vec<(Register, u8, &'a [u8])> {
    let uniforms = shader.uniforms.iter().filter_map(|entry| {
        let first = entry.register().filter(|r| r.bank != Bank::Input)?;
        let room = u32::from(first.bank.size() - first.number);
        let len = super::tables::length(entry).min(room);
        Some((first, u8::try_from(len).ok()?, entry.name.as_slice()))
    });
    uniforms.chain(contents.named_constants()).collect()
}

const HOLDERS: [Column; 3] = [
    column("Place", 9, Style::Faint),
    column("Size", 4, Style::Plain),
    column("Name", 0, Style::Name),
];

/// The users of words and registers, the largest first.
fn holders(page: &mut Page, contents: &Contents<'_>, shader: &Shader) {
    let mut procedures: Vec<_> = shader
        .labels
        .iter()
        .filter_map(|label| Some((label.size?, label)))
        .collect();
    procedures.sort_by_key(|&(size, label)| (std::cmp::Reverse(size), label.word));
    let procedures = procedures.into_iter().map(|(size, label)| {
        [
            word_offset(label.word),
            format!("{size:4}"),
            shown(&label.name),
        ]
    });
    section(page, "Procedures, in words", procedures);
    let named = named_registers(contents, shader);
    let unnamed = unnamed_constants(contents, shader);
    let mut registers: Vec<_> = named
        .iter()
        .map(|&(first, len, name)| (first, len, shown(name)))
        .chain(
            unnamed
                .into_iter()
                .map(|(first, len)| (first, len, "(constants)".to_owned())),
        )
        .collect();
    registers.sort_by_key(|&(first, len, _)| (std::cmp::Reverse(len), first.table_number()));
    let registers = registers.into_iter().map(|(first, len, name)| {
        let number = u32::from(first.number);
        let last = number + u32::from(len.saturating_sub(1));
        [run(first.bank, number, last), format!("{len:4}"), name]
    });
    section(page, "Uniforms and constants, in registers", registers);
}

fn section(page: &mut Page, title: &str, rows: impl Iterator<Item = [String; 3]>) {
    let mut rows = rows.peekable();
    if rows.peek().is_some() {
        page.line(Style::Plain, &format!("  {title}:"));
    }
    for row in rows {
        let [place, size, name] = row;
        page.row(&HOLDERS, &[format!("  {place}"), size, name]);
    }
}

/// Runs of registers of constants without names.
fn unnamed_constants(contents: &Contents<'_>, shader: &Shader) -> Vec<(Register, u8)> {
    let names = contents.names(shader);
    let numbers: BTreeSet<_> = shader
        .constants
        .iter()
        .filter_map(constant_register)
        .filter(|&register| names.of(register).is_none())
        .filter_map(Register::table_number)
        .collect();
    let mut runs: Vec<(Register, u8)> = Vec::new();
    for register in numbers.into_iter().filter_map(Register::from_table_number) {
        match runs.last_mut() {
            Some((first, len))
                if first.bank == register.bank && first.number + *len == register.number =>
            {
                *len += 1;
            }
            _ => runs.push((register, 1)),
        }
    }
    runs
}
