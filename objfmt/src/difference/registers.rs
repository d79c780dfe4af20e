//! The meaning of the registers of two shaders: common names and values of constants.

use std::fmt;

use bstr::{BStr, ByteSlice};
use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::formats::object::uniform_register;
use crate::formats::shbin::{ConstantEntry, Shader};
use crate::isa::opcode::Opcode;
use crate::isa::register::{Bank, Register};
use crate::isa::text;

/// The first and last register of a uniform table entry.
pub(super) type Range = (u16, u16);

/// The highest register number in the unified numbering.
const LAST_TABLE_NUMBER: u16 = 0x87;

/// The value of a constant: the significant bytes of its entry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Value {
    kind: u16,
    data: [u8; 16],
}

impl Value {
    fn from_entry(entry: &ConstantEntry) -> Self {
        let value = match entry.value() {
            Some(value) => ConstantEntry::new(0, value),
            None => *entry,
        };
        Self {
            kind: value.kind,
            data: value.data,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entry = ConstantEntry {
            kind: self.kind,
            register: 0,
            data: self.data,
        };
        match entry.value() {
            Some(value) => f.write_str(&text::constant(value)),
            None => write!(f, "{:02X?} of kind {}", self.data, self.kind),
        }
    }
}

/// The register of a constant table entry, which may not exist.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct ConstantRegister {
    kind: u16,
    number: u16,
}

impl ConstantRegister {
    fn of(register: Register) -> Option<Self> {
        let kind = match register.bank {
            Bank::Boolean => 0,
            Bank::Integer => 1,
            Bank::Float => 2,
            _ => return None,
        };
        let number = register.number.into();
        Some(Self { kind, number })
    }

    fn register(self) -> Option<Register> {
        let banks = [Bank::Boolean, Bank::Integer, Bank::Float];
        let bank = *banks.get(usize::from(self.kind))?;
        Register::new(bank, u8::try_from(self.number).ok()?)
    }
}

impl fmt::Display for ConstantRegister {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.register() {
            Some(register) => write!(f, "{register}"),
            None => write!(f, "register {} of kind {}", self.number, self.kind),
        }
    }
}

/// An element of a uniform or input that both shaders name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Element<'s> {
    name: &'s BStr,
    index: u16,
}

impl fmt::Display for Element<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.index {
            0 => write!(f, "`{}`", self.name),
            index => write!(f, "`{}[{index}]`", self.name),
        }
    }
}

/// The meaning of a register that an instruction reads.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Identity<'s> {
    /// An element of a named uniform or input.
    Element(Element<'s>),
    /// A constant.
    Value(Value),
    /// One of several adjacent constants: all their values, and the index of the base.
    Values(Vec<Value>, usize),
    /// Any other register.
    Register(Register),
}

impl fmt::Display for Identity<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Element(element) => element.fmt(f),
            Self::Value(value) => value.fmt(f),
            Self::Values(values, base) => {
                let values: Vec<_> = values.iter().map(Value::to_string).collect();
                write!(f, "number {base} of {}", values.join(", "))
            }
            Self::Register(register) => write!(f, "{register}"),
        }
    }
}

/// The uniform registers that a shader's code reads.
#[derive(Default)]
pub(super) struct UniformReads {
    /// The registers that are read without an address register.
    pub(super) plain: FxHashSet<Register>,
    /// The registers that are read with an address register.
    pub(super) relative: FxHashSet<Register>,
}

impl UniformReads {
    /// Adds the registers that an instruction reads.
    pub(super) fn add(&mut self, word: u32) {
        let index = Opcode::from_word(word).and_then(|opcode| opcode.fields().index);
        let relative = index.is_some_and(|field| field.get(word) != 0);
        let set = if relative { &mut self.relative } else { &mut self.plain };
        set.extend(uniform_register(word));
    }
}

/// The registers of one shader.
#[derive(Default)]
pub(super) struct ShaderRegisters<'s> {
    /// The uniform table: for each name, its effective entry.
    pub(super) uniforms: IndexMap<&'s BStr, Range>,
    /// The registers whose names the other shader also has.
    named: FxHashMap<Register, Element<'s>>,
    /// The effective constants in registers without a common name.
    pub(super) unnamed: IndexMap<ConstantRegister, Value>,
    /// The effective constants in registers with a common name.
    pub(super) initial: IndexMap<Element<'s>, Value>,
    /// Stand-in values for constants whose difference the comparison of tables already reports.
    replaced: FxHashMap<ConstantRegister, Value>,
}

/// The registers of two shaders.
pub(super) struct Registers<'s> {
    pub(super) sides: [ShaderRegisters<'s>; 2],
}

