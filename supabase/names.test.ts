// No email address becomes a name, nobody impersonates another member or an authority, and no name hides its
// characters.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sql } from '../api/database/connection.ts'
import { startDatabase, type TestDatabase } from '../tests/support/database.ts'

const ASHA = 'a0000000-0000-4000-8000-000000000001'
const BALA = 'b0000000-0000-4000-8000-000000000002'
const CHIEF = 'c0000000-0000-4000-8000-000000000003'

let database: TestDatabase

beforeAll(async () => {
  database = await startDatabase()
  for (const [id, username] of [
    [ASHA, 'asha'],
    [BALA, 'ravi.menon'],
    [CHIEF, 'chief'],
  ] as const) {
    await database.sql`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
      values (${id}, ${`${username}@example.com`}, now(), ${database.sql.json({ username })})`
  }
  await database.sql`insert into public.user_roles (user_id, role) values (${CHIEF}, 'admin')`
  await database.sql`select private.configure(null, false)`
})

afterAll(() => database.stop())

/** As a member, or as a guest without an id. The transaction is rolled back. */
function as<T>(id: string | null, statement: (sql: Sql) => Promise<T>): Promise<T> {
  const role = id ? 'authenticated' : 'anon'
  return database.sql.begin(async (transaction) => {
    const work = transaction as unknown as Sql
    await work`select set_config('role', ${role}, true),
      set_config('request.jwt.claims', ${JSON.stringify({ sub: id, role })}, true)`
    return statement(work)
  }) as Promise<T>
}

const rename = (
  id: string,
  change: { username?: string; full_name?: string; avatar_url?: string; bio?: string },
) =>
  as(
    id,
    (sql) => sql<{ username: string; full_name: string; avatar_url: string; bio: string }[]>`
      update public.profiles set ${sql(change)} where id = ${id} returning username, full_name, avatar_url, bio`,
  )

/** As identity does: its own role, which owns no table, makes the accounts. */
async function signUp(data: Record<string, string>, email = `${crypto.randomUUID()}@example.com`) {
  const { sql } = database
  return sql.begin(async (work) => {
    await work`set local session authorization supabase_auth_admin`
    const [user] = await work<{ id: string }[]>`
      insert into auth.users (email, email_confirmed_at, raw_user_meta_data)
      values (${email}, now(), ${sql.json(data)}) returning id`
    await work`reset session authorization`
    const [profile] = await work<{ username: string; full_name: string | null; avatar_url: string | null }[]>`
      select username, full_name, avatar_url from public.profiles where id = ${user?.id ?? ''}`
    return profile
  })
}

const say = (id: string | null, username: string) =>
  as(
    id,
    (sql) =>
      sql`insert into public.chat_messages (message, username, is_anonymous) values ('hello', ${username}, true)`,
  )

const RESERVED = 'is reserved'
const LOOKALIKE = 'looks like one that is taken'

describe('at sign-up', () => {
  test('no part of an address becomes a username', async () => {
    const profile = await signUp({}, 'zed.private.name@example.com')
    expect(profile?.username).toMatch(/^member-[0-9a-f]{8}$/)
    expect((await signUp({ username: 'zed.public' }))?.username).toBe('zed.public')
  })

  test.each([
    'Moderator',
    'ArthaChowk_Support',
    'Official.SEBI',
    'SebiOfficial',
    'admin',
    'Adm1n',
    'nse_india',
    'RBI',
    'Supp0rt',
    'rnoderator',
  ])('%s is reserved', async (username) => {
    await expect(signUp({ username })).rejects.toThrow(RESERVED)
  })

  test.each(['modi', 'sense', 'vishal_trader', 'bsestudent', 'root_cause', 'amod'])(
    '%s is not',
    async (username) => {
      expect((await signUp({ username }))?.username).toBe(username)
    },
  )

  test.each(['ravi_menon', 'ravimenon', 'RAVI-MENON', 'rav1.menon', 'asha.', '_asha_'])(
    '%s looks like a member',
    async (username) => {
      await expect(signUp({ username })).rejects.toThrow(LOOKALIKE)
    },
  )

  test('a full name is cleaned; one that impersonates is left out, and so is a foreign picture', async () => {
    const cleaned = await signUp({
      username: 'clean.one',
      full_name: 'Asha\u202E Rao\u2800',
      avatar_url: 'https://example.com/a.png',
    })
    expect(cleaned).toMatchObject({ full_name: 'Asha Rao', avatar_url: null })
    expect(await signUp({ username: 'clean.two', full_name: 'SEBI Official' })).toMatchObject({
      full_name: null,
    })
    expect(await signUp({ username: 'clean.three', full_name: '\u200b\u3164' })).toMatchObject({
      full_name: null,
    })
  })

  test('nobody joins under the site’s own name', async () => {
    await database.sql`update public.site_settings set site_name = 'Dalal Adda'`
    await expect(signUp({ username: 'DalalAdda.Team' })).rejects.toThrow(RESERVED)
    await database.sql`update public.site_settings set site_name = 'ArthaChowk'`
  })
})

