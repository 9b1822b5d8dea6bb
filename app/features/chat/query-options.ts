// What the chat asks for the member at this browser.
import { queryOptions } from '@tanstack/react-query'
import { client } from '#app/platform/session/session.ts'
import { ownAnonymousMessages } from './queries.ts'

export const chatQueries = {
  /** Ids of the anonymous messages that the member wrote. */
  ownAnonymous: (userId: string) =>
    queryOptions({
      queryKey: ['chat', 'own anonymous', userId],
      queryFn: async () => ownAnonymousMessages(await client()),
    }),
}
