package dev.gale.tck.companion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gale.spi.plugin.CompanionService;
import dev.gale.spi.plugin.CompanionServiceFactory;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.tck.ChildJvm;
import dev.gale.tck.Patience;
import dev.gale.tck.TckContext;
import java.io.Closeable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every {@link CompanionService} keeps. The numbers are those of its rules. */
public abstract class CompanionServiceContract {
    private static final String SECTION = "companion";
    private static final String ELSEWHERE = "127.0.0.2";
    private static final int CONNECT_MILLIS = 5_000;

    private final TckContext context = new TckContext();

    @TempDir
    private Path temporary;

    /**
     * What keeps a service from starting, until it is closed.
     *
     * @param section with which the service then does not start
     * @param category of the failure
     * @param named what the failure's message has to name
     * @param end takes it away
     */
    public record Obstacle(Map<String, ?> section, Category category, String named, Closeable end)
            implements Closeable {
        @Override
        public void close() throws IOException {
            end.close();
        }
    }

    /** A new one. */
    protected abstract CompanionServiceFactory factory();

    /**
     * The section of a service that starts.
     *
     * @param folder for what the service has outside of its directory; the same for all services of a test
     */
    protected abstract Map<String, ?> section(Path folder);

    /** A section of which every key is a problem; two or more. */
    protected abstract Map<String, ?> sectionWithProblems();

    /** @param folder as in {@link #section} */
    protected abstract Obstacle obstacle(Path folder) throws Exception;

    /**
     * The addresses at which the service takes connections.
     *
     * @param client what its clients are told
     * @return none if they meet it in memory or files
     */
    protected abstract List<InetSocketAddress> addresses(Map<String, Object> client);

    /**
     * Opens a client and uses it; what the service is to keep, if it keeps anything, is left there.
     *
     * @param client all that the client is told
     */
    protected abstract void leave(Map<String, Object> client);

    /** Opens a client and uses it; fails if what was left is not there. */
    protected abstract void find(Map<String, Object> client);

    /** Whether this thread may outlive {@code close}: a library, or the JDK, keeps one for the whole process. */
    protected boolean mayOutliveClose(Thread thread) {
        return false;
    }

    protected Patience patience() {
        return Patience.fromSystemProperty();
    }

    @AfterEach
    final void nothingIsLeft() {
        assertThat(context.liveThreads()).as("threads after close").isEmpty();
        assertThat(context.errors()).as("errors that nobody waited for").isEmpty();
    }

