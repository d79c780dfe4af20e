//! Which sources are linked together if no file of a project says it.
//!
//! The rules, in order; `cli/docs/project.md` states them for users:
//!
//! 1. A list is a binary of the files that it names.
//! 2. A file of variations is a binary.
//! 3. A vertex and a geometry shader of the same name in one folder, `x.v.pica` and `x.g.pica` or `x.vsh` and `x.gsh`, are a
//!    binary.
//! 4. Each other source that makes a shader is a binary.
//! 5. Sources with `.nodvle` that declare what a binary uses and does not declare itself belong to it: those in the folder
//!    of the source that needs them, otherwise the only one anywhere. So do those that these need.
//!
//! Files that rules 1 and 2 name, and files that others include, are not binaries of their own.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use pica200_asm::analysis::{Analysis, SymbolKind};
use pica200_asm::resolve::NameKind;
use pica200_asm::{Files, Lookup};

use super::normal;
use crate::input::{InputFile, InputKind};
use crate::job::variations;
use crate::job::{Job, JobInput};
use crate::list;

/// The suffixes of a vertex shader, each with that of the geometry shader beside it.
const PAIRS: [(&str, &str); 2] = [(".v.pica", ".g.pica"), (".vsh", ".gsh")];

/// The builds of sources, each a path with its bytes: those that rules find. The options of each are those of `defaults`. The
/// result depends on the sources alone, and not on their order.
pub(super) fn guess(sources: &[(PathBuf, Vec<u8>)], defaults: &Job) -> Vec<Job> {
    let contents = Contents(
        sources
            .iter()
            .map(|(path, bytes)| (normal(path), bytes.as_slice()))
            .collect(),
    );
    let mut groups = Vec::new();
    let mut taken = BTreeSet::new();
    let mut facts = BTreeMap::new();
    for (path, bytes) in &contents.0 {
        let file = InputFile::of(path.clone(), bytes.to_vec());
        match file.kind {
            InputKind::List => taken.extend(listed(&file)),
            InputKind::Variations => taken.extend(varied(&file)),
            InputKind::Source => {
                let of = Facts::new(&file, defaults, &contents);
                taken.extend(of.includes.iter().cloned());
                facts.insert(path.clone(), of);
                continue;
            }
            InputKind::Container | InputKind::Hlsl | InputKind::Shader(_) => {}
            InputKind::Archive | InputKind::Binary | InputKind::Object => continue,
        }
        groups.push(vec![path.clone()]);
    }
    groups.retain(|group| !group.iter().any(|path| taken.contains(path)));
    groups.extend(shaders(&facts, &taken));
    groups.sort();
    let libraries = Libraries::new(&facts);
    let job = |mut group: Vec<PathBuf>| {
        libraries.complete(&mut group, &facts);
        Job {
            inputs: group.into_iter().map(JobInput::File).collect(),
            ..defaults.clone()
        }
    };
    groups.into_iter().map(job).collect()
}

/// The files that a list names.
fn listed(file: &InputFile) -> Vec<PathBuf> {
    let entries = list::entries(file).unwrap_or_default();
    entries.iter().map(|path| normal(path)).collect()
}

/// The sources that a file of variations names.
fn varied(file: &InputFile) -> Vec<PathBuf> {
    let read = variations::sources(file).map(|read| read.inputs);
    let inputs = read.into_iter().flatten();
    inputs
        .filter_map(|(input, _)| match input {
            JobInput::File(path) => Some(normal(&path)),
            _ => None,
        })
        .collect()
}

/// The groups of sources that make shaders and are not taken.
fn shaders(facts: &BTreeMap<PathBuf, Facts>, taken: &BTreeSet<PathBuf>) -> Vec<Vec<PathBuf>> {
    let is_shader = |path: &PathBuf| {
        let makes_one = facts.get(path).is_some_and(|of| !of.is_library);
        makes_one && !taken.contains(path)
    };
    let mut second = BTreeSet::new();
    let mut groups = Vec::new();
    for path in facts.keys().filter(|path| is_shader(path)) {
        let beside = beside(path).filter(|other| is_shader(other));
        second.extend(beside.clone());
        groups.push(std::iter::once(path.clone()).chain(beside).collect());
    }
    groups.retain(|group: &Vec<_>| !group.first().is_some_and(|path| second.contains(path)));
    groups
}

