//! Container checksum: MD5 with nonstandard final padding.
//!
//! The initial state, the rounds and the byte order follow RFC 1321. MD5 ends with 0x80, zeros, and the number of bits
//! as a 64-bit number. Here the low 32 bits of that number come before the last bytes of the file, and the last word of
//! the block is a quarter of it with bit 0 set.

use md5::block_api::compress;

/// The initial MD5 state.
const INITIAL: [u32; 4] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476];

/// Block size in bytes.
const BLOCK: usize = 64;

/// Size in bytes of a word at the end of the padding.
const WORD: usize = size_of::<u32>();

/// Computes the checksum of the bytes after the checksum field.
pub(crate) fn checksum(bytes: &[u8]) -> [u8; 16] {
    let (blocks, rest) = bytes.as_chunks::<BLOCK>();
    let mut state = INITIAL;
    compress(&mut state, blocks);
    compress(&mut state, &last_blocks(rest, low_bits(bytes.len())));
    let mut sum = [0; 16];
    for (part, word) in sum.chunks_exact_mut(WORD).zip(state) {
        part.copy_from_slice(&word.to_le_bytes());
    }
    sum
}

/// Returns the low 32 bits of the number of bits.
fn low_bits(bytes: usize) -> u32 {
    let bits = (bytes as u64).wrapping_mul(8).to_le_bytes();
    u32::from_le_bytes([bits[0], bits[1], bits[2], bits[3]])
}

/// Returns the final blocks: the bytes after the last whole block, the number of bits and the padding.
fn last_blocks(rest: &[u8], bits: u32) -> Vec<[u8; BLOCK]> {
    let in_one = rest.len() < BLOCK - 2 * WORD;
    let mut padded = Vec::with_capacity(2 * BLOCK);
    if in_one {
        padded.extend(bits.to_le_bytes());
    }
    padded.extend(rest);
    padded.push(0x80);
    if !in_one {
        padded.resize(BLOCK, 0);
        padded.extend(bits.to_le_bytes());
    }
    padded.resize(padded.len().next_multiple_of(BLOCK) - WORD, 0);
    padded.extend((bits >> 2 | 1).to_le_bytes());
    padded.as_chunks().0.to_vec()
}
