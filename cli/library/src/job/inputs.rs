//! The inputs of a job: files, the files that lists name, libraries from folders.

use std::ffi::OsString;
use std::io::Read;
use std::path::PathBuf;

use pica200_asm::Define;
use pica200_diagnostics::Code;
use pica200_link::{Input, Item};

use super::Job;
use crate::input::{InputFile, InputKind};
use crate::report::Report;
use crate::session::Session;
use crate::{archives, list};

/// An input of a job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JobInput {
    /// A file: a source, an object, an archive or a list, as [`InputKind`] says. `-` is standard input.
    File(PathBuf),
    /// A source, whatever its name. `-` is standard input.
    Source(PathBuf),
    /// A file in memory, with its path in diagnostics.
    Memory(PathBuf, Vec<u8>),
    /// A library in the folders of [`Job::library_paths`]: the first of `libNAME.a`, `NAME.dvar` and `libNAME.dvar`, or
    /// for `:NAME` the file with this name.
    Library(OsString),
}

impl Job {
    /// Reads all inputs, and the files that lists among them name. Reports those that cannot be read.
    pub fn read(&self, session: &mut Session<'_>, stdin: &mut dyn Read) -> Vec<InputFile> {
        let mut files = Vec::new();
        for input in &self.inputs {
            self.read_one(input, session, stdin, &mut files);
        }
        files
    }

    /// Reads an input and, if it is a list, the files that it names.
    pub fn read_one(
        &self,
        input: &JobInput,
        session: &mut Session<'_>,
        stdin: &mut dyn Read,
        files: &mut Vec<InputFile>,
    ) {
        let read = match input {
            JobInput::File(path) => InputFile::read(path, session.files, stdin),
            JobInput::Source(path) => {
                InputFile::read(path, session.files, stdin).map(|file| InputFile {
                    kind: InputKind::Source,
                    ..file
                })
            }
            JobInput::Memory(path, bytes) => Ok(InputFile::of(path.clone(), bytes.clone())),
            JobInput::Library(name) => archives::find(name, &self.library_paths, session.files),
        };
        let named = read.map(|file| file.with_stdin_name(self.stdin_name.as_deref()));
        session.keep(named, files);
        if let Some(list) = files.pop_if(|file| file.kind == InputKind::List) {
            match list::entries(&list) {
                Ok(paths) => {
                    for path in paths {
                        let file = InputFile::read(&path, session.files, stdin);
                        session.keep(file, files);
                    }
                }
                Err(report) => session.reports.push(report),
            }
            files.push(list);
        }
    }

    /// The inputs for the linker: objects, including those of sources, and archives. The entries of lists are separate
    /// inputs.
    pub(super) fn items<'s>(
        &self,
        files: &'s [InputFile],
        session: &mut Session<'s>,
    ) -> Vec<Item<'s>> {
        let options = self.assembling();
        session.reports.extend(self.useless_defines(files));
        let mut items = Vec::new();
        for file in files {
            match file.kind {
                InputKind::List => {}
                InputKind::Archive => {
                    session.keep(archives::read(file).map(Item::Library), &mut items);
                }
                InputKind::Binary => session.reports.push(linked_already(file)),
                InputKind::Container | InputKind::Object | InputKind::Source => {
                    let object = session.object(file, &options);
                    items.extend(object.map(|object| {
                        let name = file.name.clone();
                        Item::Object(Input { name, object })
                    }));
                }
            }
        }
        items
    }
}

impl Job {
    /// The warnings about numbers for sources if no input is a source.
    fn useless_defines(&self, files: &[InputFile]) -> Vec<Report> {
        if files.iter().any(|file| file.kind == InputKind::Source) {
            return Vec::new();
        }
        let report = |define: &Define| {
            let name = define.name();
            let message = format!("nothing uses the number `{name}`: no input is a source");
            let report = Report::of_no_file(Code::UselessDefine, message).as_warning();
            report.with_help(Code::UselessDefine.remedy())
        };
        self.assembling.defines.iter().map(report).collect()
    }
}

fn linked_already(file: &InputFile) -> Report {
    let message = format!(
        "`{}` is a linked shader binary, and cannot be linked again",
        file.name
    );
    let help = "pass the sources and objects from which it was made; picarun runs a binary alone";
    Report::of_file(Code::LinkedAlready, &file.name, message).with_help(help)
}
