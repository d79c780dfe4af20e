//! The front end for WGSL, GLSL and SPIR-V: modules of naga, which naga validates, as IR programs.
//!
//! A source passes these steps:
//!
//! 1. The text is prepared: its size is checked, and a binary module is [listed](spirv::list).
//! 2. [`glsl`] reads GLSL, [`spirv`] reads SPIR-V, [`parse`] has naga read WGSL: each gives a module of naga's IR.
//! 3. [`check`]: the entry point is chosen, and all that the GPU cannot do at all is refused.
//! 4. [`parse`]: naga validates the module.
//! 5. [`lower`]: functions are inlined, values are split into components.

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
mod wording;
mod words;

use pica200_diagnostics::Code;

use crate::contain::contain;
use crate::diagnostic::{Diagnostic, diagnose};
use crate::options::{Language, Options};
use crate::source::{Includes, Source};
use interface::Interface;
use limits::Size;
use numbers::Numbers;
use refused::{FrontendOutput, Shader};
use text::Text;

/// The version of naga, for messages about its faults.
const VERSION: &str = "30";

/// Maximum number of bytes of a source.
const MAX_SOURCE_LEN: usize = 1 << 20;

/// The size of the stack on which naga works. Its parsers call themselves for each nested expression.
const STACK: usize = 256 << 20;

/// Reads a shader and translates it to the IR. The program is empty if there are errors among the diagnostics; the
/// listing is there in any case. `language` is not Direct3D's.
pub(crate) fn read(
    language: Language,
    bytes: &[u8],
    options: &Options,
    includes: &dyn Includes,
) -> (Source, Vec<Diagnostic>) {
    let text = match prepare(language, bytes) {
        Ok(text) => text,
        Err(diagnostic) => return (Source::default(), vec![diagnostic]),
    };
    let (mut source, diagnostics) = match limits::check(&text, options) {
        Ok(size) => apart(size, || translate(bytes, &text, options, includes)),
        Err(diagnostic) => (Source::default(), vec![diagnostic]),
    };
    // Of GLSL, the preprocessor has made it.
    if language != Language::Glsl {
        source.listing = text.into_source();
    }
    (source, diagnostics)
}

/// Returns the text that locations in diagnostics refer to: the source, or the listing of a binary module.
fn prepare(language: Language, bytes: &[u8]) -> Result<Text<'_>, Diagnostic> {
    let invalid = |message: String| Err(diagnose(Code::SourceInvalid, None, message));
    let longest = match language {
        Language::Glsl => glsl::MAX_BYTES,
        Language::SpirV => spirv::MAX_BYTES,
        _ => MAX_SOURCE_LEN,
    };
    if bytes.len() > longest {
        return invalid(format!(
            "the source has {} bytes; up to {longest} are allowed",
            bytes.len()
        ));
    }
    if language == Language::SpirV {
        let (listing, instructions) = spirv::list(bytes)?;
        return Ok(Text::of_listing(listing, instructions));
    }
    let Ok(mut source) = std::str::from_utf8(bytes) else {
        return invalid("the source is not text in UTF-8".to_owned());
    };
    if language == Language::Glsl {
        // A byte order mark is no part of the text.
        source = source.strip_prefix('\u{feff}').unwrap_or(source);
    }
    Ok(Text::new(source).in_language(language))
}

/// Translates so that faults of naga, which panics on some sources, are diagnostics: a large source on a thread with a
/// large stack, which naga's parsers need. WebAssembly has no threads: there, faults of naga end the program, which its
/// host starts again.
fn apart(size: Size, translate: impl FnOnce() -> (Source, Vec<Diagnostic>) + Send) -> (Source, Vec<Diagnostic>) {
    if cfg!(target_family = "wasm") {
        return translate();
    }
    let failed = |message: String| {
        let diagnostic =
            diagnose(Code::FrontEndPanic, None, message).with_help("remove parts of the source to find the cause");
        (Source::default(), vec![diagnostic])
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
            Err(error) => failed(format!("no thread could be started for naga {VERSION}: {error}")),
        }
    })
}

