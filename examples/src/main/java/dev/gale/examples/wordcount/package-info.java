/**
 * Counts the words of text files, exactly, although a line may be processed more than once.
 *
 * <pre>
 * lines (LineSpout) --shuffle--> split (SplitBolt) --fields(word)--> results (ResultBolt) ==> result files ==> WordTable
 * </pre>
 *
 * <p>The engine promises that every line is processed at least once: a line whose tree of tuples fails or times out is emitted
 * again, and then some of its words arrive twice. So the topology does not add up numbers, it writes facts: <i>at this place stands
 * this word</i>. A place is a number that belongs to one byte of the input for good: the file's position in the sorted list of
 * files, and the offset in the file. The line's id is the place where it starts, so all results of a line lie between its id and the
 * next one, and however often and however partly it was replayed, the same facts are written again. The fold in {@link
 * dev.gale.examples.wordcount.WordTable} counts each place once. That needs one bit for two bytes of the input (two words never
 * start at neighbouring places), and no component has to remember anything: an instance that is replaced, or moved to another
 * worker, loses nothing, because a result is flushed to a file of its own before its tuple is acked.
 *
 * <p>Memory stays small for large inputs. Files are streamed. A line of more than {@link
 * dev.gale.examples.wordcount.LineReader#MAX_LENGTH} bytes is cut between words, and a single word that is longer still travels in
 * pieces, which the fold joins again. Results lie in files by hash of the word, and the fold takes one hash after the other, writes
 * each as a sorted run and merges the runs.
 */
@NullMarked
package dev.gale.examples.wordcount;

import org.jspecify.annotations.NullMarked;
