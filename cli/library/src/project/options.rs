//! Options specific to project files.

use pica200_link::Compat;
use toml::de::DeTable;

use crate::document::DocumentReport;
use crate::job::Job;
use crate::job::options::{self, BuildOption, Keys, set_options};

fn own() -> impl Iterator<Item = &'static BuildOption> {
    options::keys(true).filter(|option| option.keys == Keys::Project)
}

/// Returns the keys read by [`read`].
pub(super) fn keys() -> Vec<&'static str> {
    own().map(|option| option.name).collect()
}

/// Sets the options of a table in a job. Errors go to `report`.
pub(super) fn read(table: &DeTable<'_>, job: &mut Job, report: &mut DocumentReport<'_>) {
    set_options(table, own(), job, report);
    check(table, job, report);
}

/// Adds an error about options that exclude each other, located at the later key in the table.
fn check(table: &DeTable<'_>, job: &Job, report: &mut DocumentReport<'_>) {
    let linking = &job.linking;
    let is_picasso = linking.compat == Compat::Picasso;
    let (first, second) = match (linking.debug, linking.strip, is_picasso) {
        (true, true, _) => ("debug", "strip"),
        (true, _, true) => ("debug", "compat"),
        _ => return,
    };
    let keys = [second, first].into_iter();
    let Some(item) = keys.filter_map(|key| table.get(key)).next() else {
        return;
    };
    let message = match second {
        "strip" => "`debug` writes the line table, but `strip` removes it",
        _ => "`debug` writes the line table, which picasso does not have",
    };
    let help = format!("remove `{first}` or `{second}`");
    report.wrong(item.span(), message).help = Some(help);
}
