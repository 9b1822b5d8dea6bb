// The worker's connections. graphile-worker retries a statement only for a few error codes: a connection lost while a
// finished task is recorded would end the process. So every error that is not PostgreSQL's answer to the statement
// gets a retryable code.
import { Client, Pool, type PoolConfig } from 'pg'

/** One of graphile-worker's retryable codes: retried after 3 seconds, with backoff. */
const AGAIN = 'ETIMEDOUT'

/** SQLSTATE classes that do not concern the statement: connection, resources, shutdown. */
const NOT_OF_THE_STATEMENT = ['08', '53', '57']

function again(error: unknown): never {
  const { code, severity } = (error ?? {}) as { code?: string; severity?: string }
  // PostgreSQL's errors have a severity; EPIPE only looks like a SQLSTATE.
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
 * A pool that we close: the library drops its own without waiting, and a connection still open when PostgreSQL stops
 * would end the process.
 */
export function openQueuePool(config: PoolConfig): Pool {
  const pool = new RetryingPool({ ...config, Client: RetryingClient } as PoolConfig)
  // The next poll opens a new connection.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
