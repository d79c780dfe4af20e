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
mod interface;
mod invalid;
mod linkage;
mod lower;
mod numbers;
mod parse;
mod refused;
mod shape;
mod spirv;
#[cfg(test)]
mod tests;
mod text;

use pica200_diagnostics::Code;

use crate::finding::Finding;
use crate::options::{Language, Options, READER_THREAD};
use crate::source::Source;
use glsl::Macros;
use interface::Interface;
use numbers::Numbers;
use refused::{Refused, Shader};
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
                let none = Macros::default();
                let (source, findings) =
                    apart(|| translate(language, bytes, &text, &none, options));
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

fn read_text(language: Language, source: &str, options: &Options) -> (Source, Vec<Finding>) {
    let text = Text::new(source);
    if let Some(finding) = text.nested_too_deep() {
        return (with_listing(Source::default(), source), vec![finding]);
    }
    let none = Macros::default();
    let (read, findings) = apart(|| match language {
        Language::Glsl => translate_glsl(source, options),
        _ => translate(language, source.as_bytes(), &text, &none, options),
    });
    (with_listing(read, source), findings)
}

/// Translates GLSL, after a change to GLSL that naga takes.
fn translate_glsl(source: &str, options: &Options) -> (Source, Vec<Finding>) {
    let macros = Macros::of(source, options);
    let mut rewritten = glsl::rewrite(source, &macros);
    if linkage::exports(source) && !linkage::has_main(source) {
        // naga reads no source without a `main`, which is not translated.
        rewritten.edits.push(glsl::Edit {
            range: source.len()..source.len(),
            text: "\nvoid main() { gl_Position = vec4(0.0); }\n".to_owned(),
        });
    }
    let (text, changed) = Text::rewritten(source, &rewritten.edits);
    let mut own = rewritten.findings;
    own.extend_from_slice(&macros.findings);
    // What cannot be rewritten is not valid either, and the errors would be two for one mistake.
    let (mut read, found) = if own.iter().any(Finding::is_error) {
        Default::default()
    } else {
        translate(Language::Glsl, changed.as_bytes(), &text, &macros, options)
    };
    read.notes.extend(rewritten.notes);
    read.numbers.extend(macros.names);
    (read, sorted(own.into_iter().chain(found).collect()))
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
/// end that thread alone. WebAssembly has no threads: there, faults of naga end the program, which its host starts again.
fn apart(translate: impl FnOnce() -> (Source, Vec<Finding>) + Send) -> (Source, Vec<Finding>) {
    if cfg!(target_family = "wasm") {
        return translate();
    }
    let failed = |message: String| {
        let finding = Finding::new(Code::FrontEndPanic, None, message)
            .with_help("leave parts of the source out to find what it fails on");
        (Source::default(), vec![finding])
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name(READER_THREAD.to_owned())
            .stack_size(STACK);
        match thread
            .spawn_scoped(scope, translate)
            .map(|thread| thread.join())
        {
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
    macros: &Macros,
    options: &Options,
) -> (Source, Vec<Finding>) {
    let module = match parse::parse(language, bytes, text, macros) {
        Ok(module) => module,
        Err(errors) => return (Source::default(), sorted(errors)),
    };
    let Numbers {
        given,
        names,
        findings: misfits,
    } = Numbers::of(&module, text, options);
    let with_names = |source: Source| Source {
        numbers: names,
        ..source
    };
    let (linkage, found) = linkage::resolve(&module, text);
    if !found.is_empty() {
        return (with_names(Source::default()), found);
    }
    let is_library = !linkage.exports.is_empty() && !has_vertex_stage(language, &module, text);
    let entry = match check::entry_point(&module, options.shader_entry.as_deref()) {
        _ if is_library && options.shader_entry.is_none() => None,
        Ok(entry) => Some(entry),
        Err(finding) => return (with_names(Source::default()), vec![finding]),
    };
    let mut findings = check::check(&module, entry, &linkage, text);
    match parse::validate(&module, text) {
        Ok(info) => {
            let found = linkage.check(&module, &info);
            if !found.is_empty() {
                findings.extend(found);
                return (with_names(Source::default()), sorted(findings));
            }
            let interface = entry.and_then(|entry| Interface::of(&module, entry));
            let shader = Shader {
                module: &module,
                info: &info,
                interface: interface.as_ref(),
                refused: &Refused::default(),
            };
            let (source, found) = lower::lower(shader, &linkage, text, options, &given);
            findings.extend(misfits.into_iter().chain(found));
            (with_names(source), sorted(findings))
        }
        Err(error) => {
            // What is refused need not be valid.
            if findings.is_empty() {
                findings.push(error);
            }
            findings.extend(misfits);
            (with_names(Source::default()), sorted(findings))
        }
    }
}

/// Whether a source has an entry point for vertices.
fn has_vertex_stage(language: Language, module: &::naga::Module, text: &Text<'_>) -> bool {
    let mut stages = module.entry_points.iter().map(|entry| entry.stage);
    match language {
        Language::Glsl => linkage::has_main(text.written()),
        _ => stages.any(|stage| stage == ::naga::ShaderStage::Vertex),
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
