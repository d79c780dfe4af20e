//! The options of inputs, the same in all programs that link.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgMatches, Args};
use pica200::job::JobInput;

/// Libraries, and the folders to search for them.
#[derive(Args, Debug)]
pub(crate) struct LibraryOptions {
    /// Link with an archive in one of the folders of -L
    ///
    /// This is the first of libNAME.a, NAME.dvar and libNAME.dvar in the first folder that has one of them; `-l :FILE`
    /// means a file with that very name. The position of the option counts: the code of the members is placed between
    /// that of the inputs before and after it.
    #[arg(short = 'l', long = "library", value_name = "NAME")]
    libraries: Vec<OsString>,

    /// A folder to search for the libraries of all -l
    #[arg(short = 'L', long = "library-path", value_name = "DIR")]
    pub(crate) folders: Vec<PathBuf>,
}

impl LibraryOptions {
    /// Files and libraries in the order of the command line. `id` is that of the argument of the files.
    pub(crate) fn inputs(
        &self,
        id: &str,
        files: &[PathBuf],
        matches: &ArgMatches,
    ) -> Vec<JobInput> {
        let places = |id| matches.indices_of(id).into_iter().flatten();
        let files = files.iter().cloned().map(JobInput::File);
        let libraries = self.libraries.iter().cloned().map(JobInput::Library);
        let mut inputs: Vec<_> = places(id).zip(files).collect();
        inputs.extend(places("libraries").zip(libraries));
        inputs.sort_by_key(|(place, _)| *place);
        inputs.into_iter().map(|(_, input)| input).collect()
    }
}
