//! Reading the inputs of a job: files, the contents of lists, libraries.

use std::collections::HashSet;
use std::io::Read;
use std::path::Path;

use pica200_asm::{AssemblyOptions, Define};
use pica200_diagnostics::{Code, most_similar};
use pica200_link::{Input, Item};

use super::{Job, JobInput};
use crate::diagnostic::Diagnostic;
use crate::input::{InputFile, InputKind};
use crate::job::variants;
use crate::session::Session;
use crate::{archives, list};

impl Job {
    /// Reads all inputs, and the files that lists and variant files among them refer to. Reports those that cannot be
    /// read.
    pub fn read(&self, session: &mut Session<'_>, stdin: &mut dyn Read) -> Vec<InputFile> {
        let mut files = Vec::new();
        for input in &self.inputs {
            self.read_one(input, session, stdin, &mut files);
        }
        files
    }

    /// Reads an input. For a list or a variant file, also reads the files it refers to.
    pub fn read_one(
        &self,
        input: &JobInput,
        session: &mut Session<'_>,
        stdin: &mut dyn Read,
        files: &mut Vec<InputFile>,
    ) {
        let all = session.files;
        let mut read = |path: &Path| InputFile::read(path, all, stdin);
        self.read_by(&mut read, input, session, files);
    }

    /// Like [`Self::read_one`], for an input referenced by another file, such as a project file: all inputs must be
    /// regular files.
    pub fn read_named(&self, input: &JobInput, session: &mut Session<'_>, files: &mut Vec<InputFile>) {
        let all = session.files;
        let mut read = |path: &Path| InputFile::read_named(path, all);
        self.read_by(&mut read, input, session, files);
    }

    fn read_by(
        &self,
        read: &mut dyn FnMut(&Path) -> Result<InputFile, Diagnostic>,
        input: &JobInput,
        session: &mut Session<'_>,
        files: &mut Vec<InputFile>,
    ) {
        let read = match input {
            JobInput::File(path) => read(path),
            JobInput::Source(path) => read(path).map(|file| InputFile {
                kind: InputKind::Source,
                ..file
            }),
            JobInput::Memory(path, bytes) => Ok(InputFile::new(path.clone(), bytes.clone())),
            JobInput::Library(name) => archives::find(name, &self.library_paths, session.files),
        };
        let named = read.map(|file| file.with_stdin_name(self.stdin_name.as_deref()));
        self.keep(named, session, files);
        if let Some(file) = files.pop_if(|file| file.kind == InputKind::VariantFile) {
            self.read_variant_file(&file, session, files);
            files.push(file);
        }
        if let Some(list) = files.pop_if(|file| file.kind == InputKind::List) {
            match list::entries(&list) {
                Ok(paths) => {
                    for path in paths {
                        let read = InputFile::read_named(&path, session.files);
                        self.keep(read, session, files);
                    }
                }
                Err(diagnostic) => session.diagnostics.push(diagnostic),
            }
            files.push(list);
        }
    }

    /// Adds a file to the list, in the language that the job specifies, or reports the error.
    fn keep(&self, read: Result<InputFile, Diagnostic>, session: &mut Session<'_>, files: &mut Vec<InputFile>) {
        match read {
            Ok(file) => files.extend(
                self.translation
                    .prepare(file, self.entry.as_deref(), &self.assembling, session),
            ),
            Err(diagnostic) => session.diagnostics.push(diagnostic),
        }
    }

    /// Reads the inputs of a variant file. Errors in the file itself are reported when it is linked.
    fn read_variant_file(&self, file: &InputFile, session: &mut Session<'_>, files: &mut Vec<InputFile>) {
        let Some(named) = variants::sources(file) else {
            return;
        };
        let job = Self {
            library_paths: [&self.library_paths[..], &named.job.library_paths].concat(),
            translation: named.job.translation.with(&self.translation),
            ..self.clone()
        };
        for (input, span) in &named.inputs {
            let before = session.diagnostics.len();
            job.read_named(input, session, files);
            for diagnostic in session.diagnostics.iter_mut().skip(before) {
                diagnostic.push_label(variants::named_at(file, span));
            }
        }
    }

    /// Returns the inputs for the linker: objects, including assembled sources, and archives. Entries of lists are
    /// separate inputs.
    pub(super) fn items<'s>(&self, files: &'s [InputFile], session: &mut Session<'s>) -> Vec<Item<'s>> {
        let options = self.assembling();
        let items = |file: &'s InputFile| self.linker_items(file, &options, session);
        let items = files.iter().flat_map(items).collect();
        self.report_useless_defines(files, session);
        items
    }

    /// Returns the linker inputs for a file: none for a list, or if there are errors.
    pub(crate) fn linker_items<'s>(
        &self,
        file: &'s InputFile,
        options: &AssemblyOptions,
        session: &mut Session<'s>,
    ) -> Vec<Item<'s>> {
        match file.kind {
            InputKind::List | InputKind::VariantFile => Vec::new(),
            InputKind::Archive => match archives::read(file) {
                Ok(library) => vec![Item::Library(library)],
                Err(diagnostic) => {
                    session.diagnostics.push(diagnostic);
                    Vec::new()
                }
            },
            InputKind::Binary => {
                session.diagnostics.push(linked_already(file));
                Vec::new()
            }
            InputKind::Container | InputKind::Hlsl | InputKind::Object | InputKind::Shader(_) | InputKind::Source => {
                let objects = session.objects(file, options, &self.translation.options);
                let item = |object| {
                    let name = file.name.clone();
                    Item::Object(Input { name, object })
                };
                objects.into_iter().map(item).collect()
            }
        }
    }
}

impl Job {
    /// Records that other jobs share all defines.
    pub fn share_defines(&mut self) {
        let names = self.assembling.defines.iter().map(Define::name);
        self.shared_defines.extend(names.map(str::to_owned));
    }

    /// Warns about unused defines of this job alone. Assembly may use any define; translated inputs report which they
    /// use. With errors, an input may not have got that far.
    pub(crate) fn report_useless_defines<'f>(
        &self,
        files: impl IntoIterator<Item = &'f InputFile>,
        session: &mut Session<'_>,
    ) {
        let kinds: Vec<_> = files.into_iter().map(|file| file.kind).collect();
        if session.has_errors() || kinds.contains(&InputKind::Source) {
            return;
        }
        let known = &session.numbers;
        let takes_numbers = kinds.iter().any(|kind| matches!(kind, InputKind::Shader(_)));
        let mut reported = HashSet::new();
        let defines = self.assembling.defines.iter().map(Define::name);
        let own = defines.filter(|name| !self.shared_defines.contains(*name));
        let useless = own
            .filter(|name| !known.contains(*name) && reported.insert(*name))
            .map(|name| {
                let why = if takes_numbers {
                    "no input declares it"
                } else {
                    "no input is a source"
                };
                let message = format!("unused number `{name}`: {why}");
                let diagnostic = Diagnostic::without_file(Code::UselessDefine, message).into_warning();
                match most_similar(name, known.iter().map(String::as_str)) {
                    Some(similar) => diagnostic.with_help(format!("did you mean `{similar}`?")),
                    None => diagnostic.with_help(Code::UselessDefine.remedy()),
                }
            });
        let useless: Vec<_> = useless.collect();
        session.diagnostics.extend(useless);
    }
}

fn linked_already(file: &InputFile) -> Diagnostic {
    let message = format!("`{}` is a linked shader binary, and cannot be linked again", file.name);
    let help = "pass the sources and objects it was linked from; picarun runs a binary";
    Diagnostic::for_file(Code::LinkedAlready, &file.name, message).with_help(help)
}
