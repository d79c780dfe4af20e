//! Messages about damaged files: the offset, the structure, the entry, the value found and the allowed values.

use insta::assert_snapshot;

use crate::models::{peek, poke, sample_object, sample_shbin};
use crate::with_vendors_version;

/// Returns the messages about a file with words changed.
fn messages(mut file: Vec<u8>, changes: &[(usize, u32)]) -> String {
    for &(offset, word) in changes {
        poke(&mut file, offset, word);
    }
    crate::messages(&file)
}

fn word(file: &[u8], offset: usize) -> usize {
    usize::try_from(peek(file, offset)).unwrap()
}

#[test]
fn of_a_shbin_with_something_wrong_everywhere() {
    let file = sample_shbin().write().unwrap();
    let dvle = word(&file, 8);
    let uniforms = dvle + word(&file, dvle + 0x30);
    let changes = [
        (4, 9),
        (16 + 0x0C, 1000),
        (16 + word(&file, 16 + 0x18), 3),
        (dvle + 0x18, 0x2000),
        (dvle + 0x20, u32::MAX),
        (uniforms, 0x77),
        (uniforms + 12, 0x0003_0010),
        (word(&file, 12), u32::from_le_bytes(*b"DVLX")),
    ];
    assert_snapshot!(messages(file, &changes));
}

#[test]
fn of_a_shbin_that_breaks_off() {
    let file = sample_shbin().write().unwrap();
    let dvle = word(&file, 8);
    assert_snapshot!("cut_in_the_first_dvle", messages(file[..dvle + 0x50].to_vec(), &[]));
    assert_snapshot!("cut_in_the_dvlp", messages(file[..0x3E].to_vec(), &[]));
    assert_snapshot!("cut_in_the_offsets", messages(file[..14].to_vec(), &[]));
    assert_snapshot!("cut_in_the_header", messages(file[..5].to_vec(), &[]));
}

#[test]
fn of_an_object_with_something_wrong_everywhere() {
    let file = sample_object().write().unwrap();
    let uniforms = word(&file, 0x48);
    let labels = word(&file, 0x18);
    let lines = word(&file, 0x30);
    let changes = [
        (0x24, 0x4000_0000),
        (0x84, 0x1000),
        (labels + 12, 0x500),
        (lines + 8, 0x600),
        (lines + 16, 0x600),
        (uniforms + 4, 0x0001_0010),
    ];
    assert_snapshot!(messages(file, &changes));
}

#[test]
fn of_an_object_of_another_version() {
    let file = with_vendors_version(sample_object().write().unwrap());
    let labels = word(&file, 0x18);
    assert_snapshot!(messages(file, &[(0x10, 0x1000), (labels + 12, 0x500), (0x3C, 1000)]));
}

#[test]
fn names_that_share_too_much_are_one_fault() {
    let mut shbin = sample_shbin();
    let uniform = shbin.shaders[0].uniforms[0].clone();
    shbin.shaders[0].uniforms = vec![uniform; 1000];
    shbin.shaders[0].uniforms[0].name = "long".repeat(1000).into();
    let mut file = shbin.write().unwrap();
    let dvle = word(&file, 8);
    let uniforms = dvle + word(&file, dvle + 0x30);
    for entry in 0..1000 {
        poke(&mut file, uniforms + 8 * entry, 0);
    }
    assert_snapshot!(messages(file, &[]));
}
