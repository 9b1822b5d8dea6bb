import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { hasRoomFor, withResponseTimeout } from './response-timeout.ts'

const MS = 1_000

let server: Server

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** A connection that has sent a request. */
async function ask(listener: RequestListener): Promise<Socket> {
  server = createServer(withResponseTimeout(listener, { ms: MS }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return request()
}

function request(): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n')
  return socket
}

const MANY = Buffer.alloc(32 * 1024 * 1024)

test('a response that nobody reads is closed', async () => {
  const closed = new Promise<boolean>((resolve) => {
    void ask((_request, response) => {
      response.on('close', () => resolve(response.writableFinished))
      response.end(MANY)
    }).then((socket) => socket.pause())
  })
  expect(await closed, 'it was not sent').toBe(false)
})

test('one that is read slowly continues', async () => {
  const socket = await ask((_request, response) => void response.end(MANY))
  let bytes = 0
  const ended = new Promise<void>((resolve) => socket.once('end', resolve))
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    // A pause now and then, shorter than the limit.
    if (bytes % 7 === 0) {
      socket.pause()
      setTimeout(() => socket.resume(), MS / 20)
    }
  })
  await ended
  expect(bytes).toBeGreaterThan(MANY.length)
})

test('one that takes long to produce is awaited', async () => {
  const socket = await ask((_request, response) => {
    setTimeout(() => response.end('late'), MS * 2)
  })
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk
  })
  await new Promise<void>((resolve) => socket.once('end', resolve))
  expect(text).toContain('late')
})

test('large unread ones are closed soon when their total is too large; one that is being read continues', async () => {
  const unread = { ended: 0, finished: 0 }
  const listener: RequestListener = (_request, response) => {
    response.on('close', () => {
      if (response.writableFinished) unread.finished += 1
      else unread.ended += 1
    })
    response.end(MANY)
  }
  server = createServer(withResponseTimeout(listener, { ms: 60_000, maxPendingBytes: 1.5 * MANY.length }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const first = request().pause()
  const reading = request()
  let bytes = 0
  reading.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  await new Promise<void>((resolve) => reading.once('end', resolve))
  expect(bytes).toBeGreaterThan(MANY.length)
  expect(unread, 'one alone is not too much').toEqual({ ended: 0, finished: 1 })
  expect(hasRoomFor(MANY.length), 'beside it').toBe(false)
  expect(hasRoomFor(1_000), 'a small one').toBe(true)
  const second = request().pause()
  await expect.poll(() => unread).toEqual({ ended: 2, finished: 1 })
  expect(hasRoomFor(MANY.length)).toBe(true)
  for (const socket of [first, second]) socket.destroy()
})
