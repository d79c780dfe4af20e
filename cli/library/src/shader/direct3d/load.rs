//! Loading the program of a container.

use pica200_asm::allow::Allowances;
use pica200_asm::text::Lines;
use pica200_diagnostics::Code;
use pica200_dxbc::Shader;
use pica200_dxbc::container::{Checksum, Container};
use pica200_dxbc_machine::{LoadError, Program};

use super::listing::Listing;
use crate::input::InputFile;
use crate::report::Report;
use crate::session::Session;
use crate::source::Source;

/// A program of a container, ready to run.
#[derive(Clone, Debug)]
pub struct Direct3d {
    /// The program.
    pub program: Program,
    /// Its text.
    pub listing: Listing,
}

/// Loads the program of a container. `name` is the name of its file in messages, and `recorded_name` in places of its
/// lines.
///
/// # Errors
///
/// A report that says why there is no program that can run.
pub fn load(name: &str, recorded_name: &str, file: &[u8]) -> Result<Direct3d, Report> {
    let cannot_load = |error: &LoadError| {
        let code = match error {
            LoadError::Read(_) => Code::DamagedFile,
            LoadError::Model6 => Code::NewerShaderModel,
            _ => Code::CannotRun,
        };
        Report::of_file(code, name, format!("`{name}`: {error}"))
    };
    let program = Program::load(file).map_err(|error| cannot_load(&error))?;
    let container = Container::read(file).map_err(|error| cannot_load(&error.into()))?;
    let shader = Shader::of(&container);
    let (_, code) = shader
        .program
        .as_ref()
        .ok_or_else(|| cannot_load(&LoadError::NoProgram))?;
    Ok(Direct3d {
        listing: Listing::new(recorded_name, code, &program),
        program,
    })
}

/// Loads the program of a container. Its text becomes a source of the session, to which faults and profiles refer.
/// `None` after the report on a container without a program that can run.
pub fn open<'s>(file: &'s InputFile, session: &mut Session<'s>) -> Option<Direct3d> {
    if let Ok(container) = Container::read(&file.bytes) {
        let warning = checksum_warning(&file.name, &container);
        session.reports.extend(warning);
    }
    let mut loaded = Vec::new();
    session.keep(
        load(&file.name, &file.recorded_name, &file.bytes),
        &mut loaded,
    );
    let shader = loaded.pop()?;
    session.sources.push(Source {
        path: &file.name,
        lines: Lines::of_text(&file.recorded_name, &shader.listing.text),
        text: shader.listing.text.clone().into(),
        allowances: Allowances::default(),
    });
    Some(shader)
}

/// A warning if the checksum of a container is not that of its bytes. That a container which is cut off has another
/// checksum says nothing more.
pub fn checksum_warning(name: &str, container: &Container<'_>) -> Option<Report> {
    let Checksum::Wrong { computed } = container.checksum() else {
        return None;
    };
    if !container.faults().is_empty() {
        return None;
    }
    let (found, computed) = (hex(&container.header().checksum), hex(&computed));
    let message = format!("`{name}`: the checksum is {found}, but that of the bytes is {computed}");
    Some(Report::of_file(Code::WrongChecksum, name, message).as_warning())
}

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
