//! Textures and samplers of a test file.

use std::path::{Path, PathBuf};

use pica200_asm::Files;
use pica200_diagnostics::Code;
use toml::de::DeTable;

use pica200::document::{DocumentReport, entries, string, strings, table};
use pica200::shader::direct3d::TextureFiles;
use pica200::testing::Case;

/// Cache of texture pictures.
pub(super) struct Pictures<'p> {
    /// The directory of the test file, to which paths are relative.
    pub(super) folder: &'p Path,
    pub(super) files: &'p dyn Files,
    pub(super) made: TextureFiles,
}

impl Pictures<'_> {
    /// Sets the textures and samplers of a file or a case. Errors go to `report`.
    pub(super) fn set(&mut self, from: &DeTable<'_>, case: &mut Case<'_>, report: &mut DocumentReport<'_>) {
        let values = report.get(from, "textures", table);
        for (name, value) in values.map(entries).into_iter().flatten() {
            let key = name.get_ref();
            let paths = match strings(value) {
                Ok(paths) => paths,
                Err(toml_error) => {
                    report.toml_error(key, toml_error);
                    continue;
                }
            };
            let Self { folder, files, made } = self;
            let paths = paths.iter().map(|(path, _)| folder.join(path));
            let paths: Vec<PathBuf> = paths.collect();
            let read = |path: &Path| files.read_regular(path);
            let set = case.set_texture(key, |slot| made.texture(slot, &paths, read));
            if let Err(value_error) = set {
                report.value_error(Code::CannotSet, name.span(), value_error.about(key));
            }
        }
        let values = report.get(from, "samplers", table);
        for (name, value) in values.map(entries).into_iter().flatten() {
            let key = name.get_ref();
            match string(value) {
                Ok(settings) => {
                    if let Err(value_error) = case.set_sampler(key, settings) {
                        report.value_error(Code::CannotSet, name.span(), value_error.about(key));
                    }
                }
                Err(toml_error) => report.toml_error(key, toml_error),
            }
        }
    }
}
