//! Assembler for the PICA200 shader processor: source text in, an object and diagnostics out.
//!
//! `LANGUAGE.md` in this crate describes the language. A source goes through phases. Each borrows the results of the
//! previous phases without changing them; only the diagnostics report is shared.
//!
//! 1. [`text`] validates the bytes, and tracks lines, positions and files.
//! 2. [`syntax`] turns the text into tokens and a tree of statements with spans. The preprocessor runs at the same time
//!    and expands includes, conditionals, macros and repetitions.
//! 3. [`resolve`] walks the tree once. It resolves names, evaluates expressions and types operands. The result is a
//!    program: instructions in a tree of blocks, declarations, and all names with their uses. Sources with errors also
//!    have one.
//! 4. *Lowering* turns the program into machine instructions: it expands pseudo-instructions, pools numbers written as
//!    operands into constants, and allocates registers.
//! 5. *Padding* walks the tree in machine order, inserts NOPs, and thereby fixes the offset of each word. For `ifu !b`
//!    it visits the two bodies in swapped order.
//! 6. [`lint`]: if there are no errors, passes over the program report suspicious code.
//! 7. *Encoding* emits words, relocation records, line tables and the object.
//!
//! One evaluator handles all expressions. It resolves names through a scope; the assembler and the preprocessor each
//! have one.
//!
//! [`analysis`] keeps the results of these phases and answers queries about a source: where names are defined and used,
//! and where each piece of an expanded text comes from. It is meant for development tools; assembling does not use it.
//!
//! The crate `pica200-disasm` converts shader binaries and objects back to sources; `pica200-format` formats sources.
//!
//! The crate prints nothing and has no global state. It reads a source with errors to its end, so that one run reports
//! all errors.
//!
//! ```
//! use pica200_asm::{AssemblyOptions, assemble};
//!
//! let source = ".out o position\n.proc main\n\tmov o, v0\n\tend\n.end\n";
//! let assembly = assemble("shader.vsh", source.as_bytes(), &AssemblyOptions::default());
//! assert!(assembly.diagnostics.is_empty());
//! let object = assembly.object.expect("there are no errors");
//! assert_eq!(object.code.len(), 2);
//! ```

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod allow;
pub mod analysis;
pub mod diagnostic;
pub mod directive;
mod encode;
mod expression;
mod foreign;
mod lenient;
pub mod lint;
mod lints;
mod lower;
mod mnemonic;
mod options;
mod pad;
mod preprocess;
mod program;
pub mod reference;
mod register;
mod report;
pub mod resolve;
pub mod syntax;
pub mod text;
pub mod utf8;
pub mod words;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use pica200_objfmt::formats::object::Object;

pub use crate::expression::value::Number;
pub use crate::mnemonic::{PSEUDO_INSTRUCTIONS, PseudoInfo};
pub use crate::options::AssemblyOptions;
pub use crate::preprocess::{Define, DefineError, Lookup};
pub use crate::text::files::{DiskFiles, Files, MemoryFiles, read_whole};

use crate::allow::Allowances;
use crate::diagnostic::Diagnostic;
use crate::lint::LintContext;
use crate::lower::Lowered;
use crate::pad::Padded;
use crate::preprocess::ParsedSource;
use crate::report::Report;
use crate::resolve::Resolved;
use crate::syntax::ast::Ast;
use crate::syntax::parse;
use crate::text::Lines;

/// The result of assembling a source.
#[derive(Debug)]
pub struct Assembly<'s> {
    /// The object, or `None` if there are errors.
    pub object: Option<Object>,
    /// Errors and warnings, in source order.
    pub diagnostics: Vec<Diagnostic>,
    /// The text that spans refer to: the source without its byte order mark, or the preprocessed text. If the source is
    /// not UTF-8, the part before the first invalid byte.
    pub text: Cow<'s, str>,
    /// The lines of that text, and the files and lines they map to.
    pub lines: Lines,
    /// The warnings that the source allows. Allowed warnings of the assembler are already removed from the diagnostics
    /// above.
    pub allowances: Allowances,
    /// The names of the source with their definitions and uses.
    pub resolved: Resolved,
    /// The included files in order. A file that is included twice appears twice.
    pub read: Vec<PathBuf>,
}

