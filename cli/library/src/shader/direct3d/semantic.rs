//! Semantics of inputs and outputs.

use pica200_dxbc_machine::Port;

/// Returns the semantic of a port, with its index unless it is 0: `TEXCOORD1`.
pub(super) fn semantic(port: &Port) -> String {
    match port.index {
        0 => port.name.clone(),
        index => format!("{}{index}", port.name),
    }
}

/// Returns true if a text is the semantic of a port. The index 0 is optional.
pub(super) fn is_named(port: &Port, text: &str) -> bool {
    semantic(port).eq_ignore_ascii_case(text) || port.index == 0 && format!("{}0", port.name).eq_ignore_ascii_case(text)
}
