// Guests' pages on disk, behind the memory (cache.ts): they survive a restart, and there may be many times more of them
// than fit into memory (docs/decisions/0014). A page is kept as it is sent, compressed, with its tags.
//
// No page that missed an eviction is served, whatever ends the process. Evictions are marks: the page is older than the
// last mark of one of its tags, or it is not. The store knows the position in the change log (api/database/change-log.ts)
// up to which it has marks, and that position is written after them. What was committed since is read from the log
// before the first page is served (attach-store.ts); a log that does not reach back that far clears the store.
//
// Nothing is flushed to the disk while the site runs: what the process wrote survives its death, because the system has
// it. A store that was not closed before the system itself ended may be torn and is dropped.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import type { LogPosition } from '../../api/database/change-log.ts'

/** Of what is in the file. A file with another is dropped. */
const FORMAT = 1
/** Larger than most pages: a page of 22 kB is read in 32 µs, and from the usual 4 kB in 54. */
const PAGE_BYTES = 16_384
/** Pages that may be dropped for one that is stored. */
const DROPPED_AT_ONCE = 8
/** How often a page that is read counts as used again: each time would be a write. */
const USED_EVERY_MS = 60 * 60_000
/** A position without evictions is written no more often. */
const POSITION_EVERY_MS = 10_000
/** Marks of before all stored pages are removed after so many changes. */
const PRUNE_EVERY = 1_000

export type StoredPage = {
  status: number
  headers: Record<string, string>
  tags: readonly string[]
  /** Compressed with Brotli. */
  body: Buffer
  /** When what it says about time changes, in milliseconds. */
  until: number
}

type Options = {
  folder: string
  /** What its pages depend on besides the database's rows; pages of another are dropped. */
  key: string
  maxBytes: number
  /** Called once when the store can't be used any longer; it holds nothing from then on. */
  onFailure: (error: unknown) => void
  /** Changes when the system starts; null: unknown. For tests. */
  boot?: string | null
}

type Row = {
  id: number
  status: number
  headers: string
  tags: string
  until: number
  used: number
  checksum: number
  body: Uint8Array
}

const SCHEMA = `
  create table meta (name text primary key, value text not null) without rowid;
  create table mark (tag text primary key, at integer not null) without rowid;
  create table page (
    id integer primary key, url text not null unique, at integer not null, until integer not null,
    used integer not null, status integer not null, checksum integer not null,
    headers text not null, tags text not null, body blob not null);
  create index page_at on page (at);
  create index page_used on page (used);
  pragma user_version = ${FORMAT};`

export class PageStore {
  readonly #options: Options
  readonly #file: string
  #open: Opened | null
  /** Tags that were evicted and have no mark yet. */
  readonly #evicted = new Set<string>()
  #isCleared = false
  #position: LogPosition | null
  #positionWrittenAt = 0
  /** Whether there are marks that the position on disk does not count. */
  #isPositionDue = false
  /** Counts evictions: a mark is newer than the pages that were stored before it. */
  #sequence: number
  #clearedAt: number
  #changes = 0
  #hits = 0

  private constructor(options: Options, file: string, open: Opened) {
    this.#options = options
    this.#file = file
    this.#open = open
    this.#position = open.position()
    this.#clearedAt = Number(open.meta('clearedAt') ?? 0)
    this.#sequence = Number(open.meta('sequence') ?? 0) + 1
    open.setMeta('sequence', String(this.#sequence))
  }

  /**
   * Opens the store in `folder`, without the pages that can't be trusted.
   * @returns null while another process uses it
   */
  static open(options: Options): PageStore | null {
    const { folder, key, boot = bootId() } = options
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, 'pages.db')
    let open = openFile(file, (found) => found.mayBeTrusted(key, boot) && found.start(key, boot))
    if (!open) {
      remove(file)
      open = openFile(file, (made) => made.start(key, boot))
      if (!open) throw new Error(`${file} can't be created`)
    }
    return open === 'busy' ? null : new PageStore(options, file, open)
  }

  /** Up to where the store has the evictions; null: it has never heard of the log. */
  get position(): LogPosition | null {
    return this.#position
  }

  /** For metrics. */
  readonly counts = () => ({
    hits: this.#hits,
    entries: this.#try((open) => open.count()) ?? 0,
    bytes: this.#try((open) => open.bytes()) ?? 0,
  })

  /** The page at `url`, unless it was evicted. Its words may be out of date (`until`). */
  get(url: string): StoredPage | null {
    const row = this.#try((open) => {
      this.#flush(open)
      return open.read(url, this.#clearedAt)
    })
    if (!row) return null
    const body = Buffer.from(row.body.buffer, row.body.byteOffset, row.body.byteLength)
    if (crc32(body) !== row.checksum) {
      this.#fail(new Error('a stored page is damaged'))
      return null
    }
    const now = Date.now()
    if (now - row.used > USED_EVERY_MS) this.#try((open) => open.use(row.id, now))
    this.#hits += 1
    return {
      status: row.status,
      headers: JSON.parse(row.headers) as Record<string, string>,
      tags: JSON.parse(row.tags) as string[],
      body,
      until: row.until,
    }
  }

