//! Rows of the converter of older dialects.

macro_rules! converter {
    ($($so_far:tt)*) => {
        catalogue! {
            $($so_far)*
            paged {
                OtherDialect "other-dialect" [Converter Error] "a source with errors looks like the dialect of nihstro or aemstro"
                    "give `--dialect=nihstro` or `--dialect=aemstro`, or convert the source with `picafmt --from`";
                OldDeclaration "old-declaration" [Converter Error] "a source looks like one for nihstro of 2014, whose declarations are not supported"
                    "write the `.alias` that the message shows, and give `--dialect=nihstro`";
                UnknownDialect "unknown-dialect" [Converter Error] "`picafmt --from=auto` does not recognise the dialect of a source"
                    "specify the dialect: `--from=nihstro`";
                EntryElsewhere "entry-elsewhere" [Converter Warn] "nihstro's file has a wrong entry point: the offset of the label's name"
                    "no change is needed: the converted shader starts at the label";
                DphWithoutW "dph-without-w" [Converter Warn] "nihstro reads x instead of w in the second source of a dph"
                    "write a dp4, or move the intended number to x";
                ScalarSelector "scalar-selector" [Converter Warn] "an instruction that computes one number reads x, because x is not in its mask"
                    "write x into the mask, or copy the component to x first";
                MovaWithoutMask "mova-without-mask" [Converter Warn] "nihstro's mova writes no address register"
                    "no change is needed: the converted mova writes both";
                CutOperand "cut-operand" [Converter Warn] "the old tool truncates an operand of mad that does not fit"
                    "no change is needed: the converted instruction has the operands of the source";
                LabelsTooLow "labels-too-low" [Converter Warn] "nihstro's addresses of labels after setemitraw are too low"
                    "no change is needed: the converted jumps and calls go to the labels";
                DialectQuirk "dialect-quirk" [Converter Warn] "the old tool gives a form an unexpected meaning, which is kept"
                    "write the form in the message";
                DialectNumber "dialect-number" [Converter Warn] "the old tool writes another number than the source has"
                    "write a number that the hardware can represent";
                WithoutTableEntry "without-table-entry" [Converter Warn] "a name of the source is not in the table of the converted shader"
                    "look the register up by its other name";
                CopiedCode "copied-code" [Converter Warn] "called code also runs without a call, and is duplicated in the result"
                    "call it from both locations, if space is short";
                DroppedWord "dropped-word" [Converter Warn] "aemstro drops an instruction whose word is 0"
                    "no change is needed: the converted shader has the instruction";
                SkippedLine "skipped-line" [Converter Warn] "aemstro skips a line or a part of it, and so does the conversion"
                    "remove the line, or correct it";
                ShaderNumber "shader-number" [Converter Warn] "a geometry shader that is the second shader of aemstro's file is the first here"
                    "use shader 0 of the file in the program that loads it";
                TwoShaders "two-shaders" [Converter Error] "a source produces two shaders where one is expected"
                    "specify a directory for both, or use `--geometry` to convert only the geometry shader";
                NoSuchRegister "no-such-register" [Converter Error] "a register number is past the last register of its bank"
                    "use a register that exists";
                NoSuchDescriptor "no-such-descriptor" [Converter Error] "an instruction refers to a descriptor that does not exist"
                    "use the number of an .opdesc line, or add one";
                DescriptorNumber "descriptor-number" [Converter Error] "there are more descriptors than an instruction can address"
                    "share descriptors between instructions; mad can use only the first 32";
                UniformKind "uniform-kind" [Converter Error] "a .uniform names registers that are not uniforms"
                    "use registers of c, i or b";
                AliasBelowUse "alias-below-use" [Converter Error] "a name is used before its .alias, or has none"
                    "declare names above their uses";
                AliasRange "alias-range" [Converter Error] "the registers or the mask of a declaration are invalid"
                    "write the first and the last register of one bank, as in `c4-c7`, and letters in order";
                AliasOfTemporary "alias-of-temporary" [Converter Error] "an .alias names a register that cannot have a name"
                    "write the register itself where the name is used";
                OutputWithoutProperty "output-without-property" [Converter Error] "an .alias of an output has no property, or an unknown one"
                    "write `.alias NAME oN as PROPERTY`";
                ConstantForm "constant-form" [Converter Error] "the value of a constant is invalid"
                    "write four numbers in parentheses, for integers from 0 to 255; a boolean has 0 or 1";
                NameTaken "name-taken" [Converter Error] "a name is declared twice, or is also a label"
                    "rename one of the two";
                IndexLeavesKind "index-leaves-kind" [Converter Error] "an index resolves to a register that does not exist"
                    "lower the index";
                IndexWithoutEffect "index-without-effect" [Converter Error] "an address register is added where the hardware ignores it"
                    "use a float uniform";
                BeyondMask "beyond-mask" [Converter Error] "a letter selects a component that the mask of the alias lacks"
                    "letters select components of the alias by position: x is the first";
                LetterCount "letter-count" [Converter Error] "a source has the wrong number of letters for the instruction"
                    "write one letter for each component of the mask";
                UniformPlacement "uniform-placement" [Converter Error] "an instruction reads two uniforms, or one where it cannot"
                    "copy one to a register first";
                VertexNumber "vertex-number" [Converter Error] "setemitraw or setemit has a vertex that does not exist"
                    "write 0, 1 or 2";
                CallRange "call-range" [Converter Error] "the end of a called range does not follow its beginning"
                    "use the label after the last instruction";
                FlagWithoutLetter "flag-without-letter" [Converter Error] "a condition is neither a boolean uniform nor one or both flags"
                    "write `cc.x`, `cc.y` or `cc.xy`; in aemstro's dialect `cmp.x` or `cmp.y`";
                NotInDialect "not-in-dialect" [Converter Error] "a line is not an instruction, label or declaration of the dialect"
                    "correct the line; the old tool ends the file there, or skips the line";
                MissingLabel "missing-label" [Converter Error] "there is no label with this name"
                    "define the label, or correct the name";
                CrossingBodies "crossing-bodies" [Converter Error] "blocks or called ranges are not properly nested, or not closed"
                    "close blocks in the order in which they open";
                PropertyOverlap "property-overlap" [Converter Error] "a component of an output has two properties"
                    "give one of them another component or register";
                SharedJump "shared-jump" [Converter Error] "a jump from outside enters code that becomes several procedures"
                    "split the code, so that each called range has a separate copy";
                JumpToRangeEnd "jump-to-range-end" [Converter Warn] "a jump goes to the end of its called range, where the hardware does not return"
                    "no change is needed: a nop follows the label, and the call returns after it";
                RenamedEntry "renamed-entry" [Converter Warn] "a name of the source is invalid in our language, and is renamed in the table of the converted shader"
                    "look the register up by its other name";
                WrongBank "wrong-bank" [Converter Error] "an instruction cannot read or write a register of this bank"
                    "copy the value, or use a register of another bank";
            }
        }
    };
}
