// Private channels, and what happens to a channel when its member's token is replaced, or the session ends.

import type { RealtimeChannel } from '@supabase/supabase-js'
import type postgres from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bareSocket, type Client, channelClient, joined, listening } from '../support/channels.ts'
import { ask, newMember, openDatabase } from '../support/identity.ts'
import type { TestServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

type Person = { id: string; token: string }

let server: TestServer
let sql: postgres.Sql
const clients: Client[] = []

beforeAll(async () => {
  server = await sharedServer()
  sql = openDatabase(server)
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.realtime.disconnect()))
})
afterAll(async () => {
  await sql.end()
  await server.stop()
})

async function person(): Promise<Person> {
  const { access_token, user } = await newMember(server)
  return { id: user.id, token: access_token }
}

async function privateChannel(who: Person | null, topic: string, presence = false): Promise<RealtimeChannel> {
  const client = channelClient(server, who ? { token: who.token } : {})
  clients.push(client)
  if (who) await client.realtime.setAuth()
  return client.channel(topic, {
    config: { private: true, broadcast: { ack: true }, presence: { enabled: presence } },
  })
}

const heard = (channel: RealtimeChannel) => {
  const messages: { event: string }[] = []
  channel.on('broadcast', { event: '*' }, (message) => messages.push(message))
  return messages
}

describe('a private topic', () => {
  test('can be read, written and tracked by members whom the policies allow', async () => {
    const asha = await person()
    const [phone, laptop] = [
      await privateChannel(asha, `member:${asha.id}`, true),
      await privateChannel(asha, `member:${asha.id}`, true),
    ]
    const messages = heard(laptop)
    expect((await joined(phone)).status).toBe('SUBSCRIBED')
    expect((await joined(laptop)).status).toBe('SUBSCRIBED')
    expect(await phone.send({ type: 'broadcast', event: 'read', payload: {} })).toBe('ok')
    await expect.poll(() => messages).toMatchObject([{ event: 'read' }])
    expect(await phone.track({ on: 'phone' })).toBe('ok')
    await expect.poll(() => Object.values(laptop.presenceState()).flat()).toMatchObject([{ on: 'phone' }])
    expect(await phone.httpSend('by http', {})).toEqual({ success: true })
    await expect.poll(() => messages).toMatchObject([{ event: 'read' }, { event: 'by http' }])
  })

  test('is closed to all other members and to guests', async () => {
    const [asha, bala] = [await person(), await person()]
    for (const who of [bala, null]) {
      const { status, error } = await joined(await privateChannel(who, `member:${asha.id}`))
      expect([status, error]).toEqual([
        'CHANNEL_ERROR',
        `Unauthorized: You do not have permissions to read from this Channel topic: member:${asha.id}`,
      ])
    }
  })

  test('refuses messages by HTTP from all other members', async () => {
    const [asha, bala] = [await person(), await person()]
    const own = await privateChannel(asha, `member:${asha.id}`)
    const messages = heard(own)
    await joined(own)
    const stranger = await privateChannel(bala, `member:${asha.id}`)
    await expect(stranger.httpSend('forged', {})).rejects.toThrow('do not have permissions to write')
    const batch = await fetch(`${server.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: {
        apikey: server.publishableKey,
        authorization: `Bearer ${bala.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        messages: [{ topic: `member:${asha.id}`, event: 'forged', payload: {}, private: true }],
      }),
    })
    expect(batch.status).toBe(403)
    expect(await own.httpSend('last', {})).toEqual({ success: true })
    await expect.poll(() => messages).toMatchObject([{ event: 'last' }])
  })

  test('is separate from the public topic of the same name', async () => {
    const asha = await person()
    const own = await privateChannel(asha, `member:${asha.id}`)
    const messages = heard(own)
    await joined(own)
    const client = channelClient(server)
    clients.push(client)
    const eavesdropper = client.channel(`member:${asha.id}`)
    const overheard = heard(eavesdropper)
    expect((await joined(eavesdropper)).status).toBe('SUBSCRIBED')
    await eavesdropper.send({ type: 'broadcast', event: 'forged', payload: {} })
    expect(await own.httpSend('secret', {})).toEqual({ success: true })
    await sql`
      select realtime.send('{}'::jsonb, 'last', topic, is_private)
      from (values (${`member:${asha.id}`}, true), (${`member:${asha.id}`}, false)) as t (topic, is_private)`
    await expect.poll(() => messages).toMatchObject([{ event: 'secret' }, { event: 'last' }])
    await expect.poll(() => overheard).toMatchObject([{ event: 'last' }])
  })

  test('is checked again before a delivery: a revoked right ends the channel', async () => {
    const [desk, other] = [await person(), await person()]
    await sql`insert into public.user_roles (user_id, role) values (${desk.id}, 'admin'), (${other.id}, 'admin')`
    const [one, two] = [await privateChannel(desk, 'desk'), await privateChannel(other, 'desk')]
    const messages = heard(one)
    await joined(one)
    await joined(two)
    await two.send({ type: 'broadcast', event: 'first', payload: {} })
    await expect.poll(() => messages).toMatchObject([{ event: 'first' }])
    await sql`delete from public.user_roles where user_id = ${desk.id}`
    // The decision is cached for a second; the first message after that is not delivered.
    let sent = 1
    const oneMore = async () => {
      sent += 1
      await two.send({ type: 'broadcast', event: `message ${sent}`, payload: {} })
      return one.state
    }
    await expect.poll(oneMore, { interval: 200, timeout: 20_000 }).toBe('closed')
    expect(messages.length).toBeLessThan(sent)
  })

  test('leaves no row behind', async () => {
    expect(await sql`select * from realtime.messages`).toHaveLength(0)
  })
})

