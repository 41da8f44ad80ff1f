# For the scripts to source: sets `java` to the command to use and `java_version` to its feature version (17, 25), or says what is
# wrong and ends the script with 1. Without JAVA_HOME and without java it lets .ci/prepare try. Maven makes the same choice.

no_java() {
    echo "${0##*/}: Gale needs Java 17 or newer, $1" >&2
    exit 1
}

if [ -n "${JAVA_HOME:-}" ]; then
    java=$JAVA_HOME/bin/java
    java_remedy="set JAVA_HOME to the home of a JDK 17 or newer, or unset it to use the java on the path"
    if [ ! -x "$java" ]; then
        no_java "and JAVA_HOME is $JAVA_HOME, where there is no bin/java: $java_remedy"
    fi
else
    java=java
    java_remedy="put one on the path, or set JAVA_HOME to its home"
    if ! command -v java >/dev/null; then
        "$(dirname "${BASH_SOURCE[0]}")/prepare" >&2 || true
    fi
    if ! command -v java >/dev/null; then
        no_java "there is no java on the path and JAVA_HOME is not set: $java_remedy"
    fi
fi
java_version=$("$java" -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p' | head -n 1) || true
if [ "${java_version:-0}" -lt 17 ]; then
    no_java "and $(command -v "$java") is $("$java" -version 2>&1 | grep -v '^Picked up' | head -n 1): $java_remedy"
fi
