//! Statements.

use ::naga::{Block as NagaBlock, Expression, Handle, Statement, SwitchCase};
use pica200_diagnostics::Code;

use crate::ir::{Comparison, Jump, Logic, Operand};

use super::flow::{Exit, Group, groups, jumps, used_by};
use super::{Content, JumpTarget, Lowering, MAX_BLOCK_DEPTH};

/// The end of a block: exits that lead there need no jump.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Tail {
    returns: bool,
    breaks: bool,
    continues: bool,
}

impl Tail {
    pub(super) const fn of_function() -> Self {
        Self {
            returns: true,
            breaks: false,
            continues: false,
        }
    }

    fn if_last(self, is_last: bool) -> Self {
        if is_last { self } else { Self::default() }
    }
}

impl<'m> Lowering<'m> {
    /// Executes a block. Returns whether it ends in a jump.
    pub(super) fn block(&mut self, block: &'m NagaBlock, tail: Tail) -> bool {
        let count = block.len();
        for (index, (statement, span)) in block.span_iter().enumerate() {
            if self.is_full() {
                return false;
            }
            self.at(*span);
            if self.statement(statement, tail.if_last(index + 1 == count)) {
                return true;
            }
        }
        false
    }

    /// Executes a block within another one.
    fn inner_block(&mut self, block: &'m NagaBlock, tail: Tail) -> bool {
        let depth = self.frames.last().map_or(0, |frame| frame.depth);
        let depths: usize = self.frames.iter().map(|frame| frame.depth).sum();
        if depths >= MAX_BLOCK_DEPTH {
            self.report(
                Code::NestingTooDeep,
                format!("more than {MAX_BLOCK_DEPTH} statements are within one another"),
            );
            return false;
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.depth = depth + 1;
        }
        let constants = self.constants_of_block.len();
        let jumped = self.block(block, tail);
        // Behind the block, it is unknown whether it was executed.
        for memory in self.constants_of_block.drain(constants..) {
            if let Some(found) = self.memories.get_mut(memory) {
                found.constant = None;
            }
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.depth = depth;
        }
        jumped
    }

    fn statement(&mut self, statement: &'m Statement, tail: Tail) -> bool {
        match statement {
            Statement::Emit(range) => {
                for handle in range.clone() {
                    self.emit(handle);
                }
            }
            Statement::Block(block) => return self.block(block, tail),
            Statement::If {
                condition,
                accept,
                reject,
            } => {
                let condition = self.scalar(*condition);
                self.builder.open();
                self.inner_block(accept, tail);
                let then = self.builder.close();
                self.builder.open();
                self.inner_block(reject, tail);
                let otherwise = self.builder.close();
                self.builder.branch(condition, then, otherwise);
            }
            Statement::Switch { selector, cases } => self.switch(*selector, cases, tail),
            Statement::Loop {
                body,
                continuing,
                break_if,
            } => self.repeat(body, continuing, *break_if),
            Statement::Break => return self.exit(Exit::Break, tail.breaks),
            Statement::Continue => return self.exit(Exit::Continue, tail.continues),
            Statement::Return { value } => {
                if let Some(value) = value {
                    let components = self.components(*value);
                    let result = self.frames.last().map(|frame| frame.result.clone());
                    for (variable, component) in result.unwrap_or_default().into_iter().zip(components.iter()) {
                        self.builder.set(variable, *component);
                    }
                }
                return self.exit(Exit::Return, tail.returns);
            }
            Statement::Store { pointer, value } => {
                let components = self.components(*value);
                if let Content::Pointer(path) = self.content(*pointer) {
                    self.write(&path, &components);
                }
            }
            Statement::Call {
                function,
                arguments,
                result,
            } => {
                let place = self.place;
                let called = &self.module.functions[*function];
                let components = if let Some(reason) = self.refused.get(function) {
                    self.refuse_call(reason, called, arguments)
                } else if let Some(name) = self.linkage.externs.get(function) {
                    self.call_procedure(name, called, arguments)
                } else {
                    let arguments = arguments.iter().map(|argument| self.content(*argument));
                    let arguments = arguments.collect();
                    self.call(called, &self.info[*function], arguments)
                };
                self.back_at(place);
                if let Some(result) = result {
                    self.carry(*result, &components);
                    if let Some(frame) = self.frames.last_mut() {
                        frame.values.insert(*result, Content::Components(components.into()));
                    }
                }
            }
            // The check has refused all others.
            _ => {}
        }
        false
    }

    /// Evaluates an expression where the source does.
    fn emit(&mut self, handle: Handle<Expression>) {
        if let Some(frame) = self.frames.last_mut() {
            frame.values.remove(&handle);
        }
        if let Content::Components(components) = self.content(handle) {
            self.carry(handle, &components);
        }
    }

    /// Sets the variables that carry a value to the end of a loop, if there are any.
    fn carry(&mut self, handle: Handle<Expression>, components: &[Operand]) {
        let exports = self.frames.last().and_then(|frame| frame.exports.get(&handle));
        for (variable, component) in exports.cloned().unwrap_or_default().into_iter().zip(components) {
            self.builder.set(variable, *component);
        }
    }

    /// Leaves a loop, a switch or the function, or continues a loop. Returns whether that took a jump.
    fn exit(&mut self, exit: Exit, is_natural: bool) -> bool {
        if is_natural {
            return false;
        }
        let target = match exit {
            Exit::Return => self.frames.last().and_then(|frame| frame.region),
            Exit::Break => self.last_target(&[JumpTarget::Loop, JumpTarget::Switch]),
            Exit::Continue => self.last_target(&[JumpTarget::Loop, JumpTarget::LoopIteration]),
        };
        let Some(target) = target else {
            return false;
        };
        let depth = u32::try_from(self.jump_targets.len() - 1 - target).unwrap_or(u32::MAX);
        let is_loop = self.jump_targets.get(target) == Some(&JumpTarget::Loop);
        self.builder.jump(match exit {
            Exit::Continue if is_loop => Jump::Continue(depth),
            _ => Jump::Break(depth),
        });
        true
    }

