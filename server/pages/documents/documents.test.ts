import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { PostgrestClient } from '@supabase/postgrest-js'
import { describe, expect, test, vi } from 'vitest'
import type { Database } from '../../../shared/database.types.ts'
import type { SiteInfo } from '../../../shared/site.ts'
import { xml } from './document.ts'
import { Documents, type DocumentsOptions } from './documents.ts'
import { manifest } from './site-files.ts'
import { idRange, partsFor } from './sitemap.ts'

/** Reads a community whose members never end. */
const endless = new PostgrestClient<Database>('http://site/rest/v1', {
  fetch: async (url) =>
    String(url).includes('/rpc/site_counters')
      ? Response.json({ discussions: 1, members: 1 })
      : Response.json(
          Array.from({ length: 1_000 }, () => ({
            id: randomUUID(),
            username: 'somebody',
            updated_at: '2026-11-23T00:00:00Z',
          })),
        ),
})

/** Bounds what hangs: nothing here depends on how long anything takes. */
const WAIT = { timeout: 30_000, interval: 20 }

describe('parts of the sitemap', () => {
  test.each([
    [0, 1],
    [40_000, 1],
    [40_001, 2],
    [1_000_000, 32],
    [10_000_000, 256],
  ])('%i rows make %i', (rows, parts) => expect(partsFor(rows)).toBe(parts))

  test('together they contain every id once', () => {
    const parts = 8
    const ranges = Array.from({ length: parts }, (_, index) => idRange({ parts, part: index + 1 }))
    expect(ranges[0]?.from).toBe('00000000-0000-0000-0000-000000000000')
    expect(ranges.at(-1)?.to).toBe('ffffffff-ffff-ffff-ffff-ffffffffffff')
    for (const [index, range] of ranges.slice(1).entries()) {
      const before = Number.parseInt(ranges[index]?.to.slice(0, 8) ?? '', 16)
      expect(Number.parseInt(range.from.slice(0, 8), 16)).toBe(before + 1)
    }
    expect(idRange({ parts: 1, part: 1 })).toEqual({
      from: '00000000-0000-0000-0000-000000000000',
      to: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    })
  })
})

test('clients that do not read their part of the sitemap block the others until their deadline', async () => {
  const deadline = new AbortController()
  const documents = new Documents({
    reader: endless,
    site: async () => ({ url: 'http://site' }),
    partDeadline: () => deadline.signal,
  } as unknown as DocumentsOptions)
  const server = createServer(
    (request, response) => void documents.answer(request.url ?? '', request, response),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const path = '/sitemaps/members-1-1.xml'
  const unread = [0, 1].map(() => {
    const socket = connect(port, '127.0.0.1').pause()
    socket.write(`GET ${path} HTTP/1.1\r\nHost: site\r\n\r\n`)
    return socket
  })
  const status = async () => (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'HEAD' })).status
  await vi.waitUntil(async () => (await status()) === 503, WAIT)
  // A second time, because the clients read nothing and no clock ends it.
  expect(await status()).toBe(503)
  deadline.abort()
  await vi.waitUntil(async () => (await status()) === 200, WAIT)
  for (const socket of unread) socket.destroy()
  server.close()
})

test('characters that XML does not allow are removed; emoji and Hindi stay', () => {
  expect(xml('a\u0000b\u0008c & <d> "e" \ud800 🚀 हिन्दी\u200d \uffff')).toBe(
    'abc &amp; &lt;d&gt; &quot;e&quot;  🚀 हिन्दी\u200d ',
  )
})

test('only a site with the name on the pictures shows them before it is installed', () => {
  const screenshotsOf = (name: string) =>
    JSON.parse(String(manifest({ name, description: '' } as SiteInfo).body)).screenshots
  expect(screenshotsOf('ArthaChowk')).toHaveLength(2)
  expect(screenshotsOf('Another')).toBeUndefined()
})
