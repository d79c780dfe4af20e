//! `.include`: the lines of another file.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use pica200_objfmt::formats::object::Position;

use super::frame::{Frame, FrameKind, OpenFile};
use super::line::{FrameText, Line};
use super::{MAX_INCLUDES, Preprocessor};
use crate::diagnostic::{Code, diagnose};
use crate::directive::Directive;
use crate::syntax::head::Head;
use crate::text::unquote;
use crate::text::{Cause, Expansion, Lines, Origins, Span};

/// A file found for an include.
struct FoundFile {
    path: PathBuf,
    /// Its name in line tables, which does not depend on the working directory.
    recorded: String,
    bytes: Vec<u8>,
}

impl<'s> Preprocessor<'_, 's> {
    /// Handles `.include "FILE"`.
    pub(super) fn include(&mut self, at: Span, line: &Line<'s>, head: &Head<'_>) {
        let Some(name) = unquote(head.operands(line.text())).filter(|name| !name.is_empty()) else {
            return self.report_malformed(Directive::Include, at);
        };
        let Some(found) = self.find(name, at) else {
            self.record_include(line, name, None);
            return;
        };
        if self.is_being_read(&found.path) {
            self.record_include(line, name, None);
            let message = format!("`{}` includes itself", found.path.display());
            let help = "enclose its lines in `.ifndef NAME`, `.equ NAME, 1` and `.endif`, or include it once";
            self.report(diagnose(Code::IncludeCycle, at, message).with_help(help));
            return;
        }
        if self.included.len() > MAX_INCLUDES {
            let message = format!("more than {MAX_INCLUDES} files are included");
            return self.stop_with(at, message, "does a file include others that include it?".to_owned());
        }
        let (text, trouble) = crate::utf8::check(&found.bytes);
        if let Some(trouble) = trouble {
            self.record_include(line, name, None);
            let (path, offset) = (found.path.display(), trouble.span().start);
            let line = Lines::from_text("", text).index(offset) + 1;
            let message = format!("`{path}`, line {line}: {}", trouble.message);
            let diagnostic = diagnose(Code::CannotInclude, at, message);
            return self.report(diagnostic.with_optional_help(trouble.help));
        }
        let origins = self.record_include(line, name, Some((&found.path, text)));
        let shown = found.path.display().to_string();
        let number = self.output.lines.file_number(&found.recorded, Some(&shown));
        let file = OpenFile {
            directory: found.path.parent().unwrap_or(Path::new("")).to_owned(),
            path: Some(found.path),
            recorded_directory: directory_of(&found.recorded).to_owned(),
        };
        let expansion = Expansion {
            cause: Cause::Include,
            at,
        };
        let first = Position { file: number, line: 1 };
        let bytes = text.len();
        let text = FrameText::Generated(text.into());
        let mut frame = Frame::new(text, first, FrameKind::File(file));
        frame.origins = origins;
        self.push_frame(expansion, frame);
        self.charge(0, bytes);
    }

    /// Records an include if enabled, with the path and text of its file. Returns the source location of that text.
    fn record_include(&mut self, line: &Line<'s>, name: &str, found: Option<(&Path, &str)>) -> Option<Rc<Origins>> {
        let record = self.record.as_mut()?;
        let file = found.map(|(path, text)| record.file(path, text));
        record.note_include(line, name, file);
        let (file, (_, text)) = (file?, found?);
        Some(Rc::new(Origins::from_file(file, text.len())))
    }

    /// Returns true if a file is currently being read.
    fn is_being_read(&self, path: &Path) -> bool {
        let open = self.frames.iter().filter_map(|frame| match &frame.kind {
            FrameKind::File(file) => file.path.as_deref(),
            _ => None,
        });
        open.into_iter().any(|open| open == path)
    }

    /// Returns the innermost file being read.
    fn open_file(&self) -> Option<&OpenFile> {
        self.frames.iter().rev().find_map(|frame| match &frame.kind {
            FrameKind::File(file) => Some(file),
            _ => None,
        })
    }

    /// Reads the first file with a name: searches the directory of the including file, then the include paths.
    fn find(&mut self, name: &str, at: Span) -> Option<FoundFile> {
        let beside = self.open_file().map(|file| {
            let recorded = if Path::new(name).has_root() {
                name.to_owned()
            } else {
                format!("{}{name}", file.recorded_directory)
            };
            (file.directory.join(name), recorded)
        });
        let searched = self.paths.iter();
        let searched = searched.map(|directory| (directory.join(name), name.to_owned()));
        let mut looked: Vec<String> = Vec::new();
        for (path, recorded) in beside.into_iter().chain(searched) {
            match self.lookup.files.read_regular(&path) {
                Ok(bytes) => {
                    self.included.push(path.clone());
                    return Some(FoundFile { path, recorded, bytes });
                }
                Err(error) if is_absent(&error) => looked.push(format!("`{}`", path.display())),
                Err(error) => {
                    // The texts of error kinds are the same on all systems.
                    let why = match error.get_ref() {
                        Some(own) => own.to_string(),
                        None => error.kind().to_string(),
                    };
                    let message = format!("cannot read `{}`: {why}", path.display());
                    self.report(diagnose(Code::CannotInclude, at, message));
                    return None;
                }
            }
        }
        looked.dedup();
        let message = format!("cannot find the file `{name}`");
        let label = format!("looked for {}", looked.join(", "));
        self.report(diagnose(Code::CannotInclude, at, message).with_label(label));
        None
    }
}

/// Returns true if a file does not exist, so that the search continues.
fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// Returns the directory part of a name, with its trailing slash.
fn directory_of(name: &str) -> &str {
    let end = name.rfind(['/', '\\']).map_or(0, |slash| slash + 1);
    name.get(..end).unwrap_or_default()
}
