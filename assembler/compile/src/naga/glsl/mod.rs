//! GLSL that naga does not take: older versions and the profile for embedded systems, rewritten in place, and its errors in
//! the form of ours.

mod declaration;
mod explain;
mod macros;
mod rewrite;
mod token;

pub(super) use explain::explain;
pub(super) use macros::Macros;
pub(super) use rewrite::{Edit, rewrite};
pub(super) use token::{Kind, Token, tokens};
