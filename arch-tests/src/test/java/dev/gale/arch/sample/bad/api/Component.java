package dev.gale.arch.sample.bad.api;

public interface Component {}
