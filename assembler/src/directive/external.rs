//! `.extern`: uniforms and constants of other files.

use pica200_objfmt::formats::object::{Constant, Linkage, Reference, Uniform, UniformClass};
use pica200_objfmt::isa::register::UniformKind;
use rustc_hash::FxHashMap;

use crate::diagnostic::{Diagnostic, Kind};
use crate::operand::Operand;
use crate::syntax::ast::{Declarator, List};
use crate::text::Span;
use crate::unit::Unit;

/// What a word behind `.extern` says of the names: the directive by which the other file declares them.
#[derive(Clone, Copy)]
struct ExternKind {
    word: &'static str,
    kind: UniformKind,
    is_constant: bool,
    /// Whether there are arrays of it, and whether there is anything else.
    has_arrays: (bool, bool),
}

const fn uniform(word: &'static str, kind: UniformKind) -> ExternKind {
    ExternKind {
        word,
        kind,
        is_constant: false,
        has_arrays: (true, true),
    }
}

const fn constant(word: &'static str, kind: UniformKind, is_array: bool) -> ExternKind {
    ExternKind {
        word,
        kind,
        is_constant: true,
        has_arrays: (is_array, !is_array),
    }
}

const KINDS: [ExternKind; 6] = [
    uniform("fvec", UniformKind::Float),
    uniform("ivec", UniformKind::Integer),
    uniform("bool", UniformKind::Boolean),
    constant("constf", UniformKind::Float, false),
    constant("consti", UniformKind::Integer, false),
    constant("constfa", UniformKind::Float, true),
];

impl Unit<'_> {
    /// `.extern KIND NAME[n], ...`
    pub(crate) fn externals(&mut self, word: Span, declarators: &List) {
        let text = self.text(word);
        let kind = KINDS
            .iter()
            .find(|kind| kind.word.eq_ignore_ascii_case(text));
        if kind.is_none() {
            let message = format!("`{text}` is no kind of uniform or constant");
            let help = "the kinds are fvec, ivec, bool, constf, consti and constfa; procedures need no `.extern`";
            self.report(Diagnostic::new(Kind::InvalidExtern, word, message).help(help));
        }
        for declarator in self.ast.declarators(declarators) {
            let declared = kind.and_then(|kind| Some((kind, self.extern_len(kind, declarator)?)));
            match declared {
                Some((kind, len)) => self.external(kind, declarator.name, len),
                None => self.names.refuse(self.text(declarator.name)),
            }
        }
    }

    /// The length that a declarator gives, `Some(None)` for that of the other file's array; `None` if it cannot stand.
    fn extern_len(&mut self, kind: &ExternKind, declarator: &Declarator) -> Option<Option<u8>> {
        let (name, word) = (self.text(declarator.name), kind.word);
        if let Some(pin) = declarator.pin {
            let message = format!("a register for `{name}`, which another file declares");
            let help = "the file that declares it may choose the register";
            self.report(Diagnostic::new(Kind::InvalidExtern, pin, message).help(help));
            return None;
        }
        let (arrays, others) = kind.has_arrays;
        let (span, help) = match declarator.len {
            Some(span) if !arrays => (span, "an array of constants is a `constfa`".to_owned()),
            None if !others => {
                let help = format!("write its length, as in `{name}[4]`, or `{name}[]`");
                (declarator.name, help)
            }
            None => return Some(Some(1)),
            Some(_) => {
                return match declarator.count {
                    Some(count) => self.array_len(count, kind.kind).map(Some),
                    None => Some(None),
                };
            }
        };
        let what = if arrays { "is an array" } else { "is no array" };
        let message = format!("a `{word}` {what}");
        self.report(Diagnostic::new(Kind::InvalidExtern, span, message).help(help));
        None
    }

    /// Declares a name of another file.
    fn external(&mut self, of: &ExternKind, span: Span, len: Option<u8>) {
        let linkage = Linkage::Extern {
            exact: len.is_some(),
        };
        let name = self.text(span).to_owned();
        let (kind, len, position) = (of.kind, len.unwrap_or(1), self.position);
        let place = if of.is_constant {
            let Some(index) = self.table_index(self.object.constants.len(), span) else {
                return;
            };
            self.object.constants.push(Constant {
                name,
                kind,
                first: 0,
                len,
                pinned: false,
                linkage,
                position,
            });
            self.spans.constants.push(span);
            Reference::Constant { index, element: 0 }
        } else {
            let Some(index) = self.table_index(self.object.uniforms.len(), span) else {
                return;
            };
            self.object.uniforms.push(Uniform {
                name,
                class: UniformClass::Uniform(kind),
                first: 0,
                len,
                pinned: false,
                linkage,
                position,
            });
            self.spans.uniforms.push(span);
            Reference::Uniform { index, element: 0 }
        };
        self.declare(span, Operand::of(kind.bank(), place));
    }

    /// Leaves out of the object what the file names of others and does not use, and gives arrays of which it does not
    /// say the length as many registers as it uses.
    pub(crate) fn settle_externals(&mut self) {
        if !self.object.linkages().any(Linkage::is_extern) {
            return;
        }
        let mut used = Used::default();
        self.places().for_each(|place| used.note(place));
        let uniforms = self.object.uniforms.iter_mut();
        for (index, uniform) in (0..).zip(uniforms) {
            measure(uniform.linkage, &mut uniform.len, used.uniforms.get(&index));
        }
        let constants = self.object.constants.iter_mut();
        for (index, constant) in (0..).zip(constants) {
            measure(
                constant.linkage,
                &mut constant.len,
                used.constants.get(&index),
            );
        }
        let uniforms = self.object.uniforms.iter().map(|uniform| uniform.linkage);
        let uniforms = Kept::of(uniforms, &used.uniforms);
        let constants = self
            .object
            .constants
            .iter()
            .map(|constant| constant.linkage);
        let constants = Kept::of(constants, &used.constants);
        uniforms.retain_in(&mut self.object.uniforms);
        uniforms.retain_in(&mut self.spans.uniforms);
        constants.retain_in(&mut self.object.constants);
        constants.retain_in(&mut self.spans.constants);
        self.places().for_each(|place| match place {
            Reference::Register(_) => {}
            Reference::Uniform { index, .. } => uniforms.follow(index),
            Reference::Constant { index, .. } => constants.follow(index),
        });
    }

    /// All that instructions and values refer to.
    fn places(&mut self) -> impl Iterator<Item = &mut Reference> {
        let relocations = self.code.relocations.iter_mut();
        let read = relocations.filter_map(|relocation| relocation.register.as_mut());
        let set = self.object.values.iter_mut().map(|value| &mut value.place);
        let beyond = self.beyond_arrays.iter_mut();
        let beyond = beyond.map(|beyond| &mut beyond.place);
        read.chain(set).chain(beyond)
    }
}

