//! Meanings of symbols: registers, components, values.

use pica200_objfmt::isa::constant::ConstantValue;
use pica200_objfmt::isa::descriptor::{Component, Mask};
use pica200_objfmt::isa::register::{Bank, Register};
use rustc_hash::FxHashMap;

use super::Analysis;
use super::ids::SymbolId;
use super::numbers::NumberValue;
use super::symbols::Symbol;
use crate::program::{LabelId, Operand, Storage};
use crate::resolve::declarations::Declaration;
use crate::resolve::{self, NameId};
use crate::syntax::ast::{StatementKind, Term};

/// Maximum length of an alias chain. Bounds the time of a query for all meanings.
const MAX_ALIAS_CHAIN: usize = 64;

/// The meaning of a symbol.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Meaning {
    /// A register, an array of registers, or components of a register.
    Operand(Box<OperandMeaning>),
    /// A number. For a variable (`.set`), its last value.
    Number(NumberValue),
    /// A procedure of the source.
    Procedure {
        /// Index in [`Analysis::procedures`].
        index: usize,
    },
    /// A label.
    Label {
        /// Offset of the word after it, in words from the start of the object's code.
        word: u32,
    },
    /// A procedure of another file.
    ExternProcedure,
    /// A macro, by index in [`Analysis::macros`].
    Macro {
        /// The index.
        index: usize,
    },
}

/// The origin of a name's register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Placement {
    /// The source. It names or chooses the register; for `.in` and `.out` without a register, the assembler takes the
    /// lowest free one. Linking does not move it.
    Source,
    /// The linker. The register shown is the one used if the object is linked alone.
    Linker,
    /// The file that declares the name, or the linker. The register is unknown here.
    External,
}

/// The operand that a name denotes.
#[derive(Clone, PartialEq, Debug)]
pub struct OperandMeaning {
    /// The bank of its registers.
    pub bank: Bank,
    /// Its register, or the first register of an array; for an alias of an element, the register of the element. `None`
    /// if unknown, including when there are not enough registers.
    pub register: Option<Register>,
    /// Origin of that register.
    pub placement: Placement,
    /// Number of registers; 1 for an alias of an element. `None` for an array of another file without a length.
    pub len: Option<u8>,
    /// The selected components in order: one to four. All four for names without a swizzle.
    pub components: Vec<Component>,
    /// True if the value is negated. Only aliases do that.
    pub is_negated: bool,
    /// The uniform, constant, input or output that an alias resolves to; other names resolve to themselves. `None` for
    /// an alias of a register number or of a literal, and beyond the maximum chain length.
    pub declared: Option<SymbolId>,
    /// The chain of aliases: the name it is declared for, the name that one is declared for, and so on, up to 64 names.
    /// Empty for other names.
    pub chain: Vec<SymbolId>,
    /// The values that the source gives its registers, by register index.
    pub values: Vec<(u8, ConstantValue)>,
    /// Output properties, each with its components.
    pub properties: Vec<(u8, Mask)>,
}

/// The owner of a value that the source states.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Owner {
    /// A uniform, by declaration index.
    Uniform(u16),
    /// A constant, by declaration index.
    Constant(u16),
    /// An immediate operand.
    Literal(u16),
    /// A register named by number.
    Register(Bank),
}

impl Owner {
    const fn from_storage(storage: Storage) -> Self {
        match storage {
            Storage::Uniform { index, .. } => Self::Uniform(index),
            Storage::Constant { index, .. } => Self::Constant(index),
            Storage::Literal(index) => Self::Literal(index),
            Storage::Register(register) => Self::Register(register.bank),
        }
    }
}

impl Symbol<'_> {
    /// Returns its meaning, or `None` if the analysis does not contain it.
    pub fn meaning(&self) -> Option<Meaning> {
        let analysis = self.analysis;
        let id = match self.id() {
            SymbolId::Name(id) => id,
            SymbolId::Macro(index) => {
                return Some(Meaning::Macro { index: index as usize });
            }
        };
        Some(match *analysis.resolved.meanings.get(id.index())? {
            resolve::Meaning::Operand(operand) => Meaning::Operand(Box::new(analysis.operand_meaning(id, &operand))),
            resolve::Meaning::Number(number) => Meaning::Number(NumberValue::new(number)),
            resolve::Meaning::External(_) => Meaning::ExternProcedure,
            resolve::Meaning::Label(label) => analysis.label_meaning(label),
        })
    }
}

impl Analysis {
    fn label_meaning(&self, label: LabelId) -> Meaning {
        match self.procedure_of(label) {
            Some(index) => Meaning::Procedure { index },
            None => Meaning::Label {
                word: self.padded.location(label).word,
            },
        }
    }

    fn operand_meaning(&self, id: NameId, operand: &Operand) -> OperandMeaning {
        let chain = self.alias_chain(id);
        let declared = match chain.last() {
            Some(&last) => Some(last).filter(|last| !self.is_alias(*last)),
            None => Some(SymbolId::Name(id)).filter(|this| !self.is_alias(*this)),
        };
        let (register, placement) = self.register_of(operand.storage);
        let names = chain.iter().filter_map(|symbol| match symbol {
            SymbolId::Name(name) => Some(*name),
            SymbolId::Macro(_) => None,
        });
        let mut names = std::iter::once(id).chain(names);
        let is_element = names.any(|name| self.is_alias_of_element(name));
        let len = match self.declaration_of(operand.storage) {
            Some(declaration) if !is_element => declaration.known_len(),
            _ => Some(1),
        };
        OperandMeaning {
            bank: operand.bank,
            register,
            placement,
            len,
            components: operand.selection.components().collect(),
            is_negated: operand.negate,
            declared,
            chain,
            values: self.values_of(operand.storage, len.unwrap_or(u8::MAX)),
            properties: self.properties_of(register),
        }
    }

