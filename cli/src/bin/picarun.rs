//! The program `picarun`; see [`pica200_cli::picarun`].

use std::process::ExitCode;

fn main() -> ExitCode {
    pica200_cli::run(pica200_cli::picarun::main)
}
