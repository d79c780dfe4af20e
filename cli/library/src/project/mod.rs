//! Projects: the binaries built from a set of sources, described by `pica200.toml`.
//!
//! Each table `[binary.NAME]` describes a build: inputs, outputs, and options that override the ones at the top of the
//! file. If its output contains a `*`, it describes several builds, like a pattern rule of make. A [`ProjectBinary`]
//! has the [`Job`] of a single build.
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
//! let file = InputFile::new("pica200.toml".into(), text.into());
//!
//! let mut session = Session::new(&files);
//! let project = Project::read(&file, &mut session).expect("the file is right");
//! assert_eq!(project.binaries.len(), 2);
//! let inputs = project.binaries[0].read(&file, &mut session);
//! let linked = project.binaries[0].job.link(&inputs, &mut session);
//! assert!(linked.is_some_and(|linked| linked.bytes.starts_with(b"DVLB")));
//! ```

mod file;
mod infer;
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

pub use infer::FileInfo;

/// Name of the project file.
pub const FILE_NAME: &str = "pica200.toml";

/// A project.
#[derive(Clone, Debug)]
pub struct Project {
    /// Options for all binaries, and for sources that belong to none; without inputs and outputs.
    pub defaults: Job,
    /// Binaries, in file order; those from one table are sorted by name.
    pub binaries: Vec<ProjectBinary>,
}

/// A binary of a project.
#[derive(Clone, Debug)]
pub struct ProjectBinary {
    /// Name of its table. Binaries from one table share it.
    pub name: String,
    /// Its build, with inputs and outputs.
    pub job: Job,
    /// Span of each input of the job in the file.
    places: Vec<Range<usize>>,
}

impl Project {
    /// Finds the project file of a directory: in the directory, or else in its nearest parent that has one. The search
    /// ends at `root`, if given.
    pub fn find(files: &dyn Files, dir: &Path, root: Option<&Path>) -> Option<PathBuf> {
        for dir in dir.ancestors() {
            let path = dir.join(FILE_NAME);
            if files.read_regular(&path).is_ok() {
                return Some(path);
            }
            if root == Some(dir) {
                return None;
            }
        }
        None
    }

    /// Reads a project file. Patterns match the file names provided by the session. Returns `None` if there are errors,
    /// which are in the session.
    pub fn read<'s>(file: &'s InputFile, session: &mut Session<'s>) -> Option<Self> {
        let source = show(file, session);
        file::read(file, source, session)
    }

    /// Infers the builds of sources without a project file from their names and contents. Sources are given as paths
    /// with contents; `sources` also includes included files, lists and variant files. The builds have the options of
    /// `defaults`, and no outputs. The result does not depend on the order of the sources.
    pub fn infer(sources: &[(PathBuf, Vec<u8>)], defaults: &Job) -> Vec<Job> {
        infer::infer(sources, defaults)
    }

    /// Returns the inputs of the builds inferred from files about which enough is known. The paths are in normal form
    /// (see [`normal`](crate::files::normal)).
    pub fn groups(files: &BTreeMap<&Path, FileInfo<'_>>) -> Vec<Vec<PathBuf>> {
        infer::groups(files)
    }

    /// Returns the binaries with the given names, or all if no names are given.
    ///
    /// # Errors
    ///
    /// Returns the first unknown name.
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
    /// Reads the inputs, and the files that lists and variant files among them refer to. Unreadable ones are reported
    /// at their location in the project file.
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

/// Adds the project file to the sources of a session, so that diagnostics show its lines. Returns its index.
fn show<'s>(file: &'s InputFile, session: &mut Session<'s>) -> usize {
    let known = session.sources.iter();
    if let Some(number) = known.enumerate().find_map(|(number, source)| {
        let is_it = source.path == file.name;
        is_it.then_some(number)
    }) {
        return number;
    }
    // Errors in a file that is not text have no location.
    let text = std::str::from_utf8(&file.bytes).unwrap_or_default();
    session.sources.push(Source::from_text(&file.name, &file.name, text));
    session.sources.len() - 1
}

#[cfg(test)]
mod tests;
