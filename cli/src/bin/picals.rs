//! The program `picals`; see [`pica200_cli::picals`].

use std::process::ExitCode;

fn main() -> ExitCode {
    pica200_cli::picals::run()
}
