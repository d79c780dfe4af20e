//! Selection of the builds whose diagnostics a source gets.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pica200::job::JobInput;

use crate::builds::{BuildFile, builds_of};
use crate::error::RequestError;
use crate::kinds::{is_project, names_builds};
use crate::snapshot::Snapshot;
use crate::sources::MAX_ROOTS;

/// The builds of a source.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Plan(pub(super) Vec<PlannedBuild>);

/// A build to check.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum PlannedBuild {
    /// A build defined by a file: the path of that file and the index of the build.
    Defined(PathBuf, usize),
    /// A build inferred by rules, with its inputs; or the source alone.
    Inferred(Vec<JobInput>),
}

impl Plan {
    /// Selects the builds of a source: those defined by files, else those inferred by rules, else the source alone.
    /// Their number is limited so that a source shared by all shaders is still checked quickly; builds with other open
    /// documents come first.
    ///
    /// # Errors
    ///
    /// Returns an error if the work was cancelled.
    pub(super) fn of(root: &Path, snapshot: &Snapshot) -> Result<Self, RequestError> {
        if is_project(root) {
            return Ok(Self(Vec::new()));
        }
        let mut named = builds_of(root, snapshot);
        if named.len() > MAX_ROOTS {
            named.sort_by_key(|(file, number)| !file.has_open(*number, root, snapshot));
            named.truncate(MAX_ROOTS);
        }
        let named = named.into_iter();
        let mut builds: Vec<_> = named
            .map(|(file, number)| PlannedBuild::Defined(file.path(), number))
            .collect();
        if builds.is_empty() && !names_builds(root) {
            let links = snapshot.links()?;
            let guessed = links.inferred(root).take(MAX_ROOTS);
            builds.extend(guessed.map(|group| {
                let inputs = group.iter().cloned().map(JobInput::File);
                PlannedBuild::Inferred(inputs.collect())
            }));
            if builds.is_empty() {
                let alone = JobInput::Source(root.to_owned());
                builds.push(PlannedBuild::Inferred(vec![alone]));
            }
        }
        Ok(Self(builds))
    }
}

/// Returns the project of a source, or the file itself if it is a project file.
pub(super) fn project(root: &Path, snapshot: &Snapshot) -> Option<Arc<BuildFile>> {
    if is_project(root) {
        Some(snapshot.derived(root))
    } else {
        snapshot.project_of(root)
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use gen_lsp_types::{TextDocumentItem, Uri};

    use super::*;
    use crate::documents::Documents;
    use crate::positions::Encoding;
    use crate::workspace::Workspace;

    #[cfg(unix)]
    #[test]
    fn a_source_of_many_builds_is_checked_in_some() {
        let mut project = String::new();
        for number in 0..20 {
            let inputs = format!("inputs = [\"all.vsh\", \"{number}.vsh\"]");
            writeln!(project, "[binary.b{number:02}]\n{inputs}").expect("a text takes everything");
        }
        let mut documents = Documents::new(Encoding::Utf8);
        for (path, text) in [
            ("/w/pica200.toml", project.as_str()),
            ("/w/all.vsh", ".nodvle\n"),
            ("/w/17.vsh", ""),
        ] {
            let item = TextDocumentItem {
                uri: Uri(format!("file://{path}")),
                language_id: "pica200".into(),
                version: 1,
                text: text.to_owned(),
            };
            documents.open(item, Path::new(""));
        }
        let snapshot = Snapshot::from_documents(documents, Workspace::new(vec!["/w".into()]));
        let plan = Plan::of(Path::new("/w/all.vsh"), &snapshot).expect("it is not cancelled");
        let numbers = plan.0.into_iter().map(|one| match one {
            PlannedBuild::Defined(_, number) => Some(number),
            PlannedBuild::Inferred(_) => None,
        });
        let expected = [17, 0, 1, 2, 3, 4, 5, 6].map(Some);
        assert_eq!(numbers.collect::<Vec<_>>(), expected);
    }
}
