//! A common form for the tables of all kinds of files.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use pica200_objfmt::flow::BitSet;
use pica200_objfmt::flow::Flow;
use pica200_objfmt::formats::error::{Structure, Table};
use pica200_objfmt::formats::inspect::{Content, DocumentedObject, Inspection, Region, RegionKind};
use pica200_objfmt::formats::object::{Object, RelocationKind};
use pica200_objfmt::formats::records::header;
use pica200_objfmt::formats::shbin::{Program, Shader};
use pica200_objfmt::isa::descriptor::DescriptorEntry;
use pica200_objfmt::isa::limits::CODE_WORDS;
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::Register;

use crate::linked;
use pica200::text::names::Names;
use pica200::text::page::counted;
use pica200::text::words;

/// An inspected file.
pub struct InspectedFile<'a> {
    /// Its name in messages.
    pub name: &'a str,
    /// Its bytes.
    pub bytes: &'a [u8],
    /// Its contents.
    pub inspection: Inspection,
}

/// The tables of a file.
#[derive(Debug)]
pub struct Contents<'a> {
    /// Tables that only one kind of file has.
    pub kind: Kind<'a>,
    /// Code, descriptors and lines.
    pub program: Cow<'a, Program>,
    /// The shaders. An object has one: the shader that it defines or contributes to.
    pub shaders: Cow<'a, [Shader]>,
    /// The locations of headers and tables.
    regions: HashMap<RegionKind, Region>,
    /// The damaged tables.
    damaged: HashSet<(Structure, Table)>,
}

