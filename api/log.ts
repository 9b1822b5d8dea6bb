// Structured logs: one JSON line per event, to standard output. `msg` is the event's name (docs/operations/logs.md).
import { type Logger, pino } from 'pino'
import { currentRequestId } from './observability/request-id.ts'

export type { Logger }

/** Addresses, tokens and bodies are never logged. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    mixin: () => {
      const requestId = currentRequestId()
      return requestId === undefined ? {} : { requestId }
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['headers.authorization', 'headers.apikey', 'headers.cookie'],
  })
}
