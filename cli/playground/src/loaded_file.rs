//! The last built or inspected file.

use pica200_machine::{Program, ShaderChoice};
use pica200_objfmt::formats::archive::Archive;
use pica200_objfmt::formats::inspect::{Content, inspect};
use pica200_objfmt::formats::shbin::Shbin;
use pica200_report::contents;
use pica200_report::{Extras, Report as Model};

use crate::answer::RequestError;
use pica200::shader::binary::cannot_load;
use pica200::text::page::shown;

/// A file, and additional information about it.
#[derive(Debug)]
pub(crate) struct LoadedFile {
    pub(crate) name: String,
    /// A shader binary with its line table, an object or an archive.
    pub(crate) bytes: Vec<u8>,
    /// The link map.
    pub(crate) map: Option<String>,
}

impl LoadedFile {
    /// Returns the shader binary.
    pub(crate) fn shbin(&self) -> Result<Shbin, RequestError> {
        match inspect(&self.bytes).content {
            Content::Shbin(shbin) => Ok(shbin),
            _ => {
                let message = format!("`{}` is not linked: it has no shader that runs", self.name);
                Err(RequestError::new(message))
            }
        }
    }

    /// Returns a shader of the binary.
    pub(crate) fn program(&self, shbin: &Shbin, choice: ShaderChoice<'_>) -> Result<Program, RequestError> {
        Program::load(shbin, choice).map_err(|error| RequestError::report(&cannot_load(&error, &self.name)))
    }

    /// Returns the model of a page about the file.
    pub(crate) fn model(&self) -> Model {
        let subject = |name, bytes| contents::InspectedFile {
            name,
            bytes,
            inspection: inspect(bytes),
        };
        let Ok(archive) = Archive::read(&self.bytes) else {
            return Model::new(&subject(&self.name, &self.bytes), Extras::default());
        };
        let members = archive.members().iter().filter(|member| member.is_object());
        let members: Vec<_> = members.map(|member| (shown(member.name), member.bytes)).collect();
        let members = members
            .iter()
            .map(|(name, bytes)| (subject(name, bytes), Extras::default()))
            .collect();
        Model::from_archive(&self.name, self.bytes.len(), members)
    }
}
