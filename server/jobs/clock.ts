// Work on a clock. Each job runs on every node and is safe to run twice at once.
import type { Logger } from '../log.ts'

export type Job = {
  name: string
  /** Milliseconds between two runs. */
  every: number
  run: () => Promise<unknown>
}

export const EVERY_SECOND = 1_000
export const EVERY_TEN_SECONDS = 10 * 1_000
export const EVERY_HALF_HOUR = 30 * 60 * 1_000
export const EVERY_DAY = 24 * 60 * 60 * 1_000
/** A process that is started anew each quarter of an hour must forget, too. */
const FIRST_RUN_WITHIN = 60 * 1_000

/** Starts the clocks. @returns stops them and waits for what runs */
export function startClocks(jobs: readonly Job[], log: Logger): () => Promise<void> {
  const running = new Set<Promise<unknown>>()
  const clocks = jobs.flatMap((job) => {
    let busy = false
    const tick = () => {
      if (busy) return
      busy = true
      const work: Promise<unknown> = job
        .run()
        .catch((error: unknown) => log.error({ err: error, job: job.name }, 'job failed'))
        .finally(() => {
          busy = false
          running.delete(work)
        })
      running.add(work)
    }
    const first = job.every > FIRST_RUN_WITHIN ? [setTimeout(tick, FIRST_RUN_WITHIN)] : []
    return [setInterval(tick, job.every), ...first]
  })
  return async () => {
    for (const clock of clocks) clearInterval(clock)
    await Promise.allSettled(running)
  }
}

/** Runs what works a piece at a time, until a piece was empty. @param piece gives how many it did */
export async function untilNothing(piece: () => Promise<number>): Promise<void> {
  while ((await piece()) > 0);
}
