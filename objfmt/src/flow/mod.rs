//! Control flow analysis: reachable words, execution paths, basic blocks and scopes.
//!
//! The successor of a word depends on the current call, which determines where a procedure returns. Words are therefore
//! visited per *frame*: the code between one call's first word and the word after the procedure or, for the start of a
//! shader, a frame that never returns. A word after a `call` is reached once the callee is known to be able to return.
//! Each pair of frame and word is visited once. Nothing here recurses, and any words are safe.
//!
//! Conditions may be true or false. Loops run at least once, so the word after a loop is reached through its body or by
//! `break`. Execution that leaves an if-body at its end continues after the else-body.
//!
//! The hardware compares the ends of scopes with the word after the executed instruction, so a jump *to* the end of a
//! called procedure does not return there. Sources use such jumps to return, and never to fall into the next procedure.
//! This analysis treats such a jump as a return.
//!
//! [`graph`] builds basic blocks and edges from the reachable words. [`control`] follows execution with the open
//! scopes, and reports where the hardware deviates from the block structure. [`scopes`] has the hardware's stacks.

mod bits;
pub mod control;
pub mod graph;
pub mod scopes;

use rustc_hash::FxHashMap;

use crate::isa::limits;
use crate::isa::opcode::{Opcode, Test, Transfer};

pub use bits::BitSet;

/// A range of words in the code of a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WordSpan {
    /// The first word.
    pub start: u32,
    /// The number of words.
    pub size: u32,
}

/// The index of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct FrameId(usize);

/// The identity of a frame: its words, and whether it was called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct FrameKey {
    start: u32,
    end: u32,
    called: bool,
}

/// The words that run under one call.
struct Frame {
    key: FrameKey,
    /// The reached words.
    visited: BitSet,
    /// True if execution can return from the call.
    returns: bool,
    /// Calls that are waiting for this result: the frame and the word of the call.
    waiting: Vec<(FrameId, u32)>,
}

/// The kind in which execution reaches a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StepKind {
    /// From the preceding word.
    Next,
    /// By the end of a block, or by leaving it.
    Block,
    /// By a jump or a call.
    Jump,
}

/// A pending control transfer.
struct Step {
    frame: FrameId,
    from: u32,
    to: u32,
    kind: StepKind,
}

/// The control flow of a program.
pub struct Flow<'c> {
    code: &'c [u32],
    /// For each word, the word after the innermost loop that contains it.
    loop_exits: Vec<Option<u32>>,
    /// For the first word of each else-body, the word after the else-body. Sorted.
    else_bodies: Vec<(u32, u32)>,
    frames: Vec<Frame>,
    known: FxHashMap<FrameKey, FrameId>,
    steps: Vec<Step>,
}

impl<'c> Flow<'c> {
    /// Analyses a program whose targets are set. Word addresses have 12 bits, and code beyond the addressable words is
    /// ignored. Without that bound, calls in a long file would take memory quadratic in its length.
    pub fn new(code: &'c [u32]) -> Self {
        let code = code.get(..limits::CODE_WORDS).unwrap_or(code);
        Self {
            code,
            loop_exits: loop_exits(code),
            else_bodies: else_bodies(code),
            frames: Vec::new(),
            known: FxHashMap::default(),
            steps: Vec::new(),
        }
    }

    /// Returns the words that are reachable when execution starts at a procedure without calling it.
    pub fn trace(&mut self, entry: WordSpan) -> BitSet {
        self.trace_all(&[entry])
    }

    /// Returns the words that are reachable when execution starts at any of several procedures.
    fn trace_all(&mut self, entries: &[WordSpan]) -> BitSet {
        let roots: Vec<_> = entries.iter().map(|entry| self.root(*entry)).collect();
        self.run();
        self.collect(roots)
    }

    /// Returns the frame of a procedure at which execution starts without a call.
    fn root(&mut self, entry: WordSpan) -> FrameId {
        let key = FrameKey {
            start: entry.start,
            end: entry.start.saturating_add(entry.size),
            called: false,
        };
        self.frame(key, entry.start)
    }

