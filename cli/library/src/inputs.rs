//! The inputs of a link: files, what lists name, libraries from folders.

use std::ffi::OsStr;
use std::io::Read;
use std::path::{Path, PathBuf};

use pica200_asm::Options;
use pica200_link::{Input, Item};

use crate::input::InputFile;
use crate::session::Session;
use crate::{library, list};

/// An input as users name it.
#[derive(Clone, Copy, Debug)]
pub enum Named<'i> {
    /// A file; `-` is standard input.
    Path(&'i Path),
    /// A library that is looked for in folders.
    Library(&'i OsStr),
}

/// Reads all inputs, and what lists among them name. Reports those that cannot be read.
pub fn read<'i>(
    named: impl IntoIterator<Item = Named<'i>>,
    folders: &[PathBuf],
    session: &mut Session<'_>,
    stdin: &mut dyn Read,
) -> Vec<InputFile> {
    let mut files = Vec::new();
    for one in named {
        let file = match one {
            Named::Library(name) => library::find(name, folders, session.files),
            Named::Path(path) => InputFile::read(path, session.files, stdin),
        };
        session.keep(file, &mut files);
        if let Some(list) = files.pop_if(|file| file.is_list()) {
            read_list(&list, &mut files, session, stdin);
            files.push(list);
        }
    }
    files
}

fn read_list(
    list: &InputFile,
    files: &mut Vec<InputFile>,
    session: &mut Session<'_>,
    stdin: &mut dyn Read,
) {
    match list::entries(list) {
        Ok(paths) => {
            for path in paths {
                let file = InputFile::read(&path, session.files, stdin);
                session.keep(file, files);
            }
        }
        Err(report) => session.reports.push(report),
    }
}

/// What the linker takes of the inputs: objects, those of sources too, and archives. Lists have had their say.
pub fn items<'s>(
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