/// The highest element that is used of each uniform and constant, by its index.
#[derive(Default)]
struct Used {
    uniforms: FxHashMap<u16, i16>,
    constants: FxHashMap<u16, i16>,
}

impl Used {
    fn note(&mut self, place: &Reference) {
        let (of, index, element) = match *place {
            Reference::Register(_) => return,
            Reference::Uniform { index, element } => (&mut self.uniforms, index, element),
            Reference::Constant { index, element } => (&mut self.constants, index, element),
        };
        let highest = of.entry(index).or_insert(element);
        *highest = element.max(*highest);
    }
}

/// Makes an array of unknown length long enough for its highest element.
fn measure(linkage: Linkage, len: &mut u8, highest: Option<&i16>) {
    if linkage == (Linkage::Extern { exact: false }) {
        // Elements are within the bank, whose size is far below the limit of a byte.
        let highest = highest.and_then(|&element| u8::try_from(element).ok());
        *len = highest.map_or(1, |element| element.saturating_add(1));
    }
}

/// The entries of a table that stay, with their new indices.
struct Kept(Vec<Option<u16>>);

impl Kept {
    fn of(linkages: impl Iterator<Item = Linkage>, used: &FxHashMap<u16, i16>) -> Self {
        let mut next = 0;
        let kept = (0..).zip(linkages).map(|(index, linkage)| {
            let stays = !linkage.is_extern() || used.contains_key(&index);
            let new = next;
            next += u16::from(stays);
            stays.then_some(new)
        });
        Self(kept.collect())
    }

    fn retain_in<T>(&self, entries: &mut Vec<T>) {
        let mut kept = self.0.iter();
        entries.retain(|_| kept.next().is_some_and(Option::is_some));
    }

    /// Turns an index into the new one.
    fn follow(&self, index: &mut u16) {
        if let Some(&Some(new)) = self.0.get(usize::from(*index)) {
            *index = new;
        }
    }
}
