// The members, categories, tags and words that a member mutes: 200 at most, so all are read at once. A guest's browser
// never loads this module.
import { queryOptions } from '@tanstack/react-query'
import { clientQuery } from '#app/platform/query/client-query.ts'
import type { Client } from '#app/platform/session/session.ts'
import { hasWord } from '#shared/muted-words.ts'
import { tagKey } from '#shared/slugs.ts'

/** A word as `mutedWord` spells it, a tag as `tagKey` does; the others by their ids. */
export type Subject = { member_id: string } | { category_id: string } | { tag: string } | { word: string }
export type Mute = Awaited<ReturnType<typeof listMutes>>[number]

async function listMutes(client: Client, userId: string) {
  const { data } = await client
    .from('mutes')
    .select(
      `id, member_id, category_id, tag, word,
       member:profiles!mutes_member_id_fkey(username), category:forum_categories(name, slug)`,
    )
    .eq('user_id', userId)
    .order('created_at')
    .throwOnError()
  return data
}

export const muteQueries = {
  of: (userId: string) =>
    queryOptions({
      ...clientQuery(['mutes', userId], (client) => listMutes(client, userId)),
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
        hides: (thread: Thread) => thread.author.id !== userId && isMutedThread(mutes, thread, except),
      }
    }),
}

type Muted = Pick<Mute, 'member_id' | 'category_id' | 'tag' | 'word'>
type Thread = {
  title: string
  tags: readonly string[]
  author: { id: string }
  category: { id: string }
}

/** @param except the category or tag whose list it is: who opens that wants to see it */
export function isMutedThread(mutes: readonly Muted[], thread: Thread, except: Subject | null): boolean {
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
        { onConflict: 'user_id,member_id,category_id,tag,word', ignoreDuplicates: true },
      )
      .throwOnError()
  } else {
    await client.from('mutes').delete().eq('user_id', userId).match(subject).throwOnError()
  }
}
