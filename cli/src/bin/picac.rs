//! The program `picac`; see [`pica200_cli::picac`].

use std::process::ExitCode;

fn main() -> ExitCode {
    pica200_cli::run(pica200_cli::picac::main)
}
