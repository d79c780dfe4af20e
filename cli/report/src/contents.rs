//! The tables of any kind of file in one form.

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
pub struct Subject<'a> {
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
    /// The parts that only one kind of file has.
    pub kind: Kind<'a>,
    /// Code, descriptors and lines.
    pub program: Cow<'a, Program>,
    /// The shaders; for an object, the one that it makes or contributes to.
    pub shaders: Cow<'a, [Shader]>,
    /// The places of headers and tables.
    regions: HashMap<RegionKind, Region>,
    /// The damaged tables.
    damaged: HashSet<(Structure, Table)>,
}

/// The kinds of files, with the parts that only they have.
#[derive(Clone, Copy, Debug)]
pub enum Kind<'a> {
    /// A shader binary.
    Shbin,
    /// An object that can be linked.
    Object(&'a Object),
    /// An object of which only the documented parts are known.
    Documented(&'a DocumentedObject),
}

impl<'a> Contents<'a> {
    /// The tables of a file, `None` if it has none.
    pub fn of(inspection: &'a Inspection) -> Option<Self> {
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
        let places = inspection.faults.iter().map(|fault| fault.place);
        Some(Self {
            kind,
            program,
            shaders,
            regions: index(&inspection.regions),
            damaged: places.filter_map(|p| Some((p.structure, p.table?))).collect(),
        })
    }

    /// The structure of a shader.
    pub const fn structure(&self, shader: usize) -> Structure {
        match self.kind {
            Kind::Shbin => Structure::Dvle(shader),
            Kind::Object(_) | Kind::Documented(_) => Structure::Dvoj,
        }
    }

    /// The structure of the program.
    pub const fn program_structure(&self) -> Structure {
        match self.kind {
            Kind::Shbin => Structure::Dvlp,
            Kind::Object(_) | Kind::Documented(_) => Structure::Dvoj,
        }
    }

    /// The offset of a header or table, if it is in the file.
    pub fn offset(&self, kind: RegionKind) -> Option<usize> {
        self.regions.get(&kind).map(|region| region.offset)
    }

    /// Whether the program has the short header of nihstro's files.
    pub fn has_short_header(&self) -> bool {
        let region = self.regions.get(&RegionKind::Header(Structure::Dvlp));
        region.is_some_and(|region| region.size < header(Structure::Dvlp).size)
    }

    /// Whether the header of a structure could not be read. The substitute from inspection has no meaning.
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

    /// The number of entries of a table: `7`, `29 words`, or that it could not be read.
    pub fn amount(&self, structure: Structure, table: Table, count: usize) -> String {
        let is_damaged = self.damaged.contains(&(structure, table)) || self.is_lost(structure);
        match table {
            _ if count == 0 && is_damaged => "unreadable".to_owned(),
            Table::Code => counted(count, "word"),
            _ => count.to_string(),
        }
    }

    /// Whether another object declares an entry of an object's uniform table.
    pub fn is_extern(&self, entry: usize) -> bool {
        let Kind::Object(object) = self.kind else {
            return false;
        };
        let uniform = object.uniforms.get(entry);
        uniform.is_some_and(|uniform| uniform.linkage.is_extern())
    }

    /// The names of a shader's registers.
    pub fn names(&self, shader: &Shader) -> Names {
        Names::new(shader, self.named_constants())
    }

    /// The named constants of an object: the first register, the number of registers, the name.
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

    /// The descriptor of each word that has one, by its number in the table.
    pub fn descriptor_numbers(&self) -> impl Iterator<Item = Option<usize>> {
        // The field in a word of an object may be too narrow for the number, which the relocations have.
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

    /// The entry of the descriptor table with this number.
    pub fn descriptor(&self, number: usize) -> Option<&DescriptorEntry> {
        self.program.descriptors.get(number)
    }

    /// The words that each shader runs; `None` if they are not known: for objects, whose calls lead elsewhere, and for
    /// hostile files that take too long.
    pub fn reach(&self) -> Option<Vec<BitSet>> {
        /// The limit of work, beyond files that fit into a console.
        const MOST_STEPS: usize = 1 << 28;
        if !matches!(self.kind, Kind::Shbin) {
            return None;
        }
        let code = &self.program.code;
        let code = code.get(..CODE_WORDS).unwrap_or(code);
        let calls = code
            .iter()
            .filter(|&&word| Opcode::of_word(word).is_some_and(Opcode::is_call))
            .count();
        let steps = (calls + 1) * code.len();
        if steps.checked_mul(self.shaders.len())? > MOST_STEPS {
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

/// The places of the headers and tables of each structure; of several pieces, the first.
pub fn index(regions: &[Region]) -> HashMap<RegionKind, Region> {
    let mut index = HashMap::new();
    for region in regions {
        index.entry(region.kind).or_insert(*region);
    }
    index
}
