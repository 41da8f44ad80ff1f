package dev.gale.arch.sample.plugin.bad;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;

final class ReadsObjects {
    Object object(InputStream in) throws IOException, ClassNotFoundException {
        return new ObjectInputStream(in).readObject();
    }
}
