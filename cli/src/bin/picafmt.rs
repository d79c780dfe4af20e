//! The program `picafmt`; see [`pica200_cli::picafmt`].

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: pica200_cli::SmallAllocator = pica200_cli::SmallAllocator;

fn main() -> ExitCode {
    pica200_cli::run(pica200_cli::picafmt::main)
}
