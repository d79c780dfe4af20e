//! HTML page of a DXBC container.

use pica200::diagnostic::Diagnostics;
use pica200::input::InputFile;
use pica200::render::Colors;
use pica200::session::Session;
use pica200::text::page::Page;
use pica200_report::page::{ContainerPage, container_to_html};

use super::text::{facts, page_code, section};
use super::verify::violations;
use super::view::{compiler, read, report_faults};
use pica200_report::view::{Request, Section};

/// Returns an HTML page about a container, with the warnings that the request enables. Reports an error and returns
/// `None` if the file is not a container.
pub fn page(request: &Request<'_>, file: &InputFile, session: &mut Session<'_>) -> Option<String> {
    let parsed = read(file, session)?;
    report_faults(&parsed, session);
    let mut warnings = Diagnostics::from_iter(violations(&parsed));
    request.levels.apply(&mut warnings);
    let (code, flow) = match &parsed.shader.program {
        Some((_, program)) => page_code(program, compiler(request, &parsed)),
        None => Default::default(),
    };
    let tables = [
        ("Inputs and resources", Section::Uniforms),
        ("Outputs", Section::Outputs),
        ("Headers", Section::Headers),
    ];
    let tables = tables.into_iter().map(|(heading, of)| {
        let mut text = Page::new(Colors::None);
        section(&mut text, &parsed, of);
        let text = String::from_utf8_lossy(&text.into_bytes()).into_owned();
        (heading.to_owned(), text)
    });
    Some(container_to_html(&ContainerPage {
        name: file.name.clone(),
        summary: facts(&parsed),
        warnings: warnings.into_iter().map(|report| report.message).collect(),
        tables: tables.filter(|(_, text)| !text.trim().is_empty()).collect(),
        code,
        flow,
    }))
}
