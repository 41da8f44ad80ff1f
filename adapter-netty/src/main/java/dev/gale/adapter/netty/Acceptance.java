package dev.gale.adapter.netty;

import dev.gale.spi.transport.PeerIdentity;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an endpoint has to say about one connection that somebody else dialled. On that channel's loop. */
final class Acceptance implements HandshakeHandler.Outcome {
    private final NettyEndpoint endpoint;

    /** The link that the peer is for, once it has proven itself. */
    private @Nullable NettyLink link;

    Acceptance(NettyEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** Whether to refuse a peer that has proven itself. Those who declared it, and expected another, are told. */
    Optional<Refusal> judge(PeerIdentity peer) {
        List<NettyLink> declared = endpoint.links().stream()
                .filter(candidate -> candidate.peer().endpoint().equals(peer.endpoint()))
                .toList();
        Optional<Refusal> refusal = Optional.of(Refusal.UNDECLARED);
        for (NettyLink candidate : declared) {
            Optional<Refusal> misfit = Refusal.between(candidate.peer(), peer);
            if (misfit.isEmpty()) {
                return accept(candidate, peer);
            }
            refusal = misfit;
        }
        for (NettyLink candidate : declared) {
            candidate.onRefused("refused " + peer + ", expected was " + candidate.peer());
        }
        return refusal;
    }

    private Optional<Refusal> accept(NettyLink candidate, PeerIdentity peer) {
        if (!candidate.occupancy().tryAccept(candidate.isNewLife(peer))) {
            return Optional.of(candidate.gate().isClosed() ? Refusal.UNDECLARED : Refusal.CROSSED);
        }
        link = candidate;
        return Optional.empty();
    }

    @Override
    public @Nullable ChannelHandler proven(Channel channel, PeerIdentity peer) {
        endpoint.newcomers().remove(channel);
        NettyLink accepted = link;
        if (accepted == null) {
            throw new IllegalStateException("ready without having been accepted: " + peer);
        }
        Connection connection = endpoint.connection(accepted, channel, peer);
        return accepted.occupancy().adoptAccepted(connection) ? connection : null;
    }

    @Override
    public void failed(Channel channel, Refusal refusal, String reason) {
        endpoint.tally().refused(refusal, endpoint + " from " + channel.remoteAddress(), reason);
        if (link != null) {
            link.occupancy().acceptFailed();
        }
    }
}
