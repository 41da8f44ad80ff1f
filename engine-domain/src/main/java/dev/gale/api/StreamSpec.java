package dev.gale.api;

import java.io.Serializable;

/** A declared output stream. */
public record StreamSpec(Fields fields, boolean direct) implements Serializable {}
