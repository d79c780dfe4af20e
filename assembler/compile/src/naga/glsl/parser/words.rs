//! Words that the grammar knows.

use rustc_hash::FxHashSet;

use super::super::ast::Storage;
use super::super::token::{Interner, Symbol};

/// A word that can be before a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Qualifier {
    Storage(Storage),
    Const,
    Layout,
    Subroutine,
    Precision,
    /// One that has no meaning here.
    Other,
}

/// Words that are qualifiers before declarations.
const QUALIFIERS: &[(&str, Qualifier)] = &[
    ("attribute", Qualifier::Storage(Storage::Attribute)),
    ("buffer", Qualifier::Storage(Storage::Buffer)),
    ("in", Qualifier::Storage(Storage::In)),
    ("inout", Qualifier::Storage(Storage::InOut)),
    ("out", Qualifier::Storage(Storage::Out)),
    ("shared", Qualifier::Storage(Storage::Shared)),
    ("uniform", Qualifier::Storage(Storage::Uniform)),
    ("varying", Qualifier::Storage(Storage::Varying)),
    ("const", Qualifier::Const),
    ("layout", Qualifier::Layout),
    ("subroutine", Qualifier::Subroutine),
    ("precision", Qualifier::Precision),
    ("centroid", Qualifier::Other),
    ("coherent", Qualifier::Other),
    ("flat", Qualifier::Other),
    ("highp", Qualifier::Other),
    ("invariant", Qualifier::Other),
    ("lowp", Qualifier::Other),
    ("mediump", Qualifier::Other),
    ("noperspective", Qualifier::Other),
    ("nonuniformEXT", Qualifier::Other),
    ("patch", Qualifier::Other),
    ("perprimitiveEXT", Qualifier::Other),
    ("perviewNV", Qualifier::Other),
    ("pervertexEXT", Qualifier::Other),
    ("precise", Qualifier::Other),
    ("readonly", Qualifier::Other),
    ("restrict", Qualifier::Other),
    ("sample", Qualifier::Other),
    ("smooth", Qualifier::Other),
    ("volatile", Qualifier::Other),
    ("writeonly", Qualifier::Other),
];

/// Words that are never names.
const KEYWORDS: &[&str] = &[
    "attribute",
    "break",
    "case",
    "const",
    "continue",
    "default",
    "discard",
    "do",
    "else",
    "false",
    "for",
    "if",
    "in",
    "inout",
    "invariant",
    "layout",
    "out",
    "return",
    "struct",
    "switch",
    "true",
    "uniform",
    "varying",
    "void",
    "while",
    "bool",
    "float",
    "int",
    "vec2",
    "vec3",
    "vec4",
    "bvec2",
    "bvec3",
    "bvec4",
    "ivec2",
    "ivec3",
    "ivec4",
    "mat2",
    "mat3",
    "mat4",
    "highp",
    "mediump",
    "lowp",
];

/// Words that versions reserve.
const FUTURE: &[&str] = &[
    "asm",
    "cast",
    "class",
    "enum",
    "extern",
    "external",
    "filter",
    "fixed",
    "fvec2",
    "fvec3",
    "fvec4",
    "goto",
    "half",
    "hvec2",
    "hvec3",
    "hvec4",
    "inline",
    "input",
    "interface",
    "long",
    "namespace",
    "noinline",
    "output",
    "partition",
    "public",
    "resource",
    "short",
    "sizeof",
    "static",
    "superp",
    "template",
    "this",
    "typedef",
    "union",
    "unsigned",
    "using",
];

/// The words of a shader that the grammar knows.
#[derive(Debug)]
pub(in super::super) struct Words {
    qualifiers: Vec<(Symbol, Qualifier)>,
    keywords: FxHashSet<Symbol>,
    future: FxHashSet<Symbol>,
    pub(super) structure: Option<Symbol>,
    pub(super) boolean: [Option<Symbol>; 2],
    pub(super) statements: Statements,
}

/// The words that begin statements.
#[derive(Debug)]
pub(super) struct Statements {
    pub(super) branch: Option<Symbol>,
    pub(super) otherwise: Option<Symbol>,
    pub(super) switch: Option<Symbol>,
    pub(super) case: Option<Symbol>,
    pub(super) default: Option<Symbol>,
    pub(super) while_loop: Option<Symbol>,
    pub(super) do_loop: Option<Symbol>,
    pub(super) for_loop: Option<Symbol>,
    pub(super) result: Option<Symbol>,
    pub(super) leave: Option<Symbol>,
    pub(super) next: Option<Symbol>,
    pub(super) discard: Option<Symbol>,
}

impl Words {
    /// Returns the words of a shader.
    pub(in super::super) fn new(interner: &Interner) -> Self {
        let find = |word: &str| interner.find(word);
        let all = |words: &[&str]| words.iter().filter_map(|word| find(word)).collect();
        let qualifiers = QUALIFIERS.iter();
        Self {
            qualifiers: qualifiers
                .filter_map(|(word, kind)| Some((find(word)?, *kind)))
                .collect(),
            keywords: all(KEYWORDS),
            future: all(FUTURE),
            structure: find("struct"),
            boolean: [find("false"), find("true")],
            statements: Statements {
                branch: find("if"),
                otherwise: find("else"),
                switch: find("switch"),
                case: find("case"),
                default: find("default"),
                while_loop: find("while"),
                do_loop: find("do"),
                for_loop: find("for"),
                result: find("return"),
                leave: find("break"),
                next: find("continue"),
                discard: find("discard"),
            },
        }
    }

    /// Returns the qualifier of a word.
    pub(super) fn qualifier(&self, word: Symbol) -> Option<Qualifier> {
        let mut all = self.qualifiers.iter();
        all.find(|(known, _)| *known == word).map(|(_, kind)| *kind)
    }

    pub(super) fn is_keyword(&self, word: Symbol) -> bool {
        self.keywords.contains(&word)
    }

    /// Returns whether a word begins a statement or follows one, so that it is neither a type nor a name.
    pub(super) fn is_statement(&self, word: Symbol) -> bool {
        let all = &self.statements;
        [
            all.branch,
            all.otherwise,
            all.switch,
            all.case,
            all.default,
            all.while_loop,
            all.do_loop,
            all.for_loop,
            all.result,
            all.leave,
            all.next,
            all.discard,
        ]
        .contains(&Some(word))
    }

    /// Returns whether versions reserve a word for later ones.
    pub(super) fn is_future(&self, word: Symbol) -> bool {
        self.future.contains(&word)
    }
}
