//! Code comparison: pairs of procedures, instruction by instruction.

use std::collections::VecDeque;
use std::fmt::Display;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Report;
use super::align::{Match, align};
use super::procedure::{Procedure, Step, StepTarget, steps};
use super::registers::{Identity, Reads, Registers, Side};
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
const WORDS: usize = 1 << 20;

/// The maximum number of pairs of instructions that are compared for alignment.
const CELLS: usize = 1 << 22;

/// An interned instruction, with its meaning and operands: equal keys mean equal instructions.
type Key = u32;

/// The parts in which equal instructions agree: everything except their targets.
#[derive(PartialEq, Eq, Hash)]
struct Instructed<'s> {
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
            words: WORDS,
            cells: CELLS,
        }
    }

    /// Returns the uniform registers that the code of two shaders reads.
    pub(super) fn reads(&mut self, shaders: [&Shader; 2]) -> [Reads; 2] {
        let mut reads = [Reads::default(), Reads::default()];
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
        place: &str,
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
            place,
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
            flow.called(procedure.span)
        } else {
            flow.started(procedure.span).clone()
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
    place: &'c str,
    shaders: [&'s Shader; 2],
    registers: &'c Registers<'s>,
    keys: FxHashMap<Instructed<'s>, Key>,
    /// The keys of words that were compared already.
    known: [FxHashMap<u32, Key>; 2],
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
                self.report.add(self.place, text);
                return;
            }
            self.compare(pair, &words);
        }
    }

    fn compare(&mut self, pair: [Procedure; 2], words: &[BitSet; 2]) {
        let steps = [0, 1].map(|side| steps(self.comparer.code[side], pair[side], &words[side]));
        let keys = [0, 1].map(|side| {
            let words = steps[side].iter().map(|step| step.word);
            words.map(|word| self.key(side, word)).collect::<Vec<_>>()
        });
        let matches = align(&keys[0], &keys[1], &mut self.comparer.cells);
        let landings = Landings::of(&matches);
        let place = format!("{}, {}", self.place, self.procedure_name(pair));
        for &step in &matches {
            match step {
                Match::Both(a, b) => {
                    let both = [&steps[0][a], &steps[1][b]];
                    let same = keys[0][a] == keys[1][b];
                    self.compare_steps(&place, both, same, &landings);
                    self.pair_callees(both);
                }
                Match::First(a) => {
                    let word = steps[0][a].word;
                    let texts = [Some(self.quoted(0, word)), None];
                    self.report.either(format_args!("{place}, word {word}"), texts);
                }
                Match::Second(b) => {
                    let word = steps[1][b].word;
                    let texts = [None, Some(self.quoted(1, word))];
                    self.report
                        .either(format_args!("{place}, word {word} of the second"), texts);
                }
            }
        }
    }

    /// Compares two corresponding instructions. If `same` is true, only their targets can differ.
    fn compare_steps(&mut self, place: &dyn Display, steps: [&Step; 2], same: bool, landings: &Landings) {
        let [a, b] = steps;
        let ways = a.places.into_iter().zip(b.places);
        let same_way = ways.map(|(a, b)| landings.correspond(a, b));
        let same_ways: Vec<bool> = same_way.collect();
        if same && same_ways.iter().all(|&same| same) {
            return;
        }
        let place = format!("{place}, word {}", a.word);
        let [text_a, text_b] = [(0, a), (1, b)].map(|(side, step)| self.quoted(side, step.word));
        if same && same_ways.iter().skip(1).all(|&same| same) {
            let goes_on = "continues with different instructions";
            self.report
                .add(place, format_args!("{text_a} {goes_on} than in the second"));
        } else if text_a != text_b {
            self.report.either(place, [Some(text_a), Some(text_b)]);
        } else if same {
            let text = format!("{text_a} leads to different instructions in the second");
            self.report.add(place, text);
        } else {
            let [a, b] = [(0, a), (1, b)].map(|(side, step)| self.reads_text(side, step.word));
            let text = format!("{text_a} reads {a} in the first, {b} in the second");
            self.report.add(place, text);
        }
    }

    /// Queues the procedures of two corresponding calls for comparison.
    fn pair_callees(&mut self, steps: [&Step; 2]) {
        let callee = |side: usize| {
            let word = self.comparer.code[side].get(usize::try_from(steps[side].word).ok()?)?;
            let calls = Opcode::of_word(*word).is_some_and(Opcode::is_call);
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

    fn key(&mut self, side: usize, word: u32) -> Key {
        if let Some(&key) = self.known[side].get(&word) {
            return key;
        }
        let bits = self.bits(side, word);
        let program = self.comparer.programs[side];
        let meaning = Meaning::of(bits, |number| program.descriptor(number)).without_target();
        let instructed = Instructed {
            meaning: meaning.with_registers(unnumbered),
            reads: reads(&self.registers.sides[side], bits),
        };
        let fresh = u32::try_from(self.keys.len()).unwrap_or(Key::MAX);
        let key = *self.keys.entry(instructed).or_insert(fresh);
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
fn unnumbered(register: Register) -> Register {
    match register.bank {
        Bank::Temporary | Bank::Output => register,
        _ => Register { number: 0, ..register },
    }
}

/// Returns the operands of an instruction other than temporaries, in the order of its sources.
fn reads<'s>(side: &Side<'s>, bits: u32) -> Vec<Identity<'s>> {
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
struct Landings {
    before: [Vec<usize>; 2],
    behind: [Vec<usize>; 2],
    /// The total number of pairs.
    pairs: usize,
}

impl Landings {
    fn of(matches: &[Match]) -> Self {
        let mut landings = Self {
            before: [Vec::new(), Vec::new()],
            behind: [Vec::new(), Vec::new()],
            pairs: 0,
        };
        for step in matches {
            let (sides, paired): (&[usize], usize) = match step {
                Match::Both(..) => (&[0, 1], 1),
                Match::First(_) => (&[0], 0),
                Match::Second(_) => (&[1], 0),
            };
            for &side in sides {
                landings.before[side].push(landings.pairs);
                landings.behind[side].push(landings.pairs + paired);
            }
            landings.pairs += paired;
        }
        landings
    }

    /// Returns true if two targets are corresponding instructions, or lie between the same two. Instructions that only
    /// one procedure has are skipped, because they are reported as differences.
    fn correspond(&self, a: StepTarget, b: StepTarget) -> bool {
        let same = |table: &[Vec<usize>; 2], a: usize, b: usize| table[0].get(a) == table[1].get(b);
        let last = |side: usize, at: usize| self.before[side].get(at) == Some(&self.pairs);
        match (a, b) {
            (StepTarget::At(a), StepTarget::At(b)) => same(&self.before, a, b),
            (StepTarget::Behind(a), StepTarget::Behind(b)) => same(&self.behind, a, b),
            (StepTarget::At(a), StepTarget::Return) => last(0, a),
            (StepTarget::Return, StepTarget::At(b)) => last(1, b),
            _ => a == b,
        }
    }
}
