// A model of a site whose process is stopped and killed at any moment, with the real cache and store.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChangeEvent, LogPosition } from '../../api/database/change-log.ts'
import { PageCache } from './cache.ts'
import { evictStale } from './events.ts'
import { catchUp } from './keep-on-disk.ts'
import { compress } from './send.ts'
import { PageStore } from './store.ts'

const ROWS = 3
/** The rows that each page shows. */
const PAGES = [[0], [1], [0, 1], [2], [0, 1, 2]]
const DAY_MS = 86_400_000

let root = ''
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'arthachowk-kept-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const eventOf = (row: number): ChangeEvent => ({
  table: 'wiki_posts',
  op: 'UPDATE',
  id: 'w',
  thread_id: String(row),
})

class Site {
  readonly #served: number[] = []
  /** The row of each committed change, in order; of earlier ones the log has nothing. */
  readonly #changes: number[] = []
  #forgotten = 0
  #cache = new PageCache()
  #store: PageStore | null = null
  #read = 0
  #rendering: { page: number; epoch: number; versions: number[] } | null = null
  #folder = mkdtempSync(join(root, 'site-'))
  #boot = 0

  change(row: number): void {
    this.#changes.push(row)
  }

  /** What `row` is after the first `count` changes. */
  #version(row: number, count = this.#changes.length): number {
    return this.#changes.slice(0, count).filter((changed) => changed === row).length
  }

  readLog(): void {
    for (const row of this.#changes.slice(this.#read)) evictStale(this.#cache, eventOf(row))
    this.#read = this.#changes.length
    this.#cache.reached(this.#position())
  }

  #position = (): LogPosition => ({ snapshot: String(this.#changes.length), readAt: Date.now() })

  forgetLog(): void {
    this.#forgotten = this.#changes.length
  }

  startRendering(page: number): void {
    const versions = (PAGES[page] ?? []).map((row) => this.#version(row))
    this.#rendering = { page, epoch: this.#cache.epoch, versions }
  }

  async finishRendering(): Promise<void> {
    if (!this.#rendering) return
    const { page, epoch, versions } = this.#rendering
    this.#rendering = null
    const headers = { 'content-type': 'text/html', versions: versions.join() }
    const tags = new Set((PAGES[page] ?? []).map((row) => `thread:${row}`))
    const until = Date.now() + DAY_MS
    const body = Buffer.from(versions.join())
    const kept = this.#cache.keep(`/${page}`, { status: 200, headers, body, tags, until }, epoch, true)
    await compress(kept, 'br')
    await new Promise(setImmediate)
  }

  /** @returns how many rows of the page were older than what was read of the log */
  serve(page: number): number {
    let sent: Record<string, string> = {}
    const request = { method: 'GET', headers: { 'accept-encoding': 'br' } } as unknown as IncomingMessage
    const response = {
      writeHead(_: number, headers: Record<string, string>) {
        sent = headers
        return response
      },
      end: () => undefined,
    } as unknown as ServerResponse
    const isServed =
      this.#cache.answer(request, response, `/${page}`) ||
      this.#cache.answerFromStore(`/${page}`, request, response)
    if (!isServed) return 0
    this.#served.push(page)
    const versions = String(sent.versions).split(',').map(Number)
    return (PAGES[page] ?? []).filter((row, index) => (versions[index] ?? 0) < this.#version(row, this.#read))
      .length
  }

  get served(): number {
    return this.#served.length
  }

  async restart(how: 'stopped' | 'killed' | 'power cut'): Promise<void> {
    const left = mkdtempSync(join(root, 'site-'))
    if (how === 'stopped') this.#store?.close()
    cpSync(this.#folder, left, { recursive: true })
    this.#store?.close()
    this.#folder = left
    if (how === 'power cut') this.#boot += 1
    this.#rendering = null
    this.#cache = new PageCache()
    this.#read = this.#changes.length
    this.#store = PageStore.open({
      folder: left,
      key: '',
      maxBytes: 10_000_000,
      boot: String(this.#boot),
      onFailure: (error) => {
        throw error
      },
    })
    if (!this.#store) throw new Error('the store is in use')
    const since = (position: LogPosition | null) => {
      const from = Number(position?.snapshot ?? -1)
      const events = from < this.#forgotten ? null : this.#changes.slice(from).map(eventOf)
      return Promise.resolve({ events, reached: this.#position() })
    }
    await catchUp(this.#store, this.#cache, { since })
  }

  close(): void {
    this.#store?.close()
  }
}

const page = fc.nat(PAGES.length - 1)
const step = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('change' as const), row: fc.nat(ROWS - 1) }), weight: 3 },
  { arbitrary: fc.record({ kind: fc.constant('serve' as const), page }), weight: 8 },
  { arbitrary: fc.record({ kind: fc.constant('render' as const), page }), weight: 8 },
  { arbitrary: fc.record({ kind: fc.constant('start' as const), page }), weight: 2 },
  { arbitrary: fc.constant({ kind: 'finish' as const }), weight: 2 },
  { arbitrary: fc.constant({ kind: 'read' as const }), weight: 3 },
  { arbitrary: fc.constant({ kind: 'forget' as const }), weight: 1 },
  {
    arbitrary: fc.record({
      kind: fc.constant('restart' as const),
      how: fc.constantFrom('stopped' as const, 'killed' as const, 'power cut' as const),
    }),
    weight: 3,
  },
)

test('whatever happens, no page is older than what was read of the change log', async () => {
  let served = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const site = new Site()
      try {
        await site.restart('stopped')
        for (const one of steps) {
          if (one.kind === 'change') site.change(one.row)
          else if (one.kind === 'serve') expect(site.serve(one.page)).toBe(0)
          else if (one.kind === 'start') site.startRendering(one.page)
          else if (one.kind === 'render') {
            site.startRendering(one.page)
            await site.finishRendering()
          } else if (one.kind === 'finish') await site.finishRendering()
          else if (one.kind === 'read') site.readLog()
          else if (one.kind === 'forget') site.forgetLog()
          else await site.restart(one.how)
        }
        served += site.served
      } finally {
        site.close()
      }
    }),
    { numRuns: 60 },
  )
  expect(served).toBeGreaterThan(60)
}, 60_000)
