//! The tables of a page.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use super::super::cost::coverage;
use super::super::subject::Unit;
use super::super::{Cost, Found, Profile, Share, Texts, Word, place};
use super::Page;
use super::write::Html;
use pica200::source::Source;
use pica200::text::page::{shown, word_offset};

/// The number of colours for heat; the style sheet has them.
const LEVELS: u8 = 5;

/// The highest cost in a table, to which all costs are relative.
#[derive(Clone, Copy, Debug)]
struct Heat(u64);

impl Heat {
    fn of(costs: impl IntoIterator<Item = u64>) -> Self {
        Self(costs.into_iter().max().unwrap_or(0))
    }

    /// The class of a row.
    fn class(self, count: u64) -> String {
        match Share::level(count, self.0, LEVELS) {
            0 => "never".to_owned(),
            level => format!("h{level}"),
        }
    }

    /// Cells of a cost: instructions, share, and a bar.
    fn cells(self, html: &mut Html, cost: &Cost, total: &Cost) {
        let count = cost.instructions;
        html.cell("number", &count.to_string());
        if count == 0 {
            html.cell("number", "never").cell("bar", "");
            return;
        }
        html.cell("number", &cost.share(total).to_string());
        let width = Share::of(count, self.0).to_string();
        html.raw("<td class=\"bar\"><span style=\"width:");
        html.raw(&width).raw("\"></span></td>");
    }
}

/// The places of words and lines on the page.
#[derive(Debug)]
pub(super) struct Anchors<'p> {
    /// The lines whose sources are at hand.
    found: HashMap<(&'p str, u32), Found>,
    costs: HashMap<Found, Cost>,
}

impl<'p> Anchors<'p> {
    pub(super) fn new(profile: &Profile<'p>, texts: &Texts<'_, '_>) -> Self {
        let (mut found, mut costs) = (HashMap::new(), HashMap::new());
        for row in profile.lines() {
            let Some((file, line)) = row.line else {
                continue;
            };
            if let Some(place) = texts.find(file, line) {
                found.insert((file, line), place);
                costs.insert(place, row.cost);
            }
        }
        Self { found, costs }
    }

    /// The sources that have code of the shader, by their indices, in order.
    pub(super) fn sources(&self) -> BTreeSet<usize> {
        self.costs.keys().map(|found| found.source).collect()
    }

    fn is_found(&self, word: &Word<'p>) -> bool {
        word.line.is_some_and(|line| self.found.contains_key(&line))
    }

    /// The row of a word.
    fn of_word(&self, number: usize, profile: &Profile<'p>) -> String {
        let line = profile.subject().line(number);
        match line.and_then(|line| self.found.get(&line)) {
            Some(found) => of_line(*found),
            None => format!("w{number}"),
        }
    }
}

/// The row of a line.
fn of_line(found: Found) -> String {
    format!("s{}l{}", found.source, found.line + 1)
}

/// The table of procedures, with links to their first words.
pub(super) fn procedures<'p>(html: &mut Html, profile: &Profile<'p>, anchors: &Anchors<'p>) {
    let rows = profile.procedures();
    let heat = Heat::of(rows.iter().map(|row| row.cost.instructions));
    let total = profile.total();
    let Unit { one, title } = profile.subject().unit();
    let title = title.trim();
    let caption = format!(
        "Instructions of each procedure itself, without those of the procedures that it calls. Entries: the number of times that its first {one} was executed. {title}: executed, of all."
    );
    let titles = [
        "Procedure",
        "Instructions",
        "Share",
        "Heat",
        "Entries",
        title,
    ];
    html.section("procedures", "Procedures")
        .head(&caption, &titles);
    for row in rows {
        let name = row.procedure.map(|p| shown(p.name.as_bytes()));
        html.raw("<tr class=\"");
        html.raw(&heat.class(row.cost.instructions));
        html.raw("\"><th scope=\"row\"><a href=\"#");
        html.raw(&anchors.of_word(row.first, profile)).raw("\">");
        html.text(name.as_deref().unwrap_or("-")).raw("</a></th>");
        heat.cells(html, &row.cost, &total);
        let entries = row.entries.map_or_else(|| "-".into(), |n| n.to_string());
        html.cell("number", &entries);
        html.cell("number", &coverage(&row.cost)).raw("</tr>\n");
    }
    html.end();
}

