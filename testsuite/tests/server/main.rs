//! The language server: scripted sessions, random edits, renaming, and session lifecycle.

#![allow(clippy::unwrap_used, reason = "a test that cannot run fails")]

mod completions;
mod course;
mod edits;
#[cfg(unix)]
mod project;
mod questions;
mod refactorings;
mod rename;
mod sessions;
#[cfg(unix)]
mod workspace;
