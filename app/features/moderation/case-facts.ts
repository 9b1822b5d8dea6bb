// What a decision on a case needs: the post where it was written, and what is known of the author and the reporters.
import type { DbClient } from '#app/platform/session/session.ts'
import { excerptOf } from '#shared/plain-text.ts'
import { memberName } from '#shared/slugs.ts'
import type { Case } from './queue.ts'

const BEFORE = 2
const AFTER = 1
const NEIGHBOUR_LENGTH = 240
const REPORTS_READ = 1_000
const LOG_ROWS = 3

/** The reported text, or a neighbour of it. */
export type Passage = {
  id: string
  /** Null for a guest's message. */
  authorId: string | null
  name: string
  avatar_url: string | null
  at: string
  /** Of the reported text only, where it is HTML: sanitised on write. */
  html: string | null
  text: string
  isReported: boolean
  isHidden: boolean
}

const WRITTEN = 'id, content, created_at, is_hidden' as const
const REPLY = `${WRITTEN}, author:profiles!replies_author_id_fkey(id, username, avatar_url)` as const
const THREAD = `${WRITTEN}, author:profiles!threads_author_id_fkey(id, username, avatar_url)` as const
const MESSAGE =
  `id, message, user_id, username, created_at, category_id, profile:profiles(avatar_url)` as const

type Written = {
  id: string
  content: string
  created_at: string
  is_hidden: boolean
  author: { id: string; username: string; avatar_url: string | null }
}

function passageOf(post: Written, isReported: boolean): Passage {
  return {
    id: post.id,
    authorId: post.author.id,
    name: memberName(post.author.username),
    avatar_url: post.author.avatar_url,
    at: post.created_at,
    html: isReported ? post.content : null,
    text: excerptOf(post.content, NEIGHBOUR_LENGTH),
    isReported,
    isHidden: post.is_hidden,
  }
}

/** The reported text among its neighbours, in their order; empty if it is gone, or a member is reported. */
export async function listPassages(client: DbClient, { target }: Case): Promise<Passage[]> {
  const { thread, reply, message } = target
  if (reply?.thread) return aroundReply(client, reply.id, reply.thread.id)
  if (thread) return fromThread(client, thread.id)
  return message ? aroundMessage(client, message.id) : []
}

async function fromThread(client: DbClient, id: string): Promise<Passage[]> {
  const replies = client.from('replies').select(REPLY).eq('thread_id', id).order('created_at')
  const [{ data: opening }, { data: first }] = await Promise.all([
    client.from('threads').select(THREAD).eq('id', id).throwOnError(),
    replies.limit(BEFORE).throwOnError(),
  ])
  return [...opening.map((post) => passageOf(post, true)), ...first.map((post) => passageOf(post, false))]
}

async function aroundReply(client: DbClient, id: string, threadId: string): Promise<Passage[]> {
  const [{ data: reported }, { data: opening }] = await Promise.all([
    client.from('replies').select(REPLY).eq('id', id).throwOnError(),
    client.from('threads').select(THREAD).eq('id', threadId).throwOnError(),
  ])
  const [post] = reported
  if (!post) return []
  const others = () => client.from('replies').select(REPLY).eq('thread_id', threadId).neq('id', id)
  const [{ data: before }, { data: after }] = await Promise.all([
    others()
      .lte('created_at', post.created_at)
      .order('created_at', { ascending: false })
      .limit(BEFORE)
      .throwOnError(),
    others().gt('created_at', post.created_at).order('created_at').limit(AFTER).throwOnError(),
  ])
  return [
    ...[...opening, ...before.toReversed()].map((one) => passageOf(one, false)),
    passageOf(post, true),
    ...after.map((one) => passageOf(one, false)),
  ]
}

async function aroundMessage(client: DbClient, id: string): Promise<Passage[]> {
  const { data: reported } = await client.from('chat_messages').select(MESSAGE).eq('id', id).throwOnError()
  const [message] = reported
  if (!message) return []
  const { category_id: room, created_at: at } = message
  const others = () => {
    const messages = client.from('chat_messages').select(MESSAGE).neq('id', id)
    return room === null ? messages.is('category_id', null) : messages.eq('category_id', room)
  }
  const [{ data: before }, { data: after }] = await Promise.all([
    others().lte('created_at', at).order('created_at', { ascending: false }).limit(BEFORE).throwOnError(),
    others().gt('created_at', at).order('created_at').limit(AFTER).throwOnError(),
  ])
  return [...before.toReversed(), message, ...after].map((one) => ({
    id: one.id,
    authorId: one.user_id,
    name: one.username,
    avatar_url: one.profile?.avatar_url ?? null,
    at: one.created_at,
    html: null,
    text: one.message,
    isReported: one.id === id,
    isHidden: false,
  }))
}

export type Tally = { open: number; resolved: number; dismissed: number }
export type Records = Awaited<ReturnType<typeof loadRecords>>

/** What is known of the author, and how the reporters' earlier reports ended. */
export async function loadRecords(client: DbClient, { target: { author }, reports }: Case) {
  const reporters = [
    ...new Map(
      reports.flatMap(({ reporter }) => (reporter ? [[reporter.id, reporter] as const] : [])),
    ).values(),
  ]
  const ids = reporters.map(({ id }) => id)
  const [against, by, member, log] = await Promise.all([
    author ? reportsWhere(client, 'target_author_id', [author.id]) : [],
    reportsWhere(client, 'reporter_id', ids),
    author ? memberOf(client, author.id) : null,
    author ? logOf(client, author.id) : [],
  ])
  return {
    author: member ? { ...member, tally: tallyOf(against), log } : null,
    reporters: reporters.map((reporter) => ({
      ...reporter,
      tally: tallyOf(by.filter(({ reporter_id }) => reporter_id === reporter.id)),
    })),
  }
}

async function reportsWhere(
  client: DbClient,
  column: 'target_author_id' | 'reporter_id',
  ids: readonly string[],
) {
  const { data } = await client
    .from('reports')
    .select('reporter_id, state')
    .in(column, ids)
    .limit(REPORTS_READ)
    .throwOnError()
  return data
}

async function memberOf(client: DbClient, id: string) {
  const { data } = await client
    .from('profiles')
    .select('username, joined_at, total_posts, total_replies, reputation')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  return data
}

/** The latest actions of administrators on the member. */
async function logOf(client: DbClient, id: string) {
  const { data } = await client
    .from('moderation_log')
    .select('id, action, reason, created_at')
    .eq('target_id', id)
    .order('id', { ascending: false })
    .limit(LOG_ROWS)
    .throwOnError()
  return data
}

function tallyOf(reports: readonly { state: string }[]): Tally {
  const of = (state: string) => reports.filter((report) => report.state === state).length
  return { open: of('open'), resolved: of('resolved'), dismissed: of('dismissed') }
}
