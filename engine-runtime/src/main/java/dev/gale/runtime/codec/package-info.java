/**
 * Turns the values of a tuple into bytes and back. Built-in types travel under a tag, classes of the topology only when they are
 * registered; ids are positions in the topology's ordered list, so that all workers agree. Bytes are never believed: a length is
 * compared with the bytes that are there before anything is allocated, no name of a class travels, and every refusal, in either
 * direction, is a {@link dev.gale.runtime.codec.CodecException}. Kryo supplies the buffers and the number formats. Its field
 * serializers are not used: they allocate what a length claims and put objects into fields without checking the type.
 */
@NullMarked
package dev.gale.runtime.codec;

import org.jspecify.annotations.NullMarked;
