//! Languages other than assembly, and how a job translates them.
//!
//! The crate `pica200-compile` translates compiled Direct3D shaders (Cargo feature `direct3d`), and shaders in WGSL,
//! GLSL and SPIR-V (Cargo feature `compile`), to assembly. [`hlsl`] compiles HLSL sources to Direct3D shaders with an
//! installed compiler.

pub mod dialect;
mod generated;
mod glsl;
pub mod hlsl;
#[cfg(feature = "direct3d")]
mod includes;
mod language;
mod location;
#[cfg(feature = "direct3d")]
mod message;
mod options;
mod shading;
mod translate;

pub use dialect::{DialectChoice, DialectOptions};
use glsl::IncludeDirs;
pub use hlsl::{Hlsl, HlslCompiler};
pub use language::InputLanguage;
pub use options::{property, vertex_id};

use pica200_asm::{AssemblyOptions, Define, Number};
use pica200_compile::Options;
use pica200_diagnostics::Code;

use crate::diagnostic::Diagnostic;
use crate::input::{InputFile, InputKind};
use crate::session::Session;

/// Translation options for inputs in other languages.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Translation {
    /// Compiler options. The language is set for each input, and defines follow the assembler's.
    pub options: Options,
    /// Language of all inputs that are sources or compiled shaders, whatever their contents and names.
    pub language: Option<InputLanguage>,
    /// Compilation settings for HLSL inputs.
    pub hlsl: Hlsl,
    /// Conversion options for sources in older dialects.
    pub dialect: DialectOptions,
}

impl Translation {
    /// Applies the language of the job to an input. `entry` is the entry label of a shader in an older dialect, if the
    /// job sets it. An HLSL input is compiled. Returns `None` if there are errors. Errors and warnings go to the
    /// session, as do the includes of an HLSL source.
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
                    dirs: &assembling.include_paths,
                };
                // The compiler does not report which defines it uses.
                let names = preprocessing.defines.iter();
                session.numbers.extend(names.map(|define| define.name.clone()));
                self.hlsl.compile(file, &preprocessing, &mut session.diagnostics)
            }
            InputKind::Source => {
                file.dialect = self.dialect.for_source(&file, entry);
                Some(file)
            }
            _ => Some(file),
        }
    }

    /// Turns the output mappings so far into defaults: shaders need not have these outputs, and later options take
    /// precedence.
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

    /// Merges both; `further` takes precedence.
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

/// Returns the compiler options for an input: with the language of its kind, and the assembler's defines.
pub(crate) fn options_for(input: &InputFile, assembling: &AssemblyOptions, options: &Options) -> Options {
    let mut options = Options {
        language: input.kind.language().or(options.language),
        ..options.clone()
    };
    options.defines.extend(assembling.defines.iter().map(define));
    options
}

/// Converts a define of the assembler for the compiler.
fn define(define: &Define) -> pica200_compile::Define {
    pica200_compile::Define {
        name: define.name().to_owned(),
        number: match define.number() {
            Number::Integer(number) => pica200_compile::Number::Integer(number),
            Number::Float(number) => pica200_compile::Number::Float(number),
        },
    }
}

/// Returns the error for an input in a language that this build does not support.
fn not_built_in(file: &InputFile) -> Diagnostic {
    let mut all = InputLanguage::ALL.into_iter();
    let language = all.find(|language| language.kind() == file.kind);
    let message = format!(
        "`{}` is in the language `{}`, which this build does not support",
        file.name,
        language.map_or("", InputLanguage::name)
    );
    let help = match file.kind {
        InputKind::Shader(_) => {
            "enable the Cargo feature `compile` of the package `pica200`, `pica200-macros` or `pica200-cli`; if the \
             file is assembly, use `--lang=assembly`"
        }
        _ => "enable the Cargo feature `direct3d` of the package `pica200` or `pica200-macros`",
    };
    Diagnostic::for_file(Code::SourceInvalid, &file.name, message).with_help(help)
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
            let diagnostic = not_built_in(&InputFile::new(name.into(), Vec::new()));
            assert!(diagnostic.is_error());
            assert!(diagnostic.message.contains(language), "{}", diagnostic.message);
            let help = diagnostic.help.unwrap_or_default();
            assert!(help.contains(feature), "{help}");
        }
    }
}
