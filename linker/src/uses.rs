//! Instructions that read uniform registers. Programs read the same registers again and again, so most phases visit
//! each operand once.

use pica200_objfmt::flow::BitSet;
use pica200_objfmt::formats::object::{Constant, Object, Reference, RelocationKind, Uniform, UniformClass};
use pica200_objfmt::isa::descriptor::{Descriptor, Mask};
use pica200_objfmt::isa::opcode::Opcode;
use pica200_objfmt::isa::register::{Register, UniformKind};
use rustc_hash::FxHashMap;

use crate::Compat;
use crate::objects::{ObjectId, Objects, SourceLoc};
use crate::placement::Placement;
use crate::reach::Reach;
use crate::shaders::{ShaderId, Shaders};

/// An operand of an object: reads of the same register, written in the same way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand {
    /// The object.
    pub(crate) object: ObjectId,
    /// The register as written.
    pub(crate) named: Reference,
    /// The register that is read. A number refers to the declaration that the same file places at that register, except
    /// with picasso's bytes, which do not depend on it.
    pub(crate) reference: Reference,
    /// True if an address register is added.
    pub(crate) relative: bool,
    /// The offset of the first of the instructions in the object.
    object_word: u32,
}

impl Operand {
    /// Returns the location of its first instruction in the source.
    pub(crate) fn loc(&self, objects: Objects<'_>) -> SourceLoc {
        let lines = &objects.get(self.object).lines;
        self.object.at(lines[self.object_word as usize])
    }
}

/// An instruction that reads a uniform register.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Use {
    /// The address of the instruction in the program.
    pub(crate) word: u32,
    /// The offset of the instruction in the object.
    object_word: u32,
    /// The index of its operand.
    pub(crate) operand: usize,
}

impl Use {
    /// Returns the components that the instruction reads. `object` contains it.
    pub(crate) fn components(&self, object: &Object) -> Mask {
        let opcode = Opcode::from_word(object.code[self.object_word as usize]);
        let relocations = &object.relocations;
        let found = relocations.binary_search_by_key(&self.object_word, |relocation| relocation.word);
        let descriptor = match found.map(|found| relocations[found].kind) {
            Ok(RelocationKind::Descriptor(index)) => object.descriptors.get(usize::from(index)),
            _ => None,
        };
        opcode
            .zip(descriptor)
            .map_or(Mask::ALL, |(opcode, entry)| components_read(opcode, entry.descriptor))
    }
}

/// All instructions that read uniform registers.
pub(crate) struct Uses {
    /// The instructions, in program order.
    list: Vec<Use>,
    /// The operands, in the order of their first instructions.
    operands: Vec<Operand>,
    /// For each shader, the operands of the words that it reaches.
    reached: Vec<BitSet>,
}

impl Uses {
    /// Finds all instructions that read uniform registers.
    pub(crate) fn find(
        objects: Objects<'_>,
        shaders: &Shaders,
        placement: &Placement<'_>,
        reach: &Reach,
        compat: Compat,
    ) -> Self {
        let mut known: FxHashMap<(ObjectId, u64), usize> = FxHashMap::default();
        let (mut list, mut operands) = (Vec::with_capacity(placement.code.len()), Vec::new());
        for site in placement.sites(objects) {
            let Some(named) = site.relocation.register else {
                continue;
            };
            let object = objects.get(site.object);
            let relative = is_relative(object.code[site.relocation.word as usize]);
            let key = (site.object, hash_key(named, relative));
            let operand = *known.entry(key).or_insert_with(|| {
                operands.push(Operand {
                    object: site.object,
                    named,
                    reference: placed(object, named, relative, compat),
                    relative,
                    object_word: site.relocation.word,
                });
                operands.len() - 1
            });
            list.push(Use {
                word: site.word,
                object_word: site.relocation.word,
                operand,
            });
        }
        let reached = shaders.iter().map(|(shader, _)| {
            let uses = list.iter().filter(|u: &&Use| reach.contains(shader, u.word));
            uses.map(|u| u.operand).collect()
        });
        let reached = reached.collect();
        Self {
            list,
            operands,
            reached,
        }
    }

    /// Returns the instructions with their operands, in program order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Use, &Operand)> {
        self.list.iter().map(|u| (u, &self.operands[u.operand]))
    }

    /// Returns the operands, in the order of their first instructions.
    pub(crate) fn operands(&self) -> &[Operand] {
        &self.operands
    }

    /// Returns the operands of the instructions that a shader reaches.
    pub(crate) fn reached_by(&self, shader: ShaderId) -> impl Iterator<Item = &Operand> {
        let reached = self.reached[shader.0].iter();
        reached.map(|operand| &self.operands[operand])
    }
}

/// Packs a reference into a number, which is faster to hash.
fn hash_key(named: Reference, relative: bool) -> u64 {
    let (role, index, element) = match named {
        Reference::Register(register) => (0, register.bank as u16, register.number.into()),
        Reference::Uniform { index, element } => (1, index, element.cast_unsigned()),
        Reference::Constant { index, element } => (2, index, element.cast_unsigned()),
    };
    u64::from(index) << 32 | u64::from(element) << 16 | role << 1 | u64::from(relative)
}

/// Returns true if an instruction adds an address register.
fn is_relative(code: u32) -> bool {
    let index = Opcode::from_word(code).and_then(|opcode| opcode.fields().index);
    index.is_some_and(|field| field.get(code) != 0)
}

/// Returns the register that an instruction reads, as its file declares it.
fn placed(object: &Object, named: Reference, relative: bool, compat: Compat) -> Reference {
    match named {
        Reference::Register(register) if compat == Compat::None && !relative => {
            declaration_at(object, register).unwrap_or(named)
        }
        _ => named,
    }
}

/// Returns the uniform or constant that a file places at a register, and its element there.
fn declaration_at(object: &Object, register: Register) -> Option<Reference> {
    let kind = UniformKind::from_bank(register.bank)?;
    let element = |first: u8, len: u8| {
        let element = register.number.checked_sub(first)?;
        (element < len).then_some(i16::from(element))
    };
    let uniforms = (0..).zip(&object.uniforms).filter(|(_, uniform)| {
        let is_of_kind = uniform.class == UniformClass::Uniform(kind);
        is_of_kind && uniform.pinned && !uniform.linkage.is_extern()
    });
    let constants = (0..)
        .zip(&object.constants)
        .filter(|(_, constant)| constant.kind == kind && constant.pinned && !constant.linkage.is_extern());
    let uniform = |(index, uniform): (u16, &Uniform)| {
        let element = element(uniform.first, uniform.len)?;
        Some(Reference::Uniform { index, element })
    };
    let constant = |(index, constant): (u16, &Constant)| {
        let element = element(constant.first, constant.len)?;
        Some(Reference::Constant { index, element })
    };
    uniforms
        .filter_map(uniform)
        .chain(constants.filter_map(constant))
        .next()
}

/// Returns the components of its wide source that an instruction reads.
fn components_read(opcode: Opcode, descriptor: Descriptor) -> Mask {
    let Some(source) = opcode.fields().wide_source() else {
        return Mask::ALL;
    };
    let Some(selectors) = opcode.info().selectors.get(source) else {
        return Mask::ALL;
    };
    let (mask, swizzle) = (descriptor.mask(), descriptor.source(source).swizzle);
    let lanes = selectors.components(mask).components();
    lanes.fold(Mask::NONE, |read, lane| read.with(swizzle.component(lane)))
}