/// Assembles a source without includes. `name` is its name in positions.
pub fn assemble<'s>(name: &str, source: &'s [u8], options: &AssemblyOptions) -> Assembly<'s> {
    let lookup = Lookup {
        files: &MemoryFiles::new(),
        directory: Path::new(""),
    };
    assemble_in(name, source, options, &lookup)
}

/// Assembles a source. `name` is its name in positions; `lookup` finds the included files.
pub fn assemble_in<'s>(name: &str, source: &'s [u8], options: &AssemblyOptions, lookup: &Lookup<'_>) -> Assembly<'s> {
    let (text, trouble) = crate::utf8::check(source);
    if let Some(trouble) = trouble {
        return Assembly {
            object: None,
            diagnostics: vec![trouble],
            text: text.into(),
            lines: Lines::from_source(name, text),
            allowances: Allowances::default(),
            resolved: Resolved::default(),
            read: Vec::new(),
        };
    }
    if options.lenient
        && let Some(repaired) = lenient::repair(text)
    {
        return assemble_repaired(name, text, &repaired, options, lookup);
    }
    let (paths, defines) = (&options.include_paths, &options.defines);
    let mut read = preprocess::read(name, text, lookup, paths, defines, false);
    let ast = std::mem::take(&mut read.ast);
    let earlier = std::mem::take(&mut read.diagnostics);
    let assembled = assemble_read(&read, ast, options, earlier);
    Assembly {
        object: assembled.object,
        diagnostics: assembled.diagnostics,
        allowances: assembled.allowances,
        resolved: assembled.resolved,
        text: read.text,
        lines: read.lines,
        read: read.included,
    }
}

/// Assembles a repaired source, and adds the warnings about the repairs.
fn assemble_repaired<'s>(
    name: &str,
    written: &'s str,
    repaired: &lenient::Repaired,
    options: &AssemblyOptions,
    lookup: &Lookup<'_>,
) -> Assembly<'s> {
    let (paths, defines) = (&options.include_paths, &options.defines);
    let mut read = preprocess::read(name, &repaired.text, lookup, paths, defines, true);
    let ast = std::mem::take(&mut read.ast);
    let earlier = std::mem::take(&mut read.diagnostics);
    let assembled = assemble_read(&read, ast, options, earlier);
    let origins = read.record.map(|record| record.origins).unwrap_or_default();
    let mut warnings = repaired.warnings_in(&origins);
    warnings.retain(|warning| {
        let start = warning.span().start;
        let allowances = &assembled.allowances;
        !allowances.allows(warning.code.name(), start, &read.lines)
    });
    warnings.truncate(diagnostic::MAX_DIAGNOSTICS);
    let mut diagnostics = assembled.diagnostics;
    diagnostics.extend(warnings);
    diagnostics.sort_by_key(|diagnostic| diagnostic.span().start);
    Assembly {
        object: assembled.object,
        diagnostics,
        text: match read.text {
            Cow::Borrowed(text) => written.get(..text.len()).unwrap_or_default().into(),
            Cow::Owned(text) => lenient::undo_repairs(&text, &origins, written).into(),
        },
        lines: read.lines,
        allowances: assembled.allowances,
        resolved: assembled.resolved,
        read: read.included,
    }
}

/// The result of preprocessing a source.
#[derive(Debug)]
pub struct Preprocessed<'s> {
    /// An equivalent source without preprocessor directives, or `None` if there are errors. Its line markers give the
    /// origin of each line, and it assembles to the same object.
    pub source: Option<String>,
    /// Errors and warnings of the preprocessor.
    pub diagnostics: Vec<Diagnostic>,
    /// The text that the diagnostics' spans refer to.
    pub text: Cow<'s, str>,
    /// The lines of that text, and the files and lines they map to.
    pub lines: Lines,
    /// The included files in order. A file that is included twice appears twice.
    pub read: Vec<PathBuf>,
}

