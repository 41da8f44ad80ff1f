package dev.gale.arch.sample.good.adapter.http;

import dev.gale.arch.sample.good.control.Control;

public final class HttpServer {
    private final Control control;

    public HttpServer(Control control) {
        this.control = control;
    }

    public Control control() {
        return control;
    }
}
