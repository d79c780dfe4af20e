#![doc = include_str!("../README.md")]
//!
//! # The model of a link
//!
//! The inputs are in the order of the command line, which determines everything: the offset of an object's code, the
//! register of a uniform, the index of a descriptor, and the order of the shaders in the file.
//!
//! - An *object* is the assembled form of one source file. An object that is not empty and not marked as a library
//!   makes a *shader* (DVLE): an entry procedure, outputs, constants and uniforms. All shaders share one *program*
//!   (DVLP): code and operand descriptors.
//! - *Procedures* are global; labels are local to their object.
//! - *Uniforms* of vertex shaders share one register space over the whole link. Every geometry shader with separate
//!   registers, and every private file, has its own space. *Constants* belong to their object. Which of them must not
//!   share a register depends on the code that each shader can reach.
//!
//! [`link`] continues after an error wherever the later phases still make sense, so that one run reports every error.
//! It neither prints nor accesses files; it returns [`Diagnostic`]s.
//!
//! [`link_sets`] links several sets of objects into one program, each set with its own namespace.
//!
//! With archives, [`select`] comes first and finds the members that the link needs.
//!
//! The linker does not analyse the program; another crate checks any shader binary. [`LinkOutput::labelled`] is the
//! binary to check, and [`Origins::place`] maps its words to source locations.
//!
//! [`Compat::Picasso`] produces the bytes that picasso writes for the same sources.

mod archive_search;
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
mod live_sections;
mod map;
mod objects;
mod origins;
mod pack;
mod placement;
mod problem;
mod reach;
mod registers;
mod report;
mod sections;
mod selection;
mod sets;
mod shaders;
mod space;
mod stated;
mod symbols;
mod tables;
mod targets;
mod uniforms;
mod uses;
mod values;

use pica200_diagnostics::Diagnostic;
use pica200_objfmt::flow::BitSet;
use pica200_objfmt::formats::object::Object;
use pica200_objfmt::formats::shbin::Shbin;

pub use combine::{CombineResult, combine};
pub use entry::override_entry;
pub use header::{Interface, header};
pub use map::{DiscardedPiece, Map, MapItem, MapLabel, MapPiece, Origin, Reason, ShaderUsage, SharedItem};
pub use origins::Origins;
pub use problem::Role;
pub use selection::{Item, Library, Selection, select};
pub use sets::{LinkSetsResult, SetShader, link_sets};
pub use tables::file_name;

use archive_search::ArchiveSearch;
use constants::Classes;
use externs::Identities;
use live_sections::LiveSections;
use objects::Objects;
use report::Report;
use stated::StatedFields;
use uniforms::Uniforms;
use uses::Uses;

/// One file to link.
#[derive(Clone, Debug)]
pub struct Input {
    /// The path as the user gave it, for messages.
    pub name: String,
    /// The object, validated when it was read.
    pub object: Object,
}

/// The tool whose output is reproduced.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum Compat {
    /// The linker's own output: each shader gets everything that it reaches, and tables are accurate.
    #[default]
    None,
    /// The bytes that `picasso` 2.7.2 writes.
    Picasso,
}

impl Compat {
    /// All values.
    pub const ALL: [Self; 2] = [Self::None, Self::Picasso];

    /// Returns the name in options: `none`, `picasso`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Picasso => "picasso",
        }
    }
}

/// Options of a link.
///
/// Options that shrink programs are ignored if [`LinkOptions::compat`] requests picasso's bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinkOptions {
    /// The tool whose output is reproduced.
    pub compat: Compat,
    /// True to write the line table.
    pub debug: bool,
    /// True to omit labels and file names.
    pub strip: bool,
    /// True to drop code that no shader can reach, and constants that no code reads.
    pub gc_sections: bool,
    /// Identical code folding: places identical procedures only once. `None`: only without a line table, because it has
    /// one line for each word. Without [`LinkOptions::gc_sections`], all procedures are placed.
    pub icf: Option<bool>,
    /// True to let constants with equal values share registers.
    pub merge_constants: bool,
    /// True to keep one of the constants of a shader's file if the shader would otherwise load none, because libctru
    /// before 2.4.0 crashes on an empty constant table.
    pub pad_constants: bool,
    /// True to make a map.
    pub map: bool,
}

impl Default for LinkOptions {
    fn default() -> Self {
        Self::with_compat(Compat::None)
    }
}

