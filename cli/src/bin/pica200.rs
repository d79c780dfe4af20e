//! The multi-call binary `pica200`; see [`pica200_cli::run_named`].

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: pica200_cli::Allocator = pica200_cli::Allocator;

fn main() -> ExitCode {
    pica200_cli::run_named()
}
