//! Successors of a node.

use super::build::Builder;
use super::{DeviationKind, Node, NodeTarget, Scope, ScopeKind, ScopeOpener};
use crate::flow::graph::EdgeKind;
use crate::flow::target;
use crate::isa::opcode::{Test, Transfer};

/// The scopes that close after a word, in the order of the block structure.
#[derive(Default)]
struct ClosedScopes {
    ifs: u32,
    loops: u32,
}

impl Builder<'_> {
    /// Adds the edges of a node.
    pub(super) fn add_successors(&mut self, id: u32) {
        let node = self.control.nodes[id as usize];
        let code = self.code[node.word as usize];
        let start = || target(code).start;
        match Transfer::from_word(code) {
            Transfer::Next => self.fall_through(id, EdgeKind::Next, None),
            Transfer::End => self.edge(id, NodeTarget::End, EdgeKind::Next, None),
            Transfer::Break(Test::Always) => self.leave_loop(id, None),
            Transfer::Break(_) => {
                self.leave_loop(id, Some(true));
                self.fall_through(id, EdgeKind::NotTaken, Some(false));
            }
            Transfer::Call(test) => {
                self.check_last_word(id, None);
                self.call(id, test != Test::Always);
            }
            Transfer::If(_) => {
                self.enter_if(id);
                self.jump(id, start(), EdgeKind::NotTaken, false);
            }
            Transfer::Loop => {
                let end = start() + 1;
                self.enter(id, ScopeKind::Loop, end, end);
            }
            Transfer::Jump(_) => {
                self.check_last_word(id, Some(start()));
                self.jump(id, start(), EdgeKind::Taken, true);
                self.fall_through(id, EdgeKind::NotTaken, Some(false));
            }
        }
    }

    /// Enters the body of an `if`.
    fn enter_if(&mut self, id: u32) {
        let node = self.control.nodes[id as usize];
        let place = target(self.code[node.word as usize]);
        self.enter(id, ScopeKind::If, place.start, place.start + place.size);
    }

    /// Enters a block whose body begins after the word.
    fn enter(&mut self, id: u32, kind: ScopeKind, close: u32, end: u32) {
        let node = self.control.nodes[id as usize];
        let taken = (kind == ScopeKind::If).then_some(true);
        let edge = match kind {
            ScopeKind::If => EdgeKind::Taken,
            ScopeKind::Loop => EdgeKind::Next,
        };
        // The hardware tests a loop with an empty body after the `for`, repeats it, and never ends it. A loop whose end
        // precedes its body never ends either.
        if close <= node.word || close == node.word + 1 && kind == ScopeKind::Loop {
            self.deviate(id, DeviationKind::LostEnd, ScopeOpener::Block(node.word));
            return self.fall_through(id, edge, taken);
        }
        // Blocks that are not properly nested: the hardware misses the inner end or the outer one.
        let around = node.scope.map(|id| self.control.scopes[id as usize]);
        if let Some(around) = around.filter(|around| end > around.close) {
            self.deviate(id, DeviationKind::LostEnd, ScopeOpener::Block(around.opener));
        }
        let frame = self.frame_of(node);
        if frame.called && end > frame.end() {
            self.deviate(id, DeviationKind::LostEnd, ScopeOpener::Procedure(frame.span.start));
        }
        let scope = self.scope(Scope {
            parent: node.scope,
            kind,
            opener: node.word,
            close,
            end,
        });
        if close == node.word + 1 {
            return self.fall_through_within(id, Some(scope), edge, taken);
        }
        let to = self.node(Node {
            word: node.word + 1,
            scope: Some(scope),
            ..node
        });
        self.edge(id, to, edge, taken);
    }

    /// Returns the scopes of a node, innermost first.
    fn scopes(&self, node: Node) -> Vec<(u32, Scope)> {
        let mut scopes = Vec::new();
        let mut next = node.scope;
        while let Some(id) = next {
            let scope = self.control.scopes[id as usize];
            scopes.push((id, scope));
            next = scope.parent;
        }
        scopes
    }

    /// Continues execution after a word, and closes the scopes that end there.
    pub(super) fn fall_through(&mut self, id: u32, kind: EdgeKind, holds: Option<bool>) {
        let scope = self.control.nodes[id as usize].scope;
        self.fall_through_within(id, scope, kind, holds);
    }

    /// Like [`Self::fall_through`], with an explicit innermost scope.
    fn fall_through_within(&mut self, id: u32, mut scope: Option<u32>, mut kind: EdgeKind, holds: Option<bool>) {
        let node = self.control.nodes[id as usize];
        let behind = node.word + 1;
        let mut at = behind;
        let mut closed = ClosedScopes::default();
        let mut lost = Vec::new();
        let mut stays_open = false;
        while let Some(top) = scope.map(|id| self.control.scopes[id as usize]) {
            if top.close != at {
                break;
            }
            // The hardware compares only the word after the instruction and closes one scope of each kind. The decision
            // of a loop overrides an `if`.
            match top.kind {
                ScopeKind::If => {
                    if top.has_else() && (closed.ifs > 0 || closed.loops > 0 || at != behind) {
                        lost.push(ScopeOpener::Block(top.opener));
                    } else if closed.ifs > 0 || at != behind {
                        stays_open = true;
                    }
                    closed.ifs += 1;
                    at = top.end;
                }
                ScopeKind::Loop => {
                    if closed.loops > 0 || at != behind {
                        lost.push(ScopeOpener::Block(top.opener));
                    }
                    closed.loops += 1;
                    let again = self.node(Node {
                        word: top.opener + 1,
                        scope,
                        ..node
                    });
                    self.edge(id, again, EdgeKind::Loop, holds);
                    kind = EdgeKind::Exit;
                }
            }
            scope = top.parent;
        }
        if stays_open {
            self.leave_open(id, scope, ScopeKind::If, DeviationKind::LostEnd);
        }
        let frame = self.frame_of(node);
        let ends = at == frame.end() && (frame.span.start..frame.end()).contains(&node.word);
        if ends && frame.called {
            if closed.ifs + closed.loops > 0 {
                lost.push(ScopeOpener::Procedure(frame.span.start));
            }
            self.edge(id, NodeTarget::Return, kind, holds);
        } else if ends {
            self.edge(id, NodeTarget::PastEntry, kind, holds);
        } else {
            let to = self.node(Node {
                word: at,
                scope: self.enclosing_scope(scope, at),
                ..node
            });
            self.edge(id, to, kind, holds);
        }
        for opened in lost {
            self.deviate(id, DeviationKind::LostEnd, opened);
        }
    }

    /// Returns the innermost scope that contains a word.
    fn enclosing_scope(&self, mut scope: Option<u32>, word: u32) -> Option<u32> {
        while let Some(top) = scope.map(|id| self.control.scopes[id as usize]) {
            if (top.opener + 1..top.close).contains(&word) {
                break;
            }
            scope = top.parent;
        }
        scope
    }

    /// Reports a jump or a call in the last word of a scope. It is lost, because the scope closes instead, unless that
    /// leads to the same word. `to` is `None` for a call, because closing a scope never leads to a procedure.
    fn check_last_word(&mut self, id: u32, to: Option<u32>) {
        let node = self.control.nodes[id as usize];
        let behind = node.word + 1;
        let frame = self.frame_of(node);
        let top = node.scope.map(|id| self.control.scopes[id as usize]);
        if let Some(top) = top.filter(|top| top.close == behind) {
            if to != Some(top.end) {
                self.deviate(id, DeviationKind::LostBranch, ScopeOpener::Block(top.opener));
            }
        } else if frame.called && frame.end() == behind && to.is_some_and(|to| to != behind) {
            self.deviate(id, DeviationKind::LostBranch, ScopeOpener::Procedure(frame.span.start));
        }
    }

    /// Moves execution to a word, through a jump or because the condition of an `if` is false.
    fn jump(&mut self, id: u32, to: u32, kind: EdgeKind, taken: bool) {
        let node = self.control.nodes[id as usize];
        let frame = self.frame_of(node);
        let within = frame.span.start..frame.end();
        // A jump in a last word is already reported; its target is still treated as reached.
        let is_last = taken && self.ends_after(node);
        let end_kind = if taken {
            DeviationKind::JumpToEnd
        } else {
            DeviationKind::LostEnd
        };
        let mut at = to;
        let mut scope = node.scope;
        let mut left = [false; 2];
        while let Some(top) = scope.map(|id| self.control.scopes[id as usize]) {
            if (top.opener + 1..top.close).contains(&at) {
                break;
            }
            match top.kind {
                ScopeKind::Loop if top.close == at => {
                    if !is_last {
                        self.deviate(id, end_kind, ScopeOpener::Block(top.opener));
                    }
                    let again = self.node(Node {
                        word: top.opener + 1,
                        scope,
                        ..node
                    });
                    self.edge(id, again, kind, Some(taken));
                }
                ScopeKind::If if top.close == at && !taken => {
                    if top.has_else() {
                        self.deviate(id, end_kind, ScopeOpener::Block(top.opener));
                    } else {
                        left[0] = true;
                    }
                    at = top.end;
                }
                ScopeKind::If => left[0] = true,
                ScopeKind::Loop => left[1] = true,
            }
            scope = top.parent;
        }
        if !is_last {
            let sort = if taken {
                DeviationKind::JumpOut
            } else {
                DeviationKind::LostEnd
            };
            for (left, kind) in left.into_iter().zip([ScopeKind::If, ScopeKind::Loop]) {
                if left {
                    self.leave_open(id, scope, kind, sort);
                }
            }
        }
        if frame.called && at == frame.end() && within.contains(&node.word) {
            if !is_last {
                self.deviate(id, end_kind, ScopeOpener::Procedure(frame.span.start));
            }
            return self.edge(id, NodeTarget::Return, kind, Some(taken));
        }
        if !frame.called && !taken && at == frame.end() && within.contains(&node.word) {
            return self.edge(id, NodeTarget::PastEntry, kind, Some(taken));
        }
        if frame.called && within.contains(&node.word) && !within.contains(&at) && taken {
            self.deviate(
                id,
                DeviationKind::JumpOutOfProcedure,
                ScopeOpener::Procedure(frame.span.start),
            );
        }
        let to = self.node(Node {
            word: at,
            scope,
            ..node
        });
        self.edge(id, to, kind, Some(taken));
    }

    /// Returns true if a scope ends after a node's word.
    fn ends_after(&self, node: Node) -> bool {
        let behind = node.word + 1;
        let frame = self.frame_of(node);
        let top = node.scope.map(|id| self.control.scopes[id as usize]);
        top.is_some_and(|top| top.close == behind) || frame.called && frame.end() == behind
    }

    /// Leaves the innermost loop.
    fn leave_loop(&mut self, id: u32, holds: Option<bool>) {
        let node = self.control.nodes[id as usize];
        let scopes = self.scopes(node);
        let Some(position) = scopes.iter().position(|(_, s)| s.kind == ScopeKind::Loop) else {
            // The hardware continues after the break, unless a caller has an open loop, which is not the intended one.
            let frame = self.frame_of(node);
            if frame.called {
                let procedure = ScopeOpener::Procedure(frame.span.start);
                self.deviate(id, DeviationKind::JumpOutOfProcedure, procedure);
            }
            return self.fall_through(id, EdgeKind::Break, holds);
        };
        let (_, the_loop) = scopes[position];
        // A break in the last word of an if-body also closes the `if`.
        let closes = usize::from(position > 0 && scopes[0].1.close == node.word + 1);
        if position > closes {
            self.leave_open(id, the_loop.parent, ScopeKind::If, DeviationKind::BreakOut);
        }
        // After the loop, other scopes may end without being detected by the hardware.
        let mut at = the_loop.close;
        let mut scope = the_loop.parent;
        while let Some(top) = scope.map(|id| self.control.scopes[id as usize]) {
            if top.close != at {
                break;
            }
            match top.kind {
                ScopeKind::If => {
                    if top.has_else() {
                        self.deviate(id, DeviationKind::LostEnd, ScopeOpener::Block(top.opener));
                    } else {
                        self.leave_open(id, top.parent, ScopeKind::If, DeviationKind::LostEnd);
                    }
                    at = top.end;
                }
                ScopeKind::Loop => {
                    self.deviate(id, DeviationKind::LostEnd, ScopeOpener::Block(top.opener));
                    let again = self.node(Node {
                        word: top.opener + 1,
                        scope,
                        ..node
                    });
                    self.edge(id, again, EdgeKind::Break, holds);
                }
            }
            scope = top.parent;
        }
        let frame = self.frame_of(node);
        if at == frame.end() && (frame.span.start..frame.end()).contains(&node.word) {
            if !frame.called {
                return self.edge(id, NodeTarget::PastEntry, EdgeKind::Break, holds);
            }
            // The break may be the last word of the procedure. The hardware still continues after the loop.
            self.deviate(id, DeviationKind::LostEnd, ScopeOpener::Procedure(frame.span.start));
            return self.edge(id, NodeTarget::Return, EdgeKind::Break, holds);
        }
        let to = self.node(Node {
            word: at,
            scope: self.enclosing_scope(scope, at),
            ..node
        });
        self.edge(id, to, EdgeKind::Break, holds);
    }
}
