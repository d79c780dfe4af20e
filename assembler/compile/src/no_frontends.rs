//! The compiler without a front end.

use crate::options::Options;
use crate::source::{Compilation, Includes};

/// Refuses a shader, because this build has no front end. `name` is its name for diagnostics.
pub fn compile(name: &str, bytes: &[u8], options: &Options) -> Compilation {
    let language = options.language_of(name, bytes);
    Compilation {
        diagnostics: vec![crate::diagnostic::without_front_end(language)],
        ..Compilation::default()
    }
}

/// Refuses a shader, because this build has no front end. `name` is its name for diagnostics.
pub fn compile_with(name: &str, bytes: &[u8], options: &Options, _includes: &dyn Includes) -> Compilation {
    compile(name, bytes, options)
}

/// Refuses a shader, which therefore has no stages.
pub fn compile_to(
    name: &str,
    bytes: &[u8],
    options: &Options,
    _includes: &dyn Includes,
    _stage: &str,
) -> (Option<String>, Compilation) {
    (None, compile(name, bytes, options))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Language;

    #[test]
    fn all_languages_are_refused() {
        for (language, feature) in [(Language::Direct3d, "`direct3d`"), (Language::Wgsl, "`naga`")] {
            let options = Options {
                language: Some(language),
                ..Options::default()
            };
            let (text, made) = compile_to("shader", b"", &options, &crate::NoIncludes, "assembly");
            assert_eq!((text, made.assembly), (None, None));
            let help = made.diagnostics[0].help.as_deref();
            assert!(help.is_some_and(|help| help.contains(feature)), "{help:?}");
        }
    }
}
