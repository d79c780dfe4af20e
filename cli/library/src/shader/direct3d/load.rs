//! Loading the program of a container.

use pica200_diagnostics::Code;
use pica200_dxbc::Shader;
use pica200_dxbc::container::{Checksum, Container};
use pica200_dxbc_machine::{LoadError, Program};

use pica200_machine::ShaderChoice;

use super::listing::Listing;
use super::translation::Translation;
use crate::diagnostic::Diagnostic;
use crate::input::InputFile;
use crate::job::Job;
use crate::session::Session;
use crate::shader::binary::{binary, cannot_load};
use crate::shader::listing;
use crate::source::Source;
use crate::text::lists::listed;

/// A program of a container, ready to run.
#[derive(Clone, Debug)]
pub struct Direct3d {
    /// The program.
    pub program: Program,
    /// Its listing.
    pub listing: Listing,
    /// Its translation, if that is run.
    pub translation: Option<Box<Translation>>,
    /// The models on which it runs.
    pub machines: Machines,
}

/// The models on which a container's shader runs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Machines {
    /// Direct3D.
    #[default]
    Direct3d,
    /// The PICA200, with the translation.
    Pica200,
    /// Both, with a comparison of their outputs.
    Both,
}

impl Machines {
    /// All variants.
    pub const ALL: [Self; 3] = [Self::Direct3d, Self::Pica200, Self::Both];

    /// Returns the name in options and test files: `direct3d`, `pica200`, `both`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Direct3d => "direct3d",
            Self::Pica200 => "pica200",
            Self::Both => "both",
        }
    }

    /// Returns the variant with a name.
    ///
    /// # Errors
    ///
    /// Returns a message that lists the valid names.
    pub fn from_name(name: &str) -> Result<Self, String> {
        let mut all = Self::ALL.into_iter();
        all.find(|machines| machines.name() == name).ok_or_else(|| {
            let names = listed(&Self::ALL.map(Self::name));
            format!("unknown target `{name}`; expected one of {names}")
        })
    }
}

/// Loads the program of a container. `name` is its file name in messages, and `recorded_name` in the locations of its
/// lines.
///
/// # Errors
///
/// Returns a diagnostic if there is no program that can be run.
pub fn load(name: &str, recorded_name: &str, file: &[u8]) -> Result<Direct3d, Diagnostic> {
    let cannot_load = |error: &LoadError| {
        let code = match error {
            LoadError::Read(_) => Code::DamagedFile,
            LoadError::Model6 => Code::NewerShaderModel,
            _ => Code::CannotRun,
        };
        Diagnostic::for_file(code, name, format!("`{name}`: {error}"))
    };
    let program = Program::load(file).map_err(|error| cannot_load(&error))?;
    let container = Container::read(file).map_err(|error| cannot_load(&error.into()))?;
    let shader = Shader::from_container(&container);
    let (_, code) = shader
        .program
        .as_ref()
        .ok_or_else(|| cannot_load(&LoadError::NoProgram))?;
    Ok(Direct3d {
        listing: Listing::new(recorded_name, code, &program),
        program,
        translation: None,
        machines: Machines::Direct3d,
    })
}

/// Loads the program of a container, and translates it with the options of the job if it is to run on the PICA200. Its
/// listing becomes a source of the session, for faults and profiles. Returns `None` after reporting a container without
/// a program that can be run.
pub fn open<'s>(job: &Job, file: &'s InputFile, machines: Machines, session: &mut Session<'s>) -> Option<Direct3d> {
    // The compiler also reports the checksum.
    if machines == Machines::Direct3d
        && let Ok(container) = Container::read(&file.bytes)
    {
        let warning = checksum_warning(&file.name, &container);
        session.diagnostics.extend(warning);
    }
    let mut loaded = Vec::new();
    session.keep(load(&file.name, &file.recorded_name, &file.bytes), &mut loaded);
    let mut shader = loaded.pop()?;
    if machines != Machines::Direct3d {
        shader.translation = Some(Box::new(translated(job, file, session)?));
        shader.machines = machines;
        return Some(shader);
    }
    let listing = shader.listing.text.clone();
    let source = Source::from_text(&file.name, &file.recorded_name, listing);
    session.sources.push(source);
    Some(shader)
}

/// Translates a container's program. The listing becomes a source of the session. Returns `None` if there are errors.
fn translated<'s>(job: &Job, file: &'s InputFile, session: &mut Session<'s>) -> Option<Translation> {
    let shbin = binary(job, std::slice::from_ref(file), session)?;
    let mut interfaces = session.interfaces.iter();
    let interface = interfaces.find(|(path, _)| *path == file.name)?.1.clone();
    match pica200_machine::Program::load(&shbin, ShaderChoice::Index(0)) {
        Ok(program) => Some(Translation {
            listing: listing::Listing::new(&shbin, &program),
            program,
            interface,
        }),
        Err(error) => {
            session.diagnostics.push(cannot_load(&error, &file.name));
            None
        }
    }
}

/// Returns a warning if the checksum of a container is wrong. It is not checked for a truncated container, where it
/// adds no information.
pub fn checksum_warning(name: &str, container: &Container<'_>) -> Option<Diagnostic> {
    let Checksum::Wrong { computed } = container.checksum() else {
        return None;
    };
    if !container.faults().is_empty() {
        return None;
    }
    let (found, computed) = (hex(&container.header().checksum), hex(&computed));
    let message = format!("`{name}`: the checksum is {found}, but the computed one is {computed}");
    Some(Diagnostic::for_file(Code::WrongChecksum, name, message).into_warning())
}

/// Formats bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
