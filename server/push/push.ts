// Sends notifications that are still unread after some seconds to the devices on which their readers asked for it. What a
// message says is determined when it is sent, under its reader's own policies: what was read, hidden, taken back or switched
// off meanwhile is left out. It is encrypted for the device (RFC 8291); the push service sees that and when one came.
//
// At least once: rows that a killed process had taken are due again a minute later, and the device shows a message of the
// same subject in the place of the earlier one.
import type { Config } from '../../api/config.ts'
import type { Sql } from '../../api/database/connection.ts'
import type { Database } from '../../api/database/database.ts'
import { asJob, asService } from '../../api/database/scope.ts'
import type { Job } from '../../api/jobs/job.ts'
import type { Logger } from '../../api/log.ts'
import { type NotificationWords, wordsOf } from '../../messages/by-language.ts'
import { inLanguage, type Language } from '../../shared/languages.ts'
import { addressOf, sentenceOf } from '../../shared/notification-wording.ts'
import { excerptOf } from '../../shared/plain-text.ts'
import { asReader, MOST_READ } from '../mail/notifications.ts'
import { type Device, isDevice } from './endpoint.ts'
import type { PushKeys } from './keys.ts'

/** Sent at the same time. */
const AT_ONCE = 20
/** A batch ends with its slowest push service. */
const TIMEOUT_MS = 5_000
/** After a day the bell tells it early enough. */
const KEPT_FOR_SECONDS = 24 * 60 * 60
const TITLE_LENGTH = 150
const TEXT_LENGTH = 200

/** As the device's member made them. */
type Choices = { hidesContent: boolean; language: Language }
type Message = { subscription_id: string; ids: string[] }
/** How sending ended; private.finish_push has the meanings. */
type Outcome = { outcome: 'sent' | 'dropped' | 'gone' | 'later'; waitSeconds?: number }
type Told = Parameters<typeof sentenceOf>[0] & {
  /** HTML of the post, if the message tells its beginning. */
  content: string | null
}

export type PushOptions = {
  config: Pick<Config, 'mailFrom'> & { siteUrl: string }
  siteName: () => string
  keys: PushKeys
  log: Logger
}

export function pushJob(db: Database, options: PushOptions): Job {
  return {
    name: 'push notifications',
    schedule: { everySeconds: 1 },
    run: async () => {
      const messages = await asJob(
        db,
        (sql) => sql<Message[]>`select subscription_id, ids from private.take_pushes(${AT_ONCE})`,
      )
      await Promise.all(
        messages.map(async ({ subscription_id: device, ids }) => {
          const { outcome, waitSeconds = 0 } = await push(db, { subscription_id: device, ids }, options)
          await asJob(
            db,
            (sql) => sql`select private.finish_push(${device}, ${ids}::uuid[], ${outcome}, ${waitSeconds})`,
          )
        }),
      )
      return messages.length
    },
  }
}

async function push(db: Database, message: Message, options: PushOptions): Promise<Outcome> {
  const { siteName, keys } = options
  const found = await asService(db, (sql) => read(sql, message))
  if (!found) return { outcome: 'dropped' }
  const { device, told, hidesContent, language } = found
  const { mails, notifications } = wordsOf(language)
  if (!isDevice(device)) return { outcome: 'gone' }
  const topic = keys.topicOf(device.member, `${told.kind} ${told.thread?.id ?? ''}`)
  const content = hidesContent
    ? { title: mails.youHaveANewNotificationOn(siteName()), url: '/notifications' }
    : contentOf(told, notifications)
  return send(
    device,
    JSON.stringify({ ...content, url: inLanguage(language, content.url), tag: topic }),
    topic,
    options,
  )
}

