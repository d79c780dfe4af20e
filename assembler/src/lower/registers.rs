//! Register allocation: uniforms and constants get the registers used if the object is linked alone. Linking moves
//! them; a uniform that does not even fit then is an error here. Constants that do not fit are left to the linker,
//! which drops unread constants and shares registers.

use pica200_objfmt::formats::object::{Object, Reference, ShaderKind, UniformClass};
use pica200_objfmt::isa::register::{Register, RegisterSet, UniformKind};
use rustc_hash::FxHashMap;

use super::tables::{Spans, TableIndices};
use crate::diagnostic::{Code, diagnose};
use crate::program::Storage;
use crate::report::Report;
use crate::resolve::Resolved;
use crate::text::Span;

/// Maximum number of register owners listed in a message.
const MAX_OWNERS: usize = 6;

/// A declaration that needs registers.
#[derive(Clone, Copy)]
struct Request {
    kind: UniformKind,
    first: u8,
    len: u8,
    pinned: bool,
    is_extern: bool,
    /// 0 for named declarations; the others follow in order.
    rank: usize,
    span: Span,
    /// Index in the object's tables.
    owner: Owner,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Uniform(usize),
    Constant(usize),
}

impl Request {
    const fn is_uniform(&self) -> bool {
        matches!(self.owner, Owner::Uniform(_))
    }

    /// Formats its registers for messages.
    fn registers(&self) -> String {
        let letter = self.kind.bank().letter();
        match self.len {
            // Empty arrays are errors, but an analysis continues after them.
            0 | 1 => format!("{letter}{}", self.first),
            len => format!(
                "{letter}{} to {letter}{}",
                self.first,
                self.first.saturating_add(len - 1)
            ),
        }
    }
}

/// Allocates registers to all uniforms and constants. Explicit registers come first; then uniforms get the lowest free
/// registers, and constants the highest; then declarations of other files get the remaining registers. Constants that
/// do not fit start at register 0. Returns true if no declarations of the file share registers.
pub(super) fn allocate(object: &mut Object, spans: &Spans, report: &mut Report<'_>) -> bool {
    let mut requests = requests(object, spans);
    requests.sort_by_key(|request| (request.rank, request.span));
    let (external, requests): (Vec<_>, Vec<_>) = requests.into_iter().partition(|request| request.is_extern);
    let mut taken = RegisterSet::default();
    let mut allocated = allocate_pinned(&requests, &mut taken, report);
    taken.union_with(&object.kind.reserved());
    let own = || requests.iter().filter(|request| !request.pinned);
    let uniforms = own().filter(|request| request.is_uniform());
    let constants = own().filter(|request| !request.is_uniform());
    let mut full = [false; 3];
    for request in uniforms.chain(constants) {
        let first = match request.owner {
            Owner::Uniform(_) => taken.lowest_free_run(request.kind, request.len),
            Owner::Constant(_) => taken.highest_free_run(request.kind, request.len),
        };
        if let Some(first) = first {
            taken.insert(request.kind, first, request.len);
            set_first(object, request.owner, first);
            allocated.push(request);
        } else if !request.is_uniform() {
            set_first(object, request.owner, 0);
        } else if !std::mem::replace(&mut full[request.kind as usize], true) {
            report_full(object.kind, request, &allocated, report);
        }
    }
    let is_complete = allocated.len() == requests.len();
    let uniforms = external.iter().filter(|request| request.is_uniform());
    let constants = external.iter().filter(|request| !request.is_uniform());
    for request in uniforms.chain(constants) {
        // Only the linker decides their registers, and whether they fit.
        let first = taken.lowest_free_run(request.kind, request.len);
        let first = first.unwrap_or(0);
        taken.insert(request.kind, first, request.len);
        set_first(object, request.owner, first);
    }
    is_complete
}

fn requests(object: &Object, spans: &Spans) -> Vec<Request> {
    let uniforms = object.uniforms.iter().zip(&spans.uniforms).enumerate();
    let uniforms = uniforms.filter_map(|(n, (uniform, &span))| match uniform.class {
        UniformClass::Input => None,
        UniformClass::Uniform(kind) => Some(Request {
            kind,
            first: uniform.first,
            len: uniform.len,
            pinned: uniform.pinned,
            is_extern: uniform.linkage.is_extern(),
            rank: 0,
            span,
            owner: Owner::Uniform(n),
        }),
    });
    let constants = object.constants.iter().zip(&spans.constants).enumerate();
    let constants = constants.map(|(n, (constant, &span))| Request {
        kind: constant.kind,
        first: constant.first,
        len: constant.len,
        pinned: constant.pinned,
        is_extern: constant.linkage.is_extern(),
        rank: if n < spans.named { 0 } else { n + 1 },
        span,
        owner: Owner::Constant(n),
    });
    uniforms.chain(constants).collect()
}

