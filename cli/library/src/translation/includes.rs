//! Includes of an HLSL source, which are dependencies of the outputs.
//!
//! The compilers do not report the files they read, so this searches the text for `#include "NAME"`. Conditions are not
//! evaluated: a file in an inactive branch is included, because a superfluous dependency only causes an extra build.

use std::collections::{HashSet, VecDeque};
use std::path::{Path, PathBuf};

use pica200_asm::Files;

use crate::files::normal;
use crate::input::InputFile;

/// Maximum depth of nested includes.
const MAX_DEPTH: usize = 32;

/// Maximum number of paths searched. Through symbolic links, one file can have any number of paths.
const MAX_PATHS: usize = 1000;

/// Returns the files that a source includes, directly or transitively, without duplicates. A name is searched in the
/// directory of the including file, like fxc does, in the source's directory, where the compiler runs, and in the `-I`
/// directories. Missing and unreadable files are omitted: the compiler reports those that it needs.
pub(super) fn included(source: &InputFile, dirs: &[PathBuf], files: &dyn Files) -> Vec<PathBuf> {
    let mut found = Vec::new();
    // For a source without a file, the compiler finds no includes next to it.
    let Some(path) = &source.path else {
        return found;
    };
    let mut asked = HashSet::from([normal(path)]);
    let mut open = VecDeque::from([(source.dir.clone(), names(&source.bytes), 1)]);
    while let Some((dir, names, depth)) = open.pop_front() {
        for name in names {
            let beside = [dir.join(&name), source.dir.join(&name)];
            let further = dirs.iter().map(|dir| dir.join(&name));
            for path in beside.into_iter().chain(further) {
                if asked.len() > MAX_PATHS || !asked.insert(normal(&path)) {
                    continue;
                }
                let Ok(bytes) = files.read_regular(&path) else {
                    continue;
                };
                if depth < MAX_DEPTH {
                    let dir = path.parent().unwrap_or(Path::new("")).to_owned();
                    open.push_back((dir, self::names(&bytes), depth + 1));
                }
                found.push(path);
            }
        }
    }
    found
}

/// Returns the names in `#include "NAME"` lines of a text.
fn names(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(text);
    text.lines().filter_map(name).collect()
}

/// Returns the name in an `#include "NAME"` line.
fn name(line: &str) -> Option<String> {
    let directive = line.trim_start().strip_prefix('#')?.trim_start();
    let quoted = directive.strip_prefix("include")?.trim_start();
    let (name, _) = quoted.strip_prefix('"')?.split_once('"')?;
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use pica200_asm::MemoryFiles;

    use super::*;

    /// Returns the files that `src/mesh.hlsl` with this text includes.
    fn included_by(text: &str, others: &[(&str, &str)]) -> Vec<PathBuf> {
        let mut files = MemoryFiles::new();
        for (path, text) in others {
            files = files.with(*path, *text);
        }
        let source = InputFile::new("src/mesh.hlsl".into(), text.into());
        included(&source, &[], &files)
    }

    #[test]
    fn names_are_those_of_directives() {
        for (line, expected) in [
            ("#include \"a.hlsli\"", Some("a.hlsli")),
            ("\t# include\"b/c d.hlsli\" // why", Some("b/c d.hlsli")),
            ("// #include \"a.hlsli\"", None),
            ("#include <a.hlsli>", None),
            ("#include \"a.hlsli", None),
            ("#include \"\"", None),
            ("#include NAME", None),
            ("#define include \"a.hlsli\"", None),
            ("include \"a.hlsli\"", None),
            ("#", None),
        ] {
            assert_eq!(name(line).as_deref(), expected, "{line}");
        }
    }

    #[test]
    fn names_are_looked_for_beside_the_including_file_and_the_source() {
        let text = "#include \"inc/a.hlsli\"\n#include \"missing.hlsli\"\n";
        let others = [
            ("src/inc/a.hlsli", "#include \"b.hlsli\"\n#include \"c.hlsli\"\n"),
            ("src/inc/b.hlsli", "#include \"../mesh.hlsl\"\n"),
            ("src/c.hlsli", "#include \"inc/../inc/a.hlsli\"\n"),
            ("b.hlsli", ""),
        ];
        let expected = ["src/inc/a.hlsli", "src/inc/b.hlsli", "src/c.hlsli"];
        assert_eq!(included_by(text, &others), expected.map(PathBuf::from));
    }

    #[test]
    fn depth_and_number_have_limits() {
        let chain: Vec<_> = (0..100)
            .map(|number| {
                let next = format!("#include \"{}\"\n", number + 1);
                (format!("src/{number}"), next)
            })
            .collect();
        let others = chain.iter().map(|(path, text)| (&**path, &**text));
        let found = included_by("#include \"0\"\n", &others.collect::<Vec<_>>());
        assert_eq!(found.len(), MAX_DEPTH);
        let lines = (0..2 * MAX_PATHS).map(|number| format!("#include \"{number}\"\n"));
        let text = lines.collect::<Vec<_>>().concat();
        let flat: Vec<_> = (0..2 * MAX_PATHS).map(|n| format!("src/{n}")).collect();
        let others: Vec<_> = flat.iter().map(|path| (&**path, "")).collect();
        assert_eq!(included_by(&text, &others).len(), MAX_PATHS);
    }
}
