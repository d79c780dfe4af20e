//! The open documents, layered over the files on disk.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use gen_lsp_types::{Range, TextDocumentContentChangeEvent, TextDocumentItem, Uri};
use pica200_asm::{DiskFiles, Files};

use crate::includes::include_names;
use crate::positions::{Encoding, Text};
use crate::uri;

/// An open document.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    /// Its URI as sent by the client.
    pub uri: Uri,
    /// The path of its file. A document without a file gets a unique made-up path.
    pub path: PathBuf,
    /// The language ID sent by the client.
    pub language: String,
    /// The version number sent by the client.
    pub version: i32,
    /// Its text.
    pub text: Text,
    /// Serial number of the change that produced this text. It is unique.
    pub serial: u64,
    /// The names of the files that it includes, computed on demand.
    include_names: OnceLock<Vec<String>>,
}

impl Document {
    /// Returns the names of the files that it includes, as written.
    pub(crate) fn include_names(&self) -> &[String] {
        let read = || include_names(self.text.as_str()).map(str::to_owned).collect();
        self.include_names.get_or_init(read)
    }
}

/// The state of a file: equal states mean equal text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum State {
    /// An open document with this serial number.
    Open(u64),
    /// A file on disk, after this number of reported changes.
    Disk(u64),
}

/// A snapshot of the open documents. Cheap to clone.
#[derive(Clone, Default, Debug)]
pub(crate) struct Documents {
    open: BTreeMap<PathBuf, Arc<Document>>,
    /// The number of changes so far.
    serial: u64,
    /// The number of reported changes on disk.
    disk: u64,
    encoding: Encoding,
}

impl Documents {
    /// Creates an empty set of documents.
    pub(crate) fn new(encoding: Encoding) -> Self {
        Self {
            encoding,
            ..Self::default()
        }
    }

    /// Opens a document. `folder` is the directory of documents without a file.
    pub(crate) fn open(&mut self, item: TextDocumentItem, folder: &Path) {
        // The colon avoids collisions with real file names.
        let invented = || folder.join(item.uri.0.replace(['/', '\\'], ":"));
        self.put(Document {
            path: uri::to_path(&item.uri).unwrap_or_else(invented),
            uri: item.uri,
            language: item.language_id.to_string(),
            version: item.version,
            text: Text::new(item.text, self.encoding),
            serial: 0,
            include_names: OnceLock::new(),
        });
    }

    /// Applies the changes to a document in order.
    pub(crate) fn change(&mut self, uri: &Uri, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        let Some(document) = self.get(uri).cloned() else {
            return;
        };
        let mut text = document.text.clone();
        for change in changes {
            let (range, new) = parts(change);
            text = text.changed(range, &new);
        }
        self.put(Document {
            version,
            text,
            ..(*document).clone()
        });
    }

    /// Closes a document. The file on disk is used again.
    pub(crate) fn close(&mut self, uri: &Uri) {
        let path = self.get(uri).map(|document| document.path.clone());
        if let Some(path) = path {
            self.open.remove(&path);
            self.disk += 1;
        }
    }

    /// Replaces the text of a file, as if it were open.
    pub(crate) fn replace(&mut self, path: &Path, text: Text) {
        let document = match self.at(path) {
            Some(document) => Document {
                text,
                ..(**document).clone()
            },
            None => Document {
                uri: uri::from_path(path).unwrap_or_else(|| Uri(String::new())),
                path: path.to_owned(),
                language: String::new(),
                version: 0,
                text,
                serial: 0,
                include_names: OnceLock::new(),
            },
        };
        self.put(document);
    }

    /// Records that files on disk have changed.
    pub(crate) fn disk_changed(&mut self) {
        self.disk += 1;
    }

    /// Stores a document under a new serial number.
    fn put(&mut self, mut document: Document) {
        self.serial += 1;
        document.serial = self.serial;
        document.include_names = OnceLock::new();
        self.open.insert(document.path.clone(), Arc::new(document));
    }

    /// Returns the document with a URI.
    pub(crate) fn get(&self, uri: &Uri) -> Option<&Arc<Document>> {
        let by_path = || self.open.get(&uri::to_path(uri)?);
        let same = |document: &&Arc<Document>| document.uri == *uri;
        by_path().or_else(|| self.open.values().find(same))
    }

    /// Returns the path of the document with a URI, or the file path of the URI if it is not open.
    pub(crate) fn path(&self, uri: &Uri) -> Option<PathBuf> {
        match self.get(uri) {
            Some(document) => Some(document.path.clone()),
            None => uri::to_path(uri),
        }
    }

    /// Returns the document at a normalized path.
    pub(crate) fn at(&self, path: &Path) -> Option<&Arc<Document>> {
        self.open.get(path)
    }

