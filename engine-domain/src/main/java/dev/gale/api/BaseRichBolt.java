package dev.gale.api;

/** A {@link Bolt} to extend, under Storm's name. */
public abstract class BaseRichBolt implements Bolt {}
