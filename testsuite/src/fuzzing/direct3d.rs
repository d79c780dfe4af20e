//! Compilation of Direct3D shaders.

use pica200::job::Job;
use pica200::job::options::{Group, Kind, Value, in_group};
use pica200_asm::AssemblyOptions;
use pica200_compile::{Compilation, Diagnostic, Language, Options, compile};

/// Compiles the shader of a container with several options, and assembles the results.
///
/// # Panics
///
/// Panics unless there is assembly exactly if there are no errors, it assembles without errors, and diagnostics and
/// lines have locations within the listing.
pub fn compile_dxbc(bytes: &[u8]) {
    for options in settings(Language::Direct3d) {
        check_compilation(&compile("shader.dxbc", bytes, &options));
    }
}

/// Returns the options of a language: none, vertex indices as attributes, and all switches.
pub(super) fn settings(language: Language) -> [Options; 3] {
    let plain = Options {
        language: Some(language),
        ..Options::default()
    };
    let numbered = Options {
        vertex_id_attribute: true,
        ..plain.clone()
    };
    let mut job = Job::default();
    job.translation.options = numbered.clone();
    for option in in_group(Group::Compiling) {
        if matches!(option.kind, Kind::Switch) {
            let set = option.set(&mut job, Value::Switch(true));
            assert_eq!(set, Ok(()), "{}", option.name);
        }
    }
    [plain, numbered, job.translation.options]
}

/// Checks the properties of every compilation.
pub(super) fn check_compilation(compilation: &Compilation) {
    let has_errors = compilation.diagnostics.iter().any(Diagnostic::is_error);
    assert_eq!(compilation.assembly.is_none(), has_errors);
    let diagnostics = compilation.diagnostics.iter();
    let places = diagnostics.flat_map(|diagnostic| {
        assert!(!diagnostic.message.is_empty(), "{diagnostic:?}");
        diagnostic.labels().map(|label| label.location)
    });
    let lines = compilation.assembly.iter().flatten();
    let listed = u32::try_from(compilation.listing.lines().count()).unwrap_or(u32::MAX);
    for place in places.chain(lines.clone().filter_map(|line| line.place)) {
        assert!((1..=listed).contains(&place.line), "{place:?}");
    }
    if compilation.assembly.is_some() {
        let text: String = lines.map(|line| format!("{}\n", line.text)).collect();
        let assembly = pica200_asm::assemble("shader", text.as_bytes(), &AssemblyOptions::default());
        assert!(assembly.object.is_some(), "{:?}\n{text}", assembly.diagnostics);
    }
}