/// Reserves explicit registers, and reports registers that are chosen twice.
fn allocate_pinned<'q>(requests: &'q [Request], taken: &mut RegisterSet, report: &mut Report<'_>) -> Vec<&'q Request> {
    let mut allocated: Vec<&Request> = Vec::new();
    for request in requests.iter().filter(|request| request.pinned) {
        let end = request.first.saturating_add(request.len);
        let (name, registers) = (report.text(request.span), request.registers());
        if end > request.kind.bank().size() {
            let noun = request.kind.bank().noun();
            let message = format!("`{name}` does not fit into the {noun}s: {registers}");
            report.add_message(Code::RegisterRange, request.span, message);
            continue;
        }
        if !taken.intersects(request.kind, request.first, request.len) {
            taken.insert(request.kind, request.first, request.len);
            allocated.push(request);
            continue;
        }
        let overlaps = |other: &&&Request| {
            other.kind == request.kind && request.first < other.first + other.len && other.first < end
        };
        let message = format!("`{name}` at {registers} overlaps another declaration");
        let diagnostic = diagnose(Code::PinnedOverlap, request.span, message);
        let other = allocated.iter().find(overlaps);
        let other = other.map(|other| {
            let name = report.text(other.span);
            (other.span, format!("`{name}` is at {}", other.registers()))
        });
        report.add(match other {
            Some((span, text)) => diagnostic.with_secondary(span, text),
            None => diagnostic,
        });
    }
    allocated
}

fn set_first(object: &mut Object, owner: Owner, first: u8) {
    let slot = match owner {
        Owner::Uniform(n) => object.uniforms.get_mut(n).map(|entry| &mut entry.first),
        Owner::Constant(n) => object.constants.get_mut(n).map(|entry| &mut entry.first),
    };
    if let Some(slot) = slot {
        *slot = first;
    }
}

/// Reports the first declaration that does not fit, and the owners of the registers.
fn report_full(kind: ShaderKind, request: &Request, allocated: &[&Request], report: &mut Report<'_>) {
    let (name, noun) = (report.text(request.span), request.kind.bank().noun());
    let message = match request.len {
        1 => format!("cannot allocate `{name}`: no {noun} is left"),
        len => format!("cannot allocate `{name}`: fewer than {len} consecutive {noun}s are left"),
    };
    let mut diagnostic = diagnose(Code::SpaceUsedUp, request.span, message);
    let mut largest: Vec<_> = allocated.iter().filter(|other| other.kind == request.kind).collect();
    largest.sort_by_key(|other| (std::cmp::Reverse(other.len), other.span));
    for other in largest.iter().take(MAX_OWNERS) {
        let takes = format!("`{}` takes {}", report.text(other.span), other.len);
        diagnostic = diagnostic.with_secondary(other.span, takes);
    }
    let total = request.kind.bank().size();
    let mut help = format!("there are {total} {noun}s");
    if let (
        ShaderKind::Geometry {
            first_uniform: first @ 1..,
            ..
        },
        UniformKind::Float,
    ) = (kind, request.kind)
    {
        help += &format!(", of which `.gsh` keeps the first {first}");
    }
    if let Some(more @ 1..) = largest.len().checked_sub(MAX_OWNERS) {
        help += &format!("; {more} other declarations take the rest");
    }
    report.add(diagnostic.with_help(help));
}

/// Checks that out-of-bounds indices stay within the register file.
pub(super) fn check_indices(resolved: &Resolved, object: &Object, indices: &TableIndices, report: &mut Report<'_>) {
    for &(span, storage) in &resolved.facts.beyond_arrays {
        if object.resolve(indices.reference(storage)).is_some() {
            continue;
        }
        let first = match storage {
            Storage::Uniform { index, .. } => Storage::Uniform { index, element: 0 },
            Storage::Constant { index, .. } => Storage::Constant { index, element: 0 },
            storage => storage,
        };
        let first = object.resolve(indices.reference(first));
        let help = first.map(|first| format!("the array begins at {first}"));
        let message = "the index is outside the register file";
        let diagnostic = diagnose(Code::RegisterRange, span, message);
        report.add(diagnostic.with_optional_help(help));
    }
}

/// Checks that no register gets two values.
pub(super) fn check_values(object: &Object, spans: &Spans, report: &mut Report<'_>) {
    let mut seen: FxHashMap<Register, (Span, bool)> = FxHashMap::default();
    for (value, &span) in object.values.iter().zip(&spans.values) {
        let Some(register) = object.resolve(value.register) else {
            continue;
        };
        let of_constant = matches!(value.register, Reference::Constant { .. });
        let Some(&(earlier, earlier_of_constant)) = seen.get(&register) else {
            seen.insert(register, (span, of_constant));
            continue;
        };
        let diagnostic = if of_constant || earlier_of_constant {
            let message = format!("a value is set for {register}, which belongs to a constant");
            diagnose(Code::ValueConflict, span, message)
        } else {
            let message = format!("the value of {register} is set twice");
            diagnose(Code::ValueSetTwice, span, message).with_help("the last one wins")
        };
        report.add(diagnostic.with_secondary(earlier, "first set here"));
    }
}