/// All lines of the sources that have code of the shader.
pub(super) fn sources(html: &mut Html, page: &Page<'_>, anchors: &Anchors<'_>) {
    let heat = Heat::of(anchors.costs.values().map(|cost| cost.instructions));
    let total = page.profile.total();
    let title = page.profile.subject().unit().title.trim();
    let caption = format!(
        "Lines without numbers have no code of this shader. Lines marked `never` have code that was not executed. {title}: executed, of all."
    );
    let titles = ["Line", "Instructions", "Share", "Heat", title, "Source"];
    for index in anchors.sources() {
        let Some(source) = page.texts.sources().get(index) else {
            continue;
        };
        html.section(&format!("s{index}"), &shown(source.path.as_bytes()));
        html.head(&caption, &titles);
        let mut file = 0;
        for line in lines(source) {
            let found = Found {
                source: index,
                line,
            };
            let position = source.lines.position(line);
            if std::mem::replace(&mut file, position.file) != position.file {
                html.raw("</tbody>\n<tbody>\n<tr><th scope=\"rowgroup\" colspan=\"6\">");
                html.text(&shown(source.file_name(file).as_bytes()));
                html.raw("</th></tr>\n");
            }
            let cost = anchors.costs.get(&found);
            line_row(html, heat, &total, (found, position.line, cost));
            code(html, &page.texts.line(found));
        }
        html.end();
    }
}

/// The lines of a source, by their indices. There is no further line after the end of the last one.
fn lines(source: &Source<'_>) -> Range<usize> {
    let count = source.lines.count();
    let last = count.saturating_sub(1);
    let is_empty = source.line_span(last).text(&source.text).is_empty();
    0..if is_empty { last } else { count }
}

/// The row of a line, except for its text: its place, its number, and its cost if it has code.
fn line_row(
    html: &mut Html,
    heat: Heat,
    total: &Cost,
    (found, number, cost): (Found, u32, Option<&Cost>),
) {
    html.raw("<tr id=\"").raw(&of_line(found)).raw("\"");
    if let Some(cost) = cost {
        html.raw(" class=\"");
        html.raw(&heat.class(cost.instructions)).raw("\"");
    }
    html.raw("><th scope=\"row\" class=\"number\">");
    html.raw(&number.to_string()).raw("</th>");
    match cost {
        Some(cost) => {
            heat.cells(html, cost, total);
            html.cell("number", &coverage(cost));
        }
        None => {
            html.raw("<td colspan=\"4\"></td>");
        }
    }
}

/// The words whose source is not at hand.
pub(super) fn words(html: &mut Html, page: &Page<'_>, anchors: &Anchors<'_>) {
    let all = page.profile.words();
    let words: Vec<_> = all.filter(|word| !anchors.is_found(word)).collect();
    if words.is_empty() {
        return;
    }
    let heat = Heat::of(words.iter().map(|word| word.count));
    let total = page.profile.total();
    let caption = "Words of the code whose source is not available.";
    let titles = [
        "Word",
        "Instructions",
        "Share",
        "Heat",
        "Line",
        "Instruction",
    ];
    html.section("words", "Words without source");
    html.head(caption, &titles);
    for word in words {
        let cost = [word.count].into_iter().collect();
        html.raw(&format!(
            "<tr id=\"w{}\" class=\"{}\"><th scope=\"row\" class=\"number\">{}</th>",
            word.number,
            heat.class(word.count),
            word_offset(word.number),
        ));
        heat.cells(html, &cost, &total);
        let place = word.line.map(|(file, line)| place(file, line));
        html.cell("place", place.as_deref().unwrap_or("-"));
        let instruction = page.instructions.get(word.number);
        code(html, instruction.map_or("", String::as_str));
    }
    html.end();
}

/// The last cell of a row, and the end of the row.
fn code(html: &mut Html, text: &str) {
    html.raw("<td class=\"code\"><code>").text(text);
    html.raw("</code></td></tr>\n");
}