  /** Stores a page. None of its tags may have been evicted since its data were read. */
  put(url: string, page: StoredPage): void {
    this.#try((open) => {
      this.#flush(open)
      open.insert(url, page, this.#sequence)
      // As much as comes in goes out, so that no request waits for more.
      if (open.bytes() > this.#options.maxBytes) open.dropLeastUsed(DROPPED_AT_ONCE)
    })
  }

  /** Evicts the pages with one of `tags`. */
  evict(tags: Iterable<string>): void {
    for (const tag of tags) this.#evicted.add(tag)
  }

  /** Evicts everything. */
  clear(): void {
    this.#isCleared = true
  }

  /** Writes the evictions so far, which otherwise the next use of the store does. */
  flush(): void {
    this.#try((open) => this.#flush(open))
  }

  /** All evictions of the changes up to `position` were made here. */
  reached(position: LogPosition): void {
    this.#position = position
    this.#try((open) => {
      this.#flush(open)
      if (!this.#isPositionDue && position.readAt - this.#positionWrittenAt < POSITION_EVERY_MS) return
      // After the marks, in a transaction of its own: a position without its marks would hide evictions.
      open.setPosition(position)
      this.#positionWrittenAt = position.readAt
      this.#isPositionDue = false
    })
  }

  /** Closes the store, so that the next process can trust it after a restart of the system too. */
  close(): void {
    this.#try((open) => {
      this.#flush(open)
      if (this.#position) open.setPosition(this.#position)
      open.finish()
    })
    this.#open = null
  }

  /** Writes the marks of what was evicted. */
  #flush(open: Opened): void {
    if (this.#evicted.size === 0 && !this.#isCleared) return
    this.#sequence += 1
    open.mark(this.#evicted, this.#sequence, this.#isCleared)
    if (this.#isCleared) this.#clearedAt = this.#sequence
    this.#evicted.clear()
    this.#isCleared = false
    this.#changes += 1
    this.#isPositionDue = true
    if (this.#changes % PRUNE_EVERY === 0) open.prune()
  }

  #try<T>(work: (open: Opened) => T): T | null {
    if (!this.#open) return null
    try {
      return work(this.#open)
    } catch (error) {
      this.#fail(error)
      return null
    }
  }

  /** Never half a store: whatever went wrong, it holds nothing any more. */
  #fail(error: unknown): void {
    const open = this.#open
    this.#open = null
    try {
      open?.db.close()
      remove(this.#file)
    } catch {
      // The file stays, with the position and the marks that it has, from which the next start catches up.
    }
    this.#options.onFailure(error)
  }
}

/** The file, open, and its statements. */
class Opened {
  readonly db: DatabaseSync
  readonly #statements

  constructor(db: DatabaseSync) {
    this.db = db
    this.#statements = {
      read: db.prepare(`
        select p.id, p.status, p.headers, p.tags, p.until, p.used, p.checksum, p.body from page p
        where p.url = ? and p.at >= ?
          and not exists (select 1 from json_each(p.tags) t join mark m on m.tag = t.value where m.at > p.at)`),
      use: db.prepare('update page set used = ? where id = ?'),
      insert: db.prepare(`
        insert or replace into page (url, at, until, used, status, checksum, headers, tags, body)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?)`),
      drop: db.prepare('delete from page where id in (select id from page order by used, id limit ?)'),
      mark: db.prepare('insert or replace into mark (tag, at) values (?, ?)'),
      prune: db.prepare(
        'delete from mark where at <= coalesce((select min(at) from page), (select max(at) from mark))',
      ),
      meta: db.prepare('select value from meta where name = ?'),
      setMeta: db.prepare('insert or replace into meta (name, value) values (?, ?)'),
      count: db.prepare('select count(*) as counted from page'),
      bytes: db.prepare(`
        select (c.page_count - f.freelist_count) * ${PAGE_BYTES} as bytes
        from pragma_page_count() c, pragma_freelist_count() f`),
    }
  }

  meta(name: string): string | null {
    const row = this.#statements.meta.get(name) as { value: string } | undefined
    return row?.value ?? null
  }

  setMeta(name: string, value: string): void {
    this.#statements.setMeta.run(name, value)
  }

  position(): LogPosition | null {
    const value = this.meta('position')
    return value === null ? null : (JSON.parse(value) as LogPosition)
  }

  setPosition(position: LogPosition): void {
    this.setMeta('position', JSON.stringify(position))
  }

  read(url: string, clearedAt: number): Row | null {
    return (this.#statements.read.get(url, clearedAt) as Row | undefined) ?? null
  }

  use(id: number, now: number): void {
    this.#statements.use.run(now, id)
  }

  insert(url: string, { until, status, headers, tags, body }: StoredPage, at: number): void {
    const texts = [JSON.stringify(headers), JSON.stringify(tags)] as const
    this.#statements.insert.run(url, at, until, Date.now(), status, crc32(body), ...texts, body)
  }

  dropLeastUsed(most: number): void {
    this.#statements.drop.run(most)
  }

  /** One transaction for all of it. */
  mark(tags: Iterable<string>, at: number, isCleared: boolean): void {
    this.db.exec('begin')
    for (const tag of tags) this.#statements.mark.run(tag, at)
    if (isCleared) this.setMeta('clearedAt', String(at))
    this.setMeta('sequence', String(at))
    this.db.exec('commit')
  }

  prune(): void {
    this.#statements.prune.run()
  }

  count(): number {
    return (this.#statements.count.get() as { counted: number }).counted
  }

  bytes(): number {
    return (this.#statements.bytes.get() as { bytes: number }).bytes
  }

  mayBeTrusted(key: string, boot: string | null): boolean {
    const isWhole = this.meta('closed') === 'yes' || (boot !== null && this.meta('boot') === boot)
    return this.meta('key') === key && isWhole
  }

  /** That it is open is on the disk before anything else is written. */
  start(key: string, boot: string | null): true {
    this.db.exec('pragma synchronous = full')
    this.setMeta('key', key)
    this.setMeta('boot', boot ?? '')
    this.setMeta('closed', 'no')
    this.db.exec('pragma wal_checkpoint(truncate); pragma synchronous = off')
    return true
  }

  /** That it is closed is on the disk after everything else. */
  finish(): void {
    this.db.exec('pragma synchronous = full; pragma wal_checkpoint(truncate)')
    this.setMeta('closed', 'yes')
    this.db.exec('pragma wal_checkpoint(truncate)')
    this.db.close()
  }
}

/** @returns null when it is none, a torn one, or one that is not trusted */
function openFile(file: string, start: (found: Opened) => boolean): Opened | 'busy' | null {
  let db: DatabaseSync | null = null
  try {
    db = new DatabaseSync(file)
    // An exclusive lock, which ends with the process: two processes would not hear of each other's evictions.
    db.exec(`
      pragma page_size = ${PAGE_BYTES}; pragma locking_mode = exclusive; pragma journal_mode = wal;
      pragma wal_autocheckpoint = 256; pragma journal_size_limit = 8388608; pragma cache_size = -2000;
      begin immediate; commit`)
    const { user_version: format } = db.prepare('pragma user_version').get() as { user_version: number }
    if (format === 0) db.exec(`begin; ${SCHEMA} commit`)
    else if (format !== FORMAT) throw new Error(`format ${format}`)
    const opened = new Opened(db)
    if (start(opened)) return opened
    db.close()
    return null
  } catch (error) {
    if (db?.isOpen) db.close()
    return ((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY ? 'busy' : null
  }
}

/** The primary result code; the extended ones are in the other bytes. */
const SQLITE_BUSY = 5

function remove(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true })
}

/** Linux names each of its starts. Elsewhere only a store that was closed is trusted. */
function bootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return null
  }
}
