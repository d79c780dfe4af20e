//! Renaming of names and macro parameters in all files that use them. A rename that would change the meaning of a
//! shader, or that would miss a use, is refused with the reason.

mod after;
mod checks;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use gen_lsp_types::{
    Position, PrepareRenameParams, PrepareRenamePlaceholder, PrepareRenameRequest, PrepareRenameResult, Range,
    RenameOptions, RenameParams, RenameRequest, TextEdit, WorkspaceEdit,
};

use super::Feature;
use super::actions::workspace_edit;
use crate::error::RequestError;
use crate::names::parameters::{self, Parameter};
use crate::names::{Name, find};
use crate::snapshot::Snapshot;

/// Renaming.
pub(super) const FEATURE: Feature = Feature {
    announce: |client, capabilities| {
        let options = RenameOptions {
            prepare_provider: Some(true),
            ..RenameOptions::default()
        };
        capabilities.rename_provider = Some(if client.prepares_renames {
            options.into()
        } else {
            true.into()
        });
    },
    routes: |routes| {
        routes.on_search::<PrepareRenameRequest>(prepare);
        routes.on_search::<RenameRequest>(rename);
    },
};

/// The target of a rename.
#[derive(Debug)]
enum Target {
    /// A name of the program, or a macro.
    Name(Name),
    /// A macro parameter, or the counter of a repetition.
    Parameter(Parameter),
}

impl Target {
    /// Finds the parameter or name at a position.
    fn find(snapshot: &Snapshot, path: &Path, position: Position) -> Result<Option<Self>, RequestError> {
        if let Some(parameter) = parameters::find(snapshot, path, position)? {
            return Ok(Some(Self::Parameter(parameter)));
        }
        Ok(find(snapshot, path, position)?.map(Self::Name))
    }

    fn text(&self) -> &str {
        match self {
            Self::Name(name) => &name.text,
            Self::Parameter(parameter) => &parameter.text,
        }
    }

    /// Returns the locations to edit, with their files.
    fn places(&self) -> Vec<(&Path, Range)> {
        match self {
            Self::Name(name) => {
                let sites = name.sites.iter();
                sites.map(|site| (site.path.as_path(), site.range)).collect()
            }
            Self::Parameter(parameter) => {
                let defined = (parameter.path.as_path(), parameter.definition);
                let uses = parameter.uses.iter();
                let uses = uses.map(|one| (one.path.as_path(), one.range));
                [defined].into_iter().chain(uses).collect()
            }
        }
    }

    /// Returns the roots that include the locations.
    fn roots(&self, snapshot: &Snapshot) -> Result<BTreeSet<PathBuf>, RequestError> {
        let snapshot = snapshot.scanned()?;
        let mut roots = BTreeSet::new();
        let files: BTreeSet<_> = self.places().into_iter().map(|(path, _)| path).collect();
        for path in files {
            roots.extend(snapshot.all_roots(path));
        }
        if let Self::Name(name) = self {
            roots.extend(name.members.iter().map(|member| member.root.clone()));
        }
        Ok(roots)
    }

    fn edits(&self, new: &str) -> BTreeMap<PathBuf, Vec<TextEdit>> {
        let mut edits: BTreeMap<PathBuf, Vec<TextEdit>> = BTreeMap::new();
        for (path, range) in self.places() {
            edits.entry(path.to_owned()).or_default().push(TextEdit {
                range,
                new_text: new.to_owned(),
            });
        }
        for edits in edits.values_mut() {
            edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
            edits.dedup();
        }
        edits
    }
}

fn prepare(snapshot: &Snapshot, params: PrepareRenameParams) -> Result<Option<PrepareRenameResult>, RequestError> {
    let at = params.text_document_position_params;
    let document = snapshot.document(&at.text_document.uri)?;
    let Some(target) = Target::find(snapshot, &document.path, at.position)? else {
        return Ok(None);
    };
    checks::can_change(snapshot, &target)?;
    let mut places = target.places().into_iter();
    let here = places.find(|(path, range)| {
        // The position may be at the backslash of a parameter.
        let start = Position {
            character: range.start.character.saturating_sub(1),
            ..range.start
        };
        *path == document.path && start <= at.position && at.position <= range.end
    });
    let found = here.map(|(_, range)| PrepareRenamePlaceholder {
        range,
        placeholder: target.text().to_owned(),
    });
    Ok(found.map(Into::into))
}

fn rename(snapshot: &Snapshot, params: RenameParams) -> Result<Option<WorkspaceEdit>, RequestError> {
    let at = params.text_document_position_params;
    let document = snapshot.document(&at.text_document.uri)?;
    let Some(target) = Target::find(snapshot, &document.path, at.position)? else {
        return Err(RequestError::Refused("there is no name here".to_owned()));
    };
    let new = params.new_name.as_str();
    if new == target.text() {
        return Ok(None);
    }
    checks::can_change(snapshot, &target)?;
    checks::is_valid(&target, new)?;
    checks::is_free(snapshot, &target, new)?;
    let edits = target.edits(new);
    after::check(snapshot, &target.roots(snapshot)?, &edits)?;
    Ok(Some(workspace_edit(snapshot, edits)))
}
