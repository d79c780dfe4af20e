//! Control flow graphs: basic blocks, and the edges between them.
//!
//! The graph covers the words that [`Flow::trace`] reaches. The successor of a word follows from the scopes around it:
//! the hardware compares the ends of scopes with the word after the executed instruction, so the last word of an
//! if-body leads to the word after the else-body, the last word of a loop to its first word, and the last word of a
//! called procedure to the caller. ScopeEnds are static here. A jump into a scope does not open it, which a graph of
//! basic blocks cannot express.
//!
//! For any words, there are at most as many blocks as words, and at most three edges for each word.

use std::ops::Range;

use super::{BitSet, Flow, WordSpan, loop_exits, target};
use crate::isa::limits::CODE_WORDS;
use crate::isa::opcode::{Opcode, Test, Transfer};

/// The reachable blocks and edges of a program.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Graph {
    /// For each starting point, the target at which execution begins; [`EdgeTarget::Return`] for procedures without
    /// words.
    pub entries: Vec<EdgeTarget>,
    /// The blocks in the order of their words. None is empty.
    pub blocks: Vec<WordSpan>,
    /// The edges, in the order of their source blocks.
    pub edges: Vec<Edge>,
}

/// The target of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EdgeTarget {
    /// The block with this index.
    Block(usize),
    /// The end of the program.
    End,
    /// The caller.
    Return,
    /// A word outside the code.
    Outside(u32),
    /// The external with this index.
    External(u16),
}

/// The condition under which an edge is taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EdgeKind {
    /// Always: to the word after the block, or after the scopes that end there.
    Next,
    /// The condition of the block's last instruction holds.
    Taken,
    /// The condition of the block's last instruction does not hold.
    NotTaken,
    /// The last instruction calls, if its condition holds.
    Call,
    /// Execution continues after the call, which returned or was not taken.
    AfterCall,
    /// The loop iterates again.
    Loop,
    /// The loop has finished.
    Exit,
    /// The last instruction leaves the loop.
    Break,
}

/// An edge from a block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Edge {
    /// The index of the source block.
    pub from: usize,
    /// The target.
    pub to: EdgeTarget,
    /// The kind, which says when the edge is taken.
    pub kind: EdgeKind,
}

/// Builds the graph of a shader: the words reachable from `entry`. Words beyond the addressable ones ([`CODE_WORDS`])
/// are treated as outside the code.
pub fn of_shader(code: &[u32], entry: u32) -> Graph {
    // Consoles do not read the end of the entry procedure: execution continues until `end`.
    let endless = WordSpan {
        start: entry,
        size: u32::MAX,
    };
    build(code, &[endless], &[], &[])
}

/// Builds the graph of an object's code: the words reachable from each of its procedures. `externals` has the words
/// that lead to another object in ascending order, with the index of the external.
pub fn of_object(code: &[u32], procedures: &[WordSpan], externals: &[(u32, u16)]) -> Graph {
    // The target in these words is not a location in this object. A call of an external returns at once.
    let outside = u32::try_from(code.len()).unwrap_or(u32::MAX);
    let mut patched = code.to_vec();
    for &(word, _) in externals {
        if let Some(bits) = patched.get_mut(word as usize) {
            *bits = with_target(*bits, outside);
        }
    }
    build(&patched, procedures, procedures, externals)
}

/// Returns the instruction with another target and a length of 0.
fn with_target(code: u32, word: u32) -> u32 {
    match Opcode::from_word(code).and_then(|opcode| opcode.fields().target) {
        Some([size, start]) => start.set(size.set(code, 0), word),
        None => code,
    }
}

fn build(code: &[u32], starts: &[WordSpan], procedures: &[WordSpan], externals: &[(u32, u16)]) -> Graph {
    let code = code.get(..CODE_WORDS).unwrap_or(code);
    let mut flow = Flow::new(code);
    let words = flow.trace_all(&longest(starts, code.len()));
    let scopes = ScopeEnds::new(code, &words, procedures);
    let walk = Walk {
        code,
        flow,
        scopes,
        externals,
    };
    assemble(&walk, &words, starts)
}

/// Returns the longest procedure that starts at each word. A damaged object may have far more procedures than words.
fn longest(starts: &[WordSpan], length: usize) -> Vec<WordSpan> {
    let mut sizes = vec![0; length];
    for start in starts {
        if let Some(size) = sizes.get_mut(start.start as usize) {
            *size = start.size.max(*size);
        }
    }
    let spans = (0..).zip(sizes).map(|(start, size)| WordSpan { start, size });
    spans.filter(|span| span.size > 0).collect()
}

