package dev.gale.runtime.code;

/** The files of a topology, in the order in which they enter its digest. */
public enum CodeFile {
    /** The author's classes. */
    JAR("stormjar.jar"),
    /** The structure and the author's serialized objects, see {@link TopologyCode}. */
    CODE("stormcode.ser"),
    /** The configuration and the secret of the topology's workers, see {@link TopologyConf}. */
    CONF("stormconf.ser");

    private final String fileName;

    CodeFile(String fileName) {
        this.fileName = fileName;
    }

    public String fileName() {
        return fileName;
    }
}
