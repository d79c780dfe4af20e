//! Relocatable linking (`-r`): combines several objects into one that links like its parts. Code is concatenated, names
//! that the objects define for each other are resolved, and everything else is left to the final link.
//!
//! Information that a link derives from the object that contains a declaration is stored in the combined object:
//! declarations of a library are marked as such ([`Linkage::Library`]). Inputs that a single object cannot express are
//! an error: two shaders, separate registers beside shared ones, or values that apply only to the code of one file.

mod tables;

use pica200_diagnostics::Diagnostic;
use pica200_objfmt::flow::BitSet;
use pica200_objfmt::formats::object::{
    Label, Linkage, Object, Position, ProcedureInfo, Reference, RegisterValue, Relocation, RelocationKind, ShaderKind,
    with_register,
};
use pica200_objfmt::isa::encoding::BitField;
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::UniformKind;

use crate::objects::{ObjectId, Objects, SourceLoc};
use crate::placement::{self, Placement, SectionOrder};
use crate::problem::{CombineObstacle, Problem};
use crate::report::Report;
use crate::sections::Sections;
use crate::shaders::{self, Shaders};
use crate::symbols::{self, Symbols, own_procedure};
use crate::{Input, stated, targets};
use tables::{Offsets, Tables};

/// The result of combining objects.
#[derive(Clone, Debug)]
pub struct CombineResult {
    /// The object, which is valid.
    pub object: Object,
    /// Warnings, in the order of the inputs and their lines.
    pub warnings: Vec<Diagnostic>,
}

/// Combines objects, given in the order of the command line. Linking the result is equivalent to linking the objects. A
/// single object is copied unchanged.
///
/// # Errors
///
/// Errors and warnings, in the order of the inputs and their lines.
pub fn combine(inputs: &[Input]) -> Result<CombineResult, Vec<Diagnostic>> {
    if let [Input { object, .. }] = inputs {
        return Ok(CombineResult {
            object: object.clone(),
            warnings: Vec::new(),
        });
    }
    let objects = Objects::new(inputs);
    let mut report = Report::new(objects);
    let shaders = shaders::find(objects, BitSet::default());
    check(objects, &shaders, &mut report);
    let symbols = symbols::resolve_among(objects, &mut report);
    let sections = Sections::whole(objects);
    let arrangement = SectionOrder::all(&sections);
    let mut placement = placement::place(objects, &sections, &arrangement, &mut report);
    targets::set(objects, &symbols, &mut placement, &mut report);
    let object = if report.has_errors() {
        None
    } else {
        let combining = Combiner {
            objects,
            shader: shaders.iter().map(|(_, object)| object).next(),
            symbols: &symbols,
            placement: &placement,
        };
        combining.object(&mut report)
    };
    let (object, warnings) = report.finish(object)?;
    Ok(CombineResult { object, warnings })
}

fn refuse(obstacle: CombineObstacle, places: Vec<(SourceLoc, &str)>, report: &mut Report<'_>) {
    report.error(Problem::CannotCombine { obstacle }, places);
}

/// Reports inputs that a single object cannot express.
fn check(objects: Objects<'_>, shaders: &Shaders, report: &mut Report<'_>) {
    if objects.len() == 0 {
        refuse(CombineObstacle::NoObjects, Vec::new(), report);
    }
    if shaders.len() > 1 {
        let made = shaders.iter();
        let places = made.map(|(_, object)| (object.whole(), "makes a shader"));
        let problem = Problem::SeveralShaders { wanted: "an object" };
        report.error(problem, places);
    }
    let mut heads: Option<(ObjectId, bool)> = None;
    let mut is_head = true;
    for (id, object) in objects.iter() {
        if !object.shares_uniforms() {
            let places = vec![(id.whole(), "has separate uniforms")];
            refuse(CombineObstacle::OwnUniforms, places, report);
        }
        check_values(objects, shaders, id, report);
        if is_head && object.head_procedures().next().is_some() {
            match heads {
                Some((first, padding)) if padding != object.padding => {
                    let places = vec![
                        (id.whole(), "begins with an empty procedure"),
                        (first.whole(), "so does this, but with different padding"),
                    ];
                    refuse(CombineObstacle::Padding, places, report);
                }
                _ => heads = heads.or(Some((id, object.padding))),
            }
        }
        is_head &= object.code.is_empty();
    }
}

