package dev.gale.api;

/** A {@link BasicBolt} to extend, under Storm's name. */
public abstract class BaseBasicBolt implements BasicBolt {}
