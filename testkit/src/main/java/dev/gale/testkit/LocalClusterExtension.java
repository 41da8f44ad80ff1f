package dev.gale.testkit;

import dev.gale.local.LocalCluster;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Lends a {@link LocalCluster} to JUnit 5 tests that have a parameter of this type:
 *
 * <pre>{@code
 * @ExtendWith(LocalClusterExtension.class)
 * class WordCountClusterTest {
 *     @Test
 *     void everyWordIsCounted(LocalCluster cluster) { ... }
 * }
 * }</pre>
 *
 * <p>Asked for by a test, or by its {@code @BeforeEach} or {@code @AfterEach}, the cluster is that test's own and is closed after it.
 * Asked for by {@code @BeforeAll} or the constructor of the test class, it is shared by all tests of the class and closed after the
 * last; their parameters are the same cluster then. A topology that is left running ends with its cluster.
 *
 * <p>When a test fails, the status, pending tuples, statistics and errors of each topology of its cluster are printed to the standard
 * error stream. When a cluster is closed and threads of the engine are still left after five seconds, the test (or class) fails and
 * names them; not where tests run concurrently, since there they may be another test's.
 */
public final class LocalClusterExtension implements ParameterResolver, AfterEachCallback, AfterAllCallback {
    private static final Namespace NAMESPACE = Namespace.create(LocalClusterExtension.class);
    private static final String KEY = "cluster";

    private final Map<String, Object> config;

    /** Clusters on the memory adapters. */
    public LocalClusterExtension() {
        this(Map.of());
    }

    /**
     * To be registered by {@code @RegisterExtension}.
     *
     * @param config what {@link LocalCluster#LocalCluster(Map)} takes
     */
    public LocalClusterExtension(Map<String, Object> config) {
        this.config = new TreeMap<>(config);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == LocalCluster.class;
    }

    @Override
    public LocalCluster resolveParameter(ParameterContext parameter, ExtensionContext context) {
        LentCluster lent = store(context).get(KEY, LentCluster.class);
        if (lent == null) {
            lent = new LentCluster(config);
            store(context).put(KEY, lent);
        }
        return lent.cluster();
    }

    /** Also prints when the cluster is the class's. */
    @Override
    public void afterEach(ExtensionContext context) {
        LentCluster lent = store(context).get(KEY, LentCluster.class);
        if (lent != null && context.getExecutionException().isPresent()) {
            System.err.println(context.getDisplayName() + " failed.\n" + lent.report());
        }
        close(context);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        close(context);
    }

    /** Closes what was lent in this very context; a store's look-ups find the parents' as well, its removals do not. */
    private static void close(ExtensionContext context) {
        LentCluster own = store(context).remove(KEY, LentCluster.class);
        if (own != null) {
            own.close(context.getExecutionMode() != ExecutionMode.CONCURRENT);
        }
    }

    private static Store store(ExtensionContext context) {
        return context.getStore(NAMESPACE);
    }
}
