// Tags in use, in lower case, with their numbers of discussions.
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

/** The tag with this name, ignoring case; null if no discussion has it. */
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
