//! Register reads and writes of instructions.

use pica200_objfmt::formats::shbin::Program;
use pica200_objfmt::isa::descriptor::{Component, Descriptor, Mask, Swizzle};
use pica200_objfmt::isa::instruction::{AddressRegister, Combination, Condition, Instruction, Operation};
use pica200_objfmt::isa::opcode::{OPCODES, Opcode, OpcodeInfo, Operands, Transfer};
use pica200_objfmt::isa::register::{Bank, Register};

/// A set of locations that code can both write and read: four bits for each temporary, `x` lowest, then the address
/// registers, the loop counter and the flags.
pub(crate) type Locations = u128;

pub(crate) const A0_X: Locations = 1 << 64;
pub(crate) const A0_Y: Locations = 1 << 65;
pub(crate) const LOOP_COUNTER: Locations = 1 << 66;
pub(crate) const FLAG_X: Locations = 1 << 67;
pub(crate) const FLAG_Y: Locations = 1 << 68;
/// Both flags.
pub(crate) const FLAGS: Locations = FLAG_X | FLAG_Y;
/// Both address registers that `mova` writes.
pub(crate) const ADDRESSES: Locations = A0_X | A0_Y;
/// All components of all temporaries.
pub(crate) const TEMPORARIES: Locations = (1 << 64) - 1;

/// A set of output components: four bits for each register, `x` lowest.
pub(crate) type Outputs = u64;

/// Returns the bit of a component of a register.
pub(crate) fn bit(register: u8, component: Component) -> u32 {
    u32::from(register) * 4 + component as u32
}

/// The effect of `setemit`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Emission {
    /// The slot of the following vertices, 0 to 3. Slot 3 does not exist.
    pub(crate) slot: u8,
    /// True if each of these vertices completes a triangle.
    pub(crate) primitive: bool,
}

/// The reads and writes of an instruction.
#[derive(Clone, Default, Debug)]
pub(crate) struct Effect {
    /// `None` for invalid words.
    pub(crate) opcode: Option<Opcode>,
    /// The components of the result that may be written, component n at bit n.
    pub(crate) components: u8,
    /// The bit of the first component of the result, among the outputs or among the locations.
    pub(crate) first: u8,
    /// True if the result is an output.
    pub(crate) is_output: bool,
    /// For each component that may be written, the components of temporaries that it needs.
    pub(crate) needs: [u64; 4],
    /// For each flag that `litp` sets, the components of temporaries that it needs.
    pub(crate) flag_needs: [u64; 2],
    /// The locations that are written.
    pub(crate) writes: Locations,
    /// The components of outputs that are written.
    pub(crate) outputs: Outputs,
    /// All locations that may be read, even those that no component is known to need.
    pub(crate) reads: Locations,
    /// The locations that are always read: flags, address registers.
    pub(crate) control_reads: Locations,
    /// The input registers read, register n at bit n.
    pub(crate) inputs: u16,
    /// The index of the operand descriptor, if the table does not contain it.
    pub(crate) missing_descriptor: Option<u8>,
    /// The effect of `setemit`.
    pub(crate) emission: Option<Emission>,
    /// The boolean uniform that is tested, and the value for which the condition holds.
    pub(crate) boolean: Option<(u8, bool)>,
    /// For conditions on flags, a bit for each state (`cmp.x` + 2 * `cmp.y`) in which it holds.
    pub(crate) flag_states: Option<u8>,
}

impl Effect {
    /// Returns the locations of which at least one new value should be used: all but the loop counter, and none if
    /// there is also an output.
    pub(crate) fn values(&self) -> Locations {
        if self.is_output { 0 } else { self.writes & !LOOP_COUNTER }
    }

    /// Returns the locations that are the purpose of an instruction: [`Self::values`] without the flags of `litp`.
    pub(crate) fn purpose(&self) -> Locations {
        if self.is(Opcode::Litp) {
            self.values() & !FLAGS
        } else {
            self.values()
        }
    }

