//! Shader binaries in CGFX containers and in text files, treated like separate files.

use pica200_diagnostics::Code;
use pica200_objfmt::formats::wrapped::{BrokenBase64, WrappedShader, WrapperKind};

use crate::diagnostic::Diagnostic;
use crate::input::{InputFile, InputKind};

/// A file that wraps shader binaries.
#[derive(Clone, Debug)]
pub struct WrappedFiles {
    /// How it wraps them.
    pub wrapping: WrapperKind,
    /// Wrapped binaries with their offsets and lines, or diagnostics for unreadable ones, numbered from 0.
    pub files: Vec<Result<WrappedFile, Diagnostic>>,
    name: String,
}

/// A shader binary in a file.
#[derive(Clone, Debug)]
pub struct WrappedFile {
    /// Byte offset in the file.
    pub offset: usize,
    /// Line in a text, from 1.
    pub line: Option<usize>,
    /// The shader binary, named after the file, with its number in parentheses if there are several.
    pub file: InputFile,
}

impl WrappedFiles {
    /// Returns the shader binaries in a file; `None` if it does not wrap any.
    pub fn detect(file: &InputFile) -> Option<Self> {
        let wrapping = WrapperKind::detect(&file.bytes)?;
        let found = wrapping.unwrap_shaders(&file.bytes);
        let several = found.len() > 1;
        let files = found.into_iter().enumerate().map(|(number, found)| {
            let number = several.then_some(number);
            match found {
                Ok(wrapped) => Ok(inner(file, number, wrapped)),
                Err(broken) => Err(report_broken(file, &broken)),
            }
        });
        Some(Self {
            wrapping,
            files: files.collect(),
            name: file.name.clone(),
        })
    }

    /// Returns the shader binary with a number, or the only one.
    ///
    /// # Errors
    ///
    /// Returns a diagnostic if there is none with this number, the number is missing and there are several, or the
    /// shader binary cannot be read.
    pub fn choose(self, number: Option<usize>) -> Result<InputFile, Diagnostic> {
        let Self {
            wrapping,
            mut files,
            name,
        } = self;
        let count = files.len();
        let index = match number {
            Some(number) if number < count => number,
            None if count == 1 => 0,
            _ => return Err(no_choice(&name, wrapping, count, number)),
        };
        files.swap_remove(index).map(|found| found.file)
    }
}

/// Returns the diagnostic for a number that is missing or out of range.
fn no_choice(name: &str, wrapping: WrapperKind, count: usize, number: Option<usize>) -> Diagnostic {
    let what = match count {
        0 => format!("`{name}` is a {} without a shader binary", wrapping.noun()),
        1 => format!("`{name}` contains one shader binary, number 0"),
        _ => {
            let last = count - 1;
            format!("`{name}` contains {count} shader binaries, numbered from 0 to {last}")
        }
    };
    let (code, message) = match number {
        _ if count == 0 => (Code::NoSuchFileInside, what),
        Some(number) => (Code::NoSuchFileInside, format!("{what}; there is no number {number}")),
        None => (Code::SeveralFilesInside, format!("{what}; only one can be used")),
    };
    let diagnostic = Diagnostic::for_file(code, name, message);
    if count == 0 {
        diagnostic
    } else {
        diagnostic.with_help(code.remedy())
    }
}

/// If the only input of a job wraps shader binaries, replaces it by one of them: the only one, or the one with the
/// number. Other inputs are unchanged.
///
/// # Errors
///
/// Returns the errors of [`WrappedFiles::choose`], and an error if a number is given for inputs that wrap nothing.
pub fn unwrap_only(inputs: &mut [InputFile], number: Option<usize>) -> Result<(), Diagnostic> {
    if let [file] = inputs
        && WrapperKind::detect_input(&file.bytes).is_some()
        && let Some(files) = WrappedFiles::detect(file)
    {
        *file = files.choose(number)?;
        return Ok(());
    }
    match (inputs.first(), number) {
        (Some(file), Some(_)) => Err(wraps_nothing(file)),
        _ => Ok(()),
    }
}

/// Returns the diagnostic for a shader binary number given for a file that wraps none.
pub fn wraps_nothing(file: &InputFile) -> Diagnostic {
    let name = &file.name;
    let message = format!("`{name}` does not wrap shader binaries, unlike CGFX containers and text files with base64");
    Diagnostic::for_file(Code::NoSuchFileInside, name, message)
}

/// Returns a wrapped shader binary as a separate file.
fn inner(file: &InputFile, number: Option<usize>, wrapped: WrappedShader<'_>) -> WrappedFile {
    let named = |name: &str| match number {
        Some(number) => format!("{name}({number})"),
        None => name.to_owned(),
    };
    WrappedFile {
        offset: wrapped.offset,
        line: wrapped.line,
        file: InputFile {
            name: named(&file.name),
            recorded_name: named(&file.recorded_name),
            path: file.path.clone(),
            dir: file.dir.clone(),
            bytes: wrapped.bytes.into_owned(),
            kind: InputKind::Binary,
            dialect: None,
        },
    }
}

fn report_broken(file: &InputFile, broken: &BrokenBase64) -> Diagnostic {
    let message = format!("`{}`: {broken}", file.name);
    Diagnostic::for_file(Code::BrokenEncoding, &file.name, message)
}
