//! Rows of picadump.

macro_rules! inspector {
    ($($so_far:tt)*) => {
        catalogue! {
            $($so_far)*
            paged {
                DictionarySearch "dictionary-search" [Inspector Warn] "a search in a dictionary of a BNSH file does not find an entry by its key"
                    "rebuild the dictionary from its keys, each of which must occur once";
                DictionaryTree "dictionary-tree" [Inspector Warn] "the tree of a dictionary of a BNSH file does not match its keys"
                    "rebuild the dictionary from its keys";
                MissingRelocation "missing-relocation" [Inspector Warn] "an offset in a BNSH file has no relocation"
                    "add the offset to the relocation table";
                DuplicateRelocation "duplicate-relocation" [Inspector Warn] "an offset in a BNSH file is relocated more than once"
                    "list the offset once in the relocation table";
                RelocationSection "relocation-section" [Inspector Warn] "an offset in a BNSH file does not point into the section of its relocation"
                    "move the relocation to the section that the offset points into, or correct the offset";
                UnexpectedRelocation "unexpected-relocation" [Inspector Warn] "a relocation of a BNSH file applies to a number that is not an offset"
                    "remove the relocation";
                StringTable "string-table" [Inspector Warn] "the string table of a BNSH file lacks a string, or does not fill its block"
                    "put all strings into the table, and correct its count and its size";
                MisalignedStructure "misaligned-structure" [Inspector Warn] "a structure of a BNSH file is not aligned"
                    "align structures to 8 bytes, and the byte code to the alignment in the header";
            }
            brief {
                NoSuchView "no-such-view" [Inspector Error] "files of this kind do not have this view; the message lists the available views"
                    "choose one of these views; to inspect the member of an archive, extract it with `picaar x` first";
                UnknownKind "unknown-kind" [Inspector Error] "the first bytes of a file do not match any known kind; the message lists the kinds"
                    "check that it is the intended file; picasm takes text";
                WrongChecksum "wrong-checksum" [Inspector Warn, Runner Warn, Compiler Warn] "the checksum of a DXBC container does not match its bytes; Direct3D rejects such a container"
                    "recompile the shader, or get the original file: it was changed after it was compiled";
                BytesBehind "bytes-behind" [Inspector Warn] "a file is larger than its header states"
                    "get the original file; the bytes after its end are kept";
                UnknownStage "unknown-stage" [Inspector Warn] "a binary of a SHARCFB archive is not a vertex, pixel or geometry shader"
                    "see the message for its type; the byte order of the archive cannot be converted";
                MisplacedStage "misplaced-stage" [Inspector Warn] "a binary of a SHARCFB archive has another stage than its position in the variation"
                    "write the binaries in the order vertex, pixel, geometry; the console requires this";
                ScatteredTables "scattered-tables" [Inspector Warn] "the tables of a shader in a SHARCFB archive do not directly follow its structure, where the console converts them"
                    "rewrite the shader with its tables after the structure, without gaps";
                LoopVariables "loop-variables" [Inspector Warn] "a shader of a little-endian SHARCFB archive has loop variables, which the console always reads as big endian"
                    "convert the archive with `picaar --byte-order=big`";
                MissingStage "missing-stage" [Inspector Warn] "a program of a SHARCFB archive lacks the vertex or the pixel shader, with which the console does not work"
                    "give the program both shaders";
                ProgramRanges "program-ranges" [Inspector Warn] "the binaries of the programs of a SHARCFB archive do not follow each other, or do not fill the archive"
                    "write the programs in the order of their binaries; the console requires this";
                EmptyValue "empty-value" [Inspector Warn] "a value or the id of a macro in a SHARCFB archive is empty, after a NUL, or of another length than stated"
                    "write a text such as `0` for the value; the console skips NULs and reads the next text";
                NoDefaultValue "no-default-value" [Inspector Warn] "a macro of a SHARCFB archive has no default among its values"
                    "give the macro a default; without one its first value is taken";
                VariationFlags "variation-flags" [Inspector Warn] "a symbol of a SHARCFB archive does not have a flag for each variation"
                    "write as many flags as the program has variations";
                MacroLimit "macro-limit" [Inspector Warn] "a program of a SHARCFB archive has more than 1024 macros, or a macro more than 1024 values"
                    "split the program; the console accepts no more";
                NoSuchVariation "no-such-variation" [Inspector Error] "an archive has no such program, or the program no such macro or value; the message lists the existing ones"
                    "choose one of the names in the message";
                NewerShaderModel "newer-shader-model" [Inspector Error, Runner Error, Compiler Error] "the program of a DXBC container is for shader model 6, which is LLVM bitcode; the other chunks are still shown"
                    "compile the shader for a model from 4.0 to 5.1 to see its program";
                UnsignedContainer "unsigned-container" [Inspector Warn] "a DXBC container has no checksum; Direct3D rejects such a container outside of its development tools"
                    "compile the shader with a compiler that signs it, or sign it afterwards";
                InconsistentContainer "inconsistent-container" [Inspector Warn] "the chunks of a DXBC container are inconsistent, or a program uses undeclared resources"
                    "recompile the shader; the message lists the inconsistent parts";
                UnexpectedValue "unexpected-value" [Inspector Warn] "a field of a file has another value than in known files; nothing that is shown depends on it"
                    "compare the field with another file of the kind; the message has its offset";
                OtherVersion "other-version" [Inspector Warn, Archiver Error] "a file has a format version that is only partly known; the message says which part is read"
                    "write the file in the version in the message to see all of it";
                UnknownVersion "unknown-version" [Inspector Warn] "a file has a format version of which no files are known, so the output may be wrong"
                    "compare the output with the program that wrote the file";
                DamagedFile "damaged-file" [Inspector Error, Runner Error, Archiver Error, Compiler Error] "a header or table of a file cannot be read; the other parts are still shown"
                    "rebuild the file; a damaged file does not run";
                BrokenEncoding "broken-encoding" [Inspector Error, Runner Error] "the base64 text of a shader binary breaks off; the message has the line"
                    "get the original file, or repair the text in that line";
                SeveralFilesInside "several-files-inside" [Inspector Error, Runner Error] "a file wraps several shader binaries, but one is expected"
                    "choose one with `--shader-file N`, or `shader-file = N` in a test file; picadump lists them";
                NoSuchFileInside "no-such-file-inside" [Inspector Error, Runner Error] "a file does not wrap a shader binary with this number, or none at all"
                    "list the shader binaries in the file with `picadump FILE`";
                NoLineTable "no-line-table" [Inspector Error] "the file has no line table"
                    "link with `-g` and without `-s`";
                UnreadableProfile "unreadable-profile" [Inspector Error] "a profile is not what `picarun --trace=json` writes"
                    "write it with `picarun --trace=json`, and pass its whole output";
                IncompleteSources "incomplete-sources" [Inspector Warn] "a disassembly does not reproduce the file exactly; the message says why"
                    "see the message for the loss; otherwise the sources behave the same";
                CannotDisassemble "cannot-disassemble" [Inspector Error] "no source text can express the file; the message says why"
                    "see the message for the part that no source can express";
                CannotCompare "cannot-compare" [Inspector Error] "two files cannot be compared; the message says why"
                    "give two readable files of the same kind";
                CannotCheck "cannot-check" [Inspector Error] "the file to check is not a linked shader binary"
                    "link it with picald, which also checks it";
                SeveralSources "several-sources" [Inspector Error] "a disassembly produces several sources, but `-o` is a single file"
                    "specify a directory, with a trailing slash";
            }
        }
    };
}