/// Combines the moves of all words into blocks.
fn assemble(walk: &Walk<'_>, words: &BitSet, starts: &[WordSpan]) -> Graph {
    let mut moves = Vec::new();
    let mut plan = Plan {
        leaders: vec![false; walk.code.len()],
        moves: Vec::new(),
    };
    for start in starts {
        plan.begin_block(start.start);
    }
    for word in words.iter().filter_map(|word| u32::try_from(word).ok()) {
        let first = moves.len();
        walk.add_moves(word, &mut moves);
        let found = &moves[first..];
        if found.iter().any(|m| !m.falls_through(word)) || found.is_empty() {
            plan.begin_block(word + 1);
            for place in found.iter().filter_map(Move::word) {
                plan.begin_block(place);
            }
        }
        plan.moves.push((word, first..moves.len()));
    }
    let blocks = blocks(words, &plan.leaders);
    let place = |to| resolve(to, walk.code.len(), &blocks);
    let mut edges = Vec::new();
    for (from, block) in blocks.iter().enumerate() {
        let last = block.start + block.size - 1;
        let found = plan.moves.binary_search_by_key(&last, |(word, _)| *word);
        let range = found.map_or(0..0, |row| plan.moves[row].1.clone());
        edges.extend(moves[range].iter().filter_map(|m| {
            let to = place(m.to)?;
            let kind = m.kind;
            Some(Edge { from, to, kind })
        }));
    }
    let entry = |start: &WordSpan| {
        let first = MoveTarget::Word(start.start);
        let place = if start.size == 0 { None } else { place(first) };
        place.unwrap_or(EdgeTarget::Return)
    };
    Graph {
        entries: starts.iter().map(entry).collect(),
        blocks,
        edges,
    }
}

/// Facts about words that are collected before blocks are built.
struct Plan {
    /// For each reached word, true if it begins a block.
    leaders: Vec<bool>,
    /// For each reached word, the range of its moves.
    moves: Vec<(u32, Range<usize>)>,
}

impl Plan {
    fn begin_block(&mut self, word: u32) {
        if let Some(leader) = self.leaders.get_mut(word as usize) {
            *leader = true;
        }
    }
}

/// Splits reached words into blocks, each up to the next leader.
fn blocks(words: &BitSet, leaders: &[bool]) -> Vec<WordSpan> {
    let mut blocks: Vec<WordSpan> = Vec::new();
    for word in words.iter().filter_map(|word| u32::try_from(word).ok()) {
        let leads = leaders.get(word as usize).is_some_and(|&leads| leads);
        match blocks.last_mut() {
            Some(block) if block.start + block.size == word && !leads => block.size += 1,
            _ => blocks.push(WordSpan { start: word, size: 1 }),
        }
    }
    blocks
}

/// Resolves the target of a move. `None` for words that are not reached, such as those after calls that never return.
fn resolve(to: MoveTarget, length: usize, blocks: &[WordSpan]) -> Option<EdgeTarget> {
    match to {
        MoveTarget::End => Some(EdgeTarget::End),
        MoveTarget::Return => Some(EdgeTarget::Return),
        MoveTarget::External(index) => Some(EdgeTarget::External(index)),
        MoveTarget::Word(word) if word as usize >= length => Some(EdgeTarget::Outside(word)),
        MoveTarget::Word(word) => {
            let block = blocks.binary_search_by_key(&word, |block| block.start);
            block.ok().map(EdgeTarget::Block)
        }
    }
}

/// The target of a move, before blocks are built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MoveTarget {
    Word(u32),
    End,
    Return,
    External(u16),
}

/// A possible successor of a word.
#[derive(Clone, Copy, Debug)]
struct Move {
    to: MoveTarget,
    kind: EdgeKind,
}

impl Move {
    fn word(&self) -> Option<u32> {
        match self.to {
            MoveTarget::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Returns true if the move is unconditional and leads to the next word.
    fn falls_through(&self, word: u32) -> bool {
        self.kind == EdgeKind::Next && self.to == MoveTarget::Word(word + 1)
    }
}

/// A program whose words are visited one by one.
struct Walk<'c> {
    code: &'c [u32],
    flow: Flow<'c>,
    scopes: ScopeEnds,
    /// The words that refer to externals in ascending order, with the externals.
    externals: &'c [(u32, u16)],
}

impl Walk<'_> {
    /// Adds all moves from a word.
    fn add_moves(&self, word: u32, moves: &mut Vec<Move>) {
        let code = self.code.get(word as usize).copied().unwrap_or_default();
        let mut add = |to, kind| moves.push(Move { to, kind });
        let elsewhere = || self.external(word).unwrap_or(MoveTarget::Word(target(code).start));
        let jump = || match elsewhere() {
            MoveTarget::Word(place) => self.scopes.resolve_end(word, place),
            other => other,
        };
        match Transfer::from_word(code) {
            Transfer::End => return add(MoveTarget::End, EdgeKind::Next),
            Transfer::Break(Test::Always) => {
                return add(self.scopes.leave_loop(word), EdgeKind::Break);
            }
            Transfer::Break(_) => add(self.scopes.leave_loop(word), EdgeKind::Taken),
            Transfer::Call(test) => {
                add(elsewhere(), EdgeKind::Call);
                if test == Test::Always && !self.flow.returns(code) {
                    return;
                }
                return self.add_sequential_moves(word, EdgeKind::AfterCall, moves);
            }
            Transfer::If(_) => {
                self.add_sequential_moves(word, EdgeKind::Taken, moves);
                moves.push(Move {
                    to: jump(),
                    kind: EdgeKind::NotTaken,
                });
                return;
            }
            Transfer::Jump(_) => add(jump(), EdgeKind::Taken),
            Transfer::Next | Transfer::Loop => return self.add_sequential_moves(word, EdgeKind::Next, moves),
        }
        self.add_sequential_moves(word, EdgeKind::NotTaken, moves);
    }

