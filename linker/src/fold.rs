//! Identical code folding (ICF): identical procedures are placed once.
//!
//! Two sections are identical if their words are equal apart from registers, descriptors and targets, and if these are
//! equivalent. Descriptors must be equal as written. Registers must have the same number, or be the same element of
//! equal uniforms ([`crate::uniforms`]) or of constants with equal values. Targets must be the same location in the
//! section itself, or in identical sections.
//!
//! Only sections that are entered by calls alone are folded; between several sets, also those in which shaders start.
//! Sections of objects that set registers or uniforms with `.setf`, `.seti` or `.setb` are not folded, because these
//! values are loaded with the code that reads them and differ between objects.

use std::hash::{Hash, Hasher};

use pica200_objfmt::formats::object::{Object, Reference, RegisterValue, Relocation, RelocationKind};
use pica200_objfmt::isa::encoding::BitField;
use pica200_objfmt::isa::opcode::Opcode;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::constants::ClassId;
use crate::externs::Identities;
use crate::objects::{ObjectId, Objects};
use crate::placement::SectionOrder;
use crate::sections::{EntryKind, Section, SectionId, Sections};
use crate::symbols::Symbols;
use crate::uniforms::Identity;

/// The number of comparison passes. Callers of folded procedures become identical one pass later, and the call depth is
/// limited to four.
const MAX_PASSES: usize = 8;

/// The parts of a word that must be equal.
#[derive(PartialEq, Eq, Hash)]
struct Signature<'a> {
    /// The word without the bits that linking changes.
    word: u32,
    descriptor: u32,
    register: Option<RegisterKey<'a>>,
    target: Option<(Option<SectionId>, u32)>,
}

impl Signature<'_> {
    /// Returns the signature of a word that linking does not change.
    fn new(word: u32) -> Self {
        Self {
            word,
            descriptor: 0,
            register: None,
            target: None,
        }
    }
}

/// The meaning of a register reference.
#[derive(PartialEq, Eq, Hash)]
enum RegisterKey<'a> {
    Register(Reference),
    Uniform(Identity<'a>, i16),
    Constant(ClassId, i16),
    /// An element of a constant with a chosen register or without values, which equals no other element.
    Own(ObjectId, Reference),
}

/// Folds the sections of an arrangement.
pub(crate) fn fold<'a>(
    objects: Objects<'a>,
    symbols: &Symbols,
    identities: &Identities<'a>,
    sections: &Sections,
    arrangement: &mut SectionOrder,
) {
    let mut replacements: Vec<SectionId> = sections.iter().map(|(id, _)| id).collect();
    let is_constant_value = |value: &RegisterValue| matches!(value.register, Reference::Constant { .. });
    let has_values: Vec<_> = objects
        .iter()
        .map(|(_, object)| !object.values.iter().all(is_constant_value))
        .collect();
    let mut candidates = None;
    for _ in 0..MAX_PASSES {
        let fold = Fold {
            objects,
            symbols,
            identities,
            sections,
            has_values: &has_values,
            replacements: &replacements,
        };
        let mut known: FxHashMap<Vec<Signature<'_>>, SectionId> = FxHashMap::default();
        let mut found = Vec::new();
        let candidates = candidates.get_or_insert_with(|| fold.candidates(&arrangement.order));
        for &id in &*candidates {
            if replacements[id.0] != id {
                continue;
            }
            let first = *known.entry(fold.signatures(id)).or_insert(id);
            if first != id {
                found.push((id, first));
            }
        }
        if found.is_empty() {
            break;
        }
        for (gone, kept) in found {
            replacements[gone.0] = kept;
        }
        // A section that replaces others may itself be replaced now.
        for id in 0..replacements.len() {
            replacements[id] = replacements[replacements[id].0];
        }
    }
    let gone: FxHashSet<_> = (0..replacements.len())
        .map(SectionId)
        .filter(|id| replacements[id.0] != *id)
        .collect();
    arrangement.order.retain(|id| !gone.contains(id));
    arrangement.folded = gone.into_iter().map(|id| (id, replacements[id.0])).collect();
    arrangement.folded.sort_unstable();
}

struct Fold<'f, 'a> {
    objects: Objects<'a>,
    symbols: &'f Symbols,
    identities: &'f Identities<'a>,
    sections: &'f Sections,
    /// For each object, true if it gives values to registers or uniforms.
    has_values: &'f [bool],
    /// For each section, the identical one that replaces it, or itself.
    replacements: &'f [SectionId],
}

