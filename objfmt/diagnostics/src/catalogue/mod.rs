//! The table of all diagnostics, with a file of rows for each tool.
//!
//! A row has the code, its name, its rules, its meaning and its remedy. A rule is a tool, for some rules the cases that
//! it applies to, and the default level; `Error` is an error whose level nobody can change. A row belongs to the file
//! of the tool in its first rule. `paged` rows have a page, `pages/NAME.md`, and `brief` rows have none.
//!
//! Each file defines a macro that appends its rows to the previous ones.

#[macro_use]
mod archiver;
#[macro_use]
mod assembler;
#[macro_use]
mod build;
#[macro_use]
mod checker;
#[macro_use]
mod compiler;
#[macro_use]
mod converter;
#[macro_use]
mod formatter;
#[macro_use]
mod inspector;
#[macro_use]
mod linker;
#[macro_use]
mod programs;
#[macro_use]
mod runner;

catalogue! { [assembler linker checker compiler converter programs archiver formatter inspector runner build] }

/// The deprecations: forms that still work, but that another form has replaced.
pub(crate) const DEPRECATIONS: &[Code] = &[Code::ImplicitGeometry];
