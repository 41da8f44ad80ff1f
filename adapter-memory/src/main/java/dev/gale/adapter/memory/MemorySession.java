package dev.gale.adapter.memory;

import dev.gale.spi.metadata.Registration;
import dev.gale.spi.metadata.Session;
import dev.gale.spi.metadata.SessionListener;
import dev.gale.spi.plugin.PluginContext;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** One client's session and those that listen to it. Transitions are made with the data's monitor held. */
final class MemorySession implements Session {
    private final MemoryData data;
    private final Delivery delivery;
    private final PluginContext context;
    private final List<Listening> listeners = new CopyOnWriteArrayList<>();
    private volatile String id;
    private volatile State state = State.CONNECTED;
    private volatile boolean cutOff;
    private volatile boolean closed;

    MemorySession(MemoryData data, Delivery delivery, PluginContext context) {
        this.data = data;
        this.delivery = delivery;
        this.context = context;
        this.id = data.beginSession();
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public State state() {
        return state;
    }

    /** True while the client cannot reach the store, whatever it knows of its session. */
    boolean isCutOff() {
        return cutOff;
    }

    @Override
    public Registration listen(SessionListener listener) {
        Listening listening = new Listening(listener);
        listeners.add(listening);
        return listening;
    }

    void suspend() {
        if (!cutOff) {
            cutOff = true;
            state = State.SUSPENDED;
            tell(SessionListener::suspended);
        }
    }

    void resume() {
        if (cutOff) {
            cutOff = false;
            if (state == State.ENDED) {
                delivery.execute(this::renew);
            } else {
                state = State.CONNECTED;
                tell(SessionListener::resumed);
            }
        }
    }

    void end() {
        if (state != State.ENDED) {
            data.endSession(id);
            state = State.ENDED;
            tell(SessionListener::ended);
            delivery.execute(this::renew);
        }
    }

    /** Once the end has been told: until then, what the client is asked for is not for the next session. */
    private void renew() {
        synchronized (data) {
            if (state != State.ENDED || cutOff || closed) {
                return;
            }
            id = data.beginSession();
            state = State.CONNECTED;
            String renewed = id;
            tell(listener -> listener.renewed(renewed));
        }
    }

    /** The client is gone: no more events. */
    void close() {
        closed = true;
        data.endSession(id);
        state = State.ENDED;
        listeners.forEach(Listening::close);
    }

    /** Runs a callback; what it throws goes to the host. */
    void guard(String what, Runnable callback) {
        try {
            callback.run();
        } catch (RuntimeException | Error e) {
            context.onError(what, e);
        }
    }

    private void tell(Consumer<SessionListener> event) {
        List<Listening> present = List.copyOf(listeners);
        delivery.execute(() -> present.forEach(listening -> listening.tell(event)));
    }

    private final class Listening implements Registration {
        private final SessionListener listener;
        private final CallbackGate gate = new CallbackGate();

        Listening(SessionListener listener) {
            this.listener = listener;
        }

        void tell(Consumer<SessionListener> event) {
            if (gate.enter()) {
                try {
                    guard("listener of session " + id, () -> event.accept(listener));
                } finally {
                    gate.leave();
                }
            }
        }

        @Override
        public void close() {
            listeners.remove(this);
            gate.close(!delivery.isCurrent());
        }
    }
}
