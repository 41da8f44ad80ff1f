package dev.gale.adapter.zookeeper;

import dev.gale.spi.metadata.Check;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Commit.Put;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Lifetime;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.data.ACL;

/**
 * What has to be sent so that a commit happens, if the tree still is as in a picture. A function of values.
 *
 * <p>Every operation is conditional on what the picture shows, so that a plan is carried out at most once, and never on
 * a tree that has changed where it matters. Then it fails, and a new picture is taken. A refusal is not sent, so the
 * picture that it is based on must be fresh.
 *
 * <p>Order in a transaction: all conditions; removals, the deepest first; writes, the highest first, parents that are
 * missing among them; and the counts of what was created. A node cannot change its lifetime: it is removed and created
 * again. A key that is deleted while others are below stays as a node that is no key.
 */
final class CommitPlan {
    /** Missing parents for more bytes than these are created ahead: they are no part of what a commit's limit is on. */
    static final int MAX_PARENT_BYTES = 64 * 1024;

    /** What a path costs besides its length, at most: headers, ACL, data. */
    private static final int OPERATION_BYTES = 64;

    /** What to do. */
    sealed interface Decision {
        /** The commit is refused. */
        record Refuse(Check check) implements Decision {}

        /** It breaks a rule. */
        record Reject(EngineException reason) implements Decision {}

        /** The picture must show all that is below these nodes. */
        record LookBelow(Set<String> paths) implements Decision {}

        /** There are too many parents for one transaction: these first, then decide anew. */
        record Prepare(List<Op> operations) implements Decision {}

        /** It is these operations. */
        record Write(List<Op> operations) implements Decision {}
    }

    private final Commit commit;
    private final Picture picture;
    private final Creations creations;
    private final long session;
    private final List<ACL> acl;

    private final Map<String, Put> puts = new TreeMap<>();
    private final NavigableSet<String> deletes = new TreeSet<>();
    private final NavigableSet<String> parents = new TreeSet<>();
    private final NavigableSet<String> leftOver = new TreeSet<>();
    private final NavigableSet<String> removed = new TreeSet<>();
    private final NavigableSet<String> created = new TreeSet<>();

    private CommitPlan(Commit commit, Picture picture, Creations creations, long session, List<ACL> acl) {
        this.commit = commit;
        this.picture = picture;
        this.creations = creations;
        this.session = session;
        this.acl = acl;
        commit.puts().forEach(put -> puts.put(Paths.path(put.key()), put));
        commit.deletes().forEach(key -> deletes.add(Paths.path(key)));
        puts.keySet().forEach(path -> parents.addAll(Paths.above(path)));
    }

    /**
     * @param session the session that puts session keys
     * @param acl whose nodes those are that are created
     */
    static Decision decide(Commit commit, Picture picture, Creations creations, long session, List<ACL> acl) {
        return new CommitPlan(commit, picture, creations, session, acl).decide();
    }

    /** The nodes that a plan relies on: those of checks, and those that are written. */
    static Set<String> counted(Commit commit) {
        Set<String> paths = written(commit);
        commit.checks().forEach(check -> paths.add(Paths.path(check.key())));
        return paths;
    }

    /** The nodes of keys that are put or deleted. */
    static Set<String> written(Commit commit) {
        Set<String> paths = new TreeSet<>();
        commit.puts().forEach(put -> paths.add(Paths.path(put.key())));
        commit.deletes().forEach(key -> paths.add(Paths.path(key)));
        return paths;
    }

    /** The nodes that have to be there, or are created. */
    static Set<String> parents(Commit commit) {
        Set<String> paths = new TreeSet<>();
        commit.puts().forEach(put -> paths.addAll(Paths.above(Paths.path(put.key()))));
        return paths;
    }

    private Decision decide() {
        for (Check check : commit.checks()) {
            if (!holds(check)) {
                return new Decision.Refuse(check);
            }
        }
        Optional<EngineException> broken = childOfASessionKey();
        if (broken.isPresent()) {
            return new Decision.Reject(broken.get());
        }
        Set<String> unseen = new TreeSet<>();
        for (String path : puts.keySet()) {
            if (isForSession(path) && has(path, node -> node.children() > 0)) {
                if (!picture.wholes().contains(path)) {
                    unseen.add(path);
                }
                leftOver.addAll(picture.below(path));
            }
        }
        if (!unseen.isEmpty()) {
            return new Decision.LookBelow(unseen);
        }
        broken = sessionKeyWithChildren();
        return broken.isPresent() ? new Decision.Reject(broken.get()) : plan();
    }

    private boolean holds(Check check) {
        Optional<Node> key = picture.node(Paths.path(check.key())).filter(Node::isKey);
        return switch (check.kind()) {
            case UNCHANGED -> key.isPresent() && key.get().version().equals(check.version());
            case PRESENT -> key.isPresent();
            case ABSENT -> key.isEmpty();
        };
    }

    private Optional<EngineException> childOfASessionKey() {
        for (Map.Entry<String, Put> put : puts.entrySet()) {
            for (String above : Paths.above(put.getKey())) {
                boolean stays = !deletes.contains(above) && !puts.containsKey(above);
                if (isForSession(above) || stays && has(above, Node::isEphemeral)) {
                    return Optional.of(noChildren(above, put.getValue().key().path()));
                }
            }
        }
        return Optional.empty();
    }

