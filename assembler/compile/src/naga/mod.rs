//! The front end for WGSL, GLSL and SPIR-V: modules that naga reads and validates, as programs of the middle.
//!
//! A source passes these steps:
//!
//! 1. [`glsl`]: GLSL of other versions becomes GLSL that naga takes, with the same lines.
//! 2. [`parse`]: naga reads the text and, after step 3, validates the module.
//! 3. [`check`]: the entry point is chosen, and all that the machine cannot do at all is refused.
//! 4. [`lower`]: functions are put in place of their calls, values are split into lanes.

mod check;
mod glsl;
mod lower;
mod parse;
mod shape;
mod spirv;
#[cfg(test)]
mod tests;
mod text;

use pica200_diagnostics::Code;

use crate::finding::Finding;
use crate::ir::Program;
use crate::options::{Language, Options};
use crate::source::Source;
use text::Text;

/// The version of naga, for messages about its faults.
const VERSION: &str = "30";

/// The most bytes of a source.
const LONGEST: usize = 1 << 20;

/// The size of the stack on which naga works. Its parsers call themselves for each nested expression.
const STACK: usize = 256 << 20;

/// Reads a shader and translates it to the middle. The program is empty if there are errors among the findings; the
/// listing is there in any case. `language` is not Direct3D's.
pub(crate) fn read(language: Language, bytes: &[u8], options: &Options) -> (Source, Vec<Finding>) {
    if bytes.len() > LONGEST {
        return invalid(format!(
            "the source has {} bytes; up to {LONGEST} are allowed",
            bytes.len()
        ));
    }
    match language {
        Language::SpirV => match spirv::list(bytes) {
            Ok((listing, instructions)) => {
                let text = Text::of_listing(&listing, instructions);
                let (source, findings) = translate_apart(language, bytes, &text, options);
                (with_listing(source, listing.clone()), findings)
            }
            Err(finding) => (Source::default(), vec![finding]),
        },
        _ => match std::str::from_utf8(bytes) {
            Ok(source) => read_text(language, source, options),
            Err(_) => invalid("the source is not text in UTF-8"),
        },
    }
}

fn read_text(language: Language, text: &str, options: &Options) -> (Source, Vec<Finding>) {
    if let Some(finding) = Text::new(text).nested_too_deep() {
        return (with_listing(Source::default(), text), vec![finding]);
    }
    if language != Language::Glsl {
        let (source, findings) =
            translate_apart(language, text.as_bytes(), &Text::new(text), options);
        return (with_listing(source, text), findings);
    }
    let rewritten = glsl::rewrite(text);
    let (own, changed) = Text::rewritten(text, &rewritten.edits);
    let has_errors = rewritten.findings.iter().any(Finding::is_error);
    // What cannot be rewritten is not valid either, and the errors would be two for one mistake.
    let (mut source, found) = if has_errors {
        Default::default()
    } else {
        translate_apart(language, changed.as_bytes(), &own, options)
    };
    source.notes.extend(rewritten.notes);
    let findings = sorted(rewritten.findings.into_iter().chain(found).collect());
    (with_listing(source, text), findings)
}

fn with_listing(source: Source, listing: impl Into<String>) -> Source {
    Source {
        listing: listing.into(),
        ..source
    }
}

fn invalid(message: impl Into<String>) -> (Source, Vec<Finding>) {
    let finding = Finding::new(Code::SourceInvalid, None, message);
    (Source::default(), vec![finding])
}

/// Translates on a thread of its own: naga's parsers need a large stack, and faults of naga, which panics on some sources,
/// end that thread alone.
fn translate_apart(
    language: Language,
    bytes: &[u8],
    text: &Text<'_>,
    options: &Options,
) -> (Source, Vec<Finding>) {
    let failed = |message: String| {
        let finding = Finding::new(Code::FrontEndPanic, None, message)
            .with_help("leave parts of the source out to find what it fails on");
        (Source::default(), vec![finding])
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let thread = thread.spawn_scoped(scope, || translate(language, bytes, text, options));
        match thread.map(|thread| thread.join()) {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => failed(format!(
                "naga {VERSION}, which reads this language, failed on this source"
            )),
            Err(error) => failed(format!(
                "no thread could be started for naga {VERSION}: {error}"
            )),
        }
    })
}

fn translate(
    language: Language,
    bytes: &[u8],
    text: &Text<'_>,
    options: &Options,
) -> (Source, Vec<Finding>) {
    let module = match parse::parse(language, bytes, text) {
        Ok(module) => module,
        Err(errors) => return (Source::default(), sorted(errors)),
    };
    let entry = match check::entry_point(&module, options.shader_entry.as_deref()) {
        Ok(entry) => entry,
        Err(finding) => return (Source::default(), vec![finding]),
    };
    let mut findings = check::check(&module, entry, text);
    match parse::validate(&module, text) {
        Ok(info) => {
            let (mut source, found) = lower::lower(&module, &info, entry, text, options);
            findings.extend(found);
            if findings.iter().any(Finding::is_error) {
                source.program = Program::default();
            }
            (source, sorted(findings))
        }
        Err(error) => {
            // What is refused need not be valid.
            if findings.is_empty() {
                findings.push(error);
            }
            (Source::default(), sorted(findings))
        }
    }
}

/// Findings in the order of their places.
fn sorted(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_by_key(|finding| {
        let place = finding
            .place
            .map(|place| (place.line, place.columns.map(|columns| columns.start)));
        (place.is_none(), place)
    });
    findings
}
