//! Comments that let functions be procedures of other objects, or offer them to other objects.
//!
//! `// picac: extern NAME` directly before a function makes its calls calls of the procedure `NAME`, which another
//! object defines. `// picac: export NAME` makes the function a procedure `NAME`, which other objects call.

use std::ops::Range;

use ::naga::valid::{GlobalUse, ModuleInfo};
use ::naga::{Function, Handle, Module, ScalarKind};
use pica200_diagnostics::Code;
use rustc_hash::FxHashMap;

use crate::diagnostic::{Diagnostic, Place, diagnose};
use crate::ir::MAX_ARGUMENTS;
use crate::names::can_be_defined;

use super::shape::{Shape, Shapes};
use super::text::Text;
use super::words::{Kind, Token};

/// The prefix of the comments.
const MARK: &str = "picac:";

/// Maximum number of tokens between a comment and the bracket after the name of its function.
const MAX_TOKENS: usize = 64;

/// Maximum number of exports of a source, far more than 512 instructions can hold.
const MAX_EXPORTS: usize = 64;

/// The functions of a module, by their names.
type Functions<'m> = FxHashMap<&'m str, Vec<Handle<Function>>>;

/// The functions of a module that comments are about.
#[derive(Debug, Default)]
pub(super) struct Linkage {
    /// The functions that are procedures of other objects, with their names there.
    pub(super) externs: FxHashMap<Handle<Function>, String>,
    /// The functions that other objects call, with their names there, in the order of the source.
    pub(super) exports: Vec<(Handle<Function>, String)>,
    /// The locations of the comments, by function.
    places: FxHashMap<Handle<Function>, Option<Place>>,
}

/// A comment with the mark.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Comment<'s> {
    /// The words after the prefix.
    words: Vec<&'s str>,
    range: Range<usize>,
    /// The name of the function that follows, if there is one.
    function: Option<&'s str>,
}

/// Returns the comments with the mark, in order.
fn comments<'t>(text: &'t Text<'_>) -> Vec<Comment<'t>> {
    let source = text.written();
    if !source.contains(MARK) {
        return Vec::new();
    }
    let tokens = text.tokens();
    let mut comments = Vec::new();
    let mut start = 0;
    for next in 0..=tokens.len() {
        let token = tokens.get(next);
        let end = token.map_or(source.len(), |token| token.range.start);
        for (words, range) in marked(source, start..end) {
            let end = tokens.len().min(next + MAX_TOKENS);
            let function = function_name(source, tokens.get(next..end).unwrap_or_default());
            comments.push(Comment { words, range, function });
        }
        start = token.map_or(end, |token| token.range.end);
    }
    comments
}

/// Returns the comments with the mark in a part of the source that consists of comments and blanks.
fn marked(source: &str, part: Range<usize>) -> Vec<(Vec<&str>, Range<usize>)> {
    let mut found = Vec::new();
    let mut rest = source.get(part.clone()).unwrap_or_default();
    while let Some(start) = rest.find('/') {
        rest = rest.get(start..).unwrap_or_default();
        let end = match rest.strip_prefix("/*") {
            Some(inside) => inside.find("*/").map_or(rest.len(), |end| end + 4),
            None => rest.find(['\r', '\n']).unwrap_or(rest.len()),
        };
        let (comment, behind) = rest.split_at_checked(end).unwrap_or((rest, ""));
        if let Some(text) = comment.strip_prefix("//")
            && let Some(text) = text.trim_start().strip_prefix(MARK)
        {
            let start = part.end - rest.len();
            let range = start..start + comment.trim_end().len();
            found.push((text.split_whitespace().collect(), range));
        }
        rest = behind;
    }
    found
}

/// Returns the name of the function that tokens begin with: the last word before the first bracket, after the
/// attributes of WGSL.
fn function_name<'s>(source: &'s str, tokens: &[Token]) -> Option<&'s str> {
    let mut last = None;
    let mut tokens = tokens.iter().peekable();
    while let Some(token) = tokens.next() {
        match token.kind {
            Kind::Word | Kind::Number => last = source.get(token.range.clone()),
            Kind::Sign(b'@') => {
                tokens.next();
                if tokens.peek().map(|next| next.kind) == Some(Kind::Sign(b'(')) {
                    tokens.by_ref().find(|next| next.kind == Kind::Sign(b')'));
                }
            }
            Kind::Sign(b'(') => return last,
            Kind::Sign(b'[' | b']') => {}
            Kind::Sign(_) | Kind::Directive => return None,
        }
    }
    None
}

/// Finds the functions that comments are about.
pub(super) fn resolve(module: &Module, text: &Text<'_>) -> (Linkage, Vec<Diagnostic>) {
    let mut linkage = Linkage::default();
    let mut diagnostics = Vec::new();
    let mut functions = Functions::default();
    for (handle, function) in module.functions.iter() {
        let name = function.name.as_deref().unwrap_or_default();
        functions.entry(name).or_default().push(handle);
    }
    for comment in &comments(text) {
        let place = text.place_of(comment.range.start, comment.range.end);
        if let Err(diagnostic) = linkage.add(module, &functions, comment, place) {
            diagnostics.push(diagnostic.with_location(place));
        }
    }
    (linkage, diagnostics)
}

