//! Conversions of numbers.

/// A channel as a number from 0 to 1.
pub(crate) fn unit(channel: u8) -> f32 {
    f32::from(channel) / 255.0
}

/// A number from 0 to 1 as a channel; numbers beyond are those of the ends, and NaN is 0.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the number is from 0 to 255"
)]
pub(crate) fn channel(number: f32) -> u8 {
    (number.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

/// A number from 0 to 1 as a channel of a pixel; `None` if it is another number.
pub fn checked_channel(number: f32) -> Option<u8> {
    (0.0..=1.0).contains(&number).then(|| channel(number))
}

/// The largest whole number that is not above another one; NaN is 0, and numbers beyond 64 bits are those of the ends.
#[expect(clippy::cast_possible_truncation, reason = "the conversion saturates")]
pub(crate) fn floor(number: f32) -> i64 {
    libm::floorf(number) as i64
}

/// A whole number as the nearest one of 32 bits.
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
