//! Images that cannot be read, and frames that cannot be written.

#![allow(clippy::unwrap_used, reason = "a test that cannot run fails")]

use pica200_render::png::{PngError, Rate, WriteError, read, write};
use pica200_render::{Picture, Size};

const RATE: Rate = Rate { frames_per_second: 20 };

fn picture(width: u16, height: u16) -> Picture {
    Picture::new(Size::new(width, height).unwrap(), [1, 2, 3, u8::MAX])
}

/// Returns a file with frames of one size, each filled with a level of gray. `change` may change the sizes of frames.
fn gray(
    width: u32,
    height: u32,
    frames: u32,
    change: impl Fn(&mut png::Writer<&mut Vec<u8>>, u32) -> usize,
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_animated(frames, 0).unwrap();
    let mut writer = encoder.write_header().unwrap();
    for frame in 0..frames {
        let pixels = change(&mut writer, frame);
        writer.write_image_data(&vec![100; pixels]).unwrap();
    }
    writer.finish().unwrap();
    bytes
}

#[test]
fn frames_are_whole_pictures() {
    let whole = gray(4, 4, 2, |_, _| 16);
    let frames = read(&whole).unwrap();
    let sizes: Vec<_> = frames.iter().map(|frame| frame.pixels().len()).collect();
    assert_eq!(sizes, [16, 16]);
    // The second frame is partial.
    let part = gray(4, 4, 2, |writer, frame| {
        if frame == 0 {
            return 16;
        }
        writer.set_frame_dimension(2, 4).unwrap();
        8
    });
    let error = read(&part).unwrap_err();
    assert_eq!(error, PngError::Part { frame: 1 });
    let message = "frame 1, counted from 0, is only a part of the picture";
    assert_eq!(error.to_string(), message);
}

#[test]
fn frames_have_a_limited_number_of_pixels() {
    // A side of 2048 gives 2^22 pixels in a frame, and 2^26 in 16. The frames themselves are missing: nothing is read
    // before the number of pixels is checked.
    let claim = |frames: u32| {
        let mut bytes = gray(2048, 2048, 1, |_, _| 1 << 22);
        let chunk = bytes.windows(4).position(|name| name == b"acTL").unwrap();
        bytes[chunk + 4..][..4].copy_from_slice(&frames.to_be_bytes());
        let sum = crc(&bytes[chunk..][..12]);
        bytes[chunk + 12..][..4].copy_from_slice(&sum.to_be_bytes());
        read(&bytes).unwrap_err()
    };
    let error = claim(17);
    assert_eq!(error, PngError::TooLong);
    let message = "the frames of the animation have more than 67108864 pixels together";
    assert_eq!(error.to_string(), message);
    // The allowed number of frames, all but one of which are missing.
    assert!(matches!(claim(16), PngError::Damaged(_)));
}

/// Returns the checksum of a PNG chunk.
fn crc(bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| match sum & 1 {
            0 => sum >> 1,
            _ => sum >> 1 ^ 0xEDB8_8320,
        })
    };
    !bytes.iter().fold(u32::MAX, step)
}

#[test]
fn frames_that_are_written_have_one_size() {
    assert_eq!(write(&[], RATE), Err(WriteError::NoFrames));
    let frames = [picture(4, 4), picture(4, 5)];
    let error = write(&frames, RATE).unwrap_err();
    assert_eq!(error, WriteError::Sizes);
    let messages = [WriteError::NoFrames, error].map(|error| error.to_string());
    let expected = [
        "an animation has no frames",
        "the frames of an animation have different sizes",
    ];
    assert_eq!(messages, expected);
}
