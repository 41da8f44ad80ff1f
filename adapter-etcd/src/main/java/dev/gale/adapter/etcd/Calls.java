package dev.gale.adapter.etcd;

import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Questions to one member about keys. What is read is linearizable: no older than the question.
 *
 * @param within how long to wait for an answer, asked before each
 */
record Calls(Link link, TaskThread thread, Supplier<Duration> within) {
    CompletableFuture<TxnResponse> transaction(TxnRequest request) {
        return link.ask(KVGrpc.getTxnMethod(), request, thread, within);
    }

    CompletableFuture<RangeResponse> range(RangeRequest request) {
        return link.ask(KVGrpc.getRangeMethod(), request, thread, within);
    }
}
