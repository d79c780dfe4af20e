//! The options of inputs, the same in all programs that link.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgMatches, Args};
use pica200::job::JobInput;

/// Libraries, and where they are looked for.
#[derive(Args, Debug)]
pub(crate) struct LibraryOptions {
    /// Link with an archive that is found in the folders of -L
    ///
    /// The first of libNAME.a, NAME.dvar and libNAME.dvar in the first folder that has any; `-l :FILE` is a file of just
    /// that name. It stands where the option does: the code of its members goes between that of the inputs before and
    /// behind it.
    #[arg(short = 'l', long = "library", value_name = "NAME")]
    libraries: Vec<OsString>,

    /// A folder to look for the libraries of all -l in
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