/// Reports values that the combined object would load in more shaders: the values of a library if another object makes
/// a shader, because a shader loads all values of its file; and values that code of another object may read.
fn check_values(objects: Objects<'_>, shaders: &Shaders, id: ObjectId, report: &mut Report<'_>) {
    let of_register = |value: &&RegisterValue| !matches!(value.register, Reference::Constant { .. });
    for value in objects[id].values.iter().filter(of_register) {
        let kind = value.value.kind();
        let reader = objects
            .iter()
            .filter(|(other, _)| *other != id)
            .find_map(|(other, object)| Some(other.at(first_read(object, kind)?)));
        let here = (id.at(value.position), "set here");
        if shaders.len() > 0 && !shaders.makes_shader(id) {
            refuse(CombineObstacle::LibraryValues, vec![here], report);
        } else if let Some(reader) = reader {
            let places = vec![here, (reader, "may read it")];
            refuse(CombineObstacle::OtherValues, places, report);
        } else {
            continue;
        }
        // One report per file is enough.
        return;
    }
}

/// Returns the location at which an object's code first reads a register or uniform of a kind.
fn first_read(object: &Object, kind: UniformKind) -> Option<Position> {
    let reads = |relocation: &&Relocation| match relocation.register {
        Some(Reference::Constant { .. }) | None => false,
        Some(place) => object
            .resolve(place)
            .is_some_and(|register| register.bank == kind.bank()),
    };
    let read = object.relocations.iter().find(reads)?;
    object.lines.get(read.word as usize).copied()
}

/// The objects to combine.
struct Combiner<'c, 'a> {
    objects: Objects<'a>,
    /// The object that makes a shader, if there is one.
    shader: Option<ObjectId>,
    symbols: &'c Symbols,
    placement: &'c Placement<'c>,
}

impl Combiner<'_, '_> {
    fn object(&self, report: &mut Report<'_>) -> Option<Object> {
        let tables = Tables::merge(self.objects, self.shader, report);
        if !tables.fits_indices() {
            refuse(CombineObstacle::TooMany, Vec::new(), report);
            return None;
        }
        let mut object = Object {
            kind: self.kind(),
            library: self.shader.is_none(),
            makes_shader: self.objects.iter().any(|(_, object)| object.makes_shader),
            private: false,
            padding: self.padding(),
            entry: None,
            files: tables.files,
            code: self.placement.code.clone(),
            lines: Vec::new(),
            descriptors: tables.descriptors,
            relocations: Vec::new(),
            labels: Vec::new(),
            externals: tables.externals.into_iter().collect(),
            uniforms: tables.uniforms,
            constants: tables.constants,
            values: tables.values,
            outputs: tables.outputs,
            stated: stated::merge(self.objects, self.shader, |id, position| {
                tables.offsets[id.0].position(position)
            }),
        };
        let offsets = &tables.offsets;
        let lines = self.placement.lines.iter();
        object.lines = lines.map(|&(id, position)| offsets[id.0].position(position)).collect();
        self.add_labels(&mut object, offsets);
        let at_label = self.set_entry(&mut object, offsets);
        if self.relocate(&mut object, offsets).is_none() {
            refuse(CombineObstacle::TooMany, Vec::new(), report);
            return None;
        }
        if !self.resolves_to_entry(&object, offsets, at_label) {
            let loc = self.shader.map(|shader| (shader.whole(), "starts at it"));
            refuse(CombineObstacle::EntryLabel, loc.into_iter().collect(), report);
            return None;
        }
        if let Err(invalid) = object.validate() {
            let why = invalid.to_string();
            refuse(CombineObstacle::Invalid { why }, Vec::new(), report);
            return None;
        }
        Some(object)
    }

    /// Returns the shader's kind. For libraries, it only records that one of them is for geometry shaders.
    fn kind(&self) -> ShaderKind {
        let is_geometry = || self.objects.iter().any(|(_, object)| object.kind.is_geometry());
        match self.shader {
            Some(shader) => self.objects[shader].kind,
            None if is_geometry() => ShaderKind::SharedGeometry,
            None => ShaderKind::Vertex,
        }
    }

    /// Returns true if the empty procedures before all words still need padding. Other empty procedures are already
    /// padded.
    fn padding(&self) -> bool {
        let mut heads = self.objects.iter().map(|(_, object)| object);
        let first = heads.find(|object| !object.code.is_empty() || object.head_procedures().next().is_some());
        first.is_none_or(|object| object.padding)
    }

