//! Tests of token classification.

use super::{analyse, analyse_with};
use crate::analysis::{Analysis, FileId, SymbolKind, TokenClass, Use};
use crate::text::Span;
use crate::text::files::MemoryFiles;

/// Returns the tokens of a file, each with its class.
fn classes(analysis: &Analysis, file: FileId) -> String {
    let text = &analysis.file(file).expect("a file").text;
    let tokens = analysis.tokens(file);
    let spans: Vec<_> = tokens.iter().map(|token| token.span).collect();
    assert!(spans.is_sorted_by(|one, next| one.end <= next.start), "{spans:?}");
    let mut all = String::new();
    for token in tokens {
        let class = match token.class {
            TokenClass::Punctuation => continue,
            TokenClass::Symbol(id, usage) => {
                let kind = match analysis.symbol(id).kind() {
                    SymbolKind::Name(kind) => format!("{kind:?}"),
                    SymbolKind::Macro => "Macro".to_owned(),
                };
                let usage = match usage {
                    Use::Definition => "+",
                    Use::Write => "=",
                    Use::Read => "",
                };
                format!("{kind}{usage}")
            }
            TokenClass::Word(class) => format!("{class:?}").to_uppercase(),
            class => format!("{class:?}"),
        };
        all += &format!("{}:{class}\n", token.span.text(text).trim());
    }
    all
}

#[test]
fn tokens_have_classes() {
    let source = "; first\n.fvec f[2] c4 ; second\n.out o texcoord0.xy\n.equ N, max(1, 0)\n.macro m d, e=N\n\tmov \\d, f[\\e]\n.endm\n.extern fvec far\n.proc main\n\tm o.x\nl:\tcmp r0, lt, ge, v1\n\tmova a0.xy, -v1.zw\n\tmul o, f[a0.x+N], r0\n\tifc cmp.x && !cmp.y\n\tmov 3 ,nothing\n\t.end\n\tend\n.end\n.if 0\n\tmov o, f ; not read\n.endif\n";
    let analysis = analyse(source);
    let expected = "\
; first:Comment
.fvec:DIRECTIVE
f:Uniform+
2:Number
c4:Register(Float)
; second:Comment
.out:DIRECTIVE
o:Output+
texcoord0:PROPERTY
xy:Components
.equ:DIRECTIVE
N:Number+
max:FUNCTION
1:Number
0:Number
.macro:DIRECTIVE
m:Macro+
d:Parameter
e:Parameter
N:Number
mov:MNEMONIC
\\d:Parameter
f:Uniform
\\e:Parameter
.endm:DIRECTIVE
.extern:DIRECTIVE
fvec:ExternKind
far:Extern+
.proc:DIRECTIVE
main:Procedure+
m:Macro
o:Output=
x:Components
l:Label+
cmp:MNEMONIC
r0:Register(Temporary)
lt:COMPARISON
ge:COMPARISON
v1:Register(Input)
mova:MNEMONIC
a0:ADDRESSREGISTER
xy:Components
-:Operator
v1:Register(Input)
zw:Components
mul:MNEMONIC
o:Output=
f:Uniform
a0:ADDRESSREGISTER
x:Components
+:Operator
N:Number
r0:Register(Temporary)
ifc:MNEMONIC
cmp:FLAGS
x:Components
&&:Operator
!:Operator
cmp:FLAGS
y:Components
mov:MNEMONIC
3:Number
nothing:Unknown
.end:DIRECTIVE
end:MNEMONIC
.end:DIRECTIVE
.if:DIRECTIVE
0:Number
mov:MNEMONIC
o:Output
f:Uniform
; not read:Comment
.endif:DIRECTIVE
";
    let found = classes(&analysis, Analysis::SOURCE);
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(found, expected);
}

#[test]
fn included_files_have_tokens() {
    let files = MemoryFiles::new().with("a.inc", ".alias here r3 ; \u{e4}\r\n.setb b0 on");
    let analysis = analyse_with(
        ".include \"a.inc\"\n.proc main\n\tmov here, here\n\tend\n.end\n",
        &files,
    );
    let file = analysis.includes()[0].file.expect("found");
    let expected = ".alias:DIRECTIVE\nhere:Alias+\nr3:Register(Temporary)\n; \u{e4}:Comment\n.setb:DIRECTIVE\nb0:Register(Boolean)\non:BOOLEAN\n";
    assert_eq!(classes(&analysis, file), expected);
    let source = classes(&analysis, Analysis::SOURCE);
    assert!(source.contains("\"a.inc\":Text\n") && source.contains("here:Alias=\nhere:Alias\n"));
}

#[test]
fn lines_have_the_tokens_of_their_file() {
    let source = "; first\r\n.macro m d\n\tmov \\d, v0 ; copy\n.endm\n\n.proc main\n\tm r0 ; \u{e9}\n# 7 \"other.pica\"\n\tmov r1.xy, 1.5\n\tend\n.end";
    let analysis = analyse(source);
    let whole = analysis.tokens(FileId::SOURCE);
    let mut of_lines = Vec::new();
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        let at = Span::from_range(start..start);
        of_lines.extend(analysis.tokens_in(FileId::SOURCE, at));
        start += line.len();
    }
    assert_eq!(of_lines, whole);
}
