package dev.gale.arch.sample.good.api;

public interface Component {}
