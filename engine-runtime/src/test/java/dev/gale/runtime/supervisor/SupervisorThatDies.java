package dev.gale.runtime.supervisor;

import java.nio.file.Path;
import java.util.concurrent.Executors;

/** A process with a host of its own, which starts a worker, tells its pid, and waits to be killed. */
final class SupervisorThatDies {
    private SupervisorThatDies() {}

    public static void main(String[] arguments) throws Exception {
        FakeCode code = new FakeCode();
        code.fetch(HostFixture.WORDS.topology(), HostFixture.WORDS.codeDigest());
        ProcessHost host = HostFixture.open(
                Path.of(arguments[0]), code, Executors.newScheduledThreadPool(2), Long.parseLong(arguments[2]), "");
        System.out.println(HostFixture.await(host.launch(Integer.parseInt(arguments[1]), HostFixture.WORDS))
                .pid());
        System.in.read();
        System.exit(0);
    }
}
