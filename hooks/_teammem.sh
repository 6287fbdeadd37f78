# shellcheck shell=sh disable=SC2154 # `hook` and `role` are set by the shim that reads this file
# teammem hook shim, version 1: what all shims next to this file share. POSIX sh.
#
# Runs teammem's gate, then the hook that stood here before (`<hook>.teammem-chained`), both with
# git's arguments and standard input. Without teammem, refuses only what touches a team root.
# `sh _teammem.sh remove` takes installed shims out again and needs no Python.

# `teammem init` writes the absolute path of its interpreter between the quotes.
python=''

case $0 in */*) here=${0%/*} ;; *) here=. ;; esac

say() {
    printf 'teammem: %s\n' "$*" >&2
}

# Runs a command with the standard input that git gave to the hook.
feed() {
    if [ -n "$input" ]; then
        printf '%s\n' "$input" | "$@"
    else
        "$@" </dev/null
    fi
}

# Runs the gate; 127 where there is none. -I keeps the working directory and PYTHON* variables
# from putting other code in its place.
gate() {
    if [ -x "$python" ]; then
        feed "$python" -I -m teammem.gate "$@"
        status=$?
        # A refusal and a package that is gone both end with 1; only a failure pays for asking.
        if [ "$status" -eq 0 ] || "$python" -I -c 'import teammem.gate' </dev/null 2>/dev/null; then
            return "$status"
        fi
    fi
    command -v teammem-hook >/dev/null || return 127
    feed teammem-hook "$@"
}

# Quoted names keep the output one path a line.
names() {
    command git -c core.quotePath=true -c diff.relative=false "$@" \
        --name-only --no-renames --ignore-submodules=none
}

# Prints the paths that commits change: $1 is the tip, the rest bounds what is known already.
commits() {
    command git rev-parse --quiet --verify "$1^{commit}" >/dev/null || return 1
    new=$(command git rev-list "$@") || return 1
    [ -z "$new" ] || printf '%s\n' "$new" | names diff-tree --stdin --no-commit-id --root -m -r
}

# Prints every path that the operation changes; fails where git cannot tell.
changes() {
    export GIT_NO_REPLACE_OBJECTS=1 GIT_GRAFT_FILE=/dev/null/none # neither may show another tree
    case $hook in
        pre-push)
            printf '%s\n' "$input" | while read -r _ new _ old; do
                case $new in *[!0]*) ;; *) continue ;; esac
                if command git cat-file -e "$old^{commit}" 2>/dev/null; then
                    commits "$new" --not "$old" || exit 1
                else
                    commits "$new" || exit 1
                fi
            done
            ;;
        pre-receive)
            printf '%s\n' "$input" | while read -r _ new _; do
                case $new in *[!0]*) ;; *) continue ;; esac
                commits "$new" --not --all || exit 1
            done
            ;;
        *) names diff --cached --no-ext-diff ;;
    esac
}

# Knows every spelling that a file system takes for a root's name: an invisible character inside
# (escapes of quoted names are dropped), other case, 8.3 aliases, NTFS streams.
touches_root() {
    end='[. ]*(:[^/\\]*)?([/\\]|$)'
    top="(\\.teammem|te(amme|[0-9a-f]{4})~[0-9]+)$end"
    qwen="(\\.qwen|qwen~[0-9]+|qw[0-9a-f]{4}~[0-9]+)$end+(team-memory|te(am-m|[0-9a-f]{4})~[0-9]+)$end"
    LC_ALL=C sed 's/\\[0-7][0-7][0-7]//g; s/"//g' | LC_ALL=C grep -qiE "(^|[/\\\\])($top|$qwen)"
}

removal() {
    folder=$(CDPATH='' cd -- "$here" && pwd | sed "s/'/'\\\\''/g")
    if [ -n "$python" ]; then
        printf "sh '%s/_teammem.sh' remove" "$folder"
    elif command git config --get core.hooksPath >/dev/null; then
        printf 'git config --unset core.hooksPath'
    else
        printf "rm '%s/%s'" "$folder" "$hook"
    fi
}

# Decides without teammem: 0 where no team root is touched.
missing() {
    if paths=$(changes) && ! printf '%s\n' "$paths" | touches_root; then
        return 0
    fi
    say 'refused: this touches the team memory, and teammem is not there to judge it'
    say 'to install it again:   uvx git-teammem init'
    say "to take the hooks out: $(removal)"
    return 1
}

remove() {
    if [ -z "$python" ] || [ "$1" != remove ]; then
        say 'usage: sh _teammem.sh remove (of installed hooks; these sources stay)'
        exit 2
    fi
    for name in pre-commit pre-merge-commit prepare-commit-msg commit-msg pre-push pre-receive \
        post-merge post-rewrite; do
        for file in "$here/$name" "$here/$name.legacy"; do
            LC_ALL=C grep -q '^# teammem hook shim, version ' "$file" 2>/dev/null || continue
            rm -f -- "$file"
            [ ! -e "$here/$name.teammem-chained" ] || mv -f -- "$here/$name.teammem-chained" "$file"
        done
    done
    rm -f -- "$here/_teammem.sh"
    exit 0
}

case $0 in */_teammem.sh | _teammem.sh) remove "${1-}" ;; esac

case $hook in
    pre-push | pre-receive | post-rewrite) input=$(cat) ;;
    *) input='' ;;
esac

# shellcheck disable=SC2086 # a role may be two words
gate $role "$@"
status=$?
case $hook:$status in
    post-*) status=0 ;;
    *:126 | *:127) missing && status=0 || exit 1 ;;
    *:0) ;;
    *) exit "$status" ;;
esac

# The hook that was moved aside may be a link to this very shim.
if [ -x "$here/$hook.teammem-chained" ] && [ "$0" != "$here/$hook.teammem-chained" ]; then
    feed "$here/$hook.teammem-chained" "$@"
    status=$?
fi
exit "$status"
