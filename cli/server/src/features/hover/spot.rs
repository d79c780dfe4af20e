//! The token at a position.

use gen_lsp_types::{Position, Range};
use pica200_asm::analysis::{Analysis, ClassifiedToken, FileId, FileSpan, TokenClass};
use pica200_asm::text::Span;

use crate::shader::Shader;
use crate::snapshot::Snapshot;
use crate::source_analysis::SourceAnalysis;

/// A position in a file, and its token.
pub(super) struct Spot<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) analysed: &'a SourceAnalysis,
    pub(super) file: FileId,
    /// The byte offset in the file.
    pub(super) offset: u32,
    pub(super) token: ClassifiedToken,
    /// The tokens of the line.
    tokens: Vec<ClassifiedToken>,
}

impl<'a> Spot<'a> {
    /// Returns the token at a position, if there is one.
    pub(super) fn find(snapshot: &'a Snapshot, shader: &'a Shader<'_>, position: Position) -> Option<Self> {
        let (file, offset) = shader.place(position)?;
        let analysed = &*shader.analysed;
        let tokens = analysed.analysis.tokens_in(file, Span::new(offset, offset));
        let near = |token: &&ClassifiedToken| token.span.start <= offset && offset <= token.span.end;
        // A word takes precedence over punctuation that follows it.
        let is_sign = |token: &ClassifiedToken| matches!(token.class, TokenClass::Punctuation | TokenClass::Operator);
        let found = tokens.iter().filter(near);
        let token = found.min_by_key(|token| (is_sign(token), token.span.end == offset))?;
        Some(Self {
            snapshot,
            analysed,
            file,
            offset,
            token: *token,
            tokens,
        })
    }

    pub(super) fn analysis(&self) -> &'a Analysis {
        &self.analysed.analysis
    }

    /// Returns the token `count` tokens before another.
    pub(super) fn before(&self, token: ClassifiedToken, count: usize) -> Option<ClassifiedToken> {
        let index = self.tokens.iter().position(|known| *known == token)?;
        self.tokens.get(index.checked_sub(count)?).copied()
    }

    /// Returns the text of a span of the file.
    pub(super) fn text_of(&self, span: Span) -> &'a str {
        self.analysis().text_of(self.place(span))
    }

    /// Returns the location of a span of the file.
    pub(super) const fn place(&self, span: Span) -> FileSpan {
        FileSpan { file: self.file, span }
    }

    /// Returns the range of a span of the file.
    pub(super) fn range(&self, span: Span) -> Option<Range> {
        self.analysed.range(self.place(span))
    }

    /// Returns the first span of the assembled text that comes from a span of the file.
    pub(super) fn span(&self, span: Span) -> Option<Span> {
        self.analysis().span_of(self.place(span))
    }
}
