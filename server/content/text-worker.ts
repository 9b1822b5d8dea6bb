// The worker thread for foreign texts: what it takes to sanitise them, or to convert those of other forums, is not ours to
// bound, so it happens beside the main thread and with a deadline.
import { Piscina } from 'piscina'
import { limitConcurrency } from '../../api/concurrency.ts'
import { counter } from '../../api/observability/instruments.ts'

/** Of one text, including the start of the worker. The slowest text of the sanitiser needs a tenth of it. */
const DEADLINE_MS = 5_000
const MOST_WAITING = 50
const OPTIONS = {
  // The other of two cores is the main thread's.
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 60_000,
  // The largest text that is allowed needs a tenth of it.
  resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
}

const texts = counter(
  'worker_texts_total',
  'Texts for the worker thread, by outcome: done, late (beyond its deadline or its memory), refused (too many waited).',
)
for (const outcome of ['done', 'late', 'refused']) texts.inc({ outcome }, 0)

/** The text is at fault: it takes longer than the deadline, or more memory than the worker has. */
export class TextTooSlow extends Error {}

/** The text may be tried again: too many wait, or the process stops. */
export class WorkerUnavailable extends Error {}

export function createTextWorker({ deadlineMs = DEADLINE_MS, mostWaiting = MOST_WAITING } = {}) {
  /** Started by the first text. */
  let pool: Piscina | null = null
  const turn = limitConcurrency({
    atOnce: OPTIONS.maxThreads,
    waiting: mostWaiting,
    refusal: () => {
      texts.inc({ outcome: 'refused' })
      return new WorkerUnavailable()
    },
  })
  return {
    /**
     * Calls the default export of a file in the worker.
     * @param argument copied, as the result is; errors lose their class on the way
     * @throws TextTooSlow, WorkerUnavailable
     */
    run: <Result>(file: string, argument: unknown): Promise<Result> =>
      turn(async () => {
        pool ??= new Piscina(OPTIONS)
        const started = pool
        try {
          const signal = AbortSignal.timeout(deadlineMs)
          const result: Result = await started.run(argument, { filename: file, signal })
          texts.inc({ outcome: 'done' })
          return result
        } catch (error) {
          if (pool !== started) throw new WorkerUnavailable()
          if (!isTextAtFault(error)) throw error
          texts.inc({ outcome: 'late' })
          throw new TextTooSlow()
        }
      }),
    /** Ends the worker; a text that comes later starts another. */
    stop: async (): Promise<void> => {
      const ending = pool
      pool = null
      await ending?.destroy()
    },
  }
}

export type TextWorker = ReturnType<typeof createTextWorker>

/** The process's own. */
export const textWorker = createTextWorker()

function isTextAtFault(error: unknown): boolean {
  const { name, code } = error as { name?: unknown; code?: unknown }
  return name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY'
}
