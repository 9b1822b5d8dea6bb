// A socket reads no more from its client than it can handle, and loses nothing by it.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { Incoming } from './frames.ts'
import { Socket } from './socket.ts'

const FRAMES = 150
const LETTERS = 'x'.repeat(57_000)

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, autoPong: false })
afterEach(() => server.close())

test('a client is not read while more than 256 KiB of its frames wait, and all of them are handled in order', async () => {
  const handled: (string | null)[] = []
  const first = Promise.withResolvers<void>()
  const connected = once(server, 'connection') as Promise<[WebSocket]>
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const [[ws]] = await Promise.all([connected, once(client, 'open')])
  let bytes = 0
  ws.on('message', (data: Buffer) => {
    bytes += data.byteLength
  })
  const handle = ({ ref }: Incoming) => {
    handled.push(ref)
    return first.promise
  }
  new Socket({
    ws,
    version: '2.0.0',
    address: '127.0.0.1',
    apiKey: null,
    limited: false,
    handle: (_socket, message) => handle(message),
    closed: () => undefined,
  })
  for (let ref = 0; ref < FRAMES; ref += 1) {
    client.send(JSON.stringify([null, `${ref}`, 'realtime:room', 'phx_join', { text: LETTERS }]))
  }
  await expect.poll(() => ws.isPaused).toBe(true)
  // The frames of one read of the network may come after the limit.
  expect(bytes).toBeLessThan(512 * 1_024)
  expect(handled).toEqual(['0'])
  first.resolve()
  await expect.poll(() => handled).toEqual(Array.from({ length: FRAMES }, (_, ref) => `${ref}`))
  expect(ws.isPaused).toBe(false)
  client.terminate()
})
