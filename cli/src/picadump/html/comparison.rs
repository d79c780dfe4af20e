//! Comparison of two files on a page.

use pica200::session::Session;
use pica200::text::page::shown;
use pica200_objfmt::formats::archive::Archive;
use pica200_objfmt::formats::{FileKind, recognise};
use pica200_report::page::{Comparison, diff_to_html};
use pica200_report::pairs::match_by_name;

use super::{PageModel, subject};
use crate::dump::diff::{archives, cannot_compare, diff, different_kinds};

/// Renders the page about two files, and returns whether they differ; no page after an error.
pub(super) fn page([mut a, mut b]: [PageModel; 2], session: &mut Session<'_>) -> (Option<String>, bool) {
    let found = match [&a, &b].map(|page_model| recognise(&page_model.bytes)) {
        [Some(FileKind::Archive), Some(FileKind::Archive)] => {
            let found = archives([&a, &b].map(|page_model| (page_model.name.as_str(), &page_model.bytes[..])));
            drop_equal_members(&mut a, &mut b);
            found
        }
        [Some(FileKind::Archive), Some(other)] => Err(different_kinds(FileKind::Archive, other)),
        [Some(other), Some(FileKind::Archive)] => Err(different_kinds(other, FileKind::Archive)),
        _ => {
            let subjects = [&a, &b].map(|page_model| subject(&page_model.name, &page_model.bytes));
            diff(&subjects[0], &subjects[1])
        }
    };
    match found {
        Ok(differences) => {
            let differs = !differences.is_empty();
            let comparison = Comparison {
                sides: [a.model, b.model],
                differences,
            };
            (Some(diff_to_html(&comparison)), differs)
        }
        Err(reason) => {
            let diagnostic = cannot_compare([&a.name, &b.name], &reason);
            session.diagnostics.push(diagnostic);
            (None, false)
        }
    }
}

/// Drops the members that are equal in both archives, and notes their names.
fn drop_equal_members(a: &mut PageModel, b: &mut PageModel) {
    let equal = {
        let [Ok(a), Ok(b)] = [&a, &b].map(|page_model| Archive::read(&page_model.bytes)) else {
            return;
        };
        let pairs = match_by_name([a.members(), b.members()], |member| member.name);
        let equal = pairs.into_iter().filter_map(|(name, sides)| match sides {
            [Some(a), Some(b)] if a.bytes == b.bytes => Some(shown(name)),
            _ => None,
        });
        equal.collect::<Vec<_>>()
    };
    if equal.is_empty() {
        return;
    }
    a.model
        .remarks
        .push(format!("Identical in both files, not shown: {}.", equal.join(", ")));
    for page_model in [a, b] {
        let mut left = equal.clone();
        page_model.model.parts.retain(|part| {
            let is_equal = |name: &String| Some(name) == part.name.as_ref();
            let found = left.iter().position(is_equal);
            found.map(|index| left.swap_remove(index)).is_none()
        });
    }
}
