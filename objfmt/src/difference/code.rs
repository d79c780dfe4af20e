//! Code comparison: pairs of procedures, instruction by instruction.

use std::collections::VecDeque;
use std::fmt::Display;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Report;
use super::align::{Match, align};
use super::procedure::{Procedure, Step, StepTarget, steps};
use super::registers::{Identity, Registers, ShaderRegisters, UniformReads};
use crate::flow::BitSet;
use crate::flow::{Flow, WordSpan, target};
use crate::formats::shbin::{LabelEntry, Program, Shader};
use crate::isa::instruction::{AddressRegister, Instruction, Operation};
use crate::isa::limits;
use crate::isa::meaning::Meaning;
use crate::isa::opcode::Opcode;
use crate::isa::register::{Bank, Register};
use crate::isa::text;

/// The maximum number of words that are compared in all procedures of all shaders together. Shaders have at most 4096
/// words, so only deliberately tangled code reaches the limit.
const MAX_WORDS: usize = 1 << 20;

/// The maximum number of pairs of instructions that are compared for alignment.
const MAX_CELLS: usize = 1 << 22;

/// An interned instruction, with its meaning and operands: equal keys mean equal instructions.
type InstructionId = u32;

/// The parts in which equal instructions agree: everything except their targets.
#[derive(PartialEq, Eq, Hash)]
struct InstructionKey<'s> {
    meaning: Meaning,
    reads: Vec<Identity<'s>>,
}

