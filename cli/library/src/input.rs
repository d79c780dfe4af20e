//! Inputs, read whole.

use std::borrow::Cow;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use pica200_asm::{Files, read_whole};
use pica200_compile::Language;
use pica200_diagnostics::Code;
use pica200_dialects::Dialect;
use pica200_objfmt::formats::wrapped::{DVOB, Wrapping};
use pica200_objfmt::formats::{FileKind, recognise};

use crate::diagnostic::Diagnostic;

/// The suffix of a list, and that of a source in HLSL.
const LIST: &str = "shlist";
const HLSL: &str = "hlsl";

/// The name of standard input.
const STDIN_NAME: &str = "<stdin>";

/// An input, read whole.
#[derive(Clone, Debug)]
pub struct InputFile {
    /// Its name in messages: the path as the user gave it.
    pub name: String,
    /// Its name in line tables: the last part of its path, so that outputs do not depend on the directory.
    pub recorded_name: String,
    /// Its path; `None` for standard input.
    pub path: Option<PathBuf>,
    /// The folder in which its includes are searched first.
    pub folder: PathBuf,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Its kind.
    pub kind: InputKind,
    /// For a source in an older dialect, how it is converted.
    pub dialect: Option<DialectSource>,
}

/// A source in an older dialect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DialectSource {
    /// The dialect.
    pub dialect: Dialect,
    /// What the command line of the old tool said.
    pub options: pica200_dialects::Options,
}

/// The kind of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputKind {
    /// Text to assemble.
    Source,
    /// An object: its name ends in `.dvoj`. Standard input, which has no name, is an object if its first bytes say so.
    Object,
    /// An archive of objects: by its first bytes, or a name that ends in `.a` or `.dvar`.
    Archive,
    /// A list of inputs: its name ends in `.shlist`.
    List,
    /// A file of variations: its name ends in `.variants.toml`.
    Variations,
    /// A linked shader binary, by its first bytes.
    Binary,
    /// A container with a shader of Direct3D: by its first bytes, or a name that ends in `.dxbc`, `.cso` or `.fxo`.
    Container,
    /// A source in HLSL: its name ends in `.hlsl`. The job compiles it to a container when it reads it.
    Hlsl,
    /// A shader in another language that the compiler reads, WGSL, GLSL or SPIR-V: its name ends in `.wgsl`, `.vert`,
    /// `.glsl` or `.spv`, or its first bytes are those of SPIR-V.
    Shader(Language),
}

impl InputKind {
    /// The language in which the compiler reads an input of this kind, after HLSL became a container; `None` for what
    /// it does not read.
    pub(crate) fn language(self) -> Option<Language> {
        match self {
            Self::Container | Self::Hlsl => Some(Language::Direct3d),
            Self::Shader(language) => Some(language),
            _ => None,
        }
    }

