import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BodyError, readBytes, readJson, readText } from './bounded-body.ts'
import { withLargestBody } from './route-cost.ts'

const MOST = 10
const failed: string[] = []
const server = createServer(
  getRequestListener(async (request) => {
    return readBytes(withLargestBody(request, MOST)).then(
      (bytes) => new Response(`read ${Buffer.from(bytes).toString()}`),
      (error: BodyError) => {
        failed.push(error.reason)
        return new Response(error.reason)
      },
    )
  }),
)
let url = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const send = async (body: BodyInit) =>
  (await fetch(url, { method: 'POST', body, duplex: 'half' } as RequestInit)).text()

function streamed(...parts: string[]): ReadableStream {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
      controller.close()
    },
  })
}

test('a body within the limit is read, with and without Content-Length', async () => {
  expect(await send('0123456789')).toBe('read 0123456789')
  expect(await send(streamed('01234', '56789'))).toBe('read 0123456789')
  expect(await send('')).toBe('read ')
})

test('a body beyond the limit is not returned, with and without Content-Length', async () => {
  expect(await send('0123456789a')).toBe('too large')
  expect(await send(streamed('01234', '56789', 'a'))).toBe('too large')
})

test('a request without a body reads as empty', async () => {
  expect(await (await fetch(url, { method: 'DELETE' })).text()).toBe('read ')
})

test('bytes after the announced length are not read', async () => {
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () =>
      socket.write(
        'POST / HTTP/1.1\r\nHost: site\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabcdefghijklmnop',
      ),
    )
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.once('close', () => resolve(text)).once('error', reject)
  })
  expect(answer).toMatch(/^HTTP/)
  expect(answer).not.toContain('abcd')
})

test.each([
  ['announced', 'Content-Length: 9\r\n\r\nabc'],
  ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n'],
])('a body that ends too early is cut off, %s', async (_how, rest) => {
  failed.length = 0
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const received = new Promise((resolve) => server.once('request', resolve))
  socket.write(`POST / HTTP/1.1\r\nHost: site\r\n${rest}`)
  await received
  socket.resetAndDestroy()
  await expect.poll(() => failed).toEqual(['cut off'])
})

const body = (content: string | Buffer<ArrayBuffer>, most = MOST) =>
  withLargestBody(new Request('http://site/', { method: 'POST', body: content }), most)

test('text is UTF-8, and JSON is limited in depth', async () => {
  expect(await readText(body('ₘₐ'))).toBe('ₘₐ')
  await expect(readText(body(Buffer.from([0x7b, 0xff])))).rejects.toMatchObject({ reason: 'not UTF-8' })
  expect(await readJson(body('{"a":[1]}'))).toEqual({ a: [1] })
  for (const text of ['', '{', '[1,]']) {
    await expect(readJson(body(text))).rejects.toMatchObject({ reason: 'not JSON' })
  }
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  await expect(readJson(body(deep, 1_000_000))).rejects.toThrow(BodyError)
})
