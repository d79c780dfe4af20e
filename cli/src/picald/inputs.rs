//! The options of `picald` for its inputs: from the command line, from lists, from folders of libraries.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::ArgMatches;

use crate::program::Streams;
use pica200::input::InputFile;
use pica200::inputs::{self, Named};
use pica200::session::Session;

/// What the command line gives to link.
#[derive(clap::Args, Debug)]
pub(super) struct Inputs {
    /// Objects (.dvoj), archives of them (.a, .dvar), sources, and lists (.shlist) to link; `-` is standard input
    ///
    /// What begins as an archive is one, whatever its name. A name that ends in .dvoj is that of an object, one that
    /// ends in .shlist that of a list: its words are the paths of inputs, from the folder of the list. Any other input
    /// is a source. Standard input may be any of them but a list. Of an archive only those members are linked that
    /// define a procedure that is called and not defined in another input.
    #[arg(required = true, value_name = "INPUT")]
    pub(super) inputs: Vec<PathBuf>,

    /// Link with an archive that is found in the folders of -L
    ///
    /// The first of libNAME.a, NAME.dvar and libNAME.dvar in the first folder that has any; `-l :FILE` is a file of just
    /// that name. It stands where the option does: the code of its members goes between that of the inputs before and
    /// behind it.
    #[arg(short = 'l', long = "library", value_name = "NAME")]
    libraries: Vec<OsString>,

    /// A folder to look for the libraries of all -l in
    #[arg(short = 'L', long = "library-path", value_name = "DIR")]
    folders: Vec<PathBuf>,
}

impl Inputs {
    /// Inputs and libraries in the order of the command line.
    fn in_order(&self, matches: &ArgMatches) -> Vec<Named<'_>> {
        let places = |id| matches.indices_of(id).into_iter().flatten();
        let paths = places("inputs").zip(self.inputs.iter().map(|path| Named::Path(path)));
        let libraries =
            places("libraries").zip(self.libraries.iter().map(|name| Named::Library(name)));
        let mut named: Vec<_> = paths.chain(libraries).collect();
        named.sort_by_key(|&(place, _)| place);
        named.into_iter().map(|(_, named)| named).collect()
    }

    /// Reads all inputs. Reports those that cannot be read.
    pub(super) fn read(
        &self,
        matches: &ArgMatches,
        session: &mut Session<'_>,
        streams: &mut Streams<'_>,
    ) -> Vec<InputFile> {
        let named = self.in_order(matches);
        inputs::read(named, &self.folders, session, streams.stdin)
    }
}
