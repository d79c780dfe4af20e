//! What the preprocessor carried out, and where it was written. It is kept for analyses only, because assembling does
//! not need it.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::body::{Body, Filled, Value};
use super::frame::{Frame, FrameKind};
use super::line::Line;
use crate::text::{FileId, Origins, Piece, Place, Role, Span};

/// The record of a source.
#[derive(Default, Debug)]
pub(crate) struct Record {
    /// The included files, each once. The source itself is not among them, so the file of index n is at n - 1.
    pub(crate) files: Vec<IncludedFile>,
    /// Where the text is written.
    pub(crate) origins: Origins,
    /// The macros in the order of their definitions.
    pub(crate) macros: Vec<MacroDefinition>,
    /// The calls of macros in the order in which they are carried out.
    pub(crate) calls: Vec<MacroCall>,
    /// The `.include` directives in the order in which they are carried out.
    pub(crate) includes: Vec<Include>,
    /// The lines of files that conditionals left out, in the order in which they are read.
    pub(crate) inactive: Vec<Place>,
}

/// A file that was included.
#[derive(Debug)]
pub(crate) struct IncludedFile {
    /// Its path, as the files were asked for it.
    pub(crate) path: PathBuf,
    /// Its text without a byte order mark.
    pub(crate) text: String,
}

/// A macro.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MacroDefinition {
    /// Its name.
    pub name: String,
    /// Where the definition names it.
    pub place: Place,
    /// Its parameters.
    pub parameters: Vec<MacroParameter>,
    /// The lines between `.macro` and `.endm`.
    pub body: Place,
}

/// A parameter of a macro.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MacroParameter {
    /// Its name.
    pub name: String,
    /// Where the definition names it.
    pub place: Option<Place>,
    /// Its default.
    pub default: Option<String>,
}

impl fmt::Display for MacroParameter {
    /// The parameter as a definition writes it.
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
    /// The macro, by its index in [`Analysis::macros`](crate::analysis::Analysis::macros).
    pub definition: usize,
    /// The piece of the text that is the call with its arguments.
    pub span: Span,
    /// Where the call names the macro.
    pub name: Place,
    /// The value of each parameter.
    pub arguments: Vec<String>,
    /// The lines that the call stands for. Calls in them are not expanded.
    pub expansion: String,
}

/// An `.include` directive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Include {
    /// Where the name of the file is written, without quotation marks.
    pub place: Place,
    /// The name of the file as it is written.
    pub name: String,
    /// The file that was read; `None` if it is not found, or is not a text.
    pub file: Option<FileId>,
}

impl Record {
    /// The file with a path and a text, which is added if it is new.
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

    /// Notes an `.include`.
    pub(super) fn note_include(&mut self, line: &Line<'_>, name: &str, file: Option<FileId>) {
        let place = line.place(name);
        self.includes.extend(place.map(|place| Include {
            place,
            name: name.to_owned(),
            file,
        }));
    }

    /// Notes lines of a file that a conditional left out.
    pub(super) fn note_inactive(&mut self, frame: &Frame<'_>, lines: Range<usize>) {
        let (FrameKind::File(_), Some(origins)) = (&frame.kind, &frame.origins) else {
            return;
        };
        let Some((place, _)) = origins.origin(Span::from_range(lines)) else {
            return;
        };
        match self.inactive.last_mut() {
            Some(last) if last.file == place.file && last.span.end == place.span.start => {
                last.span.end = place.span.end;
            }
            _ => self.inactive.push(place),
        }
    }

    /// Notes the definition of a macro.
    pub(super) fn note_macro(&mut self, line: &Line<'_>, name: &str, parameters: Vec<MacroParameter>, body: &Body) {
        let Some(place) = line.place(name) else {
            return;
        };
        let all = Span::from_range(0..body.text.len());
        let body = body.origins.as_ref().and_then(|all_of| all_of.origin(all));
        let end = Place {
            span: Span::new(place.span.end, place.span.end),
            ..place
        };
        self.macros.push(MacroDefinition {
            name: name.to_owned(),
            place,
            parameters,
            body: body.map_or(end, |(body, _)| body),
        });
    }

    /// Notes the call of a macro, whose name is a part of the line.
    pub(super) fn note_call(
        &mut self,
        line: &Line<'_>,
        name: &str,
        span: Span,
        arguments: &[Value<'_>],
        expansion: &str,
    ) {
        let definition = self.macros.iter().rposition(|known| known.name == name);
        if let (Some(definition), Some(place)) = (definition, line.place(name)) {
            self.calls.push(MacroCall {
                definition,
                span,
                name: place,
                arguments: arguments.iter().map(|v| v.text.to_owned()).collect(),
                expansion: expansion.to_owned(),
            });
        }
    }
}

/// The places of the pieces of a body with its values filled in. `None` if those of the body are not recorded.
pub(super) fn origins_of(filled: &Filled, body: &Body, values: &[Vec<Piece>]) -> Option<Rc<Origins>> {
    let of_body = body.origins.as_ref()?;
    let mut origins = Origins::default();
    let (mut out, mut read) = (0, 0);
    let copy = |origins: &mut Origins, out: usize, read: Range<usize>| {
        let (to, span) = (Span::from_range(out..out).start, Span::from_range(read));
        let pieces = of_body.part(span).map(|piece| Piece {
            role: match piece.role {
                Role::Made => Role::Made,
                _ => Role::Body,
            },
            ..piece
        });
        origins.append(pieces, span.start, to);
    };
    for replaced in &filled.replaced {
        copy(&mut origins, out, read..replaced.of.start);
        let span = Span::from_range(replaced.range.clone());
        match replaced.value.and_then(|n| values.get(n)) {
            Some(value) if !value.is_empty() => {
                origins.append(value.iter().copied(), 0, span.start);
            }
            _ => {
                let of = of_body.origin(Span::from_range(replaced.of.clone()));
                if let Some((place, _)) = of {
                    origins.push(Piece {
                        span,
                        place,
                        role: Role::Made,
                    });
                }
            }
        }
        out = replaced.range.end;
        read = replaced.of.end;
    }
    copy(&mut origins, out, read..body.text.len());
    Some(Rc::new(origins))
}