    /// Returns the external that a word refers to.
    fn external(&self, word: u32) -> Option<MoveTarget> {
        let row = self.externals.binary_search_by_key(&word, |(at, _)| *at);
        let (_, index) = self.externals.get(row.ok()?)?;
        Some(MoveTarget::External(*index))
    }

    /// Adds the moves of sequential execution: to the next word, unless scopes end there.
    fn add_sequential_moves(&self, word: u32, kind: EdgeKind, moves: &mut Vec<Move>) {
        let behind = word + 1;
        if let Some(first) = self.scopes.loops.at(behind) {
            // The decision of a loop comes last, so it overrides an if-body that ends at the same word.
            let exit = self.scopes.resolve_end(word, behind);
            moves.push(Move {
                to: MoveTarget::Word(first),
                kind: EdgeKind::Loop,
            });
            moves.push(Move {
                to: exit,
                kind: EdgeKind::Exit,
            });
            return;
        }
        let next = self.scopes.else_bodies.at(behind).unwrap_or(behind);
        moves.push(Move {
            to: self.scopes.resolve_end(word, next),
            kind,
        });
    }
}

/// An optional value for each word.
struct WordMap(Vec<Option<u32>>);

impl WordMap {
    fn new(length: usize) -> Self {
        Self(vec![None; length + 1])
    }

    fn at(&self, word: u32) -> Option<u32> {
        self.0.get(word as usize).copied().flatten()
    }

    fn set(&mut self, word: u32, value: u32) {
        if let Some(place) = self.0.get_mut(word as usize) {
            *place = Some(value);
        }
    }
}

/// The ends of scopes, by word.
struct ScopeEnds {
    /// At the word after an if-body with an else-body: the word after the else-body.
    else_bodies: WordMap,
    /// At the word after a loop: the first word of the loop.
    loops: WordMap,
    /// At the word after a called procedure: its first word, the lowest of several.
    returns: WordMap,
    /// For each word, the word after the innermost loop that contains it.
    exits: Vec<Option<u32>>,
}

impl ScopeEnds {
    fn new(code: &[u32], words: &BitSet, procedures: &[WordSpan]) -> Self {
        let mut scopes = Self {
            else_bodies: WordMap::new(code.len()),
            loops: WordMap::new(code.len()),
            returns: WordMap::new(code.len()),
            exits: loop_exits(code),
        };
        for &procedure in procedures {
            scopes.add_procedure(procedure);
        }
        for word in words.iter() {
            let Some(&bits) = code.get(word) else {
                continue;
            };
            let Ok(word) = u32::try_from(word) else {
                continue;
            };
            let place = target(bits);
            // Of several scopes that end at one word, the last opened one is the innermost.
            match Transfer::from_word(bits) {
                Transfer::If(_) if place.size > 0 && word < place.start => {
                    scopes.else_bodies.set(place.start, place.start + place.size);
                }
                Transfer::Loop if word < place.start => {
                    scopes.loops.set(place.start + 1, word + 1);
                }
                Transfer::Call(_) => scopes.add_procedure(place),
                _ => {}
            }
        }
        scopes
    }

    fn add_procedure(&mut self, procedure: WordSpan) {
        let end = procedure.start.saturating_add(procedure.size);
        let first = self.returns.at(end).unwrap_or(end).min(procedure.start);
        self.returns.set(end, first);
    }

    /// Returns the target of execution that goes from one word to another: the caller, if a procedure ends there.
    fn resolve_end(&self, from: u32, to: u32) -> MoveTarget {
        match self.returns.at(to) {
            Some(first) if (first..to).contains(&from) => MoveTarget::Return,
            _ => MoveTarget::Word(to),
        }
    }

    fn leave_loop(&self, word: u32) -> MoveTarget {
        let exit = self.exits.get(word as usize).copied().flatten();
        self.resolve_end(word, exit.unwrap_or(word + 1))
    }
}

#[cfg(test)]
mod tests;