    @Test
    void rule1_problemsOfTheSectionAreReportedTogetherBeforeAnythingIsTouched() {
        Path unused = temporary.resolve("unused");
        Map<String, ?> wrong = sectionWithProblems();

        assertThat(wrong).hasSizeGreaterThan(1);
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> start(unused, wrong))
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.REJECTED))
                .satisfies(e -> assertThat(wrong.keySet())
                        .allSatisfy(key -> assertThat(e).hasMessageContaining(SECTION + "." + key)));
        assertThat(unused).doesNotExist();
    }

    @Test
    void rule2_aStartThatFailsSaysWhyAndLeavesNothing() throws Exception {
        Path directory = temporary.resolve("service");
        try (Obstacle obstacle = obstacle(folder())) {
            Set<Thread> before = threads();
            assertThatExceptionOfType(EngineException.class)
                    .isThrownBy(() -> start(directory, obstacle.section()))
                    .satisfies(e -> assertThat(e.category()).isEqualTo(obstacle.category()))
                    .withMessageContaining(obstacle.named());
            assertThat(newThreads(before)).isEmpty();
        }
        start(directory).close();
    }

    @Test
    void rule3_itIsReachedFromItsOwnHostOnly() throws Exception {
        try (CompanionService service = start(temporary.resolve("service"))) {
            Map<String, Object> client = service.clientSection();
            List<InetSocketAddress> addresses = addresses(client);
            if (addresses.isEmpty()) {
                assertThat(client.values())
                        .as("a service without addresses names none")
                        .noneMatch(value -> String.valueOf(value).matches(".*:\\d+"));
            }
            for (InetSocketAddress address : addresses) {
                assertThat(address.getAddress().isLoopbackAddress()).isTrue();
                try (Socket socket = new Socket()) {
                    socket.connect(address, CONNECT_MILLIS);
                }
                // Also of this host, and what a service at every address of it would answer at.
                InetSocketAddress elsewhere = new InetSocketAddress(ELSEWHERE, address.getPort());
                try (Socket socket = new Socket()) {
                    assertThatExceptionOfType(ConnectException.class)
                            .isThrownBy(() -> socket.connect(elsewhere, CONNECT_MILLIS));
                }
            }
        }
    }

    @Test
    void rule4_aLaterOneFindsWhatWasKeptInADirectoryThatWasMissing() {
        Path directory = temporary.resolve("missing").resolve("service");
        try (CompanionService service = start(directory)) {
            leave(service.clientSection());
        }
        assertThat(directory).isDirectory();
        try (CompanionService service = start(directory)) {
            find(service.clientSection());
        }
    }

    /** Whoever closes a file lets go what its process has locked of it: a refusal could free what it refuses. */
    @Test
    void rule4_aDirectoryInUseIsRefusedInThisProcessAndThenInAnother() throws Exception {
        Path directory = temporary.resolve("service");
        try (CompanionService service = start(directory)) {
            leave(service.clientSection());
            assertThatExceptionOfType(EngineException.class)
                    .isThrownBy(() -> start(directory))
                    .satisfies(e -> assertThat(e.category()).isEqualTo(Category.UNAVAILABLE));
            // Closes what the refused one has forgotten to close.
            System.gc();
            assertThat(answerOfAnotherProcess(directory)).startsWith(OtherHost.REFUSED + Category.UNAVAILABLE);
            find(service.clientSection());
        }
        start(directory).close();
    }

    @Test
    void rule5_clientsNeedNothingElseAndItStaysTheSame() {
        Path directory = temporary.resolve("service");
        Map<String, Object> client;
        try (CompanionService service = start(directory)) {
            client = service.clientSection();
            leave(client);
            find(client);
            assertThat(service.clientSection()).isNotEmpty().isEqualTo(client);
        }
        CompanionServiceFactory factory = factory();
        if (factory.isForEveryHost(ConfigSection.empty(factory.name()))) {
            try (CompanionService later = start(directory)) {
                assertThat(later.clientSection()).isEqualTo(client);
            }
        }
    }

    @Test
    void rule6_closeByAnyThreadLeavesNeitherPortNorThreadAndIsIdempotent() throws Exception {
        // What is loaded once in a process is there from now on.
        start(temporary.resolve("first")).close();
        Set<Thread> before = threads();
        CompanionService service = start(temporary.resolve("second"));
        List<InetSocketAddress> addresses = addresses(service.clientSection());
        assertThat(newThreads(before)).isNotEmpty();
        closeByAnotherThread(service);
        assertThat(newThreads(before)).isEmpty();
        service.close();

        for (InetSocketAddress address : addresses) {
            try (ServerSocket free = new ServerSocket()) {
                free.setReuseAddress(true);
                free.bind(address);
                assertThat(free.isBound()).isTrue();
            }
        }
    }

    private CompanionService start(Path directory) {
        return start(directory, section(folder()));
    }

    private CompanionService start(Path directory, Map<String, ?> section) {
        return factory().start(ConfigSection.of(SECTION, section), directory, context);
    }

    private Path folder() {
        return temporary.resolve("elsewhere");
    }

    private String answerOfAnotherProcess(Path directory) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(factory().getClass().getName(), directory.toString()));
        section(folder()).forEach((key, value) -> arguments.add(key + "=" + value));
        try (ChildJvm other = ChildJvm.start(OtherHost.class.getName(), arguments.toArray(String[]::new))) {
            String line = patience().next(other.lines(), "an answer");
            while (!line.startsWith(OtherHost.REFUSED) && !line.startsWith(OtherHost.STARTED)) {
                line = patience().next(other.lines(), "an answer");
            }
            return line;
        }
    }

    private void closeByAnotherThread(CompanionService service) throws InterruptedException {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        Thread closing = new Thread(() -> {
            try {
                service.close();
                closed.complete(null);
            } catch (RuntimeException | Error e) {
                closed.completeExceptionally(e);
            }
        });
        closing.start();
        patience().await(closed);
        closing.join();
    }

    private static Set<Thread> threads() {
        return new HashSet<>(Thread.getAllStackTraces().keySet());
    }

    private Set<Thread> newThreads(Set<Thread> before) {
        Set<Thread> threads = threads();
        threads.removeAll(before);
        threads.removeIf(this::mayOutliveClose);
        return threads;
    }
}
