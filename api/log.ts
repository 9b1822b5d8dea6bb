// Structured logs: one JSON line an event, to standard output.
import { type Logger, pino } from 'pino'

export type { Logger }

/** Addresses, tokens and bodies are never logged: what is not written cannot leak. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['headers.authorization', 'headers.apikey', 'headers.cookie'],
  })
}
