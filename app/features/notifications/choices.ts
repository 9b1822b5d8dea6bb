// How a member's notifications come. Apart from the queries of the bell, which load with every page.
import { clientQuery } from '#app/platform/query/client-query.ts'
import type { Client } from '#app/platform/session/session.ts'
import type { Database } from '#shared/database.types.ts'
import { TOPICS, type Topic } from '#shared/notification-topics.ts'

/** When a topic is mailed. */
export type Mailing = 'off' | 'once' | 'digest'
/** How a topic comes. Without the bell it does not come at all; what else was chosen is kept. */
export type Ways = { bell: boolean; mail: Mailing; push: boolean }
export type Digest = {
  rhythm: 'off' | 'daily' | 'weekly'
  /** 1 is Monday. */
  day: number
  /** In Indian time. */
  hour: number
  /** Whether it names new discussions too. */
  threads: boolean
}
/** What a member chose; `hidesContent`: mails and push have no title, text or name. */
export type NotificationChoices = {
  ways: Readonly<Record<Topic, Ways>>
  digest: Digest
  hidesContent: boolean
}

type Row = Database['public']['Tables']['notification_settings']['Row']

/** As the database's, for a member without a row. */
const DEFAULTS: Omit<Row, 'user_id' | 'language'> = {
  muted: [],
  mailed: ['replies', 'mentions'],
  digested: [],
  digest: 'off',
  digest_day: 1,
  digest_hour: 8,
  digest_threads: false,
  hides_content: false,
  push_muted: [],
}

async function loadChoices(client: Client, userId: string): Promise<NotificationChoices> {
  const { data } = await client
    .from('notification_settings')
    .select()
    .eq('user_id', userId)
    .maybeSingle()
    .throwOnError()
  const row = data ?? DEFAULTS
  const waysOf = (topic: Topic): Ways => ({
    bell: !row.muted.includes(topic),
    mail: row.mailed.includes(topic) ? 'once' : row.digested.includes(topic) ? 'digest' : 'off',
    push: !row.push_muted.includes(topic),
  })
  return {
    ways: Object.fromEntries(TOPICS.map((topic) => [topic, waysOf(topic)])) as Record<Topic, Ways>,
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
  const topics = (hasIt: (ways: Ways) => boolean) => TOPICS.filter((topic) => hasIt(ways[topic]))
  await client
    .from('notification_settings')
    .upsert(
      {
        muted: topics(({ bell }) => !bell),
        mailed: topics(({ mail }) => mail === 'once'),
        digested: topics(({ mail }) => mail === 'digest'),
        push_muted: topics(({ push }) => !push),
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

/** The choices with other ways for a topic; the first that is to come in the digest begins a daily one. */
export function withWays(
  choices: NotificationChoices,
  topic: Topic,
  ways: Partial<Ways>,
): NotificationChoices {
  const { digest } = choices
  return {
    ...choices,
    ways: { ...choices.ways, [topic]: { ...choices.ways[topic], ...ways } },
    digest: ways.mail === 'digest' && digest.rhythm === 'off' ? { ...digest, rhythm: 'daily' } : digest,
  }
}

/** The choices with another digest; without one, what came in it is not mailed. */
export function withDigest(choices: NotificationChoices, digest: Digest): NotificationChoices {
  const kept = TOPICS.map((topic) => {
    const ways = choices.ways[topic]
    const isOver = digest.rhythm === 'off' && ways.mail === 'digest'
    return [topic, isOver ? { ...ways, mail: 'off' as const } : ways] as const
  })
  return { ...choices, ways: Object.fromEntries(kept) as Record<Topic, Ways>, digest }
}

export const choicesQuery = (userId: string) =>
  clientQuery(['notification settings', userId], (client) => loadChoices(client, userId))

/** Whether this site sends push messages. */
export const sitePushQuery = clientQuery(['site push'], async (client) => {
  const { data } = await client.from('site_settings').select('web_push').single().throwOnError()
  return data.web_push
})
