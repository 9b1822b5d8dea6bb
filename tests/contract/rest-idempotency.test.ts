// A post that is sent twice is stored once: by a client-made id, and by an Idempotency-Key.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { asha, ashaId, ipos, join, ok, openCommunity, server, sql, text } from '../support/community.ts'

openCommunity()

async function tokenOf(client: typeof asha): Promise<string> {
  const { data } = await client.auth.getSession()
  return data.session?.access_token ?? ''
}

type Posted = { status: number; text: string; replayed: string | null }

async function post(
  table: string,
  body: object,
  { key, token }: { key?: string; token?: string } = {},
): Promise<Posted> {
  const response = await fetch(`${server.url}/rest/v1/${table}`, {
    method: 'POST',
    headers: {
      apikey: server.publishableKey,
      authorization: `Bearer ${token ?? (await tokenOf(asha))}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  })
  return {
    status: response.status,
    text: await response.text(),
    replayed: response.headers.get('idempotency-replayed'),
  }
}

/** A discussion by a new member, who has reached no limit. */
async function poster(name: string) {
  const { client, id } = await join(name)
  await sql`update profiles set created_at = now() - interval '30 days' where id = ${id}`
  return { token: await tokenOf(client), id }
}

const thread = (author: string, words: string) => ({
  title: `${words} in one discussion`,
  content: text(words),
  author_id: author,
  category_id: ipos,
})

describe('an Idempotency-Key', () => {
  it('makes fifty posts at once one row, with one answer', async () => {
    const { token, id } = await poster('fifty')
    const key = randomUUID()
    const body = thread(id, 'Fifty at once')
    const answers = await Promise.all(Array.from({ length: 50 }, () => post('threads', body, { key, token })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    expect(answers.filter(({ replayed }) => replayed === 'true')).toHaveLength(49)
    expect(await sql`select id from threads where author_id = ${id}`).toHaveLength(1)
    expect((await post('threads', body, { key, token })).text, 'later too').toBe(answers[0]?.text)
  })

  it('is for one request: another one under it is refused', async () => {
    const { token, id } = await poster('reuser')
    const key = randomUUID()
    await post('threads', thread(id, 'The first'), { key, token })
    const second = await post('threads', thread(id, 'The second'), { key, token })
    expect([second.status, JSON.parse(second.text)]).toMatchObject([422, { code: 'PT422' }])
  })

  it('is free again after a refusal, which stored nothing', async () => {
    const { token, id } = await poster('corrector')
    const key = randomUUID()
    const short = await post('threads', { ...thread(id, 'Too'), title: 'Short' }, { key, token })
    expect(short.status).toBe(400)
    expect((await post('threads', thread(id, 'Long enough'), { key, token })).status).toBe(201)
  })

  it('belongs to its member: the same key of another member is separate', async () => {
    const [one, other] = [await poster('one'), await poster('other')]
    const key = randomUUID()
    const first = await post('threads', thread(one.id, 'Of the one'), { key, token: one.token })
    const second = await post('threads', thread(other.id, 'Of the other'), { key, token: other.token })
    expect([first.status, second.status, second.replayed]).toEqual([201, 201, null])
  })

  it.each(['', 'with a blank', 'x'.repeat(256)])(
    'that is none (%j) is refused, and holds nothing',
    async (key) => {
      const answer = await post('threads', thread(ashaId, 'A bad key'), { key })
      expect([answer.status, JSON.parse(answer.text)]).toMatchObject([400, { code: 'PT400' }])
    },
  )

  it('can be used a thousand times a day', async () => {
    const { token, id } = await poster('collector')
    await sql`insert into auth.idempotent_answers (user_id, key, request_hash)
      select ${id}, 'k' || n, 'x' from generate_series(1, 1000) n`
    const answer = await post('threads', thread(id, 'One too many'), { key: randomUUID(), token })
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([429, { code: 'PT429' }])
  })

  it('of a crashed process is free after a minute', async () => {
    const { token, id } = await poster('survivor')
    const key = randomUUID()
    await sql`insert into auth.idempotent_answers (user_id, key, request_hash, claimed_at)
      values (${id}, ${key}, 'x', now() - interval '61 seconds')`
    expect((await post('threads', thread(id, 'After a crash'), { key, token })).status).toBe(201)
  })
})

describe('an id that the client makes', () => {
  it('is stored once, and its key refuses the second insert', async () => {
    const { id: author } = await poster('maker')
    const made = { ...thread(author, 'Made in a browser'), id: randomUUID() }
    const insert = () => sql`insert into threads ${sql(made)}`
    await insert()
    await expect(insert()).rejects.toMatchObject({ constraint_name: 'threads_pkey' })
  })

  it('cannot take the address of another discussion, or of a reply beside it', async () => {
    const { token, id: author } = await poster('squatter')
    const [victim] = await ok(asha.from('threads').insert(thread(ashaId, 'A much linked one')).select('id'))
    const prefix = victim?.id.slice(0, 8)
    const answer = await post(
      'threads',
      { ...thread(author, 'A look-alike'), id: `${prefix}-0000-4000-8000-000000000000` },
      { token },
    )
    const [made] = JSON.parse(answer.text) as { id: string }[]
    expect(answer.status).toBe(201)
    expect(made?.id.slice(0, 8)).not.toBe(prefix)

    const reply = (id: string, who: string) => ({
      id,
      thread_id: victim?.id,
      author_id: who,
      content: text('A reply'),
    })
    const [answered] = await ok(asha.from('replies').insert(reply(randomUUID(), ashaId)).select('id'))
    const beside = await post(
      'replies',
      reply(`${answered?.id.slice(0, 8)}-0000-4000-8000-000000000000`, author),
      { token },
    )
    const [second] = JSON.parse(beside.text) as { id: string }[]
    expect(second?.id.slice(0, 8)).not.toBe(answered?.id.slice(0, 8))
  })
})
