// In a module of its own, because the program that archives each segment (backup/wal-program.ts) must not load all
// settings.

/** An invalid setting or command; the message is for the operator, and names what is accepted. */
export class ConfigError extends Error {}
