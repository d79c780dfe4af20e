//! The program `picaar`; see [`pica200_cli::picaar`].

use std::process::ExitCode;

fn main() -> ExitCode {
    pica200_cli::run(pica200_cli::picaar::main)
}
