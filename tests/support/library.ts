// The tables of rest-fixture.sql in a running test server's database, and raw requests to /rest/v1.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type postgres from 'postgres'
import { openDatabase } from './identity.ts'
import { startServer, type TestServer } from './server.ts'
import { sharedServer } from './shared-server.ts'

const FIXTURE = join(import.meta.dirname, '../contract/rest-fixture.sql')

export type Library = {
  server: TestServer
  /** A connection of the database's owner. */
  sql: postgres.Sql
  /** Sends a request to /rest/v1 as a guest, or as the caller that `headers` identify. */
  ask(path: string, options?: Ask): Promise<Answer>
  /** Notifies the server of a schema change, and waits until it serves `path`. */
  announce(path: string): Promise<void>
  stop(): Promise<void>
}

export type Ask = { method?: string; body?: string; headers?: Record<string, string> }

export type Answer = {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: what a wire gives has no type
  json: any
}

/**
 * Creates the tables while a server runs, so that it must reload the schema.
 * @param env settings of a server for this file alone
 */
export async function openLibrary(env?: Record<string, string>): Promise<Library> {
  const server = await (env ? startServer(env) : sharedServer())
  const sql = openDatabase(server)
  const ask = (path: string, options: Ask = {}) => askRest(server, path, options)
  // The file before may have had the same tables. A reload that began between their end and their return would miss them.
  await waitUntil(ask, 'lib_books', 404)
  await sql.unsafe(readFileSync(FIXTURE, 'utf8')).simple()
  const announce = async (path: string) => {
    await sql.unsafe(`notify pgrst, 'reload schema'`)
    await waitUntil(ask, path, 200)
  }
  await announce('lib_books')
  return {
    server,
    sql,
    ask,
    announce,
    stop: async () => {
      await sql.end()
      await server.stop()
    },
  }
}

async function waitUntil(ask: Library['ask'], path: string, expected: 200 | 404): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { status } = await ask(path, { method: 'OPTIONS' })
    if (status === expected) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`the server does not answer ${expected} for ${path} after a schema change`)
}

/** Sends a request. With a body it is a POST, of JSON unless `headers` say otherwise. */
export async function askRest(server: TestServer, path: string, options: Ask): Promise<Answer> {
  const { body, headers } = options
  const response = await fetch(`${server.url}/rest/v1/${path}`, {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    body: body ?? null,
    headers: {
      apikey: server.publishableKey,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
  })
  const text = await response.text()
  const type = response.headers.get('content-type')?.split(';', 1)[0] ?? ''
  const isJson = type.endsWith('json') && text !== ''
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  }
}

/** Headers of the service, to which row security does not apply. */
export const asService = (library: Library) => ({
  apikey: library.server.secretKey,
  authorization: `Bearer ${library.server.secretKey}`,
})
