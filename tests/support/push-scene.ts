// Members who asked for push on a device, on a site of their own whose messages go to a push service of the test.
import { expect } from 'vitest'
import { newEmail, newMember, openDatabase } from './identity.ts'
import { notified } from './notified.ts'
import { decrypt, newDevice, type PushDevice, startPushService } from './push-service.ts'
import { startServer } from './server.ts'

export type Member = { token: string; id: string; name: string }
/** A member who started a discussion. */
export type Author = Member & { thread: string; device: PushDevice }

export async function openPushScene() {
  const service = await startPushService()
  const server = await startServer(service.env, { entry: 'impatient' })
  const sql = openDatabase(server)
  await sql`update public.site_settings set web_push = true`
  const [row] = await sql<{ id: string }[]>`
    insert into public.forum_categories (name, slug) values ('Push', 'push') returning id`
  const category = row?.id ?? ''

  async function join(): Promise<Member> {
    const { access_token: token, user } = await newMember(server, newEmail())
    const [profile] = await sql<{ name: string }[]>`
      select username as name from public.profiles where id = ${user.id}`
    return { token, id: user.id, name: profile?.name ?? '' }
  }

  async function author(): Promise<Author> {
    const member = await join()
    const [thread] = await sql<{ id: string }[]>`
      insert into public.threads (title, content, author_id, category_id)
      values ('Which index fund tracks closest?', '<p>A question that is long enough to be asked here.</p>', ${member.id}, ${category})
      returning id`
    const device = newDevice()
    expect((await subscribe(member, device)).status).toBe(201)
    return { ...member, thread: thread?.id ?? '', device }
  }

  const rest = (member: Member, method: string, path: string, body?: object) =>
    fetch(`${server.url}/rest/v1/${path}`, {
      method,
      headers: {
        apikey: server.publishableKey,
        authorization: `Bearer ${member.token}`,
        'content-type': 'application/json',
        prefer: path.includes('on_conflict') ? 'resolution=merge-duplicates' : 'return=minimal',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })

  const subscribe = (member: Member, { endpoint, p256dh, auth }: Omit<PushDevice, 'pair'>) =>
    rest(member, 'POST', 'push_subscriptions', { endpoint, p256dh, auth })

  const reply = (by: Member, content: string, to: Author) =>
    sql`insert into public.replies (thread_id, author_id, content) values (${to.thread}, ${by.id}, ${content})`

  const choose = (member: Member, settings: object) =>
    rest(member, 'POST', 'notification_settings?on_conflict=user_id', settings)

  const devices = async ({ id }: Pick<Member, 'id'>) =>
    (
      await sql<{ endpoint: string }[]>`select endpoint from public.push_subscriptions where user_id = ${id}`
    ).map(({ endpoint }) => endpoint)

  /** The seconds are over: waits until everything was taken. A batch is sent before the next is taken. */
  async function pushed(): Promise<void> {
    await notified(sql)
    await sql`update private.notification_pushes set due_at = now() where sent_at is null`
    await expect
      .poll(
        async () => {
          const [left] = await sql<{ count: number }[]>`
            select count(*)::int as count from private.notification_pushes where sent_at is null and due_at <= now()`
          return left?.count
        },
        { timeout: 15_000 },
      )
      .toBe(0)
  }

  /** What a device got until now. */
  const messages = (device: PushDevice) => service.to(device).map((one) => decrypt(device, one))

  async function close(): Promise<void> {
    await sql.end()
    await server.stop()
    await service.stop()
  }

  return {
    service,
    server,
    sql,
    join,
    author,
    rest,
    subscribe,
    reply,
    choose,
    devices,
    pushed,
    messages,
    close,
  }
}
