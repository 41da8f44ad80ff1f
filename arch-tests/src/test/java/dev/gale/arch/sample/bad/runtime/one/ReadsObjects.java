package dev.gale.arch.sample.bad.runtime.one;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;

class ReadsObjects {
    Object object(InputStream in) throws IOException, ClassNotFoundException {
        return new ObjectInputStream(in).readObject();
    }
}
