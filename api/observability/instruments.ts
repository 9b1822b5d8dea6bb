// What the code counts while it works. Each name, its unit and its meaning are in docs/operations/metrics.md. What is
// read when it is asked for (sizes, the queue, backups) is in metrics.ts.
import { Counter, Registry } from 'prom-client'
import { DurationHistogram } from './histogram.ts'

export const instruments = new Registry()

const counter = (name: string, help: string, labelNames: string[] = []) =>
  new Counter({ name: `arthachowk_${name}`, help, labelNames, registers: [instruments] })
const durations = (name: string, help: string) =>
  new DurationHistogram(instruments, `arthachowk_${name}_seconds`, help)

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
  ['limit', 'outcome'],
)

export const mails = counter('mails_total', 'Attempts to send an e-mail, by result: sent or failed.', [
  'result',
])
for (const result of ['sent', 'failed']) mails.inc({ result }, 0)
