//! Operations that read archives: `t`, `x`.

use crate::session_ext::SessionExt;
use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

use bstr::{BStr, ByteSlice};
use pica200_diagnostics::Code;
use pica200_foreign::archive::Member;

use super::content::{self, no_such_members};
use super::kind::{Kind, unsupported_operation};
use super::{CommandLine, line, names, objects, read_archive};
use crate::destination::conflicts;
use crate::program::Streams;
use pica200::diagnostic::Diagnostic;
use pica200::input::InputFile;
use pica200::job::Destination;
use pica200::session::Session;
use pica200::text::page::shown;

/// Implements `t`.
pub(super) fn list(options: &CommandLine, session: &mut Session<'_>, streams: &mut Streams<'_>) {
    let Some(file) = read_archive(options, session, streams) else {
        return;
    };
    let Some(members) = members(options, &file, session) else {
        return;
    };
    let mut text = String::new();
    for number in selected_members(options, &file, &members, session) {
        let Member { name, bytes } = &members[number];
        if options.operation.verbose {
            text.push_str(&format!("{:8}  {}\n", bytes.len(), shown(name)))
        } else {
            text.push_str(&format!("{}\n", shown(name)))
        }
    }
    if !session.has_errors() {
        session.show(text.as_bytes(), streams);
    }
}

/// Implements `t --symbols`: lists the index of an archive of objects.
pub(super) fn symbols(options: &CommandLine, session: &mut Session<'_>, streams: &mut Streams<'_>) {
    let Some(file) = read_archive(options, session, streams) else {
        return;
    };
    if let Some(diagnostic) = unsupported_operation(Kind::detect(Some(&file)), options, &file) {
        return session.diagnostics.push(diagnostic);
    }
    let Some(archive) = objects::archive(options, &file, session) else {
        return;
    };
    let Some(symbols) = archive.symbols() else {
        let message = format!("`{}` has no symbol index", file.name);
        let diagnostic = Diagnostic::for_file(Code::NoSymbolIndex, &file.name, message);
        let help = format!("create one with `picaar s {}`", file.name);
        return session.diagnostics.push(diagnostic.with_help(help));
    };
    let members = content::members(&archive);
    let chosen = selected_members(options, &file, &members, session);
    let mut text = String::new();
    for symbol in symbols {
        if chosen.contains(&symbol.member) {
            let member = &members[symbol.member];
            let (symbol, member) = (shown(symbol.name), shown(&member.name));
            text.push_str(&format!("{symbol} in {member}\n"));
        }
    }
    if !session.has_errors() {
        session.show(text.as_bytes(), streams);
    }
}

/// Implements `x`.
pub(super) fn extract(options: &CommandLine, session: &mut Session<'_>, streams: &mut Streams<'_>) {
    let Some(file) = read_archive(options, session, streams) else {
        return;
    };
    let Some(members) = members(options, &file, session) else {
        return;
    };
    let mut outputs = Vec::new();
    let mut done = String::new();
    for number in selected_members(options, &file, &members, session) {
        let member = &members[number];
        let output = safe_path(&file.name, member).map(|path| (path, member.bytes.to_vec()));
        session.keep(output, &mut outputs);
        done.push_str(&line('x', &member.name));
    }
    let paths = outputs.iter().map(|(path, _)| path.clone());
    let destinations: Vec<_> = paths.map(Destination::File).collect();
    session
        .diagnostics
        .extend(conflicts(&destinations, [options.archive.as_path()]));
    if !session.has_errors() {
        session.replace(&outputs);
    }
    if options.operation.verbose && !session.has_errors() {
        session.show(done.as_bytes(), streams);
    }
}

/// Returns the members of an archive of any kind.
fn members<'f>(options: &CommandLine, file: &'f InputFile, session: &mut Session<'_>) -> Option<Vec<Member<'f>>> {
    Kind::detect(Some(file)).members(options, file, session)
}

/// Returns the members selected on the command line, or all, in archive order.
fn selected_members(
    options: &CommandLine,
    file: &InputFile,
    members: &[Member<'_>],
    session: &mut Session<'_>,
) -> Vec<usize> {
    if options.files.is_empty() {
        return (0..members.len()).collect();
    }
    let names = names(&options.files);
    let wanted: HashSet<_> = names.iter().copied().collect();
    let mut found = HashSet::new();
    let mut chosen = Vec::new();
    for (number, member) in members.iter().enumerate() {
        let name: &BStr = &member.name;
        if wanted.contains(name) {
            found.insert(name);
            chosen.push(number);
        }
    }
    let missing = names.into_iter().filter(|name| !found.contains(name));
    session
        .diagnostics
        .extend(no_such_members(&file.name, missing, members));
    chosen
}

/// Returns the file in the current directory to extract a member to. Member names may be paths to anywhere.
fn safe_path(archive: &str, member: &Member<'_>) -> Result<PathBuf, Diagnostic> {
    let path = member.name.to_path().ok().filter(|path| {
        let mut parts = path.components();
        let is_name = matches!(parts.next(), Some(Component::Normal(part)) if part == path.as_os_str());
        is_name && parts.next().is_none() && !member.name.contains(&0)
    });
    path.map(Path::to_owned).ok_or_else(|| {
        let message = format!(
            "`{archive}`: the member `{}` is not the name of a file in the current directory",
            shown(&member.name)
        );
        Diagnostic::for_file(Code::UnsafeMemberName, archive, message)
    })
}