/// Compares the code of the shaders of two programs.
pub(super) struct Comparer<'s> {
    programs: [&'s Program; 2],
    /// The code that fits into program memory.
    code: [&'s [u32]; 2],
    flows: [Flow<'s>; 2],
    words: usize,
    cells: usize,
}

/// Returns the span of a shader's entry procedure.
fn entry(shader: &Shader) -> WordSpan {
    WordSpan {
        // Loaders use 16 bits of the entry, and do not read the end of the entry procedure.
        start: shader.entry & 0xFFFF,
        size: u32::MAX,
    }
}

impl<'s> Comparer<'s> {
    pub(super) fn new(programs: [&'s Program; 2]) -> Self {
        let code = programs.map(|program| {
            let seen = program.code.get(..limits::CODE_WORDS);
            seen.unwrap_or(&program.code)
        });
        Self {
            programs,
            code,
            flows: code.map(Flow::new),
            words: MAX_WORDS,
            cells: MAX_CELLS,
        }
    }

    /// Returns the uniform registers that the code of two shaders reads.
    pub(super) fn reads(&mut self, shaders: [&Shader; 2]) -> [UniformReads; 2] {
        let mut reads = [UniformReads::default(), UniformReads::default()];
        for (side, reads) in reads.iter_mut().enumerate() {
            let words = self.flows[side].trace(entry(shaders[side]));
            words.iter().for_each(|word| reads.add(self.code[side][word]));
        }
        reads
    }

    /// Compares the code of two shaders.
    pub(super) fn compare(
        &mut self,
        report: &mut Report,
        location: &str,
        shaders: [&'s Shader; 2],
        registers: &Registers<'s>,
    ) {
        let entries = shaders.map(|shader| Procedure {
            span: entry(shader),
            called: false,
        });
        let mut pair = ShaderPair {
            comparer: self,
            report,
            location,
            shaders,
            registers,
            keys: FxHashMap::default(),
            known: [FxHashMap::default(), FxHashMap::default()],
            queue: VecDeque::from([entries]),
            seen: FxHashSet::from_iter([entries]),
        };
        pair.run();
    }

    /// Returns the reachable words of a procedure.
    fn reached(&mut self, side: usize, procedure: Procedure) -> BitSet {
        let flow = &mut self.flows[side];
        if procedure.called {
            flow.procedure_words(procedure.span)
        } else {
            flow.entry_words(procedure.span).clone()
        }
    }

    /// Subtracts from the remaining work. Returns true if there was enough.
    fn spend(&mut self, words: usize) -> bool {
        let left = self.words.checked_sub(words);
        self.words = left.unwrap_or(0);
        left.is_some()
    }
}

/// The comparison of two shaders.
struct ShaderPair<'c, 's> {
    comparer: &'c mut Comparer<'s>,
    report: &'c mut Report,
    location: &'c str,
    shaders: [&'s Shader; 2],
    registers: &'c Registers<'s>,
    keys: FxHashMap<InstructionKey<'s>, InstructionId>,
    /// The keys of words that were compared already.
    known: [FxHashMap<u32, InstructionId>; 2],
    /// The procedures to compare.
    queue: VecDeque<[Procedure; 2]>,
    seen: FxHashSet<[Procedure; 2]>,
}

impl ShaderPair<'_, '_> {
    fn run(&mut self) {
        while let Some(pair) = self.queue.pop_front() {
            let words = [0, 1].map(|side| self.comparer.reached(side, pair[side]));
            let count = words.iter().map(|words| words.iter().count()).sum::<usize>();
            // An empty pair and the memory for the set also cost work.
            if !self.comparer.spend(count + 64) {
                let text = "the rest of the code has too many calls to be compared";
                self.report.add(self.location, text);
                return;
            }
            self.compare(pair, &words);
        }
    }

    fn compare(&mut self, pair: [Procedure; 2], words: &[BitSet; 2]) {
        let steps = [0, 1].map(|side| steps(self.comparer.code[side], pair[side], &words[side]));
        let keys = [0, 1].map(|side| {
            let words = steps[side].iter().map(|step| step.word);
            words.map(|word| self.intern(side, word)).collect::<Vec<_>>()
        });
        let matches = align(&keys[0], &keys[1], &mut self.comparer.cells);
        let positions = PairPositions::new(&matches);
        let location = format!("{}, {}", self.location, self.procedure_name(pair));
        for &step in &matches {
            match step {
                Match::Both(a, b) => {
                    let both = [&steps[0][a], &steps[1][b]];
                    let same = keys[0][a] == keys[1][b];
                    self.compare_steps(&location, both, same, &positions);
                    self.queue_callees(both);
                }
                Match::First(a) => {
                    let word = steps[0][a].word;
                    let texts = [Some(self.quoted(0, word)), None];
                    self.report.add_sides(format_args!("{location}, word {word}"), texts);
                }
                Match::Second(b) => {
                    let word = steps[1][b].word;
                    let texts = [None, Some(self.quoted(1, word))];
                    self.report
                        .add_sides(format_args!("{location}, word {word} of the second"), texts);
                }
            }
        }
    }

    /// Compares two corresponding instructions. If `same` is true, only their targets can differ.
    fn compare_steps(&mut self, location: &dyn Display, steps: [&Step; 2], same: bool, positions: &PairPositions) {
        let [a, b] = steps;
        let targets = a.targets.into_iter().zip(b.targets);
        let same_target = targets.map(|(a, b)| positions.correspond(a, b));
        let same_targets: Vec<bool> = same_target.collect();
        if same && same_targets.iter().all(|&same| same) {
            return;
        }
        let location = format!("{location}, word {}", a.word);
        let [text_a, text_b] = [(0, a), (1, b)].map(|(side, step)| self.quoted(side, step.word));
        if same && same_targets.iter().skip(1).all(|&same| same) {
            let continues = "continues with different instructions";
            self.report
                .add(location, format_args!("{text_a} {continues} than in the second"));
        } else if text_a != text_b {
            self.report.add_sides(location, [Some(text_a), Some(text_b)]);
        } else if same {
            let text = format!("{text_a} leads to different instructions in the second");
            self.report.add(location, text);
        } else {
            let [a, b] = [(0, a), (1, b)].map(|(side, step)| self.reads_text(side, step.word));
            let text = format!("{text_a} reads {a} in the first, {b} in the second");
            self.report.add(location, text);
        }
    }

    /// Queues the procedures of two corresponding calls for comparison.
    fn queue_callees(&mut self, steps: [&Step; 2]) {
        let callee = |side: usize| {
            let word = self.comparer.code[side].get(usize::try_from(steps[side].word).ok()?)?;
            let calls = Opcode::from_word(*word).is_some_and(Opcode::is_call);
            calls.then(|| Procedure {
                span: target(*word),
                called: true,
            })
        };
        if let (Some(a), Some(b)) = (callee(0), callee(1))
            && self.seen.insert([a, b])
        {
            self.queue.push_back([a, b]);
        }
    }

    fn intern(&mut self, side: usize, word: u32) -> InstructionId {
        if let Some(&key) = self.known[side].get(&word) {
            return key;
        }
        let bits = self.bits(side, word);
        let program = self.comparer.programs[side];
        let meaning = Meaning::new(bits, |number| program.descriptor(number)).without_target();
        let key = InstructionKey {
            meaning: meaning.with_registers(without_number),
            reads: reads(&self.registers.sides[side], bits),
        };
        let fresh = u32::try_from(self.keys.len()).unwrap_or(InstructionId::MAX);
        let key = *self.keys.entry(key).or_insert(fresh);
        self.known[side].insert(word, key);
        key
    }

    fn bits(&self, side: usize, word: u32) -> u32 {
        let word = usize::try_from(word).ok();
        let bits = word.and_then(|word| self.comparer.code[side].get(word));
        bits.copied().unwrap_or(0)
    }

    fn quoted(&self, side: usize, word: u32) -> String {
        let program = self.comparer.programs[side];
        let bits = self.bits(side, word);
        let text = text::instruction(bits, |number| program.descriptor(number));
        format!("`{text}`")
    }

    /// Formats the operands that an instruction reads, for instructions with equal text.
    fn reads_text(&self, side: usize, word: u32) -> String {
        let reads = reads(&self.registers.sides[side], self.bits(side, word));
        let texts: Vec<_> = reads.iter().map(Identity::to_string).collect();
        texts.join(" and ")
    }

    /// Returns the name of a procedure for messages, from the labels of either file.
    fn procedure_name(&self, pair: [Procedure; 2]) -> String {
        let named = (self.shaders.iter().zip(pair)).find_map(|(shader, procedure)| label_of(shader, procedure.span));
        let [Procedure { span, called }, _] = pair;
        match named {
            Some(label) => format!("procedure {}", label.name),
            None if called => format!("procedure at {}", span.start),
            None => "entry procedure".to_owned(),
        }
    }
}

/// Returns the label of a procedure, preferably one with its size.
fn label_of(shader: &Shader, procedure: WordSpan) -> Option<&LabelEntry> {
    let labels = || {
        let here = |label: &&LabelEntry| label.word == procedure.start && label.size.is_some();
        shader.labels.iter().filter(here)
    };
    let exact = labels().find(|label| label.size == Some(procedure.size));
    exact.or_else(|| labels().next())
}

/// Clears the number of a register whose identity is looked up elsewhere.
fn without_number(register: Register) -> Register {
    match register.bank {
        Bank::Temporary | Bank::Output => register,
        _ => Register { number: 0, ..register },
    }
}

/// Returns the operands of an instruction other than temporaries, in the order of its sources.
fn reads<'s>(side: &ShaderRegisters<'s>, bits: u32) -> Vec<Identity<'s>> {
    let Instruction {
        opcode: Some(opcode),
        operation,
        ..
    } = Instruction::decode(bits)
    else {
        return Vec::new();
    };
    match operation {
        Operation::Arithmetic { sources, index, .. } => {
            let wide = opcode.fields().wide_source();
            let relative = |n| index != AddressRegister::None && Some(n) == wide;
            let sources = sources.into_iter().flatten().enumerate();
            sources
                .filter(|(_, register)| register.bank != Bank::Temporary)
                .map(|(n, register)| side.identity(register, relative(n)))
                .collect()
        }
        Operation::Flow {
            uniform: Some(number), ..
        } => {
            let bank = opcode.uniform_bank();
            let register = bank.map(|bank| Register { bank, number });
            register
                .map(|register| side.identity(register, false))
                .into_iter()
                .collect()
        }
        _ => Vec::new(),
    }
}

/// For each position of two procedures, the number of pairs of corresponding instructions that precede it, counted at
/// its start and at its end.
struct PairPositions {
    before: [Vec<usize>; 2],
    after: [Vec<usize>; 2],
    /// The total number of pairs.
    pairs: usize,
}

impl PairPositions {
    fn new(matches: &[Match]) -> Self {
        let mut positions = Self {
            before: [Vec::new(), Vec::new()],
            after: [Vec::new(), Vec::new()],
            pairs: 0,
        };
        for step in matches {
            let (sides, paired): (&[usize], usize) = match step {
                Match::Both(..) => (&[0, 1], 1),
                Match::First(_) => (&[0], 0),
                Match::Second(_) => (&[1], 0),
            };
            for &side in sides {
                positions.before[side].push(positions.pairs);
                positions.after[side].push(positions.pairs + paired);
            }
            positions.pairs += paired;
        }
        positions
    }

    /// Returns true if two targets are corresponding instructions, or lie between the same two. Instructions that only
    /// one procedure has are skipped, because they are reported as differences.
    fn correspond(&self, a: StepTarget, b: StepTarget) -> bool {
        let same = |table: &[Vec<usize>; 2], a: usize, b: usize| table[0].get(a) == table[1].get(b);
        let last = |side: usize, at: usize| self.before[side].get(at) == Some(&self.pairs);
        match (a, b) {
            (StepTarget::At(a), StepTarget::At(b)) => same(&self.before, a, b),
            (StepTarget::After(a), StepTarget::After(b)) => same(&self.after, a, b),
            (StepTarget::At(a), StepTarget::Return) => last(0, a),
            (StepTarget::Return, StepTarget::At(b)) => last(1, b),
            _ => a == b,
        }
    }
}
