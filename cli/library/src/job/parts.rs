//! What a build links, without reading the sources.

use std::path::PathBuf;

use pica200_asm::{AssemblyOptions, Files};

use super::{Job, JobInput, variations};
use crate::files::normal;
use crate::input::{InputFile, InputKind, is_list, is_variations};
use crate::list;

/// What a build links.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    /// The inputs that are files, each list and file of variations with the files that it names, in normal form (see
    /// [`normal`]).
    pub paths: Vec<PathBuf>,
    /// The options with which sources are assembled; for a file of variations, those of the default variation.
    pub assembling: AssemblyOptions,
}

impl Job {
    /// What the job links. Of the inputs, only lists and files of variations are read.
    pub fn parts(&self, files: &dyn Files) -> Parts {
        let mut parts = Parts {
            paths: Vec::new(),
            assembling: self.assembling.clone(),
        };
        for input in &self.inputs {
            let (JobInput::File(path) | JobInput::Source(path)) = input else {
                continue;
            };
            parts.paths.push(normal(path));
            let names_others = is_list(path) || is_variations(path);
            if !names_others || matches!(input, JobInput::Source(_)) {
                continue;
            }
            let Ok(file) = InputFile::read_named(path, files) else {
                continue;
            };
            parts.paths.extend(named_files(&file));
            if file.kind == InputKind::Variations
                && let Some(read) = variations::sources(&file)
            {
                let variation = read.variations.default_index();
                parts.assembling = read.merged_into(self).assembling;
                let defines = read.variations.defines(variation);
                parts.assembling.defines.extend(defines);
            }
        }
        parts
    }
}

/// The files that a list or a file of variations names, in normal form (see [`normal`]). None if the file is another
/// one, or wrong.
pub fn named_files(file: &InputFile) -> Vec<PathBuf> {
    match file.kind {
        InputKind::List => {
            let entries = list::entries(file).unwrap_or_default();
            entries.iter().map(|path| normal(path)).collect()
        }
        InputKind::Variations => {
            let inputs = variations::sources(file).map(|read| read.inputs);
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