/// Expands the includes, conditionals, macros and repetitions of a source.
pub fn preprocess<'s>(
    name: &str,
    source: &'s [u8],
    options: &AssemblyOptions,
    lookup: &Lookup<'_>,
) -> Preprocessed<'s> {
    let (text, trouble) = crate::utf8::check(source);
    if let Some(trouble) = trouble {
        return Preprocessed {
            source: None,
            diagnostics: vec![trouble],
            text: text.into(),
            lines: Lines::from_source(name, text),
            read: Vec::new(),
        };
    }
    let (paths, defines) = (&options.include_paths, &options.defines);
    let read = preprocess::read(name, text, lookup, paths, defines, false);
    let has_no_errors = !read.diagnostics.iter().any(Diagnostic::is_error);
    Preprocessed {
        source: has_no_errors.then(|| preprocess::write(&read, &options.defines)),
        diagnostics: read.diagnostics,
        text: read.text,
        lines: read.lines,
        read: read.included,
    }
}

/// The results of the phases after parsing.
struct AssembledSource {
    object: Option<Object>,
    diagnostics: Vec<Diagnostic>,
    allowances: Allowances,
    resolved: Resolved,
}

/// Runs the phases after parsing.
fn assemble_read(
    read: &ParsedSource<'_>,
    ast: Ast,
    options: &AssemblyOptions,
    earlier: Vec<Diagnostic>,
) -> AssembledSource {
    let (resolved, report) = resolve_read(read, &ast, options, earlier);
    // The later phases do not need it, and use as much memory as it does.
    drop(ast);
    let checked = check_resolved(read, options, resolved, report);
    let LoweredSource { resolved, lowered, .. } = checked;
    let object = checked.has_no_errors.then(|| Object {
        padding: resolved.padding,
        ..encode::encode(&read.text, &read.lines, &resolved, lowered, &checked.padded)
    });
    AssembledSource {
        object,
        diagnostics: checked.diagnostics,
        allowances: checked.allowances,
        resolved,
    }
}

/// Runs the resolver.
fn resolve_read<'r>(
    read: &'r ParsedSource<'_>,
    ast: &Ast,
    options: &'r AssemblyOptions,
    earlier: Vec<Diagnostic>,
) -> (Resolved, Report<'r>) {
    let ParsedSource { text, lines, .. } = read;
    let (allowances, invalid) = allow::read(text, ast, lines);
    let mut report = Report::on_source(text, lines, allowances);
    let before = invalid.into_iter().chain(earlier);
    for diagnostic in before.chain(parse::syntax_errors(text, ast)) {
        report.add(diagnostic);
    }
    let resolved = resolve::resolve(ast, lines, options, &mut report);
    (resolved, report)
}

/// The results of the phases between parsing and encoding.
struct LoweredSource {
    /// True if there are no errors.
    has_no_errors: bool,
    diagnostics: Vec<Diagnostic>,
    allowances: Allowances,
    resolved: Resolved,
    lowered: Lowered,
    padded: Padded,
}

/// Runs the phases between the resolver and encoding.
fn check_resolved(
    read: &ParsedSource<'_>,
    options: &AssemblyOptions,
    resolved: Resolved,
    mut report: Report<'_>,
) -> LoweredSource {
    let lowered = lower::lower(&resolved, &mut report);
    let padded = pad::pad(&resolved.program, resolved.padding, &mut report);
    pad::check(&resolved.program, &padded, resolved.padding, &mut report);
    if !report.has_errors() {
        let subject = LintContext {
            text: &read.text,
            lines: &read.lines,
            unread: &read.unread,
            resolved: &resolved,
            lowered: &lowered,
            lints: options.lints,
            straight_lines: OnceCell::new(),
        };
        lint::run(&subject, &mut report);
    }
    let has_no_errors = !report.has_errors();
    let (diagnostics, allowances) = report.finish();
    LoweredSource {
        has_no_errors,
        diagnostics,
        allowances,
        resolved,
        lowered,
        padded,
    }
}
