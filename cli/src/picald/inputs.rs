//! The inputs of a link: from the command line, from lists, from folders of libraries.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::ArgMatches;
use pica200_asm::Options;
use pica200_link::{Input, Item};

use crate::input::InputFile;
use crate::program::Streams;
use crate::session::Session;
use crate::{library, list};

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

/// An input as the command line names it.
enum Named<'i> {
    Path(&'i PathBuf),
    Library(&'i OsString),
}

impl Inputs {
    /// Inputs and libraries in the order of the command line.
    fn in_order(&self, matches: &ArgMatches) -> Vec<Named<'_>> {
        let places = |id| matches.indices_of(id).into_iter().flatten();
        let paths = places("inputs").zip(self.inputs.iter().map(Named::Path));
        let libraries = places("libraries").zip(self.libraries.iter().map(Named::Library));
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
        let mut files = Vec::new();
        for named in self.in_order(matches) {
            match named {
                Named::Library(name) => {
                    session.keep(
                        library::find(name, &self.folders, streams.files),
                        &mut files,
                    );
                }
                Named::Path(path) => {
                    let file = InputFile::read(path, streams.files, streams.stdin);
                    session.keep(file, &mut files);
                }
            }
            if let Some(list) = files.pop_if(|file| file.is_list()) {
                read_list(&list, &mut files, session, streams);
                files.push(list);
            }
        }
        files
    }
}

fn read_list(
    list: &InputFile,
    files: &mut Vec<InputFile>,
    session: &mut Session<'_>,
    streams: &mut Streams<'_>,
) {
    match list::entries(list) {
        Ok(paths) => {
            for path in paths {
                let file = InputFile::read(&path, streams.files, streams.stdin);
                session.keep(file, files);
            }
        }
        Err(report) => session.reports.push(report),
    }
}

/// What the linker takes of the inputs: objects, those of sources too, and archives. Lists have had their say.
pub(super) fn items<'s>(
    files: &'s [InputFile],
    session: &mut Session<'s>,
    options: &Options,
) -> Vec<Item<'s>> {
    let mut items = Vec::new();
    for file in files.iter().filter(|file| !file.is_list()) {
        if file.is_archive() {
            session.keep(library::read(file).map(Item::Library), &mut items);
        } else if let Some(object) = session.object(file, options) {
            let name = file.name.clone();
            items.push(Item::Object(Input { name, object }));
        }
    }
    items
}
