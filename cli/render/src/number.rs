//! Number conversions.

/// Converts a channel to a number from 0 to 1.
pub(crate) fn unit(channel: u8) -> f32 {
    f32::from(channel) / 255.0
}

/// Converts a number to a channel, clamped to the range from 0 to 1; NaN becomes 0.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the number is from 0 to 255"
)]
pub(crate) fn channel(number: f32) -> u8 {
    (number.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

/// Converts a number from 0 to 1 to a channel; `None` if it is out of range.
pub fn checked_channel(number: f32) -> Option<u8> {
    (0.0..=1.0).contains(&number).then(|| channel(number))
}

/// Returns the largest integer not greater than a number; NaN becomes 0, and numbers beyond 64 bits are clamped.
#[expect(clippy::cast_possible_truncation, reason = "the conversion saturates")]
pub(crate) fn floor(number: f32) -> i64 {
    libm::floorf(number) as i64
}

/// Converts an integer to the nearest f32.
#[expect(clippy::cast_precision_loss, reason = "the number is rounded as intended")]
pub(crate) fn float(number: i64) -> f32 {
    number as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channels_are_rounded_and_clamped() {
        let found = [-1.0, 0.0, 0.5, 0.998, 1.0, 7.0, f32::NAN, f32::INFINITY].map(channel);
        assert_eq!(found, [0, 0, 128, 254, 255, 255, 0, 255]);
        assert!((0..=255).all(|number| channel(unit(number)) == number));
    }

    #[test]
    fn floors() {
        assert_eq!([-1.5, 1.5, f32::NAN].map(floor), [-2, 1, 0]);
        assert_eq!(floor(f32::INFINITY), i64::MAX);
    }
}
