//! Members and symbol index of archives.

use pica200_objfmt::formats::archive::Archive;
use pica200_objfmt::formats::inspect::inspect;

use super::contents::Contents;
use super::page::{Column, Page, Style, column, counted, shown};
use super::symbols;

const MEMBERS: [Column; 4] = [
    column("Offset", 10, Style::Faint),
    column("Size", 8, Style::Plain),
    column("Symbols", 10, Style::Plain),
    column("Name", 0, Style::Name),
];

const INDEX: [Column; 2] = [column("Symbol", 32, Style::Name), column("Member", 0, Style::Plain)];

/// Writes the members and the index.
pub(crate) fn archive(page: &mut Page, name: &str, bytes: &[u8], archive: &Archive<'_>) {
    let (name, members) = (shown(name.as_bytes()), archive.members());
    let (count, size) = (counted(members.len(), "member"), counted(bytes.len(), "byte"));
    page.line(Style::Plain, &format!("Archive, {count}, {size}: {name}"));
    page.heading("Members");
    page.titles(&MEMBERS);
    let mut defined = vec![0_usize; members.len()];
    for symbol in archive.symbols().unwrap_or_default() {
        defined[symbol.member] += 1;
    }
    for (member, defined) in members.iter().zip(defined) {
        let defined = match archive.symbols() {
            Some(_) => format!("{defined:10}"),
            None => String::new(),
        };
        page.row(
            &MEMBERS,
            &[
                format!("{:#010x}", member.offset),
                format!("{:8}", member.bytes.len()),
                defined,
                shown(member.name),
            ],
        );
    }
    match archive.symbols() {
        Some(symbols) => {
            page.heading(&format!("Symbol index ({})", counted(symbols.len(), "symbol")));
            page.titles(&INDEX);
            for symbol in symbols {
                let member = members[symbol.member].name;
                page.row(&INDEX, &[shown(symbol.name), shown(member)]);
            }
        }
        None => page.heading("No symbol index"),
    }
}

/// Writes the symbols of each object, as `nm` does for an archive.
pub(crate) fn member_symbols(page: &mut Page, archive: &Archive<'_>) {
    for member in archive.members() {
        page.heading(&format!("{}:", shown(member.name)));
        let inspection = inspect(member.bytes);
        match Contents::new(&inspection) {
            Some(contents) if inspection.faults.is_empty() => symbols::symbols(page, &contents),
            _ => page.line(Style::Faint, "  (cannot be read as an object)"),
        }
    }
}
