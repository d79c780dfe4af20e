//! Numbers of one kind as numbers of another.

pub(super) use crate::ir::nearest;

/// Returns the float of 32 bits that is the nearest one to a float of 64 bits.
#[expect(clippy::cast_possible_truncation, reason = "the nearest float is what is wanted")]
pub(super) const fn narrow(number: f64) -> f32 {
    number as f32
}

/// Returns a float without its fraction. Numbers outside of the range become the first or the last one of it.
#[expect(clippy::cast_possible_truncation, reason = "the fraction is what is left out")]
pub(super) const fn truncated(number: f32) -> i32 {
    number as i32
}

/// Returns a float without its fraction. Numbers outside of the range become the first or the last one of it.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the fraction is what is left out"
)]
pub(super) const fn truncated_unsigned(number: f32) -> u32 {
    number as u32
}
