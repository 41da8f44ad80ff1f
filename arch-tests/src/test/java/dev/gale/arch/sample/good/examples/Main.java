package dev.gale.arch.sample.good.examples;

import dev.gale.arch.sample.good.api.Component;
import dev.gale.arch.sample.good.local.LocalCluster;

final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.out.println(new LocalCluster().submit(new Component[] {new WordSpout()}));
    }
}
