//! Inference of the sources that are linked together, without a project file.
//!
//! The rules, in order; documented for users in `cli/docs/project.md`:
//!
//! 1. A list is a binary of the files in it.
//! 2. A variant file is a binary.
//! 3. A vertex and a geometry shader of the same name in one directory, `x.v.pica` and `x.g.pica` or `x.vsh` and
//!    `x.gsh`, form one binary.
//! 4. Each other source that contains a shader is a binary.
//! 5. A source with `.nodvle` is linked into each binary that uses symbols it declares: a source in the directory of
//!    the user, or else the only one anywhere. The same applies to the sources that it needs in turn.
//!
//! Files used by rules 1 and 2, and included files, are not separate binaries.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use pica200_asm::analysis::{Analysis, Interface, LinkSymbol};
use pica200_asm::{Files, Lookup};

use crate::files::normal;
use crate::input::{InputFile, InputKind};
use crate::job::{Job, JobInput, named_files};

/// Suffixes of vertex shaders and of their geometry shaders.
const PAIRS: [(&str, &str); 2] = [(".v.pica", ".g.pica"), (".vsh", ".gsh")];

/// The facts about a file that the rules use.
#[derive(Clone, Copy, Debug)]
pub enum FileInfo<'k> {
    /// A source: its interface, and its includes in normal form.
    Source(&'k Interface, &'k BTreeSet<PathBuf>),
    /// A list or a variant file: the files in it, in normal form.
    List(&'k [PathBuf]),
    /// A shader in another language.
    Shader,
}

/// Returns the inputs of each build inferred from files, whose paths are in normal form.
pub(super) fn groups(files: &BTreeMap<&Path, FileInfo<'_>>) -> Vec<Vec<PathBuf>> {
    let mut taken = BTreeSet::new();
    for known in files.values() {
        match known {
            FileInfo::Source(_, includes) => taken.extend(includes.iter().map(PathBuf::as_path)),
            FileInfo::List(paths) => taken.extend(paths.iter().map(PathBuf::as_path)),
            FileInfo::Shader => {}
        }
    }
    let is_free = |path: &Path| !taken.contains(path);
    let alone = files.iter().filter(|(path, known)| {
        let is_source = matches!(known, FileInfo::Source(..));
        !is_source && is_free(path)
    });
    let mut groups: Vec<_> = alone.map(|(path, _)| vec![*path]).collect();
    groups.extend(shaders(files, is_free));
    groups.sort();
    let libraries = Libraries::new(files);
    for group in &mut groups {
        libraries.complete(group, files);
    }
    let owned = |group: Vec<&Path>| group.into_iter().map(Path::to_owned).collect();
    groups.into_iter().map(owned).collect()
}

/// Returns the builds inferred from sources, given as paths and contents. Their options are `defaults`. The result
/// depends only on the sources, not on their order.
pub(super) fn infer(sources: &[(PathBuf, Vec<u8>)], defaults: &Job) -> Vec<Job> {
    let contents = Contents(
        sources
            .iter()
            .map(|(path, bytes)| (normal(path), bytes.as_slice()))
            .collect(),
    );
    let read = |(path, bytes): (&PathBuf, &&[u8])| {
        let file = InputFile::new(path.clone(), bytes.to_vec());
        Some((path.clone(), Read::new(&file, defaults, &contents)?))
    };
    let files: BTreeMap<_, _> = contents.0.iter().filter_map(read).collect();
    let known = files.iter().map(|(path, read)| {
        let known = match read {
            Read::Source(interface, includes) => FileInfo::Source(interface, includes),
            Read::List(paths) => FileInfo::List(paths),
            Read::Shader => FileInfo::Shader,
        };
        (path.as_path(), known)
    });
    let job = |group: Vec<PathBuf>| Job {
        inputs: group.into_iter().map(JobInput::File).collect(),
        ..defaults.clone()
    };
    groups(&known.collect()).into_iter().map(job).collect()
}

/// A file's contents, owned counterpart of [`FileInfo`].
enum Read {
    Source(Interface, BTreeSet<PathBuf>),
    List(Vec<PathBuf>),
    Shader,
}

