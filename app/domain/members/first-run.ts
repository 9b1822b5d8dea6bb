// What a new member is offered first: subjects to watch, a face, a hello. The server stores how far they came, so it is
// equal on all devices. Who joined before it existed has none.
import { ownQuery } from '#app/platform/query/client-query.ts'
import type { Me } from '#app/platform/session/me.ts'
import type { Client } from '#app/platform/session/session.ts'

export const SUBJECTS = 3

export type FirstRun = NonNullable<Me['first_run']>

export const firstRunQueries = {
  /** Null for who has none. */
  of: (userId: string) =>
    ownQuery(['first-run', userId], {
      userId,
      part: 'first_run',
      read: async (client) =>
        (await client.rpc('my_first_run', undefined, { get: true }).maybeSingle().throwOnError()).data,
    }),
}

/** How many of the three steps are done; null if nothing is left to offer. */
export function stepsDone(run: FirstRun | null | undefined): number | null {
  if (!run || run.is_dismissed) return null
  const done = [run.subjects >= SUBJECTS, run.has_face, run.has_said_hello].filter(Boolean).length
  return done === 3 ? null : done
}

export async function changeFirstRun(
  client: Client,
  userId: string,
  change: { keeps_figure: boolean } | { is_dismissed: boolean },
): Promise<void> {
  await client.from('first_runs').update(change).eq('user_id', userId).throwOnError()
}
