//! Rows of the assembler.

macro_rules! assembler {
    ($($so_far:tt)*) => {
        catalogue! {
            $($so_far)*
            paged {
                InvalidText "invalid-text" [Assembler Error] "the source is not valid UTF-8, or contains a NUL"
                    "save the source as UTF-8";
                SourceTooLarge "source-too-large" [Assembler Error] "the source is larger than 16 MiB"
                    "split the source into several files";
                Syntax "syntax" [Assembler Error] "the line does not follow the grammar"
                    "look for a missing comma, bracket or directive name at the location";
                MissingComma "missing-comma" [Assembler Error] "there is no comma between two operands"
                    "put a comma between the operands";
                InvalidMarker "invalid-marker" [Assembler Error] "a line that begins with `#` is not a line marker"
                    "begin comments with `;`; a line marker is `# LINE \"FILE\"`";
                UnknownDirective "unknown-directive" [Assembler Error] "no directive has this name"
                    "correct the name";
                UnknownInstruction "unknown-instruction" [Assembler Error] "no instruction has this name"
                    "correct the name";
                UnknownName "unknown-name" [Assembler Error] "no declaration of this name precedes its use"
                    "declare the name first, or correct it; case matters";
                PseudoInstruction "pseudo-instruction" [Assembler Error] "a pseudo-instruction is used with `--no-pseudo`"
                    "write the instructions that it expands to, or assemble without `--no-pseudo`";
                UnknownLabel "unknown-label" [Assembler Error] "no label in the file, or in the procedure for a local label, has this name"
                    "define the label, or correct the name";
                UnknownProcedure "unknown-procedure" [Assembler Error] "no procedure in the file has this name"
                    "define the procedure, or correct the name";
                VisibilityConflict "visibility-conflict" [Assembler Error] "a procedure is declared both local and global"
                    "remove one of the two declarations";
                UnknownProperty "unknown-property" [Assembler Error] "no output property has this name"
                    "correct the name";
                UnnamedProperty "unnamed-property" [Assembler Warn] "an output property is a number without a name"
                    "use the name of the intended property";
                DuplicateName "duplicate-name" [Assembler Error] "a name is declared twice"
                    "rename one of the two";
                DuplicateLabel "duplicate-label" [Assembler Error] "a label is defined twice"
                    "rename one of the two, or use local labels";
                DuplicateProcedure "duplicate-procedure" [Assembler Error, Linker Error] "a procedure is defined twice"
                    "remove one definition or rename it; of two libraries, link the wanted one first";
                ReservedName "reserved-name" [Assembler Error] "a declaration uses the name of a register"
                    "choose another name";
                ShadowedName "shadowed-name" [Assembler Warn] "a declaration uses a name that has a meaning in the language"
                    "choose another name";
                RegisterRange "register-range" [Assembler Error] "there is no register with this number"
                    "use a register that the bank has";
                WrongRegister "wrong-register" [Assembler Error] "the register belongs to the wrong bank"
                    "use a register of a bank that the message names";
                InvalidDestination "invalid-destination" [Assembler Error] "the register cannot be written"
                    "write to an output or a temporary";
                InvalidSource "invalid-source" [Assembler Error] "the register cannot be read"
                    "read an input, a temporary or a uniform";
                InvalidOperand "invalid-operand" [Assembler Error] "the operand has a part that is not allowed here"
                    "remove the part, or move it to an operand that can have it";
                OperandCount "operand-count" [Assembler Error] "there are too few or too many operands"
                    "give as many operands as the message says";
                Immediate "immediate" [Assembler Error] "a number is used where a register is needed"
                    "declare the number with `.constf` and use the name";
                InvalidSwizzle "invalid-swizzle" [Assembler Error] "the swizzle or mask has too many letters, or invalid letters"
                    "use one to four letters of one set, such as `xyzw`";
                MaskOrder "mask-order" [Assembler Warn] "the order of a mask's components has no effect"
                    "write the components in order, and reorder the source instead";
                InvalidIndex "invalid-index" [Assembler Error] "the index is neither a number nor an address register"
                    "use a number, `a0.x`, `a0.y` or `aL`";
                IndexBeyondArray "index-beyond-array" [Assembler Warn] "the index is out of bounds"
                    "lower the index, or lengthen the array";
                LoopBeyondArray "loop-beyond-array" [Assembler Warn] "a loop over a constant indexes an array beyond its end"
                    "reduce the number of iterations, which is the first number of the constant plus one, or lengthen the array";
                InvalidRelative "invalid-relative" [Assembler Error] "relative addressing is used where the hardware does not support it"
                    "address a float uniform, in the wide source";
                TwoInputs "two-inputs" [Assembler Error, Checker Deny] "an instruction reads two different input registers"
                    "copy one of the two to a temporary first";
                TwoUniforms "two-uniforms" [Assembler Error] "an instruction reads a float uniform in a source that cannot hold one"
                    "copy the uniform to a temporary first";
                InvalidCondition "invalid-condition" [Assembler Error] "the hardware cannot test this condition"
                    "combine `cmp.x` and `cmp.y` with `&&` or `||`, or split the condition";
                InvalidComparison "invalid-comparison" [Assembler Error] "there is no such comparison"
                    "use `eq`, `ne`, `lt`, `le`, `gt` or `ge`";
                UnknownFunction "unknown-function" [Assembler Error] "no function has this name"
                    "correct the name";
                ArgumentCount "argument-count" [Assembler Error] "a function has too few or too many arguments"
                    "give as many arguments as the message says";
                DivisionByZero "division-by-zero" [Assembler Error] "an expression divides by zero"
                    "test the divisor with `.if` first";
                UndefinedResult "undefined-result" [Assembler Error] "an operator or function has no value for these operands"
                    "give operands for which it is defined";
                InvalidNumber "invalid-number" [Assembler Error] "the text is not a number, or a number of the wrong type"
                    "write a number of the type that the message names";
                NumberRange "number-range" [Assembler Error] "the number is out of range"
                    "use a number in the range of the message";
                FloatOverflow "float-overflow" [Assembler Warn] "the number is out of the range of float24"
                    "use a smaller number";
                ComponentCount "component-count" [Assembler Error] "a vector does not have four components"
                    "give four components";
                InvalidBoolean "invalid-boolean" [Assembler Error] "the value is neither true nor false"
                    "write `true` or `false`";
                ArrayLength "array-length" [Assembler Error] "the array has too few or too many elements"
                    "make the length and the elements agree";
                InvalidExtern "invalid-extern" [Assembler Error] "`.extern` has an unknown kind, a register, or a wrong length"
                    "write `.extern KIND NAME` or `.extern KIND NAME[LENGTH]`";
                PinnedOverlap "pinned-overlap" [Assembler Error] "two declarations choose the same register"
                    "move one of the two, or let the linker choose its register";
                SpaceUsedUp "space-used-up" [Assembler Error] "no registers are left for a declaration"
                    "shorten arrays, put several numbers into one vector, or remove unused declarations";
                ValueConflict "value-conflict" [Assembler Error] "a value is set for a register that holds a constant"
                    "set another register, or change the constant";
                ValueSetTwice "value-set-twice" [Assembler Warn, Checker Warn] "the value of a register is set twice"
                    "remove one of the two values, or let the linker choose the register";
                OutputOverlap "output-overlap" [Assembler Error, Checker Deny] "two outputs share a component of a register"
                    "give one of them other components or another register";
                OutputRange "output-range" [Assembler Error] "the output register does not exist, or cannot carry the property"
                    "use a register that the message allows";
                GeometryOrder "geometry-order" [Assembler Error] "`.gsh` follows a declaration, or is repeated"
                    "put one `.gsh` before all declarations";
                GeometryParameters "geometry-parameters" [Assembler Error] "the parameters of `.gsh` are wrong"
                    "write `.gsh point`, `.gsh variable` or `.gsh fixed` with its parameters";
                GeometryArrayOverlap "geometry-array-overlap" [Assembler Warn] "the vertex array overlaps the uniforms"
                    "move the uniforms or the array";
                GeometryOnly "geometry-only" [Assembler Error] "a vertex shader contains an instruction for geometry shaders"
                    "declare a geometry shader with `.gsh`, or remove the instruction";
                ImplicitGeometry "implicit-geometry" [Assembler Warn] "only `setemit` marks the shader as a geometry shader"
                    "declare the geometry shader with `.gsh`";
                InvalidEmit "invalid-emit" [Assembler Error] "`setemit` has an unknown slot or flag"
                    "use a slot from 0 to 2, and the flags `prim` and `inv`";
                OutsideProcedure "outside-procedure" [Assembler Error] "an instruction is outside a procedure"
                    "put it between `.proc` and `.end`";
                NestedProcedure "nested-procedure" [Assembler Error] "a procedure begins inside a block"
                    "close the block with `.end` first";
                UnclosedBlock "unclosed-block" [Assembler Error] "a block has no `.end`"
                    "close the block with `.end`";
                UnexpectedEnd "unexpected-end" [Assembler Error] "`.end` closes no block"
                    "remove the `.end`, or add the block that it closes";
                UnexpectedElse "unexpected-else" [Assembler Error] "`.else` belongs to no `if`, or is the second one of an `if`"
                    "remove the `.else`, or add the `if`";
                OutsideLoop "outside-loop" [Assembler Error] "`break` or `breakc` is outside a loop"
                    "move it into a loop, or jump to a label";
                BreakInIf "break-in-if" [Assembler Warn, Checker Warn] "a `break` or `breakc` leaves an `if` open"
                    "replace the `if` by a `breakc` with its condition";
                ConsecutiveMova "consecutive-mova" [Assembler Error, Checker Deny] "two `mova` in a row hang the console"
                    "write both address registers with one `mova`, or put an instruction between the two";
                PaddingNopRequired "padding-nop-required" [Assembler Warn, Linker Warn] "a padding `nop` is required, but padding is disabled"
                    "assemble without `--no-nop`, or write the `nop`";
                BlockTooLong "block-too-long" [Assembler Error] "an else-body is too long to be encoded"
                    "move a part of it to a procedure";
                BeyondCode "beyond-code" [Assembler Error] "a block, a call or an entry point extends past the end of the code"
                    "write the missing words, or correct the target";
                MissingDescriptor "missing-descriptor" [Assembler Error] "`.word` lacks the operand descriptor of its instruction"
                    "add the descriptor after the word";
                UnexpectedDescriptor "unexpected-descriptor" [Assembler Error] "`.word` has an operand descriptor, but its instruction has none"
                    "remove the descriptor";
                CodeTooLong "code-too-long" [Assembler Error, Linker Error, Compiler Error] "the code does not fit into program memory"
                    "move repeated code to procedures or loops, or make two binaries; `--map` shows the size of each part";
                AssertionFailed "assertion-failed" [Assembler Error] "the condition of an `.assert` does not hold"
                    "make the condition true; the source provides the message";
                UserError "user-error" [Assembler Error] "the source reports an error with `.error`"
                    "follow the message, which the source provides";
                UserWarning "user-warning" [Assembler Warn] "the source warns with `.warning`"
                    "follow the message, which the source provides";
                CannotInclude "cannot-include" [Assembler Error, Compiler Error] "an included file is missing, cannot be read, or is not text"
                    "correct the path, or add the directory of the file with `-I DIR`";
                IncludeCycle "include-cycle" [Assembler Error] "a file includes itself, directly or through other files"
                    "remove one of the includes, or guard it with `.ifndef`";
                ExpansionDepth "expansion-depth" [Assembler Error] "includes, macros and repetitions are nested too deeply"
                    "end the recursion with a conditional";
                ExpansionTooLarge "expansion-too-large" [Assembler Error] "includes, macros and repetitions expand to too much text"
                    "lower the number of repetitions";
                UnclosedConditional "unclosed-conditional" [Assembler Error] "a conditional has no `.endif`"
                    "close the conditional with `.endif`";
                UnexpectedConditional "unexpected-conditional" [Assembler Error] "`.elif`, `.else` or `.endif` has no `.if`, or follows its `.else`"
                    "remove the directive, or add the `.if`";
                UnclosedBody "unclosed-body" [Assembler Error] "`.macro` has no `.endm`, or `.rept` has no `.endr`"
                    "close the body";
                UnexpectedBodyEnd "unexpected-body-end" [Assembler Error] "`.endm` has no `.macro`, or `.endr` has no `.rept`"
                    "remove the directive, or add the beginning of the body";
                DuplicateMacro "duplicate-macro" [Assembler Error] "a macro is defined twice"
                    "rename one of the two";
                InvalidMacro "invalid-macro" [Assembler Error] "the name or the parameters of a macro are wrong"
                    "use names for the macro and its parameters, each parameter once";
                MacroArguments "macro-arguments" [Assembler Error] "a macro is called with the wrong arguments"
                    "give an argument for each parameter";
                TooManyErrors "too-many-errors" [Assembler Error] "the source has too many errors; the rest is omitted"
                    "correct the first errors, and assemble again";
                TooManyWarnings "too-many-warnings" [Assembler Warn] "the source has too many warnings; the rest is omitted"
                    "correct the first warnings, or allow them";
                TooManyNames "too-many-names" [Assembler Error] "the file declares more names than an object can hold"
                    "split the file";
                InvalidAllow "invalid-allow" [Assembler Warn] "a comment begins with `picasm:` but allows nothing"
                    "write `; picasm: allow(NAME)` or `; picasm: allow-file(NAME)`";
                UnusedUniform "unused-uniform" [Assembler Allow] "nothing in the file uses a uniform"
                    "remove the declaration";
                UnusedConstant "unused-constant" [Assembler Allow] "nothing in the file uses a constant"
                    "remove the declaration";
                UnusedInput "unused-input" [Assembler Allow] "nothing in the file reads an input"
                    "remove the declaration";
                UnusedAlias "unused-alias" [Assembler Allow] "nothing uses an alias"
                    "remove the declaration";
                UnusedNumber "unused-number" [Assembler Warn] "nothing uses a name for a number"
                    "remove the declaration";
                UnusedExtern "unused-extern" [Assembler Warn] "nothing uses a name of another file"
                    "remove the `.extern`";
                UnusedLabel "unused-label" [Assembler Allow] "nothing refers to a label"
                    "remove the label";
                SharedRegister "shared-register" [Assembler Allow] "two names in use refer to the same register"
                    "use another register for one of them";
                UnreachableCode "unreachable-code" [Assembler Warn, Checker Warn] "execution cannot reach some instructions"
                    "remove the instructions, or the `end`, `break` or jump before them";
                UnusedValue "unused-value" [Assembler Warn, Checker Warn] "nothing reads a value before it is overwritten or the shader ends"
                    "remove the instruction, or read the value";
                ShiftedSwizzle "shifted-swizzle" [Assembler Warn] "a short swizzle does not match the mask letter by letter"
                    "write the swizzle with four letters";
                BareInteger "bare-integer" [Assembler Warn] "an integer without a decimal point is an operand"
                    "write `2.0` for the number, or add the letter of the register";
                DiffersFromPicasso "differs-from-picasso" [Assembler Allow] "picasso 2.7.2 reads a part of the source differently"
                    "write the part in a form that both read alike";
                ReadAsPicasso "read-as-picasso" [Assembler Warn] "an error that picasso 2.7.2 accepts is read as picasso reads it"
                    "correct it";
                LostPrecision "lost-precision" [Assembler Warn] "a number loses more precision in float24 than by rounding"
                    "use a number that float24 can represent";
            }
        }
    };
}
