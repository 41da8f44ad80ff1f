package dev.gale.adapter.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who may do what. A token is compared by its digest, in a time that does not tell how much of it was right. Without tokens everybody on
 * this host may do everything, except pages in a browser that come from elsewhere: those carry an origin, or came by a name of
 * another host.
 */
final class Access {
    private static final String BEARER = "bearer ";
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]|\\[0:0:0:0:0:0:0:1]");

    private final boolean loopback;
    private final byte @Nullable [] operator;
    private final byte @Nullable [] viewer;

    Access(HttpSettings settings) {
        loopback = settings.isLoopback();
        operator = settings.operatorToken().map(Access::digest).orElse(null);
        viewer = settings.viewerToken().map(Access::digest).orElse(null);
    }

    /** @param authorization the header; null if there is none */
    Caller caller(@Nullable String authorization) {
        if (operator == null) {
            return Caller.OPERATOR;
        }
        if (authorization == null || !authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)) {
            return Caller.NOBODY;
        }
        byte[] given = digest(authorization.substring(BEARER.length()).strip());
        boolean operates = MessageDigest.isEqual(given, operator);
        boolean views = viewer != null && MessageDigest.isEqual(given, viewer);
        return operates ? Caller.OPERATOR : views ? Caller.VIEWER : Caller.NOBODY;
    }

    /** @throws ProblemException if this caller may not */
    void check(Caller caller, Permission permission) {
        if (caller.may(permission)) {
            return;
        }
        if (caller == Caller.NOBODY) {
            throw new ProblemException(
                            ProblemKind.UNAUTHENTICATED,
                            "Send 'Authorization: Bearer' and the token of nimbus.api.token")
                    .withHeader("WWW-Authenticate", "Bearer realm=\"gale\"");
        }
        throw new ProblemException(ProblemKind.DENIED, "This token may look, not change; use that of nimbus.api.token");
    }

    /**
     * @param host the header; null if there is none
     * @param origin the header; null if there is none
     * @throws ProblemException if a page from elsewhere is behind the request
     */
    void checkOrigin(@Nullable String host, @Nullable String origin) {
        if (loopback && operator == null && host != null && !isLoopbackName(host)) {
            throw new ProblemException(
                    ProblemKind.DENIED, "This server is for its own host; address it as localhost or 127.0.0.1");
        }
        if (origin != null && authorityOf(origin).filter(it -> it.equals(host)).isEmpty()) {
            throw new ProblemException(ProblemKind.DENIED, "Pages from elsewhere cannot use this API");
        }
    }

    private static boolean isLoopbackName(String host) {
        String name = host.replaceFirst(":\\d*$", "").toLowerCase(Locale.ROOT);
        return LOOPBACK.matcher(name).matches();
    }

    private static Optional<String> authorityOf(String origin) {
        try {
            return Optional.ofNullable(URI.create(origin).getAuthority());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static byte[] digest(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
