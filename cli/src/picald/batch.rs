//! `picald -o DIR/`: one binary per source and list.

use std::path::Path;

use clap::ArgMatches;
use pica200::files::FileCache;
use pica200::input::is_stdin;
use pica200::job::{Batch, BatchBinary, BatchInput, Destination};
use pica200::session::Session;

use super::{CommandLine, beside, print_left_out};
use crate::build_set::{BuildOutput, BuildSet, check_single_binary_outputs};
use crate::destination::{check_names, in_directory};
use crate::program::{Status, Streams, usage};

/// Links the inputs to binaries in a directory.
pub(super) fn run(options: &CommandLine, folder: &Path, matches: &ArgMatches, streams: &mut Streams<'_>) -> Status {
    if let Err(message) = check(options) {
        return usage::<CommandLine>(&message, streams);
    }
    let files = FileCache::new(streams.files);
    let mut job = options.job(Vec::new(), matches);
    job.progress = streams.progress();
    let inputs = BatchInput::read(&job, &files);
    let batch = Batch::assemble(&job, &inputs, &files);
    let output = |input: &Path| in_directory(folder, &beside(input));
    if let Err(message) = check_names(batch.binaries(), output) {
        return usage::<CommandLine>(&message, streams);
    }
    let has_binaries = batch.binaries().next().is_some();
    let mut session = Session::new(&files);
    let destination = |input: &Path| Destination::File(output(input));
    let built = batch.link(&mut session, destination, |binary| {
        let BatchBinary { job, linked, read } = binary;
        let lines: Vec<_> = linked.iter().flat_map(|of| options.left_out(of)).collect();
        (BuildOutput::from_link(&job, linked.as_ref(), read), lines)
    });
    if !has_binaries && !session.has_errors() {
        let message = "no input is built to a binary: objects, archives and sources with `.nodvle` are only linked \
                       with sources and lists, so add one of these";
        return usage::<CommandLine>(message, streams);
    }
    let (built, lines): (Vec<_>, Vec<_>) = built.into_iter().unzip();
    print_left_out(&lines.concat(), streams);
    let mut build_set = BuildSet::new(built, session);
    build_set.folder = Some(folder.to_owned());
    build_set.finish(&options.jobs, &options.dependencies, options.diagnostics, streams)
}

/// Checks the options.
fn check(options: &CommandLine) -> Result<(), String> {
    if options.inputs.iter().any(|input| is_stdin(input)) {
        return Err("the binary of standard input has no name in a directory".to_owned());
    }
    if options.relocatable {
        return Err("`-r` writes one object, but `-o` is a directory: give a file".to_owned());
    }
    check_single_binary_outputs(!options.texts().is_empty())?;
    if options.listing.is_some() {
        let message = "a listing describes one binary, but `-o` is a directory: give a file";
        return Err(message.to_owned());
    }
    options.dependencies.check_for_several()
}
