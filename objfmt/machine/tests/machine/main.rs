//! The model against hand-computed values, rule by rule.

mod batches;
mod calls;
mod common;
mod conditions;
mod faults;
mod feeding;
mod fields;
mod forks;
mod formats;
mod geometry;
mod instructions;
mod loops;
mod observers;
mod operands;
mod parts;
mod random;
mod uniforms;
mod vertices;
