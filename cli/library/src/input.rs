//! Input files.

use std::borrow::Cow;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use pica200_asm::{Files, read_whole};
use pica200_compile::Language;
use pica200_diagnostics::Code;
use pica200_dialects::Dialect;
use pica200_objfmt::formats::wrapped::{DVOB, WrapperKind};
use pica200_objfmt::formats::{FileKind, recognise};

use crate::diagnostic::Diagnostic;

/// Suffix of a list.
const LIST: &str = "shlist";
const HLSL: &str = "hlsl";

/// Name of standard input.
const STDIN_NAME: &str = "<stdin>";

/// An input file with its contents.
#[derive(Clone, Debug)]
pub struct InputFile {
    /// Name in messages: the path given by the user.
    pub name: String,
    /// Name in line tables: the file name only, so that outputs do not depend on the directory.
    pub recorded_name: String,
    /// Path; `None` for standard input.
    pub path: Option<PathBuf>,
    /// Directory searched first for includes.
    pub dir: PathBuf,
    /// Contents.
    pub bytes: Vec<u8>,
    /// Kind.
    pub kind: InputKind,
    /// Conversion settings for a source in an older dialect.
    pub dialect: Option<DialectSource>,
}

/// Conversion settings of a source in an older dialect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DialectSource {
    /// The dialect.
    pub dialect: Dialect,
    /// Options from the old tool's command line.
    pub options: pica200_dialects::Options,
}

/// The kind of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputKind {
    /// Assembly source.
    Source,
    /// An object (`.dvoj`). Standard input is an object if it has the magic number.
    Object,
    /// An archive of objects, detected by magic number or suffix (`.a`, `.dvar`).
    Archive,
    /// A list of inputs (`.shlist`).
    List,
    /// A variant file (`.variants.toml`).
    VariantFile,
    /// A linked shader binary, detected by magic number.
    Binary,
    /// A container with a Direct3D shader, detected by magic number or suffix (`.dxbc`, `.cso`, `.fxo`).
    Container,
    /// An HLSL source (`.hlsl`). The job compiles it to a container when reading it.
    Hlsl,
    /// A shader in WGSL, GLSL or SPIR-V, detected by suffix (`.wgsl`, `.vert`, `.glsl`, `.spv`) or SPIR-V's magic
    /// number.
    Shader(Language),
}

impl InputKind {
    /// Returns the compiler's language for an input of this kind (HLSL is already compiled to a container); `None` if
    /// the compiler does not read it.
    pub(crate) fn language(self) -> Option<Language> {
        match self {
            Self::Container | Self::Hlsl => Some(Language::Direct3d),
            Self::Shader(language) => Some(language),
            _ => None,
        }
    }

    /// Returns the kind of a file by its path, if there is one, and its contents.
    fn detect(path: Option<&Path>, bytes: &[u8]) -> Self {
        if path.is_some_and(is_list) {
            return Self::List;
        }
        if path.is_some_and(is_variant_file) {
            return Self::VariantFile;
        }
        let (by_name, by_bytes) = (path.and_then(FileKind::from_path), recognise(bytes));
        match (by_name, by_bytes) {
            (Some(FileKind::Archive), _) | (_, Some(FileKind::Archive)) => Self::Archive,
            (Some(FileKind::Object), _) => Self::Object,
            (_, Some(FileKind::Object)) if path.is_none() => Self::Object,
            (_, Some(FileKind::Shbin)) => Self::Binary,
            (_, Some(FileKind::Dxbc)) if bytes.contains(&0) => Self::Container,
            (Some(FileKind::Dxbc), _) => Self::Container,
            _ if path.is_some_and(is_hlsl) => Self::Hlsl,
            _ => match Language::detect(&file_name(path), bytes) {
                Language::Direct3d => Self::Source,
                language => Self::Shader(language),
            },
        }
    }
}

impl InputFile {
    /// Reads an input; `-` is standard input.
    ///
    /// # Errors
    ///
    /// Returns a diagnostic if the file cannot be read.
    pub fn read(path: &Path, files: &dyn Files, stdin: &mut dyn Read) -> Result<Self, Diagnostic> {
        if is_stdin(path) {
            return Self::read_stdin(stdin);
        }
        Self::from_read(path, files.read(path))
    }

    /// Reads an input referenced by another file. It must be a regular file (see [`Files::read_regular`]). `-` is a
    /// file of this name.
    ///
    /// # Errors
    ///
    /// Returns a diagnostic if the file cannot be read.
    pub fn read_named(path: &Path, files: &dyn Files) -> Result<Self, Diagnostic> {
        Self::from_read(path, files.read_regular(path))
    }

