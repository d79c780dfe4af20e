//! HTML page of a DXBC container.

use pica200::diagnostic::Diagnostics;
use pica200::input::InputFile;
use pica200::render::Colors;
use pica200::session::Session;
use pica200::text::page::Page;
use pica200_report::page::{ContainerPage, container_to_html};

use super::text::{facts, page_code, section};
use super::verify::violations;
use super::view::{compiler, report_faults, subject};
use pica200_report::view::{Request, Section};

/// Returns an HTML page about a container, with the warnings that the request enables. Reports an error and returns
/// `None` if the file is not a container.
pub fn page(request: &Request<'_>, file: &InputFile, session: &mut Session<'_>) -> Option<String> {
    let subject = subject(file, session)?;
    report_faults(&subject, session);
    let mut warnings = Diagnostics::from_iter(violations(&subject));
    request.levels.apply(&mut warnings);
    let (code, flow) = match &subject.shader.program {
        Some((_, program)) => page_code(program, compiler(request, &subject)),
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
