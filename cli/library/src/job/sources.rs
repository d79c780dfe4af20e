//! Assembly-only jobs.
//!
//! A job determines the kinds of its inputs at run time. A program that calls [`Job::read`] and [`Job::link`] therefore
//! contains the compiler for other languages, the converter for older dialects, and the reader of variant files. An
//! assembly-only program calls the methods below and contains none of these.

use std::io::Read;

use pica200_link::{Input, Item};

use super::{Job, JobInput, LinkedFile};
use crate::input::{InputFile, InputKind};
use crate::session::Session;

impl Job {
    /// Reads the inputs that are [`JobInput::Source`], and no others. Reports those that cannot be read.
    pub fn read_sources(&self, session: &mut Session<'_>, stdin: &mut dyn Read) -> Vec<InputFile> {
        let mut files = Vec::new();
        for input in &self.inputs {
            let JobInput::Source(path) = input else {
                continue;
            };
            match InputFile::read(path, session.files, stdin) {
                Ok(file) => {
                    let file = file.with_stdin_name(self.stdin_name.as_deref());
                    files.push(InputFile {
                        kind: InputKind::Source,
                        dialect: self.translation.dialect.for_source(&file, self.entry.as_deref()),
                        ..file
                    });
                }
                Err(diagnostic) => session.diagnostics.push(diagnostic),
            }
        }
        files
    }

    /// Like [`Job::link`], for inputs that are all assembly in this toolchain's syntax, whatever their kinds and
    /// dialects.
    pub fn link_sources<'s>(&self, sources: &'s [InputFile], session: &mut Session<'s>) -> Option<LinkedFile> {
        let options = self.assembling();
        let item = |file: &'s InputFile| {
            let object = session.assemble_ours(file, &options)?;
            let name = file.name.clone();
            Some(Item::Object(Input { name, object }))
        };
        let items = sources.iter().filter_map(item).collect();
        self.link_items(items, session)
    }
}
