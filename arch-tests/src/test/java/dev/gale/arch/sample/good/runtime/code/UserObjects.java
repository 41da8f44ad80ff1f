package dev.gale.arch.sample.good.runtime.code;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;

class UserObjects {
    Object object(InputStream in) throws IOException, ClassNotFoundException {
        return new Reader(in).readObject();
    }

    private static final class Reader extends ObjectInputStream {
        Reader(InputStream in) throws IOException {
            super(in);
        }
    }
}
