//! The page of a container of Direct3D.

use pica200::diagnostic::Diagnostics;
use pica200::input::InputFile;
use pica200::render::Colors;
use pica200::session::Session;
use pica200::text::page::Page;
use pica200_dxbc::text::Compiler;
use pica200_report::model::Counts;
use pica200_report::page::{ContainerPage, container_to_html};

use super::profile;
use crate::dump::dxbc::{facts, page_code, section};
use crate::picadump::dxbc::{findings, report_faults, subject};
use crate::picadump::options::CommandLine;
use crate::sections::Section;

/// The page. `None` after the report on a file that is not a container.
pub(super) fn page(
    options: &CommandLine,
    file: &InputFile,
    counts: Option<&Counts>,
    session: &mut Session<'_>,
) -> Option<String> {
    profile::refuse(counts, file, "a container of Direct3D", session);
    let subject = subject(file, session)?;
    report_faults(&subject, session);
    let mut warnings = Diagnostics::from_iter(findings(&subject));
    options.levels.levels.apply(&mut warnings);
    let (code, flow) = match &subject.shader.program {
        Some((_, program)) => {
            let compiler = options
                .compiler
                .map_or_else(|| Compiler::of(&subject.shader), Compiler::from);
            page_code(program, compiler)
        }
        None => Default::default(),
    };
    let tables = [
        ("Inputs and resources", Section::Uniforms),
        ("Outputs", Section::Outputs),
        ("Headers", Section::Headers),
    ];
    let tables = tables.into_iter().map(|(heading, of)| {
        let mut text = Page::new(Colors::None);
        section(&mut text, &subject, of);
        let text = String::from_utf8_lossy(&text.into_bytes()).into_owned();
        (heading.to_owned(), text)
    });
    Some(container_to_html(&ContainerPage {
        name: file.name.clone(),
        summary: facts(&subject),
        warnings: warnings.into_iter().map(|report| report.message).collect(),
        tables: tables.filter(|(_, text)| !text.trim().is_empty()).collect(),
        code,
        flow,
    }))
}
