//! Instruction arithmetic: the function of each opcode that computes values from values.

mod double;
mod float;
mod half;
mod integer;
mod table;

pub(crate) use float::difference;
pub(crate) use table::{Compute, NumberType, row};

use crate::registers::Vector;

/// Returns the result of a comparison in a component.
#[inline(always)]
const fn flag(holds: bool) -> u32 {
    if holds { u32::MAX } else { 0 }
}

#[inline(always)]
fn each(a: Vector, operation: impl Fn(u32) -> u32) -> Vector {
    a.map(operation)
}

#[inline(always)]
fn each2(a: Vector, b: Vector, operation: impl Fn(u32, u32) -> u32) -> Vector {
    std::array::from_fn(|component| operation(a[component], b[component]))
}

#[inline(always)]
fn each3(a: Vector, b: Vector, c: Vector, operation: impl Fn(u32, u32, u32) -> u32) -> Vector {
    std::array::from_fn(|component| operation(a[component], b[component], c[component]))
}

/// Applies an operation with two results to each component.
#[inline(always)]
fn pairs(a: Vector, b: Vector, operation: impl Fn(u32, u32) -> [u32; 2]) -> [Vector; 2] {
    let results: [_; 4] = std::array::from_fn(|component| operation(a[component], b[component]));
    [results.map(|[first, _]| first), results.map(|[_, second]| second)]
}
