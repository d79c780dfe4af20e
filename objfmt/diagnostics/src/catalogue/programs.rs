//! Rows of all programs.

macro_rules! programs {
    ($($so_far:tt)*) => {
        catalogue! {
            $($so_far)*
            brief {
                CannotRead "cannot-read" [Programs Error] "a file cannot be read"
                    "check the path and the permissions; the message has the system's reason";
                CannotWrite "cannot-write" [Programs Error] "a file cannot be written"
                    "check the directory, the permissions and the free space; the message has the system's reason";
                OutputIsInput "output-is-input" [Programs Error] "an output would overwrite an input"
                    "choose another name for the output";
                OutputTwice "output-twice" [Programs Error] "an output would overwrite another output"
                    "choose another name for one of them";
                DependencyName "dependency-name" [Programs Error] "make and Ninja would read a name in a dependency file differently"
                    "rename the file or directory: letters, digits, spaces and most punctuation are fine, but not quotes, `=`, `;`, `|`, `*`";
                MoreErrors "more-errors" [Programs Error] "there are more errors than `--error-limit` shows"
                    "correct the errors that are shown, or show all with `--error-limit 0`";
                UnknownWarning "unknown-warning" [Programs Warn] "a comment allows a name that is unknown, or the name of an error"
                    "correct the name; errors of the assembler and the linker cannot be allowed";
                UnreadableArchive "unreadable-archive" [Programs Error] "an archive is damaged or thin"
                    "rebuild the archive; thin archives, which contain paths, are not supported";
                MissingLibrary "missing-library" [Programs Error] "the library of `-l` is in none of the directories of `-L`"
                    "add its directory with `-L`, or the file with `-l :FILE` or as an input";
                WrongListEntry "wrong-list-entry" [Programs Error] "a list (`.shlist`) contains another list"
                    "put the entries of the other list into this one";
                InvalidVariations "invalid-variations" [Programs Error] "a variants file (`.variants.toml`) cannot be read, or has an invalid key, number, value or exclusion"
                    "correct it at the reported location; cli/docs/variants.md describes the format";
                InvalidProject "invalid-project" [Programs Error] "a project file (`pica200.toml`) is missing, cannot be read, or has an invalid key or value"
                    "correct it at the reported location; cli/docs/project.md describes the format";
                UselessDefine "useless-define" [Programs Warn] "a define has no effect, because no input is assembly or declares it"
                    "correct its name, or pass it when the sources are assembled or compiled: objects keep their values";
                NotASource "not-a-source" [Programs Error] "an input is an object, a shader binary or in another language where assembly is needed"
                    "pass its source; picald links objects, and picac compiles other languages";
                NoHlslCompiler "no-hlsl-compiler" [Programs Error] "an input is in HLSL, and no HLSL compiler is installed"
                    "install vkd3d-compiler 1.3 or later, or specify a compiler with `--hlsl-compiler`";
                HlslError "hlsl-error" [Programs Error] "the HLSL compiler rejects an input, or produces no container"
                    "correct the source; the message is from the compiler, with its code in parentheses";
                HlslWarning "hlsl-warning" [Programs Warn] "the HLSL compiler reports a warning"
                    "see the message, which is from the compiler, with its code in parentheses";
                UnwritableObject "unwritable-object" [Programs Error] "an object does not fit into a file"
                    "see the message for the part that the format cannot hold, often too many names";
                UnwritableBinary "unwritable-binary" [Programs Error] "a shader binary does not fit into a file"
                    "see the message for the part that the format cannot hold";
            }
        }
    };
}
