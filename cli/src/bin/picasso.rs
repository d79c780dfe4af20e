//! The program `picasso`; see [`pica200_cli::picasso`].

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: pica200_cli::SmallAllocator = pica200_cli::SmallAllocator;

fn main() -> ExitCode {
    pica200_cli::run(pica200_cli::picasso::main)
}
