//! Rows of the converter of older dialects.

macro_rules! converter {
    ($($so_far:tt)*) => {
        catalogue! {
            $($so_far)*
            paged {
                OtherDialect "other-dialect" [Converter Error] "a source with errors looks like one in the dialect of nihstro or aemstro"
                    "give `--dialect=nihstro` or `--dialect=aemstro`, or convert the source with `picafmt --from`";
                OldDeclaration "old-declaration" [Converter Error] "a source looks like one for nihstro of 2014, whose declarations nothing reads"
                    "write the `.alias` that the message shows, and give `--dialect=nihstro`";
                UnknownDialect "unknown-dialect" [Converter Error] "`picafmt --from=auto` does not recognise the dialect of a source"
                    "name the dialect: `--from=nihstro`";
                EntryElsewhere "entry-elsewhere" [Converter Warn] "nihstro's file starts elsewhere than the source says: at the offset of the label's name"
                    "nothing needs to be done: the converted shader starts at the label";
                DphWithoutW "dph-without-w" [Converter Warn] "nihstro reads x in place of w in the second source of a dph"
                    "write a dp4, or put the number that is meant into x";
                ScalarSelector "scalar-selector" [Converter Warn] "an instruction that computes one number reads x, because x is not in its mask"
                    "write x into the mask, or copy the component to x first";
                MovaWithoutMask "mova-without-mask" [Converter Warn] "nihstro's mova writes no address register"
                    "nothing needs to be done: the converted mova writes both";
                CutOperand "cut-operand" [Converter Warn] "the old tool cuts an operand of mad that does not fit"
                    "nothing needs to be done: the converted instruction reads what the source says";
                LabelsTooLow "labels-too-low" [Converter Warn] "nihstro's addresses of labels behind setemitraw are too low"
                    "nothing needs to be done: the converted jumps and calls go to the labels";
                DialectQuirk "dialect-quirk" [Converter Warn] "the old tool reads a form in another way than it looks; that way is kept"
                    "write what the message says";
                DialectNumber "dialect-number" [Converter Warn] "the old tool writes another number than the source has"
                    "write a number that the console has";
                WithoutTableEntry "without-table-entry" [Converter Warn] "a name of the source is not in the table of the converted shader"
                    "look the register up by its other name";
                CopiedCode "copied-code" [Converter Warn] "code that is called also runs without a call, and stands twice in the result"
                    "call it in both places, if the words are needed";
                DroppedWord "dropped-word" [Converter Warn] "aemstro drops an instruction whose word is 0"
                    "nothing needs to be done: the converted shader has the instruction";
                SkippedLine "skipped-line" [Converter Warn] "aemstro skips a line or a part of it, and so does the conversion"
                    "remove the line, or correct it";
                ShaderNumber "shader-number" [Converter Warn] "a geometry shader that aemstro made the second of its file is the first here"
                    "take shader 0 of the file in the program that loads it";
                TwoShaders "two-shaders" [Converter Error] "a source makes two shaders where one is wanted"
                    "name a folder for both, or give `--geometry` for the geometry shader alone";
                NoSuchRegister "no-such-register" [Converter Error] "a register number is beyond the last register of its kind"
                    "name a register that there is";
                NoSuchDescriptor "no-such-descriptor" [Converter Error] "an instruction names a descriptor that there is not"
                    "name a line of .opdesc, or add one";
                DescriptorNumber "descriptor-number" [Converter Error] "there are more descriptors than an instruction can name"
                    "use equal descriptors in several instructions; mad can name the first 32 only";
                UniformKind "uniform-kind" [Converter Error] "a .uniform names registers that are not uniforms"
                    "name registers of c, i or b";
                AliasBelowUse "alias-below-use" [Converter Error] "a name is used before its .alias, or has none"
                    "declare names above their uses";
                AliasRange "alias-range" [Converter Error] "the registers or the mask of a declaration are wrong"
                    "write the first and the last register of one kind, as in `c4-c7`, and letters in order";
                AliasOfTemporary "alias-of-temporary" [Converter Error] "an .alias names a register that cannot have a name"
                    "write the register itself where the name is used";
                OutputWithoutProperty "output-without-property" [Converter Error] "an .alias of an output has no property, or an unknown one"
                    "write `.alias NAME oN as PROPERTY`";
                ConstantForm "constant-form" [Converter Error] "the value of a constant is wrong"
                    "write four numbers in parentheses, for integers from 0 to 255; a boolean has 0 or 1";
                NameTaken "name-taken" [Converter Error] "a name is declared twice, or is a label too"
                    "rename one of the two";
                IndexLeavesKind "index-leaves-kind" [Converter Error] "an index leads to a register that does not exist"
                    "lower the index";
                IndexWithoutEffect "index-without-effect" [Converter Error] "an address register is added where the console ignores it"
                    "use a float uniform";
                BeyondMask "beyond-mask" [Converter Error] "a letter selects a component that the mask of its name lacks"
                    "letters select from those of the name by position: x is its first one";
                LetterCount "letter-count" [Converter Error] "a source has not as many letters as the instruction takes"
                    "write as many letters as the mask has components";
                UniformPlacement "uniform-placement" [Converter Error] "an instruction reads two uniforms, or one where it cannot"
                    "copy one to a register first";
                VertexNumber "vertex-number" [Converter Error] "setemitraw or setemit names a vertex that does not exist"
                    "write 0, 1 or 2";
                CallRange "call-range" [Converter Error] "the end of a called range is not behind its beginning"
                    "name the label behind the last instruction";
                FlagWithoutLetter "flag-without-letter" [Converter Error] "a condition is neither a boolean uniform nor one or both flags"
                    "write `cc.x`, `cc.y` or `cc.xy`; in aemstro's dialect `cmp.x` or `cmp.y`";
                NotInDialect "not-in-dialect" [Converter Error] "a line is not an instruction, label or declaration of the dialect"
                    "correct the line: the old tool ends the file there, or skips the line";
                MissingLabel "missing-label" [Converter Error] "there is no label of this name"
                    "define the label, or correct the name";
                CrossingBodies "crossing-bodies" [Converter Error] "blocks or called ranges cross each other, or are not closed"
                    "close blocks in the order in which they open";
                PropertyOverlap "property-overlap" [Converter Error] "a component of an output has two properties"
                    "give one of them another component or register";
                SharedJump "shared-jump" [Converter Error] "code that becomes several procedures is jumped to from outside"
                    "split the code, so that each called range has its own";
                JumpToRangeEnd "jump-to-range-end" [Converter Warn] "a jump leads to the end of the called range that it is in, where the console does not return"
                    "nothing needs to be done: a nop stands behind the label, and the call returns behind it";
                RenamedEntry "renamed-entry" [Converter Warn] "a name of the source cannot be one in our language, and has another name in the table of the converted shader"
                    "look the register up by its other name";
                WrongBank "wrong-bank" [Converter Error] "an instruction reads or writes a register of a kind that it cannot"
                    "copy the value, or use a register of another kind";
            }
        }
    };
}
