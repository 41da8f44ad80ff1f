package dev.gale.arch.sample.bad.runtime.one;

import java.beans.XMLDecoder;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.util.function.Function;

class ReadsObjects {
    Object object(InputStream in) throws IOException, ClassNotFoundException {
        return new ObjectInputStream(in).readObject();
    }

    Function<InputStream, Object> later() {
        return XMLDecoder::new;
    }
}
