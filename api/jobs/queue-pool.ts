// The worker's connections. graphile-worker tries a statement again when its error has one of a few codes, and leaves
// any other one to nobody: a connection that is lost while a finished task is crossed out would end the process. So
// every error that is not an answer of PostgreSQL's to the statement gets a code that is tried again.
import { Client, Pool, type PoolConfig } from 'pg'

/** One of graphile-worker's retryable codes: again after 3 seconds, then less and less often. */
const AGAIN = 'ETIMEDOUT'

/** Classes of SQLSTATE that say nothing of the statement: connection, no room for another one, PostgreSQL ends. */
const NOT_OF_THE_STATEMENT = ['08', '53', '57']

function again(error: unknown): never {
  const { code, severity } = (error ?? {}) as { code?: string; severity?: string }
  // PostgreSQL's errors have a severity; EPIPE looks like a SQLSTATE and is none.
  const isAnswer = severity !== undefined && !NOT_OF_THE_STATEMENT.includes(String(code).slice(0, 2))
  if (error instanceof Error && !isAnswer) throw Object.assign(error, { code: AGAIN })
  throw error
}

class RetryingClient extends Client {
  // biome-ignore lint/suspicious/noExplicitAny: one of many overloads; all but the one with a promise pass
  override query(...parameters: any[]): any {
    const result = super.query(...(parameters as [string]))
    return result instanceof Promise ? result.catch(again) : result
  }
}

class RetryingPool extends Pool {
  // biome-ignore lint/suspicious/noExplicitAny: two overloads; the one with a callback passes
  override connect(callback?: any): any {
    return callback ? super.connect(callback) : super.connect().catch(again)
  }
}

/**
 * Connections that are ours to end: the library drops its own without waiting, and one that is still open when
 * PostgreSQL stops would end the process with its complaint.
 */
export function openQueuePool(config: PoolConfig): Pool {
  const pool = new RetryingPool({ ...config, Client: RetryingClient } as PoolConfig)
  // A lost connection is opened anew by the next look at the queue.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
