// In a file of its own: what PostgreSQL runs for each segment (backup/wal-program.ts) must not load all settings.

/** An invalid setting or command; the message is for the operator, and names what is accepted. */
export class ConfigError extends Error {}
