//! The allocators of the programs.
//!
//! The one in musl asks the system for memory and returns it often, which takes longer than assembling a shader.

/// The allocator of programs that work with several threads, none of which waits for another.
#[cfg(target_env = "musl")]
pub use mimalloc::MiMalloc as Allocator;
#[cfg(not(target_env = "musl"))]
pub use std::alloc::System as Allocator;

/// The allocator of programs with one thread: smaller, and with fewer page faults. Several threads would wait for each
/// other.
#[cfg(target_env = "musl")]
pub use dlmalloc::GlobalDlmalloc as SmallAllocator;
#[cfg(not(target_env = "musl"))]
pub use std::alloc::System as SmallAllocator;