    fn last_target(&self, kinds: &[JumpTarget]) -> Option<usize> {
        self.jump_targets.iter().rposition(|kind| kinds.contains(kind))
    }

    fn repeat(&mut self, body: &'m NagaBlock, continuing: &'m NagaBlock, break_if: Option<Handle<Expression>>) {
        let has_end = !continuing.is_empty() || break_if.is_some();
        let has_region = has_end && jumps(body, Exit::Continue, true);
        let tail = Tail {
            continues: true,
            ..Tail::default()
        };
        self.builder.open();
        self.jump_targets.push(JumpTarget::Loop);
        let jumped = if has_region {
            let exported = self.export(body, continuing, break_if);
            self.builder.open();
            self.jump_targets.push(JumpTarget::LoopIteration);
            self.inner_block(body, tail);
            self.jump_targets.pop();
            let block = self.builder.close();
            self.builder.labelled(block);
            self.import(exported);
            false
        } else {
            self.inner_block(body, tail)
        };
        if !jumped {
            self.inner_block(continuing, Tail::default());
            if let Some(condition) = break_if {
                let condition = self.scalar(condition);
                self.builder.open();
                self.builder.jump(Jump::Break(0));
                let leave = self.builder.close();
                self.builder.branch(condition, leave, crate::ir::Block::default());
            }
        }
        self.jump_targets.pop();
        let block = self.builder.close();
        self.builder.repeat(block);
    }

    /// Adds variables for values of the body that the end of a loop reads, which a labelled block is about to hide.
    fn export(
        &mut self,
        body: &'m NagaBlock,
        continuing: &'m NagaBlock,
        break_if: Option<Handle<Expression>>,
    ) -> Vec<Handle<Expression>> {
        let Some(function) = self.frames.last().map(|frame| frame.function) else {
            return Vec::new();
        };
        let mut used = Vec::new();
        used_by(function, continuing, &mut used);
        used.extend(break_if);
        let mut exported = Vec::new();
        for statement in body.iter() {
            match statement {
                Statement::Emit(range) => {
                    exported.extend(range.clone().filter(|handle| used.contains(handle)));
                }
                Statement::Call { result, .. } => {
                    exported.extend(result.filter(|handle| used.contains(handle)));
                }
                _ => {}
            }
        }
        for handle in &exported {
            let shape = self.shape(*handle);
            let variables = self.variables("carried", shape);
            if let Some(frame) = self.frames.last_mut() {
                frame.exports.insert(*handle, variables);
            }
        }
        exported
    }

    fn import(&mut self, exported: Vec<Handle<Expression>>) {
        for handle in exported {
            let Some(frame) = self.frames.last_mut() else {
                return;
            };
            let variables = frame.exports.remove(&handle).unwrap_or_default();
            // A pointer or a uniform is the same everywhere.
            let is_value = matches!(frame.values.get(&handle), Some(Content::Components(_)));
            if is_value {
                let components: Vec<_> = variables.iter().map(|id| self.builder.get(*id)).collect();
                if let Some(frame) = self.frames.last_mut() {
                    frame.values.insert(handle, Content::Components(components.into()));
                }
            }
        }
    }

    fn switch(&mut self, selector: Handle<Expression>, cases: &'m [SwitchCase], tail: Tail) {
        let selector = self.scalar(selector);
        let needs_region = cases
            .iter()
            .any(|case| jumps(&case.body, Exit::Break, !case.fall_through));
        let tail = Tail { breaks: true, ..tail };
        let groups = groups(cases);
        if groups.len() > MAX_BLOCK_DEPTH {
            self.report(
                Code::NestingTooDeep,
                format!("a `switch` with more than {MAX_BLOCK_DEPTH} cases"),
            );
            return;
        }
        if needs_region {
            self.builder.open();
            self.jump_targets.push(JumpTarget::Switch);
        }
        self.groups(selector, &groups, tail);
        if needs_region {
            self.jump_targets.pop();
            let block = self.builder.close();
            self.builder.labelled(block);
        }
    }

    /// A chain of tests; the default, which has none, comes last.
    fn groups(&mut self, selector: Operand, groups: &[Group<'m>], tail: Tail) {
        let mut open = Vec::new();
        for group in groups.iter().filter(|group| !group.is_default) {
            let mut condition: Option<Operand> = None;
            for value in &group.values {
                let number = self.whole_number(*value);
                let equal = self.builder.compare(Comparison::Equal, selector, number);
                condition = Some(match condition {
                    Some(other) => self.builder.logic(Logic::Or, other, equal),
                    None => equal,
                });
            }
            let Some(condition) = condition else {
                continue;
            };
            self.builder.open();
            self.bodies(&group.bodies, tail);
            let then = self.builder.close();
            self.builder.open();
            open.push((condition, then));
        }
        if let Some(default) = groups.iter().find(|group| group.is_default) {
            self.bodies(&default.bodies, tail);
        }
        while let Some((condition, then)) = open.pop() {
            let otherwise = self.builder.close();
            self.builder.branch(condition, then, otherwise);
        }
    }

    /// The bodies of a case and of those that it falls through to.
    fn bodies(&mut self, bodies: &[&'m NagaBlock], tail: Tail) {
        for (index, body) in bodies.iter().enumerate() {
            if self.inner_block(body, tail.if_last(index + 1 == bodies.len())) {
                return;
            }
        }
    }
}