/// Reads a source as a module of naga, and translates the module. `bytes` are the source, of which `text` is the text.
fn translate(bytes: &[u8], text: &Text<'_>, options: &Options, includes: &dyn Includes) -> (Source, Vec<Diagnostic>) {
    let language = text.language();
    let front = match language {
        Language::SpirV => spirv::read(bytes, text.instructions(), options),
        Language::Glsl => Ok(glsl::read(text.written(), options, includes)),
        _ => parse::parse(text).map(|module| FrontendOutput {
            module,
            ..FrontendOutput::default()
        }),
    };
    let mut front = match front {
        Ok(front) => front,
        Err(diagnostic) => return (Source::default(), vec![diagnostic]),
    };
    let preprocessed = Text::new(std::mem::take(&mut front.listing)).in_language(language);
    let text = match language {
        Language::Glsl => &preprocessed,
        _ => text,
    };
    let mut diagnostics = std::mem::take(&mut front.diagnostics);
    let mut source = Source::default();
    if language != Language::Glsl || !diagnostics.iter().any(Diagnostic::is_error) {
        let numbers = Numbers::new(&front.module, text, options);
        match lower(&mut front, &numbers, text, options) {
            Ok((lowered, found)) => {
                source = lowered;
                diagnostics.extend(found);
            }
            Err(found) => diagnostics.extend(found),
        }
        source.numbers = numbers.names;
    }
    source.notes.splice(0..0, front.notes);
    source.numbers.extend(front.numbers);
    source.pieces = front.pieces;
    source.listing = preprocessed.into_source();
    (source, diagnostics)
}

/// Validates a module, and lowers its entry point and exports.
fn lower(
    front: &mut FrontendOutput,
    numbers: &Numbers,
    text: &Text<'_>,
    options: &Options,
) -> Result<(Source, Vec<Diagnostic>), Vec<Diagnostic>> {
    let interface = front.interface.take();
    let module = &front.module;
    let (linkage, found) = linkage::resolve(module, text);
    if !found.is_empty() {
        return Err(found);
    }
    let interface = entry(text.language(), module, interface, &linkage, options);
    let interface = interface.map_err(|diagnostic| vec![diagnostic])?;
    let mut diagnostics = match text.language() {
        // Its reader refuses all that the GPU cannot do.
        Language::SpirV => Vec::new(),
        _ => check::check(module, interface.as_ref(), &linkage, text),
    };
    let misfits = numbers.diagnostics.iter().cloned();
    let info = match parse::validate(module, text) {
        Ok(info) => info,
        Err(error) => {
            // Refused functions need not be valid.
            if diagnostics.is_empty() {
                diagnostics.push(error);
            }
            diagnostics.extend(misfits);
            return Err(diagnostics);
        }
    };
    let found = linkage.check(module, &info);
    if !found.is_empty() {
        diagnostics.extend(found);
        return Err(diagnostics);
    }
    let shader = Shader {
        module,
        info: &info,
        interface: interface.as_ref(),
        refused: &front.refused,
    };
    let (source, found) = lower::lower(shader, &linkage, text, options, &numbers.overrides);
    diagnostics.extend(misfits.chain(found));
    Ok((source, diagnostics))
}

/// Returns the interface of the entry point to translate; `None` if only functions for other objects are translated.
fn entry(
    language: Language,
    module: &::naga::Module,
    interface: Option<Interface>,
    linkage: &linkage::Linkage,
    options: &Options,
) -> Result<Option<Interface>, Diagnostic> {
    let wanted = options.shader_entry.as_deref();
    let mut stages = module.entry_points.iter().map(|entry| entry.stage);
    let has_vertex_stage = interface.is_some() || stages.any(|stage| stage == ::naga::ShaderStage::Vertex);
    if !linkage.exports.is_empty() && !has_vertex_stage && wanted.is_none() {
        return Ok(None);
    }
    match language {
        // Its reader has chosen.
        Language::SpirV => Ok(interface),
        Language::Glsl => check::main(interface, wanted).map(Some),
        _ => Ok(Interface::new(module, check::entry_point(module, wanted)?)),
    }
}
