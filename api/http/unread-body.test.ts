import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { withUnreadBodies } from './unread-body.ts'

const PIECE = Buffer.alloc(64 * 1024, 'x')
const PIECES = 1_000

let server: Server
let accepted: Socket

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const answer: RequestListener = (_request, response) => void response.end('answered')

async function open(): Promise<{ socket: Socket; received: () => string }> {
  server = createServer(withUnreadBodies(answer))
  server.on('connection', (socket) => {
    accepted = socket
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => undefined)
  return { socket, received: () => text }
}

/** Sends until the connection ends. */
async function sendOn(socket: Socket, piece: Buffer): Promise<void> {
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  for (let sent = 0; sent < PIECES && !socket.destroyed; sent += 1)
    if (!socket.write(piece))
      await Promise.race([closed, new Promise<void>((resolve) => socket.once('drain', resolve))])
  await closed
}

test.each([
  [
    'with its length',
    `GET / HTTP/1.1\r\nHost: site\r\nContent-Length: ${PIECES * PIECE.length}\r\n\r\n`,
    PIECE,
  ],
  [
    'in chunks',
    'POST / HTTP/1.1\r\nHost: site\r\nTransfer-Encoding: chunked\r\n\r\n',
    Buffer.concat([Buffer.from('10000\r\n'), PIECE, Buffer.from('\r\n')]),
  ],
])('the rest of a large body is not read, and its client has the answer: %s', async (_how, head, piece) => {
  const { socket, received } = await open()
  socket.write(head)
  await sendOn(socket, piece)
  expect(received()).toContain('answered')
  expect(accepted.bytesRead).toBeLessThan((PIECES * PIECE.length) / 2)
})

test('the rest of a small one is dropped, and the connection goes on', async () => {
  const { socket, received } = await open()
  const request = 'POST / HTTP/1.1\r\nHost: site\r\nContent-Length: 1000\r\n\r\n'
  socket.write(request)
  await expect.poll(received).toContain('answered')
  socket.write('x'.repeat(1_000) + request)
  await expect.poll(() => received().match(/answered/g)?.length).toBe(2)
  socket.write('x'.repeat(1_000))
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  expect(socket.destroyed, 'what arrived in time').toBe(false)
})
