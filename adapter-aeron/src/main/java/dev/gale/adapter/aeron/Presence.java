package dev.gale.adapter.aeron;

import io.aeron.Aeron;
import io.aeron.Counter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalInt;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;

/**
 * Who is at a media driver: each endpoint has a counter there, whose key is a digest of its group and name, and whose value
 * is the stream at which it listens in shared memory. So whether a peer is on the same host is looked up, not guessed by its
 * address. The driver removes the counters of a process that is gone; of two lives of one endpoint the later counts.
 */
final class Presence {
    private static final int TYPE = 1_735_458_917;

    private Presence() {}

    /** @return what keeps the endpoint known until it is closed */
    static Counter announce(Aeron client, String group, String endpoint, int stream) {
        byte[] key = key(group, endpoint);
        byte[] label = ("gale endpoint, ipc stream " + stream).getBytes(StandardCharsets.US_ASCII);
        Counter counter =
                client.addCounter(TYPE, new UnsafeBuffer(key), 0, key.length, new UnsafeBuffer(label), 0, label.length);
        counter.setRelease(stream);
        return counter;
    }

    /** The stream at which the endpoint listens, when it is at this driver. */
    static OptionalInt find(Aeron client, String group, String endpoint) {
        byte[] wanted = key(group, endpoint);
        byte[] found = new byte[wanted.length];
        CountersReader counters = client.countersReader();
        long latest = 0;
        int stream = 0;
        for (int id = 0; id <= counters.maxCounterId(); id++) {
            int state = counters.getCounterState(id);
            if (state == CountersReader.RECORD_UNUSED) {
                break;
            }
            if (state == CountersReader.RECORD_ALLOCATED && counters.getCounterTypeId(id) == TYPE) {
                counters.metaDataBuffer()
                        .getBytes(CountersReader.metaDataOffset(id) + CountersReader.KEY_OFFSET, found);
                long registration = counters.getCounterRegistrationId(id);
                if (Arrays.equals(found, wanted) && registration > latest) {
                    latest = registration;
                    stream = (int) counters.getCounterValue(id);
                }
            }
        }
        // A counter is there a moment before its value.
        return stream == 0 ? OptionalInt.empty() : OptionalInt.of(stream);
    }

    private static byte[] key(String group, String endpoint) {
        return Proof.digest(group + '\n' + endpoint);
    }
}
