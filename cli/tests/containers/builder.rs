//! Containers built from a program's text and its inputs and outputs.

use bstr::BStr;
use pica200_dxbc::FourCc;
use pica200_dxbc::program::MinPrecision;
use pica200_dxbc::signature::{ComponentType, Element, Signature, SystemValue};

#[allow(
    dead_code,
    clippy::panic,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the machine's tests use more of it, and allow these"
)]
#[path = "../../../objfmt/foreign/dxbc/machine/tests/machine/common.rs"]
mod assembler;

/// An element of a signature: stream, semantic, register, components as bits.
pub(crate) type Port = (u32, &'static str, u32, u8);

/// The register of inputs without a number.
pub(crate) const NO_REGISTER: u32 = pica200_dxbc::signature::NO_REGISTER;

/// Builds a container with a program, in the text format of the machine's tests, and its signatures. The components of
/// ports are floats, except that `SV_PrimitiveID` is an integer.
pub(crate) fn build_container(text: &str, inputs: &[Port], outputs: &[Port]) -> Vec<u8> {
    let code = assembler::assemble(text);
    let chunks = [(*b"ISGN", inputs), (*b"OSG5", outputs)];
    let chunks = chunks.map(|(id, ports)| (id, signature(id, ports)));
    assembler::container(&code, &chunks)
}

fn signature(id: [u8; 4], ports: &[Port]) -> Vec<u8> {
    let element = |(stream, name, register, mask): &Port| {
        let digits = name.trim_start_matches(|letter: char| !letter.is_ascii_digit());
        let is_number = *name == "SV_PrimitiveID";
        Element {
            offset: 0,
            stream: *stream,
            name: BStr::new(name.trim_end_matches(digits)),
            index: digits.parse().unwrap_or_default(),
            system_value: SystemValue(0),
            component_type: if is_number {
                ComponentType::UINT
            } else {
                ComponentType::FLOAT
            },
            register: *register,
            mask: *mask,
            rw_mask: 0,
            min_precision: MinPrecision::FULL,
        }
    };
    let signature = Signature {
        id: FourCc(id),
        offset: 0,
        elements: ports.iter().map(element).collect(),
    };
    signature.write().unwrap()
}
