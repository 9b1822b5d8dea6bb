// `queryOptions` for reads from the API as the visitor.
import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import { type Me, partOfMe } from '#app/platform/session/me.ts'
import { type Client, client } from '#app/platform/session/session.ts'

/** A read that uses `signal` is aborted when no component needs it any more. */
type Read<Data> = (client: Client, context: { signal: AbortSignal }) => Promise<Data>

type OwnPart = 'unread' | 'mutes' | 'first_run'
type OwnRead<Part extends OwnPart> = {
  userId: string
  part: Part
  read: (client: Client) => Promise<Me[Part]>
  adapt?: (client: Client, known: Me[Part]) => Promise<Me[Part]>
}

export function clientQuery<Data>(queryKey: QueryKey, read: Read<Data>) {
  return queryOptions({ queryKey, queryFn: async (context) => read(await client(), context) })
}

/** The previous rows stay visible while the next page, filter or search is loading. */
export function listQuery<Data>(queryKey: QueryKey, read: Read<Data>) {
  return queryOptions({ ...clientQuery(queryKey, read), placeholderData: keepPreviousData })
}

/**
 * A read of the member's own data whose first answer comes with the start of the session.
 * @param adapt gives that answer what `read` reads besides
 */
export function ownQuery<Part extends OwnPart>(
  queryKey: QueryKey,
  { userId, part, read, adapt }: OwnRead<Part>,
) {
  return queryOptions({
    queryKey,
    queryFn: async () => {
      const opened = await client()
      const known = await partOfMe(userId, part)
      if (known === undefined) return read(opened)
      return adapt ? adapt(opened, known) : known
    },
  })
}