impl LinkOptions {
    /// Returns the default options for reproducing a tool's output.
    pub const fn with_compat(compat: Compat) -> Self {
        Self {
            compat,
            debug: false,
            strip: false,
            gc_sections: true,
            icf: None,
            merge_constants: true,
            pad_constants: true,
            map: false,
        }
    }

    /// Returns these options, but with all code and all constants kept, and nothing shared.
    #[must_use]
    pub const fn whole(self) -> Self {
        Self {
            gc_sections: false,
            merge_constants: false,
            ..self
        }
    }

    /// Returns true if identical procedures are folded.
    fn folds(&self) -> bool {
        self.icf.unwrap_or(!self.debug)
    }
}

/// The result of a link without errors.
#[derive(Clone, Debug)]
pub struct LinkResult {
    /// The output.
    pub output: LinkOutput,
    /// Warnings, in the order of the inputs and their lines.
    pub warnings: Vec<Diagnostic>,
}

/// The output of a link.
#[derive(Clone, Debug)]
pub struct LinkOutput {
    /// The shader binary.
    pub shbin: Shbin,
    /// The name of each shader's entry point. The labels also contain it unless they are omitted.
    pub entries: Vec<String>,
    /// The contents of the C header.
    pub interface: Interface,
    /// The map, if [`LinkOptions::map`] requests it.
    pub map: Option<Map>,
    /// The origins of the parts of the output.
    pub origins: Origins,
}

/// Links objects, given in the order of the command line.
///
/// # Errors
///
/// Errors and warnings, in the order of the inputs and their lines.
pub fn link(inputs: &[Input], options: &LinkOptions) -> Result<LinkResult, Vec<Diagnostic>> {
    link_searched(inputs, &ArchiveSearch::default(), options)
}

/// Links objects after the archive search.
fn link_searched(
    inputs: &[Input],
    searched: &ArchiveSearch,
    options: &LinkOptions,
) -> Result<LinkResult, Vec<Diagnostic>> {
    link_objects(Objects::new(inputs), BitSet::default(), searched, options)
}

/// Links the objects of one or several sets. The shaders of the objects in `left_out` do not become part of the output.
fn link_objects(
    objects: Objects<'_>,
    left_out: BitSet,
    searched: &ArchiveSearch,
    options: &LinkOptions,
) -> Result<LinkResult, Vec<Diagnostic>> {
    let mut report = Report::new(objects);

    let shaders = shaders::choose(objects, left_out, &mut report);
    let symbols = symbols::resolve(objects, &shaders, searched, options.compat, &mut report);
    let identities = Identities {
        externs: externs::resolve(objects, searched, &mut report),
        classes: Classes::find(objects),
        uniforms: Uniforms::find(objects),
    };
    let live_sections = LiveSections::choose(objects, &shaders, &symbols, &identities, options);
    let (mut placement, reach) = live_sections.place(objects, &shaders, &symbols, &mut report);
    let uses = Uses::find(objects, &shaders, &placement, &reach, options.compat);
    let inputs = registers::AllocationInputs {
        objects,
        shaders: &shaders,
        identities: &identities,
        uses: &uses,
        options,
    };
    let registers = registers::allocate_registers(inputs, &mut report);
    let stated = StatedFields::find(objects, &mut report);
    let merging = descriptors::TableBuilder {
        objects,
        placement: &placement,
        registers: &registers,
        stated: &stated.descriptors,
        compat: options.compat,
    };
    let descriptors = merging.table(&mut report);
    encode::registers(objects, &uses, &registers, &mut placement, &mut report);
    encode::descriptors(objects, &descriptors, &mut placement);
    let link = link::Link {
        objects,
        shaders: &shaders,
        symbols: &symbols,
        externs: &identities.externs,
        placement: &placement,
        uses: &uses,
        reach: &reach,
        registers: &registers,
        stated: &stated,
        options,
    };
    let output = (!report.has_errors()).then(|| LinkOutput {
        entries: shaders.entries(objects),
        interface: header::describe(&link),
        map: options.map.then(|| {
            let sizes = [descriptors.entries.len(), descriptors.lower_bound];
            map::describe(&link, &live_sections, sizes)
        }),
        origins: Origins::new(&link),
        shbin: tables::build(&link, descriptors.entries, &mut report),
    });
    // Building the tables can still reveal a conflict.
    let (output, warnings) = report.finish(output)?;
    Ok(LinkResult { output, warnings })
}
