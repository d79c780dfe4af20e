//! Page of a Direct3D shader in a container.

use maud::html;
use pica200::source::file_name;

use super::{Section, facts_of, page, table};
use crate::flow::Flow;
use crate::svg::{HeatMap, Ids, flow_drawing};

/// The model of a page about a container.
#[derive(Clone, Default, Debug)]
pub struct ContainerPage {
    /// The name of the file.
    pub name: String,
    /// Short facts: its kind, its shader model, its size.
    pub summary: Vec<String>,
    /// The diagnostics.
    pub warnings: Vec<String>,
    /// Tables as text, with their headings.
    pub tables: Vec<(String, String)>,
    /// The instructions.
    pub code: Vec<CodeLine>,
    /// The control flow of the instructions.
    pub flow: Flow,
}

/// An instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeLine {
    /// The offset of its first dword.
    pub dword: u32,
    /// Its text, with indentation; several lines for a table.
    pub text: String,
}

/// Renders the page.
pub fn container_to_html(of: &ContainerPage) -> String {
    let ids = Ids::new("p0-");
    let id = |what: &str, number: usize| ids.other(what, number);
    let mut sections = Vec::new();
    if !of.warnings.is_empty() {
        let list = html! { ul { @for warning in &of.warnings { li { (warning) } } } };
        let heading = format!("Warnings ({})", of.warnings.len());
        sections.push(Section::new(id("warnings", 0), heading, list));
    }
    if !of.code.is_empty() {
        let rows = html! {
            tbody {
                @for line in &of.code {
                    tr id=(ids.word(line.dword)) {
                        th.number scope="row" { (format!("{:#06x}", line.dword)) }
                        td.instruction { (line.text.trim_end()) }
                    }
                }
            }
        };
        let code = table("code", "", &["Dword", "Instruction"], &rows);
        sections.push(Section::new(id("code", 0), "Code", code));
        let graph = html! {
            div.scroll tabindex="0" role="group" aria-label="Graph of the program" {
                (flow_drawing(&of.flow, "the program", HeatMap::NONE, &ids))
            }
        };
        sections.push(Section::new(id("flow", 0), "Control flow", graph));
    }
    for (number, (heading, text)) in of.tables.iter().enumerate() {
        let body = html! { div.scroll tabindex="0" role="group" aria-label=(heading) { pre { (text) } } };
        sections.push(Section::new(id("table", number), heading.clone(), body));
    }
    page(file_name(&of.name), &facts_of(&of.name, &of.summary), &sections)
}
