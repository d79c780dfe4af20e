//! The options of the linker in the file of a project.

use pica200_link::Compat;
use toml::de::DeTable;

use crate::document::{Findings, boolean, string};
use crate::job::Job;

/// The keys that [`read`] reads.
pub(super) const KEYS: &[&str] = &[
    "debug",
    "strip",
    "gc-sections",
    "icf",
    "merge-constants",
    "pad-constants",
    "pseudo",
    "compat",
];

/// Sets the options of a table in a job. Errors go to `findings`.
pub(super) fn read(table: &DeTable<'_>, job: &mut Job, findings: &mut Findings<'_>) {
    let linking = &mut job.linking;
    let mut switch = |key, value: &mut bool| {
        if let Some(given) = findings.get(table, key, boolean) {
            *value = given;
        }
    };
    switch("debug", &mut linking.debug);
    switch("strip", &mut linking.strip);
    switch("gc-sections", &mut linking.gc_sections);
    switch("merge-constants", &mut linking.merge_constants);
    switch("pad-constants", &mut linking.pad_constants);
    switch("pseudo", &mut job.assembling.pseudo);
    linking.icf = findings.get(table, "icf", boolean).or(linking.icf);
    if let Some(item) = table.get("compat")
        && let Some(name) = findings.get(table, "compat", string)
    {
        match name {
            "picasso" => linking.compat = Compat::Picasso,
            "none" => linking.compat = Compat::None,
            _ => {
                let message = format!("`compat` is `{name}`; expected `picasso` or `none`");
                findings.wrong(item.span(), message);
            }
        }
    }
    check(table, job, findings);
}

/// Adds an error about options that exclude each other. Its place is the key of the table that adds the second of them.
fn check(table: &DeTable<'_>, job: &Job, findings: &mut Findings<'_>) {
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
        "strip" => "`debug` writes the line table, and `strip` leaves it out",
        _ => "`debug` writes the line table, which picasso does not have",
    };
    let help = format!("leave out `{first}` or `{second}`");
    findings.wrong(item.span(), message).help = Some(help);
}
