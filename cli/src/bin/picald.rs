//! The program `picald`; see [`pica200_cli::picald`].

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: pica200_cli::Allocator = pica200_cli::Allocator;

fn main() -> ExitCode {
    pica200_cli::run(pica200_cli::picald::main)
}
