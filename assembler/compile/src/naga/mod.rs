//! The front end for WGSL, GLSL and SPIR-V: modules of naga, which naga validates, as programs of the middle.
//!
//! A source passes these steps:
//!
//! 1. [`glsl`] reads GLSL, [`spirv`] reads SPIR-V, [`parse`] has naga read WGSL: each gives a module of naga's IR.
//! 2. [`parse`]: naga validates the module, after step 3.
//! 3. [`check`]: the entry point is chosen, and all that the machine cannot do at all is refused.
//! 4. [`lower`]: functions are put in place of their calls, values are split into lanes.

mod cast;
mod check;
mod glsl;
mod interface;
mod invalid;
mod language;
mod limits;
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
mod varying;
mod words;

use pica200_diagnostics::Code;

use crate::contain::contain;
use crate::finding::Finding;
use crate::options::{Language, Options};
use crate::source::{Includes, Source};
use interface::Interface;
use limits::Size;
use numbers::Numbers;
use refused::{Refused, Shader};
use text::Text;

/// The version of naga, for messages about its faults.
const VERSION: &str = "30";

/// The most bytes of a source.
const LONGEST: usize = 1 << 20;

/// The size of the stack on which naga works. Its parsers call themselves for each nested expression.
const STACK: usize = 256 << 20;

/// Reads a shader and translates it to the IR. The program is empty if there are errors among the findings; the
/// listing is there in any case. `language` is not Direct3D's.
pub(crate) fn read(
    language: Language,
    bytes: &[u8],
    options: &Options,
    includes: &dyn Includes,
) -> (Source, Vec<Finding>) {
    let longest = match language {
        Language::Glsl => glsl::MAX_BYTES,
        Language::SpirV => spirv::MAX_BYTES,
        _ => LONGEST,
    };
    if bytes.len() > longest {
        return invalid(format!(
            "the source has {} bytes; up to {longest} are allowed",
            bytes.len()
        ));
    }
    match language {
        Language::SpirV => match spirv::list(bytes) {
            Ok((listing, instructions)) => {
                let text = Text::of_listing(&listing, instructions);
                let (source, findings) =
                    apart(Size::Large, || translate_spirv(bytes, &text, options));
                drop(text);
                (with_listing(source, listing), findings)
            }
            Err(finding) => (Source::default(), vec![finding]),
        },
        _ => match std::str::from_utf8(bytes) {
            Ok(source) if language == Language::Glsl => read_glsl(source, options, includes),
            Ok(source) => read_wgsl(source, options),
            Err(_) => invalid("the source is not text in UTF-8"),
        },
    }
}

fn read_wgsl(source: &str, options: &Options) -> (Source, Vec<Finding>) {
    let text = Text::new(source);
    let size = match limits::check(&text) {
        Ok(size) => size,
        Err(finding) => return (with_listing(Source::default(), source), vec![finding]),
    };
    let (read, findings) = apart(size, || match parse::parse(source, &text) {
        Ok(module) => {
            let front = Front {
                module,
                interface: None,
                refused: Refused::default(),
            };
            translate(Language::Wgsl, front, &text, options)
        }
        Err(error) => (Source::default(), vec![error]),
    });
    (with_listing(read, source), findings)
}

