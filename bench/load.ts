// Puts load on a server for a given time and counts its responses per second. A failed request makes a run worthless, so
// it throws.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import autocannon from 'autocannon'
import type { TestServer } from '../tests/support/server.ts'

export type Load = {
  url: string
  connections: number
  seconds: number
  headers?: Record<string, string>
  /** Each connection sends these in a loop; the default is a GET of `url`. */
  requests?: autocannon.Request[]
  /** What each connection sends in a loop, where they differ: as many lists as connections. */
  requestsOf?: autocannon.Request[][]
}

/** Runs the load once. @returns the mean number of responses a second */
export async function requestsPerSecond({
  url,
  connections,
  seconds,
  headers,
  requests,
  requestsOf,
}: Load): Promise<number> {
  let opened = 0
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(headers ? { headers } : {}),
    ...(requests ? { requests } : {}),
    ...(requestsOf
      ? { setupClient: (client: autocannon.Client) => client.setRequests(requestsOf[opened++] ?? []) }
      : {}),
    // Bodies without the placeholder would be sent with the length of one that has it.
    ...((requests ?? requestsOf?.flat())?.every(({ body }) => String(body).includes('[<id>]'))
      ? { idReplacement: true }
      : {}),
  })
  const failed = result.errors + result.timeouts + result.non2xx
  if (failed > 0) throw new Error(`${url}: ${failed} of ${result.requests.total} requests failed`)
  return result.requests.total / result.duration
}

/**
 * Reads each of `paths` once, by Node's own client: autocannon's parser is JavaScript and takes 0.5 ms for a page of
 * 22 kB, more than the server.
 * @returns the mean number of responses a second
 */
export async function readOnce({
  url,
  connections,
  headers,
  paths,
}: {
  url: string
  connections: number
  headers: Record<string, string>
  paths: string[]
}): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const read = async (path: string) => {
    const [response] = (await once(get(url + path, { agent, headers }), 'response')) as [IncomingMessage]
    if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`)
    await finished(response.resume())
  }
  const start = performance.now()
  const left = paths.values()
  const readEach = async () => {
    for (const path of left) await read(path)
  }
  try {
    await Promise.all(Array.from({ length: connections }, readEach))
  } finally {
    agent.destroy()
  }
  return (paths.length * 1_000) / (performance.now() - start)
}

/**
 * Measures `subject` and `control` alternately, so that a slow minute of the machine slows both.
 * @returns the median of each, and the median of the ratios within a round
 */
export async function against(
  subject: () => Promise<number>,
  control: () => Promise<number>,
  rounds = 5,
): Promise<{ subject: number; control: number; ratio: number }> {
  const results: { subject: number; control: number }[] = []
  await subject()
  await control()
  for (let round = 0; round < rounds; round += 1)
    results.push({ control: await control(), subject: await subject() })
  return {
    subject: median(results.map((result) => result.subject)),
    control: median(results.map((result) => result.control)),
    ratio: median(results.map((result) => result.subject / result.control)),
  }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('there are no measurements')
  return middle
}

/** User and system time of a server; Linux counts in hundredths of a second. */
export function cpuSeconds({ process: child }: Pick<TestServer, 'process'>): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}
