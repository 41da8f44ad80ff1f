package com.example.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.metadata.Watcher;
import dev.gale.spi.plugin.Bytes;
import dev.gale.tck.Patience;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several processes at one directory, some of which are killed. */
@Timeout(120)
class ProcessesTest {
    private static final Key CLIENTS = Key.of("/clients");

    private final List<Process> processes = new ArrayList<>();
    private final Patience patience = Patience.fromSystemProperty();

    @TempDir
    Path directory;

    @AfterEach
    void endProcesses() throws InterruptedException {
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void noCommitIsLostBetweenProcessesAndTheKeysOfOneThatIsKilledGo() throws Exception {
        try (MetadataStore store = Client.open(directory.toString())) {
            patience.await(store.commit(
                    Commit.builder("begin").put(Client.COUNTER, Bytes.utf8("0")).build()));
            BlockingQueue<String> told = new LinkedBlockingQueue<>();
            store.watch(CLIENTS, new Telling(told));
            Process first = start("first");
            start("second");
            Set<String> came = Set.of(patience.next(told, "client"), patience.next(told, "client"));
            assertThat(came).containsExactlyInAnyOrder("first is here", "second is here");
            assertThat(patience.await(store.read(Client.COUNTER)).orElseThrow().value())
                    .isEqualTo(Bytes.utf8(Integer.toString(2 * Client.TIMES)));

            first.destroyForcibly();

            assertThat(patience.next(told, "end")).isEqualTo("first is gone");
            assertThat(patience.await(store.children(CLIENTS))).containsExactly("second");
        }
    }

    private Process start(String name) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Client.class.getName(),
                        directory.toString(),
                        name)
                .inheritIO()
                .start();
        processes.add(process);
        return process;
    }

    private record Telling(BlockingQueue<String> told) implements Watcher {
        @Override
        public void put(Versioned state) {
            told.add(state.key().name() + " is here");
        }

        @Override
        public void deleted(Key key) {
            told.add(key.name() + " is gone");
        }

        @Override
        public void synced() {
            // Nothing is asked about that.
        }
    }
}
