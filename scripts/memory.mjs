// How the server's process keeps its memory small on a large machine, where V8 would rather let it grow.

/**
 * A young generation of 8 MB, and an old one that is collected when it has grown by half (V8's own choice is up to
 * four times): 234 MiB under load of the tables instead of 498, for a fifth of the processor's time a request. No limit is
 * set: many open sockets may need more, and get it.
 */
export const MEMORY_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=50']
