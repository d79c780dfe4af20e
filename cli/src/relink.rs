//! Finds the options that recreate a shader binary or object from its disassembly, by assembling and linking it.

use std::collections::BTreeSet;
use std::fmt;

use pica200_asm::{AssemblyOptions, assemble};
use pica200_check::check_for;
use pica200_diagnostics::{Code, Severity};
use pica200_disasm::Disassembly;
use pica200_link::{Compat, Input, link};
use pica200_objfmt::difference::{Difference, differences};
use pica200_objfmt::formats::object::{Object, Position};
use pica200_objfmt::formats::shbin::Shbin;

use pica200::levels::Levels;

/// Options of `picald`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct RelinkOptions {
    /// The link options.
    pub link: pica200_link::LinkOptions,
}

impl fmt::Display for RelinkOptions {
    /// Formats the options for a command line, each preceded by a blank.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = [
            (self.link.compat == Compat::Picasso, " --compat=picasso"),
            (!self.link.gc_sections, " --no-gc-sections"),
            (!self.link.merge_constants, " --no-merge-constants"),
            (!self.link.pad_constants, " --no-pad-constants"),
            (self.link.debug, " -g"),
            (self.link.strip, " -s"),
        ];
        options
            .into_iter()
            .filter(|(on, _)| *on)
            .try_for_each(|(_, text)| f.write_str(text))
    }
}

/// The result of relinking a disassembly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Relinked {
    /// The same bytes.
    SameBytes(RelinkOptions),
    /// The same meaning in other bytes: this binary's.
    SameMeaning(RelinkOptions, Box<Shbin>),
    /// Another program, with the differences.
    Different(RelinkOptions, Vec<Difference>),
    /// An error; the first one.
    Fails(String),
}

/// Finds the options that recreate a file.
pub fn relink(file: &[u8], shbin: &Shbin, disassembly: &Disassembly) -> Relinked {
    let mut best = None;
    let mut failure = None;
    for recipe in candidates(shbin) {
        let linked = match link_sources(disassembly, &recipe) {
            Ok(linked) => linked,
            Err(error) => {
                failure.get_or_insert(error);
                continue;
            }
        };
        if linked.write().is_ok_and(|bytes| bytes == file) {
            return Relinked::SameBytes(recipe);
        }
        let found = differences(shbin, &linked);
        let is_better = best
            .as_ref()
            .is_none_or(|(_, _, least): &(RelinkOptions, Shbin, Vec<_>)| found.len() < least.len());
        if is_better {
            best = Some((recipe, linked, found));
        }
    }
    match (best, failure) {
        (Some((recipe, linked, found)), _) if found.is_empty() => Relinked::SameMeaning(recipe, Box::new(linked)),
        (Some((recipe, _, found)), _) => Relinked::Different(recipe, found),
        (None, failure) => Relinked::Fails(failure.unwrap_or_default()),
    }
}

/// Returns the lints that would stop picald unless the sources allow them, because the original file has the same
/// faults.
pub(crate) fn denied_lints(shbin: &Shbin) -> Vec<Code> {
    let levels = Levels::default();
    let is_error = |code| levels.check_severity(code, Compat::None) == Some(Severity::Error);
    let diagnostics = check_for(shbin, is_error).into_iter();
    let denied_lints: BTreeSet<_> = diagnostics.map(|diagnostic| diagnostic.code).collect();
    Vec::from_iter(denied_lints)
}

/// Returns the options that may recreate a file, likeliest first.
fn candidates(shbin: &Shbin) -> Vec<RelinkOptions> {
    let options = |compat, debug, strip| pica200_link::LinkOptions {
        compat,
        debug,
        strip,
        ..Default::default()
    };
    let ways = if shbin.program.lines.is_empty() {
        vec![
            options(Compat::None, false, false),
            options(Compat::Picasso, false, false),
            options(Compat::None, false, true),
            options(Compat::None, false, false).whole(),
            options(Compat::None, false, true).whole(),
        ]
    } else {
        vec![
            options(Compat::None, true, false),
            options(Compat::Picasso, false, false),
            options(Compat::None, true, false).whole(),
        ]
    };
    ways.into_iter().map(|link| RelinkOptions { link }).collect()
}

/// Assembles and links the sources.
///
/// # Errors
///
/// Returns the text of the first error.
pub fn link_sources(disassembly: &Disassembly, recipe: &RelinkOptions) -> Result<Shbin, String> {
    let mut inputs = Vec::new();
    for (number, source) in disassembly.sources.iter().enumerate() {
        let name = format!("source {number}");
        let object = assemble_source(&name, &source.text)?;
        inputs.push(Input { name, object });
    }
    match link(&inputs, &recipe.link) {
        Ok(linked) => Ok(linked.output.shbin),
        Err(diagnostics) => {
            let error = diagnostics.into_iter().find(|one| one.is_error());
            Err(error.map(|error| error.message).unwrap_or_default())
        }
    }
}

/// The result of assembling the disassembly of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reassembled {
    /// The same object, except for source positions.
    Same,
    /// Another object.
    Different(Box<Object>),
    /// An error; the first one.
    Fails(String),
}

/// Assembles the disassembly of an object, and compares.
pub fn reassemble(object: &Object, disassembly: &Disassembly) -> Reassembled {
    let text = disassembly.sources.first().map_or("", |source| &source.text);
    match assemble_source("object", text) {
        Ok(again) if strip_positions(&again) == strip_positions(object) => Reassembled::Same,
        Ok(again) => Reassembled::Different(Box::new(again)),
        Err(error) => Reassembled::Fails(error),
    }
}

/// Assembles a source, or returns the text of the first error.
fn assemble_source(name: &str, text: &str) -> Result<Object, String> {
    let assembly = assemble(name, text.as_bytes(), &AssemblyOptions::default());
    assembly.object.ok_or_else(|| {
        let error = assembly.diagnostics.iter().find(|d| d.is_error());
        error.map(|error| error.message.clone()).unwrap_or_default()
    })
}

/// Returns the object without source positions, and with the stated fields in directive order.
fn strip_positions(object: &Object) -> Object {
    let nowhere = Position::default();
    let mut object = object.clone();
    object.files.clear();
    object.lines.fill(nowhere);
    for label in &mut object.labels {
        label.position = nowhere;
        if let Some(procedure) = &mut label.procedure {
            procedure.end = nowhere;
        }
    }
    let entry = object.entry.iter_mut().map(|entry| &mut entry.position);
    let uniforms = object.uniforms.iter_mut().map(|uniform| &mut uniform.position);
    let constants = object.constants.iter_mut().map(|constant| &mut constant.position);
    let values = object.values.iter_mut().map(|value| &mut value.position);
    let outputs = object.outputs.iter_mut().map(|output| &mut output.position);
    object.stated.sort_by_key(|stated| stated.field.order());
    let stated = object.stated.iter_mut().map(|stated| &mut stated.position);
    let all = entry
        .chain(uniforms)
        .chain(constants)
        .chain(values)
        .chain(outputs)
        .chain(stated);
    all.for_each(|position| *position = nowhere);
    object
}
