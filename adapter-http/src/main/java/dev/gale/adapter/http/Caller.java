package dev.gale.adapter.http;

/** Who calls, by the token that came along. */
enum Caller {
    NOBODY,
    VIEWER,
    OPERATOR;

    boolean may(Permission permission) {
        return switch (permission) {
            case PUBLIC -> true;
            case READ -> this != NOBODY;
            case OPERATE -> this == OPERATOR;
        };
    }
}