describe('a member who changes the name', () => {
  test('must follow the same rules; an administrator may use the site’s name', async () => {
    await expect(rename(ASHA, { username: 'Official.SEBI' })).rejects.toThrow(RESERVED)
    await expect(rename(ASHA, { username: 'ravi-menon' })).rejects.toThrow(LOOKALIKE)
    await expect(rename(ASHA, { username: 'Ravi.Menon' })).rejects.toThrow('profiles_username_key')
    expect((await rename(ASHA, { username: 'Asha' }))[0]?.username).toBe('Asha')
    await expect(rename(ASHA, { full_name: 'ArthaChowk Support' })).rejects.toThrow(RESERVED)
    await expect(rename(ASHA, { full_name: 'Ѕеbі' })).rejects.toThrow(RESERVED)
    expect((await rename(CHIEF, { full_name: 'ArthaChowk Support' }))[0]?.full_name).toBe(
      'ArthaChowk Support',
    )
  })

  test.each([
    'Asha \u202Eoar',
    'Asha\u0007',
    'Asha\u2800Rao',
    '\u200b\u200c',
    'A\u3164',
    'Asha\u{e0041}',
    '\u{1d173}',
    '\u{1bca0}',
    '\u{e0100}',
    '\ufff1',
    'Asha\ufe0f',
  ])('a full name with hidden signs (%j) is refused', async (full_name) => {
    await expect(rename(ASHA, { full_name })).rejects.toThrow('cannot be seen')
  })

  test('a bio and a full name keep eight marks on a letter', async () => {
    const pile = `Z${'\u0301'.repeat(40)}`
    expect(await rename(ASHA, { full_name: pile, bio: `I am ${pile}` })).toMatchObject([
      { full_name: pile.slice(0, 9), bio: `I am ${pile.slice(0, 9)}` },
    ])
  })

  test.each(['Asha ❤️', 'आशा राव', 'क्‍षमा', 'Zoë d’Souza-Núñez', 'ஆஷா'])('%s is a name', async (full_name) => {
    expect((await rename(ASHA, { full_name }))[0]?.full_name).toBe(full_name)
  })

  test('a picture must be in the site’s own storage', async () => {
    const own = `/storage/v1/object/public/avatars/${ASHA}/face.jpg`
    expect((await rename(ASHA, { avatar_url: own }))[0]?.avatar_url).toBe(own)
    expect((await rename(ASHA, { avatar_url: `https://forum.example${own}?v=1` }))[0]?.avatar_url).toBe(
      `${own}?v=1`,
    )
    for (const foreign of [
      '//evil.example/x.png',
      '/\\evil.example/x.png',
      'https://evil.example/x.png',
      'javascript:1',
      '/a b',
    ]) {
      await expect(rename(ASHA, { avatar_url: foreign }), foreign).rejects.toThrow('uploaded here first')
    }
  })
})

describe('signs around a name', () => {
  const AROUND = [
    '@%',
    '%@',
    '＠%',
    '﹫%﹫',
    '@%.',
    '．%',
    '%﹒',
    '。%。',
    '"@%"',
    '(@ %)',
    '@@%',
    '✅@%',
    '% @',
    '@_%',
  ]
  const around = AROUND.flatMap((sign) => ['SEBI', 'admin', 'RBI'].map((name) => sign.replace('%', name)))

  test.each([...around, '@dmin', 'support@sebi', 'admin1@'])('do not make %s another one', async (name) => {
    await expect(rename(ASHA, { full_name: name })).rejects.toThrow(RESERVED)
    await expect(say(null, name)).rejects.toThrow(RESERVED)
  })

  test.each(AROUND.flatMap((sign) => ['asha', 'ravi.menon'].map((name) => sign.replace('%', name))))(
    'nobody writes as a member in the chat: %s',
    async (name) => {
      await expect(say(BALA, name)).rejects.toThrow('belongs to a member')
    },
  )

  test.each(['@home', 'Asha @ Mumbai', 'b@bar'])('%s is nobody’s', async (name) => {
    expect((await rename(BALA, { full_name: name }))[0]?.full_name).toBe(name)
    await say(null, name)
  })
})

describe('in the chat', () => {
  test.each(['\u{1d173}x', 'Owl\u200b', '\u{e0100}\u{e0100}\u{e0100}', 'Owl\ufff1'])(
    'a name with hidden signs (%j) is refused',
    async (name) => {
      await expect(say(null, name)).rejects.toMatchObject({
        constraint_name: 'chat_messages_username_visible',
      })
    },
  )

  test('a message and a name keep eight marks on a letter', async () => {
    const pile = `Z${'\u0301'.repeat(20)}`
    const row = await as(null, async (sql) => {
      const [said] = await sql<{ message: string; username: string }[]>`
        insert into public.chat_messages (message, username, is_anonymous) values (${pile}, ${pile}, true)
        returning message, username`
      return said
    })
    expect(row).toEqual({ message: pile.slice(0, 9), username: pile.slice(0, 9) })
  })

  test.each(['asha', 'аsha', 'аsha__', 'ASHA ✅', '𝐚𝐬𝐡𝐚', 'ásha', 'as\u200bha', 'ravi menon', 'Rаvі_Mеnоn'])(
    'nobody writes as a member: %s',
    async (name) => {
      await expect(say(null, name)).rejects.toThrow('belongs to a member')
      await expect(say(BALA, name)).rejects.toThrow('belongs to a member')
    },
  )

  test.each(['Moderator', 'SEBI official', 'Αdmin', 'सेबी'])('nor as an authority: %s', async (name) => {
    await expect(say(null, name)).rejects.toThrow(RESERVED)
    await expect(say(BALA, name)).rejects.toThrow(RESERVED)
  })

  test.each(['Night Owl', 'रात का उल्लू', 'Guest', '🦉', 'Owl ❤️'])(
    'any other name is allowed: %s',
    async (name) => {
      await say(null, name)
    },
  )

  test('a name that is too long is refused before it is compared, which would take seconds', async () => {
    const ligatures = '\ufdfa'.repeat(20_000)
    const refused = as(null, async (sql) => {
      await sql`set local statement_timeout = '1s'`
      await sql`insert into public.chat_messages (message, username, is_anonymous) values ('hello', ${ligatures}, true)`
    })
    await expect(refused).rejects.toMatchObject({ constraint_name: 'chat_messages_username_length' })
  })
})
