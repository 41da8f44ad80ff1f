package dev.gale.adapter.aeron;

import dev.gale.spi.transport.PeerIdentity;
import io.aeron.Image;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The streams that reach an endpoint, and the judgement of what they say before they are part of a connection. What has not
 * introduced itself in time goes; of what waits, the oldest when there is too much, and before it what has been refused: also that takes
 * memory of the media driver as long as its sender likes. On the endpoint's thread.
 */
final class Streams implements Inbound.Judge {
    private final AeronEndpoint endpoint;
    private final byte[] secret;
    private final Tally tally;
    private final int mostWaiting;
    private final long handshakeNanos;
    private final LongSupplier clock;

    /** In the order of their arrival. */
    private final List<Inbound> all = new ArrayList<>();

    Streams(AeronEndpoint endpoint, byte[] secret, TransportKit kit) {
        this.endpoint = endpoint;
        this.secret = secret;
        this.tally = kit.tally();
        this.mostWaiting = kit.settings().maxUnauthenticated();
        this.handshakeNanos = kit.settings().times().handshake().toNanos();
        this.clock = kit.context().nanoClock();
    }

    void add(Image image, long nowNanos) {
        List<Inbound> waiting =
                all.stream().filter(Streams::takesMemoryForNothing).toList();
        if (waiting.size() >= mostWaiting) {
            Inbound least = waiting.stream().filter(Inbound::isOver).findFirst().orElse(waiting.get(0));
            onUnfit(least, Refusal.CROWDED, "the oldest of them goes");
        }
        all.add(new Inbound(image, this, nowNanos));
    }

    /** Also what has been refused does, as long as its sender wants to. */
    private static boolean takesMemoryForNothing(Inbound inbound) {
        return !inbound.isConnected() && !inbound.isRejected() && !inbound.isGone();
    }

    /** @return how much there was */
    int poll(long nowNanos) {
        int work = 0;
        boolean some = false;
        for (int index = 0; index < all.size(); index++) {
            Inbound inbound = all.get(index);
            work += inbound.poll(nowNanos);
            some |= inbound.isGone() || isSlow(inbound, nowNanos);
        }
        if (some) {
            remove(nowNanos);
        }
        return work;
    }

    private boolean isSlow(Inbound inbound, long nowNanos) {
        return !inbound.hasEnded()
                && inbound.introduction() == null
                && nowNanos - inbound.sinceNanos() >= handshakeNanos;
    }

    private void remove(long nowNanos) {
        Iterator<Inbound> each = all.iterator();
        while (each.hasNext()) {
            Inbound inbound = each.next();
            if (isSlow(inbound, nowNanos)) {
                onUnfit(inbound, Refusal.SLOW, "nothing was said");
            }
            if (inbound.isGone()) {
                inbound.end();
                each.remove();
            }
        }
    }

    /** A link is there that was not: perhaps somebody waits for it. */
    void declared(AeronLink link) {
        for (Inbound inbound : List.copyOf(all)) {
            Introduction introduction = inbound.introduction();
            if (introduction != null
                    && !inbound.isConnected()
                    && !inbound.isOver()
                    && introduction.identity().endpoint().equals(link.peer().endpoint())) {
                judge(inbound, introduction);
            }
        }
    }

    void clear() {
        all.forEach(Inbound::end);
        all.clear();
    }

    @Override
    public void onHello(Inbound inbound, byte[] content) {
        Introduction heard;
        try {
            heard = Introduction.read(content, endpoint.self().group());
        } catch (RefusedException e) {
            onUnfit(inbound, e.refusal(), "it says something else");
            return;
        }
        if (!heard.isOf(secret)) {
            tell(heard.identity(), Refusal.SECRET.text());
            onUnfit(inbound, Refusal.SECRET, "of who says he is " + heard.identity());
            return;
        }
        Introduction before = inbound.introduction();
        if (before == null) {
            inbound.introduced(heard);
            judge(inbound, heard);
        } else if (!Proof.isSame(before.bytes(), heard.bytes())) {
            onUnfit(inbound, Refusal.GARBAGE, "it introduces itself twice");
        }
    }

    /** What is refused here stays, since a later declaration may want it. */
    private void judge(Inbound inbound, Introduction heard) {
        PeerIdentity self = endpoint.self();
        Optional<Refusal> unexpected = Refusal.between(heard.expected(), self);
        if (unexpected.isPresent()) {
            String reason = heard.identity() + " expects " + heard.expected() + ", here is " + self;
            tally.refused(unexpected.get(), endpoint + " from " + inbound.source(), reason);
            tell(heard.identity(), reason);
            return;
        }
        Refusal refusal = Refusal.UNDECLARED;
        for (AeronLink link : declared(heard.identity())) {
            Optional<Refusal> misfit = Refusal.between(link.peer(), heard.identity());
            if (misfit.isEmpty()) {
                link.introduced(inbound, clock.getAsLong());
                return;
            }
            refusal = misfit.get();
        }
        tally.refused(refusal, endpoint + " from " + inbound.source(), "of " + heard.identity());
        for (AeronLink link : declared(heard.identity())) {
            link.refused("refused " + heard.identity() + ", expected was " + link.peer());
        }
    }

    @Override
    public void onProof(Inbound inbound, byte[] content) {
        Introduction heard = inbound.introduction();
        if (heard == null) {
            // The answer to an earlier life of ours, if its HELLO was before we came.
            return;
        }
        for (AeronLink link : endpoint.links()) {
            if (link.peer().admits(heard.identity())) {
                if (!link.proven(inbound, heard, content, clock.getAsLong())) {
                    onUnfit(inbound, Refusal.SECRET, "a wrong proof of who says he is " + heard.identity());
                }
                return;
            }
        }
    }

    @Override
    public void onUnfit(Inbound inbound, Refusal refusal, String reason) {
        tally.refused(refusal, endpoint + " from " + inbound.source(), reason);
        if (refusal.isWorthAnotherTry()) {
            inbound.reject(refusal.text());
        } else {
            inbound.end();
        }
    }

    private void tell(PeerIdentity who, String reason) {
        declared(who).forEach(link -> link.refused(reason));
    }

    private List<AeronLink> declared(PeerIdentity who) {
        return endpoint.links().stream()
                .filter(link -> link.peer().endpoint().equals(who.endpoint()))
                .toList();
    }
}
