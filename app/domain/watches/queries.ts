// The categories and tags that a member watches. A member has at most a hundred, so all are read at once.
import { queryOptions } from '@tanstack/react-query'
import { NAME } from '#app/domain/categories/names.ts'
import { readBegun } from '#app/platform/query/begun-read.ts'
import type { Client, DbClient } from '#app/platform/session/session.ts'

/** A category by its id, or a tag as `tagKey` spells it. */
export type Subject = { category_id: string } | { tag: string }
export type Watch = Awaited<ReturnType<typeof listWatches>>[number]

export async function listWatches(client: DbClient, userId: string) {
  const { data } = await client
    .from('watches')
    .select(`category_id, tag, category:forum_categories(${NAME}, slug, color)`)
    .eq('user_id', userId)
    .order('created_at')
    .throwOnError()
  return data
}

export const watchQueries = {
  of: (userId: string) =>
    queryOptions({
      queryKey: ['watches', userId],
      queryFn: () => readBegun((reader) => listWatches(reader, userId)),
    }),
}

export function isOf(watch: Pick<Watch, 'category_id' | 'tag'>, subject: Subject): boolean {
  return 'tag' in subject ? watch.tag === subject.tag : watch.category_id === subject.category_id
}

/** Watches a subject, or stops. Repeating either is not an error. */
export async function setWatched(
  client: Client,
  userId: string,
  subject: Subject,
  wanted: boolean,
): Promise<void> {
  if (wanted) {
    await client
      .from('watches')
      .upsert(
        { user_id: userId, ...subject },
        { onConflict: 'user_id,category_id,tag', ignoreDuplicates: true },
      )
      .throwOnError()
  } else {
    await client.from('watches').delete().eq('user_id', userId).match(subject).throwOnError()
  }
}
