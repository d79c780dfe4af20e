//! All programs in one; see [`pica200_cli::run_named`].

use std::process::ExitCode;

fn main() -> ExitCode {
    pica200_cli::run_named()
}
