// What of the chat the member does not want to read: messages of members and with words that they mute.
import { useMemberQuery } from '#app/platform/query/use-member-query.ts'

/** Undefined for a guest, and until it is known. */
export function useMuted(userId: string | null) {
  const { data } = useMemberQuery(
    userId ? async () => (await import('#app/domain/mutes/queries.ts')).muteQueries.ofChat(userId) : null,
    [userId],
  )
  return data
}