/// The path of the geometry shader beside a vertex shader.
fn beside(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    PAIRS.iter().find_map(|(vertex, geometry)| {
        let stem = name.strip_suffix(vertex)?;
        Some(path.with_file_name(format!("{stem}{geometry}")))
    })
}

/// What a source has to do with others.
struct Facts {
    /// Whether it makes no shader.
    is_library: bool,
    /// The procedures, uniforms and constants that it declares for others.
    declared: BTreeSet<String>,
    /// Those of others that it uses.
    used: BTreeSet<String>,
    /// The files that it includes, in normal form.
    includes: Vec<PathBuf>,
}

impl Facts {
    fn new(file: &InputFile, options: &Job, contents: &Contents<'_>) -> Self {
        let lookup = Lookup {
            files: contents,
            folder: &file.folder,
        };
        let options = options.assembling();
        let analysis = Analysis::new(&file.recorded_name, &file.bytes, &options, &lookup);
        let (mut declared, mut used) = (BTreeSet::new(), BTreeSet::new());
        for symbol in analysis.symbols() {
            let names = match symbol.kind() {
                SymbolKind::Name(NameKind::Extern | NameKind::ExternProcedure) => &mut used,
                SymbolKind::Name(NameKind::Uniform | NameKind::Constant) => &mut declared,
                _ => continue,
            };
            names.insert(symbol.text().to_owned());
        }
        for procedure in analysis.procedures().iter().filter(|of| of.is_global) {
            declared.insert(procedure.name.text(analysis.text()).to_owned());
        }
        let included = analysis.files().iter();
        Self {
            is_library: analysis.is_library(),
            declared,
            used,
            includes: included
                .filter_map(|file| Some(normal(file.path.as_deref()?)))
                .collect(),
        }
    }
}

/// The sources without a shader, by what they declare.
struct Libraries<'f> {
    by_name: BTreeMap<&'f str, Vec<&'f PathBuf>>,
}

impl<'f> Libraries<'f> {
    fn new(facts: &'f BTreeMap<PathBuf, Facts>) -> Self {
        let mut by_name: BTreeMap<&str, Vec<_>> = BTreeMap::new();
        for (path, of) in facts.iter().filter(|(_, of)| of.is_library) {
            for name in &of.declared {
                by_name.entry(name).or_default().push(path);
            }
        }
        Self { by_name }
    }

    /// The library that declares a name for a source: the first in its folder, or else the only one.
    fn find(&self, name: &str, source: &Path) -> Option<&'f PathBuf> {
        let all = self.by_name.get(name)?;
        let near = all.iter().find(|path| path.parent() == source.parent());
        match (near, all.as_slice()) {
            (Some(near), _) => Some(near),
            (None, [only]) => Some(only),
            _ => None,
        }
    }

    /// Adds the libraries that the sources of a group need, and those that these need.
    fn complete(&self, group: &mut Vec<PathBuf>, facts: &BTreeMap<PathBuf, Facts>) {
        let mut declared = BTreeSet::new();
        for path in group.iter() {
            declared.extend(facts.get(path).into_iter().flat_map(|of| &of.declared));
        }
        let mut next = 0;
        while let Some(path) = group.get(next).cloned() {
            next += 1;
            for name in facts.get(&path).into_iter().flat_map(|of| &of.used) {
                if declared.contains(name) {
                    continue;
                }
                if let Some(library) = self.find(name, &path) {
                    declared.extend(facts.get(library).into_iter().flat_map(|of| &of.declared));
                    group.push(library.clone());
                }
            }
        }
    }
}

/// The sources as files, by their paths in normal form.
#[derive(Debug)]
struct Contents<'s>(BTreeMap<PathBuf, &'s [u8]>);

impl Files for Contents<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let found = self.0.get(&normal(path));
        found
            .map(|bytes| bytes.to_vec())
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}
