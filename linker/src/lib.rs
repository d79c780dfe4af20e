//! The linker: objects in, a shader binary and the text of a C header out.
//!
//! The inputs stand in the order of the command line, and that order decides everything: which word an object's code
//! begins at, which register a uniform gets, which number a descriptor gets, and the order of the shaders in the file.
//!
//! - An *object* is what the assembler made of one source file. One that holds anything, and is not marked as a
//!   library, makes a *shader* (DVLE): an entry procedure, outputs, constants and uniforms. All shaders share one
//!   *program* (DVLP): code and operand descriptors.
//! - *Procedures* are global, labels belong to their object.
//! - *Uniforms* of vertex shaders share one register space over the whole link; every geometry shader with registers
//!   of its own has another, and so has every private file. *Constants* belong to their object. What a shader's code can reach decides which of them
//!   may not share a register.
//!
//! [`link`] goes on after an error wherever the later phases still make sense, so that one run shows all mistakes. It
//! neither prints nor touches files: what there is to say comes back as [`Finding`]s.
//!
//! [`select`] comes before that where there are archives: it finds the members that the link needs.
//!
//! The linker does not look at what the program does: another crate checks any shader binary. [`Output::labelled`] is the
//! binary to check, and [`Origins::place`] finds the places of its words in the sources.
//!
//! [`Compat::Picasso`] asks for the bytes that the incumbent assembler writes for the same sources.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod collect;
mod combine;
mod constants;
mod descriptors;
mod encode;
mod entry;
mod externs;
mod fold;
mod header;
mod items;
mod link;
mod map;
mod objects;
mod origins;
mod outline;
mod pack;
mod placement;
mod problem;
mod reach;
mod registers;
mod report;
mod searched;
mod sections;
mod selection;
mod shaders;
mod symbols;
mod tables;
mod targets;
mod values;

use pica200_objfmt::formats::object::Object;
use pica200_objfmt::formats::shbin::Shbin;

pub use combine::{Combined, combine};
pub use entry::start_at;
pub use header::{Declaration, Interface, Stage, header, header_by};
pub use map::{LeftOut, Map, MapItem, MapLabel, Origin, Piece, Reason, ShaderUse, Sharer};
pub use origins::Origins;
pub use problem::{Finding, Holder, InputPlace, Obstacle, Problem, Role, Shape, Share};
pub use selection::{Item, Library, Selection, select};
pub use tables::file_name;

use constants::Classes;
use externs::Meanings;
use objects::Objects;
use outline::Outline;
use report::Report;
use searched::Searched;

/// One file to link.
#[derive(Clone, Debug)]
pub struct Input {
    /// The path as the user gave it, for messages.
    pub name: String,
    /// The object, validated when it was read.
    pub object: Object,
}

/// Whose output to give.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Compat {
    /// This linker's own: each shader gets all that it reaches, and tables say what is there.
    #[default]
    None,
    /// The bytes that `picasso` 2.7.2 writes.
    Picasso,
}

/// What the user asks of a link.
///
/// What makes programs smaller counts for nothing where [`Options::compat`] asks for the incumbent's bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Whose output to give.
    pub compat: Compat,
    /// Whether to write the line table (`-g`).
    pub debug: bool,
    /// Whether to leave out labels and file names (`-s`).
    pub strip: bool,
    /// Whether to leave out code that no shader can reach, and constants that no code reads (`--gc-sections`).
    pub gc_sections: bool,
    /// Whether to place procedures that are the same once (`--icf`). `None`: unless there is a line table, which has one
    /// line for each word. Without [`Options::gc_sections`] all stay.
    pub icf: Option<bool>,
    /// Whether constants with the same values share registers (`--merge-constants`).
    pub merge_constants: bool,
    /// Whether to give an account of what went where.
    pub map: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self::of(Compat::None)
    }
}

impl Options {
    /// The default for whose output to give.
    pub const fn of(compat: Compat) -> Self {
        Self {
            compat,
            debug: false,
            strip: false,
            gc_sections: true,
            icf: None,
            merge_constants: true,
            map: false,
        }
    }

    /// The same, with all code and all constants in it, each for itself.
    #[must_use]
    pub const fn whole(self) -> Self {
        Self {
            gc_sections: false,
            merge_constants: false,
            ..self
        }
    }

    /// Whether identical procedures are folded.
    fn folds(&self) -> bool {
        self.icf.unwrap_or(!self.debug)
    }
}

/// What came of a link.
#[derive(Clone, Debug)]
pub struct Linked {
    /// The output; `None` exactly if there is an error among the findings.
    pub output: Option<Output>,
    /// Errors and warnings, in the order of the inputs and their lines.
    pub findings: Vec<Finding>,
}

/// The output of a link without errors.
#[derive(Clone, Debug)]
pub struct Output {
    /// The shader binary.
    pub shbin: Shbin,
    /// The name of what each shader starts at, which labels tell as well unless they are left out.
    pub entries: Vec<String>,
    /// What the C header says.
    pub interface: Interface,
    /// What went where, if [`Options::map`] asks for it.
    pub map: Option<Map>,
    /// Where everything comes from.
    pub origins: Origins,
}

/// Links objects, given in the order of the command line.
pub fn link(inputs: &[Input], options: &Options) -> Linked {
    link_searched(inputs, &Searched::default(), options)
}

/// Links objects for which archives have been searched.
fn link_searched(inputs: &[Input], searched: &Searched, options: &Options) -> Linked {
    let objects = Objects::new(inputs);
    let mut report = Report::new(objects);

    let shaders = shaders::choose(objects, &mut report);
    let symbols = symbols::resolve(objects, &shaders, searched, options.compat, &mut report);
    let meanings = Meanings {
        externs: externs::resolve(objects, searched, &mut report),
        classes: Classes::find(objects),
    };
    let outline = Outline::choose(objects, &shaders, &symbols, &meanings, options);
    let (mut placement, reach) = outline.place(objects, &shaders, &symbols, &mut report);
    let uses = items::uses(objects, &placement);
    let registers = registers::give_out(
        objects,
        &shaders,
        &meanings,
        &uses,
        &reach,
        options,
        &mut report,
    );
    let descriptors =
        descriptors::merge(objects, &placement, &registers, options.compat, &mut report);
    encode::registers(objects, &registers, &mut placement, &mut report);
    encode::descriptors(objects, &descriptors, &mut placement);
    let link = link::Link {
        objects,
        shaders: &shaders,
        symbols: &symbols,
        externs: &meanings.externs,
        placement: &placement,
        uses: &uses,
        reach: &reach,
        registers: &registers,
        options,
    };
    let output = (!report.has_errors()).then(|| Output {
        entries: shaders.entries(objects),
        interface: header::describe(&link),
        map: options.map.then(|| {
            let sizes = [descriptors.entries.len(), descriptors.least];
            map::describe(&link, &outline, sizes)
        }),
        origins: Origins::of(&link),
        shbin: tables::build(&link, descriptors.entries, &mut report),
    });
    Linked {
        // Building the tables can still show a conflict.
        output: output.filter(|_| !report.has_errors()),
        findings: report.into_findings(),
    }
}
