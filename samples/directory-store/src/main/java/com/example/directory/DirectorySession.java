package com.example.directory;

import dev.gale.spi.metadata.Registration;
import dev.gale.spi.metadata.Session;
import dev.gale.spi.metadata.SessionListener;
import dev.gale.spi.plugin.PluginContext;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** This client's session. Only the store's thread changes it and calls its listeners. */
final class DirectorySession implements Session {
    private final PluginContext context;
    private final List<Listening> listeners = new CopyOnWriteArrayList<>();
    private volatile String id = "";
    private volatile State state = State.ENDED;

    DirectorySession(PluginContext context) {
        this.context = context;
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

    /** The first one; nobody listens yet. */
    void begin(String first) {
        id = first;
        state = State.CONNECTED;
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

    void renew(String next) {
        id = next;
        state = State.CONNECTED;
        tell(listener -> listener.renewed(next));
    }

    /** The client is gone: no more calls. */
    void close() {
        listeners.forEach(Listening::close);
        state = State.ENDED;
    }

    private void tell(Consumer<SessionListener> event) {
        listeners.forEach(listening -> listening.tell(event));
    }

    private final class Listening implements Registration {
        private final SessionListener listener;
        private final Callbacks callbacks = new Callbacks(context);

        Listening(SessionListener listener) {
            this.listener = listener;
        }

        void tell(Consumer<SessionListener> event) {
            callbacks.call("listener of session " + id, () -> event.accept(listener));
        }

        @Override
        public void close() {
            listeners.remove(this);
            callbacks.close();
        }
    }
}
