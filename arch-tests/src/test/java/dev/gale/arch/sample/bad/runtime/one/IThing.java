package dev.gale.arch.sample.bad.runtime.one;

interface IThing {}
