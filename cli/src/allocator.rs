//! The allocator of the programs.
//!
//! The one in musl asks the system for memory and returns it often, which takes longer than assembling a shader.

#[cfg(target_env = "musl")]
pub use dlmalloc::GlobalDlmalloc as Allocator;
#[cfg(not(target_env = "musl"))]
pub use std::alloc::System as Allocator;
