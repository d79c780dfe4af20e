//! Usage of each hardware resource, and its users.

use pica200_objfmt::formats::shbin::Shader;
use pica200_objfmt::isa::text::run;
use pica200_report::sizes::{Usage, counted_words, named_registers, of_file, of_shader, unnamed_constants};

use super::contents::{Contents, Kind};
use super::page::{Column, Page, Style, column, shown, word_offset};

const USE: [Column; 3] = [
    column("Resource", 26, Style::Plain),
    column("  Used", 6, Style::Plain),
    column(" Limit", 6, Style::Faint),
];

/// Writes the usage of each shader, then of the file.
pub(crate) fn size(page: &mut Page, contents: &Contents<'_>) {
    let reach = contents.reach();
    for (number, shader) in contents.shaders.iter().enumerate() {
        let structure = contents.structure(number);
        if contents.is_lost(structure) {
            page.heading(&format!("{structure} (unreadable)"));
            continue;
        }
        let words = counted_words(contents, reach.as_deref(), number);
        let kind = if shader.is_geometry() { "geometry" } else { "vertex" };
        page.heading(&format!("{structure}, {kind} shader"));
        rows(page, &of_shader(contents, shader, words.as_ref()));
        users(page, contents, shader);
    }
    if matches!(contents.kind, Kind::Shbin) {
        page.heading("All shaders together");
        rows(page, &of_file(contents));
    }
}

fn rows(page: &mut Page, all: &[Usage]) {
    page.titles(&USE);
    for usage in all {
        let used = usage
            .used
            .map_or_else(|| "     ?".to_owned(), |used| format!("{used:6}"));
        page.row(&USE, &[usage.resource, &used, &format!("{:6}", usage.limit)]);
    }
}

const USERS: [Column; 3] = [
    column("Place", 9, Style::Faint),
    column("Size", 4, Style::Plain),
    column("Name", 0, Style::Name),
];

/// Lists the users of words and registers, largest first.
fn users(page: &mut Page, contents: &Contents<'_>, shader: &Shader) {
    let mut procedures: Vec<_> = shader
        .labels
        .iter()
        .filter_map(|label| Some((label.size?, label)))
        .collect();
    procedures.sort_by_key(|&(size, label)| (std::cmp::Reverse(size), label.word));
    let procedures = procedures
        .into_iter()
        .map(|(size, label)| [word_offset(label.word), format!("{size:4}"), shown(&label.name)]);
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
        page.row(&USERS, &[format!("  {place}"), size, name]);
    }
}
