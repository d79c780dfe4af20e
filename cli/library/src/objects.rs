//! Reading, assembling and translating inputs to objects in a session.

use pica200_asm::allow::Allowances;
use pica200_asm::{Assembly, AssemblyOptions, Files, Lookup, assemble_in};
use pica200_diagnostics::Code;
use pica200_dialects::ConvertedShader;
use pica200_objfmt::formats::object::Object;
use pica200_objfmt::formats::{FileKind, recognise};

use crate::diagnostic::Diagnostic;
use crate::input::{InputFile, InputKind};
use crate::session::Session;
use crate::source::Source;
pub use crate::translation::dialect::SourceObject;
use crate::translation::dialect::looks_like;

impl<'s> Session<'s> {
    /// Assembles an input to one object. Returns `None` if there are errors.
    pub fn assemble(&mut self, input: &'s InputFile, options: &AssemblyOptions) -> Option<Object> {
        self.assemble_from(self.files, input, options)
    }

    /// Assembles an input to one object, reading includes from `files`. Returns `None` if there are errors.
    pub(crate) fn assemble_from(
        &mut self,
        files: &dyn Files,
        input: &'s InputFile,
        options: &AssemblyOptions,
    ) -> Option<Object> {
        let parts = self.parts_from(files, input, options);
        if parts.len() > 1 {
            self.diagnostics.push(two_shaders(&input.name));
            return None;
        }
        parts.into_iter().map(|part| part.object).next()
    }

    /// Assembles an input to all of its objects. Returns none if there are errors.
    pub fn parts(&mut self, input: &'s InputFile, options: &AssemblyOptions) -> Vec<SourceObject> {
        self.parts_from(self.files, input, options)
    }

    /// Assembles an input to all of its objects, reading includes from `files`. Returns none if there are errors.
    fn parts_from(&mut self, files: &dyn Files, input: &'s InputFile, options: &AssemblyOptions) -> Vec<SourceObject> {
        if !self.takes_source(input) {
            return Vec::new();
        }
        if let Some(of) = &input.dialect {
            return self.assemble_dialect(files, input, of, options);
        }
        let object = self.assemble_ours_from(files, input, options);
        let part = object.map(|object| SourceObject { name: "", object });
        part.into_iter().collect()
    }

    /// Assembles an input in this toolchain's syntax. Returns `None` if there are errors, or if it is not text.
    pub(crate) fn assemble_ours(&mut self, input: &'s InputFile, options: &AssemblyOptions) -> Option<Object> {
        if !self.takes_source(input) {
            return None;
        }
        self.assemble_ours_from(self.files, input, options)
    }

    /// Like [`Self::assemble_ours`], for an input that is text, reading includes from `files`.
    fn assemble_ours_from(
        &mut self,
        files: &dyn Files,
        input: &'s InputFile,
        options: &AssemblyOptions,
    ) -> Option<Object> {
        let Assembly {
            object,
            diagnostics,
            text,
            lines,
            allowances,
            read,
            ..
        } = assemble_in(&input.recorded_name, &input.bytes, options, &lookup(files, input));
        let source = Source {
            path: &input.name,
            text,
            lines,
            allowances,
        };
        // The drop-in replacement supports no dialects.
        let is_checked = object.is_none() && options.number_operands;
        match is_checked.then(|| looks_like(&source, self.sources.len())) {
            Some(Some(diagnostic)) => {
                self.diagnostics.push(diagnostic);
                self.sources.push(source);
            }
            _ => self.add_source(source, diagnostics),
        }
        self.included.extend(read);
        object
    }

    /// Returns an input after includes, macros and conditionals, or `None` if there are errors.
    pub(crate) fn preprocess(&mut self, input: &'s InputFile, options: &AssemblyOptions) -> Option<String> {
        if !self.takes_source(input) {
            return None;
        }
        if let Some(of) = &input.dialect {
            let made = self.convert(input, of);
            if made.sources.len() > 1 {
                self.diagnostics.push(two_shaders(&input.name));
                return None;
            }
            return made.sources.first().map(ConvertedShader::text);
        }
        let name = &input.recorded_name;
        let made = pica200_asm::preprocess(name, &input.bytes, options, &lookup(self.files, input));
        let source = Source {
            path: &input.name,
            text: made.text,
            lines: made.lines,
            allowances: Allowances::default(),
        };
        self.add_source(source, made.diagnostics);
        self.included.extend(made.read);
        made.source
    }

    /// Returns the objects of an input: read from an object, assembled from a source, or translated and assembled from
    /// another language. Returns none if there are errors.
    pub(crate) fn objects(
        &mut self,
        file: &'s InputFile,
        assembling: &AssemblyOptions,
        compiling: &pica200_compile::Options,
    ) -> Vec<Object> {
        let one = match file.kind {
            InputKind::Object => self.read_object(file),
            InputKind::Container | InputKind::Shader(_) => {
                let translated = self.translate(file, assembling, compiling);
                translated.map(|(text, object)| {
                    self.translations.push((&file.name, text));
                    object
                })
            }
            _ => {
                let parts = self.parts(file, assembling).into_iter();
                return parts.map(|part| part.object).collect();
            }
        };
        one.into_iter().collect()
    }

    /// Reads an object, or reports the error.
    fn read_object(&mut self, file: &InputFile) -> Option<Object> {
        match Object::read(&file.bytes) {
            Ok(object) => Some(object),
            Err(error) => {
                self.diagnostics
                    .push(unreadable_object(&file.name, &file.bytes, &error.to_string()));
                None
            }
        }
    }
}

/// Returns the include lookup of an input.
fn lookup<'i>(files: &'i dyn Files, input: &'i InputFile) -> Lookup<'i> {
    Lookup {
        files,
        directory: &input.dir,
    }
}

/// Returns the diagnostic for a source that contains two shaders where one is expected.
pub fn two_shaders(name: &str) -> Diagnostic {
    let message = format!("`{name}` contains a vertex and a geometry shader; each requires a separate file");
    Diagnostic::for_file(Code::TwoShaders, name, message).with_help(Code::TwoShaders.remedy())
}

/// Returns the diagnostic for an object that cannot be read.
pub fn unreadable_object(name: &str, bytes: &[u8], why: &str) -> Diagnostic {
    let message = format!("`{name}` cannot be read as an object: {why}");
    let diagnostic = Diagnostic::for_file(Code::UnreadableObject, name, message);
    if recognise(bytes) == Some(FileKind::Object) {
        diagnostic.with_help("assemble it again with picasm")
    } else {
        diagnostic.with_help("the suffix .dvoj means an object; rename the file if it is a source")
    }
}
