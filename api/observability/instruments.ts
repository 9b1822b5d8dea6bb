// Metrics that the code counts while it works. Names, units and meanings are in docs/operations/metrics.md. Values that
// are read at each scrape (sizes, the queue, backups) are in metrics.ts.
import { DurationHistogram, LabelledCounter } from './histogram.ts'

export const instruments: (DurationHistogram | LabelledCounter)[] = []

function kept<T extends (typeof instruments)[number]>(instrument: T): T {
  instruments.push(instrument)
  return instrument
}

/** Also for the site's own, made while its modules load. */
export const counter = (name: string, help: string) => kept(new LabelledCounter(`arthachowk_${name}`, help))
const durations = (name: string, help: string) =>
  kept(new DurationHistogram(`arthachowk_${name}_seconds`, help))

export const requestDurations = durations(
  'http_request_duration',
  'From a request to the end of its answer, by route and class of status; aborted: the client went away.',
)

export const poolWaits = durations('db_pool_wait', 'Wait for a connection of the pool.').cell({})

export const transactionDurations = durations(
  'db_transaction_duration',
  'Time that a transaction held its connection, by role.',
)

export const limitHits = counter(
  'limit_hits_total',
  'Requests over a limit, by limit; outcome: refused, or a proof of work was asked for.',
)

export const mails = counter('mails_total', 'Attempts to send an e-mail, by result: sent or failed.')
for (const result of ['sent', 'failed']) mails.inc({ result }, 0)
