// Pipelined requests are answered in order, one at a time, and leave nothing behind when their connection ends.
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { inTurn } from './in-turn.ts'
import { hasRoomFor, withResponseTimeout } from './response-timeout.ts'

let server: Server

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function open(listener: RequestListener): Promise<Socket> {
  server = createServer(inTurn(listener))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return connect((server.address() as AddressInfo).port, '127.0.0.1')
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: site\r\n\r\n`
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: site\r\nContent-Length: ${body.length}\r\n\r\n${body}`

async function bodyOf(request: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

test('each is begun when the one before it is answered, bodies and all', async () => {
  const running = { now: 0, most: 0 }
  const socket = await open(async (request, response) => {
    running.now += 1
    running.most = Math.max(running.most, running.now)
    response.once('close', () => {
      running.now -= 1
    })
    const body = await bodyOf(request)
    response.end(`<${request.url}:${body.length}>`)
  })
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk
  })
  // The second body is larger than what is read at once.
  socket.write(
    get('/1') + post('/2', 'x'.repeat(300_000)) + get('/3') + post('/4', 'y') + get('/5') + get('/6'),
  )
  await expect.poll(() => text).toContain('</6:0>')
  expect(text.match(/<[^>]*>/g)).toEqual(['</1:0>', '</2:300000>', '</3:0>', '</4:1>', '</5:0>', '</6:0>'])
  expect(running.most).toBe(1)
  socket.write(get('/7'))
  await expect.poll(() => text).toContain('</7:0>')
  socket.destroy()
})

test('a client that reads none of its answers makes one, and nothing of it is left when it goes', async () => {
  const begun: string[] = []
  const large = Buffer.alloc(30 * 1024 * 1024)
  const socket = await open(
    withResponseTimeout((request, response) => {
      begun.push(request.url ?? '')
      response.end(large)
    }),
  )
  socket.pause()
  socket.write(Array.from({ length: 20 }, (_, index) => get(`/${index}`)).join(''))
  await expect.poll(() => hasRoomFor(large.length)).toBe(false)
  // One more event of the server, after all that arrived with the first.
  await new Promise<void>((resolve) => server.getConnections(() => setImmediate(resolve)))
  expect(begun).toEqual(['/0'])
  socket.destroy()
  await expect.poll(() => hasRoomFor(large.length)).toBe(true)
  expect(begun).toEqual(['/0'])
})

test('a connection with more than 64 that wait is closed', async () => {
  let begun = 0
  const socket = await open(() => {
    begun += 1
  })
  socket.write(Array.from({ length: 100 }, (_, index) => get(`/${index}`)).join(''))
  await new Promise((resolve) => socket.once('close', resolve))
  expect(begun).toBe(1)
})
