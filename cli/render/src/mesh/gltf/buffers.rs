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
const MAX_BYTES: usize = 1 << 28;

/// Contents of each URI, which several buffers can share.
pub(super) type UriContents<'g> = BTreeMap<&'g str, Vec<u8>>;

/// Reads the URIs of buffers.
pub(super) fn uri_contents<'g>(gltf: &'g Gltf, files: &mut ReadFile<'_>) -> Result<UriContents<'g>, MeshError> {
    let mut read = UriContents::new();
    let mut left = MAX_BYTES;
    for buffer in gltf.buffers() {
        let Source::Uri(uri) = buffer.source() else {
            continue;
        };
        if read.contains_key(uri) {
            continue;
        }
        let bytes = resolve(uri, files)?;
        let rest = left.checked_sub(bytes.len());
        left = rest.ok_or_else(|| file(format!("its buffers have more than {MAX_BYTES} bytes together")))?;
        read.insert(uri, bytes);
    }
    Ok(read)
}

/// Returns the bytes of all buffers.
pub(super) fn buffers<'g>(gltf: &'g Gltf, uri_contents: &'g UriContents<'_>) -> Result<Vec<&'g [u8]>, MeshError> {
    let mut buffers = Vec::new();
    for buffer in gltf.buffers() {
        let number = buffer.index();
        let bytes = match buffer.source() {
            Source::Uri(uri) => uri_contents.get(uri).map(Vec::as_slice),
            // Only the first buffer can be the one in the container.
            Source::Bin if number == 0 => gltf.blob.as_deref(),
            Source::Bin => None,
        };
        let bytes = bytes.unwrap_or_default();
        if bytes.len() < buffer.length() {
            let (found, expected) = (bytes.len(), buffer.length());
            let why = format!("buffer {number} has {found} bytes; its declared length is {expected}");
            return Err(file(why));
        }
        buffers.push(bytes);
    }
    Ok(buffers)
}

/// Returns the contents of a URI: a path relative to the model, possibly percent-encoded, or a data URI.
fn resolve(uri: &str, files: &mut ReadFile<'_>) -> Result<Vec<u8>, MeshError> {
    match scheme(uri) {
        Some(("data", data)) => decode(data),
        Some((scheme, _)) => Err(file(format!(
            "a buffer has a URI with `{scheme}:`; expected `data:`, or a path relative to the model"
        ))),
        None => {
            let path = percent_decode_str(uri).decode_utf8();
            let path = path.map_err(|_| file(format!("buffer `{uri}`: the path is not valid UTF-8")))?;
            files(&path).map_err(|why| file(format!("buffer `{path}`: {why}")))
        }
    }
}

/// Splits a URI into its scheme and the rest.
fn scheme(uri: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = uri.split_once(':')?;
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "+-.".contains(letter);
    let is_scheme = scheme.starts_with(|letter: char| letter.is_ascii_alphabetic());
    (is_scheme && scheme.chars().all(is_letter)).then_some((scheme, rest))
}

/// Decodes a data URI.
fn decode(data: &str) -> Result<Vec<u8>, MeshError> {
    let text = data.split_once(";base64,").map(|(_, text)| text);
    let text = text.ok_or_else(|| file("a `data:` buffer is not base64"))?;
    let bytes = STANDARD.decode(text);
    bytes.map_err(|error| file(format!("invalid base64 in a buffer: {error}")))
}