describe('a channel', () => {
  test('continues as the new user when its token is replaced', async () => {
    const asha = await person()
    const client = channelClient(server)
    clients.push(client)
    const channel = client.channel('mine')
    const changes: unknown[] = []
    channel.on('postgres_changes', { event: 'UPDATE', schema: 'public', table: 'threads' }, (change) =>
      changes.push(change),
    )
    await listening(channel)
    const [category] = await sql`
      insert into public.forum_categories (name, slug) values ('Taxes', 'taxes') returning id`
    const [thread] = await sql`
      insert into public.threads (title, content, category_id, author_id)
      values ('A hidden matter', '<p>Words that are long enough.</p>', ${category?.id}, ${asha.id}) returning id`
    await sql`insert into public.user_roles (user_id, role) values (${asha.id}, 'admin')`
    await sql`update public.threads set is_hidden = true where id = ${thread?.id}`
    const [open] = await sql`
      insert into public.threads (title, content, category_id, author_id)
      values ('An open matter', '<p>Words that are long enough.</p>', ${category?.id}, ${asha.id}) returning id`
    await sql`update public.threads set title = 'An open matter, renamed' where id = ${open?.id}`
    await expect.poll(() => changes).toMatchObject([{ new: { id: open?.id } }])
    await client.realtime.setAuth(asha.token)
    let renamed = 0
    const rename = async () => {
      renamed += 1
      await sql`update public.threads set title = ${`A hidden matter, renamed ${renamed}`} where id = ${thread?.id}`
      return changes.at(-1)
    }
    await expect.poll(rename, { interval: 100, timeout: 10_000 }).toMatchObject({ new: { id: thread?.id } })
  })

  test('ends when its member signs out elsewhere, without waiting for the token to expire', async () => {
    const asha = await person()
    const channel = await privateChannel(asha, `member:${asha.id}`)
    await joined(channel)
    expect((await ask(server, 'logout', { method: 'POST', token: asha.token })).status).toBe(204)
    await expect.poll(() => channel.state).toBe('closed')
  })

  test('ends when the operator ends the sessions of its member, public ones too, and says why', async () => {
    const asha = await person()
    const bare = await bareSocket(server)
    bare.say('1', '1', 'realtime:room', 'phx_join', { access_token: asha.token })
    expect(await bare.answer('1')).toMatchObject({ status: 'ok' })
    await sql`delete from auth.sessions where user_id = ${asha.id}`
    await expect
      .poll(() => bare.received.slice(1))
      .toEqual([
        [
          null,
          null,
          'realtime:room',
          'system',
          {
            message: 'Unauthorized: session_not_found',
            status: 'error',
            extension: 'system',
            channel: 'room',
          },
        ],
        ['1', '1', 'realtime:room', 'phx_close', {}],
      ])
    bare.say('2', '2', 'realtime:room', 'phx_join', { access_token: asha.token })
    expect(await bare.answer('2')).toEqual({
      status: 'error',
      response: { reason: 'Unauthorized: session_not_found' },
    })
    bare.socket.close()
  })
})
