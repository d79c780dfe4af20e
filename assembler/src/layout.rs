//! What sources have in common that this crate writes: those of the disassembler and those of the formatter.

/// How deep lines are indented at most. The machine's stacks hold fewer blocks; of code that is made to nest without
/// end, tabs would be the most.
pub(crate) const MOST_TABS: usize = 16;

/// Indents a line that stands in so many blocks.
pub(crate) fn indent(text: &mut String, depth: usize) {
    text.extend(std::iter::repeat_n('\t', depth.min(MOST_TABS)));
}
