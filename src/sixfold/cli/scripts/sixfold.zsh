#compdef sixfold
_sixfold() {
    local line="${(j: :)words[1,CURRENT-1]} $QIPREFIX$PREFIX" found
    local -a plain open
    for found in "${(@f)$(sixfold complete zsh -- "$line" 2>/dev/null)}"; do
        case $found in
            '') ;;
            :files) compset -P '--*='; _files ;;
            *=:*) open+=("$found") ;;
            *) plain+=("$found") ;;
        esac
    done
    (( $#plain )) && _describe 'word' plain
    (( $#open )) && _describe 'word' open -S ''
}
compdef _sixfold sixfold