impl Read {
    /// Reads a file. Returns `None` for a linked binary, or a file without a shader.
    fn new(file: &InputFile, options: &Job, contents: &Contents<'_>) -> Option<Self> {
        Some(match file.kind {
            InputKind::List | InputKind::VariantFile => Self::List(named_files(file)),
            InputKind::Source => {
                let lookup = Lookup {
                    files: contents,
                    directory: &file.dir,
                };
                let options = options.assembling();
                let analysis = Analysis::new(&file.recorded_name, &file.bytes, &options, &lookup);
                let included = analysis.files().iter();
                let included = included.filter_map(|file| Some(normal(file.path.as_deref()?)));
                Self::Source(analysis.interface(), included.collect())
            }
            InputKind::Container | InputKind::Hlsl | InputKind::Shader(_) => Self::Shader,
            InputKind::Archive | InputKind::Binary | InputKind::Object => return None,
        })
    }
}

/// Returns the groups of sources that contain shaders and are not yet assigned.
fn shaders<'k>(files: &BTreeMap<&'k Path, FileInfo<'_>>, is_free: impl Fn(&Path) -> bool) -> Vec<Vec<&'k Path>> {
    let is_shader = |path: &Path| {
        let known = files.get(path);
        let makes_one =
            known.is_some_and(|known| matches!(known, FileInfo::Source(interface, _) if !interface.is_library));
        makes_one && is_free(path)
    };
    let mut second = BTreeSet::new();
    let mut groups = Vec::new();
    for path in files.keys().copied().filter(|path| is_shader(path)) {
        let beside = beside(path).filter(|other| is_shader(other));
        let beside = beside.and_then(|other| files.get_key_value(other.as_path()));
        let beside = beside.map(|(other, _)| *other);
        second.extend(beside);
        groups.push(std::iter::once(path).chain(beside).collect());
    }
    groups.retain(|group: &Vec<_>| !group.first().is_some_and(|path| second.contains(path)));
    groups
}

/// Returns the path of the geometry shader for a vertex shader.
fn beside(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    PAIRS.iter().find_map(|(vertex, geometry)| {
        let stem = name.strip_suffix(vertex)?;
        Some(path.with_file_name(format!("{stem}{geometry}")))
    })
}

/// Returns the interface of a source.
fn interface<'k>(files: &BTreeMap<&Path, FileInfo<'k>>, path: &Path) -> Option<&'k Interface> {
    match files.get(path)? {
        FileInfo::Source(interface, _) => Some(interface),
        FileInfo::List(_) | FileInfo::Shader => None,
    }
}

/// Sources without a shader, by the symbols they declare.
struct Libraries<'k> {
    by_name: BTreeMap<&'k LinkSymbol, Vec<&'k Path>>,
}

impl<'k> Libraries<'k> {
    fn new(files: &BTreeMap<&'k Path, FileInfo<'k>>) -> Self {
        let mut by_name: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (path, known) in files {
            let FileInfo::Source(interface, _) = known else {
                continue;
            };
            for name in interface.exported.iter().filter(|_| interface.is_library) {
                by_name.entry(name).or_default().push(*path);
            }
        }
        Self { by_name }
    }

    /// Returns the library that declares a name used by a source: the first in its directory, or else the only one.
    fn find(&self, name: &LinkSymbol, source: &Path) -> Option<&'k Path> {
        let all = self.by_name.get(name)?;
        let near = all.iter().find(|path| path.parent() == source.parent());
        match (near, all.as_slice()) {
            (Some(near), _) => Some(near),
            (None, [only]) => Some(only),
            _ => None,
        }
    }

    /// Adds the libraries that the sources of a group need, transitively.
    fn complete(&self, group: &mut Vec<&'k Path>, files: &BTreeMap<&'k Path, FileInfo<'k>>) {
        let offered = |path: &Path| interface(files, path).into_iter().flat_map(|of| &of.exported);
        let mut declared: BTreeSet<_> = group.iter().flat_map(|path| offered(path)).collect();
        let mut next = 0;
        while let Some(path) = group.get(next).copied() {
            next += 1;
            let needed = interface(files, path).into_iter().flat_map(|of| &of.imported);
            for name in needed {
                if declared.contains(name) {
                    continue;
                }
                if let Some(library) = self.find(name, path) {
                    declared.extend(offered(library));
                    group.push(library);
                }
            }
        }
    }
}

/// Sources as files, by their paths in normal form.
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
