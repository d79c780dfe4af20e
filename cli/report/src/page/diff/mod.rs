//! Page of a comparison: both sides of everything.

mod code;
mod pairs;
mod sides;
mod sizes;

use maud::{Markup, html};
use pica200::source::file_name;
use pica200::text::page::counted;

use super::{Section, page};
use crate::model::{Part, Report};
use crate::svg::Ids;

/// Two files and their differences.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The files.
    pub sides: [Report; 2],
    /// A line for each semantic difference; empty if the files are equivalent.
    pub differences: Vec<String>,
}

/// Renders the page of a comparison.
pub fn diff_to_html(comparison: &Comparison) -> String {
    let [a, b] = &comparison.sides;
    let count = comparison.differences.len();
    let head = html! {
        @for (side, report) in ["First", "Second"].iter().zip(&comparison.sides) {
            ul.facts { li { (side) ": " (report.name) } @for fact in &report.summary { li { (fact) } } }
            @for remark in &report.remarks { p.note { (remark) } }
        }
        p { @if count == 0 { "Both mean the same." } @else { (counted(count, "difference")) " in meaning." } }
    };
    let mut sections = Vec::new();
    if count > 0 {
        let list = html! { ol.differences { @for line in &comparison.differences { li { (line) } } } };
        sections.push(Section::new("differences", format!("Differences ({count})"), list));
    }
    let empty = Part::default();
    for (number, pair) in pairs::parts([&a.parts, &b.parts]).into_iter().enumerate() {
        let ids = ["a", "b"].map(|side| Ids::new(format!("{side}{number}-")));
        let parts = pair.map(|part| part.unwrap_or(&empty));
        sections.extend(part_sections(parts, &ids));
    }
    let name = format!("{} and {}", file_name(&a.name), file_name(&b.name));
    page(&name, &head, &sections)
}

/// Returns the sections about a program, which may be missing on one side. Empty sections are omitted.
fn part_sections(parts: [&Part; 2], ids: &[Ids; 2]) -> Vec<Section> {
    let pairs = pairs::procedures(parts);
    let any = |is_there: fn(&Part) -> bool| parts.into_iter().any(is_there);
    let warnings: usize = parts.iter().map(|part| part.warnings.len()).sum();
    let name = parts.into_iter().find_map(|part| part.name.as_deref());
    let section = |what: &str, title: &str, body: Markup| {
        let heading = match name {
            Some(name) => format!("{name}: {title}"),
            None => title.to_owned(),
        };
        Section::new(ids[0].other(what, 0), heading, body)
    };
    let mut all = vec![section("sizes", "Sizes", sizes::sizes(parts, &pairs, ids))];
    if warnings > 0 {
        let title = format!("Warnings ({warnings})");
        all.push(section("warnings", &title, sides::warnings(parts, ids)));
    }
    if any(|part| !part.words.is_empty()) {
        all.push(section("code", "Code", code::code(parts, &pairs, ids)));
        let flows = sides::flows(parts, &pairs, ids);
        all.push(section("flow", "Control flow", flows));
    }
    if any(|part| !part.shaders.is_empty()) {
        all.push(section("registers", "Registers", sides::lives(parts, ids)));
        all.push(section("uniforms", "Uniforms", sides::uniforms(parts, ids)));
    }
    if any(|part| !part.descriptors.is_empty()) {
        let both = sides::descriptors(parts, ids);
        all.push(section("descriptors", "Descriptors", both));
    }
    all
}