impl Linkage {
    fn add(
        &mut self,
        module: &Module,
        functions: &Functions<'_>,
        comment: &Comment<'_>,
        place: Option<Place>,
    ) -> Result<(), Diagnostic> {
        let (kind, name) = match comment.words[..] {
            [kind @ ("extern" | "export"), name] => (kind, name),
            [kind @ ("extern" | "export")] => {
                return invalid(
                    format!("`{MARK} {kind}` without the name of a procedure"),
                    format!("write `// {MARK} {kind} NAME`, with its name in assembly"),
                );
            }
            _ => {
                let found = comment.words.join(" ");
                return invalid(
                    format!("`{MARK} {found}` means nothing"),
                    format!("write `// {MARK} extern NAME` or `// {MARK} export NAME`"),
                );
            }
        };
        if !can_be_defined(name) {
            return invalid(
                format!("`{name}` cannot be the name of a procedure"),
                "use up to 64 letters, digits and `_`, no digit first, and no register, instruction or `main`",
            );
        }
        let handle = function(module, functions, comment.function, kind)?;
        if self.places.insert(handle, place).is_some() {
            return invalid("two comments are about one function".to_owned(), "leave one of them");
        }
        if kind == "extern" {
            self.externs.insert(handle, name.to_owned());
        } else if self.exports.iter().any(|(_, other)| other == name) {
            return invalid(
                format!("two functions are exported as `{name}`"),
                "give each procedure its own name",
            );
        } else if self.exports.len() == MAX_EXPORTS {
            return invalid(
                format!("more than {MAX_EXPORTS} functions are exported"),
                "split the source",
            );
        } else {
            self.exports.push((handle, name.to_owned()));
        }
        Ok(())
    }

    /// Checks that the functions can be procedures.
    pub(super) fn check(&self, module: &Module, info: &ModuleInfo) -> Vec<Diagnostic> {
        let shapes = Shapes::new(module);
        let mut handles: Vec<_> = self.places.keys().copied().collect();
        handles.sort_by_key(|handle| handle.index());
        let problems = handles.into_iter().flat_map(|handle| {
            let function = &module.functions[handle];
            let place = self.places.get(&handle).copied().flatten();
            let mut found = signature(&shapes, function);
            let globals = module.global_variables.iter();
            for (global, variable) in globals {
                if info[handle][global].contains(GlobalUse::WRITE) {
                    let name = variable.name.as_deref().unwrap_or_default();
                    found.push((
                        format!("{} sets `{name}`, which a procedure cannot do", shown(function)),
                        "return the value instead".to_owned(),
                    ));
                }
            }
            found
                .into_iter()
                .map(move |(message, help)| diagnose(Code::ProcedureSignature, place, message).with_help(help))
        });
        problems.collect()
    }
}

fn invalid<T>(message: String, help: impl Into<String>) -> Result<T, Diagnostic> {
    Err(diagnose(Code::CommentInvalid, None, message).with_help(help))
}

/// Returns the function with a name, which is not an entry point.
fn function(
    module: &Module,
    functions: &Functions<'_>,
    name: Option<&str>,
    kind: &str,
) -> Result<Handle<Function>, Diagnostic> {
    let Some(name) = name else {
        return invalid(
            format!("`{MARK} {kind}` is not before a function"),
            "write the comment on the line before the function",
        );
    };
    if module.entry_points.iter().any(|entry| entry.name == name) {
        let message = format!("`{name}` is an entry point, which `{MARK} {kind}` cannot be about");
        return Err(diagnose(Code::ProcedureEntryPoint, None, message)
            .with_help("put its computation into a separate function"));
    }
    match functions.get(name).map_or(&[][..], Vec::as_slice) {
        [only] => Ok(*only),
        [] => invalid(
            format!("`{MARK} {kind}` is not before a function"),
            "write the comment on the line before the function",
        ),
        _ => invalid(
            format!("several functions are called `{name}`"),
            "give the function that the comment refers to a unique name",
        ),
    }
}

fn shown(function: &Function) -> String {
    format!("`{}`", function.name.as_deref().unwrap_or_default())
}

/// Returns the unsupported parameters and results of a function, each with advice.
fn signature(shapes: &Shapes<'_>, function: &Function) -> Vec<(String, String)> {
    let mut problems = Vec::new();
    let mut registers = 0;
    for argument in &function.arguments {
        let count = argument_registers(shapes.get(argument.ty)).filter(|_| !shapes.is_pointer(argument.ty));
        match count {
            Some(count) => registers += count,
            None => problems.push((
                format!(
                    "the parameter `{}` of {} is neither a number nor a vector or matrix of numbers",
                    argument.name.as_deref().unwrap_or_default(),
                    shown(function)
                ),
                "pass its parts as parameters of their own, and truth values as numbers".to_owned(),
            )),
        }
    }
    if registers > MAX_ARGUMENTS {
        problems.push((
            format!(
                "the parameters of {} take {registers} registers; procedures have {MAX_ARGUMENTS} for them",
                shown(function)
            ),
            "join numbers to vectors, or pass fewer".to_owned(),
        ));
    }
    let result = function.result.as_ref().map(|result| shapes.get(result.ty));
    if result.is_none_or(|shape| !is_register(shape)) {
        problems.push((
            format!(
                "the result of {} is neither a number nor a vector of numbers",
                shown(function)
            ),
            "return one register; divide the function if there is more to return".to_owned(),
        ));
    }
    problems
}

/// Returns the registers that an argument takes, one for each column of a matrix; `None` if no procedure takes it.
pub(super) fn argument_registers(shape: Shape) -> Option<usize> {
    match shape {
        Shape::Matrix { columns, .. } => Some(columns),
        _ => is_register(shape).then_some(1),
    }
}

/// Returns whether a register holds a value of the shape.
fn is_register(shape: Shape) -> bool {
    match shape {
        Shape::Scalar(kind) | Shape::Vector(_, kind) => kind != ScalarKind::Bool,
        _ => false,
    }
}
