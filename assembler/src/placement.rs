//! Registers: uniforms and constants get the places that they would have if the object were linked alone. Linking
//! moves them; what does not fit even alone is an error here.

use pica200_objfmt::formats::object::{Reference, ShaderKind, UniformClass, with_register};
use pica200_objfmt::isa::register::{Register, RegisterSet, UniformKind};
use rustc_hash::FxHashMap;

use crate::diagnostic::{Diagnostic, Kind};
use crate::text::Span;
use crate::unit::Unit;
use pica200_objfmt::formats::literal::is_unnamed;

/// An index that leads out of its array: where it stands, and the register that it means.
pub(crate) struct BeyondArray {
    pub(crate) span: Span,
    pub(crate) place: Reference,
}

/// A declaration that wants registers.
#[derive(Clone, Copy)]
struct Item {
    kind: UniformKind,
    first: u8,
    len: u8,
    pinned: bool,
    is_external: bool,
    /// 0 for what has a name; the others come behind, in their order.
    rank: usize,
    span: Span,
    /// Its place in the object's tables.
    owner: Owner,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Uniform(usize),
    Constant(usize),
}

impl Unit<'_> {
    /// Places all uniforms and constants: chosen registers first, then the uniforms from below, the constants from
    /// above; then what other files declare, in what is left. Answers whether all that the file declares has one.
    pub(crate) fn place_registers(&mut self) -> bool {
        let mut items = self.items();
        items.sort_by_key(|item| (item.rank, item.span));
        let (external, items): (Vec<_>, Vec<_>) =
            items.into_iter().partition(|item| item.is_external);
        let mut taken = RegisterSet::default();
        let mut placed = self.place_pinned(&items, &mut taken);
        taken.insert_all(&self.object.kind.reserved());
        let plain = |item: &&Item| !item.pinned;
        let is_uniform = |item: &&Item| matches!(item.owner, Owner::Uniform(_));
        let uniforms = items.iter().filter(plain).filter(is_uniform);
        let constants = items.iter().filter(plain).filter(|item| !is_uniform(item));
        let mut full = [false; 3];
        for item in uniforms.chain(constants) {
            let place = match item.owner {
                Owner::Uniform(_) => taken.lowest_free_run(item.kind, item.len),
                Owner::Constant(_) => taken.highest_free_run(item.kind, item.len),
            };
            if let Some(first) = place {
                taken.insert(item.kind, first, item.len);
                self.set_place(item.owner, first);
                placed.push(item);
            } else if !std::mem::replace(&mut full[item.kind as usize], true) {
                self.complain_full(item, &placed);
            }
        }
        let all_placed = placed.len() == items.len();
        let uniforms = external.iter().filter(is_uniform);
        for item in uniforms.chain(external.iter().filter(|item| !is_uniform(item))) {
            // Linking knows where they are, and whether there is room.
            let first = taken.lowest_free_run(item.kind, item.len).unwrap_or(0);
            taken.insert(item.kind, first, item.len);
            self.set_place(item.owner, first);
        }
        all_placed
    }

    fn items(&self) -> Vec<Item> {
        let uniforms = self
            .object
            .uniforms
            .iter()
            .zip(&self.spans.uniforms)
            .enumerate();
        let uniforms = uniforms.filter_map(|(n, (uniform, &span))| match uniform.class {
            UniformClass::Input => None,
            UniformClass::Uniform(kind) => Some(Item {
                kind,
                first: uniform.first,
                len: uniform.len,
                pinned: uniform.pinned,
                is_external: uniform.linkage.is_extern(),
                rank: 0,
                span,
                owner: Owner::Uniform(n),
            }),
        });
        let constants = self
            .object
            .constants
            .iter()
            .zip(&self.spans.constants)
            .enumerate();
        let constants = constants.map(|(n, (constant, &span))| Item {
            kind: constant.kind,
            first: constant.first,
            len: constant.len,
            pinned: constant.pinned,
            is_external: constant.linkage.is_extern(),
            rank: if is_unnamed(constant) { n + 1 } else { 0 },
            span,
            owner: Owner::Constant(n),
        });
        uniforms.chain(constants).collect()
    }

    /// Takes the registers that the source chooses, and reports those that are chosen twice.
    fn place_pinned<'i>(&mut self, items: &'i [Item], taken: &mut RegisterSet) -> Vec<&'i Item> {
        let mut placed: Vec<&Item> = Vec::new();
        for item in items.iter().filter(|item| item.pinned) {
            let end = item.first.saturating_add(item.len);
            if end > item.kind.bank().size() {
                let message = format!(
                    "`{}` from {} on leaves the register file",
                    self.text(item.span),
                    shown(item)
                );
                self.complain(Kind::RegisterRange, item.span, message);
                continue;
            }
            if !taken.intersects(item.kind, item.first, item.len) {
                taken.insert(item.kind, item.first, item.len);
                placed.push(item);
                continue;
            }
            let overlaps = |other: &&&Item| {
                other.kind == item.kind && item.first < other.first + other.len && other.first < end
            };
            let message = format!(
                "`{}` at {} overlaps another declaration",
                self.text(item.span),
                shown(item)
            );
            let diagnostic = Diagnostic::new(Kind::PinnedOverlap, item.span, message);
            self.report(match placed.iter().find(overlaps) {
                Some(other) => {
                    let text = format!("`{}` is at {}", self.text(other.span), shown(other));
                    diagnostic.also(other.span, text)
                }
                None => diagnostic,
            });
        }
        placed
    }

    fn set_place(&mut self, owner: Owner, first: u8) {
        match owner {
            Owner::Uniform(n) => {
                if let Some(uniform) = self.object.uniforms.get_mut(n) {
                    uniform.first = first;
                }
            }
            Owner::Constant(n) => {
                if let Some(constant) = self.object.constants.get_mut(n) {
                    constant.first = first;
                }
            }
        }
    }

    /// Reports the first declaration that no longer fits, and who has the registers.
    fn complain_full(&mut self, item: &Item, placed: &[&Item]) {
        let (name, noun) = (self.text(item.span), item.kind.bank().noun());
        let message = match item.len {
            1 => format!("no room for `{name}`: there is no {noun} left"),
            len => format!("no room for `{name}`: there are no {len} {noun}s left in one piece"),
        };
        let mut diagnostic = Diagnostic::new(Kind::SpaceUsedUp, item.span, message);
        let mut largest: Vec<_> = placed
            .iter()
            .filter(|other| other.kind == item.kind)
            .collect();
        largest.sort_by_key(|other| (std::cmp::Reverse(other.len), other.span));
        for other in largest.iter().take(MOST_OWNERS) {
            let takes = format!("`{}` takes {}", self.text(other.span), other.len);
            diagnostic = diagnostic.also(other.span, takes);
        }
        let total = item.kind.bank().size();
        let mut help = format!("there are {total} {noun}s in all");
        if let (
            ShaderKind::Geometry {
                first_uniform: first @ 1..,
                ..
            },
            UniformKind::Float,
        ) = (self.object.kind, item.kind)
        {
            help += &format!(", of which `.gsh` keeps the first {first}");
        }
        if let Some(more @ 1..) = largest.len().checked_sub(MOST_OWNERS) {
            help += &format!("; {more} more declarations take the rest");
        }
        self.report(diagnostic.help(help));
    }

    /// Writes the registers into the words that name them, and checks those that lead out of their arrays.
    pub(crate) fn fill_in_registers(&mut self) {
        for beyond in std::mem::take(&mut self.beyond_arrays) {
            if self.object.resolve(beyond.place).is_none() {
                let message = "the index leads out of the register file";
                let first = match beyond.place {
                    Reference::Register(_) => beyond.place,
                    Reference::Uniform { index, .. } => Reference::Uniform { index, element: 0 },
                    Reference::Constant { index, .. } => Reference::Constant { index, element: 0 },
                };
                let help = self.object.resolve(first);
                let help = help.map(|first| format!("the array begins at {first}"));
                let diagnostic = Diagnostic::new(Kind::RegisterRange, beyond.span, message);
                self.report(diagnostic.maybe_help(help));
            }
        }
        for relocation in &self.code.relocations {
            let Some(register) = relocation
                .register
                .and_then(|place| self.object.resolve(place))
            else {
                continue;
            };
            let Some(word) = self.code.words.get_mut(relocation.word as usize) else {
                continue;
            };
            *word = with_register(*word, register);
        }
    }

    /// Checks that no register gets two values.
    pub(crate) fn check_values(&mut self) {
        let mut seen: FxHashMap<Register, usize> = FxHashMap::default();
        for n in 0..self.object.values.len() {
            let Some(register) = self
                .object
                .values
                .get(n)
                .and_then(|value| self.object.resolve(value.place))
            else {
                continue;
            };
            let Some(&earlier) = seen.get(&register) else {
                seen.insert(register, n);
                continue;
            };
            let of_constant = |n: usize| {
                self.object
                    .values
                    .get(n)
                    .is_some_and(|value| matches!(value.place, Reference::Constant { .. }))
            };
            let span = |n: usize| self.spans.values.get(n).copied().unwrap_or_default();
            let diagnostic = if of_constant(n) || of_constant(earlier) {
                let message = format!("{register} is set to a value, and a constant has it");
                Diagnostic::new(Kind::ValueConflict, span(n), message)
            } else {
                let message = format!("the value of {register} is set twice");
                Diagnostic::new(Kind::ValueSetTwice, span(n), message).help("the last one counts")
            };
            let earlier = span(earlier);
            self.report(diagnostic.also(earlier, "first here"));
        }
    }
}

/// How many owners of registers a message names.
const MOST_OWNERS: usize = 6;

/// The registers of an item, as messages show them.
fn shown(item: &Item) -> String {
    let letter = item.kind.bank().letter();
    match item.len {
        1 => format!("{letter}{}", item.first),
        len => format!(
            "{letter}{} to {letter}{}",
            item.first,
            item.first.saturating_add(len - 1)
        ),
    }
}
