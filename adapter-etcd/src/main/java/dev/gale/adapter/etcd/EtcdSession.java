package dev.gale.adapter.etcd;

import dev.gale.spi.metadata.Registration;
import dev.gale.spi.metadata.Session;
import dev.gale.spi.metadata.SessionListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The client's session and those that listen to it. Transitions are made, and told, on the store's thread. */
final class EtcdSession implements Session {
    private final TaskThread thread;
    private final List<Listening> listeners = new CopyOnWriteArrayList<>();
    private volatile String id = "none yet";
    private volatile State state = State.ENDED;

    EtcdSession(TaskThread thread) {
        this.thread = thread;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public State state() {
        return state;
    }

    @Override
    public Registration listen(SessionListener listener) {
        Listening listening = new Listening(listener);
        listeners.add(listening);
        return listening;
    }

    /** There is a session; whoever listens already has been told that the one before had ended. */
    void begin(long lease) {
        String begun = Long.toHexString(lease);
        id = begun;
        state = State.CONNECTED;
        tell(listener -> listener.renewed(begun));
    }

    void suspend() {
        if (state == State.CONNECTED) {
            state = State.SUSPENDED;
            tell(SessionListener::suspended);
        }
    }

    void resume() {
        if (state == State.SUSPENDED) {
            state = State.CONNECTED;
            tell(SessionListener::resumed);
        }
    }

    void end() {
        if (state != State.ENDED) {
            state = State.ENDED;
            tell(SessionListener::ended);
        }
    }

    /** The client is gone: no more events. */
    void close() {
        state = State.ENDED;
        listeners.forEach(Listening::close);
    }

    private void tell(Consumer<SessionListener> event) {
        listeners.forEach(listening -> listening.tell(event));
    }

    private final class Listening implements Registration {
        private final SessionListener listener;
        private final CallbackGate gate = new CallbackGate();

        Listening(SessionListener listener) {
            this.listener = listener;
        }

        void tell(Consumer<SessionListener> event) {
            gate.pass(() -> thread.guard("listener of session " + id, () -> event.accept(listener)));
        }

        @Override
        public void close() {
            listeners.remove(this);
            gate.close(!thread.isCurrent());
        }
    }
}
