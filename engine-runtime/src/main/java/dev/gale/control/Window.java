package dev.gale.control;

/** Over which past figures are added up. */
public enum Window {
    TEN_MINUTES,
    THREE_HOURS,
    ONE_DAY,
    /** Since the first figure. */
    ALL_TIME
}
