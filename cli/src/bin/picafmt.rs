//! The program `picafmt`; see [`pica200_cli::picafmt`].

use std::process::ExitCode;

fn main() -> ExitCode {
    pica200_cli::run(pica200_cli::picafmt::main)
}
