// Opens the page store of this node and lets it catch up with the change log before a page of it is served.
import type { Hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { digestOfParts } from '../../api/crypto.ts'
import type { ChangeLog } from '../../api/database/change-log.ts'
import type { Database } from '../../api/database/database.ts'
import { asService } from '../../api/database/scope.ts'
import type { Logger } from '../../api/log.ts'
import { LANGUAGES } from '../../shared/languages.ts'
import type { PageCache } from './cache.ts'
import { evictStale } from './events.ts'
import { PageStore } from './store.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The process before this one may use it until it has drained; a database may be away. */
const RETRY_MS = 5_000
/** Tags that are marked in one turn of the event loop, which takes some milliseconds. */
const MARKED_AT_ONCE = 1_000

type Settings = {
  dataDir: string
  siteUrl: string
  disableSignup: boolean
  pageStoreBytes: number
  secrets: { PUBLISHABLE_KEY: string }
}

type Options = {
  config: Settings
  db: Database
  log: Logger
  cache: PageCache
  changeLog: Pick<ChangeLog, 'since'>
  buildFolder: string
}

export type PagesOnDisk = {
  counts: PageStore['counts']
  close(): void
}

/** Opens the store in the background, again and again until it is free. */
export function keepPagesOnDisk({ config, db, log, cache, changeLog, buildFolder }: Options): PagesOnDisk {
  let store: PageStore | null = null
  let isReady = false
  let isClosed = config.pageStoreBytes === 0
  let retry: NodeJS.Timeout | undefined
  const open = async () => {
    const key = await keyOf(config, buildFolder, db)
    if (isClosed) return
    store = PageStore.open({
      folder: join(config.dataDir, 'pages'),
      key,
      maxBytes: config.pageStoreBytes,
      onFailure: (error) => log.warn({ err: error }, 'page.store_failed'),
    })
    if (store) {
      await catchUp(store, cache, changeLog)
      isReady = true
      log.info({ entries: store.counts().entries }, 'page.store_opened')
    } else retry = setTimeout(attempt, RETRY_MS).unref()
  }
  const attempt = () =>
    void open().catch((error: unknown) => {
      log.warn({ err: error }, 'page.store_not_opened')
      store?.close()
      store = null
      if (!isClosed) retry = setTimeout(attempt, RETRY_MS).unref()
    })
  if (!isClosed) attempt()
  return {
    counts: () => (isReady && store ? store.counts() : { hits: 0, entries: 0, bytes: 0 }),
    close: () => {
      isClosed = true
      clearTimeout(retry)
      store?.close()
    },
  }
}

/**
 * Evicts what changed while the store was closed. Meanwhile it hears of the changes that are read now: a change is
 * either before the answer below, or the cache is told of it after `connect`.
 */
export async function catchUp(
  store: PageStore,
  cache: PageCache,
  changeLog: Pick<ChangeLog, 'since'>,
): Promise<void> {
  cache.connect(store)
  const { events, reached } = await changeLog.since(store.position)
  const tags = new Set<string>()
  let isCleared = events === null
  for (const event of events ?? []) {
    evictStale(
      {
        evict: (stale) => {
          for (const tag of stale) tags.add(tag)
        },
        clear: () => {
          isCleared = true
        },
      },
      event,
    )
  }
  if (isCleared) store.clear()
  else {
    const all = [...tags]
    for (let from = 0; from < all.length; from += MARKED_AT_ONCE) {
      store.evict(all.slice(from, from + MARKED_AT_ONCE))
      store.flush()
      await nextTurn()
    }
  }
  store.reached(reached)
  cache.trustStore()
}

/**
 * What a page depends on besides the rows that events are about: the code that makes it, the addresses and keys that it
 * names, and which database it is. A restored one has other tables or another timeline, and a position means nothing in it.
 */
async function keyOf(config: Settings, buildFolder: string, db: Database): Promise<string> {
  const [database] = await asService(
    db,
    (sql) => sql<{ identity: string }[]>`
      select concat_ws(' ', (select system_identifier from pg_control_system()),
        (select timeline_id from pg_control_checkpoint()), 'private.changes'::regclass::oid) as identity`,
  )
  const hash = digestOfParts()
  const builds = Object.keys(LANGUAGES).map((language) => join(buildFolder, language, 'server'))
  for (const folder of [...builds.filter(existsSync), ...MARKUP.map((name) => join(ROOT, name))])
    await hashFolder(hash, folder)
  // A migration may change what guests see without a change of their rows.
  for (const name of (await readdir(join(ROOT, 'supabase/migrations'))).sort()) hash.update(`${name}\n`)
  const { siteUrl, disableSignup, secrets } = config
  hash.update(JSON.stringify([database?.identity, siteUrl, disableSignup, secrets.PUBLISHABLE_KEY]))
  return hash.digest('base64url')
}

/** What makes pages besides the build: rendering and what surrounds it, and the gateway that loaders read through. */
const MARKUP = ['server/pages', 'api/rest', 'messages']

async function hashFolder(hash: Hash, folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !/\.test\.tsx?$|\.map$/.test(entry.name))
  for (const file of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    hash.update(`${relative(folder, file)}\n`)
    hash.update(await readFile(file))
  }
}
