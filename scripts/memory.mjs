// How the server's process keeps its memory small on a large machine, where V8 would rather let it grow.

/**
 * A young generation of 8 MB, and an old one that is collected when it has grown by half (V8's own choice is up to
 * four times): 231 MiB at most under guests' load instead of 385, at no cost in speed that could be measured. No limit
 * is set: many open sockets may need more, and get it.
 */
export const MEMORY_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=50']
