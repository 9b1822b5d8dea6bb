// Requests whose bodies would be expensive, by callers who may not make them: refused before the body is read, and
// before anything of it is sanitised. Nobody else waits.
import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asha, ashaId, ipos, openCommunity, server, sql, text } from '../support/community.ts'

openCommunity()

const WITHIN_MS = 1_000
const sockets: Socket[] = []
let token: string
beforeAll(async () => {
  const { data } = await asha.auth.getSession()
  token = data.session?.access_token ?? ''
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

/** Sends a head and a part of a body that never ends. @returns the head and body of the answer */
async function sendWithoutEnd(method: string, path: string, part: string): Promise<string> {
  const { hostname, port, host } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\napikey: ${server.publishableKey}\r\n` +
      `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n` +
      `${part.length.toString(16)}\r\n${part}\r\n`,
  )
  let answer = ''
  for await (const chunk of socket) {
    answer += String(chunk)
    if (answer.includes('permission denied')) break
  }
  return answer
}

const post = (table: string, body: object | string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/rest/v1/${table}`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

/** The longest time that /healthz takes while `work` runs. */
async function longestWaitDuring<T>(work: () => Promise<T>): Promise<{ result: T; waited: number }> {
  let done = false
  const running = work().finally(() => {
    done = true
  })
  let waited = 0
  while (!done) {
    const start = performance.now()
    await (await fetch(`${server.url}/healthz`)).text()
    waited = Math.max(waited, performance.now() - start)
  }
  return { result: await running, waited }
}

const NESTED = {
  'tables in tables': '<table><tr><td>'.repeat(60_000),
  'blocks in blocks': '<div>'.repeat(175_000),
  'angle brackets': '<'.repeat(900_000),
}

describe('a guest’s post to a table of members', () => {
  it.each(Object.entries(NESTED))(
    'of full size is refused, and nobody waits for it: %s',
    async (_, content) => {
      for (const table of ['threads', 'replies', 'blog_posts', 'category_guides']) {
        const { result, waited } = await longestWaitDuring(() => post(table, { content, note: content }))
        expect([result.status, await result.json()]).toEqual([
          401,
          { code: '42501', details: null, hint: null, message: `permission denied for table ${table}` },
        ])
        expect(waited).toBeLessThan(WITHIN_MS)
      }
    },
  )

  it.each([
    ['POST', '/rest/v1/threads'],
    ['PATCH', '/rest/v1/threads?id=eq.00000000-0000-0000-0000-000000000000'],
    ['PUT', '/rest/v1/threads?id=eq.00000000-0000-0000-0000-000000000000'],
    ['POST', '/rest/v1/rpc/ban_member'],
  ])('is answered while its body still comes: %s %s', async (method, path) => {
    const answer = await sendWithoutEnd(method, path, '{"content":"')
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
    expect(answer).toContain('permission denied for ')
  })
})

describe('a member’s post', () => {
  const thread = (content: string) => ({
    id: randomUUID(),
    title: 'A discussion of full size',
    content,
    author_id: ashaId,
    category_id: ipos,
  })
  const members = (key?: string) => ({
    authorization: `Bearer ${token}`,
    ...(key ? { 'idempotency-key': key } : {}),
  })
  const TOO_LONG = {
    code: '23514',
    details: null,
    hint: null,
    message: 'new row for relation "threads" violates check constraint "threads_content_length"',
  }

  it.each(Object.entries(NESTED))(
    'that is too long to be stored is not sanitised first: %s',
    async (_, content) => {
      const { result, waited } = await longestWaitDuring(() => post('threads', thread(content), members()))
      expect([result.status, await result.json()]).toEqual([400, TOO_LONG])
      expect(waited).toBeLessThan(WITHIN_MS)
    },
  )

  it('is refused as the database refuses a text that is short enough to ask it', async () => {
    const response = await post('threads', thread(`<p>${'x'.repeat(60_000)}</p>`), members())
    expect([response.status, await response.json()]).toEqual([400, TOO_LONG])
  })

  it('leaves no claim of its key when it is refused', async () => {
    const claims = () => sql`select key from auth.idempotent_answers`
    const refusals = [
      [400, await post('threads', thread('x'.repeat(200_001)), members('too-long'))],
      [403, await post('notifications', { user_id: ashaId }, members('not-granted'))],
      [400, await post('threads', '{', members('no-json'))],
      [413, await post('threads', thread('x'.repeat(1_100_000)), members('too-large'))],
    ] as const
    for (const [status, response] of refusals) expect(response.status).toBe(status)
    expect(await claims()).toEqual([])
    await sql`update profiles set created_at = now() - interval '30 days' where id = ${ashaId}`
    expect((await post('threads', thread(text('Stored')), members('stored'))).status).toBe(201)
    expect(await claims()).toEqual([{ key: 'stored' }])
  })
})
