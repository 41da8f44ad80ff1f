package dev.gale.arch.sample.plugin.bad;

public final class ForEverybody {}
