// The official client for every actor of the cast, on the files of a running test server.
import { readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import { connect, type Sql } from '../../api/database/connection.ts'
import { type Actor, MEMBERS } from '../cast.ts'
import { gatherCast, setStage } from '../policies/scene.ts'
import { startServer, type TestServer } from './server.ts'
import { sharedServer } from './shared-server.ts'

export type Files = {
  server: TestServer
  sql: Sql
  /** Ids of the members. */
  ids: Record<Exclude<Actor, 'guest'>, string>
  tokens: Record<Exclude<Actor, 'guest'>, string>
  as(actor: Actor | 'service'): SupabaseClient['storage']
  /** One raw request to /storage/v1. */
  ask(path: string, options?: Ask): Promise<Response>
  /** Deletes the files of all actors. */
  clear(): Promise<void>
  stop(): Promise<void>
}

type Ask = { as?: Actor | 'service'; method?: string; body?: BodyInit; headers?: Record<string, string> }

/** With limits on, an address signs up no more without a proof of work. */
const SIGN_UPS = 5

/** @param env settings of a server for this file alone */
export async function openFiles(env?: Record<string, string>): Promise<Files> {
  const server = await (env ? startServer(env) : sharedServer())
  for (const file of storedFiles(server)) rmSync(file)
  const sql = connect(server.adminDatabaseUrl, { max: 1 })
  const { ids, tokens } = await gatherCast(server, env ? MEMBERS.slice(0, SIGN_UPS) : MEMBERS)
  await setStage({ sql, ids })
  const keyOf = (actor: Actor | 'service') => (actor === 'service' ? server.secretKey : server.publishableKey)
  const bearerOf = (actor: Actor | 'service') =>
    actor === 'service' || actor === 'guest' ? keyOf(actor) : tokens[actor]
  const ask: Files['ask'] = (path, { as = 'guest', method = 'GET', body, headers } = {}) =>
    fetch(`${server.url}/storage/v1/${path}`, {
      method,
      headers: { apikey: keyOf(as), authorization: `Bearer ${bearerOf(as)}`, ...headers },
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    } as RequestInit)
  return {
    server,
    sql,
    ids,
    tokens,
    as: (actor) =>
      createClient(server.url, keyOf(actor), {
        auth: { persistSession: false, autoRefreshToken: false },
        ...(actor === 'service' || actor === 'guest' ? {} : { accessToken: async () => bearerOf(actor) }),
      }).storage,
    ask,
    clear: async () => {
      await sql`delete from storage.objects`
      await sql`delete from storage.buckets where id not in ('avatars', 'content', 'covers')`
      const waiting = () => sql`select from storage.orphans where due < now() + interval '30 minutes'`
      if ((await waiting()).length === 0) return
      // Every deletion also deletes files that are due.
      await ask('bucket/avatars/empty', { method: 'POST', as: 'service' })
      // Files stay on the list while they are being deleted.
      await expect.poll(waiting, { timeout: 20_000, interval: 10 }).toHaveLength(0)
    },
    stop: async () => {
      await sql.end()
      await server.stop()
    },
  }
}

/** The names of the stored files in the storage folder, those of interrupted uploads included. */
export function filesOnDisk({ server }: Files): string[] {
  return storedFiles(server).map((path) => basename(path))
}

function storedFiles({ dataDir }: TestServer): string[] {
  return (
    readdirSync(join(dataDir, 'storage'), { recursive: true, withFileTypes: true })
      // The id of the disk tells nodes whether they share it.
      .filter((entry) => entry.isFile() && entry.name !== 'id')
      .map(({ parentPath, name }) => join(parentPath, name))
  )
}

export async function expectNothingStored(files: Files): Promise<void> {
  expect(await files.sql`select name from storage.objects`).toEqual([])
  await expect.poll(() => filesOnDisk(files)).toEqual([])
}
