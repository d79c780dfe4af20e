//! Programs that run on the machine.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot make its program has failed"
)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "programs are made from numbers that fit, and from the low bits of others"
)]

mod common;
mod doubles;
mod faults;
mod floats;
mod flow;
mod geometry;
mod golden;
mod hostile;
mod indexing;
mod integers;
mod loading;
mod model51;
mod observers;
mod operands;
mod pixels;
mod ports;
mod quads;
mod resources;
mod textures;
mod variables;
