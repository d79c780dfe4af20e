//! The scope stacks of the hardware, for ifs, calls and loops.
//!
//! The depths of the stacks, and the order in which scopes close, follow emulators that were tested against consoles.
//! [`control`](super::control) follows the blocks of a program instead, and does not use these stacks.

use std::hash::{Hash, Hasher};

/// A stack of fixed depth. A push onto a full stack overwrites the oldest entry.
#[derive(Clone, Debug)]
struct Ring<T, const DEPTH: usize> {
    entries: [T; DEPTH],
    /// The index of the next entry.
    next: usize,
    count: usize,
}

impl<T: Copy + Default, const DEPTH: usize> Default for Ring<T, DEPTH> {
    fn default() -> Self {
        Self {
            entries: [T::default(); DEPTH],
            next: 0,
            count: 0,
        }
    }
}

/// Compares live entries only. Popped or overwritten entries and the position in the array are ignored.
impl<T: Copy + PartialEq, const DEPTH: usize> PartialEq for Ring<T, DEPTH> {
    fn eq(&self, other: &Self) -> bool {
        let entry = |ring: &Self, back| ring.entries[(ring.next + DEPTH - back) % DEPTH];
        self.count == other.count && (1..=self.count).all(|back| entry(self, back) == entry(other, back))
    }
}

impl<T: Copy + Eq, const DEPTH: usize> Eq for Ring<T, DEPTH> {}

impl<T: Copy + Hash, const DEPTH: usize> Hash for Ring<T, DEPTH> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.count.hash(state);
        self.iter().for_each(|entry| entry.hash(state));
    }
}

impl<T: Copy, const DEPTH: usize> Ring<T, DEPTH> {
    fn push(&mut self, entry: T) {
        self.entries[self.next % DEPTH] = entry;
        self.next = (self.next + 1) % DEPTH;
        self.count = (self.count + 1).min(DEPTH);
    }

    fn top(&mut self) -> Option<&mut T> {
        let last = (self.next + DEPTH - 1) % DEPTH;
        (self.count > 0).then_some(&mut self.entries[last])
    }

    /// Returns the entries, the most recent first.
    fn iter(&self) -> impl Iterator<Item = T> {
        (1..=self.count).map(|back| self.entries[(self.next + DEPTH - back) % DEPTH])
    }

    fn pop(&mut self) {
        if self.count > 0 {
            self.next = (self.next + DEPTH - 1) % DEPTH;
            self.count -= 1;
        }
    }
}

/// The scope of a called procedure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct CallScope {
    /// The word after the procedure.
    pub end: u16,
    /// The return address.
    pub return_to: u16,
}

/// The scope of an `if` whose body is being executed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct IfScope {
    /// The first word of the else-body, after the body.
    pub else_body: u16,
    /// The word after the else-body.
    pub end: u16,
}

/// The scope of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct LoopScope {
    /// The first word of the body.
    pub body: u16,
    /// The word after the body.
    pub end: u16,
    /// The number of remaining iterations.
    pub counter: u8,
    /// The number that is added to `aL` after each iteration.
    pub step: u8,
    /// The value of `aL` before the loop.
    pub counter_before: i32,
}

/// The maximum number of open calls.
pub const CALL_DEPTH: usize = 4;

/// The maximum number of open if-bodies.
pub const IF_DEPTH: usize = 8;

/// The maximum number of open loops.
pub const LOOP_DEPTH: usize = 4;

/// The maximum number of CALL scopes that close at one instruction.
const CLOSING_CALLS: usize = 4;

/// The open scopes. Comparisons ignore scopes that a full stack has lost.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Scopes {
    calls: Ring<CallScope, CALL_DEPTH>,
    ifs: Ring<IfScope, IF_DEPTH>,
    loops: Ring<LoopScope, LOOP_DEPTH>,
}

impl Scopes {
    /// Opens a scope for a call.
    #[inline]
    pub fn open_call(&mut self, scope: CallScope) {
        self.calls.push(scope);
    }

    /// Opens a scope for the body of an `if`.
    #[inline]
    pub fn open_if(&mut self, scope: IfScope) {
        self.ifs.push(scope);
    }

    /// Opens a scope for a loop.
    #[inline]
    pub fn open_loop(&mut self, scope: LoopScope) {
        self.loops.push(scope);
    }

