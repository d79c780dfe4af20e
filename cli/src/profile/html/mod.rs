//! A profile as an HTML page: the source with the cost of each line.
//!
//! The page is a single file without dependencies, scripts or fonts. It shows the cost of a line in three ways:
//! numbers, the length of a bar, and a colour. Equal profiles give equal bytes.

mod rows;
mod write;

use super::cost::per_run;
use super::{Profile, Texts};
use pica200::text::page::shown;
use rows::Anchors;
use write::Html;

/// The contents of a page.
#[derive(Debug)]
pub(crate) struct Page<'a> {
    /// The costs.
    pub(crate) profile: &'a Profile<'a>,
    /// The available sources.
    pub(crate) texts: &'a Texts<'a, 'a>,
    /// The instruction of each word of the program, for words without an available source.
    pub(crate) instructions: &'a [String],
    /// The names of the inputs.
    pub(crate) inputs: &'a [&'a str],
}

/// The style sheet, which is part of the page.
const STYLE: &str = include_str!("style.css");

impl Page<'_> {
    /// The page, in UTF-8.
    pub(crate) fn to_html(&self) -> String {
        let mut html = Html::default();
        let name = shown(self.profile.subject().name().as_bytes());
        html.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        html.raw(
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
        );
        html.text(&format!("Profile of {name}"));
        html.raw("</title>\n<style>\n").raw(STYLE);
        html.raw("</style>\n</head>\n<body>\n<header>\n<h1>");
        html.text(&format!("Profile of {name}")).raw("</h1>\n");
        self.totals(&mut html);
        html.raw("</header>\n<main>\n");
        let anchors = Anchors::new(self.profile, self.texts);
        rows::procedures(&mut html, self.profile, &anchors);
        rows::sources(&mut html, self, &anchors);
        rows::words(&mut html, self, &anchors);
        html.raw("</main>\n</body>\n</html>\n");
        html.finish()
    }

    fn totals(&self, html: &mut Html) {
        let subject = self.profile.subject();
        let total = self.profile.total();
        let executed = format!("{} executed", subject.unit().title.trim());
        let inputs: Vec<_> = self.inputs.iter().map(|n| shown(n.as_bytes())).collect();
        let runs = self.profile.runs();
        let fields = [
            ("Files", inputs.join(", ")),
            ("Shader", subject.description()),
            ("Instructions executed", total.instructions.to_string()),
            ("Runs", runs.to_string()),
            (
                "Instructions per run",
                per_run(total.instructions, runs).unwrap_or_else(|| "-".into()),
            ),
            (
                executed.as_str(),
                format!("{} of {}", total.executed, total.words),
            ),
        ];
        html.raw("<dl>\n");
        for (name, value) in fields {
            html.raw("<dt>").text(name).raw("</dt><dd>");
            html.text(&value).raw("</dd>\n");
        }
        html.raw("</dl>\n");
    }
}
