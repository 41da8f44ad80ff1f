package dev.gale.examples.wordcount;

import dev.gale.api.BaseBasicBolt;
import dev.gale.api.BasicOutputCollector;
import dev.gale.api.Fields;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.Tuple;
import dev.gale.api.Values;

/** Emits the words of each line with their places. A piece of a very long word goes on, in lower case, on a stream of its own. */
public final class SplitBolt extends BaseBasicBolt {
    static final String PIECES = "pieces";

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("word", "place"));
        declarer.declareStream(PIECES, new Fields("wordPlace", "place", "text"));
    }

    @Override
    public void execute(Tuple line, BasicOutputCollector collector) {
        long place = line.getLongByField("place");
        byte[] text = line.getBinaryByField("text");
        long wordPlace = line.getLongByField("word");
        if (wordPlace == Line.NOT_A_PIECE) {
            Words.forEach(text, (offset, word) -> collector.emit(new Values(word, place + offset)));
        } else {
            collector.emit(PIECES, new Values(wordPlace, place, Words.toLowerCase(text)));
        }
    }
}