    /// Returns true if an `if` could open now and close at a word with all scopes unchanged: the stack is not full, and
    /// no call or loop closes at the same word.
    #[inline]
    pub fn can_open_if(&self, closing: u16) -> bool {
        let calls = self.calls.iter().next().map(|scope| scope.end);
        let loops = self.loops.iter().next().map(|scope| scope.end);
        self.ifs.count < IF_DEPTH && calls != Some(closing) && loops != Some(closing)
    }

    /// Returns the number of open calls.
    #[inline]
    pub fn open_calls(&self) -> usize {
        self.calls.count
    }

    /// Returns true if a loop is open.
    #[inline]
    pub fn is_in_loop(&self) -> bool {
        self.loops.count > 0
    }

    /// Returns the innermost loop.
    pub fn innermost_loop(&mut self) -> Option<&mut LoopScope> {
        self.loops.top()
    }

    /// Closes the scopes that end at `next_word`, the word after the executed instruction, and returns the word at
    /// which execution continues. `next` is the instruction's own successor. `is_break` means that the instruction
    /// leaves the loop.
    ///
    /// CALL scopes close first, then one IF scope, then one LOOP scope. The last decision wins.
    #[inline]
    pub fn close(&mut self, next_word: u16, next: u16, is_break: bool, loop_counter: &mut i32) -> u16 {
        let next = self.close_calls(next_word).unwrap_or(next);
        let next = self.close_if(next_word).unwrap_or(next);
        self.close_loop(next_word, is_break, loop_counter).unwrap_or(next)
    }

    /// Closes up to four CALL scopes. Each is compared with the return address of the previous one. The fourth closes,
    /// but its return is lost: execution continues at the third one's return address.
    #[inline]
    fn close_calls(&mut self, next_word: u16) -> Option<u16> {
        let mut end = next_word;
        let mut next = None;
        for closed in 1..=CLOSING_CALLS {
            let Some(scope) = self.calls.top().filter(|scope| scope.end == end).copied() else {
                break;
            };
            self.calls.pop();
            end = scope.return_to;
            if closed < CLOSING_CALLS {
                next = Some(end);
            }
        }
        next
    }

    #[inline]
    fn close_if(&mut self, next_word: u16) -> Option<u16> {
        let scope = *self.ifs.top().filter(|scope| scope.else_body == next_word)?;
        self.ifs.pop();
        Some(scope.end)
    }

