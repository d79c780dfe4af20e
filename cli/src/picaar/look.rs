//! Reading archives: `t`, `x`.

use crate::ending::Ending;
use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

use bstr::ByteSlice;
use pica200_diagnostics::Code;
use pica200_objfmt::formats::archive::{Archive, Member};

use super::content::no_such_members;
use super::{CommandLine, line, names, read_archive};
use crate::destination::conflicts;
use crate::program::Streams;
use pica200::archives::unreadable;
use pica200::input::InputFile;
use pica200::job::Destination;
use pica200::report::Report;
use pica200::session::Session;
use pica200::text::page::shown;

/// `t`.
pub(super) fn list(options: &CommandLine, session: &mut Session<'_>, streams: &mut Streams<'_>) {
    let Some(file) = read_archive(options, session, streams) else {
        return;
    };
    let Some(archive) = members(options, &file, session) else {
        return;
    };
    if options.symbols && archive.symbols().is_none() {
        let message = format!("`{}` has no symbol index", file.name);
        let report = Report::of_file(Code::NoSymbolIndex, &file.name, message);
        let help = format!("create one with `picaar s {}`", file.name);
        return session.reports.push(report.with_help(help));
    }
    let chosen = chosen(options, &file, &archive, session);
    let mut text = String::new();
    if options.symbols {
        for symbol in archive.symbols().unwrap_or_default() {
            if chosen.contains(&symbol.member) {
                let member = &archive.members()[symbol.member];
                text.push_str(&format!(
                    "{} in {}\n",
                    shown(symbol.name),
                    shown(member.name)
                ));
            }
        }
    } else {
        for &number in &chosen {
            let Member { name, bytes, .. } = archive.members()[number];
            match options.operation.verbose {
                true => text.push_str(&format!("{:8}  {}\n", bytes.len(), shown(name))),
                false => text.push_str(&format!("{}\n", shown(name))),
            }
        }
    }
    if !session.has_errors() {
        session.show(text.as_bytes(), streams);
    }
}

/// `x`.
pub(super) fn extract(options: &CommandLine, session: &mut Session<'_>, streams: &mut Streams<'_>) {
    let Some(file) = read_archive(options, session, streams) else {
        return;
    };
    let Some(archive) = members(options, &file, session) else {
        return;
    };
    let mut outputs = Vec::new();
    let mut done = String::new();
    for number in chosen(options, &file, &archive, session) {
        let member = &archive.members()[number];
        let output = safe_path(&file.name, member).map(|path| (path, member.bytes.to_vec()));
        session.keep(output, &mut outputs);
        done.push_str(&line('x', member.name));
    }
    let paths = outputs.iter().map(|(path, _)| path.clone());
    let destinations: Vec<_> = paths.map(Destination::File).collect();
    session
        .reports
        .extend(conflicts(&destinations, [options.archive.as_path()]));
    if !session.has_errors() {
        session.replace(&outputs);
    }
    if options.operation.verbose && !session.has_errors() {
        session.show(done.as_bytes(), streams);
    }
}

/// The members of the archive. What is wrong with its index is an error only for who asks for the index.
fn members<'a>(
    options: &CommandLine,
    file: &'a InputFile,
    session: &mut Session<'_>,
) -> Option<Archive<'a>> {
    let error = match Archive::read(&file.bytes) {
        Ok(archive) => return Some(archive),
        Err(error) => unreadable(&file.name, &error),
    };
    let members = Archive::read_members(&file.bytes).ok();
    let members = members.filter(|_| !options.symbols);
    session.reports.push(match &members {
        Some(_) => error.as_warning(),
        None => error,
    });
    members
}

/// The members that the command line names, or all, in the archive's order.
fn chosen(
    options: &CommandLine,
    file: &InputFile,
    archive: &Archive<'_>,
    session: &mut Session<'_>,
) -> Vec<usize> {
    let members = archive.members().iter().enumerate();
    if options.files.is_empty() {
        return members.map(|(number, _)| number).collect();
    }
    let names = names(&options.files);
    let wanted: HashSet<_> = names.iter().copied().collect();
    let mut found = HashSet::new();
    let mut chosen = Vec::new();
    for (number, member) in members {
        if wanted.contains(member.name) {
            found.insert(member.name);
            chosen.push(number);
        }
    }
    let missing = names.into_iter().filter(|name| !found.contains(name));
    session
        .reports
        .extend(no_such_members(&file.name, missing, archive));
    chosen
}

/// The file in the current folder that a member goes to: names of archives may be paths to anywhere.
fn safe_path(archive: &str, member: &Member<'_>) -> Result<PathBuf, Report> {
    let path = member.name.to_path().ok().filter(|path| {
        let mut parts = path.components();
        let is_name =
            matches!(parts.next(), Some(Component::Normal(part)) if part == path.as_os_str());
        is_name && parts.next().is_none() && !member.name.contains(&0)
    });
    path.map(Path::to_owned).ok_or_else(|| {
        let message = format!(
            "`{archive}`: the member `{}` does not have the name of a file in this folder",
            shown(member.name)
        );
        Report::of_file(Code::UnsafeMemberName, archive, message)
    })
}
