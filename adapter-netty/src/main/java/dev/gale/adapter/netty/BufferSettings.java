package dev.gale.adapter.netty;

/**
 * Bounds in bytes.
 *
 * @param low what may wait to be written when those who were refused are woken
 * @param high what may wait before frames are refused
 * @param socketSend the kernel's send buffer; 0 leaves it to the system
 * @param socketReceive the kernel's receive buffer; 0 leaves it to the system
 */
record BufferSettings(int low, int high, int socketSend, int socketReceive) {}
