//! The program `picald`; see [`pica200_cli::picald`].

use std::process::ExitCode;

fn main() -> ExitCode {
    pica200_cli::run(pica200_cli::picald::main)
}
