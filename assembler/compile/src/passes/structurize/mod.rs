//! `structurize`: replaces labelled blocks and jumps by conditions and breaks directly in the bodies of loops.
//!
//! Statements after a branch that always jumps move into the other arm. Then the jump is at the point where control
//! reaches its target without it, and is removed. A branch directly in the body of a loop that always leaves the loop
//! becomes a [`Statement::Break`] with the same condition. Other jumps set a flag, a variable, which guards the
//! statements that they skip.

mod flags;

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::ir::{Block, Break, If, Jump, Loop, Operand, Origin, Program, Statement, VariableId};

/// Maximum nesting of blocks. The GPU has 8 levels, and deeper `If`s may still become selects.
const MAX_NESTED: usize = 100;

/// Removes labelled blocks and jumps. The program stays in [`Form::PreSsa`](crate::ir::Form::PreSsa).
///
/// # Errors
///
/// The location where blocks are nested too deeply.
pub(crate) fn run(program: &mut Program) -> Result<(), Origin> {
    let body = std::mem::take(&mut program.body);
    let mut structurer = Structurer {
        program,
        frames: Vec::new(),
        next_frame: 0,
        flags: FxHashMap::default(),
        depth: 0,
    };
    let place = Position {
        directly_in: None,
        tail: BTreeSet::new(),
    };
    let lowered = structurer.block(body, &place)?;
    program.body = lowered.block;
    Ok(())
}

/// The target of a jump.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Target {
    /// The end of the loop or labelled block with a number.
    End(u32),
    /// The next iteration of the loop with a number.
    Continue(u32),
}

/// A loop or labelled block around the current statement.
#[derive(Clone, Copy)]
struct Frame {
    number: u32,
    is_loop: bool,
}

/// The position of statements.
#[derive(Clone)]
struct Position {
    /// The loop in whose body they are directly.
    directly_in: Option<u32>,
    /// The targets that control reaches from the end of the statements without a jump.
    tail: BTreeSet<Target>,
}

/// Statements without jumps.
#[derive(Default)]
struct StatementList {
    block: Block,
    /// The targets whose flags may be set at the end.
    pending: BTreeSet<Target>,
    /// True if control never reaches the end without a jump.
    jumps: bool,
}

impl StatementList {
    /// Adds a break from the loop if a condition is true.
    fn leave(&mut self, condition: Operand, origin: Origin) {
        self.block.0.push(Statement::Break(Break {
            condition,
            values: Vec::new(),
            origin,
        }));
    }
}

struct Structurer<'p> {
    program: &'p mut Program,
    /// The loops and labelled blocks around, from the outermost.
    frames: Vec<Frame>,
    next_frame: u32,
    flags: FxHashMap<Target, VariableId>,
    depth: usize,
}

