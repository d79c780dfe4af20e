//! A profile as two tables.

use super::cost::{coverage, per_run};
use super::{Cost, LineCost, ProcedureCost, Profile, Texts, place};
use pica200::render::Colors;
use pica200::text::page::{Column, Page, Style, column, counted, truncated_name};

/// The maximum number of characters shown of a line's text.
const MAX_TEXT_WIDTH: usize = 60;

/// Placeholder for a missing name.
const NONE: &str = "-";

const INSTRUCTIONS: Column = column("Instructions", 12, Style::Plain);
const SHARE: Column = column(" Share", 6, Style::Plain);
const ENTRIES: Column = column("Entries", 7, Style::Plain);
const PROCEDURE: Column = column("Procedure", 0, Style::Name);
const LINE: Column = column("Line", 0, Style::Plain);

/// Formats the tables, preceded by the totals.
pub(crate) fn tables(profile: &Profile<'_>, texts: &Texts<'_, '_>) -> Vec<u8> {
    let mut page = Page::new(Colors::None);
    let total = profile.total();
    page.heading(&format!("Profile: {}", totals(profile, &total)));
    page.heading("Procedures");
    let words = column(profile.subject().unit().title, 7, Style::Plain);
    let columns = [INSTRUCTIONS, SHARE, ENTRIES, words, PROCEDURE];
    page.titles(&columns);
    for row in profile.procedures() {
        page.row(&columns, &procedure(&row, &total));
    }
    page.heading("Lines");
    let lines = profile.lines();
    let rows: Vec<_> = lines.iter().map(|row| line(row, &total, texts)).collect();
    let width = rows.iter().map(|[.., place, _]| place.chars().count()).max();
    let width = width.unwrap_or(0);
    page.titles(&[INSTRUCTIONS, SHARE, words, LINE]);
    for [instructions, share, words, place, text] in rows {
        // A statement is best placed after its line, however long that is.
        let row = format!("  {instructions}  {share}  {words}  {place:width$}  {text}");
        page.line(Style::Plain, row.trim_end());
    }
    page.into_bytes()
}

/// Formats the totals: `75 instructions in 3 runs (25.0 per run), 31 of 40 words executed`.
fn totals(profile: &Profile<'_>, total: &Cost) -> String {
    let Cost {
        instructions,
        executed,
        words,
    } = total;
    let noun = if *instructions == 1 { "" } else { "s" };
    let runs = match profile.runs() {
        1 => "1 run".to_owned(),
        runs => match per_run(*instructions, runs) {
            Some(average) => format!("{runs} runs ({average} per run)"),
            None => format!("{runs} runs"),
        },
    };
    let words = counted(*words, profile.subject().unit().one);
    format!("{instructions} instruction{noun} in {runs}, {executed} of {words} executed")
}

fn procedure(row: &ProcedureCost<'_>, total: &Cost) -> [String; 5] {
    let [instructions, share, words] = numbers(&row.cost, total);
    let entries = row.entries.map_or_else(|| NONE.into(), |n| n.to_string());
    let name = row.procedure.map(|p| truncated_name(p.name.as_bytes()));
    let name = name.unwrap_or_else(|| NONE.into());
    [instructions, share, format!("{entries:>7}"), words, name]
}

fn line(row: &LineCost<'_>, total: &Cost, texts: &Texts<'_, '_>) -> [String; 5] {
    let [instructions, share, words] = numbers(&row.cost, total);
    let Some((file, line)) = row.line else {
        return [instructions, share, words, NONE.into(), String::new()];
    };
    let place = place(file, line);
    let text = texts.find(file, line).map(|found| texts.statement(found));
    let text = text.map(|text| match text.char_indices().nth(MAX_TEXT_WIDTH) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default()),
        None => text,
    });
    [instructions, share, words, place, text.unwrap_or_default()]
}

/// Formats the cells of numbers, right-aligned.
fn numbers(cost: &Cost, total: &Cost) -> [String; 3] {
    [
        format!("{:>12}", cost.instructions),
        format!("{:>6}", cost.share(total)),
        format!("{:>7}", coverage(cost)),
    ]
}
