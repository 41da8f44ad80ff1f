package dev.gale.engine.topology;

import java.util.Optional;

/**
 * A class of tuple values that may travel between workers.
 *
 * @param serializer the class that writes it; without, the engine's default rule
 */
public record SerializerSpec(String type, Optional<String> serializer) {}