/** Where a message goes and what it tells; undefined if all of it was read, or may not be read any more. */
async function read(sql: Sql, { subscription_id: id, ids }: Message) {
  const [device] = await sql<(Device & Choices & { member: string })[]>`
    select s.user_id as member, s.endpoint, s.p256dh, s.auth, coalesce(c.hides_content, false) as "hidesContent",
      coalesce(c.language, 'en') as language
    from public.push_subscriptions s
    join public.profiles p on p.id = s.user_id and not p.is_deleted and p.user_level <> 'Banned'
    left join public.notification_settings c on c.user_id = s.user_id
    where s.id = ${id} and exists (select from public.site_settings x where x.web_push)`
  if (!device) return undefined
  // With what was told before and is unread: '3 replies', not the third one alone.
  const unread = await asReader(
    sql,
    device.member,
    () => sql<{ id: string; isNew: boolean }[]>`
      select n.id, n.id = any(${ids}::uuid[]) as "isNew"
      from public.notifications n
      where n.user_id = ${device.member} and n.read_at is null and n.created_at > now() - interval '1 day'
        and (n.kind, coalesce(n.thread_id::text, '')) in (
          select x.kind, coalesce(x.thread_id::text, '') from public.notifications x where x.id = any(${ids}::uuid[])
        )`,
  )
  if (!unread.some(({ isNew }) => isNew)) return undefined
  const all = unread.map((one) => one.id)
  const [told] = await sql<Told[]>`
    select n.kind, n.figure, n.detail, n.reply_id, to_json(${all}::uuid[]) as ids,
      case when a.id is not null then json_build_object('username', a.username) end as actor,
      case when t.id is not null then
        json_build_object('id', t.id, 'title', t.title, 'category', json_build_object('slug', c.slug))
      end as thread,
      case when n.kind like 'reply%' or n.kind = 'mention' then
        left(coalesce(r.content, t.content), ${MOST_READ})
      end as content
    from public.notifications n
    left join public.threads t on t.id = n.thread_id
    left join public.forum_categories c on c.id = t.category_id
    left join public.replies r on r.id = n.reply_id
    left join public.profiles a on a.id = n.actor_id
    where n.id = any(${all}::uuid[])
      and private.is_pushed(n.user_id, private.notification_topic(n.kind))
    order by n.created_at desc, n.id desc
    limit 1`
  return told ? { device, told, hidesContent: device.hidesContent, language: device.language } : undefined
}

function contentOf(told: Told, words: NotificationWords) {
  const excerpt = cut(excerptOf(told.content ?? '', TEXT_LENGTH), TEXT_LENGTH)
  const sentence = sentenceOf(told, words)
    .map(({ text }) => text)
    .join('')
  return {
    title: cut(sentence, TITLE_LENGTH),
    ...(excerpt ? { body: excerpt } : {}),
    url: addressOf(told) ?? '/notifications',
  }
}

/** By code points, because a push service bounds the bytes of a message. */
function cut(text: string, length: number): string {
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text
}

async function send(
  device: Device,
  payload: string,
  topic: string,
  { config, keys, log }: PushOptions,
): Promise<Outcome> {
  const service = new URL(device.endpoint)
  const failed = (reason: object) => log.warn({ service: service.host, ...reason }, 'push.send_failed')
  try {
    // Loaded with the first message: many sites have none.
    const { default: webPush } = await import('web-push')
    const { endpoint, headers, body } = webPush.generateRequestDetails(
      { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
      payload,
      {
        vapidDetails: { subject: contactOf(config), publicKey: keys.publicKey, privateKey: keys.privateKey },
        TTL: KEPT_FOR_SECONDS,
        topic,
      },
    )
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: new Uint8Array(body ?? []),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    const { status } = response
    if (response.ok) return { outcome: 'sent' }
    if (status === 404 || status === 410) return { outcome: 'gone' }
    failed({ status })
    if (status !== 429 && status < 500) return { outcome: 'dropped' }
    const waitSeconds = Number(response.headers.get('retry-after'))
    return { outcome: 'later', waitSeconds: waitSeconds > 0 ? Math.min(Math.ceil(waitSeconds), 3_600) : 0 }
  } catch (error) {
    failed({ err: error })
    return { outcome: 'later' }
  }
}

/** Whom a push service may write to about this site's messages. */
export function contactOf({
  siteUrl,
  mailFrom,
}: Pick<PushOptions['config'], 'siteUrl' | 'mailFrom'>): string {
  if (siteUrl.startsWith('https:')) return `${siteUrl}/contact`
  return `mailto:${/<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`
}
