//! A record of the preprocessor's actions and their source locations. Only analyses need it; assembling does not.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::body::{Body, ExpandedBody, Value};
use super::frame::{Frame, FrameKind};
use super::line::Line;
use crate::text::{FileId, FileSpan, Origins, Piece, Role, Span};

/// The record of a source.
#[derive(Default, Debug)]
pub(crate) struct Record {
    /// The included files, without duplicates. The source itself is not among them, so the file with index n is at n -
    /// 1.
    pub(crate) files: Vec<IncludedFile>,
    /// Source locations of the text.
    pub(crate) origins: Origins,
    /// Macros in the order of their definitions.
    pub(crate) macros: Vec<MacroDefinition>,
    /// Macro calls in the order of their execution.
    pub(crate) calls: Vec<MacroCall>,
    /// `.include` directives in the order of their execution.
    pub(crate) includes: Vec<Include>,
    /// Lines of files that conditionals skipped, in the order of reading.
    pub(crate) inactive: Vec<FileSpan>,
}

/// An included file.
#[derive(Debug)]
pub(crate) struct IncludedFile {
    /// The path it was requested with.
    pub(crate) path: PathBuf,
    /// Its text without a byte order mark.
    pub(crate) text: String,
}

/// A macro.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MacroDefinition {
    /// Its name.
    pub name: String,
    /// Location of the name in the definition.
    pub location: FileSpan,
    /// Its parameters.
    pub parameters: Vec<MacroParameter>,
    /// The lines between `.macro` and `.endm`.
    pub body: FileSpan,
}

/// A parameter of a macro.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MacroParameter {
    /// Its name.
    pub name: String,
    /// Location of the name in the definition.
    pub location: Option<FileSpan>,
    /// Its default.
    pub default: Option<String>,
}

impl fmt::Display for MacroParameter {
    /// Formats the parameter as in a definition.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        match &self.default {
            Some(default) => write!(f, "={default}"),
            None => Ok(()),
        }
    }
}

/// A call of a macro.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MacroCall {
    /// The macro, by index in [`Analysis::macros`](crate::analysis::Analysis::macros).
    pub definition: usize,
    /// Span of the call with its arguments.
    pub span: Span,
    /// Location of the macro's name in the call.
    pub name: FileSpan,
    /// The value of each parameter.
    pub arguments: Vec<String>,
    /// The expansion of the call. Nested calls are not expanded.
    pub expansion: String,
}

/// An `.include` directive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Include {
    /// Location of the file name, without quotation marks.
    pub location: FileSpan,
    /// The file name as written.
    pub name: String,
    /// The file that was read; `None` if it was not found or is not text.
    pub file: Option<FileId>,
}

impl Record {
    /// Returns the file with a path and text, adding it if it is new.
    pub(super) fn file(&mut self, path: &Path, text: &str) -> FileId {
        let known = self.files.iter().position(|file| file.path == path);
        let index = known.unwrap_or_else(|| {
            self.files.push(IncludedFile {
                path: path.to_owned(),
                text: text.to_owned(),
            });
            self.files.len() - 1
        });
        FileId::new(index + 1)
    }

    /// Records an `.include`.
    pub(super) fn note_include(&mut self, line: &Line<'_>, name: &str, file: Option<FileId>) {
        let location = line.location(name);
        self.includes.extend(location.map(|location| Include {
            location,
            name: name.to_owned(),
            file,
        }));
    }

    /// Records lines of a file that a conditional skipped.
    pub(super) fn note_inactive(&mut self, frame: &Frame<'_>, lines: Range<usize>) {
        let (FrameKind::File(_), Some(origins)) = (&frame.kind, &frame.origins) else {
            return;
        };
        let Some((location, _)) = origins.origin(Span::from_range(lines)) else {
            return;
        };
        match self.inactive.last_mut() {
            Some(last) if last.file == location.file && last.span.end == location.span.start => {
                last.span.end = location.span.end;
            }
            _ => self.inactive.push(location),
        }
    }

    /// Records a macro definition.
    pub(super) fn note_macro(&mut self, line: &Line<'_>, name: &str, parameters: Vec<MacroParameter>, body: &Body) {
        let Some(location) = line.location(name) else {
            return;
        };
        let all = Span::from_range(0..body.text.len());
        let body = body.origins.as_ref().and_then(|all_of| all_of.origin(all));
        let end = FileSpan {
            span: Span::new(location.span.end, location.span.end),
            ..location
        };
        self.macros.push(MacroDefinition {
            name: name.to_owned(),
            location,
            parameters,
            body: body.map_or(end, |(body, _)| body),
        });
    }

    /// Records a macro call. Its name is a part of the line.
    pub(super) fn note_call(
        &mut self,
        line: &Line<'_>,
        name: &str,
        span: Span,
        arguments: &[Value<'_>],
        expansion: &str,
    ) {
        let definition = self.macros.iter().rposition(|known| known.name == name);
        if let (Some(definition), Some(location)) = (definition, line.location(name)) {
            self.calls.push(MacroCall {
                definition,
                span,
                name: location,
                arguments: arguments.iter().map(|v| v.text.to_owned()).collect(),
                expansion: expansion.to_owned(),
            });
        }
    }
}

/// Returns the source locations of a body with its parameters substituted. `None` if the locations of the body are not
/// recorded.
pub(super) fn body_origins(expanded: &ExpandedBody, body: &Body, values: &[Vec<Piece>]) -> Option<Rc<Origins>> {
    let body_origin = body.origins.as_ref()?;
    let mut origins = Origins::default();
    let (mut out, mut read) = (0, 0);
    let copy = |origins: &mut Origins, out: usize, read: Range<usize>| {
        let (to, span) = (Span::from_range(out..out).start, Span::from_range(read));
        let pieces = body_origin.part(span).map(|piece| Piece {
            role: match piece.role {
                Role::Generated => Role::Generated,
                _ => Role::Body,
            },
            ..piece
        });
        origins.append(pieces, span.start, to);
    };
    for replaced in &expanded.replaced {
        copy(&mut origins, out, read..replaced.source.start);
        let span = Span::from_range(replaced.range.clone());
        match replaced.value.and_then(|n| values.get(n)) {
            Some(value) if !value.is_empty() => {
                origins.append(value.iter().copied(), 0, span.start);
            }
            _ => {
                let origin = body_origin.origin(Span::from_range(replaced.source.clone()));
                if let Some((location, _)) = origin {
                    origins.push(Piece {
                        span,
                        location,
                        role: Role::Generated,
                    });
                }
            }
        }
        out = replaced.range.end;
        read = replaced.source.end;
    }
    copy(&mut origins, out, read..body.text.len());
    Some(Rc::new(origins))
}
