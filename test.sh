#!/usr/bin/env bash
# Runs all tests of Gale, or those of some modules. `./test.sh --help` says how.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: ./test.sh [--long] [--all-pairs] [module...]

Builds and runs `mvn verify`: unit tests, integration tests, architecture tests and the checks of the build.
The unit tests run a second time on a newer JDK when this machine has one.

  --long       also run the cases that take minutes, in full length (-Dgale.test.long=true)
  --all-pairs  then run the tests of faults in a cluster once more for each other pair of metadata store and transport
  module       only these modules, such as spi or adapter-memory, and what they are built from

GALE_NEWER_JDK=<home of a JDK> chooses the newer JDK; GALE_NEWER_JDK=none leaves the second run out.
The exit code is Maven's: 0 when everything passed. Wrong arguments: 2.
TEXT
}

cd -P "$(dirname "${BASH_SOURCE[0]}")"

maven=(-B -ntp)
modules=()
pairs=()
for argument in "$@"; do
    case $argument in
        -h | --help) usage; exit 0 ;;
        --long) maven+=(-Dgale.test.long=true) ;;
        --all-pairs) pairs=(etcd-netty zookeeper-aeron etcd-aeron) ;;
        -*) echo "test.sh: unknown option $argument (see ./test.sh --help)" >&2; exit 2 ;;
        *)
            module=${argument%/}
            if ! grep -q "<module>$module</module>" pom.xml; then
                echo "test.sh: no module $module; there are $(sed -n 's:.*<module>\(.*\)</module>.*:\1:p' pom.xml | paste -sd ' ')" >&2
                exit 2
            fi
            modules+=("$module") ;;
    esac
done
if [ ${#modules[@]} -gt 0 ]; then
    if [ ${#pairs[@]} -gt 0 ]; then
        echo "test.sh: --all-pairs runs tests of distribution, so it takes no modules" >&2
        exit 2
    fi
    maven+=(-pl "$(IFS=,; echo "${modules[*]}")" -am)
fi

. .ci/java.sh
. .ci/lock.sh
.ci/prepare --tests

# The feature version of the JDK whose home is given: 17, 25; 0 when there is none.
feature_version() {
    local version=
    [ -x "$1/bin/java" ] && [ -r "$1/release" ] && version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
    echo "${version:-0}"
}

own_home=$("$java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java.home = //p')
own=$(feature_version "$own_home")
newer_home=
newer=$own
if [ "${GALE_NEWER_JDK:-}" = none ]; then
    echo "test.sh: no second run on a newer JDK, as GALE_NEWER_JDK says"
else
    for home in ${GALE_NEWER_JDK:-/usr/lib/jvm/*/ /opt/*jdk*/ "$HOME"/.sdkman/candidates/java/*/}; do
        version=$(feature_version "${home%/}")
        if [ "$version" -gt "$newer" ]; then
            newer=$version
            newer_home=${home%/}
        fi
    done
    if [ -n "$newer_home" ]; then
        echo "test.sh: Java $own, and the unit tests once more on Java $newer"
        maven+=("-Dgale.test.newer=$newer_home")
        [ "$newer" -ge 23 ] || maven+=(-Dgale.test.jvm.newer=)
    else
        echo "test.sh: Java $own; no newer JDK was found, so there is no second run of the unit tests"
    fi
fi

lock "$PWD"
mvn "${maven[@]}" verify
for pair in "${pairs[@]}"; do
    echo "test.sh: faults in a cluster on $pair"
    mvn "${maven[@]}" verify -pl distribution -am "-Dgale.test.backends=$pair" -Dtest=None -Dsurefire.failIfNoSpecifiedTests=false \
        '-Dit.test=WorkerFaultsIT,ControlFaultsIT,PausedWorkerIT,RebalanceIT,LocalFaultsIT,FullRateFaultsIT,MisbehavingTaskIT' \
        -Dfailsafe.failIfNoSpecifiedTests=false
done