impl<'a> Fold<'_, 'a> {
    fn is_foldable(&self, id: SectionId) -> bool {
        let Section {
            object,
            words,
            entry_kind,
        } = self.sections.get(id);
        // A section after empty procedures, which may need padding, is not entered by calls alone.
        let is_closed = match entry_kind {
            EntryKind::Calls => true,
            EntryKind::Starts => self.objects.has_sets(),
            EntryKind::Otherwise => false,
        };
        is_closed && !words.is_empty() && !self.has_values[object.0]
    }

    /// Returns the sections that may be identical to another: foldable ones that have the same opcodes as another.
    fn candidates(&self, order: &[SectionId]) -> Vec<SectionId> {
        let foldable = order.iter().filter(|id| self.is_foldable(**id));
        let keyed: Vec<_> = foldable.map(|&id| (id, self.opcodes(id))).collect();
        let mut counts: FxHashMap<u64, u32> = FxHashMap::default();
        for (_, opcodes) in &keyed {
            *counts.entry(*opcodes).or_default() += 1;
        }
        let several = |(id, opcodes)| (counts.get(&opcodes) > Some(&1)).then_some(id);
        keyed.into_iter().filter_map(several).collect()
    }

    /// Returns a hash of a section's opcodes, which linking does not change.
    fn opcodes(&self, id: SectionId) -> u64 {
        let Section { object, words, .. } = self.sections.get(id);
        let code = &self.objects.get(*object).code;
        let mut hasher = FxHasher::default();
        for word in words.clone() {
            Opcode::from_word(code[word as usize]).hash(&mut hasher);
        }
        hasher.write_u32(words.end - words.start);
        hasher.finish()
    }

    fn signatures(&self, id: SectionId) -> Vec<Signature<'a>> {
        let Section { object, words, .. } = self.sections.get(id);
        let contents = self.objects.get(*object);
        let mut relocations = self.sections.relocations(self.objects, id).iter().peekable();
        words
            .clone()
            .map(|word| {
                let code = contents.code[word as usize];
                match relocations.next_if(|relocation| relocation.word == word) {
                    Some(relocation) => self.signature(id, contents, *relocation),
                    None => Signature::new(code),
                }
            })
            .collect()
    }

    fn signature(&self, id: SectionId, object: &'a Object, relocation: Relocation) -> Signature<'a> {
        let owner = self.sections.get(id).object;
        let code = object.code[relocation.word as usize];
        let clear = |word: u32, field: Option<BitField>| field.map_or(word, |field| field.set(word, 0));
        let fields = Opcode::from_word(code).map(Opcode::fields);
        let [length, place] = match fields.and_then(|fields| fields.target) {
            Some([length, place]) => [Some(length), Some(place)],
            None => [None, None],
        };
        let mut signature = Signature::new(code);
        if relocation.register.is_some() {
            let field = fields.and_then(|fields| fields.register_field());
            signature.word = clear(code, field);
        }
        signature.register = relocation.register.map(|reference| self.meaning(owner, reference));
        match relocation.kind {
            RelocationKind::Plain => {}
            RelocationKind::Descriptor(index) => {
                let entry = object.descriptors.get(usize::from(index));
                signature.descriptor = entry.map_or(0, |entry| entry.descriptor.to_bits());
                let field = fields.and_then(|fields| fields.descriptor);
                signature.word = clear(signature.word, field);
            }
            RelocationKind::Word => {
                let to = place.map_or(0, |place| place.get(code));
                signature.word = clear(signature.word, place);
                signature.target = Some(self.place(id, id, to));
            }
            kind @ (RelocationKind::Label(_) | RelocationKind::External(_)) => {
                signature.word = clear(signature.word, place);
                if let Some(target) = self.symbols.target(owner, kind) {
                    let label = target.label(self.objects);
                    if label.procedure.is_some() {
                        // The length is the procedure's.
                        signature.word = clear(signature.word, length);
                    }
                    let section = self.sections.of_label(target.object, label);
                    signature.target = Some(self.place(id, section, label.word));
                }
            }
        }
        signature
    }

    /// Returns the target of an instruction of a section: the replacement of the section that contains it, if that is
    /// not the section itself; and the offset in it.
    fn place(&self, from: SectionId, to: SectionId, word: u32) -> (Option<SectionId>, u32) {
        let within = word.wrapping_sub(self.sections.get(to).words.start);
        ((from != to).then(|| self.replacements[to.0]), within)
    }

    fn meaning(&self, id: ObjectId, reference: Reference) -> RegisterKey<'a> {
        let Some((id, reference)) = self.identities.externs.resolve_reference(id, reference) else {
            return RegisterKey::Own(id, reference);
        };
        let object = self.objects.get(id);
        match reference {
            Reference::Register(_) => RegisterKey::Register(reference),
            Reference::Uniform { index, element } => {
                let uniform = object.uniforms.get(usize::from(index));
                let uniforms = &self.identities.uniforms;
                let identity = uniform.and_then(|uniform| uniforms.identity(self.objects, id, &uniform.name));
                match identity {
                    Some(identity) => RegisterKey::Uniform(identity, element),
                    None => RegisterKey::Own(id, reference),
                }
            }
            Reference::Constant { index, element } => match self.identities.classes.class(id, index.into()) {
                Some(class) => RegisterKey::Constant(class, element),
                None => RegisterKey::Own(id, reference),
            },
        }
    }
}
