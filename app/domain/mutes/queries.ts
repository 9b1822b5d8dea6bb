// The members, categories, tags, words and discussions that a member mutes: 200 at most, so all are read at once. A guest's browser
// never loads this module.

import { queryOptions } from '@tanstack/react-query'
import { NAME, namesHere } from '#app/domain/categories/names.ts'
import { clientQuery, ownQuery } from '#app/platform/query/client-query.ts'
import type { Me } from '#app/platform/session/me.ts'
import type { Client } from '#app/platform/session/session.ts'
import { hasWord } from '#shared/muted-words.ts'
import { tagKey } from '#shared/slugs.ts'

/** A word as `mutedWord` spells it, a tag as `tagKey` does; the others by their ids. */
export type Subject =
  | { member_id: string }
  | { category_id: string }
  | { tag: string }
  | { word: string }
  | { thread_id: string }
export type Mute = Me['mutes'][number]

async function listMutes(client: Client, userId: string): Promise<Mute[]> {
  const { data } = await client
    .from('mutes')
    .select(
      `id, member_id, category_id, tag, word, thread_id,
       member:profiles!mutes_member_id_fkey(username), category:forum_categories(${NAME}, slug),
       thread:threads!mutes_thread_id_fkey(title)`,
    )
    .eq('user_id', userId)
    .order('created_at')
    .throwOnError()
  return data
}

async function withNamesHere(client: Client, mutes: Mute[]): Promise<Mute[]> {
  if (!mutes.some(({ category }) => category)) return mutes
  const named = await namesHere(client)
  return mutes.map((mute) => ({ ...mute, category: mute.category && named(mute.category) }))
}

export const muteQueries = {
  of: (userId: string) =>
    queryOptions({
      ...ownQuery(['mutes', userId], {
        userId,
        part: 'mutes',
        read: (client) => listMutes(client, userId),
        adapt: withNamesHere,
      }),
      staleTime: 60_000,
    }),
  /** Which messages of the chat the member does not want to read. */
  ofChat: (userId: string) =>
    clientQuery(['mutes', userId, 'chat'], async (client) => {
      const mutes = await listMutes(client, userId)
      return {
        hides: ({ user_id, message }: { user_id: string | null; message: string }) =>
          isMutedPost(mutes, { author: user_id, text: message }),
      }
    }),
  /** Which discussions the member does not want to see in the ranking of a category, or of all. */
  ofRanking: (userId: string, categoryId: string | null) =>
    clientQuery(['mutes', userId, 'ranking', categoryId], async (client) => {
      const mutes = await listMutes(client, userId)
      const except = categoryId === null ? null : { category_id: categoryId }
      return {
        hides: (thread: Thread) => isMutedThread(mutes, thread, { userId, except }),
      }
    }),
}

type Muted = Pick<Mute, 'member_id' | 'category_id' | 'tag' | 'word' | 'thread_id'>
type Thread = {
  id: string
  title: string
  tags: readonly string[]
  author: { id: string }
  category: { id: string }
}

/**
 * As private.is_muted_thread.
 * @param except the category or tag whose list it is: who opens that wants to see it
 */
export function isMutedThread(
  mutes: readonly Muted[],
  thread: Thread,
  { userId, except }: { userId: string; except: Subject | null },
): boolean {
  if (mutes.some(({ thread_id }) => thread_id === thread.id)) return true
  if (thread.author.id === userId) return false
  const tags = thread.tags.map(tagKey)
  return mutes.some(
    (mute) =>
      !(except && isOf(mute, except)) &&
      (mute.member_id === thread.author.id ||
        mute.category_id === thread.category.id ||
        (mute.tag !== null && tags.includes(mute.tag)) ||
        (mute.word !== null && hasWord(thread.title, mute.word))),
  )
}

/** @param post its text may be HTML; the author of an anonymous message is null */
export function isMutedPost(
  mutes: readonly Muted[],
  { author, text }: { author: string | null; text: string },
): boolean {
  return mutes.some(
    ({ member_id, word }) =>
      (member_id !== null && member_id === author) || (word !== null && hasWord(text, word)),
  )
}

export function isOf(mute: Muted, subject: Subject): boolean {
  return Object.entries(subject).every(([column, value]) => mute[column as keyof Muted] === value)
}

/** Mutes a subject, or no longer. Repeating either is not an error. */
export async function setMuted(
  client: Client,
  userId: string,
  subject: Subject,
  wanted: boolean,
): Promise<void> {
  if (wanted) {
    await client
      .from('mutes')
      .upsert(
        { user_id: userId, ...subject },
        { onConflict: 'user_id,member_id,category_id,tag,word,thread_id', ignoreDuplicates: true },
      )
      .throwOnError()
  } else {
    await client.from('mutes').delete().eq('user_id', userId).match(subject).throwOnError()
  }
}
