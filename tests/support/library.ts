// The library of rest-fixture.sql in a running test server's database, and raw requests to /rest/v1.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type postgres from 'postgres'
import { openDatabase } from './identity.ts'
import { startServer, type TestServer } from './server.ts'

const FIXTURE = join(import.meta.dirname, '../contract/rest-fixture.sql')

export type Library = {
  server: TestServer
  /** The database for its owner. */
  sql: postgres.Sql
  /** One request to /rest/v1 as a guest, or as the caller that `headers` name. */
  ask(path: string, options?: Ask): Promise<Answer>
  /** Tells the server that the schema changed, and waits until it knows `path`. */
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

/** Starts a server with the library in it. The schema appears while it runs, so that it must notice. @param env settings */
export async function openLibrary(env: Record<string, string> = {}): Promise<Library> {
  const server = await startServer(env)
  const sql = openDatabase(server)
  await sql.unsafe(readFileSync(FIXTURE, 'utf8')).simple()
  const ask = (path: string, options: Ask = {}) => askRest(server, path, options)
  const announce = async (path: string) => {
    await sql.unsafe(`notify pgrst, 'reload schema'`)
    await untilKnown(ask, path)
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

async function untilKnown(ask: Library['ask'], path: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { status } = await ask(path, { method: 'OPTIONS' })
    if (status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the server did not notice what is new')
}

/** One request; a body makes it a POST and is JSON unless `headers` say otherwise. */
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

/** Headers of the service, which row security doesn't bind. */
export const asService = (library: Library) => ({
  apikey: library.server.secretKey,
  authorization: `Bearer ${library.server.secretKey}`,
})
