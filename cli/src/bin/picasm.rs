//! The program `picasm`; see [`pica200_cli::picasm`].

use std::process::ExitCode;

fn main() -> ExitCode {
    pica200_cli::run(pica200_cli::picasm::main)
}
