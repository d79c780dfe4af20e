//! Shaders in other languages than assembly: their languages, and how a job translates them.
//!
//! The crate `pica200-compile` translates to assembly compiled shaders of Direct3D, with the Cargo feature `direct3d`,
//! and shaders in WGSL, GLSL and SPIR-V, with the Cargo feature `compile`. [`hlsl`] makes shaders of Direct3D of
//! sources in HLSL with a compiler that is installed.

pub mod dialect;
mod fault;
mod glsl;
pub mod hlsl;
#[cfg(feature = "direct3d")]
mod includes;
mod language;
mod made;
#[cfg(feature = "direct3d")]
mod message;
mod options;
mod shading;
mod translate;

pub use dialect::{DialectChoice, DialectOptions};
use glsl::IncludeFolders;
pub use hlsl::{Hlsl, HlslCompiler};
pub use language::InputLanguage;
pub use options::{property, vertex_id};

use pica200_asm::{AssemblyOptions, Define, Number};
use pica200_compile::Options;
use pica200_diagnostics::Code;

use crate::diagnostic::Diagnostic;
use crate::input::{InputFile, InputKind};
use crate::session::Session;

/// How a job translates inputs in other languages.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Translation {
    /// The options of the compiler. The language is that of each input, and the numbers follow those of the assembler.
    pub options: Options,
    /// The language of all inputs that are sources or compiled shaders, whatever their bytes and names say.
    pub language: Option<InputLanguage>,
    /// How inputs in HLSL are compiled.
    pub hlsl: Hlsl,
    /// How sources in older dialects are converted.
    pub dialect: DialectOptions,
}

impl Translation {
    /// An input in the language that the job says. `entry` is the label at which a shader in an older dialect starts,
    /// if the job says it. An input in HLSL is compiled. `None` if there are errors. Errors and warnings go to the
    /// session, and so do the files that a source in HLSL includes.
    #[cfg_attr(
        not(feature = "direct3d"),
        expect(unused_variables, reason = "HLSL takes the options")
    )]
    pub(crate) fn prepare(
        &self,
        mut file: InputFile,
        entry: Option<&str>,
        assembling: &AssemblyOptions,
        session: &mut Session<'_>,
    ) -> Option<InputFile> {
        let kind = &mut file.kind;
        let has_language = |kind: InputKind| {
            let mut all = InputLanguage::ALL.into_iter();
            all.any(|language| language.kind() == kind)
        };
        if let Some(language) = self.language.filter(|_| has_language(*kind)) {
            *kind = language.kind();
        }
        if file.kind.language().is_some_and(|of| !of.is_built_in()) {
            session.diagnostics.push(not_built_in(&file));
            return None;
        }
        match file.kind {
            #[cfg(feature = "direct3d")]
            InputKind::Hlsl => {
                let included = includes::included(&file, &assembling.include_paths, session.files);
                session.included.extend(included);
                let preprocessing = hlsl::Preprocessing {
                    defines: options_for(&file, assembling, &self.options).defines,
                    folders: &assembling.include_paths,
                };
                // The compiler does not say which of the numbers it reads.
                let names = preprocessing.defines.iter();
                session.numbers.extend(names.map(|define| define.name.clone()));
                self.hlsl.compile(file, &preprocessing, &mut session.diagnostics)
            }
            InputKind::Source => {
                file.dialect = self.dialect.of(&file, entry);
                Some(file)
            }
            _ => Some(file),
        }
    }

    /// Makes the uses of outputs that are given so far defaults: shaders need not have these outputs, and options that
    /// are given later go before them.
    pub fn share_outputs(&mut self) {
        let Options {
            map_output,
            ignore_output,
            output_defaults,
            ..
        } = &mut self.options;
        output_defaults.map_output.append(map_output);
        output_defaults.ignore_output.append(ignore_output);
    }

    /// Both, where what `further` says has precedence.
    #[must_use]
    pub(crate) fn with(&self, further: &Self) -> Self {
        let hlsl = &further.hlsl;
        Self {
            options: self.options.with(&further.options),
            language: further.language.or(self.language),
            dialect: self.dialect.with(&further.dialect),
            hlsl: Hlsl {
                compiler: match hlsl.compiler {
                    HlslCompiler::None => self.hlsl.compiler.clone(),
                    _ => hlsl.compiler.clone(),
                },
                entry: hlsl.entry.clone().or_else(|| self.hlsl.entry.clone()),
                profile: hlsl.profile.clone().or_else(|| self.hlsl.profile.clone()),
                time_limit: hlsl.time_limit.or(self.hlsl.time_limit),
            },
        }
    }
}

/// The options of the compiler for an input: with the language that its kind says, and with the numbers of the
/// assembler.
pub(crate) fn options_for(input: &InputFile, assembling: &AssemblyOptions, options: &Options) -> Options {
    let mut options = Options {
        language: input.kind.language().or(options.language),
        ..options.clone()
    };
    options.defines.extend(assembling.defines.iter().map(define));
    options
}

/// A number of the assembler for the compiler.
fn define(define: &Define) -> pica200_compile::Define {
    pica200_compile::Define {
        name: define.name().to_owned(),
        number: match define.number() {
            Number::Integer(number) => pica200_compile::Number::Integer(number),
            Number::Float(number) => pica200_compile::Number::Float(number),
        },
    }
}

/// The error about an input in a language for which this build has no compiler.
fn not_built_in(file: &InputFile) -> Diagnostic {
    let mut all = InputLanguage::ALL.into_iter();
    let language = all.find(|language| language.kind() == file.kind);
    let message = format!(
        "`{}` is in the language `{}`, which this build does not compile",
        file.name,
        language.map_or("", InputLanguage::name)
    );
    let help = match file.kind {
        InputKind::Shader(_) => {
            "turn on the Cargo feature `compile` of the package `pica200`, `pica200-macros` or `pica200-cli`; if the file is assembly, `--lang=assembly` says so"
        }
        _ => "turn on the Cargo feature `direct3d` of the package `pica200` or `pica200-macros`",
    };
    Diagnostic::of_file(Code::SourceInvalid, &file.name, message).with_help(help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_without_a_compiler_name_the_feature() {
        for (name, language, feature) in [
            ("a.dxbc", "`direct3d`", "the Cargo feature `direct3d`"),
            ("a.hlsl", "`hlsl`", "the Cargo feature `direct3d`"),
            ("a.wgsl", "`wgsl`", "the Cargo feature `compile`"),
        ] {
            let diagnostic = not_built_in(&InputFile::of(name.into(), Vec::new()));
            assert!(diagnostic.is_error());
            assert!(diagnostic.message.contains(language), "{}", diagnostic.message);
            let help = diagnostic.help.unwrap_or_default();
            assert!(help.contains(feature), "{help}");
        }
    }
}
