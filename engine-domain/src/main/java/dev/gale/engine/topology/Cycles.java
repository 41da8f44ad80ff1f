package dev.gale.engine.topology;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * The strongly connected components of a graph: Tarjan, "Depth-first search and linear graph algorithms", 1972, with a stack of its
 * own instead of recursion, so that the length of a topology does not matter.
 */
final class Cycles {
    private static final int NONE = -1;

    private final Map<String, Integer> groups;
    private final Set<Integer> cyclic;

    private Cycles(Map<String, Integer> groups, Set<Integer> cyclic) {
        this.groups = groups;
        this.cyclic = cyclic;
    }

    /** @param edges for each node, where its edges lead */
    static Cycles of(SortedMap<String, List<String>> edges) {
        List<String> nodes = new ArrayList<>(edges.keySet());
        Map<String, Integer> numbers = new HashMap<>();
        nodes.forEach(node -> numbers.put(node, numbers.size()));
        int[][] next = new int[nodes.size()][];
        for (int node = 0; node < next.length; node++) {
            next[node] = edges.getOrDefault(nodes.get(node), List.of()).stream()
                    .mapToInt(numbers::get)
                    .toArray();
        }
        int[] group = new Search(next).run();
        int[] sizes = new int[next.length];
        Set<Integer> cyclic = new HashSet<>();
        Map<String, Integer> groups = new HashMap<>();
        for (int node = 0; node < next.length; node++) {
            groups.put(nodes.get(node), group[node]);
            sizes[group[node]]++;
            for (int target : next[node]) {
                if (target == node) {
                    cyclic.add(group[node]);
                }
            }
        }
        for (int i = 0; i < sizes.length; i++) {
            if (sizes[i] > 1) {
                cyclic.add(i);
            }
        }
        return new Cycles(groups, cyclic);
    }

    boolean same(String from, String to) {
        Integer group = groups.get(from);
        return group != null && group.equals(groups.get(to)) && cyclic.contains(group);
    }

    private static final class Search {
        private final int[][] next;
        private final int[] order;
        private final int[] low;
        private final int[] edge;
        private final int[] group;
        private final Deque<Integer> path = new ArrayDeque<>();
        private final Deque<Integer> open = new ArrayDeque<>();
        private int visited;
        private int found;

        Search(int[][] next) {
            this.next = next;
            order = filled();
            low = filled();
            group = filled();
            edge = new int[next.length];
        }

        /** For each node, the number of its strongly connected component. */
        int[] run() {
            for (int root = 0; root < next.length; root++) {
                if (order[root] == NONE) {
                    enter(root);
                    while (!path.isEmpty()) {
                        step(path.element());
                    }
                }
            }
            return group;
        }

        private void step(int node) {
            if (edge[node] == next[node].length) {
                leave(node);
                return;
            }
            int target = next[node][edge[node]++];
            if (order[target] == NONE) {
                enter(target);
            } else if (group[target] == NONE) {
                low[node] = Math.min(low[node], order[target]);
            }
        }

        private void enter(int node) {
            order[node] = visited;
            low[node] = visited++;
            path.push(node);
            open.push(node);
        }

        private void leave(int node) {
            path.pop();
            if (!path.isEmpty()) {
                int before = path.element();
                low[before] = Math.min(low[before], low[node]);
            }
            if (low[node] == order[node]) {
                int member;
                do {
                    member = open.pop();
                    group[member] = found;
                } while (member != node);
                found++;
            }
        }

        private int[] filled() {
            int[] nones = new int[next.length];
            Arrays.fill(nones, NONE);
            return nones;
        }
    }
}
