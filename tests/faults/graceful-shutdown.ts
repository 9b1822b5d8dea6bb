// A rolling restart: two nodes behind a proxy that tries nothing twice, under load; each is told to stop in turn.
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import type { Row } from '../../bench/report.ts'
import { bareSocket } from '../support/channels.ts'
import { startServer, type TestServer } from '../support/server.ts'

const REQUESTS = Number(process.env.FAULTS_REQUESTS ?? 20_000)
const CONNECTIONS = 32
const LOOK_EVERY_MS = 100
const SOCKETS = 100
const TOLD_TO_COME_BACK = 1012
/** Of all sockets, closed within one hundredth of a second: the others must come back at other moments. */
const AT_ONE_MOMENT = SOCKETS / 2
const DRAIN_WITHIN_S = 30

export async function stopsUnderLoad(): Promise<Row[]> {
  const first = await startServer({ SEED: 'sample', DRAIN_SECONDS: '1' })
  const settings = {
    DATABASE_URL: first.adminDatabaseUrl,
    PUBLISHABLE_KEY: first.publishableKey,
    DRAIN_SECONDS: '1',
    SEED: 'none',
  }
  const second = await startServer(settings)
  const proxy = await openProxy([first, second])
  const load = autocannon({
    url: proxy.url,
    connections: CONNECTIONS,
    amount: REQUESTS,
    // A page from memory, one that is rendered, and a table: what is under way when the signal comes differs.
    requests: [
      { path: '/forums' },
      // What identity adds to an address: such a page is not kept.
      { path: '/forums?message=1' },
      { path: '/rest/v1/threads?limit=5', headers: { apikey: first.publishableKey } },
    ],
  })
  const closings = await watchSockets(second)
  await sleep(1_500)
  // The one with the database stays: what is stopped here is a node, not the site.
  const began = performance.now()
  await second.stop()
  const drained = (performance.now() - began) / 1_000
  const third = await startServer(settings)
  proxy.add(third)
  const { told, mostAtOnce } = await closings()
  const result = await load
  const failed = result.errors + result.timeouts + result.non2xx
  await third.stop()
  await first.stop()
  await proxy.close()
  const what = 'SIGTERM under load'
  return [
    {
      what: `${what}: requests that failed`,
      value: failed,
      unit: '',
      ceiling: 0,
      aim: 0,
      note: `of ${result.requests.total}`,
    },
    { what: `${what}: drained`, value: drained, unit: 's', ceiling: DRAIN_WITHIN_S, aim: 3 },
    {
      what: `${what}: sockets not told to come back`,
      value: SOCKETS - told,
      unit: '',
      ceiling: 0,
      aim: 0,
      note: `of ${SOCKETS}`,
    },
    {
      what: `${what}: sockets closed within 10 ms of each other`,
      value: mostAtOnce,
      unit: '',
      ceiling: AT_ONE_MOMENT,
      aim: 0,
    },
  ]
}

/** @returns waits until all are closed: how many were told to come back, and the most that were within 10 ms */
async function watchSockets(node: TestServer) {
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => bareSocket(node)))
  const closings = Promise.all(
    sockets.map(async ({ closed }) => ({ code: await closed, at: performance.now() })),
  )
  return async () => {
    const all = await closings
    const within = ({ at }: { at: number }) =>
      all.filter((other) => other.at >= at && other.at < at + 10).length
    return {
      told: all.filter(({ code }) => code === TOLD_TO_COME_BACK).length,
      mostAtOnce: Math.max(...all.map(within)),
    }
  }
}

/** Sends each request to the next node that says it is ready; a request that fails has failed. */
async function openProxy(nodes: TestServer[]) {
  const agent = new Agent({ keepAlive: true })
  let ready: TestServer[] = [...nodes]
  let turn = 0
  const look = setInterval(async () => {
    const answers = await Promise.all(
      nodes.map((node) =>
        fetch(`${node.url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    )
    ready = nodes.filter((_, index) => answers[index])
  }, LOOK_EVERY_MS)
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    turn += 1
    const node = ready[turn % ready.length]
    if (!node) {
      outgoing.writeHead(502).end()
      return
    }
    const { method, headers, url } = incoming
    const onward = request(node.url + url, { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.once('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()))
    incoming.pipe(onward)
  }
  const server: Server = createServer(forward)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (node: TestServer) => nodes.push(node),
    close: async () => {
      clearInterval(look)
      agent.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
