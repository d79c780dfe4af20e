//! The program `picasso`; see [`pica200_cli::picasso`].

use std::process::ExitCode;

fn main() -> ExitCode {
    pica200_cli::run(pica200_cli::picasso::main)
}
