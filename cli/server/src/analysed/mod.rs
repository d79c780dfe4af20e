//! The analysis of a source, with the ways between its places and the ranges of the protocol.

mod guesses;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use gen_lsp_types::{Position, Range};
use pica200_asm::analysis::{Analysis, FileId, Place, SymbolId};
use pica200_asm::text::Span;
use pica200_asm::{AssemblyOptions, Files as _, Lookup};

use self::guesses::Guesses;
use crate::builds::assembling;
use crate::documents::State;
use crate::positions::{Text, to_u32};

use crate::recorder::Recorder;
use crate::snapshot::{Derived, Snapshot};
use crate::uri::normal;

/// The analysis of a source and the files that it includes.
#[derive(Debug)]
pub(crate) struct Analysed {
    /// The analysis.
    pub(crate) analysis: Analysis,
    /// The files of the analysis, in its order: their paths and their texts, which can have byte order marks.
    files: Vec<(PathBuf, Text)>,
    /// The options of the assembler.
    pub(crate) options: Arc<AssemblyOptions>,
    read: BTreeMap<PathBuf, State>,
    guesses: OnceLock<Guesses>,
}

impl Derived for Analysed {
    /// Analyses a source. One that cannot be read is empty.
    fn derive(root: &Path, snapshot: &Snapshot) -> Self {
        let recorder = Recorder::new(&snapshot.documents);
        let source = recorder.read(root).unwrap_or_default();
        let lookup = Lookup {
            files: &recorder,
            folder: root.parent().unwrap_or(Path::new("")),
        };
        let name = root.file_name().unwrap_or_default().to_string_lossy();
        let options = assembling(root, snapshot);
        let analysis = Analysis::new(&name, &source, &options, &lookup);
        let file = |path: Option<&PathBuf>| {
            let path = path.map_or_else(|| root.to_owned(), |path| normal(path));
            let text = snapshot.documents.text(&path).unwrap_or_default();
            (path, text)
        };
        let files = analysis.files().iter().map(|one| file(one.path.as_ref()));
        Self {
            files: files.collect(),
            analysis,
            options,
            read: recorder.finish(),
            guesses: OnceLock::new(),
        }
    }

    fn read(&self) -> &BTreeMap<PathBuf, State> {
        &self.read
    }

    fn still_applies(&self, root: &Path, snapshot: &Snapshot) -> bool {
        has_options(root, snapshot, &self.options)
    }
}

impl Snapshot {
    /// The analysis of the first source by which a file is assembled: of an open one, if there is any.
    pub(crate) fn analysed(&self, path: &Path) -> Arc<Analysed> {
        let root = self.roots(path).into_iter().next();
        self.derived(root.as_deref().unwrap_or(path))
    }
}

/// Whether a source is assembled with some options.
pub(crate) fn has_options(root: &Path, snapshot: &Snapshot, options: &Arc<AssemblyOptions>) -> bool {
    let now = assembling(root, snapshot);
    Arc::ptr_eq(&now, options) || now == *options
}

impl Analysed {
    /// The file at a path, if it is a part of the source.
    pub(crate) fn file(&self, path: &Path) -> Option<FileId> {
        let index = self.files.iter().position(|(known, _)| known == path);
        index.map(FileId::new)
    }

    /// The symbol that a word at a byte of a file probably is, where the assembler reads nothing.
    pub(crate) fn guess(&self, file: FileId, offset: u32) -> Option<SymbolId> {
        guesses::symbol_at(&self.analysis, file, offset)
    }

    /// The places of a symbol where the assembler reads nothing, by words alone.
    pub(crate) fn guesses(&self, symbol: SymbolId) -> &[Place] {
        let guesses = self.guesses.get_or_init(|| Guesses::of(&self.analysis));
        guesses.places(symbol)
    }

    /// The path of a file.
    pub(crate) fn path(&self, file: FileId) -> Option<&Path> {
        self.files.get(file.index()).map(|(path, _)| path.as_path())
    }

    /// The text of the file at a path when it was analysed, if it is a part of the source.
    pub(crate) fn text(&self, path: &Path) -> Option<&Text> {
        let mut files = self.files.iter();
        files.find_map(|(known, text)| (known == path).then_some(text))
    }

    /// The byte of a file, as places count it, at a position.
    pub(crate) fn offset(&self, file: FileId, position: Position) -> Option<u32> {
        let (_, text) = self.files.get(file.index())?;
        Some(to_u32(text.byte(position).saturating_sub(text.mark())))
    }

    /// The range of a piece of a file.
    pub(crate) fn range(&self, place: Place) -> Option<Range> {
        let (_, text) = self.files.get(place.file.index())?;
        let (bytes, mark) = (place.span.range(), text.mark());
        Some(text.range(bytes.start + mark..bytes.end + mark))
    }

    /// The piece of a file in which a piece of the text is written.
    pub(crate) fn place(&self, span: Span) -> Option<Place> {
        self.analysis.origin(span).map(|origin| origin.place)
    }
}