    /// Returns the locations that are read to compute the needed components.
    pub(crate) fn needed(&self, wanted: Locations, outputs: Outputs) -> Locations {
        let components = if self.is_output {
            outputs >> self.first
        } else {
            (wanted >> self.first & 0xF) as u64
        };
        let written = components & u64::from(self.components);
        let components = self.needs.iter().enumerate();
        let components = components.filter(|(lane, _)| written >> lane & 1 != 0);
        let needs = components.fold(0, |all, (_, needs)| all | needs);
        self.control_reads | Locations::from(needs | self.needs_of_flags(wanted))
    }

    /// Returns the locations that `litp` reads to compute the needed flags.
    fn needs_of_flags(&self, wanted: Locations) -> u64 {
        let [x, y] = self.flag_needs;
        let needs = |flag, needs| if wanted & flag != 0 { needs } else { 0 };
        needs(FLAG_X, x) | needs(FLAG_Y, y)
    }

    pub(crate) fn is(&self, opcode: Opcode) -> bool {
        self.opcode == Some(opcode)
    }
}

/// Returns the effects of all words of a program.
pub(crate) fn effects(program: &Program) -> Vec<Effect> {
    let words = program.code.iter();
    words.map(|&word| effect(word, program)).collect()
}

fn effect(word: u32, program: &Program) -> Effect {
    let instruction = Instruction::decode(word);
    let mut effect = Effect {
        opcode: instruction.opcode,
        ..Effect::default()
    };
    let Some(opcode) = instruction.opcode else {
        return effect;
    };
    match instruction.operation {
        Operation::Arithmetic {
            descriptor,
            sources,
            index,
            destination,
            ..
        } => match program.descriptor(descriptor) {
            Some(found) => {
                effect.add_destination(opcode, found, destination);
                effect.add_sources(opcode, found, sources, index);
            }
            None => effect.missing_descriptor = Some(descriptor),
        },
        Operation::Flow {
            target,
            condition,
            uniform,
        } => effect.add_flow(opcode, condition, uniform, target.count),
        Operation::Emit { vertex, primitive, .. } => {
            effect.emission = Some(Emission {
                slot: vertex,
                primitive,
            });
        }
        Operation::Unknown | Operation::Plain => {}
    }
    effect
}

impl Effect {
    /// Adds the writes of an instruction with a descriptor.
    fn add_destination(&mut self, opcode: Opcode, descriptor: Descriptor, destination: Option<Register>) {
        let mask = descriptor.mask().intersection(opcode.writable());
        self.components = mask.to_table_bits();
        let first = match destination {
            Some(Register { bank, number }) => {
                self.is_output = bank == Bank::Output;
                bit(number, Component::X)
            }
            None if opcode.info().operands == Operands::Compare => {
                self.components = Mask::first(2).to_table_bits();
                FLAG_X.trailing_zeros()
            }
            None => A0_X.trailing_zeros(),
        };
        self.first = (first & 0x7F) as u8;
        if self.is_output {
            self.outputs = Outputs::from(self.components) << first
        } else {
            self.writes = Locations::from(self.components) << first
        }
        if opcode == Opcode::Litp {
            self.writes |= FLAGS;
        }
    }

    /// Adds the reads that an instruction needs for its result.
    fn add_sources(
        &mut self,
        opcode: Opcode,
        descriptor: Descriptor,
        sources: [Option<Register>; 3],
        index: AddressRegister,
    ) {
        let mut all = Read::default();
        for (number, source) in sources.into_iter().flatten().enumerate() {
            match source.bank {
                Bank::Input => self.inputs |= 1 << source.number,
                Bank::Temporary => {
                    let components = &READ_COMPONENTS[opcode as usize][number];
                    all.add(components, source.number, descriptor.source(number).swizzle);
                }
                // A float uniform is the wide source, the only one that can be relative.
                _ => {
                    self.control_reads = match index {
                        AddressRegister::None => 0,
                        AddressRegister::A0x => A0_X,
                        AddressRegister::A0y => A0_Y,
                        AddressRegister::LoopCounter => LOOP_COUNTER,
                    };
                }
            }
        }
        let mut reads = all.possible;
        if self.is(Opcode::Litp) {
            let [x, _, _, w] = all.own;
            self.flag_needs = [x, w];
            reads |= x | w;
        }
        for (lane, own) in all.own.into_iter().enumerate() {
            if self.components >> lane & 1 != 0 {
                self.needs[lane] = own | all.always;
                reads |= self.needs[lane];
            }
        }
        self.reads = self.control_reads | Locations::from(reads);
    }