    #[inline]
    fn close_loop(&mut self, next_word: u16, is_break: bool, loop_counter: &mut i32) -> Option<u16> {
        let scope = self.loops.top()?;
        if scope.end != next_word && !is_break {
            return None;
        }
        *loop_counter = loop_counter.wrapping_add(scope.step.into());
        if !is_break && scope.counter > 0 {
            scope.counter -= 1;
            return Some(scope.body);
        }
        let LoopScope {
            end, counter_before, ..
        } = *scope;
        self.loops.pop();
        if self.loops.top().is_some() {
            *loop_counter = counter_before;
        }
        Some(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Closes scopes after an instruction whose successor is `next`.
    fn close(scopes: &mut Scopes, next_word: u16, next: u16) -> u16 {
        scopes.close(next_word, next, false, &mut 0)
    }

    fn call(scopes: &mut Scopes, end: u16, return_to: u16) {
        scopes.open_call(CallScope { end, return_to });
    }

    #[test]
    fn a_full_stack_loses_its_oldest_entry() {
        let mut scopes = Scopes::default();
        for n in 0..5 {
            call(&mut scopes, 10 + n, 100 + n);
        }
        for n in (1..5).rev() {
            assert_eq!(close(&mut scopes, 10 + n, 0), 100 + n);
        }
        assert_eq!(close(&mut scopes, 10, 7), 7);

        for n in 0..9 {
            let (else_body, end) = (10 + n, 100 + n);
            scopes.open_if(IfScope { else_body, end });
        }
        for n in (1..9).rev() {
            assert_eq!(close(&mut scopes, 10 + n, 0), 100 + n);
        }
        assert_eq!(close(&mut scopes, 10, 7), 7);

        for n in 0..5 {
            scopes.open_loop(LoopScope {
                end: 10 + n,
                ..LoopScope::default()
            });
        }
        for n in (1..5).rev() {
            assert_eq!(close(&mut scopes, 10 + n, 0), 10 + n);
        }
        assert_eq!(close(&mut scopes, 10, 7), 7);
    }

    #[test]
    fn up_to_four_calls_close_and_the_fourth_returns_nowhere() {
        // Each call returns to the end of its caller.
        let chain = |count: u16| {
            let mut scopes = Scopes::default();
            for n in (0..count).rev() {
                call(&mut scopes, 10 + n, 11 + n);
            }
            scopes
        };
        assert_eq!(close(&mut chain(1), 10, 99), 11);
        assert_eq!(close(&mut chain(2), 10, 99), 12);
        assert_eq!(close(&mut chain(3), 10, 99), 13);
        let mut four = chain(4);
        assert_eq!(close(&mut four, 10, 99), 13);
        // The fourth is closed nevertheless.
        assert_eq!(close(&mut four, 13, 99), 99);
    }

    #[test]
    fn only_open_scopes_are_compared() {
        let mut scopes = Scopes::default();
        call(&mut scopes, 10, 11);
        close(&mut scopes, 10, 0);
        assert_eq!(scopes, Scopes::default());
        let mut other = Scopes::default();
        call(&mut other, 20, 21);
        call(&mut scopes, 20, 21);
        assert_eq!(scopes, other);
        call(&mut scopes, 20, 21);
        assert_ne!(scopes, other);
    }

    #[test]
    fn an_if_has_room_where_nothing_else_closes() {
        let mut scopes = Scopes::default();
        assert!(scopes.can_open_if(10));
        call(&mut scopes, 10, 100);
        assert!(!scopes.can_open_if(10) && scopes.can_open_if(11));
        call(&mut scopes, 12, 100);
        assert!(scopes.can_open_if(10));
        let end = 11;
        scopes.open_loop(LoopScope {
            end,
            ..LoopScope::default()
        });
        assert!(!scopes.can_open_if(end) && scopes.can_open_if(10));
        for _ in 0..IF_DEPTH {
            assert!(scopes.can_open_if(10));
            scopes.open_if(IfScope::default());
        }
        assert!(!scopes.can_open_if(10));
    }

    #[test]
    fn only_one_if_and_one_loop_close() {
        let mut scopes = Scopes::default();
        let if_scope = |end| IfScope { else_body: 10, end };
        scopes.open_if(if_scope(20));
        scopes.open_if(if_scope(30));
        assert_eq!(close(&mut scopes, 10, 0), 30);
        assert_eq!(close(&mut scopes, 10, 0), 20);

        let loop_scope = |body| LoopScope {
            body,
            end: 10,
            counter: 1,
            ..LoopScope::default()
        };
        scopes.open_loop(loop_scope(1));
        scopes.open_loop(loop_scope(2));
        assert_eq!(close(&mut scopes, 10, 0), 2);
        assert_eq!(close(&mut scopes, 10, 0), 10);
        assert_eq!(close(&mut scopes, 10, 0), 1);
    }

    #[test]
    fn later_kinds_of_scopes_decide() {
        let mut scopes = Scopes::default();
        let open = |scopes: &mut Scopes| {
            call(scopes, 10, 50);
            scopes.open_if(IfScope { else_body: 10, end: 60 });
        };
        open(&mut scopes);
        assert_eq!(close(&mut scopes, 10, 0), 60);
        open(&mut scopes);
        scopes.open_loop(LoopScope {
            body: 70,
            end: 10,
            counter: 1,
            ..LoopScope::default()
        });
        assert_eq!(close(&mut scopes, 10, 0), 70);
        // All three are closed, except for the loop, which has an iteration left.
        assert_eq!(close(&mut scopes, 10, 0), 10);
        assert_eq!(close(&mut scopes, 10, 0), 0);
        // The return address does not end an `if`: an `if` is compared with the first word after the instruction.
        call(&mut scopes, 10, 50);
        scopes.open_if(IfScope { else_body: 50, end: 60 });
        assert_eq!(close(&mut scopes, 10, 0), 50);
    }

    #[test]
    fn loops_count_and_restore_the_counter_of_the_loop_around() {
        let mut scopes = Scopes::default();
        let mut counter = 7;
        let scope = |end, counter_before| LoopScope {
            body: 1,
            end,
            counter: 0,
            step: 2,
            counter_before,
        };
        scopes.open_loop(scope(10, 3));
        scopes.open_loop(scope(5, 4));
        assert_eq!(scopes.close(5, 5, false, &mut counter), 5);
        assert_eq!(counter, 4);
        // The outermost loop keeps its value.
        assert_eq!(scopes.close(10, 10, false, &mut counter), 10);
        assert_eq!(counter, 6);
        // A break closes any open loop, wherever it ends; without a loop it does nothing.
        scopes.open_loop(scope(40, 1));
        assert_eq!(scopes.close(8, 8, true, &mut counter), 40);
        assert_eq!(scopes.close(8, 8, true, &mut counter), 8);
        assert_eq!(counter, 8);
    }
}
