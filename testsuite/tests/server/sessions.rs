//! Sessions in `sessions/`, with snapshots of the server's messages.

use std::fs;

use pica200_testsuite::corpus::{files, folder, stem};
use pica200_testsuite::session::play;

#[test]
fn sessions_go_as_recorded() {
    let sessions = files(&folder("sessions"), "txt");
    assert!(sessions.len() > 5, "the sessions are gone");
    for path in sessions {
        let home = tempfile::tempdir().unwrap();
        let home = home.path().canonicalize().unwrap();
        let transcript = play(&fs::read_to_string(&path).unwrap(), &home);
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("../../sessions");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(stem(&path), transcript));
    }
}
