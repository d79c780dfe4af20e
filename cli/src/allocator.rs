//! Global allocators of the programs.
//!
//! musl's allocator requests and returns memory so often that it takes longer than assembling a shader.

/// Allocator for multi-threaded programs; threads do not contend.
#[cfg(target_env = "musl")]
pub use mimalloc::MiMalloc as Allocator;
#[cfg(not(target_env = "musl"))]
pub use std::alloc::System as Allocator;

/// Allocator for single-threaded programs: smaller, and with fewer page faults. Threads would contend for its lock.
#[cfg(target_env = "musl")]
pub use dlmalloc::GlobalDlmalloc as SmallAllocator;
#[cfg(not(target_env = "musl"))]
pub use std::alloc::System as SmallAllocator;
