//! The program `picals`; see [`pica200_cli::picals`].

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: pica200_cli::Allocator = pica200_cli::Allocator;

fn main() -> ExitCode {
    pica200_cli::picals::run()
}
