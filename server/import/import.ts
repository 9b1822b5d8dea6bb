// `npm run import`: reads another forum's file and loads it in batches, while the site is running or not. Every batch
// commits rows and mapping together, so that a killed import continues with the next batch.
import { mkdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { Sql } from '../../api/database/connection.ts'
import type { Backend } from '../../api/storage/backends/backend.ts'
import { textWorker } from '../content/text-worker.ts'
import { loadMembers } from './load-members.ts'
import { loadCategories, loadReplies, loadThreads, loadVotes } from './load-posts.ts'
import type { ImportContext, Loader } from './loading.ts'
import { Pictures } from './pictures.ts'
import { ImportError, KINDS, type Kind, RECORDS, type Source } from './records.ts'
import { importsFolder, writeReport } from './reports.ts'
import { dropStaging, isStaged, nextRecords, noteTaker, stage } from './staging.ts'

/** Rows in one transaction: about 200 ms, which is unnoticeable on a live site. */
const BATCH = 250
/** Interval at which a live site's cached pages are dropped during the import, and again at the end. */
const ANNOUNCE_MS = 10_000
const PROGRESS_MS = 2_000
/**
 * Until autovacuum runs, the planner assumes that the filled tables are empty, and scans them for each batch. They are
 * analysed at this many rows of a kind, and whenever the number has quadrupled; by columns, because the words of posts
 * take seconds.
 */
const ANALYZE_FIRST = 1_000
const ANALYZE_KEYS = `analyze public.profiles (id, username), public.threads (id, author_id, category_id),
  public.replies (id, thread_id, author_id), public.reactions (id, thread_id, reply_id),
  private.imported (source, foreign_id, id, old_address)`
/** Any number that no other lock has (grep for 718_201), but the same in every process. */
const IMPORT_LOCK = 718_201_131

// biome-ignore lint/suspicious/noExplicitAny: each loader takes the records of its own kind, which RECORDS has parsed
const LOADERS: Record<Kind, Loader<any>> = {
  member: loadMembers,
  category: loadCategories,
  thread: loadThreads,
  reply: loadReplies,
  vote: loadVotes,
}

export type ImportResult = {
  /** Rows that were added in this run. */
  added: Record<Kind, number>
  /** Rows and parts that were refused or changed. */
  notes: number
  /** The report, with a line for each of them. */
  report: string
}

/**
 * @param options.sql a client of the database's owner with at least two connections
 * @param options.uploads the other forum's folder of uploads, if its file contains none
 * @param options.say writes a line of progress
 * @throws ImportError if the file cannot be read
 */
export async function importForum(options: {
  sql: Sql
  backend: Backend
  dataDir: string
  source: Source
  file: string
  uploads: string | null
  say: (line: string) => void
}): Promise<ImportResult> {
  const { sql, backend, source, say } = options
  const lock = await sql.reserve()
  try {
    const [turn] = await lock<
      { free: boolean }[]
    >`select pg_try_advisory_lock(${IMPORT_LOCK}::bigint) as free`
    if (!turn?.free) throw new ImportError('Another import into this site is running.')
    const folder = importsFolder(options.dataDir)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { note, flush } = noteTaker(sql)
    const files = join(folder, `${source.name}-files`)
    const pictures = new Pictures({ sql, backend, source, note, folder: files, uploads: options.uploads })
    const file = resolve(options.file)
    const { size, mtimeMs } = await stat(file).catch(() => {
      throw new ImportError(`There is no ${file}`)
    })
    const fingerprint = `${source.name} ${file} ${size} ${mtimeMs}`
    if (await isStaged(sql, fingerprint)) {
      say('This file was read before; the import goes on.')
    } else {
      await rm(files, { recursive: true, force: true })
      const rows = source.read({ file, note, keepFile: pictures.keep })
      await stage(sql, source, rows, {
        fingerprint,
        folder,
        progress: async (count) => {
          say(`read: ${count} rows`)
          await flush()
        },
      }).catch(asImportError)
    }
    const work = { sql, source, note, pictures }
    const added = {} as Record<Kind, number>
    try {
      for (const kind of KINDS) added[kind] = await loadKind(work, kind, flush, say)
    } finally {
      await announce(sql)
    }
    await flush()
    await sql.unsafe(
      'analyze public.profiles, public.threads, public.replies, public.reactions, private.imported',
    )
    const { report, notes } = await writeReport(sql, folder, source.name)
    await dropStaging(sql)
    await rm(files, { recursive: true, force: true })
    return { added, notes, report }
  } finally {
    await lock`select pg_advisory_unlock(${IMPORT_LOCK}::bigint)`.catch(() => undefined)
    lock.release()
    await textWorker.stop()
  }
}

async function loadKind(
  work: ImportContext,
  kind: Kind,
  flush: () => Promise<void>,
  say: (line: string) => void,
): Promise<number> {
  const { sql } = work
  const [total] = await sql<{ count: number }[]>`
    select count(*)::int as count from private.import_queue where kind = ${kind}`
  const startedAt = performance.now()
  let [added, saidAt, announcedAt] = [0, startedAt, startedAt]
  let analyzeAt = ANALYZE_FIRST
  const line = (place: number) => {
    const perSecond = Math.round((added * 1_000) / (performance.now() - startedAt + 1))
    say(`${kind}: ${place} of ${total?.count ?? 0}, ${added} added, ${perSecond}/s`)
  }
  for (let after = 0; ; ) {
    const rows = await nextRecords(sql, kind, after, BATCH)
    const last = rows.at(-1)
    if (!last) break
    after = last.place
    added += await loadBatch(work, kind, rows)
    await flush()
    if (added >= analyzeAt) {
      await sql.unsafe(ANALYZE_KEYS)
      analyzeAt *= 4
    }
    if (performance.now() - saidAt > PROGRESS_MS) {
      line(after)
      saidAt = performance.now()
    }
    if (performance.now() - announcedAt > ANNOUNCE_MS) {
      await announce(sql)
      announcedAt = performance.now()
    }
  }
  line(total?.count ?? 0)
  return added
}

async function loadBatch(
  work: ImportContext,
  kind: Kind,
  rows: { id: string; record: unknown }[],
): Promise<number> {
  const present = await importedOf(work, kind, rows)
  const records = new Map<string, { id: string; record: unknown }>()
  for (const { id, record } of rows) {
    if (present.has(id)) continue
    const parsed = RECORDS[kind].safeParse(record)
    if (!parsed.success) work.note(kind, id, `Refused: ${z.prettifyError(parsed.error).replace(/\s+/g, ' ')}`)
    else if (records.has(id)) work.note(kind, id, 'Refused: another one has the same id')
    else records.set(id, { id, record: parsed.data })
  }
  const absent = [...records.values()]
  if (absent.length === 0) return 0
  try {
    await LOADERS[kind](work, absent)
  } catch (error) {
    assertOfRow(error)
    // One of them was refused: the others are loaded one by one.
    for (const record of absent) {
      await LOADERS[kind](work, [record]).catch((refusal: Error) => {
        assertOfRow(refusal)
        work.note(kind, record.id, `Refused: ${refusal.message}`)
      })
    }
  }
  return (await importedOf(work, kind, absent)).size
}

async function importedOf(
  { sql, source }: ImportContext,
  kind: Kind,
  rows: { id: string }[],
): Promise<Set<string>> {
  const foreignIds = rows.map(({ id }) => `${kind} ${id}`)
  const found = await sql<{ id: string }[]>`
    select i.foreign_id as id from private.imported i
    where i.source = ${source.name} and i.foreign_id = any (${foreignIds})`
  return new Set(found.map(({ id }) => id.slice(kind.length + 1)))
}

/** Only errors about a row's values (classes 22, 23, and our own PTnnn) refuse it; any other error ends the import. */
function assertOfRow(error: unknown): void {
  const { code } = error as { code?: unknown }
  if (!/^(22|23|PT)/.test(String(code))) throw error
}

/** Drops the cached pages of every node, once for all imported rows. */
async function announce(sql: Sql): Promise<void> {
  await sql`select private.publish_change('{"table": "site_settings", "op": "UPDATE", "id": "true", "caches_only": true}')`
}

/** The error of a damaged file as a message for the operator. */
function asImportError(error: Error): never {
  const { code } = error as { code?: string }
  if (error instanceof ImportError || !/^(Z_|ERR_|ENOENT|EISDIR|CSV_)/.test(code ?? 'ERR_')) throw error
  throw new ImportError(`The file cannot be read: ${error.message}.`, { cause: error })
}
