package dev.gale.adapter.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.adapter.zookeeper.CommitPlan.Decision;
import dev.gale.spi.metadata.Check;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.Version;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.jute.BinaryOutputArchive;
import org.apache.jute.Record;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.MultiOperationRecord;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.CheckVersionRequest;
import org.apache.zookeeper.proto.CreateRequest;
import org.apache.zookeeper.proto.DeleteRequest;
import org.apache.zookeeper.proto.SetDataRequest;
import org.junit.jupiter.api.Test;

class CommitPlanTest {
    private static final long OWN = 7;
    private static final long OTHER = 8;
    private static final int JUTE_MAX_BUFFER = 0xfffff;

    private final Creations creations = new Creations(Optional.empty());
    private final Picture picture = new Picture(new TreeMap<>(), new TreeMap<>(), new TreeSet<>());

    @Test
    void aNewKeyIsCreatedBelowItsParentsAndAllAreCounted() {
        assertThat(plan(commit().put(Key.of("/a/b"), Bytes.empty())))
                .noneMatch(operation -> operation.startsWith("check"))
                .containsSubsequence("create /a", "create /a/b")
                .contains("setData " + creations.counter("/a") + " -1")
                .contains("setData " + creations.counter("/a/b") + " -1");
    }

    @Test
    void aKeyThatExistsIsWrittenAsItWasSeen() {
        key("/a", 3, 0, 0);
        count("/a", 5);

        assertThat(plan(commit().put(Key.of("/a"), Bytes.empty())))
                .containsExactly("check " + creations.counter("/a") + " 5", "setData /a 3");
    }

    @Test
    void checksAreRefusedByTheFirstThatDoesNotHold() {
        key("/a", 3, 0, 0);
        Check failing = Check.absent(Key.of("/a"));
        Decision decision = decide(commit().checkUnchanged(Key.of("/a"), new Version("3"))
                .check(failing)
                .checkPresent(Key.of("/b"))
                .delete(Key.of("/a")));

        assertThat(decision).isEqualTo(new Decision.Refuse(failing));
    }

    @Test
    void aVersionOfAnotherLifeDoesNotHold() {
        key("/a", 0, 0, 0);
        Check old = Check.unchanged(Key.of("/a"), new Version("other"));

        assertThat(decide(commit().check(old).delete(Key.of("/a")))).isEqualTo(new Decision.Refuse(old));
    }

    @Test
    void anAbsentKeyIsCheckedByItsCounter() {
        assertThat(plan(commit().checkAbsent(Key.of("/a")).delete(Key.of("/a"))))
                .containsExactly("check " + creations.counter("/a") + " 0");
    }

    @Test
    void aParentThatIsNoKeyIsAbsentAsLongAsItIsUnchanged() {
        parent("/a", 4, 1);

        assertThat(plan(commit().checkAbsent(Key.of("/a")).delete(Key.of("/a"))))
                .containsExactly("check " + creations.counter("/a") + " 0", "check /a 4");
    }

    @Test
    void aDeletedKeyWithOthersBelowStaysAsAParent() {
        key("/a", 3, 0, 1);

        assertThat(plan(commit().delete(Key.of("/a")))).contains("setData /a 3").doesNotContain("delete /a 3");
    }

    @Test
    void aSessionKeyOfAnotherSessionIsCreatedAnew() {
        key("/a", 3, OTHER, 0);

        assertThat(plan(commit().putForSession(Key.of("/a"), Bytes.empty())))
                .containsSubsequence("delete /a 3", "createEphemeral /a");
        assertThat(plan(commit().put(Key.of("/a"), Bytes.empty()))).containsSubsequence("delete /a 3", "create /a");
    }

    @Test
    void aSessionKeyOfOnesOwnIsWritten() {
        key("/a", 3, OWN, 0);

        assertThat(plan(commit().putForSession(Key.of("/a"), Bytes.empty())))
                .contains("setData /a 3")
                .doesNotContain("delete /a 3");
    }

    @Test
    void aDeletedSessionKeyCanBecomeAParent() {
        key("/a", 3, OTHER, 0);

        assertThat(plan(commit().delete(Key.of("/a")).put(Key.of("/a/b"), Bytes.empty())))
                .containsSubsequence("delete /a 3", "create /a", "create /a/b");
    }

    @Test
    void nothingIsPutBelowASessionKey() {
        key("/a", 3, OTHER, 0);

        assertThat(decide(commit().put(Key.of("/a/b/c"), Bytes.empty())))
                .isInstanceOfSatisfying(Decision.Reject.class, reject -> {
                    assertThat(reject.reason().category()).isEqualTo(Category.REJECTED);
                    assertThat(reject.reason()).hasMessageContaining("/a/b/c");
                });
    }

