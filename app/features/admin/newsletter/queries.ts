// Subscribers of the newsletter for administrators: reading and exporting only.
import { rangeOf, rowsOf } from '#app/platform/address/page-number.ts'
import type { Client } from '#app/platform/session/session.ts'
import { toCsv } from '#app/platform/text/csv.ts'
import * as t from '#words/admin.ts'

export const STATES = ['confirmed', 'pending', 'unsubscribed'] as const
export type State = (typeof STATES)[number]

const COLUMNS = 'id, email, state, created_at, confirmed_at, unsubscribed_at'

/** The subscribers, newest first, with their total number. */
export async function listSubscribers(client: Client, { state, page }: { state: State; page: number }) {
  return rowsOf(
    await client
      .from('newsletter_subscribers')
      .select(COLUMNS, { count: 'exact' })
      .eq('state', state)
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rangeOf(page)),
  )
}

export type Subscriber = Awaited<ReturnType<typeof listSubscribers>>['rows'][number]

/** The number of subscribers in each state. */
export async function countSubscribers(client: Client): Promise<Record<State, number>> {
  const counts = await Promise.all(
    STATES.map(async (state) => {
      const { count, error } = await client
        .from('newsletter_subscribers')
        .select('id', { count: 'exact', head: true })
        .eq('state', state)
      // The response to HEAD has no body, so the error has no message.
      if (error || count === null) throw new Error('The subscribers could not be counted.')
      return [state, count] as const
    }),
  )
  return Object.fromEntries(counts) as Record<State, number>
}

/** All subscribers of a state as CSV; the database logs the export. @throws the API's error */
export async function exportSubscribers(client: Client, state: State): Promise<string> {
  const { data } = await client.rpc('export_subscribers', { only_state: state }).throwOnError()
  const all = data as Subscriber[]
  return toCsv(
    ['Email', 'State', t.askedFor, 'Confirmed', 'Unsubscribed'],
    all.map((one) => [one.email, one.state, one.created_at, one.confirmed_at, one.unsubscribed_at]),
  )
}
