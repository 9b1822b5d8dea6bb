// A rolling restart under load: two nodes behind a proxy that does not retry, one of them stopped by SIGTERM and replaced.
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
const CHECK_EVERY_MS = 100
const SOCKETS = 100
const SERVICE_RESTART = 1012
/** The most sockets that may be closed within 10 ms, so that clients do not all reconnect at once. */
const MAX_CLOSED_TOGETHER = SOCKETS / 2
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
    // A cached page, a rendered page and a table, so that different kinds of requests are in progress at the signal.
    requests: [
      { path: '/forums' },
      // A page with this parameter, which sign-in links add, is not cached.
      { path: '/forums?message=1' },
      { path: '/rest/v1/threads?limit=5', headers: { apikey: first.publishableKey } },
    ],
  })
  const closings = await watchSockets(second)
  await sleep(1_500)
  // The node with the database keeps running: the test stops a node, not the site.
  const start = performance.now()
  await second.stop()
  const drained = (performance.now() - start) / 1_000
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
      what: `${what}: sockets closed without code 1012`,
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
      ceiling: MAX_CLOSED_TOGETHER,
      aim: 0,
    },
  ]
}

/** @returns a function that waits until all are closed, and returns how many had code 1012 and the most within 10 ms */
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
      told: all.filter(({ code }) => code === SERVICE_RESTART).length,
      mostAtOnce: Math.max(...all.map(within)),
    }
  }
}

/** Forwards each request to the next node that is ready, without retries. */
async function openProxy(nodes: TestServer[]) {
  const agent = new Agent({ keepAlive: true })
  let ready: TestServer[] = [...nodes]
  let turn = 0
  const readinessCheck = setInterval(async () => {
    const answers = await Promise.all(
      nodes.map((node) =>
        fetch(`${node.url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    )
    ready = nodes.filter((_, index) => answers[index])
  }, CHECK_EVERY_MS)
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
      clearInterval(readinessCheck)
      agent.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