    /// Returns the declaration of the uniform or constant that a storage belongs to.
    fn declaration_of(&self, storage: Storage) -> Option<&Declaration> {
        let declarations = &self.resolved.declarations;
        match storage {
            Storage::Uniform { index, .. } => declarations.uniforms.get(usize::from(index)),
            Storage::Constant { index, .. } => declarations.constants.get(usize::from(index)),
            Storage::Register(_) | Storage::Literal(_) => None,
        }
    }

    /// Returns the register of a storage, and what determines it.
    pub(super) fn register_of(&self, storage: Storage) -> (Option<Register>, Placement) {
        if let Storage::Register(register) = storage {
            return (Some(register), Placement::Source);
        }
        let declaration = self.declaration_of(storage);
        if declaration.is_some_and(|declaration| declaration.linkage.is_extern()) {
            return (None, Placement::External);
        }
        let is_pinned = declaration.is_some_and(|declaration| declaration.pinned);
        let has_register = is_pinned || self.lowered.has_register(storage);
        let register = has_register.then(|| {
            let reference = self.lowered.reference(storage);
            self.lowered.tables.resolve(reference)
        });
        let placement = if is_pinned {
            Placement::Source
        } else {
            Placement::Linker
        };
        (register.flatten(), placement)
    }

    /// Returns the values that the source gives to `len` registers starting at a storage.
    fn values_of(&self, storage: Storage, len: u8) -> Vec<(u8, ConstantValue)> {
        let declarations = &self.resolved.declarations;
        if let Storage::Literal(index) = storage {
            let literal = declarations.literals.entries().get(usize::from(index));
            return literal.iter().map(|literal| (0, literal.value)).collect();
        }
        let element_of = |stated: Storage| {
            let distance = match (storage, stated) {
                (Storage::Register(of), Storage::Register(at)) if of.bank == at.bank => {
                    i16::from(at.number) - i16::from(of.number)
                }
                (
                    Storage::Uniform { index, element },
                    Storage::Uniform {
                        index: other,
                        element: at,
                    },
                )
                | (
                    Storage::Constant { index, element },
                    Storage::Constant {
                        index: other,
                        element: at,
                    },
                ) if index == other => at.saturating_sub(element),
                _ => return None,
            };
            let element = u8::try_from(distance).ok()?;
            (element < len).then_some(element)
        };
        let by_owner = self.values_by_owner.get_or_init(|| {
            let mut by_owner: FxHashMap<Owner, Vec<usize>> = FxHashMap::default();
            for (index, value) in declarations.values.iter().enumerate() {
                let owner = Owner::from_storage(value.storage);
                by_owner.entry(owner).or_default().push(index);
            }
            by_owner
        });
        let stated = by_owner.get(&Owner::from_storage(storage)).into_iter().flatten();
        let stated = stated.filter_map(|index| declarations.values.get(*index));
        let mut values: Vec<_> = stated
            .filter_map(|value| Some((element_of(value.storage)?, value.value)))
            .collect();
        values.sort_by_key(|(element, _)| *element);
        values
    }

    fn properties_of(&self, register: Option<Register>) -> Vec<(u8, Mask)> {
        let Some(register) = register.filter(|register| register.bank == Bank::Output) else {
            return Vec::new();
        };
        let outputs = self.resolved.declarations.outputs.iter();
        let of_register = outputs.filter(|output| output.register == register.number);
        of_register.map(|output| (output.property, output.mask)).collect()
    }

    fn is_alias(&self, symbol: SymbolId) -> bool {
        let SymbolId::Name(id) = symbol else {
            return false;
        };
        let name = self.resolved.names().get(id.index());
        name.is_some_and(|name| name.kind == crate::resolve::NameKind::Alias)
    }

    /// Returns the names in an alias chain.
    fn alias_chain(&self, id: NameId) -> Vec<SymbolId> {
        let mut chain = Vec::new();
        let mut next = self.name_of_alias(id);
        // Names are declared before their use, so every name in the chain precedes the previous one.
        while let Some(of) = next.filter(|_| chain.len() < MAX_ALIAS_CHAIN) {
            chain.push(SymbolId::Name(of));
            next = self.name_of_alias(of).filter(|earlier| *earlier < of);
        }
        chain
    }

    /// Returns the name that an alias is declared for.
    fn name_of_alias(&self, id: NameId) -> Option<NameId> {
        self.name_used_at(self.aliased(id)?.atom)
    }

    /// Returns true if a name is an alias whose declaration has an index.
    fn is_alias_of_element(&self, id: NameId) -> bool {
        let index = self.aliased(id).and_then(|term| self.ast.index(term));
        index.is_some()
    }

    /// Returns the operand that an alias is declared for.
    fn aliased(&self, id: NameId) -> Option<&Term> {
        let definition = self.resolved.names().get(id.index())?.definition?;
        let statements = &self.ast.statements;
        let after = statements.partition_point(|s| s.keyword.start <= definition.start);
        let statement = statements.get(after.checked_sub(1)?)?;
        match &statement.kind {
            StatementKind::Alias(name, term) if *name == definition => Some(term),
            _ => None,
        }
    }
}