    fn add_flow(&mut self, opcode: Opcode, condition: Option<Condition>, uniform: Option<u8>, count: u8) {
        if opcode.transfer() == Transfer::Loop {
            self.writes = LOOP_COUNTER;
        }
        if opcode.uniform_bank() == Some(Bank::Boolean) {
            let when = !opcode.expects_false(count);
            self.boolean = uniform.map(|number| (number, when));
        }
        if let Some(condition) = condition.filter(|_| opcode.tests_flags()) {
            self.control_reads = match condition.combination {
                Combination::X => FLAG_X,
                Combination::Y => FLAG_Y,
                Combination::Or | Combination::And => FLAGS,
            };
            self.flag_states = Some(condition.satisfying_states());
        }
        self.reads = self.control_reads;
    }
}

/// The components of a source that an instruction reads, component n at bit n.
#[derive(Clone, Copy)]
struct ReadComponents {
    /// Components that only the same component of the result needs.
    own: u8,
    /// Components that all components of the result need.
    always: u8,
    /// Components that may be read, though no component of the result is known to need them.
    possible: u8,
}

/// For each opcode, the components that it reads of its sources.
const READ_COMPONENTS: [[ReadComponents; 3]; OPCODES.len()] = {
    let none = ReadComponents {
        own: 0,
        always: 0,
        possible: 0,
    };
    let mut table = [[none; 3]; OPCODES.len()];
    let mut row = 0;
    while row < OPCODES.len() {
        let info = &OPCODES[row];
        let mut source = 0;
        while source < info.selectors.len() {
            table[row][source] = ReadComponents::new(info, source);
            source += 1;
        }
        row += 1;
    }
    table
};

impl ReadComponents {
    /// Sources of `dst` and `litp` often have components without a value, so only those that the result depends on are
    /// treated as needed.
    const fn new(info: &OpcodeInfo, source: usize) -> Self {
        let selectors = info.selectors[source];
        let all = selectors.components(Mask::ALL).to_table_bits();
        let (own, always, possible) = match (info.opcode, source) {
            (Opcode::Dst | Opcode::Dsti, 0) => (0b0110, 0, all),
            (Opcode::Dst | Opcode::Dsti, _) => (0b1010, 0, all),
            (Opcode::Litp, _) => (0b1011, 0, all),
            (Opcode::Cmp, _) => (all, 0, 0),
            _ => match selectors.components(Mask::NONE) {
                Mask::NONE => (all, 0, 0),
                always => (0, always.to_table_bits(), 0),
            },
        };
        Self { own, always, possible }
    }
}

/// The components of temporaries that the sources of an instruction read.
#[derive(Default)]
struct Read {
    own: [u64; 4],
    always: u64,
    possible: u64,
}

impl Read {
    fn add(&mut self, components: &ReadComponents, register: u8, swizzle: Swizzle) {
        let locations = Component::ALL.map(|lane| 1 << bit(register, swizzle.component(lane)));
        let of = |components: u8, lane: usize| {
            let is_read = u64::from(components) >> lane & 1;
            locations[lane] & is_read.wrapping_neg()
        };
        let all = |components: u8| (0..4).fold(0, |all, lane| all | of(components, lane));
        if components.own != 0 {
            for (lane, own) in self.own.iter_mut().enumerate() {
                *own |= of(components.own, lane);
            }
        }
        if components.always != 0 {
            self.always |= all(components.always);
        }
        if components.possible != 0 {
            self.possible |= all(components.possible);
        }
    }
}
