// Starts the worker a moment after the site: its library is the largest that a start loads, and no visitor waits for it.
import { asService } from '../database/scope.ts'
import type { startWorker, Worker } from './worker.ts'

/** From the call, which is in the middle of a start. */
const AFTER_MS = 1_000

/**
 * Starts the worker soon, and at once on a new database: what queues an e-mail needs the queue's schema. A worker that
 * cannot start later ends the process.
 */
export async function startWorkerSoon(options: Parameters<typeof startWorker>[0]): Promise<Worker> {
  const start = async () => (await import('./worker.ts')).startWorker(options)
  const [queue] = await asService(
    options.db,
    (sql) => sql<{ isInstalled: boolean }[]>`
      select to_regnamespace('graphile_worker') is not null as "isInstalled"`,
  )
  if (!queue?.isInstalled) return start()
  let worker: Promise<Worker> | null = null
  const started = () => {
    worker ??= start()
    return worker
  }
  const timer = setTimeout(started, AFTER_MS)
  return {
    queue: async () => (await started()).queue(),
    stop: async () => {
      clearTimeout(timer)
      await (await worker)?.stop()
    },
  }
}
