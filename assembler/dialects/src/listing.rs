//! The text of a source with its included files.

use std::path::{Path, PathBuf};

use pica200_asm::Lookup;
use pica200_asm::text::Lines;
use pica200_diagnostics::Code;

use crate::diagnostic::{Diagnostic, Place, diagnose};

/// The maximum numbers of lines and bytes of a listing.
const MAX_LINES: usize = 1 << 17;
const MAX_BYTES: usize = 4 << 20;

/// The maximum include depth.
const MAX_DEPTH: usize = 64;

/// The text of a source with its included files, which follow the lines that include them.
#[derive(Clone, Default, Debug)]
pub struct Listing {
    /// The text. Each line ends in LF.
    pub text: String,
    /// The files from which its lines come, in order.
    pub pieces: Vec<Piece>,
    /// The paths of the included files, in order.
    pub included: Vec<PathBuf>,
}

/// Lines of a listing that come from one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The index of the first line in the listing.
    pub first: usize,
    /// The name of the file in line tables.
    pub recorded: String,
    /// The path of the file; `None` for the source itself.
    pub path: Option<PathBuf>,
    /// The number of the first line in the file, from 1.
    pub line: u32,
}

/// A file that is being read.
struct File {
    recorded: String,
    path: Option<PathBuf>,
    folder: PathBuf,
}

/// Reads a source and its includes.
pub(crate) struct Reader<'l> {
    lookup: &'l Lookup<'l>,
    /// Returns the file that a line includes.
    included: fn(&str) -> Option<&str>,
    listing: Listing,
    lines: usize,
    /// True if the listing has reached its maximum size: no more lines are read.
    is_full: bool,
    open: Vec<File>,
    diagnostics: Vec<Diagnostic>,
}

impl<'l> Reader<'l> {
    /// Reads the listing of a source, and the errors about its files. `included` returns the name of the file that a
    /// line includes.
    pub(crate) fn read(
        name: &str,
        source: &[u8],
        lookup: &'l Lookup<'l>,
        included: fn(&str) -> Option<&str>,
    ) -> (Listing, Vec<Diagnostic>) {
        let mut reader = Self {
            lookup,
            included,
            listing: Listing::default(),
            lines: 0,
            is_full: false,
            open: Vec::new(),
            diagnostics: Vec::new(),
        };
        let file = File {
            recorded: name.to_owned(),
            path: None,
            folder: lookup.directory.to_owned(),
        };
        reader.file(file, source, None);
        (reader.listing, reader.diagnostics)
    }

    /// Adds the lines of a file, which the line `from` of the listing includes.
    fn file(&mut self, file: File, source: &[u8], from: Option<u32>) {
        let (text, trouble) = pica200_asm::utf8::check(source);
        if let Some(trouble) = trouble {
            let line = Lines::from_text("", text).index(trouble.span().start);
            let (code, place, message) = match from {
                None => {
                    self.listing.text = text.to_owned();
                    let line = u32::try_from(line + 1).unwrap_or(u32::MAX);
                    (trouble.code, line, trouble.message)
                }
                Some(from) => {
                    let message = format!("`{}`, line {}: {}", file.recorded, line + 1, trouble.message);
                    (Code::CannotInclude, from, message)
                }
            };
            let diagnostic = diagnose(code, Place::line(place), message);
            let help = trouble.help;
            self.diagnostics.push(Diagnostic { help, ..diagnostic });
            return;
        }
        self.piece(&file, 1);
        self.open.push(file);
        for (line, number) in lines(text).zip(1u32..) {
            if self.lines >= MAX_LINES || self.listing.text.len() + line.len() >= MAX_BYTES {
                self.is_full = true;
                self.report_too_large();
                break;
            }
            self.listing.text.push_str(line);
            self.listing.text.push('\n');
            self.lines += 1;
            if let Some(name) = (self.included)(line) {
                let before = self.lines;
                self.include(name);
                if self.is_full {
                    break;
                }
                if self.lines > before
                    && let Some(file) = self.open.pop()
                {
                    self.piece(&file, number.saturating_add(1));
                    self.open.push(file);
                }
            }
        }
        self.open.pop();
    }