    /// The kind of a file, by its path, if it has one, and its bytes.
    fn of(path: Option<&Path>, bytes: &[u8]) -> Self {
        if path.is_some_and(is_list) {
            return Self::List;
        }
        if path.is_some_and(is_variations) {
            return Self::Variations;
        }
        let (by_name, by_bytes) = (path.and_then(FileKind::of_name), recognise(bytes));
        match (by_name, by_bytes) {
            (Some(FileKind::Archive), _) | (_, Some(FileKind::Archive)) => Self::Archive,
            (Some(FileKind::Object), _) => Self::Object,
            (_, Some(FileKind::Object)) if path.is_none() => Self::Object,
            (_, Some(FileKind::Shbin)) => Self::Binary,
            (_, Some(FileKind::Dxbc)) if bytes.contains(&0) => Self::Container,
            (Some(FileKind::Dxbc), _) => Self::Container,
            _ if path.is_some_and(is_hlsl) => Self::Hlsl,
            _ => match Language::of(&file_name(path), bytes) {
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
    /// A report that says why it cannot be read.
    pub fn read(path: &Path, files: &dyn Files, stdin: &mut dyn Read) -> Result<Self, Diagnostic> {
        if is_stdin(path) {
            return Self::read_stdin(stdin);
        }
        Self::of_read(path, files.read(path))
    }

    /// Reads an input that another file names, which has to be an ordinary file (see [`Files::read_ordinary`]). `-` is
    /// the file of this name.
    ///
    /// # Errors
    ///
    /// A report that says why it cannot be read.
    pub fn read_named(path: &Path, files: &dyn Files) -> Result<Self, Diagnostic> {
        Self::of_read(path, files.read_ordinary(path))
    }

    fn of_read(path: &Path, read: io::Result<Vec<u8>>) -> Result<Self, Diagnostic> {
        match read {
            Ok(bytes) => Ok(Self::of(path.to_owned(), bytes)),
            Err(error) => Err(Self::unreadable(path, &error)),
        }
    }

    /// The file at a path, with these bytes.
    pub fn of(path: PathBuf, bytes: Vec<u8>) -> Self {
        let name = path.display().to_string();
        let recorded_name = match path.file_name() {
            Some(last) => last.display().to_string(),
            None => name.clone(),
        };
        Self {
            name,
            recorded_name,
            kind: InputKind::of(Some(&path), &bytes),
            folder: folder(&path),
            path: Some(path),
            bytes,
            dialect: None,
        }
    }

    /// The same; standard input gets the name and the include folder of the file at a path. Its kind still depends on
    /// its bytes.
    #[must_use]
    pub fn with_stdin_name(self, name: Option<&Path>) -> Self {
        match name {
            Some(name) if self.path.is_none() => Self {
                kind: self.kind,
                path: None,
                ..Self::of(name.to_owned(), self.bytes)
            },
            _ => self,
        }
    }

    /// The report about a file that the system cannot read.
    pub fn unreadable(path: &Path, error: &io::Error) -> Diagnostic {
        let name = path.display().to_string();
        Diagnostic::of_io(Code::CannotRead, "cannot read", &name, error)
    }

    fn read_stdin(stdin: &mut dyn Read) -> Result<Self, Diagnostic> {
        match read_whole(stdin, 0) {
            Ok(bytes) => Ok(Self {
                name: STDIN_NAME.to_owned(),
                recorded_name: STDIN_NAME.to_owned(),
                kind: InputKind::of(None, &bytes),
                path: None,
                folder: PathBuf::new(),
                bytes,
                dialect: None,
            }),
            Err(error) => Err(Diagnostic::of_io(Code::CannotRead, "cannot read", STDIN_NAME, &error)),
        }
    }

    /// The language that its name or its bytes say, if that is a language to compile, as people write it.
    pub(crate) fn compiled_language(&self) -> Option<&'static str> {
        match InputKind::of(self.path.as_deref(), &self.bytes) {
            InputKind::Hlsl => Some("HLSL"),
            InputKind::Shader(Language::Wgsl) => Some("WGSL"),
            InputKind::Shader(Language::Glsl) => Some("GLSL"),
            InputKind::Shader(Language::SpirV) => Some("SPIR-V"),
            _ => None,
        }
    }

    /// What the file is, as a noun in the singular, if it is not a source but a binary, or a text that wraps binaries.
    pub(crate) fn product(&self) -> Option<&'static str> {
        let bytes = self.bytes.as_slice();
        let has_nul = bytes.contains(&0);
        if let Some(kind) = recognise(bytes) {
            return (has_nul || !kind.has_nul()).then_some(kind.noun());
        }
        let wrapping = Wrapping::of_input(bytes).map(Wrapping::noun);
        wrapping.or_else(|| (has_nul && bytes.starts_with(DVOB)).then_some("DVOB file"))
    }
}

/// The last part of a path; empty for standard input.
fn file_name(path: Option<&Path>) -> Cow<'_, str> {
    let name = path.and_then(Path::file_name).unwrap_or_default();
    name.to_string_lossy()
}

/// The folder of a file; empty for that of the process.
fn folder(path: &Path) -> PathBuf {
    path.parent().map(Path::to_owned).unwrap_or_default()
}

/// Whether an argument means standard input.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The suffixes of inputs that are not assembly, without the point.
pub fn suffixes() -> impl Iterator<Item = &'static str> {
    let kinds = [FileKind::Object, FileKind::Archive, FileKind::Dxbc];
    let kinds = kinds.into_iter().flat_map(FileKind::suffixes).copied();
    let languages = Language::SUFFIXES.iter().map(|(suffix, _)| *suffix);
    kinds.chain(languages).chain([HLSL, LIST])
}

/// Whether the file at a path is a file of variations, by its name.
pub fn is_variations(path: &Path) -> bool {
    const SUFFIX: &str = ".variants.toml";
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let start = name.len().checked_sub(SUFFIX.len());
    let end = start.and_then(|start| name.get(start..));
    end.is_some_and(|end| end.eq_ignore_ascii_case(SUFFIX))
}

/// Whether the file at a path is a list, by its name.
pub fn is_list(path: &Path) -> bool {
    path.extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case(LIST))
}

/// Whether the file at a path is a source in HLSL, by its name.
fn is_hlsl(path: &Path) -> bool {
    path.extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case(HLSL))
}
