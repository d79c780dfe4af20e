//! Files that are shipped with the programs: completions, manual pages, lists of options, editor files, packages,
//! archives of releases, tables of records, the dictionary of the fuzzer, and the programs of its targets.
//!
//! Most of it is generated from command lines and from the tables of the language, and committed, so that packagers
//! need no tools for it. `UPDATE_SHIPPED=1 cargo test -p pica200-testsuite --test shipped` generates it again; without
//! that variable the tests here report what is out of date.

#![allow(clippy::unwrap_used, reason = "a file that cannot be read fails the test")]

mod build_options;
mod captures;
mod chunks;
mod commands;
mod diagnostics;
mod dictionary;
mod emacs;
mod fuzz;
mod gx2;
mod kate;
mod keys;
mod lines;
mod oldest_rust;
mod packages;
mod pages;
mod programs;
mod queries;
mod records;
mod release;
mod textmate;
mod tree_sitter;
mod vim;
mod vscode;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;

use pica200_testsuite::corpus::workspace;
use walkdir::WalkDir;

/// The page about editors.
const EDITORS_PAGE: &str = "cli/editors/README.md";

/// Files in the generated folders that are written by hand, or made by other programs, and folders of such files.
const WRITTEN: &[&str] = &[
    "cli/docs/cargo.md",
    "cli/docs/hlsl.md",
    "cli/docs/project.md",
    "cli/docs/render.md",
    "cli/docs/variants.md",
    "cli/docs/modding.md",
    "cli/docs/wgsl.md",
    "cli/docs/picasso.md",
    EDITORS_PAGE,
    "cli/editors/emacs/pica200-mode.el",
    "cli/editors/helix/languages.toml",
    "cli/editors/kate/lspclient.json",
    "cli/editors/tests/",
    "cli/editors/vim/ale_linters/",
    "cli/editors/vim/lsp/",
    "cli/editors/vim/lua/",
    "cli/editors/vscode/.vscodeignore",
    "cli/editors/vscode/dist/",
    "cli/editors/vscode/node_modules/",
    "cli/editors/vscode/package-lock.json",
    "cli/editors/vscode/src/",
    "cli/editors/vscode/tsconfig.json",
    "cli/editors/zed/Cargo.lock",
    "cli/editors/zed/Cargo.toml",
    "cli/editors/zed/extension.toml",
    "cli/editors/zed/languages/pica200/config.toml",
    "cli/editors/zed/src/",
    "cli/editors/zed/target/",
    "cli/editors/tree-sitter/grammar.js",
    "cli/editors/tree-sitter/src/",
    "cli/editors/tree-sitter/test/",
    "testsuite/fuzz/fuzz_targets/link.rs",
];

/// Files by their paths from the root.
type Files = BTreeMap<String, Vec<u8>>;

/// All generated files.
fn generated() -> Files {
    let mut files = Files::new();
    commands::add(&mut files);
    words::add(&mut files);
    dictionary::add(&mut files);
    fuzz::add(&mut files);
    diagnostics::add(&mut files);
    textmate::add(&mut files);
    vscode::add(&mut files);
    vim::add(&mut files);
    tree_sitter::add(&mut files);
    queries::add(&mut files);
    emacs::add(&mut files);
    kate::add(&mut files);
    records::add(&mut files);
    programs::add(&mut files);
    pages::add(&mut files);
    build_options::add(&mut files);
    files
}

/// The committed files in the same folders, except those written by hand.
fn committed() -> Files {
    let root = workspace();
    let places = [
        "cli/completions",
        "cli/docs",
        "cli/editors",
        "cli/man",
        commands::HELP,
        diagnostics::PAGE,
        dictionary::PATH,
        build_options::LINKING,
        fuzz::MANIFEST,
        fuzz::PAGE,
        fuzz::PROGRAMS,
    ];
    let pages = records::pages().into_keys();
    let entries = places
        .into_iter()
        .chain(pages)
        .flat_map(|place| WalkDir::new(root.join(place)));
    // A missing folder has no files.
    let paths = entries.filter_map(|entry| entry.ok().map(walkdir::DirEntry::into_path));
    let files = paths.filter(|path| path.is_file());
    let named = files.map(|path| {
        let relative = path.strip_prefix(&root).unwrap().components();
        let parts: Vec<_> = relative.map(|part| part.as_os_str().to_string_lossy()).collect();
        (parts.join("/"), fs::read(&path).unwrap())
    });
    named.filter(|(name, _)| !is_written(name)).collect()
}

/// Whether a file is [`WRITTEN`].
fn is_written(name: &str) -> bool {
    let is_within = |place: &str| place.ends_with('/') && name.starts_with(place);
    WRITTEN.iter().any(|place| name == *place || is_within(place))
}

/// Replaces the committed files by the generated ones.
fn update(generated: &Files, committed: &Files) {
    for (name, bytes) in generated {
        let path = workspace().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    for name in committed.keys().filter(|name| !generated.contains_key(*name)) {
        fs::remove_file(workspace().join(name)).unwrap();
    }
}

#[test]
fn generated_files_are_up_to_date() {
    let generated = generated();
    if env::var_os("UPDATE_SHIPPED").is_some() {
        update(&generated, &committed());
    }
    let committed = committed();
    let names: BTreeSet<_> = generated.keys().chain(committed.keys()).collect();
    let is_stale = |name: &&String| generated.get(*name) != committed.get(*name);
    let stale: Vec<_> = names.into_iter().filter(is_stale).collect();
    assert!(
        stale.is_empty(),
        "out of date, left over or missing; run this test with UPDATE_SHIPPED=1: {stale:#?}"
    );
}
