package dev.gale.adapter.http;

import dev.gale.adapter.http.Route.Method;
import dev.gale.adapter.http.Route.Parameter;
import dev.gale.control.Control;
import dev.gale.control.UploadRequest;
import dev.gale.control.UploadStatus;
import java.util.List;

/** Files on their way to nimbus. */
final class UploadRoutes {
    private UploadRoutes() {}

    static List<Route> of(Control control) {
        return List.of(
                Route.of(
                                Method.POST,
                                "/api/v1/uploads",
                                Permission.OPERATE,
                                "beginUpload",
                                "Opens an upload",
                                Route.one(201, UploadStatus.class),
                                request -> control.beginUpload(request.body(UploadRequest.class))
                                        .thenApply(it -> Reply.created(it, "/api/v1/uploads/" + it.id())))
                        .taking(UploadRequest.class, true),
                Route.of(
                        Method.GET,
                        "/api/v1/uploads/{id}",
                        Permission.OPERATE,
                        "uploadStatus",
                        "Says how far an upload is",
                        Route.one(200, UploadStatus.class),
                        request -> control.uploadStatus(request.path("id")).thenApply(Reply::ok)),
                Route.of(
                                Method.PUT,
                                "/api/v1/uploads/{id}/content",
                                Permission.OPERATE,
                                "uploadChunk",
                                "Adds a chunk at the end of what was received",
                                Route.one(200, UploadStatus.class),
                                request -> control.uploadChunk(
                                                request.path("id"), request.count("offset"), request.chunk())
                                        .thenApply(Reply::ok))
                        .with(new Parameter(
                                "query",
                                "offset",
                                true,
                                long.class,
                                "of the chunk's first byte; another than receivedBytes is a conflict"))
                        .taking(byte[].class, true),
                Route.of(
                        Method.POST,
                        "/api/v1/uploads/{id}/finish",
                        Permission.OPERATE,
                        "finishUpload",
                        "Checks the digest of an upload that is complete",
                        Route.one(200, UploadStatus.class),
                        request -> control.finishUpload(request.path("id")).thenApply(Reply::ok)));
    }
}
