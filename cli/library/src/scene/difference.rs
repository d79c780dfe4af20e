//! Image comparison.

use pica200_render::Picture;

/// Describes the first difference between frames.
pub fn difference(frames: &[Picture], expected: &[Picture], tolerance: u8) -> Option<String> {
    if frames.len() != expected.len() {
        let (found, expected) = (frames.len(), expected.len());
        return Some(format!("the number of frames is {found}; expected {expected}"));
    }
    let pairs = frames.iter().zip(expected).enumerate();
    let mut differences = pairs.filter_map(|(number, (frame, expected))| {
        let difference = frame.difference(expected, tolerance)?;
        Some(match frames.len() {
            1 => difference.to_string(),
            _ => format!("frame {number}, counted from 0: {difference}"),
        })
    });
    differences.next()
}
