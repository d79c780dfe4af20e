//! The table of all diagnostics. A row has the code, its name, its rules, its meaning and its remedy.
//!
//! Rows of the first group have a page, `pages/NAME.md`. A rule is a tool, for some rules the cases that it is about,
//! and the default level; `Error` stands for an error whose level nobody can change.

use crate::Group;

/// The groups.
pub(crate) const GROUPS: &[Group] = &[Group {
    name: "unused",
    meaning: "declarations, labels and values that nothing uses",
    codes: &[
        Code::UnusedUniform,
        Code::UnusedConstant,
        Code::UnusedInput,
        Code::UnusedAlias,
        Code::UnusedNumber,
        Code::UnusedExtern,
        Code::UnusedLabel,
        Code::UnusedValue,
    ],
}];

catalogue! {
    paged {
        InvalidText "invalid-text" [Assembler Error] "the source is not valid UTF-8, or contains a NUL"
            "save the source as UTF-8";
        SourceTooLarge "source-too-large" [Assembler Error] "the source is larger than positions can count"
            "split the source into several files";
        Syntax "syntax" [Assembler Error] "the line does not follow the grammar"
            "look for a missing comma, bracket or directive name at the place of the message";
        MissingComma "missing-comma" [Assembler Error] "there is no comma between two operands"
            "put a comma between the operands";
        InvalidMarker "invalid-marker" [Assembler Error] "a line that begins with `#` is not a line marker"
            "begin comments with `;`; a line marker is `# LINE \"FILE\"`";
        UnknownDirective "unknown-directive" [Assembler Error] "no directive has this name"
            "correct the name";
        UnknownInstruction "unknown-instruction" [Assembler Error] "no instruction has this name"
            "correct the name";
        UnknownName "unknown-name" [Assembler Error] "nothing of this name is declared before its use"
            "declare the name first, or correct it; case counts";
        PseudoInstruction "pseudo-instruction" [Assembler Error] "a pseudo-instruction is used while they are off"
            "write the instructions that it stands for, or assemble without `--no-pseudo`";
        UnknownLabel "unknown-label" [Assembler Error] "no label in the file, or in the procedure for a local label, has this name"
            "define the label, or correct the name";
        UnknownProcedure "unknown-procedure" [Assembler Error] "no procedure in the file has this name"
            "define the procedure, or correct the name";
        VisibilityConflict "visibility-conflict" [Assembler Error] "a procedure is declared both local and global"
            "remove one of the two declarations";
        UnknownProperty "unknown-property" [Assembler Error] "no output property has this name"
            "correct the name";
        UnnamedProperty "unnamed-property" [Assembler Warn] "an output property is a number without a name"
            "use the name of the property that was meant";
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
        RegisterRange "register-range" [Assembler Error] "there is no register of this number"
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
        Immediate "immediate" [Assembler Error] "a number stands where a register is needed"
            "declare the number with `.constf` and use the name";
        InvalidSwizzle "invalid-swizzle" [Assembler Error] "the swizzle or mask has a wrong number of letters, or wrong letters"
            "use one to four letters of one set, such as `xyzw`";
        MaskOrder "mask-order" [Assembler Warn] "the order of a mask's components has no effect"
            "write the components in order, and reorder the source instead";
        InvalidIndex "invalid-index" [Assembler Error] "the index is neither a number nor an address register"
            "use a number, `a0.x`, `a0.y` or `aL`";
        IndexBeyondArray "index-beyond-array" [Assembler Warn] "the index lies outside the array"
            "lower the index, or lengthen the array";
        LoopBeyondArray "loop-beyond-array" [Assembler Warn] "a loop over a constant indexes an array beyond its end"
            "lower the number of iterations, which is one more than the first number of the constant, or lengthen the array";
        InvalidRelative "invalid-relative" [Assembler Error] "relative addressing is used where the machine has none"
            "address a float uniform, in the wide source";
        TwoInputs "two-inputs" [Assembler Error, Checker Deny] "an instruction reads two different input registers"
            "copy one of the two to a temporary first";
        TwoUniforms "two-uniforms" [Assembler Error] "an instruction reads a float uniform in a source that cannot hold one"
            "copy the uniform to a temporary first";
        InvalidCondition "invalid-condition" [Assembler Error] "the machine cannot test this condition"
            "combine `cmp.x` and `cmp.y` by `&&` or `||`, or divide the condition";
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
            "use `breakc` with the condition in place of the `if`";
        ConsecutiveMova "consecutive-mova" [Assembler Error, Checker Deny] "two `mova` in a row hang the console"
            "write both address registers with one `mova`, or put an instruction between the two";
        PaddingNopRequired "padding-nop-required" [Assembler Warn, Linker Warn] "a padding `nop` is required, and padding is off"
            "assemble without `--no-nop`, or write the `nop`";
        BlockTooLong "block-too-long" [Assembler Error] "an else-body is too long to be encoded"
            "move a part of it to a procedure";
        BeyondCode "beyond-code" [Assembler Error] "a block, a call or an entry point reaches beyond the code"
            "write the missing words, or correct the target";
        MissingDescriptor "missing-descriptor" [Assembler Error] "`.word` lacks the operand descriptor of its instruction"
            "add the descriptor after the word";
        UnexpectedDescriptor "unexpected-descriptor" [Assembler Error] "`.word` gives an operand descriptor for an instruction without one"
            "remove the descriptor";
        CodeTooLong "code-too-long" [Assembler Error, Linker Error] "the code does not fit into program memory"
            "move repeated code to procedures or loops, or make two binaries; `--map` shows the size of each part";
        AssertionFailed "assertion-failed" [Assembler Error] "the condition of an `.assert` does not hold"
            "make the condition hold; the message is the source's own";
        UserError "user-error" [Assembler Error] "the source reports an error with `.error`"
            "follow the message, which is the source's own";
        UserWarning "user-warning" [Assembler Warn] "the source warns with `.warning`"
            "follow the message, which is the source's own";
        CannotInclude "cannot-include" [Assembler Error] "an included file is missing, cannot be read, or is not text"
            "correct the path, or name the folder of the file with `-I DIR`";
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
        TooManyErrors "too-many-errors" [Assembler Error] "the source has too many errors; the rest is left out"
            "correct the first errors, and assemble again";
        TooManyWarnings "too-many-warnings" [Assembler Warn] "the source has too many warnings; the rest is left out"
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
        UnusedLabel "unused-label" [Assembler Allow] "nothing goes to a label"
            "remove the label";
        SharedRegister "shared-register" [Assembler Allow] "two names in use stand for one register"
            "use another register for one of them";
        UnreachableCode "unreachable-code" [Assembler Warn, Checker Warn] "execution cannot reach some instructions"
            "remove the instructions, or the `end`, `break` or jump before them";
        UnusedValue "unused-value" [Assembler Warn, Checker Warn] "nothing reads a value before it is overwritten or the shader ends"
            "remove the instruction, or read the value";
        ShiftedSwizzle "shifted-swizzle" [Assembler Warn] "a short swizzle pairs up with the mask in an unexpected way"
            "write the swizzle with four letters";
        BareInteger "bare-integer" [Assembler Warn] "an integer without a decimal point is an operand"
            "write `2.0` for the number, or add the letter of the register";
        DiffersFromPicasso "differs-from-picasso" [Assembler Allow] "picasso 2.7.2 reads a part of the source in another way"
            "write the part in a form that both read in the same way";
        LostPrecision "lost-precision" [Assembler Warn] "a number loses more in float24 than rounding explains"
            "use a number that float24 can hold";

        MissingEnd "missing-end" [Checker Deny] "execution can run past the end of the entry procedure, or of the code, without `end`"
            "put `end` at the end of the entry procedure";
        TargetOutsideCode "target-outside-code" [Checker Deny] "execution can jump, call or start at a word outside the code"
            "correct the target";
        EmptyCall "empty-call" [Checker Deny] "a call of a procedure without words never returns"
            "put an instruction into the procedure, or remove the call";
        Recursion "recursion" [Checker Deny] "a procedure calls itself, directly or through others"
            "use a loop";
        CallDepth "call-depth" [Checker Deny] "more than 4 calls are open at once"
            "put one of the procedures in the place of its call";
        IfDepth "if-depth" [Checker Deny] "more than 8 bodies of `if` are open at once, and one with an else-body is lost"
            "nest fewer `if`, counted over calls";
        LoopDepth "loop-depth" [Checker Deny] "more than 4 loops are open at once, including those of callers"
            "nest fewer loops, counted over calls";
        LostBranch "lost-branch" [Checker Deny] "a jump or call in the last word of a block or procedure has no effect"
            "put a `nop` after it";
        LostEnd "lost-end" [Checker Deny] "blocks or procedures end at the same word, and the machine closes only some of them"
            "put a `nop` between the ends";
        JumpToEnd "jump-to-end" [Checker Warn] "a jump to the end of a loop or called procedure does not close it"
            "jump to an instruction inside, such as a `nop` at the end";
        JumpOut "jump-out" [Checker Warn] "a jump leaves blocks open, so that a block around them does not close"
            "leave the block first, or use `break`";
        EndlessLoop "endless-loop" [Checker Warn] "execution can enter a loop that it never leaves"
            "test a condition that changes in the loop, or use `for`";
        JumpIntoBlock "jump-into-block" [Checker Warn] "a jump leads into a loop, or into the body of an `if` with an else-body"
            "jump to the beginning of the block";
        JumpBetweenProcedures "jump-between-procedures" [Checker Warn] "a jump leads out of a called procedure, or into one that is called elsewhere"
            "call the procedure";
        CountTooLong "count-too-long" [Checker Deny] "a called procedure or an else-body has more than 255 words"
            "split it into procedures";
        VertexCodeTooFar "vertex-code-too-far" [Checker Deny] "a vertex shader reaches code after the 512th word"
            "link the vertex shader first, or make its code smaller";
        EmitInVertexShader "emit-in-vertex-shader" [Checker Deny] "a vertex shader reaches `emit` or `setemit`"
            "declare a geometry shader with `.gsh`";
        UnknownOpcode "unknown-opcode" [Checker Warn] "execution reaches a word that is not a known instruction"
            "correct the word";
        NoDescriptor "no-descriptor" [Checker Deny] "an instruction names an operand descriptor that is not in the file"
            "make the file again from its source";
        UnsetAddress "unset-address" [Checker Warn] "an address register may be used before any `mova` writes it"
            "write the register with `mova` on all paths";
        UnsetFlags "unset-flags" [Checker Warn] "a condition may test a flag before any `cmp` sets it"
            "execute `cmp` on all paths to the condition";
        LoopCounterOutsideLoop "loop-counter-outside-loop" [Checker Warn] "`aL` may be used outside all loops"
            "use `aL` only inside a loop";
        UnsetTemporary "unset-temporary" [Checker Warn] "a component of a temporary may be read before it is written"
            "write the component on all paths";
        UnwrittenOutput "unwritten-output" [Checker Warn] "a vertex shader can end before it has written all components of an output"
            "write all declared components on all paths, or declare fewer";
        OutputWrittenTwice "output-written-twice" [Checker Warn] "a vertex shader can write a component of an output twice"
            "collect the value in a temporary, and write the output once";
        StaleOutput "stale-output" [Checker Allow] "a geometry shader can emit a component of an output not written since the last vertex"
            "write all components before each `emit`";
        NoPrimitive "no-primitive" [Checker Warn] "a geometry shader never emits a triangle"
            "emit three vertices, the last one after `setemit` with `prim`";
        EmitWithoutSetemit "emit-without-setemit" [Checker Warn] "an `emit` has no `setemit` of its own"
            "put a `setemit` with the vertex slot before each `emit`";
        UnsetVertex "unset-vertex" [Checker Warn] "a geometry shader emits a triangle with an empty vertex slot"
            "emit a vertex to each of the slots 0, 1 and 2 first";
        UndeclaredOutput "undeclared-output" [Checker Warn] "an output register is written but is not in the output table"
            "declare the output with `.out`";
        NoOutput "no-output" [Checker Deny] "a shader has no output"
            "declare an output with `.out`, or mark a file that makes no shader with `.nodvle`";
        NoPosition "no-position" [Checker Warn] "a vertex shader has no position, and no geometry shader follows"
            "declare the position with `.out NAME position`";
        DuplicateProperty "duplicate-property" [Checker Deny] "two outputs of a shader have the same property"
            "give one of them another property";
        PropertyRegister "property-register" [Checker Deny] "an output with a property is in a register above `o6`"
            "use a register from `o0` to `o6`";
        OutputRegister "output-register" [Checker Deny] "an output is in a register above `o7`, which loaders do not count"
            "use a register from `o0` to `o7`";
        TooManyOutputs "too-many-outputs" [Checker Deny] "a shader sends more than 7 outputs to the rasteriser"
            "remove the `dummy` output";
        MergedOutputs "merged-outputs" [Checker Deny] "a merging geometry shader and its vertex shader have more than 7 outputs together"
            "declare fewer outputs";
        HiddenOutput "hidden-output" [Checker Warn] "loaders do not see an output of a merged pair, because it follows a register without one"
            "use the output registers without gaps";
        NoVertices "no-vertices" [Checker Deny] "a geometry shader takes primitives of 0 vertices"
            "give a number of vertices in `.gsh`";
        ConstantRegister "constant-register" [Checker Deny] "a constant has an unknown kind, or is for a register that does not exist"
            "make the file again from its source";
        ConstantValue "constant-value" [Checker Deny] "a constant has a value that its kind does not have"
            "make the file again from its source";
        TooManyConstants "too-many-constants" [Checker Deny] "a constant table has more float constants than loaders count"
            "set each register once";
        DuplicateUniform "duplicate-uniform" [Checker Deny] "two entries of a uniform table have the same name"
            "rename one of the two";
        UniformRegister "uniform-register" [Checker Deny] "a uniform or input is in a register that does not exist"
            "make the file again from its source";
        ShaderKind "shader-kind" [Checker Deny] "a shader is neither a vertex shader nor a geometry shader"
            "make the file again from its source";
        OversizedCode "oversized-code" [Checker Deny] "the code has more words than program memory"
            "make the code smaller";
        OversizedDescriptors "oversized-descriptors" [Checker Deny] "the file has more operand descriptors than the machine"
            "use fewer combinations of masks, signs and swizzles";
        UncheckedPaths "unchecked-paths" [Checker Warn] "the code of a shader is too complex to check its paths"
            "simplify the control flow";

        DictionarySearch "dictionary-search" [Inspector Warn] "a search in a dictionary of a BNSH file does not find an entry by its key"
            "build the dictionary anew from its keys, each of which must be there once";
        DictionaryTree "dictionary-tree" [Inspector Warn] "the tree of a dictionary of a BNSH file is not the one that its keys make"
            "build the dictionary anew from its keys";
        MissingRelocation "missing-relocation" [Inspector Warn] "an offset in a BNSH file has no relocation"
            "add the offset to the relocation table";
        DuplicateRelocation "duplicate-relocation" [Inspector Warn] "an offset in a BNSH file is relocated more than once"
            "name the offset once in the relocation table";
        RelocationSection "relocation-section" [Inspector Warn] "an offset in a BNSH file does not lead into the section that its relocation belongs to"
            "put the relocation under the section that the offset leads into, or correct the offset";
        UnexpectedRelocation "unexpected-relocation" [Inspector Warn] "a relocation of a BNSH file is about a number that is not an offset"
            "remove the relocation";
        StringTable "string-table" [Inspector Warn] "the table of strings of a BNSH file lacks a string, or does not fill its block"
            "put all strings into the table, and correct its count and its size";
        MisalignedStructure "misaligned-structure" [Inspector Warn] "a structure of a BNSH file is not aligned"
            "align structures to 8 bytes, and the byte code to the alignment in the header";
    }
    brief {
        NothingToLink "nothing-to-link" [Linker Error] "no input makes a shader"
            "give a file that has instructions or declarations and no `.nodvle`; archives are only searched for names that other files use";
        EmptyInput "empty-input" [Linker Warn] "an input makes no shader, because it has no instruction and no declaration"
            "remove the input, mark it with `.nodvle`, or correct the condition that leaves its lines out";
        SeveralShaders "several-shaders" [Linker Error] "several files make shaders where there can be one (`-r`, `-e`)"
            "link the shaders one by one, or mark the files that make no shader with `.nodvle`";
        CannotCombine "cannot-combine" [Linker Error] "the inputs cannot be combined into one object (`-r`); the message says why"
            "link the inputs without `-r`, or give files with uniforms of their own to the last link as they are";
        UndefinedProcedure "undefined-procedure" [Linker Error] "a procedure is called that no input and no archive defines"
            "give the file or the library (`-l`) that defines it, or correct the name; case counts";
        UndefinedUniform "undefined-uniform" [Linker Error] "`.extern` names a uniform that no input declares for other files"
            "declare it in one of the inputs with `.fvec`, `.ivec` or `.bool`; uniforms of private files and of geometry shaders with parameters are not visible to other files";
        UndefinedConstant "undefined-constant" [Linker Error] "`.extern` names a constant that no input declares for other files"
            "declare it in one of the inputs with `.constf`, `.consti` or `.constfa`; constants of private files are not visible to other files";
        ExternMismatch "extern-mismatch" [Linker Error] "`.extern` and the declaration have different kinds or lengths"
            "give `.extern` the kind and the length of the declaration; `NAME[]` stands for any length";
        AmbiguousConstant "ambiguous-constant" [Linker Error] "`.extern` names a constant that is declared more than once"
            "rename all declarations but one, or keep them to their files with `.private`";
        ReservedRegister "reserved-register" [Linker Error] "a uniform is in a register that the console fills for a geometry shader"
            "let the linker choose the register, or choose one outside the vertices of `.gsh fixed` that is not `b15`";
        StaleIndex "stale-index" [Linker Error] "the index of an archive lists a name that its member does not define"
            "make the index again with `picaar s ARCHIVE`";
        MissingEntry "missing-entry" [Linker Error] "the entry procedure of a shader is not defined"
            "define `main`, name the entry procedure with `.entry` or `-e`, or mark a library with `.nodvle`";
        ProcedureTooLong "procedure-too-long" [Linker Error] "a called procedure has more than 255 words"
            "split it into procedures that it calls in turn; a procedure that is only an entry point may be longer";
        TargetOutOfReach "target-out-of-reach" [Linker Error] "a target lies after the 4096th word"
            "make the program shorter";
        UniformMismatch "uniform-mismatch" [Linker Error] "a uniform is declared with different kinds or lengths"
            "declare it in the same way in all files, or rename one; `.private` keeps a file's uniforms apart";
        ConflictingPins "conflicting-pins" [Linker Error] "two files choose different registers for one name"
            "choose the same register in all files, or choose it in one file only";
        OverlappingPins "overlapping-pins" [Linker Error] "two names choose overlapping registers in one file or shader"
            "move one of the two, or let the linker choose its register";
        RegistersUsedUp "registers-used-up" [Linker Error] "no registers are left for a uniform or constant"
            "put several numbers into one vector, shorten arrays, or remove unused declarations; `--map` shows the use of each register";
        RegisterOutOfRange "register-out-of-range" [Linker Error] "an index leads out of the register file"
            "lower the index, or choose a lower register for the array";
        TooManyDescriptors "too-many-descriptors" [Linker Error] "the program needs more than 128 operand descriptors"
            "use fewer combinations of masks, signs and swizzles; without `--compat` the linker makes the table as small as it can";
        TooManyMadDescriptors "too-many-mad-descriptors" [Linker Error] "`mad` and `madi` need more than 32 operand descriptors"
            "use fewer combinations of masks, signs and swizzles in `mad`, or use `mul` and `add`";
        ConflictingValues "conflicting-values" [Linker Warn, Linker "constants" Error] "two files give a register different values in one shader"
            "choose another register, or give it a name so that the linker places it";
        ConstantNotLoaded "constant-not-loaded" [Linker Warn] "with `--compat=picasso`, a shader reads a constant of another file"
            "link without `--compat=picasso`, or declare the constant in the shader's own file";
        ShadowedUniform "shadowed-uniform" [Linker Warn] "an input has the name of a uniform that the shader uses from another file"
            "rename the input or the uniform: programs find both by name";
        UnreadableObject "unreadable-object" [Linker Error, Programs Error] "an object is damaged or of another version"
            "make the object again from its source";

        CannotRead "cannot-read" [Programs Error] "a file cannot be read"
            "check the path and the permissions; the message gives the system's reason";
        CannotWrite "cannot-write" [Programs Error] "a file cannot be written"
            "check the folder, the permissions and the free space; the message gives the system's reason";
        OutputIsInput "output-is-input" [Programs Error] "an output would overwrite an input"
            "choose another name for the output";
        OutputTwice "output-twice" [Programs Error] "an output would overwrite another output"
            "choose another name for one of them";
        DependencyName "dependency-name" [Programs Error] "make and Ninja would read a name in a dependency file differently"
            "rename the file or folder: letters, digits, blanks and most punctuation are fine, but not quotes, `=`, `;`, `|`, `*`";
        MoreErrors "more-errors" [Programs Error] "there are more errors than `--error-limit` shows"
            "correct the errors that are shown, or show all with `--error-limit 0`";
        UnknownWarning "unknown-warning" [Programs Warn] "a comment allows a name that is unknown, or the name of an error"
            "correct the name; errors of the assembler and the linker cannot be allowed";
        UnreadableArchive "unreadable-archive" [Programs Error] "an archive is damaged or thin"
            "make the archive again; thin archives, which contain paths, are not supported";
        MissingLibrary "missing-library" [Programs Error] "the library of `-l` is in no folder of `-L`"
            "name its folder with `-L`, or the file with `-l :FILE` or as an input";
        WrongListEntry "wrong-list-entry" [Programs Error] "a list (`.shlist`) names another list"
            "put the entries of the other list into this one";
        InvalidVariations "invalid-variations" [Programs Error] "a file of variations (`.variants.toml`) cannot be read, or has a wrong key, number, value or exclusion"
            "correct it at the place of the message; cli/docs/variants.md describes the format";
        UselessDefine "useless-define" [Programs Warn] "a number is declared for sources, but no input is a source"
            "declare it where the sources are assembled: objects keep the numbers that they were assembled with";
        NotAnObject "not-an-object" [Archiver Error] "a file for an archive is not an object"
            "assemble it with picasm first: archives contain objects";
        DuplicateMember "duplicate-member" [Archiver Error] "two files for an archive have the same name"
            "rename one of the files: the last part of the path is the member's name";
        NoSuchMember "no-such-member" [Archiver Error] "no member of the archive has this name"
            "list the names with `picaar t ARCHIVE`";
        UnsafeMemberName "unsafe-member-name" [Archiver Error] "the name of a member is a path, or not a possible file name"
            "extract the other members by name; this one would be written outside the folder";
        NoSuchOperation "no-such-operation" [Archiver Error] "archives of this kind do not have this operation; the message lists those that they have"
            "choose one of these operations";
        WrongMember "wrong-member" [Archiver Error] "a file cannot replace the member of an archive"
            "see the message for what the member holds";
        FixedByteOrder "fixed-byte-order" [Archiver Error] "the byte order of a file cannot be converted"
            "see the message for the part that cannot be converted; only SHARCFB archives have either byte order";
        NoSymbolIndex "no-symbol-index" [Archiver Error] "the archive has no index"
            "make one with `picaar s ARCHIVE`";
        HiddenDefinition "hidden-definition" [Archiver Warn] "a member defines a procedure that an earlier member also defines; links use the earlier one"
            "rename one of the procedures, or put the wanted member first";
        NoSuchView "no-such-view" [Inspector Error] "files of this kind do not have this view; the message lists the views that they have"
            "choose one of these views; to inspect the member of an archive, extract it with `picaar x` first";
        NotASource "not-a-source" [Programs Error] "an input is an object or a shader binary where a source is needed"
            "give the source that it was made from; picald links objects";
        Unformatted "unformatted" [Formatter Error] "`picafmt --check` would change a source"
            "format it with `picafmt FILE`";
        UnknownKind "unknown-kind" [Inspector Error] "the first bytes of a file do not match any known kind; the message lists the kinds"
            "check that it is the intended file; picasm takes text";
        WrongChecksum "wrong-checksum" [Inspector Warn, Runner Warn] "the checksum of a DXBC container is not that of its bytes; Direct3D refuses such a container"
            "compile the shader again, or take the file from its source again: it was changed after it was compiled";
        BytesBehind "bytes-behind" [Inspector Warn] "a file is larger than its header states"
            "take the file from its source again; the bytes behind its end are kept";
        UnknownStage "unknown-stage" [Inspector Warn] "a binary of a SHARCFB archive is not a vertex, pixel or geometry shader"
            "see the message for its type; the byte order of the archive cannot be converted";
        MisplacedStage "misplaced-stage" [Inspector Warn] "a binary of a SHARCFB archive has another stage than its place in the variation"
            "write the binaries in the order vertex, pixel, geometry; the console requires this";
        ScatteredTables "scattered-tables" [Inspector Warn] "the tables of a shader in a SHARCFB archive are not directly behind its structure, where the console converts them"
            "write the shader again with its tables behind the structure, without gaps";
        LoopVariables "loop-variables" [Inspector Warn] "a shader of a little-endian SHARCFB archive has loop variables, which the console always reads as big endian"
            "convert the archive with `picaar --byte-order=big`";
        MissingStage "missing-stage" [Inspector Warn] "a program of a SHARCFB archive lacks the vertex or the pixel shader, with which the console does not work"
            "give the program both shaders";
        ProgramRanges "program-ranges" [Inspector Warn] "the binaries of the programs of a SHARCFB archive do not follow each other, or do not fill the archive"
            "write the programs in the order of their binaries; the console requires this";
        EmptyValue "empty-value" [Inspector Warn] "a value or the id of a macro in a SHARCFB archive is empty, behind a NUL, or of another length than stated"
            "write a text such as `0` for the value; the console skips NULs and reads the next text";
        NoDefaultValue "no-default-value" [Inspector Warn] "a macro of a SHARCFB archive has no default among its values"
            "give the macro a default; without one its first value is taken";
        VariationFlags "variation-flags" [Inspector Warn] "a symbol of a SHARCFB archive does not have a flag for each variation"
            "write as many flags as the program has variations";
        MacroLimit "macro-limit" [Inspector Warn] "a program of a SHARCFB archive has more than 1024 macros, or a macro more than 1024 values"
            "divide the program; the console takes no more";
        NoSuchVariation "no-such-variation" [Inspector Error] "an archive has no such program, or the program no such macro or value; the message lists those that there are"
            "choose one of the names in the message";
        NewerShaderModel "newer-shader-model" [Inspector Error, Runner Error] "the program of a DXBC container is one of shader model 6, which is LLVM bit code; the other chunks are still shown"
            "compile the shader for a model from 4.0 to 5.1 to see its program";
        UnknownVersion "unknown-version" [Inspector Warn] "a file has a version of its format of which no files are known, so that what is shown may be wrong"
            "compare what is shown with what the program that wrote the file says";
        DamagedFile "damaged-file" [Inspector Error, Runner Error, Archiver Error] "a header or table of a file cannot be read; the other parts are still shown"
            "make the file again; a damaged file does not run";
        BrokenEncoding "broken-encoding" [Inspector Error, Runner Error] "the base64 text of a shader binary breaks off; the message has the line"
            "take the file from its source again, or mend the text in that line";
        SeveralFilesInside "several-files-inside" [Inspector Error, Runner Error] "a file wraps several shader binaries, and one is needed"
            "choose one with `--shader-file N`, or `shader-file = N` in a test file; picadump lists them";
        NoSuchFileInside "no-such-file-inside" [Inspector Error, Runner Error] "a file does not wrap a shader binary of this number, or none at all"
            "list the shader binaries in the file with `picadump FILE`";
        NoLineTable "no-line-table" [Inspector Error] "the file has no line table"
            "link with `-g` and without `-s`";
        IncompleteSources "incomplete-sources" [Inspector Warn] "a disassembly does not reproduce the file exactly; the message says why"
            "see the message for the loss; the sources behave the same where they can";
        CannotDisassemble "cannot-disassemble" [Inspector Error] "no source text can express the file; the message says why"
            "see the message for the part that no source can express";
        CannotCompare "cannot-compare" [Inspector Error] "two files cannot be compared; the message says why"
            "give two readable files of the same kind";
        CannotCheck "cannot-check" [Inspector Error] "the file to check is not a linked shader binary"
            "link it with picald, which also checks it";
        SeveralSources "several-sources" [Inspector Error] "a disassembly makes several sources, but `-o` names one file"
            "name a folder, with a slash at its end";
        NoSuchShader "no-such-shader" [Runner Error] "the file does not have this shader"
            "list the shaders and their entry points with `picadump FILE`";
        CannotRun "cannot-run" [Runner Error] "a DXBC container has no vertex or pixel shader of the models 4.0 to 5.0, or one whose code cannot run; the message says why"
            "compile the shader for one of these models; `picadump FILE` shows what the container has";
        CannotSet "cannot-set" [Runner Error] "a value is for an unknown input or uniform, or there are too many values"
            "list the inputs and uniforms and their lengths with `picadump FILE`";
        UnreadableValues "unreadable-values" [Runner Error] "a file of values is not TOML, or has no rows for the name, or no vertices"
            "correct the file at the place of the message; TESTS.md describes the format";
        LinkedAlready "linked-already" [Runner Error] "a shader binary to run is given together with other files"
            "give the binary alone, or the objects that it was linked from";
        CannotFeed "cannot-feed" [Runner Error] "vertices are given without a geometry shader, or do not form its primitives; the message says why"
            "give as many vertices as the message says, or use the inputs of a vertex shader";
        IncompletePrimitive "incomplete-primitive" [Runner Warn] "the vertices after the last primitive do not form another one"
            "give more vertices, or leave out the last ones";
        UnreadableTest "unreadable-test" [Runner Error] "a test file is not UTF-8, not TOML, or larger than 2 MiB"
            "save it as UTF-8, and correct it at the place of the message; TESTS.md describes the format";
        InvalidTest "invalid-test" [Runner Error] "a test file has a wrong key, type, case or choice of shader; the message says which"
            "correct it at the place of the message; TESTS.md lists all keys";
        CannotExpect "cannot-expect" [Runner Error] "an expectation does not fit the shader: it has no such output, or other components"
            "name an output of the shader and as many components as it has; `picadump FILE` lists them";
        NoSuchCase "no-such-case" [Runner Error] "the name of no case contains the text of `--filter`"
            "give a part of a case's name; `picarun --test` without `--filter` shows all";
        ShaderFault "shader-fault" [Runner Error] "a running shader leaves the code, reaches a word that cannot be executed, or uses up its budget"
            "follow its path with `picarun --trace`; `--budget` sets the limit that stops endless loops";
        InvalidBuild "invalid-build" [Build Error] "a build asks for something impossible; the message says why"
            "correct the build script; the message says what is possible";
        VariantsAlike "variants-alike" [Build Warn] "one of the numbers of a build with variants changes no shader"
            "leave the number out, or use it in the sources with `.ifdef` or `.if`";
        UnwritableObject "unwritable-object" [Programs Error] "an object does not fit into a file"
            "see the message for the part that the format cannot hold, often too many names";
        UnwritableArchive "unwritable-archive" [Archiver Error] "an archive does not fit into a file"
            "see the message for the part that the format cannot hold";
        UnwritableBinary "unwritable-binary" [Programs Error] "a shader binary does not fit into a file"
            "see the message for the part that the format cannot hold";
    }
}
