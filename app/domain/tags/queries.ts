// Tags in use, in small letters, with the number of discussions that carry each.
import type { DbClient } from '#app/platform/session/session.ts'
import { tagKey } from '#shared/slugs.ts'

export type TagCount = { tag: string; thread_count: number }

const SUGGESTED = 6

/** The most used tags. */
export async function listTags(reader: DbClient, limit: number): Promise<TagCount[]> {
  const { data } = await reader
    .from('tags')
    .select('tag,thread_count')
    .order('thread_count', { ascending: false })
    .order('tag')
    .limit(limit)
    .throwOnError()
  return data
}

/** The tag that is written `tag`, in whatever case; null when no discussion carries it. */
export async function findTag(reader: DbClient, tag: string): Promise<TagCount | null> {
  const { data } = await reader
    .from('tags')
    .select('tag,thread_count')
    .eq('tag', tagKey(tag))
    .maybeSingle()
    .throwOnError()
  return data
}

/** The most used tags that begin with `typed`. */
export async function suggestTags(reader: DbClient, typed: string, signal: AbortSignal): Promise<TagCount[]> {
  const beginning = tagKey(typed).replace(/[\\%_*]/g, (sign) => `\\${sign}`)
  const { data } = await reader
    .from('tags')
    .select('tag,thread_count')
    .like('tag', `${beginning}%`)
    .order('thread_count', { ascending: false })
    .order('tag')
    .limit(SUGGESTED)
    .abortSignal(signal)
    .throwOnError()
  return data
}
