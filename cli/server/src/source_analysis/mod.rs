//! Analysis of a root source, with conversions between its spans and LSP ranges.

mod guesses;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use gen_lsp_types::{Position, Range};
use pica200_asm::analysis::{Analysis, FileId, FileSpan, SymbolId};
use pica200_asm::text::Span;
use pica200_asm::{AssemblyOptions, Files as _, Lookup};

use self::guesses::Guesses;
use crate::builds::assembly_options;
use crate::documents::State;
use crate::positions::{Text, to_u32};

use crate::recorder::Recorder;
use crate::snapshot::{Derived, Snapshot};
use crate::uri::normal;

/// The analysis of a source and the files that it includes.
#[derive(Debug)]
pub(crate) struct SourceAnalysis {
    /// The analysis.
    pub(crate) analysis: Analysis,
    /// Path and text of each file, in the order of the analysis. Texts can start with a byte order mark.
    files: Vec<(PathBuf, Text)>,
    /// The assembler options.
    pub(crate) options: Arc<AssemblyOptions>,
    read: BTreeMap<PathBuf, State>,
    guesses: OnceLock<Guesses>,
}

impl Derived for SourceAnalysis {
    /// Analyses a source. An unreadable source yields an empty analysis.
    fn derive(root: &Path, snapshot: &Snapshot) -> Self {
        let recorder = Recorder::new(&snapshot.documents);
        let source = recorder.read(root).unwrap_or_default();
        let lookup = Lookup {
            files: &recorder,
            directory: root.parent().unwrap_or(Path::new("")),
        };
        let name = root.file_name().unwrap_or_default().to_string_lossy();
        let options = assembly_options(root, snapshot);
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

    fn is_valid(&self, root: &Path, snapshot: &Snapshot) -> bool {
        has_options(root, snapshot, &self.options)
    }
}

impl Snapshot {
    /// Returns the analysis of the first root that includes the file, preferring open roots.
    pub(crate) fn source_analysis(&self, path: &Path) -> Arc<SourceAnalysis> {
        let root = self.roots(path).into_iter().next();
        self.derived(root.as_deref().unwrap_or(path))
    }
}

/// Returns true if the source is assembled with these options.
pub(crate) fn has_options(root: &Path, snapshot: &Snapshot, options: &Arc<AssemblyOptions>) -> bool {
    let now = assembly_options(root, snapshot);
    Arc::ptr_eq(&now, options) || now == *options
}

impl SourceAnalysis {
    /// Returns the ID of the file at a path, if it is part of the source.
    pub(crate) fn file(&self, path: &Path) -> Option<FileId> {
        let index = self.files.iter().position(|(known, _)| known == path);
        index.map(FileId::new)
    }

    /// Returns the symbol that the token at a byte offset probably refers to, in code that the assembler skips.
    pub(crate) fn guess(&self, file: FileId, offset: u32) -> Option<SymbolId> {
        guesses::symbol_at(&self.analysis, file, offset)
    }

    /// Returns the locations of a symbol in code that the assembler skips, found by token text alone.
    pub(crate) fn guesses(&self, symbol: SymbolId) -> &[FileSpan] {
        let guesses = self.guesses.get_or_init(|| Guesses::of(&self.analysis));
        guesses.places(symbol)
    }

    /// Returns the path of a file.
    pub(crate) fn path(&self, file: FileId) -> Option<&Path> {
        self.files.get(file.index()).map(|(path, _)| path.as_path())
    }

    /// Returns the text of the file at a path as it was analysed, if it is part of the source.
    pub(crate) fn text(&self, path: &Path) -> Option<&Text> {
        let mut files = self.files.iter();
        files.find_map(|(known, text)| (known == path).then_some(text))
    }

    /// Returns the byte offset of a position in a file, in the units of [`FileSpan`].
    pub(crate) fn offset(&self, file: FileId, position: Position) -> Option<u32> {
        let (_, text) = self.files.get(file.index())?;
        Some(to_u32(text.byte(position).saturating_sub(text.mark())))
    }

    /// Returns the LSP range of a span of a file.
    pub(crate) fn range(&self, place: FileSpan) -> Option<Range> {
        let (_, text) = self.files.get(place.file.index())?;
        let (bytes, mark) = (place.span.range(), text.mark());
        Some(text.range(bytes.start + mark..bytes.end + mark))
    }

    /// Returns the location in a file of a span of the assembled text.
    pub(crate) fn place(&self, span: Span) -> Option<FileSpan> {
        self.analysis.origin(span).map(|origin| origin.location)
    }
}