/// The kind of a file, with the tables specific to it.
#[derive(Clone, Copy, Debug)]
pub enum Kind<'a> {
    /// A shader binary.
    Shbin,
    /// A linkable object.
    Object(&'a Object),
    /// An object of which only the documented tables are known.
    Documented(&'a DocumentedObject),
}

impl<'a> Contents<'a> {
    /// Returns the tables of a file, or `None` if it has none.
    pub fn new(inspection: &'a Inspection) -> Option<Self> {
        let (kind, program, shaders) = match &inspection.content {
            Content::Shbin(shbin) => (
                Kind::Shbin,
                Cow::Borrowed(&shbin.program),
                Cow::Borrowed(&shbin.shaders[..]),
            ),
            Content::Object(object) => (
                Kind::Object(object),
                Cow::Owned(linked::program(object)),
                Cow::Owned(vec![linked::shader(object)]),
            ),
            Content::Documented(object) => (
                Kind::Documented(object),
                Cow::Borrowed(&object.program),
                Cow::Borrowed(std::slice::from_ref(&object.shader)),
            ),
            Content::Unknown => return None,
        };
        let places = inspection.faults.iter().map(|fault| fault.location);
        Some(Self {
            kind,
            program,
            shaders,
            regions: index(&inspection.regions),
            damaged: places.filter_map(|p| Some((p.structure, p.table?))).collect(),
        })
    }

    /// Returns the structure of a shader.
    pub const fn structure(&self, shader: usize) -> Structure {
        match self.kind {
            Kind::Shbin => Structure::Dvle(shader),
            Kind::Object(_) | Kind::Documented(_) => Structure::Dvoj,
        }
    }

    /// Returns the structure of the program.
    pub const fn program_structure(&self) -> Structure {
        match self.kind {
            Kind::Shbin => Structure::Dvlp,
            Kind::Object(_) | Kind::Documented(_) => Structure::Dvoj,
        }
    }

    /// Returns the offset of a header or table, if it is in the file.
    pub fn offset(&self, kind: RegionKind) -> Option<usize> {
        self.regions.get(&kind).map(|region| region.offset)
    }

    /// Returns true if the program has the short header written by nihstro.
    pub fn has_short_header(&self) -> bool {
        let region = self.regions.get(&RegionKind::Header(Structure::Dvlp));
        region.is_some_and(|region| region.size < header(Structure::Dvlp).size)
    }

    /// Returns true if the header of a structure could not be read. Its contents are then a meaningless substitute.
    pub fn is_lost(&self, structure: Structure) -> bool {
        let is_empty = match structure {
            Structure::Dvlb => self.shaders.is_empty(),
            Structure::Dvlp => *self.program == Program::default(),
            Structure::Dvle(number) => self.shaders.get(number).is_none_or(|shader| {
                let lost = Shader {
                    version: 0,
                    ..Shader::default()
                };
                *shader == lost
            }),
            Structure::Dvoj => false,
        };
        is_empty && self.offset(RegionKind::Header(structure)).is_none()
    }

    /// Formats the number of entries of a table, such as `7` or `29 words`, or says that it could not be read.
    pub fn amount(&self, structure: Structure, table: Table, count: usize) -> String {
        let is_damaged = self.damaged.contains(&(structure, table)) || self.is_lost(structure);
        match table {
            _ if count == 0 && is_damaged => "unreadable".to_owned(),
            Table::Code => counted(count, "word"),
            _ => count.to_string(),
        }
    }

    /// Returns true if an entry of an object's uniform table is declared by another object.
    pub fn is_extern(&self, entry: usize) -> bool {
        let Kind::Object(object) = self.kind else {
            return false;
        };
        let uniform = object.uniforms.get(entry);
        uniform.is_some_and(|uniform| uniform.linkage.is_extern())
    }

    /// Returns the names of a shader's registers.
    pub fn names(&self, shader: &Shader) -> Names {
        Names::new(shader, self.named_constants())
    }

    /// Returns the named constants of an object: first register, number of registers, name.
    pub fn named_constants(&self) -> impl Iterator<Item = (Register, u8, &[u8])> {
        let constants = match self.kind {
            Kind::Object(object) => object.constants.as_slice(),
            _ => &[],
        };
        constants.iter().filter_map(|constant| {
            let first = Register::new(constant.kind.bank(), constant.first)?;
            Some((first, constant.len, constant.name.as_bytes()))
        })
    }

    /// Returns the descriptor index of each word; `None` for words without a descriptor.
    pub fn descriptor_numbers(&self) -> impl Iterator<Item = Option<usize>> {
        // The field in the word of an object may be too narrow for the index; the relocation has the full one.
        let mut relocations = match self.kind {
            Kind::Object(object) => object.relocations.as_slice(),
            _ => &[],
        }
        .iter()
        .peekable();
        (0..).zip(&self.program.code).map(move |(word, &code)| {
            match relocations.next_if(|r| r.word == word).map(|r| r.kind) {
                Some(RelocationKind::Descriptor(number)) => Some(number.into()),
                _ => words::descriptor_number(code),
            }
        })
    }

    /// Returns an entry of the descriptor table.
    pub fn descriptor(&self, number: usize) -> Option<&DescriptorEntry> {
        self.program.descriptors.get(number)
    }

    /// Returns the words that each shader executes. Returns `None` if they are unknown: for objects, whose calls lead
    /// to other files, and for hostile files that take too long.
    pub fn reach(&self) -> Option<Vec<BitSet>> {
        /// Limit of analysis steps, far above the needs of files that fit into a console.
        const MAX_STEPS: usize = 1 << 28;
        if !matches!(self.kind, Kind::Shbin) {
            return None;
        }
        let code = &self.program.code;
        let code = code.get(..CODE_WORDS).unwrap_or(code);
        let calls = code
            .iter()
            .filter(|&&word| Opcode::from_word(word).is_some_and(Opcode::is_call))
            .count();
        let steps = (calls + 1) * code.len();
        if steps.checked_mul(self.shaders.len())? > MAX_STEPS {
            return None;
        }
        let mut flow = Flow::new(code);
        let trace = |(number, shader): (usize, &Shader)| {
            if self.is_lost(Structure::Dvle(number)) {
                return BitSet::default();
            }
            let entry = shader.entry_span();
            flow.trace(entry)
        };
        Some(self.shaders.iter().enumerate().map(trace).collect())
    }
}

/// Indexes the headers and tables of each structure. Of several regions of a kind, the first one wins.
pub fn index(regions: &[Region]) -> HashMap<RegionKind, Region> {
    let mut index = HashMap::new();
    for region in regions {
        index.entry(region.kind).or_insert(*region);
    }
    index
}
