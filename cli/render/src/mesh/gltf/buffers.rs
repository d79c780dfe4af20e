//! Reading buffers.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gltf::Gltf;
use gltf::buffer::Source;
use percent_encoding::percent_decode_str;

use super::file;
use crate::mesh::{MeshError, ReadFile};

/// Maximum number of bytes of all external buffers of a file.
const MOST_BYTES: usize = 1 << 28;

/// Contents of each URI, which several buffers can share.
pub(super) type Addresses<'g> = BTreeMap<&'g str, Vec<u8>>;

/// Reads the URIs of buffers.
pub(super) fn addresses<'g>(gltf: &'g Gltf, files: &mut ReadFile<'_>) -> Result<Addresses<'g>, MeshError> {
    let mut read = Addresses::new();
    let mut left = MOST_BYTES;
    for buffer in gltf.buffers() {
        let Source::Uri(address) = buffer.source() else {
            continue;
        };
        if read.contains_key(address) {
            continue;
        }
        let bytes = behind(address, files)?;
        let rest = left.checked_sub(bytes.len());
        left = rest.ok_or_else(|| file(format!("its buffers have more than {MOST_BYTES} bytes together")))?;
        read.insert(address, bytes);
    }
    Ok(read)
}

/// Returns the bytes of all buffers.
pub(super) fn buffers<'g>(gltf: &'g Gltf, addresses: &'g Addresses<'_>) -> Result<Vec<&'g [u8]>, MeshError> {
    let mut buffers = Vec::new();
    for buffer in gltf.buffers() {
        let number = buffer.index();
        let bytes = match buffer.source() {
            Source::Uri(address) => addresses.get(address).map(Vec::as_slice),
            // Only the first buffer can be the one in the container.
            Source::Bin if number == 0 => gltf.blob.as_deref(),
            Source::Bin => None,
        };
        let bytes = bytes.unwrap_or_default();
        if bytes.len() < buffer.length() {
            let (found, expected) = (bytes.len(), buffer.length());
            let why = format!("buffer {number} has {found} bytes; it says that it has {expected}");
            return Err(file(why));
        }
        buffers.push(bytes);
    }
    Ok(buffers)
}

/// Returns the contents of a URI: a path relative to the model, possibly percent-encoded, or a data URI.
fn behind(address: &str, files: &mut ReadFile<'_>) -> Result<Vec<u8>, MeshError> {
    match scheme(address) {
        Some(("data", data)) => decode(data),
        Some((scheme, _)) => Err(file(format!(
            "a buffer has an address with `{scheme}:`; expected `data:`, or a path beside the model"
        ))),
        None => {
            let path = percent_decode_str(address).decode_utf8();
            let path = path.map_err(|_| file(format!("buffer `{address}`: the path is not in UTF-8")))?;
            files(&path).map_err(|why| file(format!("buffer `{path}`: {why}")))
        }
    }
}

/// Splits a URI into its scheme and the rest.
fn scheme(address: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = address.split_once(':')?;
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "+-.".contains(letter);
    let is_scheme = scheme.starts_with(|letter: char| letter.is_ascii_alphabetic());
    (is_scheme && scheme.chars().all(is_letter)).then_some((scheme, rest))
}

/// Decodes a data URI.
fn decode(data: &str) -> Result<Vec<u8>, MeshError> {
    let text = data.split_once(";base64,").map(|(_, text)| text);
    let text = text.ok_or_else(|| file("a buffer with `data:` is not in base64"))?;
    let bytes = STANDARD.decode(text);
    bytes.map_err(|error| file(format!("the base64 of a buffer: {error}")))
}
