// Load on a server, and what it answered per second. Bounded in time; errors make a run worthless, so they throw.
import autocannon from 'autocannon'

export type Load = {
  url: string
  connections: number
  seconds: number
  headers?: Record<string, string>
  /** One request after another, each connection going round; default: GET the url. */
  requests?: autocannon.Request[]
}

/** Runs the load once and gives the mean number of answers a second. */
export async function requestsPerSecond({
  url,
  connections,
  seconds,
  headers,
  requests,
}: Load): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(headers ? { headers } : {}),
    ...(requests ? { requests, idReplacement: true } : {}),
  })
  const bad = result.errors + result.timeouts + result.non2xx
  if (bad > 0) throw new Error(`${url}: ${bad} of ${result.requests.total} requests failed`)
  return result.requests.total / result.duration
}

/**
 * Measures `subject` and `control` in turns, so that a slow minute of the machine slows both.
 * @returns medians of each, and the median of the ratios of neighbouring turns
 */
export async function against(
  subject: () => Promise<number>,
  control: () => Promise<number>,
  rounds = 5,
): Promise<{ subject: number; control: number; ratio: number }> {
  const turns: { subject: number; control: number }[] = []
  await subject()
  await control()
  for (let round = 0; round < rounds; round += 1)
    turns.push({ control: await control(), subject: await subject() })
  return {
    subject: median(turns.map((turn) => turn.subject)),
    control: median(turns.map((turn) => turn.control)),
    ratio: median(turns.map((turn) => turn.subject / turn.control)),
  }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return middle
}