impl<'s> Registers<'s> {
    /// Resolves the registers of two shaders, given the registers that their code reads.
    pub(super) fn new(shaders: [&'s Shader; 2], reads: &[UniformReads; 2]) -> Self {
        let mut sides = shaders.map(|shader| ShaderRegisters {
            uniforms: uniforms(shader),
            ..ShaderRegisters::default()
        });
        let lengths = common_lengths(&sides);
        for ((side, shader), reads) in sides.iter_mut().zip(shaders).zip(reads) {
            side.named = named(&side.uniforms, &lengths);
            side.take_constants(shader);
            side.remove_unread(reads);
        }
        let mut registers = Self { sides };
        let changed: Vec<_> = registers.changed_constants().collect();
        for (location, values) in changed {
            if let [Some(_), Some(value)] = values {
                registers.sides[0].replaced.insert(location, value);
            }
        }
        registers
    }

    /// Returns the unnamed constants whose values differ from the other shader, by register.
    pub(super) fn changed_constants(&self) -> impl Iterator<Item = (ConstantRegister, [Option<Value>; 2])> {
        let [a, b] = &self.sides;
        let left = [(a, b), (b, a)].map(|(side, other)| {
            let others: FxHashSet<Value> = other.unnamed.values().copied().collect();
            let mut left = side.unnamed.clone();
            left.retain(|_, value| !others.contains(value));
            left
        });
        let [mut a, mut b] = left;
        let mut pairs = Vec::new();
        for (location, value) in a.drain(..) {
            pairs.push((location, [Some(value), b.shift_remove(&location)]));
        }
        let rest = b.into_iter().map(|(location, value)| (location, [None, Some(value)]));
        pairs.into_iter().chain(rest)
    }
}

impl<'s> ShaderRegisters<'s> {
    fn take_constants(&mut self, shader: &Shader) {
        for entry in &shader.constants {
            let location = ConstantRegister {
                kind: entry.kind,
                number: entry.register,
            };
            let element = location.register().and_then(|register| self.named.get(&register));
            match element {
                Some(&element) => self.initial.insert(element, Value::from_entry(entry)),
                None => self.unnamed.insert(location, Value::from_entry(entry)),
            };
        }
    }

    /// Removes unnamed constants that no code reads.
    fn remove_unread(&mut self, reads: &UniformReads) {
        let relative = reads.relative.iter().flat_map(|&base| {
            let unnamed = &self.unnamed;
            let at = move |number| {
                let register = Register::new(base.bank, number)?;
                let is_constant = unnamed.contains_key(&ConstantRegister::of(register)?);
                is_constant.then_some(register)
            };
            let below = (0..base.number).rev().map_while(at);
            below.chain((base.number..base.bank.size()).map_while(at))
        });
        let read: FxHashSet<Register> = relative.chain(reads.plain.iter().copied()).collect();
        self.unnamed.retain(|location, _| {
            // Code cannot read entries that do not load a register.
            location.register().is_none_or(|register| read.contains(&register))
        });
    }

    /// Returns the identity of a register that an instruction reads, with or without a relative index.
    pub(super) fn identity(&self, register: Register, relative: bool) -> Identity<'s> {
        if let Some(&element) = self.named.get(&register) {
            return Identity::Element(element);
        }
        match self.constant(register) {
            Some(_) if relative => self.neighbours(register),
            Some(value) => Identity::Value(value),
            None => Identity::Register(register),
        }
    }

    fn constant(&self, register: Register) -> Option<Value> {
        let location = ConstantRegister::of(register)?;
        let value = self.unnamed.get(&location)?;
        Some(*self.replaced.get(&location).unwrap_or(value))
    }

    /// Returns the run of constants in consecutive registers around a register.
    fn neighbours(&self, register: Register) -> Identity<'s> {
        let at = |number| self.constant(Register::new(register.bank, number)?);
        let below: Vec<_> = (0..register.number).rev().map_while(at).collect();
        let base = below.len();
        let above = (register.number..register.bank.size()).map_while(at);
        let values = below.iter().rev().copied().chain(above).collect();
        Identity::Values(values, base)
    }
}

/// Returns the names of a uniform table with their registers. The first entry of a name wins.
fn uniforms(shader: &Shader) -> IndexMap<&BStr, Range> {
    let mut uniforms = IndexMap::new();
    for entry in &shader.uniforms {
        let range = (entry.first, entry.last);
        uniforms.entry(entry.name.as_bstr()).or_insert(range);
    }
    uniforms
}

/// Returns the number of registers of each name that both shaders have, which may differ. The result is ordered by
/// name, so that shared registers are assigned to the same name in both shaders.
fn common_lengths<'s>([a, b]: &[ShaderRegisters<'s>; 2]) -> Vec<(&'s BStr, u16)> {
    let length = |(first, last): Range| last.saturating_sub(first).saturating_add(1);
    let common = a.uniforms.iter().filter_map(|(name, &range)| {
        let other = *b.uniforms.get(name)?;
        Some((*name, length(range).min(length(other))))
    });
    let mut common: Vec<_> = common.collect();
    common.sort_unstable();
    common
}

fn named<'s>(uniforms: &IndexMap<&'s BStr, Range>, lengths: &[(&'s BStr, u16)]) -> FxHashMap<Register, Element<'s>> {
    let mut named = FxHashMap::default();
    for &(name, length) in lengths {
        let first = uniforms.get(name).map_or(0, |range| range.0);
        let numbers = first..first.saturating_add(length).min(LAST_TABLE_NUMBER + 1);
        for (index, number) in (0..).zip(numbers) {
            if let Some(register) = Register::from_table_number(number) {
                named.entry(register).or_insert(Element { name, index });
            }
        }
    }
    named
}
