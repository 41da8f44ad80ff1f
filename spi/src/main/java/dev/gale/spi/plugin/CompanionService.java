package dev.gale.spi.plugin;

import java.util.Map;

/**
 * A service that adapters are clients of and that a host runs itself, where nobody else does: a store for one machine,
 * or a driver that all processes of a host share. {@link CompanionServiceFactory#start} starts it. Rule numbers are test
 * names in {@code CompanionServiceContract}.
 * <ol>
 * <li>{@code start} checks all of its section first and reports every problem together; only then it touches the
 *     directory or a port.
 * <li>{@code start} returns when clients can use the service, or throws {@link EngineException} that says what failed and
 *     leaves no thread and no port behind: REJECTED when the same start can never succeed, else UNAVAILABLE.
 * <li>The service is reached from its own host only, unless its section says otherwise.
 * <li>What it keeps is below its directory, which is made when it is missing. A later start on that directory finds it.
 *     A second service on a directory that is in use is refused.
 * <li>{@link #clientSection} has what a client on this host needs, in the words of the adapter of the same name, and is
 *     the same for as long as the service runs. A host lays it over the user's own section. Of a service {@linkplain
 *     CompanionServiceFactory#isForEveryHost for every host} it is also the same after a restart on that directory.
 * <li>{@code close} is idempotent and may be called from any thread. When it returns, the ports are free, the threads
 *     that the service started have ended, and what it keeps is on disk.
 * </ol>
 */
public interface CompanionService extends AutoCloseable {
    /** Keys and values for the section of an adapter that is to be this service's client. */
    Map<String, Object> clientSection();

    @Override
    void close();
}
