//! Tests of the front end: translated programs are executed and compared with the results that Direct3D specifies.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a test that cannot go on fails"
)]

#[path = "../../../../../objfmt/foreign/dxbc/machine/tests/machine/common.rs"]
#[allow(
    dead_code,
    reason = "the assembler of the machine's tests is shared, its runs are not"
)]
mod assembly;
mod common;
mod golden;
mod hostile;
mod instructions;
mod messages;
mod random;
mod uniforms;
