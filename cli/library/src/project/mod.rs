//! Projects: the binaries that sources become, as a file `pica200.toml` names them.
//!
//! Each table `[binary.NAME]` is a build: inputs, outputs, and options over those at the top of the file. With a `*` in
//! its output it stands for several builds, as a pattern rule of make does. A [`ProjectBinary`] has the [`Job`] of one.
//!
//! ```
//! use pica200::build::MemoryFiles;
//! use pica200::input::InputFile;
//! use pica200::project::Project;
//! use pica200::session::Session;
//!
//! let source = ".out position position\n.proc main\nmov position, v0\nend\n.end\n";
//! let text = "[binary.shaders]\ninputs = \"src/*.vsh\"\noutput = \"*.shbin\"\n";
//! let files = MemoryFiles::new().with("src/a.vsh", source).with("src/b.vsh", source);
//! let file = InputFile::of("pica200.toml".into(), text.into());
//!
//! let mut session = Session::new(&files);
//! let project = Project::read(&file, &mut session).expect("the file is right");
//! assert_eq!(project.binaries.len(), 2);
//! let inputs = project.binaries[0].read(&file, &mut session);
//! let linked = project.binaries[0].job.link(&inputs, &mut session);
//! assert!(linked.is_some_and(|linked| linked.bytes.starts_with(b"DVLB")));
//! ```

mod file;
mod guess;
mod options;
mod outputs;
mod pattern;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use pica200_asm::Files;
use pica200_asm::text::Span;
use pica200_diagnostics::Code;

use crate::diagnostic::{Label, Location};
use crate::input::InputFile;
use crate::job::Job;
use crate::session::Session;
use crate::source::Source;

pub use guess::Known;

/// The name of the file of a project.
pub const FILE_NAME: &str = "pica200.toml";

/// A project.
#[derive(Clone, Debug)]
pub struct Project {
    /// The options for all binaries, and for sources that belong to none; without inputs and outputs.
    pub defaults: Job,
    /// The binaries, in the order of the file; those of one table in the order of their names.
    pub binaries: Vec<ProjectBinary>,
}

/// A binary of a project.
#[derive(Clone, Debug)]
pub struct ProjectBinary {
    /// The name of its table. Binaries of one table share it.
    pub name: String,
    /// Its build, with inputs and outputs.
    pub job: Job,
    /// For each input of the job, the place in the file that names it.
    places: Vec<Range<usize>>,
}

impl Project {
    /// The file of the project that a folder belongs to: that in the folder, or else in the nearest folder around it.
    /// The search ends at `root`, if there is one.
    pub fn find(files: &dyn Files, folder: &Path, root: Option<&Path>) -> Option<PathBuf> {
        for folder in folder.ancestors() {
            let path = folder.join(FILE_NAME);
            if files.read_ordinary(&path).is_ok() {
                return Some(path);
            }
            if root == Some(folder) {
                return None;
            }
        }
        None
    }

    /// Reads the file of a project. Patterns match the names that the files of the session have. `None` if there are
    /// errors, which the session has then.
    pub fn read<'s>(file: &'s InputFile, session: &mut Session<'s>) -> Option<Self> {
        let source = show(file, session);
        file::read(file, source, session)
    }

    /// The builds of sources for which no file of a project names binaries, each source a path with its contents: what
    /// rules find in names and contents. `sources` also has the files that sources include, lists, and files of
    /// variations. The builds have the options of `defaults`, and no outputs. They do not depend on the order of the
    /// sources.
    pub fn guess(sources: &[(PathBuf, Vec<u8>)], defaults: &Job) -> Vec<Job> {
        guess::guess(sources, defaults)
    }

    /// The inputs of the builds that these rules find among files of which they know enough. The paths are in normal
    /// form (see [`normal`](crate::files::normal)).
    pub fn groups(files: &BTreeMap<&Path, Known<'_>>) -> Vec<Vec<PathBuf>> {
        guess::groups(files)
    }

    /// The binaries with a name, or all if no names are given.
    ///
    /// # Errors
    ///
    /// The first name that is not that of a binary.
    pub fn named<'p, 'n>(&'p self, names: &'n [String]) -> Result<Vec<&'p ProjectBinary>, &'n str> {
        let is_known = |name: &&String| self.binaries.iter().any(|of| of.name == **name);
        if let Some(unknown) = names.iter().find(|name| !is_known(name)) {
            return Err(unknown);
        }
        let all = self.binaries.iter();
        let wanted = all.filter(|of| names.is_empty() || names.contains(&of.name));
        Ok(wanted.collect())
    }
}

impl ProjectBinary {
    /// Reads the inputs, and the files that lists and files of variations among them name. Reports those that cannot be
    /// read, at their places in the file of the project.
    pub fn read<'s>(&self, file: &'s InputFile, session: &mut Session<'s>) -> Vec<InputFile> {
        let source = show(file, session);
        let mut inputs = Vec::new();
        for (input, span) in self.job.inputs.iter().zip(&self.places) {
            let before = session.diagnostics.len();
            self.job.read_named(input, session, &mut inputs);
            for diagnostic in session.diagnostics.iter_mut().skip(before) {
                let span = Span::from_range(span.clone());
                if matches!(diagnostic.code, Code::CannotRead | Code::MissingLibrary) {
                    diagnostic.primary = None;
                }
                diagnostic.push_label(Label::new(Location::Span { source, span }, "named here"));
            }
        }
        inputs
    }
}

/// Makes the file of a project a source of a session, so that reports show its lines. Returns its number.
fn show<'s>(file: &'s InputFile, session: &mut Session<'s>) -> usize {
    let known = session.sources.iter();
    if let Some(number) = known.enumerate().find_map(|(number, source)| {
        let is_it = source.path == file.name;
        is_it.then_some(number)
    }) {
        return number;
    }
    // A file that is not text has errors without places.
    let text = std::str::from_utf8(&file.bytes).unwrap_or_default();
    session.sources.push(Source::of_text(&file.name, &file.name, text));
    session.sources.len() - 1
}

#[cfg(test)]
mod tests;
