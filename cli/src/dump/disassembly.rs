//! Disassembly of a file, and the options that link it to the same bytes.

use std::path::Path;

use pica200_disasm::{DisassembledSource, Disassembly, disassemble, disassemble_object};
use pica200_objfmt::difference::differences;
use pica200_objfmt::formats::inspect::Content;
use pica200_objfmt::formats::shbin::Shbin;

use super::contents::InspectedFile;
use super::page::counted;
use super::relink_diff::relink_diff;
use crate::relink::{Reassembled, RelinkOptions, Relinked, denied_lints, link_sources, reassemble, relink};
use pica200::render::escape_controls;

/// A source file of a disassembly.
pub(crate) struct SourceText {
    /// File name without directory.
    pub(crate) name: String,
    /// Source text.
    pub(crate) text: String,
}

/// The disassembly of a file.
pub(crate) struct Sources {
    /// The sources, in link order.
    pub(crate) sources: Vec<SourceText>,
    /// The reason why they do not reproduce the file, if they do not.
    pub(crate) mismatch: Option<String>,
}

/// Disassembles a file to sources that assemble and link to it; one per shader. Returns the reason if there is nothing
/// to disassemble.
pub(crate) fn disassembly(subject: &InspectedFile<'_>) -> Result<Sources, String> {
    match &subject.inspection.content {
        Content::Shbin(shbin) => shader_binary(subject, shbin),
        Content::Object(object) => {
            let disassembly = disassemble_object(object);
            let (is_same, result) = match reassemble(object, &disassembly) {
                Reassembled::Same => (
                    true,
                    "picasm gives the same object, except for line numbers.".to_owned(),
                ),
                Reassembled::Different(_) => (false, "picasm gives a different object.".to_owned()),
                Reassembled::Fails(error) => (false, format!("It does not assemble: {error}")),
            };
            let result = escape_controls(&result);
            let name = file_name(subject);
            let head = format!("; Disassembled from {name}.\n; {result}\n");
            Ok(Sources {
                sources: name_sources(subject, &disassembly, &head, ""),
                mismatch: (!is_same).then(|| result.into_owned()),
            })
        }
        Content::Documented(_) => Err("relocations are known only in valid objects of this toolchain".into()),
        Content::Unknown => Err("it is neither a shader binary nor an object".into()),
    }
}

fn shader_binary(subject: &InspectedFile<'_>, shbin: &Shbin) -> Result<Sources, String> {
    let disassembly = disassemble(shbin).map_err(|error| error.to_string())?;
    if disassembly.sources.is_empty() {
        return Err("it has neither code nor shaders".into());
    }
    let head = format!("; Disassembled from {}.\n", file_name(subject));
    if !subject.inspection.faults.is_empty() {
        // The damage itself is reported in any case.
        let head = format!("{head}; The file is damaged: unreadable parts are missing here.\n");
        return Ok(Sources {
            sources: name_sources(subject, &disassembly, &head, ""),
            mismatch: None,
        });
    }
    let (result, mismatch) = link_outcome(subject, shbin, &disassembly);
    let result: String = result
        .iter()
        .map(|line| format!("; {}\n", escape_controls(line)))
        .collect();
    Ok(Sources {
        sources: name_sources(subject, &disassembly, &format!("{head}{result}"), &allow_comment(shbin)),
        mismatch,
    })
}

/// Returns true if the sources, linked without options, have the meaning of the file.
fn has_same_meaning(shbin: &Shbin, disassembly: &Disassembly) -> bool {
    let linked = link_sources(disassembly, &RelinkOptions::default());
    linked.is_ok_and(|linked| differences(shbin, &linked).is_empty())
}

/// Returns the comment that allows the lints which would stop picald; empty if there are none.
fn allow_comment(shbin: &Shbin) -> String {
    let names: Vec<_> = denied_lints(shbin).iter().map(|lint| lint.name()).collect();
    if names.is_empty() {
        return String::new();
    }
    format!("; picasm: allow-file({})\n", names.join(", "))
}

/// Links the sources and returns a line for each fact, and the problem, if there is one.
fn link_outcome(
    subject: &InspectedFile<'_>,
    shbin: &Shbin,
    disassembly: &Disassembly,
) -> (Vec<String>, Option<String>) {
    let names: Vec<_> = names(subject, disassembly).collect();
    let command = |recipe| format!("`picald{recipe} {} -o OUT`", names.join(" "));
    let not_stated = || match disassembly.unstated.len() {
        0 => None,
        count => Some(format!("{} cannot be expressed", counted(count, "thing"))),
    };
    match relink(subject.bytes, shbin, disassembly) {
        Relinked::SameBytes(recipe) => {
            let mut lines = vec![format!("{} gives the same bytes.", command(recipe))];
            if !has_same_meaning(shbin, disassembly) {
                lines.push("Without these options, the meaning is different.".to_owned());
            }
            (lines, None)
        }
        Relinked::SameMeaning(recipe, linked) => {
            let changes = relink_diff(shbin, &linked);
            let mut lines = vec![format!(
                "{} gives the same meaning in different bytes. What changes:",
                command(recipe)
            )];
            lines.extend(changes.into_iter().map(|what| format!("- {what}")));
            (lines, not_stated())
        }
        Relinked::Different(recipe, found) => {
            let first = found.first().map(ToString::to_string).unwrap_or_default();
            let places = counted(found.len(), "place");
            let line = format!("{} gives a different result in {places}:", command(recipe));
            let why = format!("the sources give a different result in {places}");
            (vec![line, first], Some(why))
        }
        Relinked::Fails(error) => {
            let why = format!("the sources do not link: {error}");
            (vec![format!("It does not link: {error}")], Some(why))
        }
    }
}

/// Returns the sources with their names. Each begins with the comment `each`, the first also with the comments `head`.
fn name_sources(subject: &InspectedFile<'_>, disassembly: &Disassembly, head: &str, each: &str) -> Vec<SourceText> {
    let mut head = Some(head);
    names(subject, disassembly)
        .zip(&disassembly.sources)
        .map(|(name, source)| SourceText {
            name,
            text: format!("{}{each}{}", head.take().unwrap_or_default(), source.text),
        })
        .collect()
}

/// Returns the names of the sources: the file's name, numbered by shader if there are several sources.
fn names(subject: &InspectedFile<'_>, disassembly: &Disassembly) -> impl Iterator<Item = String> {
    let stem = Path::new(subject.name).file_stem();
    let stem = stem.map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    // Standard input, and names that need quoting on command lines.
    let stem = if stem.is_empty() || stem.starts_with('-') || !stem.chars().all(is_plain) {
        "shader".to_owned()
    } else {
        stem
    };
    let are_several = disassembly.sources.len() > 1;
    disassembly.sources.iter().enumerate().map(move |(number, source)| {
        let suffix = suffix(source);
        if are_several {
            format!("{stem}.{number}.{suffix}")
        } else {
            format!("{stem}.{suffix}")
        }
    })
}

fn suffix(source: &DisassembledSource) -> &'static str {
    if source.is_geometry { "gsh" } else { "vsh" }
}

/// Returns the file name for comments.
fn file_name(subject: &InspectedFile<'_>) -> String {
    let name = Path::new(subject.name).file_name();
    let name = name.map_or_else(|| subject.name.into(), |name| name.to_string_lossy());
    name.escape_debug().to_string()
}
