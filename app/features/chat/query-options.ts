// What the chat asks for the member at this browser.
import { clientQuery } from '#app/platform/query/client-query.ts'
import { ownAnonymousMessages } from './queries.ts'

export const chatQueries = {
  /** Ids of the anonymous messages that the member wrote. */
  ownAnonymous: (userId: string) => clientQuery(['chat', 'own anonymous', userId], ownAnonymousMessages),
}