fn read_glsl(source: &str, options: &Options, includes: &dyn Includes) -> (Source, Vec<Finding>) {
    // A byte order mark is no part of the text.
    let text = source.strip_prefix('\u{feff}').unwrap_or(source);
    apart(limits::size_of_glsl(text, options), || {
        let read = glsl::read(text, options, includes);
        let listing = Text::new(&read.listing).in_language(Language::Glsl);
        let shader = Front {
            module: read.module,
            interface: read.interface,
            refused: read.refused,
        };
        let (mut source, found) = if read.findings.iter().any(Finding::is_error) {
            (Source::default(), Vec::new())
        } else {
            translate(Language::Glsl, shader, &listing, options)
        };
        source.notes.splice(0..0, read.notes);
        source.numbers.extend(read.numbers);
        source.pieces = read.pieces;
        let findings = sorted(read.findings.into_iter().chain(found).collect());
        (with_listing(source, read.listing.clone()), findings)
    })
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

/// Translates so that faults of naga, which panics on some sources, are findings: a large source on a thread with a large
/// stack, which naga's parsers need. WebAssembly has no threads: there, faults of naga end the program, which its host
/// starts again.
fn apart(
    size: Size,
    translate: impl FnOnce() -> (Source, Vec<Finding>) + Send,
) -> (Source, Vec<Finding>) {
    if cfg!(target_family = "wasm") {
        return translate();
    }
    let failed = |message: String| {
        let finding = Finding::new(Code::FrontEndPanic, None, message)
            .with_help("leave parts of the source out to find what it fails on");
        (Source::default(), vec![finding])
    };
    let panicked = || {
        failed(format!(
            "naga {VERSION}, which reads this language, failed on this source"
        ))
    };
    if size == Size::Small {
        return contain(translate).unwrap_or_else(|_| panicked());
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("naga".to_owned())
            .stack_size(STACK)
            .spawn_scoped(scope, || contain(translate));
        match thread.map(|thread| thread.join()) {
            Ok(Ok(Ok(result))) => result,
            Ok(_) => panicked(),
            Err(error) => failed(format!(
                "no thread could be started for naga {VERSION}: {error}"
            )),
        }
    })
}

/// What the reader of a language makes of a source.
struct Front {
    module: ::naga::Module,
    /// `None` if the entry points of the module tell it, or if there are none.
    interface: Option<Interface>,
    refused: Refused,
}

fn translate(
    language: Language,
    front: Front,
    text: &Text<'_>,
    options: &Options,
) -> (Source, Vec<Finding>) {
    let Front {
        module,
        interface,
        refused,
    } = front;
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
    let interface = match entry(language, &module, interface, &linkage, options) {
        Ok(interface) => interface,
        Err(finding) => return (with_names(Source::default()), vec![finding]),
    };
    let mut findings = check::check(&module, interface.as_ref(), &linkage, text);
    match parse::validate(&module, text) {
        Ok(info) => {
            let found = linkage.check(&module, &info);
            if !found.is_empty() {
                findings.extend(found);
                return (with_names(Source::default()), sorted(findings));
            }
            let shader = Shader {
                module: &module,
                info: &info,
                interface: interface.as_ref(),
                refused: &refused,
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

/// Returns the interface of the entry point to translate; `None` if only functions for other objects are translated.
fn entry(
    language: Language,
    module: &::naga::Module,
    interface: Option<Interface>,
    linkage: &linkage::Linkage,
    options: &Options,
) -> Result<Option<Interface>, Finding> {
    let wanted = options.shader_entry.as_deref();
    let mut stages = module.entry_points.iter().map(|entry| entry.stage);
    let has_vertex_stage =
        interface.is_some() || stages.any(|stage| stage == ::naga::ShaderStage::Vertex);
    if !linkage.exports.is_empty() && !has_vertex_stage && wanted.is_none() {
        return Ok(None);
    }
    if language == Language::Glsl {
        return check::main(interface, wanted).map(Some);
    }
    let index = check::entry_point(module, wanted)?;
    Ok(Interface::of(module, index))
}

/// Translates a module of SPIR-V, whose listing is the text.
fn translate_spirv(bytes: &[u8], text: &Text<'_>, options: &Options) -> (Source, Vec<Finding>) {
    let spirv::Shader {
        module,
        interface,
        refused,
        mut findings,
    } = match spirv::read(bytes, text.instructions(), options) {
        Ok(shader) => shader,
        Err(finding) => return (Source::default(), vec![finding]),
    };
    let numbers = Numbers::of(&module, text, options);
    findings.extend(numbers.findings);
    let mut source = Source::default();
    match parse::validate(&module, text) {
        Ok(info) => {
            let shader = Shader {
                module: &module,
                info: &info,
                interface: Some(&interface),
                refused: &refused,
            };
            let linkage = linkage::Linkage::default();
            let (lowered, found) = lower::lower(shader, &linkage, text, options, &numbers.given);
            source = lowered;
            findings.extend(found);
        }
        Err(error) => findings.push(error),
    }
    source.numbers = numbers.names;
    (source, sorted(findings))
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