    fn piece(&mut self, file: &File, line: u32) {
        self.listing.pieces.push(Piece {
            first: self.lines,
            recorded: file.recorded.clone(),
            path: file.path.clone(),
            line,
        });
    }

    fn report_too_large(&mut self) {
        let message = format!("the source has more than {MAX_LINES} lines or {MAX_BYTES} bytes, with what it includes");
        self.report(Code::ExpansionTooLarge, message, "split the source");
    }

    /// Reports an error on the last line.
    fn report(&mut self, code: Code, message: String, help: &str) {
        let line = u32::try_from(self.lines).unwrap_or(u32::MAX).max(1);
        let diagnostic = diagnose(code, Place::line(line), message);
        self.diagnostics.push(diagnostic.with_help(help));
    }

    /// Adds the lines of the file that the last line includes.
    fn include(&mut self, name: &str) {
        let Some(around) = self.open.last() else {
            return;
        };
        if Path::new(name).has_root() {
            let message = format!("`{name}` is an absolute path");
            let help = "use a path relative to the directory of this file";
            return self.report(Code::CannotInclude, message, help);
        }
        let path = around.folder.join(name);
        let folder = around.recorded.rfind('/').map_or(0, |slash| slash + 1);
        let recorded = format!("{}{name}", around.recorded.get(..folder).unwrap_or_default());
        let own = self.open.iter().find(|file| match &file.path {
            Some(open) => *open == path,
            None => self.lookup.directory.join(file_name(&file.recorded)) == path,
        });
        if own.is_some() {
            let mut way: Vec<&str> = self.open.iter().map(|file| file.recorded.as_str()).collect();
            way.push(&recorded);
            let message = format!("included from itself: {}", way.join(" > "));
            let help = "remove the `.include`: nihstro also reports an error there";
            return self.report(Code::IncludeCycle, message, help);
        }
        if self.open.len() >= MAX_DEPTH {
            let message = format!("more than {MAX_DEPTH} files include each other");
            let help = "include fewer files within each other";
            return self.report(Code::ExpansionDepth, message, help);
        }
        match self.lookup.files.read_regular(&path) {
            Ok(bytes) => {
                self.listing.included.push(path.clone());
                let folder = path.parent().unwrap_or(Path::new("")).to_owned();
                let file = File {
                    recorded,
                    path: Some(path),
                    folder,
                };
                let from = u32::try_from(self.lines).ok();
                self.file(file, &bytes, from);
            }
            Err(error) => {
                let why = match error.get_ref() {
                    Some(own) => own.to_string(),
                    None => error.kind().to_string(),
                };
                let message = format!("cannot read `{}`: {why}", path.display());
                let help = "includes are searched for relative to the directory of the including file";
                self.report(Code::CannotInclude, message, help);
            }
        }
    }
}

/// Returns the last component of a name.
fn file_name(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

/// Splits a text into lines, without line endings.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let ended = text.strip_suffix('\n').unwrap_or(text);
    let is_empty = text.is_empty();
    ended
        .split('\n')
        .filter(move |_| !is_empty)
        .map(|line| line.strip_suffix('\r').unwrap_or(line))
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use pica200_asm::Files;

    use super::*;

    /// A file that records its number of reads.
    #[derive(Debug)]
    struct CountingFile {
        bytes: Vec<u8>,
        reads: AtomicUsize,
    }

    impl Files for CountingFile {
        fn read(&self, _: &Path) -> io::Result<Vec<u8>> {
            self.reads.fetch_add(1, Ordering::Relaxed);
            Ok(self.bytes.clone())
        }
    }

    #[test]
    fn nothing_is_read_into_a_full_listing() {
        let files = CountingFile {
            bytes: vec![b' '; 3 << 20],
            reads: AtomicUsize::new(0),
        };
        let lookup = Lookup {
            files: &files,
            directory: Path::new(""),
        };
        let source = "include\n".repeat(1000);
        let included = |line: &str| (line == "include").then_some("file");
        let (_, diagnostics) = Reader::read("source", source.as_bytes(), &lookup, included);
        let codes: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        assert_eq!(codes, [Code::ExpansionTooLarge]);
        assert_eq!(files.reads.into_inner(), 2);
    }
}
