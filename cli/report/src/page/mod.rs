//! Complete HTML pages.
//!
//! A page is a single file that loads nothing: the content security policy in its head allows only the embedded style
//! sheet and script, by their hashes, and no attribute contains styles or scripts. Equal models give equal bytes.

mod code;
mod container;
mod diff;
mod explanation;
mod heat;
mod overview;
mod profile;
mod registers;
mod sources;
mod warnings;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use pica200::source::file_name;
use sha2::{Digest, Sha256};

use crate::model::{Part, Report};
use crate::svg::Ids;

pub use container::{CodeLine, ContainerPage, container_to_html};
pub use diff::{Comparison, diff_to_html};
pub use profile::{ProcedureRow, ProfilePage, Unit, WordRow, profile_to_html};

/// The style sheet embedded in each page.
pub const STYLE: &str = concat!(include_str!("../svg/style.css"), include_str!("style.css"));
/// The script embedded in each page. Pages work without it.
pub const SCRIPT: &str = include_str!("script.js");

/// A section of a page: its ID, its heading and its contents.
struct Section {
    id: String,
    heading: String,
    body: Markup,
}

impl Section {
    fn new(id: impl Into<String>, heading: impl Into<String>, body: Markup) -> Self {
        Self {
            id: id.into(),
            heading: heading.into(),
            body,
        }
    }
}

/// Renders the page of a report.
pub fn to_html(report: &Report) -> String {
    let mut sections = Vec::new();
    for (number, part) in report.parts.iter().enumerate() {
        let ids = Ids::new(format!("p{number}-"));
        sections.extend(part_sections(part, &ids));
    }
    let head = html! {
        (facts_of(&report.name, &report.summary))
        @for remark in &report.remarks { p.note { (remark) } }
        @if report.parts.is_empty() { p.note { "There is nothing to show." } }
    };
    page(file_name(&report.name), &head, &sections)
}

/// Returns the sections of a program. Empty sections are omitted.
fn part_sections(part: &Part, ids: &Ids) -> Vec<Section> {
    let name = |what: &str| match &part.name {
        Some(name) => format!("{name}: {what}"),
        None => what.to_owned(),
    };
    let id = |what: &str| ids.other(what, 0);
    let mut all = vec![Section::new(
        id("overview"),
        name("Overview"),
        overview::overview(part, ids),
    )];
    if !part.warnings.is_empty() {
        let heading = name(&format!("Warnings ({})", part.warnings.len()));
        all.push(Section::new(
            id("warnings"),
            heading,
            warnings::list(part, warnings::Lines::Lines, ids),
        ));
    }
    if !part.words.is_empty() {
        all.push(Section::new(id("code"), name("Code"), code::code(part, ids)));
        all.push(Section::new(
            id("flow"),
            name("Control flow"),
            overview::flows(part, ids),
        ));
    }
    if !part.shaders.is_empty() {
        all.push(Section::new(
            id("registers"),
            name("Registers"),
            registers::lives(part, ids),
        ));
        all.push(Section::new(
            id("uniforms"),
            name("Uniforms"),
            registers::uniforms(part, ids),
        ));
    }
    if !part.descriptors.is_empty() {
        all.push(Section::new(
            id("descriptors"),
            name("Descriptors"),
            registers::descriptors(part, ids),
        ));
    }
    all.extend(sources::sections(part, ids));
    all
}

/// Renders short facts about a file in a row. If its name has directories, the path is the first fact.
fn facts_of(name: &str, summary: &[String]) -> Markup {
    let path = (file_name(name) != name).then(|| name.to_owned());
    let all: Vec<_> = path.into_iter().chain(summary.iter().cloned()).collect();
    facts(&all)
}

/// Renders short facts in a row.
fn facts(facts: &[String]) -> Markup {
    html! { ul.facts { @for fact in facts { li { (fact) } } } }
}

/// Renders a page with a heading, an introduction and sections.
fn page(name: &str, head: &Markup, sections: &[Section]) -> String {
    let policy = format!(
        "default-src 'none'; style-src {}; script-src {}; base-uri 'none'; form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    );
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (name) " - pica200" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#main" { "Skip to the contents" }
                header {
                    h1 { (name) }
                    (head)
                }
                nav aria-label="Sections" {
                    ul { @for section in sections { li { a href=(Ids::link(&section.id)) { (section.heading) } } } }
                    label #filtering hidden { span { "Filter" } input #filter type="search" placeholder="name, register, opcode" autocomplete="off" spellcheck="false"; }
                }
                main #main {
                    @for section in sections {
                        section aria-labelledby=(section.id) {
                            h2 id=(section.id) { (section.heading) }
                            (section.body)
                        }
                    }
                }
                footer {
                    p {
                        span #filter-key hidden { kbd { "/" } " filter   " }
                        span #finding-keys hidden { kbd { "n" } " next warning   " kbd { "p" } " previous warning" }
                    }
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    visible(&markup.into_string())
}

/// Returns the CSP hash source of a style sheet or script.
fn hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

/// Escapes invisible characters and bidirectional controls in markup. The markup of this crate contains none, so they
/// come from the file. All parts of a page go through this function.
fn visible(markup: &str) -> String {
    if markup.chars().all(is_visible) {
        return markup.to_owned();
    }
    let mut text = String::with_capacity(markup.len());
    for character in markup.chars() {
        if is_visible(character) {
            text.push(character)
        } else {
            text.extend(character.escape_default())
        }
    }
    text
}

fn is_visible(character: char) -> bool {
    let is_layout = matches!(character, '\n' | '\t');
    let turns = matches!(
        character,
        '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}'
    );
    is_layout || !(character.is_control() || turns || is_noncharacter(character))
}

/// Returns true if the character is a Unicode noncharacter, which HTML parsers report as an error.
fn is_noncharacter(character: char) -> bool {
    matches!(character, '\u{FDD0}'..='\u{FDEF}') || u32::from(character) & 0xFFFE == 0xFFFE
}

/// Renders a table in a scrolling frame. `class` is the class of the table.
fn table(class: &str, caption: &str, titles: &[&str], rows: &Markup) -> Markup {
    html! {
        div.scroll {
            table class=(class) {
                @if !caption.is_empty() { caption { (caption) } }
                thead { tr { @for title in titles { th scope="col" { (title) } } } }
                (rows)
            }
        }
    }
}

#[cfg(test)]
mod tests;
