//! The textures and samplers of a test file.

use std::path::{Path, PathBuf};

use pica200_asm::Files;
use pica200_diagnostics::Code;
use toml::de::DeTable;

use super::cases::Reader;
use pica200::document::{entries, string, strings, table};
use pica200::shader::direct3d::TextureFiles;
use pica200::testing::Case;

/// Where the pictures of textures are, and those that were read.
pub(super) struct Pictures<'p> {
    /// The folder of the test file, to which paths are relative.
    pub(super) folder: &'p Path,
    pub(super) files: &'p dyn Files,
    pub(super) made: TextureFiles,
}

impl<'s> Reader<'_, 's, '_, '_> {
    /// The textures and samplers that both a file and a case may set.
    pub(super) fn textures(&mut self, from: &DeTable<'_>, case: &mut Case<'s>) {
        let values = self.report.get(from, "textures", table);
        for (name, value) in values.map(entries).into_iter().flatten() {
            let key = name.get_ref();
            let paths = match strings(value) {
                Ok(paths) => paths,
                Err(flaw) => {
                    self.report.flaw(key, flaw);
                    continue;
                }
            };
            let Pictures {
                folder,
                files,
                made,
            } = &mut *self.textures;
            let paths = paths.iter().map(|(path, _)| folder.join(path));
            let paths: Vec<PathBuf> = paths.collect();
            let read = |path: &Path| files.read_ordinary(path);
            let set = case.set_texture(key, |slot| made.texture(slot, &paths, read));
            self.check(Code::CannotSet, key, name.span(), set);
        }
        let values = self.report.get(from, "samplers", table);
        for (name, value) in values.map(entries).into_iter().flatten() {
            let key = name.get_ref();
            match string(value) {
                Ok(settings) => {
                    let set = case.set_sampler(key, settings);
                    self.check(Code::CannotSet, key, name.span(), set);
                }
                Err(flaw) => self.report.flaw(key, flaw),
            }
        }
    }
}
