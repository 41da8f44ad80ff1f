package dev.gale.adapter.netty;

import dev.gale.adapter.netty.NettySettings.NativeIo;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

/** Which of Netty's ways to the kernel is used. */
record Sockets(IoHandlerFactory io, ChannelFactory<ServerChannel> server, ChannelFactory<Channel> client) {
    static Sockets choose(NativeIo wish) {
        if (wish == NativeIo.TRUE && !Epoll.isAvailable()) {
            throw new EngineException(
                    Category.REJECTED, "netty.native: epoll is not available", Epoll.unavailabilityCause());
        }
        if (wish == NativeIo.FALSE || !Epoll.isAvailable()) {
            return new Sockets(NioIoHandler.newFactory(), NioServerSocketChannel::new, NioSocketChannel::new);
        }
        return new Sockets(EpollIoHandler.newFactory(), EpollServerSocketChannel::new, EpollSocketChannel::new);
    }
}
