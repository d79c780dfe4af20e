//! Control flow: conditions, loops, switches, subroutines and jumps.

use pica200_diagnostics::Code;
use pica200_dxbc::program::Component;

use crate::ir::{Block, Comparison, Jump, Logic, Operand, Type};

use super::super::tree::{Node, Section, Target, leaves};
use super::super::views::MAX_EXACT;
use super::{State, Walk};

/// A loop or labelled block that is open.
pub(super) struct Scope {
    kind: Kind,
    /// The state where jumps to its end come from.
    exit: State,
    /// The state where jumps to its next iteration come from.
    next: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Loop,
    Switch,
    /// A subroutine, or the whole program.
    Function,
}

impl Scope {
    fn new(kind: Kind) -> Self {
        Self {
            kind,
            exit: None,
            next: None,
        }
    }
}

/// Returns the state that holds on both paths.
fn meet(a: State, b: State) -> State {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.into_iter().zip(b).map(|(a, b)| a.meet(b)).collect()),
        (a, b) => a.or(b),
    }
}

/// Maximum nesting of `switch` sections: the GPU's limit for conditions.
const MAX_NESTED: usize = 8;

impl Walk<'_> {
    fn nodes(&mut self, nodes: &[Node]) {
        for node in nodes {
            // Nothing is executed after a jump.
            if self.state.is_none() || self.is_too_long() {
                break;
            }
            match node {
                Node::Code { at } => self.code(*at),
                Node::If { at, then, otherwise } => self.conditional(*at, then, otherwise),
                Node::Loop { at, number, body } => self.repeated(*at, *number, body),
                Node::Switch { at, sections } => self.switch(*at, sections),
                Node::Call { at, body } => self.call(*at, body),
                Node::Jump {
                    at,
                    target,
                    is_conditional,
                } => self.jump(*at, *target, *is_conditional),
            }
        }
    }

    /// A subroutine instead of its call, or the whole program.
    pub(super) fn function(&mut self, nodes: &[Node]) {
        // A subroutine cannot leave the loops and switches of its caller.
        self.region(Kind::Function, leaves(nodes, Target::Return), |walk| walk.nodes(nodes));
    }

    /// Translates a construct that jumps can leave, if any jump does.
    fn region(&mut self, kind: Kind, is_left: bool, translate: impl FnOnce(&mut Self)) {
        if !is_left && kind != Kind::Function {
            return translate(self);
        }
        let is_region = is_left;
        self.scopes.push(Scope::new(kind));
        if !is_region {
            // The scope is there for the search of targets alone.
            translate(self);
            self.scopes.pop();
            return;
        }
        self.builder.open();
        translate(self);
        let block = self.builder.close();
        self.builder.labelled(block);
        let exit = self.scopes.pop().and_then(|scope| scope.exit);
        self.state = meet(self.state.take(), exit);
    }

    /// Returns the condition of an instruction: its first source.
    fn condition(&mut self, at: usize) -> Operand {
        let instruction = self.go(at);
        let source = instruction.and_then(|instruction| instruction.operands().first());
        let (Some(instruction), Some(source)) = (instruction, source) else {
            return self.builder.boolean(false);
        };
        let fetched = self.fetch(source);
        let read = self.read(&fetched, Component::X);
        let holds = self.boolean(&read);
        holds.negate_if(!instruction.token.tests_nonzero())
    }

    fn conditional(&mut self, at: usize, then: &[Node], otherwise: &[Node]) {
        let condition = self.condition(at);
        self.choose(
            condition,
            |walk| walk.nodes(then),
            |walk| {
                walk.nodes(otherwise);
                walk.go(at);
            },
        );
    }

    /// Adds an `If` whose blocks are made by functions.
    fn choose(&mut self, condition: Operand, then: impl FnOnce(&mut Self), otherwise: impl FnOnce(&mut Self)) {
        let before = self.state.clone();
        let then = self.block(then);
        let after = std::mem::replace(&mut self.state, before);
        let otherwise = self.block(otherwise);
        self.state = meet(self.state.take(), after);
        self.builder.branch(condition, then, otherwise);
    }

    fn block(&mut self, translate: impl FnOnce(&mut Self)) -> Block {
        self.builder.open();
        translate(self);
        self.builder.close()
    }

    fn repeated(&mut self, at: usize, number: usize, body: &[Node]) {
        self.go(at);
        let known = self.heads.get(number).cloned().flatten();
        let head = meet(self.state.take(), known);
        self.state.clone_from(&head);
        self.scopes.push(Scope::new(Kind::Loop));
        let block = self.block(|walk| walk.nodes(body));
        let scope = self.scopes.pop();
        let (exit, next) = scope.map_or((None, None), |scope| (scope.exit, scope.next));
        let end = meet(self.state.take(), next);
        let settled = meet(head.clone(), end);
        self.is_settled &= settled == head;
        if let Some(known) = self.heads.get_mut(number) {
            *known = settled;
        }
        self.state = exit;
        self.go(at);
        self.builder.repeat(block);
    }

    fn call(&mut self, at: usize, body: &[Node]) {
        let instruction = self.go(at);
        // The label is the last operand, a condition the first.
        match instruction.map(|instruction| instruction.operands().len()) {
            Some(2) => {
                let condition = self.condition(at);
                self.choose(condition, |walk| walk.function(body), |_| {});
            }
            _ => self.function(body),
        }
    }

    fn jump(&mut self, at: usize, target: Target, is_conditional: bool) {
        if is_conditional {
            let condition = self.condition(at);
            return self.choose(condition, |walk| walk.leave(at, target), |_| {});
        }
        self.leave(at, target);
    }

    /// Adds a jump.
    fn leave(&mut self, at: usize, target: Target) {
        self.go(at);
        // Scopes inside the target exist in the IR as well: each scope that is left has a labelled block.
        let scopes = self.scopes.iter().rev();
        let mut inside = scopes.take_while(|scope| scope.kind != Kind::Function || target == Target::Return);
        let is_target = |scope: &Scope| match target {
            Target::Break => scope.kind != Kind::Function,
            Target::Continue => scope.kind == Kind::Loop,
            Target::Return => scope.kind == Kind::Function,
        };
        let Some(depth) = inside.position(is_target) else {
            let message = format!("{} has no block that it leaves", self.name());
            return self.error(Code::DamagedFile, &message, "compile the shader again");
        };
        let place = self.scopes.len() - 1 - depth;
        let depth = u32::try_from(depth).unwrap_or(u32::MAX);
        let state = self.state.take();
        if let Some(scope) = self.scopes.get_mut(place) {
            let jump = match target {
                Target::Continue => {
                    scope.next = meet(scope.next.take(), state);
                    Jump::Continue(depth)
                }
                Target::Break | Target::Return => {
                    scope.exit = meet(scope.exit.take(), state);
                    Jump::Break(depth)
                }
            };
            self.builder.jump(jump);
        }
    }

    fn switch(&mut self, at: usize, sections: &[Section]) {
        let Some(source) = self.go(at).and_then(|instruction| instruction.operands().first()) else {
            return;
        };
        let fetched = self.fetch(source);
        let read = self.read(&fetched, Component::X);
        let value = self.int(&read);
        let is_left = sections.iter().any(|section| leaves(&section.body, Target::Break));
        self.region(Kind::Switch, is_left, |walk| {
            let falls = sections
                .iter()
                .any(|section| section.falls_through && !section.body.is_empty());
            if falls || sections.len() > MAX_NESTED {
                walk.sections_in_a_row(at, value, sections);
            } else {
                let (mut rest, mut default): (Vec<_>, Vec<_>) =
                    sections.iter().partition(|section| !section.is_default);
                rest.append(&mut default);
                walk.nested_sections(at, value, &rest);
            }
        });
    }

    /// Sections none of which runs on into the next one: each is tested if those before it were not chosen. The default
    /// is the last one.
    fn nested_sections(&mut self, at: usize, value: Operand, sections: &[&Section]) {
        let Some((section, rest)) = sections.split_first() else {
            return;
        };
        if section.is_default {
            return self.nodes(&section.body);
        }
        self.go(at);
        let is_chosen = self.is_any_of(value, &section.values);
        self.choose(
            is_chosen,
            |walk| walk.nodes(&section.body),
            |walk| {
                walk.nested_sections(at, value, rest);
                walk.go(at);
            },
        );
    }

    /// Sections that run on into others, or many: each is tested on its own, and a variable says whether the section
    /// before it ran on.
    fn sections_in_a_row(&mut self, at: usize, value: Operand, sections: &[Section]) {
        let falls = self.builder.variable("falls_through", Type::Bool);
        let [no, yes] = [false, true].map(|holds| self.builder.boolean(holds));
        self.builder.set(falls, no);
        let all: Vec<_> = sections.iter().flat_map(|section| &section.values).copied().collect();
        let mut known = Vec::new();
        for section in sections {
            self.go(at);
            // The first of equal labels wins.
            let values = section.values.iter().copied().filter(|value| !known.contains(value));
            let values: Vec<_> = values.collect();
            known.extend_from_slice(&values);
            let mut is_chosen = self.is_any_of(value, &values);
            if section.is_default {
                let is_other = self.is_any_of(value, &all).negate();
                is_chosen = self.builder.logic(Logic::Or, is_chosen, is_other);
            }
            let runs_on = self.builder.get(falls);
            is_chosen = self.builder.logic(Logic::Or, is_chosen, runs_on);
            self.choose(
                is_chosen,
                |walk| {
                    walk.builder.set(falls, no);
                    walk.nodes(&section.body);
                    if walk.state.is_some() && section.falls_through {
                        walk.builder.set(falls, yes);
                    }
                    walk.go(at);
                },
                |_| {},
            );
        }
    }

    /// Returns whether an integer is one of these values.
    fn is_any_of(&mut self, value: Operand, labels: &[u32]) -> Operand {
        let mut is_any = None;
        for label in labels {
            let integer = label.cast_signed();
            if integer.unsigned_abs() > MAX_EXACT {
                let message = format!(
                    "{} has the label {integer}; integers are exact up to {MAX_EXACT} on this hardware",
                    self.name()
                );
                self.error(Code::IntegerTooLarge, &message, "use smaller labels");
            }
            #[expect(clippy::cast_precision_loss, reason = "larger integers are refused")]
            let label = self.builder.integer(integer as f32);
            let is_it = self.builder.compare(Comparison::Equal, value, label);
            is_any = Some(match is_any {
                Some(before) => self.builder.logic(Logic::Or, before, is_it),
                None => is_it,
            });
        }
        is_any.unwrap_or_else(|| self.builder.boolean(false))
    }
}

/// A state in which nothing is known.
#[cfg(test)]
mod tests {
    use super::super::super::views::Views;
    use super::*;

    #[test]
    fn a_path_that_ends_does_not_count() {
        let known = Some(vec![Views::FLOAT]);
        assert_eq!(meet(known.clone(), None), known);
        assert_eq!(meet(None, known.clone()), known);
        let other = Some(vec![Views::INT.join(Views::FLOAT)]);
        assert_eq!(meet(known.clone(), other), known);
        assert_eq!(meet(None, None), None);
    }
}
