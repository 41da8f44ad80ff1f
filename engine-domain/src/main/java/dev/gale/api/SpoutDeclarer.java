package dev.gale.api;

/** Settings of a spout, on the builder. */
public interface SpoutDeclarer extends ComponentDeclarer<SpoutDeclarer> {}