    fn add_labels(&self, object: &mut Object, offsets: &[Offsets]) {
        for (id, contents) in self.objects.iter() {
            let heads = object.head_procedures().count();
            for label in &contents.labels {
                // All sections are placed.
                let span = self.placement.span(id, label);
                let (word, size) = span.map_or((0, 0), |span| (span.start, span.size));
                let rank = usize::from(label.head_rank) + heads;
                let at_head = word == 0;
                object.labels.push(Label {
                    name: label.name.clone(),
                    word,
                    head_rank: match u16::try_from(rank) {
                        Ok(rank) if at_head => rank,
                        _ => 0,
                    },
                    position: offsets[id.0].position(label.position),
                    procedure: label.procedure.map(|procedure| ProcedureInfo {
                        size,
                        end: offsets[id.0].position(procedure.end),
                        visibility: procedure.visibility,
                    }),
                });
            }
        }
    }

    /// Sets the shader's entry point. Returns the index of its label if it is a label.
    fn set_entry(&self, object: &mut Object, offsets: &[Offsets]) -> Option<usize> {
        let shader = self.shader?;
        let mut entry = self.objects[shader].entry.clone()?;
        entry.position = offsets[shader.0].position(entry.position);
        object.entry = Some(entry);
        let (index, _) = self.objects[shader].entry_label()?;
        Some(offsets[shader.0].labels + index)
    }

    /// Returns true if linking the combined object resolves to the intended entry point: other objects may have labels
    /// or local procedures of the same name. `at_label` is the label at which the shader starts.
    fn resolves_to_entry(&self, object: &Object, offsets: &[Offsets], at_label: Option<usize>) -> bool {
        if object.entry_label().map(|(index, _)| index) != at_label {
            return false;
        }
        let Some(shader) = self.shader else {
            return true;
        };
        let Some(name) = self.objects[shader].entry_procedure() else {
            return true;
        };
        let own = own_procedure(&self.objects[shader], name);
        let own = own.map(|index| offsets[shader.0].labels + index);
        let is_meant = |label: &Label| label.is_global() && label.name == name;
        let global = || object.labels.iter().position(is_meant);
        own_procedure(object, name) == own.or_else(global)
    }

    /// Builds the relocations of all instructions, and their words. Returns `None` if a table has more entries than a
    /// relocation can index.
    fn relocate(&self, object: &mut Object, offsets: &[Offsets]) -> Option<()> {
        for site in self.placement.sites(self.objects) {
            let by_object = &offsets[site.object.0];
            let at = site.word as usize;
            let kind = match site.relocation.kind {
                kind @ (RelocationKind::Plain | RelocationKind::Word) => kind,
                RelocationKind::Descriptor(index) => {
                    let index = u16::try_from(by_object.descriptors + usize::from(index)).ok()?;
                    object.code[at] = with_descriptor(object.code[at], index);
                    RelocationKind::Descriptor(index)
                }
                kind => match self.symbols.target(site.object, kind) {
                    Some(target) => {
                        let index = offsets[target.object.0].labels + target.index;
                        RelocationKind::Label(u16::try_from(index).ok()?)
                    }
                    None => RelocationKind::External(by_object.external(kind)?),
                },
            };
            let register = match site.relocation.register {
                Some(place) => Some(by_object.reference(place)?),
                None => None,
            };
            if let Some(register) = register.and_then(|place| object.resolve(place)) {
                object.code[at] = with_register(object.code[at], register);
            }
            object.relocations.push(Relocation {
                word: site.word,
                kind,
                register,
            });
        }
        Some(())
    }
}

/// Returns the word with a descriptor's index, or 0 if the field is too narrow.
fn with_descriptor(word: u32, index: u16) -> u32 {
    let field: Option<BitField> = Opcode::from_word(word).and_then(|o| o.fields().descriptor);
    field.map_or(word, |field| {
        let index = u32::from(index);
        field.set(word, if index <= field.max() { index } else { 0 })
    })
}

/// Returns the owner of a declaration in a combined object.
fn linkage(of: Linkage, in_shader: bool) -> Linkage {
    match of {
        Linkage::Own if !in_shader => Linkage::Library,
        other => other,
    }
}
