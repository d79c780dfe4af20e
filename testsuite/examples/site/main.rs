//! The site of the documents.
//!
//! `site collect DIR` writes the sources of an mdBook: the pages that `cli/docs/SUMMARY.md` lists, with their pictures
//! and with links that work there. `site check DIR` checks the links in the HTML that mdBook made.

#![allow(clippy::print_stdout, reason = "a program for people")]

mod check;
mod collect;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["collect", directory] => collect::collect(Path::new(directory)),
        ["check", directory] => check::check(Path::new(directory)),
        _ => Err("usage: site collect DIR | site check DIR".to_owned()),
    };
    match result {
        Ok(summary) => {
            println!("{summary}");
            ExitCode::SUCCESS
        }
        Err(problems) => {
            println!("{problems}");
            ExitCode::FAILURE
        }
    }
}
