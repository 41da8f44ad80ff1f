package dev.gale.adapter.netty;

import io.netty.channel.Channel;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The accepted connections whose peers have not proven themselves. When there is no room, the oldest goes: a member of
 * the group needs milliseconds, so those who have been here longest are the least likely to be one.
 */
final class Newcomers {
    private final int most;
    private final Set<Channel> channels = new LinkedHashSet<>();

    Newcomers(int most) {
        this.most = most;
    }

    /** @return who is to go for it */
    synchronized Optional<Channel> add(Channel channel) {
        Optional<Channel> oldest = Optional.empty();
        if (channels.size() >= most) {
            oldest = channels.stream().findFirst();
            oldest.ifPresent(channels::remove);
        }
        channels.add(channel);
        return oldest;
    }

    synchronized void remove(Channel channel) {
        channels.remove(channel);
    }

    synchronized int count() {
        return channels.size();
    }
}
