//! The program `picadump`; see [`pica200_cli::picadump`].

use std::process::ExitCode;

fn main() -> ExitCode {
    pica200_cli::run(pica200_cli::picadump::main)
}
