//! Compilation of WGSL, GLSL and SPIR-V.

use pica200_compile::{Language, compile};

use super::direct3d::{check_compilation, settings};
use super::seeds::{read, small};
use crate::corpus::{files, folder, workspace};

/// Compiles a source with several options, and assembles the results.
///
/// # Panics
///
/// Panics unless there is assembly exactly if there are no errors, it assembles without errors, and diagnostics and
/// lines have locations within the listing.
fn check(language: Language, bytes: &[u8]) {
    let [plain, _, all] = settings(language);
    for options in [plain, all] {
        check_compilation(&compile("shader", bytes, &options));
    }
}

/// Compiles WGSL.
pub fn compile_wgsl(bytes: &[u8]) {
    check(Language::Wgsl, bytes);
}

/// Compiles GLSL.
pub fn compile_glsl(bytes: &[u8]) {
    check(Language::Glsl, bytes);
}

/// Compiles SPIR-V.
pub fn compile_spirv(bytes: &[u8]) {
    check(Language::SpirV, bytes);
}

/// Returns the files with a suffix among golden files, cases and examples.
fn seeds(suffix: &str) -> Vec<Vec<u8>> {
    let folders = [
        folder("golden"),
        folder("judge"),
        workspace().join("assembler/compile/src/naga/tests"),
        workspace().join("examples"),
    ];
    let paths = folders.iter().flat_map(|folder| files(folder, suffix));
    small(paths.map(|path| read(&path)).collect())
}

/// Returns WGSL sources.
pub(super) fn wgsl_seeds() -> Vec<Vec<u8>> {
    seeds("wgsl")
}

/// Returns GLSL sources.
pub(super) fn glsl_seeds() -> Vec<Vec<u8>> {
    seeds("vert")
}

/// Returns SPIR-V modules.
pub(super) fn spirv_seeds() -> Vec<Vec<u8>> {
    seeds("spv")
}
