// How a member's notifications come. Apart from the queries of the bell, which load with every page.
import { clientQuery } from '#app/platform/query/client-query.ts'
import type { Client } from '#app/platform/session/session.ts'
import type { Database } from '#shared/database.types.ts'
import { TOPICS, type Topic } from '#shared/notification-topics.ts'

/** How a topic comes: `mail` and `digest` also show at the bell. */
export type Way = 'mail' | 'digest' | 'bell' | 'off'
export type Digest = {
  rhythm: 'off' | 'daily' | 'weekly'
  /** 1 is Monday. */
  day: number
  /** In Indian time. */
  hour: number
  /** Whether it names new discussions too. */
  threads: boolean
}
/** What a member chose; `hidesContent`: mails and push name no title, text or member. */
export type NotificationChoices = {
  ways: Readonly<Record<Topic, Way>>
  digest: Digest
  hidesContent: boolean
}

type Row = Database['public']['Tables']['notification_settings']['Row']

/** As the database's, for a member without a row. */
const DEFAULTS: Omit<Row, 'user_id'> = {
  muted: [],
  mailed: ['replies', 'mentions'],
  digested: [],
  digest: 'off',
  digest_day: 1,
  digest_hour: 8,
  digest_threads: false,
  hides_content: false,
}

async function loadChoices(client: Client, userId: string): Promise<NotificationChoices> {
  const { data } = await client
    .from('notification_settings')
    .select()
    .eq('user_id', userId)
    .maybeSingle()
    .throwOnError()
  const row = data ?? DEFAULTS
  const wayOf = (topic: Topic): Way => {
    if (row.muted.includes(topic)) return 'off'
    if (row.mailed.includes(topic)) return 'mail'
    return row.digested.includes(topic) ? 'digest' : 'bell'
  }
  return {
    ways: Object.fromEntries(TOPICS.map((topic) => [topic, wayOf(topic)])) as Record<Topic, Way>,
    digest: {
      rhythm: row.digest as Digest['rhythm'],
      day: row.digest_day,
      hour: row.digest_hour,
      threads: row.digest_threads,
    },
    hidesContent: row.hides_content,
  }
}

export async function saveChoices(
  client: Client,
  { ways, digest, hidesContent }: NotificationChoices,
): Promise<void> {
  const chosen = (way: Way) => TOPICS.filter((topic) => ways[topic] === way)
  await client
    .from('notification_settings')
    .upsert(
      {
        muted: chosen('off'),
        mailed: chosen('mail'),
        digested: chosen('digest'),
        digest: digest.rhythm,
        digest_day: digest.day,
        digest_hour: digest.hour,
        digest_threads: digest.threads,
        hides_content: hidesContent,
      },
      { onConflict: 'user_id' },
    )
    .throwOnError()
}

/** The choices with another way for a topic; the first that is to come in the digest begins a daily one. */
export function withWay(choices: NotificationChoices, topic: Topic, way: Way): NotificationChoices {
  const { digest } = choices
  return {
    ...choices,
    ways: { ...choices.ways, [topic]: way },
    digest: way === 'digest' && digest.rhythm === 'off' ? { ...digest, rhythm: 'daily' } : digest,
  }
}

/** The choices with another digest; without one, what came in it is at the bell alone. */
export function withDigest(choices: NotificationChoices, digest: Digest): NotificationChoices {
  const kept = TOPICS.map((topic) => {
    const way = choices.ways[topic]
    return [topic, digest.rhythm === 'off' && way === 'digest' ? 'bell' : way] as const
  })
  return { ...choices, ways: Object.fromEntries(kept) as Record<Topic, Way>, digest }
}

export const choicesQuery = (userId: string) =>
  clientQuery(['notification settings', userId], (client) => loadChoices(client, userId))
