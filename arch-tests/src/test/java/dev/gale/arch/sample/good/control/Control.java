package dev.gale.arch.sample.good.control;

public interface Control {}
