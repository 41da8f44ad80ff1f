package dev.gale.distribution.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** A jar whose topology goes on until it is killed, and has reported an error. Its main class takes the topology's name. */
final class TickJar {
    private TickJar() {}

    static Path in(Path folder) throws IOException {
        return TestJar.of(folder, Map.of("Ticks", """
                        public class Ticks extends BaseRichSpout {
                            private SpoutOutputCollector out;
                            private long next;
                            public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) { this.out = out; }
                            public void nextTuple() {
                                out.emit(new Values(next), next);
                                next++;
                                try { Thread.sleep(5); } catch (InterruptedException e) { Thread.currentThread().interrupt(); }
                            }
                            public void declareOutputFields(OutputFieldsDeclarer declarer) { declarer.declare(new Fields("n")); }
                        }
                        """, "Drop", """
                        public class Drop extends BaseRichBolt {
                            private OutputCollector out;
                            public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector out) {
                                this.out = out;
                                out.reportError(new IllegalStateException("as it was told"));
                            }
                            public void execute(Tuple tuple) { out.ack(tuple); }
                            public void declareOutputFields(OutputFieldsDeclarer declarer) {}
                        }
                        """, "Main", """
                        public class Main {
                            public static void main(String[] args) {
                                TopologyBuilder builder = new TopologyBuilder();
                                builder.setSpout("ticks", new Ticks());
                                builder.setBolt("drop", new Drop(), 2).setNumTasks(4).shuffleGrouping("ticks");
                                TopologySubmitter.submit(args[0], new Config(), builder.createTopology());
                            }
                        }
                        """, "Throws", """
                        public class Throws {
                            public static void main(String[] args) { throw new IllegalStateException("boom"); }
                        }
                        """));
    }
}