    private Optional<EngineException> sessionKeyWithChildren() {
        for (String below : leftOver) {
            if (!deletes.contains(below) && has(below, Node::isKey)) {
                String sessionKey = Paths.above(below).stream()
                        .filter(this::isForSession)
                        .findFirst()
                        .orElseThrow();
                return Optional.of(noChildren(sessionKey, below));
            }
        }
        return Optional.empty();
    }

    private Decision plan() {
        List<String> missing = parents.stream()
                .filter(path -> picture.node(path).isEmpty() && !puts.containsKey(path))
                .toList();
        if (bytes(missing) > MAX_PARENT_BYTES) {
            return new Decision.Prepare(prepare(missing));
        }
        List<Op> removals = removals();
        List<Op> writes = writes();
        List<Op> operations = new ArrayList<>(conditions());
        operations.addAll(removals);
        operations.addAll(writes);
        operations.addAll(counts());
        return new Decision.Write(List.copyOf(operations));
    }

    private List<Op> prepare(List<String> missing) {
        List<Op> operations = new ArrayList<>();
        int end = 0;
        for (int bytes = 0; bytes <= MAX_PARENT_BYTES; end++) {
            operations.add(create(missing.get(end), Envelope.parent(), CreateMode.PERSISTENT));
            bytes += bytes(List.of(missing.get(end)));
        }
        operations.addAll(counts());
        return operations;
    }

    private static int bytes(List<String> paths) {
        return paths.stream().mapToInt(path -> path.length() + OPERATION_BYTES).sum();
    }

    /** To create a node is its own condition; all else that the plan relies on has to be made certain. */
    private List<Op> conditions() {
        Set<String> counted = new TreeSet<>(counted(commit));
        counted.addAll(leftOver);
        Set<String> counters = new TreeSet<>();
        counted.stream()
                .filter(path -> picture.node(path).isPresent() || !created.contains(path))
                .forEach(path -> counters.add(creations.counter(path)));
        List<Op> conditions = new ArrayList<>();
        for (String counter : counters) {
            conditions.add(Op.check(counter, picture.counters().getOrDefault(counter, 0)));
        }
        Set<String> checked = new TreeSet<>();
        commit.checks().forEach(check -> checked.add(Paths.path(check.key())));
        deletes.stream().filter(path -> !has(path, Node::isKey)).forEach(checked::add);
        for (String path : checked) {
            picture.node(path).ifPresent(node -> conditions.add(Op.check(path, node.counter())));
        }
        return conditions;
    }

    private List<Op> removals() {
        NavigableSet<String> touched = new TreeSet<>(puts.keySet());
        touched.addAll(deletes);
        touched.addAll(leftOver);
        List<Op> removals = new ArrayList<>();
        for (String path : touched.descendingSet()) {
            Optional<Node> node = picture.node(path);
            if (node.isPresent() && isToBeRemoved(path, node.get())) {
                removed.add(path);
                removals.add(Op.delete(path, node.get().counter()));
            }
        }
        return removals;
    }

    private boolean isToBeRemoved(String path, Node node) {
        if (leftOver.contains(path)) {
            return true;
        }
        if (puts.containsKey(path)) {
            return isForSession(path) ? node.owner() != session : node.isEphemeral();
        }
        return node.isKey() && (node.isEphemeral() || node.children() == 0 && !parents.contains(path));
    }

    private List<Op> writes() {
        NavigableSet<String> touched = new TreeSet<>(puts.keySet());
        touched.addAll(deletes);
        touched.addAll(parents);
        List<Op> writes = new ArrayList<>();
        for (String path : touched) {
            write(path).ifPresent(writes::add);
        }
        return writes;
    }

    private Optional<Op> write(String path) {
        Optional<Node> node = picture.node(path).filter(it -> !removed.contains(path));
        Put put = puts.get(path);
        if (put != null) {
            byte[] data = Envelope.encode(commit.requestId(), put.value());
            CreateMode mode = isForSession(path) ? CreateMode.EPHEMERAL : CreateMode.PERSISTENT;
            return Optional.of(
                    node.isPresent() ? Op.setData(path, data, node.get().counter()) : create(path, data, mode));
        }
        if (node.isEmpty()) {
            return parents.contains(path)
                    ? Optional.of(create(path, Envelope.parent(), CreateMode.PERSISTENT))
                    : Optional.empty();
        }
        return deletes.contains(path) && node.get().isKey()
                ? Optional.of(Op.setData(path, Envelope.parent(), node.get().counter()))
                : Optional.empty();
    }

    private Op create(String path, byte[] data, CreateMode mode) {
        created.add(path);
        return Op.create(path, data, acl, mode);
    }

    private List<Op> counts() {
        Set<String> counters = new TreeSet<>();
        created.forEach(path -> counters.add(creations.counter(path)));
        return counters.stream()
                .map(counter -> Op.setData(counter, Envelope.parent(), -1))
                .toList();
    }

    private boolean isForSession(String path) {
        Put put = puts.get(path);
        return put != null && put.lifetime() == Lifetime.SESSION;
    }

    private boolean has(String path, Predicate<Node> property) {
        return picture.node(path).filter(property).isPresent();
    }

    private static EngineException noChildren(String sessionKey, String child) {
        return new EngineException(
                Category.REJECTED,
                "session key " + shown(sessionKey) + " can have no children such as " + shown(child));
    }

    private static String shown(String path) {
        return Paths.key(path).map(Key::path).orElse(path);
    }
}