impl Structurer<'_> {
    fn block(&mut self, block: Block, position: &Position) -> Result<StatementList, Origin> {
        let mut lowered = StatementList::default();
        let mut rest = block.0.into_iter();
        while let Some(statement) = rest.next() {
            match statement {
                Statement::Jump(jump, origin) => {
                    self.jump(jump, origin, position, &mut lowered);
                    return Ok(lowered);
                }
                Statement::If(branch) => {
                    if self.branch(branch, &mut rest, position, &mut lowered)? {
                        return Ok(lowered);
                    }
                }
                Statement::Labelled(block) => {
                    let is_last = rest.len() == 0;
                    let inner = self.region(block, position, is_last)?;
                    lowered.block.0.extend(inner.block.0);
                    if self.after(inner.pending, false, &mut rest, position, &mut lowered)? {
                        return Ok(lowered);
                    }
                }
                Statement::Loop(repeat) => {
                    let pending = self.looped(repeat, &mut lowered.block)?;
                    if self.after(pending, false, &mut rest, position, &mut lowered)? {
                        return Ok(lowered);
                    }
                }
                other => lowered.block.0.push(other),
            }
        }
        Ok(lowered)
    }

    /// Returns the loop or labelled block that a jump goes to, and its index.
    fn target(&self, jump: Jump) -> (Target, usize) {
        let (Jump::Break(depth) | Jump::Continue(depth)) = jump;
        let index = self.frames.len().saturating_sub(1).saturating_sub(depth as usize);
        let number = self.frames.get(index).map_or(0, |frame| frame.number);
        match jump {
            Jump::Break(_) => (Target::End(number), index),
            Jump::Continue(_) => (Target::Continue(number), index),
        }
    }

    fn jump(&mut self, jump: Jump, origin: Origin, position: &Position, lowered: &mut StatementList) {
        lowered.jumps = true;
        let (target, index) = self.target(jump);
        if position.tail.contains(&target) {
            return;
        }
        // Loops that the jump crosses are left.
        let crossed = self.frames.get(index + 1..).unwrap_or_default().iter();
        let crossed = crossed.filter(|frame| frame.is_loop);
        let targets: Vec<_> = crossed.map(|frame| Target::End(frame.number)).chain([target]).collect();
        let holds = self.boolean(true);
        for target in targets {
            let directly = position.directly_in.map(Target::End) == Some(target);
            if directly || position.tail.contains(&target) {
                continue;
            }
            let flag = self.flag(target);
            lowered.block.0.push(Statement::Set(flag, holds));
            lowered.pending.insert(target);
        }
        let leaves = position.directly_in.is_some_and(|number| {
            target == Target::End(number)
                || self
                    .frames
                    .get(index + 1..)
                    .unwrap_or_default()
                    .iter()
                    .any(|f| f.number == number)
        });
        if leaves {
            lowered.leave(holds, origin);
        }
    }

    /// Adds an `If` and moves the following statements if needed. Returns whether it did.
    fn branch(
        &mut self,
        mut branch: If,
        rest: &mut std::vec::IntoIter<Statement>,
        position: &Position,
        lowered: &mut StatementList,
    ) -> Result<bool, Origin> {
        let always = branch.arms.each_ref().map(always_jumps);
        let may = branch.arms.each_ref().map(|arm| may_jump(arm, 0));
        for side in 0..2 {
            let leaves = always[side]
                && !may[1 - side]
                && position
                    .directly_in
                    .is_some_and(|number| self.all_leave(&branch.arms[side], number));
            if leaves {
                let condition = branch.condition.negate_if(side == 1);
                let origin = branch.origin;
                let inner = Position {
                    directly_in: None,
                    tail: position.directly_in.map(Target::End).into_iter().collect(),
                };
                let pending = self.both(branch, &inner, lowered)?.0;
                lowered.pending.extend(pending);
                lowered.leave(condition, origin);
                return Ok(false);
            }
        }
        let mut is_last = rest.len() == 0;
        if let Some(side) = always.iter().position(|always| *always)
            && !is_last
        {
            // The following statements belong to the arm that does not always jump.
            let moved: Vec<_> = rest.by_ref().collect();
            if !always[1 - side] {
                branch.arms[1 - side].0.extend(moved);
            }
            is_last = true;
        }
        let inner = Position {
            directly_in: None,
            tail: if is_last {
                position.tail.clone()
            } else {
                BTreeSet::new()
            },
        };
        let (pending, jumps) = self.both(branch, &inner, lowered)?;
        self.after(pending, jumps, rest, position, lowered)
    }

    /// Adds an `If`. Returns the targets that it may jump to, and whether it always jumps.
    fn both(
        &mut self,
        mut branch: If,
        position: &Position,
        lowered: &mut StatementList,
    ) -> Result<(BTreeSet<Target>, bool), Origin> {
        self.deeper(branch.origin)?;
        let mut pending = BTreeSet::new();
        let mut jumps = true;
        for arm in &mut branch.arms {
            let inner = self.block(std::mem::take(arm), position)?;
            *arm = inner.block;
            pending.extend(inner.pending);
            jumps &= inner.jumps;
        }
        self.depth -= 1;
        lowered.block.0.push(Statement::If(branch));
        Ok((pending, jumps))
    }

    /// Goes on after a statement in which flags may have been set: leaves the loop if one of them says so, and guards
    /// the rest. Returns whether the rest is done.
    fn after(
        &mut self,
        mut pending: BTreeSet<Target>,
        jumps: bool,
        rest: &mut std::vec::IntoIter<Statement>,
        position: &Position,
        lowered: &mut StatementList,
    ) -> Result<bool, Origin> {
        if jumps {
            // Nothing reaches the rest.
            rest.by_ref().for_each(drop);
        }
        if let Some(number) = position.directly_in
            && pending.remove(&Target::End(number))
        {
            let flag = self.read_flag(Target::End(number), &mut lowered.block);
            lowered.leave(flag, self.program.definition(flag.value).origin);
            // Flags of outer targets stay set after the loop, but not after this statement.
            let outer = self.outside(number);
            let (left, stay) = pending.into_iter().partition(|target| outer.contains(target));
            let left: BTreeSet<Target> = left;
            lowered.pending.extend(left);
            pending = stay;
        }
        lowered.jumps |= jumps;
        if pending.is_empty() || rest.len() == 0 {
            lowered.pending.extend(pending);
            return Ok(rest.len() == 0);
        }
        lowered.pending.extend(&pending);
        let mut condition = None;
        for target in pending {
            let flag = self.read_flag(target, &mut lowered.block);
            condition = Some(match condition {
                None => flag,
                Some(before) => self.either(before, flag, &mut lowered.block),
            });
        }
        let Some(condition) = condition else {
            return Ok(false);
        };
        let origin = self.program.definition(condition.value).origin;
        self.deeper(origin)?;
        let inner = Position {
            directly_in: None,
            tail: position.tail.clone(),
        };
        let block = Block(rest.collect());
        let guarded = self.block(block, &inner)?;
        self.depth -= 1;
        lowered.block.0.push(Statement::If(If {
            condition,
            arms: [Block::default(), guarded.block],
            phis: Vec::new(),
            origin,
        }));
        let mut none = Vec::new().into_iter();
        self.after(guarded.pending, guarded.jumps, &mut none, position, lowered)?;
        Ok(true)
    }

    fn deeper(&mut self, origin: Origin) -> Result<(), Origin> {
        self.depth += 1;
        if self.depth > MAX_NESTED { Err(origin) } else { Ok(()) }
    }

    /// Removes a labelled block.
    fn region(&mut self, block: Block, position: &Position, is_last: bool) -> Result<StatementList, Origin> {
        let number = self.enter(false);
        let mut inner = Position {
            directly_in: position.directly_in,
            tail: BTreeSet::new(),
        };
        if is_last {
            inner.tail.clone_from(&position.tail);
        }
        inner.tail.insert(Target::End(number));
        let origin = Origin::default();
        self.deeper(origin)?;
        let mut lowered = self.block(block, &inner)?;
        self.depth -= 1;
        self.frames.pop();
        if lowered.pending.remove(&Target::End(number)) {
            self.reset(Target::End(number), &mut lowered.block);
        }
        Ok(lowered)
    }

    /// Adds a loop. Returns the targets outside that it may jump to.
    fn looped(&mut self, mut repeat: Loop, to: &mut Block) -> Result<BTreeSet<Target>, Origin> {
        let number = self.enter(true);
        let position = Position {
            directly_in: Some(number),
            tail: [Target::Continue(number)].into_iter().collect(),
        };
        self.deeper(repeat.origin)?;
        let mut lowered = self.block(repeat.body, &position)?;
        self.depth -= 1;
        self.frames.pop();
        let mut pending = lowered.pending;
        // Flags are clear at the start of each iteration: if one of an outer target is set, the loop is left.
        pending.insert(Target::End(number));
        pending.insert(Target::Continue(number));
        for target in pending.clone() {
            if self.flags.contains_key(&target) {
                self.reset(target, &mut lowered.block);
            }
        }
        pending.remove(&Target::End(number));
        pending.remove(&Target::Continue(number));
        for target in &pending {
            // A flag that is not set in the loop's last iteration must not be one of an earlier time.
            let flag = self.flag(*target);
            let none = self.boolean(false);
            to.0.push(Statement::Set(flag, none));
        }
        repeat.body = lowered.block;
        to.0.push(Statement::Loop(repeat));
        Ok(pending)
    }

    fn enter(&mut self, is_loop: bool) -> u32 {
        let number = self.next_frame;
        self.next_frame += 1;
        self.frames.push(Frame { number, is_loop });
        number
    }

    /// Returns the targets outside of a loop.
    fn outside(&self, number: u32) -> BTreeSet<Target> {
        let outer = self.frames.iter().take_while(|frame| frame.number != number);
        outer
            .flat_map(|frame| [Target::End(frame.number), Target::Continue(frame.number)])
            .collect()
    }

    /// Returns whether each jump at the end of a block that always jumps leaves a loop, and it has no other jumps out
    /// of it.
    fn all_leave(&self, block: &Block, number: u32) -> bool {
        let outer = self.outside(number);
        let leaves = |jump: Jump| {
            let (target, _) = self.target(jump);
            target == Target::End(number) || outer.contains(&target)
        };
        block.0.iter().enumerate().all(|(index, statement)| match statement {
            Statement::Jump(jump, _) => leaves(*jump),
            Statement::If(branch) if index + 1 == block.0.len() => {
                (branch.arms.iter()).all(|arm| self.all_leave(arm, number))
            }
            other => !may_jump_from(other, 0),
        })
    }
}

/// Returns whether control never reaches the end of a block.
fn always_jumps(block: &Block) -> bool {
    match block.0.last() {
        Some(Statement::Jump(..)) => true,
        Some(Statement::If(branch)) => branch.arms.iter().all(always_jumps),
        _ => false,
    }
}

/// Returns whether a block has jumps out of it and of `depth` loops and labelled blocks around it.
fn may_jump(block: &Block, depth: u32) -> bool {
    (block.0.iter()).any(|statement| may_jump_from(statement, depth))
}

fn may_jump_from(statement: &Statement, depth: u32) -> bool {
    if let Statement::Jump(Jump::Break(to) | Jump::Continue(to), _) = statement {
        return *to >= depth;
    }
    let inside = depth + u32::from(!matches!(statement, Statement::If(_)));
    (statement.blocks().iter()).any(|block| may_jump(block, inside))
}
