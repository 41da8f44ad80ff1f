package dev.gale.adapter.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Answers what the server below refuses before any route sees it, such as a request that is no HTTP. */
final class ProblemErrorHandler extends ErrorHandler {
    private final ProblemWriter problems;

    ProblemErrorHandler(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus() < 400 ? 500 : response.getStatus();
        Problem problem = ProblemWriter.ofStatus(status, Gate.requestId(request));
        response.setStatus(status);
        Gate.addHeaders(response.getHeaders());
        response.getHeaders().put("Content-Type", Problem.MEDIA_TYPE);
        response.write(true, ByteBuffer.wrap(problems.bytes(problem)), callback);
        return true;
    }
}