    /// Returns the words that are reachable when execution starts at a procedure without calling it, excluding the
    /// words that its calls reach.
    pub(crate) fn entry_words(&mut self, entry: WordSpan) -> &BitSet {
        let root = self.root(entry);
        self.run();
        &self.frames[root.0].visited
    }

    /// Returns the words that one call of a procedure executes, excluding those that its calls reach. Empty for a
    /// procedure that no traced code calls.
    pub(crate) fn procedure_words(&self, procedure: WordSpan) -> BitSet {
        let frame = self.known.get(&procedure_key(procedure));
        let frame = frame.map(|id| &self.frames[id.0]);
        frame.map_or_else(BitSet::default, |frame| frame.visited.clone())
    }

    /// Returns true if a call that a trace has reached can return.
    fn returns(&self, call: u32) -> bool {
        let callee = self.known.get(&callee_key(call));
        callee.is_some_and(|callee| self.frames[callee.0].returns)
    }

    /// Returns the frame of a key, and starts a new one. `from` is the calling word, or the start of a shader.
    fn frame(&mut self, key: FrameKey, from: u32) -> FrameId {
        if let Some(&id) = self.known.get(&key) {
            return id;
        }
        let id = FrameId(self.frames.len());
        self.known.insert(key, id);
        let empty_entry = !key.called && key.start == key.end;
        self.frames.push(Frame {
            key,
            visited: BitSet::with_capacity(self.code.len()),
            returns: false,
            waiting: Vec::new(),
        });
        if !empty_entry {
            self.steps.push(Step {
                frame: id,
                from,
                to: key.start,
                kind: StepKind::Jump,
            });
        }
        id
    }

    fn run(&mut self) {
        while let Some(step) = self.steps.pop() {
            self.follow(&step);
        }
    }

    /// Takes one step, unless it leads out of the frame.
    fn follow(&mut self, step: &Step) {
        let length = self.code.len();
        let frame = &mut self.frames[step.frame.0];
        let key = frame.key;
        if step.to == key.end {
            if key.called {
                self.mark_returning(step.frame);
                return;
            }
            if step.kind != StepKind::Jump && (key.start..key.end).contains(&step.from) {
                return;
            }
        }
        if step.kind == StepKind::Next {
            self.skip_else_body(step);
        }
        let frame = &mut self.frames[step.frame.0];
        if (step.to as usize) < length && frame.visited.insert(step.to as usize) {
            self.push_successors(step.frame, step.to);
        }
    }

    /// Marks a frame as returning, and continues after the calls that were waiting for it.
    fn mark_returning(&mut self, id: FrameId) {
        let frame = &mut self.frames[id.0];
        if !frame.returns {
            frame.returns = true;
            for (caller, word) in std::mem::take(&mut frame.waiting) {
                self.push(caller, word, word + 1, StepKind::Next);
            }
        }
    }

    /// Skips the else-body at the end of an if-body.
    fn skip_else_body(&mut self, step: &Step) {
        let first = self.else_bodies.partition_point(|&(e, _)| e < step.to);
        for index in first..self.else_bodies.len() {
            let (start, after) = self.else_bodies[index];
            if start != step.to {
                break;
            }
            self.push(step.frame, step.from, after, StepKind::Block);
        }
    }

    fn push(&mut self, frame: FrameId, from: u32, to: u32, kind: StepKind) {
        self.steps.push(Step { frame, from, to, kind });
    }

    /// Follows words that only lead to the next word, up to the end of a scope. Returns the last word, or `None` if the
    /// words after it were visited already.
    fn follow_sequence(&mut self, frame: FrameId, mut word: u32) -> Option<u32> {
        let frame = &mut self.frames[frame.0];
        let body = self.else_bodies.partition_point(|&(e, _)| e <= word);
        let body = self.else_bodies.get(body).map(|&(e, _)| e);
        let ends = body.into_iter().chain([frame.key.end]);
        let ends = ends.filter(|&end| end > word).map(|end| end as usize);
        let end = ends.fold(self.code.len(), usize::min);
        let words = self.code.get(word as usize..end.saturating_sub(1));
        for &code in words.unwrap_or_default() {
            if Transfer::from_word(code) != Transfer::Next {
                break;
            }
            word += 1;
            if !frame.visited.insert(word as usize) {
                return None;
            }
        }
        Some(word)
    }

