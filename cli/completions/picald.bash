_picald() {
    local i cur prev opts cmd
    COMPREPLY=()
    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
        cur="$2"
    else
        cur="${COMP_WORDS[COMP_CWORD]}"
    fi
    prev="$3"
    cmd=""
    opts=""

    for i in "${COMP_WORDS[@]:0:COMP_CWORD}"
    do
        case "${cmd},${i}" in
            ",$1")
                cmd="picald"
                ;;
            *)
                ;;
        esac
    done

    case "${cmd}" in
        picald)
            opts="-l -L -o -e -r -g -s -a -n -I -A -W -D -j -h -V --project --stdin-name --library --library-path --output --header --rust --cpp --c --entry --relocatable --split --compat --debug --strip --listing --gc-sections --no-gc-sections --icf --no-icf --merge-constants --no-merge-constants --pad-constants --no-pad-constants --print-gc-sections --map --map-json --no-nop --no-pseudo --include-path --dialect --geometry --map-output --ignore-output --shader-entry --vertex-id --fix-depth --fast-round --matrix-columns --float-uniform --loop-uniform --array-length --strict-math --lang --hlsl-compiler --hlsl-entry --hlsl-profile --dependencies --write-dependencies --dependency-file --dependency-target --phony-dependencies --explain --define --allow --warn --deny --jobs --remap-path-prefix --error-format --color --error-limit --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 1 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --project)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --stdin-name)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --library)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -l)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --library-path)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -L)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --header)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rust)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cpp)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --c)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --entry)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -e)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --compat)
                    COMPREPLY=($(compgen -W "picasso" -- "${cur}"))
                    return 0
                    ;;
                --listing)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -a)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --map)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --map-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --include-path)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -I)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --dialect)
                    COMPREPLY=($(compgen -W "nihstro aemstro auto" -- "${cur}"))
                    return 0
                    ;;
                --map-output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --ignore-output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --shader-entry)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --vertex-id)
                    COMPREPLY=($(compgen -W "attribute" -- "${cur}"))
                    return 0
                    ;;
                --matrix-columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --float-uniform)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --loop-uniform)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --array-length)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --lang)
                    COMPREPLY=($(compgen -W "assembly direct3d hlsl wgsl glsl spirv" -- "${cur}"))
                    return 0
                    ;;
                --hlsl-compiler)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hlsl-entry)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hlsl-profile)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --dependency-file)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --dependency-target)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --explain)
                    COMPREPLY=($(compgen -W "invalid-text source-too-large syntax missing-comma invalid-marker unknown-directive unknown-instruction unknown-name pseudo-instruction unknown-label unknown-procedure visibility-conflict unknown-property unnamed-property duplicate-name duplicate-label duplicate-procedure reserved-name shadowed-name register-range wrong-register invalid-destination invalid-source invalid-operand operand-count immediate invalid-swizzle mask-order invalid-index index-beyond-array loop-beyond-array invalid-relative two-inputs two-uniforms invalid-condition invalid-comparison unknown-function argument-count division-by-zero undefined-result invalid-number number-range float-overflow component-count invalid-boolean array-length invalid-extern pinned-overlap space-used-up value-conflict value-set-twice output-overlap output-range geometry-order geometry-parameters geometry-array-overlap geometry-only implicit-geometry invalid-emit outside-procedure nested-procedure unclosed-block unexpected-end unexpected-else outside-loop break-in-if consecutive-mova padding-nop-required block-too-long beyond-code missing-descriptor unexpected-descriptor code-too-long assertion-failed user-error user-warning cannot-include include-cycle expansion-depth expansion-too-large unclosed-conditional unexpected-conditional unclosed-body unexpected-body-end duplicate-macro invalid-macro macro-arguments too-many-errors too-many-warnings too-many-names invalid-allow unused-uniform unused-constant unused-input unused-alias unused-number unused-extern unused-label shared-register unreachable-code unused-value shifted-swizzle bare-integer differs-from-picasso read-as-picasso lost-precision nothing-to-link empty-input several-shaders cannot-combine undefined-procedure undefined-uniform undefined-constant extern-mismatch ambiguous-constant reserved-register stale-index missing-entry procedure-too-long target-out-of-reach uniform-mismatch conflicting-pins conflicting-fields overlapping-pins registers-used-up register-out-of-range too-many-descriptors too-many-mad-descriptors conflicting-values constant-not-loaded shadowed-uniform unreadable-object missing-end target-outside-code empty-call recursion call-depth if-depth loop-depth lost-branch lost-end jump-to-end jump-out endless-loop jump-into-block jump-between-procedures count-too-long vertex-code-too-far emit-in-vertex-shader unknown-opcode no-descriptor unset-address unset-flags loop-counter-outside-loop unset-temporary unwritten-output output-written-twice stale-output no-primitive emit-without-setemit unset-vertex undeclared-output no-output no-position duplicate-property property-register output-register too-many-outputs merged-outputs hidden-output no-vertices constant-register constant-value too-many-constants duplicate-uniform uniform-register shader-kind oversized-code oversized-descriptors unchecked-paths comment-invalid procedure-signature procedure-entry-point too-many-across-call source-invalid unfit-define front-end-panic not-a-vertex-shader unsupported-operation bits-reinterpreted indexed-temporaries integer-too-large too-many-temporaries too-many-uniforms too-many-inputs no-such-output ambiguous-output system-value-input nesting-too-deep integer-range uniform-default-ignored unbounded-index output-incomplete output-without-effect uint-subtraction unmatched-option approximation glsl-rewritten literal-rounded other-dialect old-declaration unknown-dialect entry-elsewhere dph-without-w scalar-selector mova-without-mask cut-operand labels-too-low dialect-quirk dialect-number without-table-entry copied-code dropped-word skipped-line shader-number two-shaders no-such-register no-such-descriptor descriptor-number uniform-kind alias-below-use alias-range alias-of-temporary output-without-property constant-form name-taken index-leaves-kind index-without-effect beyond-mask letter-count uniform-placement vertex-number call-range flag-without-letter not-in-dialect missing-label crossing-bodies property-overlap shared-jump jump-to-range-end renamed-entry wrong-bank cannot-read cannot-write output-is-input output-twice dependency-name more-errors unknown-warning unreadable-archive missing-library wrong-list-entry invalid-variations invalid-project useless-define not-a-source no-hlsl-compiler hlsl-error hlsl-warning unwritable-object unwritable-binary not-an-object duplicate-member no-such-member unsafe-member-name no-such-operation wrong-member invalid-description fixed-byte-order no-symbol-index hidden-definition unwritable-archive unformatted dictionary-search dictionary-tree missing-relocation duplicate-relocation relocation-section unexpected-relocation string-table misaligned-structure no-such-view unknown-kind wrong-checksum bytes-behind unknown-stage misplaced-stage scattered-tables loop-variables missing-stage program-ranges empty-value no-default-value variation-flags macro-limit no-such-variation newer-shader-model unsigned-container inconsistent-container unexpected-value other-version unknown-version damaged-file broken-encoding several-files-inside no-such-file-inside no-line-table unreadable-profile incomplete-sources cannot-disassemble cannot-compare cannot-check several-sources no-such-shader cannot-run cannot-set unreadable-values linked-already cannot-feed incomplete-primitive unreadable-test invalid-test cannot-expect no-such-case unreadable-scene invalid-scene unreadable-model unreadable-picture cannot-render picture-differs translation-differs shader-fault invalid-build variants-alike unused" -- "${cur}"))
                    return 0
                    ;;
                --define)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --allow)
                    COMPREPLY=($(compgen -W "unnamed-property shadowed-name mask-order index-beyond-array loop-beyond-array two-inputs float-overflow value-set-twice output-overlap geometry-array-overlap implicit-geometry break-in-if consecutive-mova padding-nop-required user-warning too-many-warnings invalid-allow unused-uniform unused-constant unused-input unused-alias unused-number unused-extern unused-label shared-register unreachable-code unused-value shifted-swizzle bare-integer differs-from-picasso read-as-picasso lost-precision empty-input conflicting-values constant-not-loaded shadowed-uniform missing-end target-outside-code empty-call recursion call-depth if-depth loop-depth lost-branch lost-end jump-to-end jump-out endless-loop jump-into-block jump-between-procedures count-too-long vertex-code-too-far emit-in-vertex-shader unknown-opcode no-descriptor unset-address unset-flags loop-counter-outside-loop unset-temporary unwritten-output output-written-twice stale-output no-primitive emit-without-setemit unset-vertex undeclared-output no-output no-position duplicate-property property-register output-register too-many-outputs merged-outputs hidden-output no-vertices constant-register constant-value too-many-constants duplicate-uniform uniform-register shader-kind oversized-code oversized-descriptors unchecked-paths integer-range uniform-default-ignored unbounded-index output-incomplete output-without-effect uint-subtraction unmatched-option approximation glsl-rewritten literal-rounded entry-elsewhere dph-without-w scalar-selector mova-without-mask cut-operand labels-too-low dialect-quirk dialect-number without-table-entry copied-code dropped-word skipped-line shader-number jump-to-range-end renamed-entry unknown-warning useless-define hlsl-warning hidden-definition dictionary-search dictionary-tree missing-relocation duplicate-relocation relocation-section unexpected-relocation string-table misaligned-structure wrong-checksum bytes-behind unknown-stage misplaced-stage scattered-tables loop-variables missing-stage program-ranges empty-value no-default-value variation-flags macro-limit unsigned-container inconsistent-container unexpected-value other-version unknown-version incomplete-sources incomplete-primitive variants-alike warnings unused" -- "${cur}"))
                    return 0
                    ;;
                -A)
                    COMPREPLY=($(compgen -W "unnamed-property shadowed-name mask-order index-beyond-array loop-beyond-array two-inputs float-overflow value-set-twice output-overlap geometry-array-overlap implicit-geometry break-in-if consecutive-mova padding-nop-required user-warning too-many-warnings invalid-allow unused-uniform unused-constant unused-input unused-alias unused-number unused-extern unused-label shared-register unreachable-code unused-value shifted-swizzle bare-integer differs-from-picasso read-as-picasso lost-precision empty-input conflicting-values constant-not-loaded shadowed-uniform missing-end target-outside-code empty-call recursion call-depth if-depth loop-depth lost-branch lost-end jump-to-end jump-out endless-loop jump-into-block jump-between-procedures count-too-long vertex-code-too-far emit-in-vertex-shader unknown-opcode no-descriptor unset-address unset-flags loop-counter-outside-loop unset-temporary unwritten-output output-written-twice stale-output no-primitive emit-without-setemit unset-vertex undeclared-output no-output no-position duplicate-property property-register output-register too-many-outputs merged-outputs hidden-output no-vertices constant-register constant-value too-many-constants duplicate-uniform uniform-register shader-kind oversized-code oversized-descriptors unchecked-paths integer-range uniform-default-ignored unbounded-index output-incomplete output-without-effect uint-subtraction unmatched-option approximation glsl-rewritten literal-rounded entry-elsewhere dph-without-w scalar-selector mova-without-mask cut-operand labels-too-low dialect-quirk dialect-number without-table-entry copied-code dropped-word skipped-line shader-number jump-to-range-end renamed-entry unknown-warning useless-define hlsl-warning hidden-definition dictionary-search dictionary-tree missing-relocation duplicate-relocation relocation-section unexpected-relocation string-table misaligned-structure wrong-checksum bytes-behind unknown-stage misplaced-stage scattered-tables loop-variables missing-stage program-ranges empty-value no-default-value variation-flags macro-limit unsigned-container inconsistent-container unexpected-value other-version unknown-version incomplete-sources incomplete-primitive variants-alike warnings unused" -- "${cur}"))
                    return 0
                    ;;
                --warn)
                    COMPREPLY=($(compgen -W "unnamed-property shadowed-name mask-order index-beyond-array loop-beyond-array two-inputs float-overflow value-set-twice output-overlap geometry-array-overlap implicit-geometry break-in-if consecutive-mova padding-nop-required user-warning too-many-warnings invalid-allow unused-uniform unused-constant unused-input unused-alias unused-number unused-extern unused-label shared-register unreachable-code unused-value shifted-swizzle bare-integer differs-from-picasso read-as-picasso lost-precision empty-input conflicting-values constant-not-loaded shadowed-uniform missing-end target-outside-code empty-call recursion call-depth if-depth loop-depth lost-branch lost-end jump-to-end jump-out endless-loop jump-into-block jump-between-procedures count-too-long vertex-code-too-far emit-in-vertex-shader unknown-opcode no-descriptor unset-address unset-flags loop-counter-outside-loop unset-temporary unwritten-output output-written-twice stale-output no-primitive emit-without-setemit unset-vertex undeclared-output no-output no-position duplicate-property property-register output-register too-many-outputs merged-outputs hidden-output no-vertices constant-register constant-value too-many-constants duplicate-uniform uniform-register shader-kind oversized-code oversized-descriptors unchecked-paths integer-range uniform-default-ignored unbounded-index output-incomplete output-without-effect uint-subtraction unmatched-option approximation glsl-rewritten literal-rounded entry-elsewhere dph-without-w scalar-selector mova-without-mask cut-operand labels-too-low dialect-quirk dialect-number without-table-entry copied-code dropped-word skipped-line shader-number jump-to-range-end renamed-entry unknown-warning useless-define hlsl-warning hidden-definition dictionary-search dictionary-tree missing-relocation duplicate-relocation relocation-section unexpected-relocation string-table misaligned-structure wrong-checksum bytes-behind unknown-stage misplaced-stage scattered-tables loop-variables missing-stage program-ranges empty-value no-default-value variation-flags macro-limit unsigned-container inconsistent-container unexpected-value other-version unknown-version incomplete-sources incomplete-primitive variants-alike warnings unused" -- "${cur}"))
                    return 0
                    ;;
                -W)
                    COMPREPLY=($(compgen -W "unnamed-property shadowed-name mask-order index-beyond-array loop-beyond-array two-inputs float-overflow value-set-twice output-overlap geometry-array-overlap implicit-geometry break-in-if consecutive-mova padding-nop-required user-warning too-many-warnings invalid-allow unused-uniform unused-constant unused-input unused-alias unused-number unused-extern unused-label shared-register unreachable-code unused-value shifted-swizzle bare-integer differs-from-picasso read-as-picasso lost-precision empty-input conflicting-values constant-not-loaded shadowed-uniform missing-end target-outside-code empty-call recursion call-depth if-depth loop-depth lost-branch lost-end jump-to-end jump-out endless-loop jump-into-block jump-between-procedures count-too-long vertex-code-too-far emit-in-vertex-shader unknown-opcode no-descriptor unset-address unset-flags loop-counter-outside-loop unset-temporary unwritten-output output-written-twice stale-output no-primitive emit-without-setemit unset-vertex undeclared-output no-output no-position duplicate-property property-register output-register too-many-outputs merged-outputs hidden-output no-vertices constant-register constant-value too-many-constants duplicate-uniform uniform-register shader-kind oversized-code oversized-descriptors unchecked-paths integer-range uniform-default-ignored unbounded-index output-incomplete output-without-effect uint-subtraction unmatched-option approximation glsl-rewritten literal-rounded entry-elsewhere dph-without-w scalar-selector mova-without-mask cut-operand labels-too-low dialect-quirk dialect-number without-table-entry copied-code dropped-word skipped-line shader-number jump-to-range-end renamed-entry unknown-warning useless-define hlsl-warning hidden-definition dictionary-search dictionary-tree missing-relocation duplicate-relocation relocation-section unexpected-relocation string-table misaligned-structure wrong-checksum bytes-behind unknown-stage misplaced-stage scattered-tables loop-variables missing-stage program-ranges empty-value no-default-value variation-flags macro-limit unsigned-container inconsistent-container unexpected-value other-version unknown-version incomplete-sources incomplete-primitive variants-alike warnings unused" -- "${cur}"))
                    return 0
                    ;;
                --deny)
                    COMPREPLY=($(compgen -W "unnamed-property shadowed-name mask-order index-beyond-array loop-beyond-array two-inputs float-overflow value-set-twice output-overlap geometry-array-overlap implicit-geometry break-in-if consecutive-mova padding-nop-required user-warning too-many-warnings invalid-allow unused-uniform unused-constant unused-input unused-alias unused-number unused-extern unused-label shared-register unreachable-code unused-value shifted-swizzle bare-integer differs-from-picasso read-as-picasso lost-precision empty-input conflicting-values constant-not-loaded shadowed-uniform missing-end target-outside-code empty-call recursion call-depth if-depth loop-depth lost-branch lost-end jump-to-end jump-out endless-loop jump-into-block jump-between-procedures count-too-long vertex-code-too-far emit-in-vertex-shader unknown-opcode no-descriptor unset-address unset-flags loop-counter-outside-loop unset-temporary unwritten-output output-written-twice stale-output no-primitive emit-without-setemit unset-vertex undeclared-output no-output no-position duplicate-property property-register output-register too-many-outputs merged-outputs hidden-output no-vertices constant-register constant-value too-many-constants duplicate-uniform uniform-register shader-kind oversized-code oversized-descriptors unchecked-paths integer-range uniform-default-ignored unbounded-index output-incomplete output-without-effect uint-subtraction unmatched-option approximation glsl-rewritten literal-rounded entry-elsewhere dph-without-w scalar-selector mova-without-mask cut-operand labels-too-low dialect-quirk dialect-number without-table-entry copied-code dropped-word skipped-line shader-number jump-to-range-end renamed-entry unknown-warning useless-define hlsl-warning hidden-definition dictionary-search dictionary-tree missing-relocation duplicate-relocation relocation-section unexpected-relocation string-table misaligned-structure wrong-checksum bytes-behind unknown-stage misplaced-stage scattered-tables loop-variables missing-stage program-ranges empty-value no-default-value variation-flags macro-limit unsigned-container inconsistent-container unexpected-value other-version unknown-version incomplete-sources incomplete-primitive variants-alike warnings unused" -- "${cur}"))
                    return 0
                    ;;
                -D)
                    COMPREPLY=($(compgen -W "unnamed-property shadowed-name mask-order index-beyond-array loop-beyond-array two-inputs float-overflow value-set-twice output-overlap geometry-array-overlap implicit-geometry break-in-if consecutive-mova padding-nop-required user-warning too-many-warnings invalid-allow unused-uniform unused-constant unused-input unused-alias unused-number unused-extern unused-label shared-register unreachable-code unused-value shifted-swizzle bare-integer differs-from-picasso read-as-picasso lost-precision empty-input conflicting-values constant-not-loaded shadowed-uniform missing-end target-outside-code empty-call recursion call-depth if-depth loop-depth lost-branch lost-end jump-to-end jump-out endless-loop jump-into-block jump-between-procedures count-too-long vertex-code-too-far emit-in-vertex-shader unknown-opcode no-descriptor unset-address unset-flags loop-counter-outside-loop unset-temporary unwritten-output output-written-twice stale-output no-primitive emit-without-setemit unset-vertex undeclared-output no-output no-position duplicate-property property-register output-register too-many-outputs merged-outputs hidden-output no-vertices constant-register constant-value too-many-constants duplicate-uniform uniform-register shader-kind oversized-code oversized-descriptors unchecked-paths integer-range uniform-default-ignored unbounded-index output-incomplete output-without-effect uint-subtraction unmatched-option approximation glsl-rewritten literal-rounded entry-elsewhere dph-without-w scalar-selector mova-without-mask cut-operand labels-too-low dialect-quirk dialect-number without-table-entry copied-code dropped-word skipped-line shader-number jump-to-range-end renamed-entry unknown-warning useless-define hlsl-warning hidden-definition dictionary-search dictionary-tree missing-relocation duplicate-relocation relocation-section unexpected-relocation string-table misaligned-structure wrong-checksum bytes-behind unknown-stage misplaced-stage scattered-tables loop-variables missing-stage program-ranges empty-value no-default-value variation-flags macro-limit unsigned-container inconsistent-container unexpected-value other-version unknown-version incomplete-sources incomplete-primitive variants-alike warnings unused" -- "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --remap-path-prefix)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --error-format)
                    COMPREPLY=($(compgen -W "human short json github sarif" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --error-limit)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
    esac
}

if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -F _picald -o nosort -o bashdefault -o default picald
else
    complete -F _picald -o bashdefault -o default picald
fi