    /// Returns all open documents, ordered by path.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Arc<Document>> {
        self.open.values()
    }

    /// Returns the URI of a path: the document's URI if it is open.
    pub(crate) fn uri(&self, path: &Path) -> Option<Uri> {
        let open = self.at(path).map(|document| document.uri.clone());
        open.or_else(|| uri::from_path(path))
    }

    /// Returns the names of the subdirectories of a directory, on disk and of open documents.
    pub(crate) fn folders(&self, folder: &Path) -> BTreeSet<OsString> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let on_disk = entries.filter(|entry| entry.path().is_dir());
        let folder = uri::normal(folder);
        let open = self.open.keys().filter_map(|path| {
            let mut inside = path.strip_prefix(&folder).ok()?.components();
            let first = inside.next()?;
            inside.next().map(|_| first.as_os_str().to_owned())
        });
        on_disk.map(|entry| entry.file_name()).chain(open).collect()
    }

    /// Returns true if there is a document or a file on disk at a normalized path.
    pub(crate) fn has(&self, path: &Path) -> bool {
        self.at(path).is_some() || path.is_file()
    }

    /// Returns the state of the file at a normalized path.
    pub(crate) fn state(&self, path: &Path) -> State {
        let open = self.at(path).map(|document| State::Open(document.serial));
        open.unwrap_or(State::Disk(self.disk))
    }

    /// Returns the text at a path, from the open document or else from disk. Returns `None` if there is neither, or if
    /// the file is not UTF-8.
    pub(crate) fn text(&self, path: &Path) -> Option<Text> {
        if let Some(document) = self.at(path) {
            return Some(document.text.clone());
        }
        let bytes = DiskFiles.read(path).ok()?;
        let text = String::from_utf8(bytes).ok()?;
        Some(Text::new(text, self.encoding))
    }
}

/// Returns the range of a change, unless it replaces the whole text, and the new text.
fn parts(change: TextDocumentContentChangeEvent) -> (Option<Range>, String) {
    match change {
        TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => (Some(part.range), part.text),
        TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => (None, whole.text),
    }
}

/// Files as the assembler sees them: open documents shadow files on disk, including included files.
impl Files for Documents {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        match self.at(&uri::normal(path)) {
            Some(document) => Ok(document.text.as_str().as_bytes().to_vec()),
            // Standard input carries the protocol.
            None => DiskFiles.read_regular(path),
        }
    }

    fn names(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        let normal = uri::normal(folder);
        let open = self.open.keys();
        let open = open.filter(|path| path.parent() == Some(&normal));
        let mut names: Vec<_> = open.filter_map(|path| path.file_name()).collect();
        match DiskFiles.names(folder) {
            Ok(found) => {
                let mut all: BTreeSet<_> = found.into_iter().collect();
                all.extend(names.drain(..).map(OsStr::to_owned));
                Ok(all.into_iter().collect())
            }
            Err(error) if names.is_empty() => Err(error),
            Err(_) => Ok(names.into_iter().map(OsStr::to_owned).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gen_lsp_types::{Position, TextDocumentContentChangePartial};

    fn item(uri: Uri, text: &str) -> TextDocumentItem {
        TextDocumentItem {
            uri,
            language_id: "pica200".into(),
            version: 1,
            text: text.to_owned(),
        }
    }

    #[test]
    fn documents_cover_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.vsh");
        std::fs::write(&path, "disk").expect("the file is written");
        let address = uri::from_path(&path).expect("the path is absolute");
        let mut documents = Documents::new(Encoding::Utf16);
        let before = documents.state(&path);
        documents.open(item(address.clone(), "open"), Path::new(""));
        let other = folder.path().join("b").join("..").join("a.vsh");
        assert_eq!(documents.read(&other).ok(), Some(b"open".to_vec()));
        assert_ne!(documents.state(&path), before);
        documents.close(&address);
        assert_eq!(documents.read(&path).ok(), Some(b"disk".to_vec()));
        assert_ne!(documents.state(&path), before);
    }

    #[test]
    fn changes_apply_in_order() {
        let mut documents = Documents::new(Encoding::Utf16);
        let address = Uri("untitled:Untitled-1".to_owned());
        documents.open(item(address.clone(), "nop\n"), Path::new("/w"));
        let at = |line, from, to| Range {
            start: Position { line, character: from },
            end: Position { line, character: to },
        };
        let change = |range, text: &str| {
            TextDocumentContentChangeEvent::from(TextDocumentContentChangePartial {
                range,
                text: text.to_owned(),
                ..Default::default()
            })
        };
        let changes = vec![change(at(0, 3, 3), "\nend"), change(at(1, 0, 1), "E")];
        documents.change(&address, 2, changes);
        let document = documents.get(&address).expect("it is open");
        assert_eq!(document.text.as_str(), "nop\nEnd\n");
        assert_eq!(document.version, 2);
        assert_eq!(document.path, Path::new("/w/untitled:Untitled-1"));
        documents.change(&Uri("file:///unknown.vsh".to_owned()), 2, Vec::new());
        assert_eq!(documents.iter().count(), 1);
    }
}