    @Test
    void aSessionKeyOverChildrenNeedsALookBelow() {
        parent("/a", 3, 1);

        assertThat(decide(commit().putForSession(Key.of("/a"), Bytes.empty())))
                .isEqualTo(new Decision.LookBelow(Set.of("/a")));
    }

    @Test
    void aSessionKeyTakesThePlaceOfLeftOverParents() {
        parent("/a", 3, 1);
        parent("/a/b", 4, 1);
        key("/a/b/c", 5, 0, 0);
        picture.wholes().add("/a");

        assertThat(plan(commit().putForSession(Key.of("/a"), Bytes.empty()).delete(Key.of("/a/b/c"))))
                .containsSubsequence("delete /a/b/c 5", "delete /a/b 4", "delete /a 3", "createEphemeral /a");
        assertThat(decide(commit().putForSession(Key.of("/a"), Bytes.empty()))).isInstanceOf(Decision.Reject.class);
    }

    @Test
    void theLargestCommitFitsIntoOneRequest() throws IOException {
        Commit.Builder largest = Commit.builder("r".repeat(Commit.MAX_REQUEST_ID_LENGTH));
        int room = MetadataStore.MAX_COMMIT_BYTES - MetadataStore.MAX_OPERATIONS * Key.MAX_LENGTH;
        for (int i = 0; i < MetadataStore.MAX_OPERATIONS; i++) {
            String path = "/p" + i + "/" + "k".repeat(400) + "/";
            Key key = Key.of(path + "n".repeat(Key.MAX_LENGTH - path.length()));
            key(Paths.path(key), 1, OTHER, 0);
            largest.put(key, Bytes.of(new byte[room / MetadataStore.MAX_OPERATIONS]));
        }
        assertThat(bytes(decide(largest))).isBetween(MetadataStore.MAX_COMMIT_BYTES, JUTE_MAX_BUFFER);
    }

    @Test
    void manyMissingParentsAreCreatedAhead() throws IOException {
        Commit.Builder deep = commit();
        for (int i = 0; i < MetadataStore.MAX_OPERATIONS; i++) {
            deep.put(Key.of("/d" + i + "/x".repeat(250)), Bytes.empty());
        }
        Decision decision = decide(deep);
        for (int round = 0; decision instanceof Decision.Prepare prepare; round++) {
            assertThat(round).isLessThan(1_000);
            assertThat(bytes(decision)).isLessThan(JUTE_MAX_BUFFER);
            prepare.operations().stream()
                    .filter(op -> op.getType() == OpCode.create)
                    .forEach(op -> parent(op.getPath(), 0, 1));
            decision = decide(deep);
        }
        assertThat(decision).isInstanceOf(Decision.Write.class);
        assertThat(bytes(decision)).isLessThan(JUTE_MAX_BUFFER);
    }

    private static Commit.Builder commit() {
        return Commit.builder("request");
    }

    private Decision decide(Commit.Builder commit) {
        return CommitPlan.decide(commit.build(), picture, creations, OWN, ZooDefs.Ids.CREATOR_ALL_ACL);
    }

    private List<String> plan(Commit.Builder commit) {
        return operations(decide(commit)).stream().map(CommitPlanTest::text).toList();
    }

    private static List<Op> operations(Decision decision) {
        return decision instanceof Decision.Prepare prepare
                ? prepare.operations()
                : ((Decision.Write) decision).operations();
    }

    private static int bytes(Decision decision) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new MultiOperationRecord(operations(decision)).serialize(BinaryOutputArchive.getArchive(bytes), "request");
        return bytes.size();
    }

    private void key(String path, int counter, long owner, int children) {
        picture.nodes().put(path, new Node(counter, new Version(String.valueOf(counter)), owner, children, 100));
    }

    private void parent(String path, int counter, int children) {
        picture.nodes()
                .put(
                        path,
                        new Node(counter, new Version(String.valueOf(counter)), 0, children, Envelope.parent().length));
    }

    private void count(String path, int creationsSeen) {
        picture.counters().put(creations.counter(path), creationsSeen);
    }

    private static String text(Op op) {
        Record request = op.toRequestRecord();
        if (request instanceof CheckVersionRequest check) {
            return "check " + op.getPath() + " " + check.getVersion();
        }
        if (request instanceof SetDataRequest set) {
            return "setData " + op.getPath() + " " + set.getVersion();
        }
        if (request instanceof DeleteRequest delete) {
            return "delete " + op.getPath() + " " + delete.getVersion();
        }
        boolean ephemeral = ((CreateRequest) request).getFlags() == CreateMode.EPHEMERAL.toFlag();
        return (ephemeral ? "createEphemeral " : "create ") + op.getPath();
    }
}