    /// Queues all possible successors of a word, or of the words that follow it sequentially.
    fn push_successors(&mut self, frame: FrameId, word: u32) {
        let Some(word) = self.follow_sequence(frame, word) else {
            return;
        };
        let next = word + 1;
        let code = self.code[word as usize];
        let transfer = Transfer::from_word(code);
        match transfer {
            Transfer::Next | Transfer::Loop | Transfer::End => {}
            Transfer::Break(_) => self.leave_loop(frame, word),
            Transfer::Call(Test::Always) => return self.call(frame, word),
            Transfer::Call(_) => {
                self.callee(word);
            }
            Transfer::If(_) => self.push(frame, word, target(code).start, StepKind::Block),
            Transfer::Jump(_) => self.push(frame, word, target(code).start, StepKind::Jump),
        }
        if !transfer.is_final() {
            self.push(frame, word, next, StepKind::Next);
        }
    }

    fn leave_loop(&mut self, frame: FrameId, word: u32) {
        let exit = self.loop_exits[word as usize].unwrap_or(word + 1);
        self.push(frame, word, exit, StepKind::Block);
    }

    /// Returns the frame that a call enters.
    fn callee(&mut self, word: u32) -> FrameId {
        self.frame(callee_key(self.code[word as usize]), word)
    }

    fn call(&mut self, frame: FrameId, word: u32) {
        let callee = self.callee(word);
        if self.frames[callee.0].returns {
            self.push(frame, word, word + 1, StepKind::Next);
        } else {
            self.frames[callee.0].waiting.push((frame, word));
        }
    }

    /// Returns the words that some frames and all their calls reach.
    fn collect(&self, mut open: Vec<FrameId>) -> BitSet {
        let mut words = BitSet::with_capacity(self.code.len());
        let mut seen: BitSet = open.iter().map(|root| root.0).collect();
        while let Some(id) = open.pop() {
            let frame = &self.frames[id.0];
            words.union_with(&frame.visited);
            for word in frame.visited.iter() {
                let code = self.code[word];
                if !Opcode::from_word(code).is_some_and(Opcode::is_call) {
                    continue;
                }
                if let Some(&callee) = self.known.get(&callee_key(code))
                    && seen.insert(callee.0)
                {
                    open.push(callee);
                }
            }
        }
        words
    }
}

/// Returns the key of the frame that a call enters.
fn callee_key(code: u32) -> FrameKey {
    procedure_key(target(code))
}

/// Returns the key of the frame that a call of a procedure enters.
fn procedure_key(procedure: WordSpan) -> FrameKey {
    FrameKey {
        start: procedure.start,
        end: procedure.start.saturating_add(procedure.size),
        called: true,
    }
}

/// Returns the words at the target of an instruction, with its count as the length; an empty span at 0 for an
/// instruction without a target.
pub fn target(code: u32) -> WordSpan {
    let fields = Opcode::from_word(code).and_then(|opcode| opcode.fields().target);
    fields.map_or(WordSpan { start: 0, size: 0 }, |[size, start]| WordSpan {
        start: start.get(code),
        size: size.get(code),
    })
}

fn loop_exits(code: &[u32]) -> Vec<Option<u32>> {
    let mut open: Vec<u32> = Vec::new();
    (0u32..)
        .zip(code)
        .map(|(word, &code)| {
            while open.last().is_some_and(|&exit| exit <= word) {
                open.pop();
            }
            let exit = open.last().copied();
            if Transfer::from_word(code) == Transfer::Loop {
                open.push(target(code).start + 1);
            }
            exit
        })
        .collect()
}

fn else_bodies(code: &[u32]) -> Vec<(u32, u32)> {
    let mut bodies: Vec<_> = code
        .iter()
        .filter(|&&code| matches!(Transfer::from_word(code), Transfer::If(_)))
        .map(|&code| target(code))
        .filter(|span| span.size > 0)
        .map(|span| (span.start, span.start + span.size))
        .collect();
    bodies.sort_unstable();
    bodies.dedup();
    bodies
}

#[cfg(test)]
mod test_words;
#[cfg(test)]
mod tests;
