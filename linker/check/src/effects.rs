//! The components that instructions read and write.

use pica200_objfmt::formats::shbin::Program;
use pica200_objfmt::isa::descriptor::{Component, Descriptor, Mask};
use pica200_objfmt::isa::instruction::{
    AddressRegister, Combination, Condition, Instruction, Operation,
};
use pica200_objfmt::isa::opcode::{Opcode, Operands, Selectors, Transfer};
use pica200_objfmt::isa::register::{Bank, Register};

/// A set of places that code can write and read again: four bits for each temporary, `x` lowest, then the address
/// registers, the loop counter and the flags.
pub(crate) type Places = u128;

pub(crate) const A0_X: Places = 1 << 64;
pub(crate) const A0_Y: Places = 1 << 65;
pub(crate) const LOOP_COUNTER: Places = 1 << 66;
pub(crate) const FLAG_X: Places = 1 << 67;
pub(crate) const FLAG_Y: Places = 1 << 68;
/// Both flags.
pub(crate) const FLAGS: Places = FLAG_X | FLAG_Y;
/// Both address registers that `mova` writes.
pub(crate) const ADDRESSES: Places = A0_X | A0_Y;
/// All components of all temporaries.
pub(crate) const TEMPORARIES: Places = (1 << 64) - 1;

/// A component of an output: four bits for each register, `x` lowest.
pub(crate) type Outputs = u64;

/// The bit of a component of a register.
pub(crate) fn bit(register: u8, component: Component) -> u32 {
    u32::from(register) * 4 + component as u32
}

/// A component of an instruction: the places that it writes, and those that it reads for that.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Lane {
    pub(crate) writes: Places,
    pub(crate) outputs: Outputs,
    pub(crate) reads: Places,
}

/// The effect of `setemit`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Emission {
    /// The slot of the following vertices, 0 to 3. There is no slot 3.
    pub(crate) slot: u8,
    /// Whether each of these vertices completes a triangle.
    pub(crate) primitive: bool,
}

/// The effect of an instruction on places.
#[derive(Clone, Default, Debug)]
pub(crate) struct Effect {
    /// `None` for words without a meaning.
    pub(crate) opcode: Option<Opcode>,
    /// The components that may be written, each with the places that it needs.
    pub(crate) lanes: [Lane; 4],
    /// What the components write and read together.
    pub(crate) sum: Lane,
    /// The places that are read in any case: flags, address registers.
    pub(crate) control_reads: Places,
    /// Places that the instruction reads according to some sources, though no component is known to need them.
    pub(crate) possible_reads: Places,
    /// Places that are written with a value that need not be used: the loop counter.
    pub(crate) control_writes: Places,
    /// The input registers read, register n at bit n.
    pub(crate) inputs: u16,
    /// The number of the operand descriptor, if the table does not have it.
    pub(crate) missing_descriptor: Option<u8>,
    /// The effect of `setemit`.
    pub(crate) emission: Option<Emission>,
    /// The boolean uniform that decides, and the value for which the condition holds.
    pub(crate) boolean: Option<(u8, bool)>,
    /// For conditions on flags, a bit for each state (`cmp.x` + 2 * `cmp.y`) in which it holds.
    pub(crate) flag_states: Option<u8>,
}

impl Effect {
    /// Adds what happens to a component.
    pub(crate) fn add(&mut self, component: Component, lane: Lane) {
        self.lanes[component as usize] = lane;
        self.sum.writes |= lane.writes;
        self.sum.outputs |= lane.outputs;
        self.sum.reads |= lane.reads;
    }

    pub(crate) fn writes(&self) -> Places {
        self.sum.writes | self.control_writes
    }

    /// The places whose new values should be used.
    pub(crate) fn values(&self) -> Places {
        self.sum.writes
    }

    /// The places that are written, or may be: whether `litp` sets the flags is not known.
    pub(crate) fn may_write(&self) -> Places {
        let flags = if self.is(Opcode::Litp) { FLAGS } else { 0 };
        self.writes() | flags
    }

    pub(crate) fn outputs(&self) -> Outputs {
        self.sum.outputs
    }

    pub(crate) fn reads(&self) -> Places {
        self.sum.reads | self.control_reads | self.possible_reads
    }

    /// The places that are read for components whose values are needed.
    pub(crate) fn needed(&self, wanted: Places, outputs: Outputs) -> Places {
        let wanted = |lane: &&Lane| lane.writes & wanted != 0 || lane.outputs & outputs != 0;
        let lanes = self.lanes.iter().filter(wanted);
        lanes.fold(self.control_reads, |all, lane| all | lane.reads)
    }

    pub(crate) fn is(&self, opcode: Opcode) -> bool {
        self.opcode == Some(opcode)
    }
}

