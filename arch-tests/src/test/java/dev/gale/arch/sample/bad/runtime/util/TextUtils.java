package dev.gale.arch.sample.bad.runtime.util;

final class TextUtils {}
