package dev.gale.api;

/** A {@link Spout} to extend, under Storm's name. */
public abstract class BaseRichSpout implements Spout {}
