_picac() {
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
                cmd="picac"
                ;;
            *)
                ;;
        esac
    done

    case "${cmd}" in
        picac)
            opts="-o -g -A -W -D -j -h -V --stdin-name --output --emit --header --rust --cpp --c --debug --map-output --ignore-output --shader-entry --vertex-id --fix-depth --fast-round --matrix-columns --float-uniform --loop-uniform --strict-math --lang --hlsl-compiler --hlsl-entry --hlsl-profile --dependencies --write-dependencies --dependency-file --dependency-target --phony-dependencies --explain --allow --warn --deny --jobs --remap-path-prefix --error-format --color --error-limit --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 1 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --stdin-name)
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
                --emit)
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
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --allow)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -A)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --warn)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -W)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --deny)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -D)
                    COMPREPLY=($(compgen -f "${cur}"))
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
                    COMPREPLY=($(compgen -W "human short json" -- "${cur}"))
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
    complete -F _picac -o nosort -o bashdefault -o default picac
else
    complete -F _picac -o bashdefault -o default picac
fi