/// The effects of all words of a program.
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
            Some(found) => effect.add_arithmetic(opcode, found, sources, index, destination),
            None => effect.missing_descriptor = Some(descriptor),
        },
        Operation::Flow {
            target,
            condition,
            uniform,
        } => effect.add_flow(opcode, condition, uniform, target.count),
        Operation::Emit {
            vertex, primitive, ..
        } => {
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
    fn add_arithmetic(
        &mut self,
        opcode: Opcode,
        descriptor: Descriptor,
        sources: [Option<Register>; 3],
        index: AddressRegister,
        destination: Option<Register>,
    ) {
        let read = Reads::new(opcode, descriptor, sources);
        for register in sources.into_iter().flatten() {
            if register.bank == Bank::Input {
                self.inputs |= 1 << register.number;
            }
        }
        if read.is_relative() {
            self.control_reads |= match index {
                AddressRegister::None => 0,
                AddressRegister::A0x => A0_X,
                AddressRegister::A0y => A0_Y,
                AddressRegister::LoopCounter => LOOP_COUNTER,
            };
        }
        if opcode.info().operands == Operands::Compare {
            for (flag, component) in [(FLAG_X, Component::X), (FLAG_Y, Component::Y)] {
                let lane = Lane {
                    writes: flag,
                    outputs: 0,
                    reads: read.of_comparison(component),
                };
                self.add(component, lane);
            }
            return;
        }
        if matches!(opcode, Opcode::Dst | Opcode::Dsti | Opcode::Litp) {
            self.possible_reads = read.all();
        }
        let always = read.always();
        for component in descriptor
            .mask()
            .intersection(opcode.writable())
            .components()
        {
            let reads = always | read.of_lane(component);
            let (writes, outputs) = match destination {
                Some(Register {
                    bank: Bank::Output,
                    number,
                }) => (0, 1 << bit(number, component)),
                Some(Register { number, .. }) => (1 << bit(number, component), 0),
                None if component == Component::X => (A0_X, 0),
                None => (A0_Y, 0),
            };
            let lane = Lane {
                writes,
                outputs,
                reads,
            };
            self.add(component, lane);
        }
    }

    fn add_flow(
        &mut self,
        opcode: Opcode,
        condition: Option<Condition>,
        uniform: Option<u8>,
        count: u8,
    ) {
        if opcode.transfer() == Transfer::Loop {
            self.control_writes = LOOP_COUNTER;
        }
        if opcode.uniform_bank() == Some(Bank::Boolean) {
            let when = !opcode.expects_false(count);
            self.boolean = uniform.map(|number| (number, when));
        }
        if let Some(condition) = condition.filter(|_| opcode.tests_flags()) {
            self.control_reads |= match condition.combination {
                Combination::X => FLAG_X,
                Combination::Y => FLAG_Y,
                Combination::Or | Combination::And => FLAGS,
            };
            self.flag_states = Some(condition.holding_states());
        }
    }
}

/// The sources of an instruction.
struct Reads {
    opcode: Opcode,
    sources: [Option<Register>; 3],
    /// For each source that is a temporary, the places that its lanes read.
    lanes: [Option<[u64; 4]>; 3],
    /// Whether any source is a temporary.
    reads_temporaries: bool,
}

impl Reads {
    fn new(opcode: Opcode, descriptor: Descriptor, sources: [Option<Register>; 3]) -> Self {
        let mut lanes = [None; 3];
        let mut reads_temporaries = false;
        for (number, source) in sources.iter().enumerate() {
            let Some(register) = source.filter(|source| source.bank == Bank::Temporary) else {
                continue;
            };
            reads_temporaries = true;
            let swizzle = descriptor.source(number).swizzle;
            let place = |lane| 1 << bit(register.number, swizzle.lane(lane));
            lanes[number] = Some(Component::ALL.map(place));
        }
        Self {
            opcode,
            sources,
            lanes,
            reads_temporaries,
        }
    }

    /// Whether the wide source, the only one that can be relative, is a float uniform.
    fn is_relative(&self) -> bool {
        let fields = self.opcode.fields().sources;
        let pairs = self.sources.iter().zip(fields);
        pairs
            .filter_map(|(source, field)| Some((source.as_ref()?, field?)))
            .any(|(source, field)| field.width == 7 && source.bank == Bank::Float)
    }

    /// The places that are read whichever components are written.
    fn always(&self) -> Places {
        match self.opcode {
            Opcode::Dst | Opcode::Dsti | Opcode::Litp => 0,
            _ => self.of_sources(|_, selectors| selectors.lanes(Mask::NONE)),
        }
    }

    /// The places that are read for one written component only. Sources of `dst` and `litp` often have components
    /// without a value, so only those that the result depends on count.
    fn of_lane(&self, lane: Component) -> Places {
        let own = Mask::NONE.with(lane);
        match (self.opcode, lane) {
            (Opcode::Dst | Opcode::Dsti, Component::X) | (Opcode::Litp, Component::Z) => 0,
            (Opcode::Dst | Opcode::Dsti, Component::Y) | (Opcode::Litp, _) => {
                self.of_sources(|_, _| own)
            }
            (Opcode::Dst | Opcode::Dsti, _) => {
                let needed = usize::from(lane == Component::W);
                self.of_sources(|number, _| if number == needed { own } else { Mask::NONE })
            }
            _ => self.of_sources(|_, selectors| match selectors.lanes(Mask::NONE) {
                Mask::NONE => selectors.lanes(own),
                _ => Mask::NONE,
            }),
        }
    }

    /// All places that the opcode may read.
    fn all(&self) -> Places {
        self.of_sources(|_, selectors| selectors.lanes(Mask::ALL))
    }

    /// The places that one half of a comparison reads.
    fn of_comparison(&self, lane: Component) -> Places {
        self.of_sources(|_, _| Mask::NONE.with(lane))
    }

    /// The places that the sources read by some lanes each, given the numbers and selectors of the sources.
    fn of_sources(&self, lanes: impl Fn(usize, Selectors) -> Mask) -> Places {
        if !self.reads_temporaries {
            return 0;
        }
        let selectors = self.opcode.info().selectors.iter();
        let mut places = 0;
        for (number, (&selectors, of_lanes)) in selectors.zip(&self.lanes).enumerate() {
            let Some(of_lanes) = of_lanes else { continue };
            for lane in lanes(number, selectors).components() {
                places |= of_lanes[lane as usize];
            }
        }
        places.into()
    }
}
