// The chat's query about the member.
import { clientQuery } from '#app/platform/query/client-query.ts'
import { ownAnonymousMessages } from './queries.ts'

export const chatQueries = {
  /** Ids of the member's anonymous messages. */
  ownAnonymous: (userId: string) => clientQuery(['chat', 'own anonymous', userId], ownAnonymousMessages),
}