    fn from_read(path: &Path, read: io::Result<Vec<u8>>) -> Result<Self, Diagnostic> {
        match read {
            Ok(bytes) => Ok(Self::new(path.to_owned(), bytes)),
            Err(error) => Err(Self::unreadable(path, &error)),
        }
    }

    /// Creates an input from a path and contents.
    pub fn new(path: PathBuf, bytes: Vec<u8>) -> Self {
        let name = path.display().to_string();
        let recorded_name = match path.file_name() {
            Some(last) => last.display().to_string(),
            None => name.clone(),
        };
        Self {
            name,
            recorded_name,
            kind: InputKind::detect(Some(&path), &bytes),
            dir: dir(&path),
            path: Some(path),
            bytes,
            dialect: None,
        }
    }

    /// Replaces the name and include directory of standard input with the ones for a path. Its kind still depends on
    /// its contents.
    #[must_use]
    pub fn with_stdin_name(self, name: Option<&Path>) -> Self {
        match name {
            Some(name) if self.path.is_none() => Self {
                kind: self.kind,
                path: None,
                ..Self::new(name.to_owned(), self.bytes)
            },
            _ => self,
        }
    }

    /// Returns the diagnostic for a file that cannot be read.
    pub fn unreadable(path: &Path, error: &io::Error) -> Diagnostic {
        let name = path.display().to_string();
        Diagnostic::for_io(Code::CannotRead, "cannot read", &name, error)
    }

    fn read_stdin(stdin: &mut dyn Read) -> Result<Self, Diagnostic> {
        match read_whole(stdin, 0) {
            Ok(bytes) => Ok(Self {
                name: STDIN_NAME.to_owned(),
                recorded_name: STDIN_NAME.to_owned(),
                kind: InputKind::detect(None, &bytes),
                path: None,
                dir: PathBuf::new(),
                bytes,
                dialect: None,
            }),
            Err(error) => Err(Diagnostic::for_io(Code::CannotRead, "cannot read", STDIN_NAME, &error)),
        }
    }

    /// Returns the display name of the language that the file's name or contents indicate, if it is a compiled
    /// language.
    pub(crate) fn compiled_language(&self) -> Option<&'static str> {
        match InputKind::detect(self.path.as_deref(), &self.bytes) {
            InputKind::Hlsl => Some("HLSL"),
            InputKind::Shader(Language::Wgsl) => Some("WGSL"),
            InputKind::Shader(Language::Glsl) => Some("GLSL"),
            InputKind::Shader(Language::SpirV) => Some("SPIR-V"),
            _ => None,
        }
    }

    /// Returns a noun for the file if it is not a source but a binary, or a text that wraps binaries.
    pub(crate) fn product(&self) -> Option<&'static str> {
        let bytes = self.bytes.as_slice();
        let has_nul = bytes.contains(&0);
        if let Some(kind) = recognise(bytes) {
            return (has_nul || !kind.has_nul()).then_some(kind.noun());
        }
        let wrapping = WrapperKind::detect_input(bytes).map(WrapperKind::noun);
        wrapping.or_else(|| (has_nul && bytes.starts_with(DVOB)).then_some("DVOB file"))
    }
}

/// Returns the file name of a path; empty for standard input.
fn file_name(path: Option<&Path>) -> Cow<'_, str> {
    let name = path.and_then(Path::file_name).unwrap_or_default();
    name.to_string_lossy()
}

/// Returns the directory of a file; empty for the current directory.
fn dir(path: &Path) -> PathBuf {
    path.parent().map(Path::to_owned).unwrap_or_default()
}

/// Returns true if an argument means standard input.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns the suffixes of inputs that are not assembly, without the dot.
pub fn suffixes() -> impl Iterator<Item = &'static str> {
    let kinds = [FileKind::Object, FileKind::Archive, FileKind::Dxbc];
    let kinds = kinds.into_iter().flat_map(FileKind::suffixes).copied();
    let languages = Language::SUFFIXES.iter().map(|(suffix, _)| *suffix);
    kinds.chain(languages).chain([HLSL, LIST])
}

/// Returns true if the path has the suffix of a variant file.
pub fn is_variant_file(path: &Path) -> bool {
    const SUFFIX: &str = ".variants.toml";
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let start = name.len().checked_sub(SUFFIX.len());
    let end = start.and_then(|start| name.get(start..));
    end.is_some_and(|end| end.eq_ignore_ascii_case(SUFFIX))
}

/// Returns true if the path has the suffix of a list.
pub fn is_list(path: &Path) -> bool {
    path.extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case(LIST))
}

/// Returns true if the path has the suffix of an HLSL source.
fn is_hlsl(path: &Path) -> bool {
    path.extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case(HLSL))
}
