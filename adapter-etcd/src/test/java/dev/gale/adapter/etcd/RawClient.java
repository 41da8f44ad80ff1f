package dev.gale.adapter.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.AuthEnableRequest;
import io.etcd.jetcd.api.AuthGrpc;
import io.etcd.jetcd.api.AuthRoleAddRequest;
import io.etcd.jetcd.api.AuthRoleGrantPermissionRequest;
import io.etcd.jetcd.api.AuthUserAddRequest;
import io.etcd.jetcd.api.AuthUserGrantRoleRequest;
import io.etcd.jetcd.api.AuthenticateRequest;
import io.etcd.jetcd.api.CompactionRequest;
import io.etcd.jetcd.api.DeleteRangeRequest;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.LeaseRevokeRequest;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.Permission;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.StatusRequest;
import io.etcd.jetcd.api.StatusResponse;
import io.grpc.ClientInterceptor;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Does what the store cannot or must not. */
final class RawClient implements AutoCloseable {
    private static final ByteString EVERYTHING = ByteString.copyFrom(new byte[1]);

    /** Of its own, and not Netty's shared ones: those would end some time later, in the middle of another test. */
    private final SingleThreadIoEventLoop loop;

    private final ManagedChannel channel;

    private RawClient(String endpoint, ClientInterceptor... interceptors) {
        loop = new SingleThreadIoEventLoop(
                null, (ThreadFactory) body -> new Thread(body, "raw"), NioIoHandler.newFactory());
        channel = NettyChannelBuilder.forTarget(endpoint, InsecureChannelCredentials.create())
                .eventLoopGroup(loop)
                .channelType(NioSocketChannel.class)
                .directExecutor()
                .offloadExecutor(Runnable::run)
                .intercept(interceptors)
                .build();
    }

    static RawClient connect(String endpoint) {
        return new RawClient(endpoint);
    }

    static RawClient connect(String endpoint, String user, String password) {
        try (RawClient nobody = connect(endpoint)) {
            AuthenticateRequest request = AuthenticateRequest.newBuilder()
                    .setName(user)
                    .setPassword(password)
                    .build();
            Metadata headers = new Metadata();
            headers.put(
                    Metadata.Key.of("token", Metadata.ASCII_STRING_MARSHALLER),
                    nobody.auth().authenticate(request).getToken());
            return new RawClient(endpoint, MetadataUtils.newAttachHeadersInterceptor(headers));
        }
    }

    void addUser(String name, String password, String role) {
        auth().userAdd(AuthUserAddRequest.newBuilder()
                .setName(name)
                .setPassword(password)
                .build());
        auth().roleAdd(AuthRoleAddRequest.newBuilder().setName(role).build());
        auth().userGrantRole(AuthUserGrantRoleRequest.newBuilder()
                .setUser(name)
                .setRole(role)
                .build());
    }

    /** To read and write the key and all that begin like it. */
    void grant(String role, String prefix) {
        int last = prefix.length() - 1;
        String end = prefix.substring(0, last) + (char) (prefix.charAt(last) + 1);
        auth().roleGrantPermission(AuthRoleGrantPermissionRequest.newBuilder()
                .setName(role)
                .setPerm(Permission.newBuilder()
                        .setPermType(Permission.Type.READWRITE)
                        .setKey(ByteString.copyFromUtf8(prefix))
                        .setRangeEnd(ByteString.copyFromUtf8(end)))
                .build());
    }

    void enableAuthentication() {
        auth().authEnable(AuthEnableRequest.getDefaultInstance());
    }

    void wipe() {
        kv().deleteRange(DeleteRangeRequest.newBuilder()
                .setKey(EVERYTHING)
                .setRangeEnd(EVERYTHING)
                .build());
    }

    void put(String key, String value) {
        kv().put(PutRequest.newBuilder()
                .setKey(ByteString.copyFromUtf8(key))
                .setValue(ByteString.copyFromUtf8(value))
                .build());
    }

    void endSession(String id) {
        LeaseGrpc.newBlockingStub(channel)
                .withDeadlineAfter(30, TimeUnit.SECONDS)
                .leaseRevoke(LeaseRevokeRequest.newBuilder()
                        .setID(Long.parseLong(id, 16))
                        .build());
    }

    /** Forgets all of the past. */
    void compact() {
        long now = state("/").getHeader().getRevision();
        kv().compact(CompactionRequest.newBuilder()
                .setRevision(now)
                .setPhysical(true)
                .build());
    }

    RangeResponse state(String key) {
        return kv().range(RangeRequest.newBuilder()
                .setKey(ByteString.copyFromUtf8(key))
                .build());
    }

    boolean isLeader() {
        StatusResponse status = MaintenanceGrpc.newBlockingStub(channel)
                .withDeadlineAfter(30, TimeUnit.SECONDS)
                .status(StatusRequest.getDefaultInstance());
        return status.getLeader() == status.getHeader().getMemberId();
    }

    private AuthGrpc.AuthBlockingStub auth() {
        return AuthGrpc.newBlockingStub(channel).withDeadlineAfter(30, TimeUnit.SECONDS);
    }

    private KVGrpc.KVBlockingStub kv() {
        return KVGrpc.newBlockingStub(channel).withDeadlineAfter(30, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        channel.shutdownNow();
        try {
            channel.awaitTermination(5, TimeUnit.SECONDS);
            loop.shutdownGracefully(0, 5, TimeUnit.SECONDS);
            loop.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
