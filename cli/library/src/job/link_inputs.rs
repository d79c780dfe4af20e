//! The inputs of a link, determined without reading the sources.

use std::path::PathBuf;

use pica200_asm::{AssemblyOptions, Files};

use super::{Job, JobInput, variants};
use crate::files::normal;
use crate::input::{InputFile, InputKind, is_list, is_variant_file};
use crate::list;

/// The inputs of a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinkInputs {
    /// Input files, including lists and variant files and the files they refer to, in normal form (see [`normal`]).
    pub paths: Vec<PathBuf>,
    /// Assembler options for sources; for a variant file, the options of the default variant.
    pub assembling: AssemblyOptions,
}

impl Job {
    /// Returns the inputs of the job's link. Only lists and variant files are read.
    pub fn parts(&self, files: &dyn Files) -> LinkInputs {
        let mut parts = LinkInputs {
            paths: Vec::new(),
            assembling: self.assembling.clone(),
        };
        for input in &self.inputs {
            let (JobInput::File(path) | JobInput::Source(path)) = input else {
                continue;
            };
            parts.paths.push(normal(path));
            let names_others = is_list(path) || is_variant_file(path);
            if !names_others || matches!(input, JobInput::Source(_)) {
                continue;
            }
            let Ok(file) = InputFile::read_named(path, files) else {
                continue;
            };
            parts.paths.extend(named_files(&file));
            if file.kind == InputKind::VariantFile
                && let Some(read) = variants::sources(&file)
            {
                let variant = read.variants.default_index();
                parts.assembling = read.merged_into(self).assembling;
                let defines = read.variants.defines(variant);
                parts.assembling.defines.extend(defines);
            }
        }
        parts
    }
}

/// Returns the files that a list or a variant file refers to, in normal form (see [`normal`]). Empty for other or
/// invalid files.
pub fn named_files(file: &InputFile) -> Vec<PathBuf> {
    match file.kind {
        InputKind::List => {
            let entries = list::entries(file).unwrap_or_default();
            entries.iter().map(|path| normal(path)).collect()
        }
        InputKind::VariantFile => {
            let inputs = variants::sources(file).map(|read| read.inputs);
            let inputs = inputs.into_iter().flatten();
            let path = |input| match input {
                JobInput::File(path) => Some(normal(&path)),
                _ => None,
            };
            inputs.filter_map(|(input, _)| path(input)).collect()
        }
        _ => Vec::new(),
    }
}
