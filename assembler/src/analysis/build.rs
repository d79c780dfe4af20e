//! Construction of an analysis: runs the phases of the assembler.

use std::sync::OnceLock;

use super::Analysis;
use super::files::SourceFile;
use crate::options::AssemblyOptions;
use crate::preprocess::{self, Lookup};
use crate::text::{FileId, Lines, Origins};
use crate::{LoweredSource, check_resolved, resolve_read};

impl Analysis {
    /// Analyzes a source. `name` is its name in positions; `lookup` finds the included files.
    ///
    /// For a source that is not valid text, the analysis only has the error that [`assemble_in`](crate::assemble_in)
    /// reports.
    pub fn new(name: &str, source: &[u8], options: &AssemblyOptions, lookup: &Lookup<'_>) -> Self {
        let (source, trouble) = crate::utf8::check(source);
        let readable = if trouble.is_some() { "" } else { source };
        let (paths, defines) = (&options.include_paths, &options.defines);
        let mut read = preprocess::read(name, readable, lookup, paths, defines, true);
        let earlier = std::mem::take(&mut read.diagnostics);
        let (resolved, report) = resolve_read(&read, &read.ast, options, earlier);
        let LoweredSource {
            mut diagnostics,
            allowances,
            resolved,
            lowered,
            padded,
            ..
        } = check_resolved(&read, options, resolved, report);
        let mut record = read.record.unwrap_or_default();
        if let Some(trouble) = trouble {
            diagnostics = vec![trouble];
            // The spans refer to the text before the first invalid byte, which has no statements.
            read.text = source.into();
            read.lines = Lines::from_source(name, source);
            record.origins = Origins::from_file(FileId::SOURCE, source.len());
        }
        let is_source = &*read.text == source;
        let included = std::mem::take(&mut record.files);
        let mut files = vec![SourceFile {
            path: None,
            name: name.to_owned(),
            text: source.to_owned(),
        }];
        files.extend(included.into_iter().map(SourceFile::included));
        Self {
            files,
            preprocessed: (!is_source).then(|| read.text.into_owned()),
            lines: read.lines,
            ast: read.ast,
            consumed: read.consumed,
            record,
            diagnostics,
            allowances,
            resolved,
            lowered,
            padded,
            defined: options.defines.iter().map(|define| define.name().to_owned()).collect(),
            index: OnceLock::new(),
            occurrences: OnceLock::new(),
            uses_by_span: OnceLock::new(),
            values_by_owner: OnceLock::new(),
            code: OnceLock::new(),
            liveness: OnceLock::new(),
        }
    }
}
