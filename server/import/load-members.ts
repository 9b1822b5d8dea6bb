// Imports members: a profile and an account each. A username that is taken, reserved or not allowed is changed. An
// e-mail address that has an account here is linked to it only if both forums had it confirmed.
import { isForeignHash } from '../../api/auth/signin/foreign-passwords.ts'
import type { Sql } from '../../api/database/connection.ts'
import { BIO, FULL_NAME, USERNAME } from '../../shared/limits.ts'
import {
  clip,
  type ImportContext,
  idsOf,
  inBatch,
  type Loader,
  type Mapping,
  remember,
  stableId,
} from './loading.ts'
import type { Member, Queued } from './records.ts'

type Account = { id: string; email: string; verified: boolean }

const EMAIL = /^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\][^\s@<>"(),;:\\.]*\.[^\s@<>"(),;:\\]+$/

export const loadMembers: Loader<Member> = async (work, members) => {
  const { sql, source, note } = work
  const owners = await accountsOf(
    sql,
    members.map(({ record }) => record.email),
  )
  const taken = new Set<string>()
  const rows: Row[] = []
  const mappings: Mapping[] = []
  for (const { id: foreignId, record } of members) {
    const mapping = { foreignId: `member ${foreignId}`, address: record.address }
    const email = addressOf(work, foreignId, record)
    const owner = email ? owners.get(email) : undefined
    if (owner?.verified && record.isConfirmed) {
      note('member', foreignId, `Has an account here already (${record.username}): the posts became theirs`)
      mappings.push({ ...mapping, id: owner.id })
      continue
    }
    const isTaken = owner !== undefined || (email !== null && taken.has(email))
    if (isTaken) {
      note(
        'member',
        foreignId,
        'The email address belongs to another account: imported without it, and cannot sign in',
      )
    }
    if (email) taken.add(email)
    const id = stableId(source.name, mapping.foreignId)
    mappings.push({ ...mapping, id })
    rows.push(await rowOf(work, { id: foreignId, record }, id, isTaken ? null : email))
  }
  await inBatch(sql, async (transaction) => {
    await insert(work, transaction, rows)
    await remember(transaction, source, mappings)
  })
}

async function accountsOf(sql: Sql, emails: (string | null)[]): Promise<Map<string, Account>> {
  const wanted = emails.flatMap((email) => (email ? [email.trim().toLowerCase()] : []))
  const accounts = await sql<Account[]>`
    select id, lower(email) as email, coalesce(raw_app_meta_data ->> 'email_verified' = 'true', false) as verified
    from auth.users where lower(email) = any (${wanted}) and not is_sso_user`
  return new Map(accounts.map((account) => [account.email, account]))
}

function addressOf({ note }: ImportContext, foreignId: string, { email }: Member): string | null {
  const address = email?.trim().toLowerCase()
  if (!address) return null
  if (EMAIL.test(address) && address.length <= 254) return address
  note('member', foreignId, 'The email address cannot be one: imported without it, and cannot sign in')
  return null
}

type Row = Awaited<ReturnType<typeof rowOf>>

async function rowOf(
  { source, note, pictures }: ImportContext,
  { id: foreignId, record }: Queued<Member>,
  id: string,
  email: string | null,
) {
  const written = record.password ? source.passwordOf(record.password) : null
  const password = written && isForeignHash(written) ? written : null
  if (written && !password) {
    note(
      'member',
      foreignId,
      'The password hash is of an unknown kind, or too expensive: a new password is needed',
    )
  }
  const wish = record.username
    .normalize('NFKC')
    .replace(/\s+/g, '-')
    .replace(/[^A-Za-z0-9_.-]/g, '')
  const now = new Date().toISOString()
  const joinedAt = record.joinedAt && record.joinedAt < now ? record.joinedAt : now
  return {
    foreignId,
    id,
    written: record.username,
    username: wish.slice(0, USERNAME.max),
    full_name: record.fullName ? clip(record.fullName.trim(), FULL_NAME.max) : null,
    bio: record.bio?.trim() ? clip(record.bio.trim(), BIO.max) : null,
    avatar_url: record.avatar ? await pictures.addressOf(record.avatar, 'avatars', id) : null,
    is_banned: record.isBanned,
    email,
    password: email ? password : null,
    confirmed: record.isConfirmed,
    joined_at: joinedAt,
    last_seen_at: record.lastSeenAt && record.lastSeenAt < now ? record.lastSeenAt : joinedAt,
  }
}

/** One member after another, because their names depend on the earlier ones; sent together. */
async function insert({ note }: ImportContext, transaction: Sql, rows: Row[]): Promise<void> {
  const inserted = await Promise.all(
    rows.map(async (row) => {
      const [profile] = await transaction<{ username: string; full_name: string | null }[]>`
        insert into public.profiles
          (id, username, full_name, bio, avatar_url, user_level, joined_at, created_at, last_active)
        select ${row.id}::uuid,
          private.free_username(case when private.is_reserved_name(w.username) or w.username ~* '^deleted-[0-9a-f]{12}$' then '' else w.username end),
          case when not private.is_reserved_name(w.full_name) and private.visible_part(w.full_name) <> '' then w.full_name end,
          ${row.bio}, ${row.avatar_url}, ${row.is_banned ? 'Banned' : 'Regular'},
          ${row.joined_at}::timestamptz, ${row.joined_at}::timestamptz, ${row.last_seen_at}::timestamptz
        from (
          select ${row.username}::text as username,
            btrim(regexp_replace(${row.full_name}::text, private.hidden_signs(), '', 'g')) as full_name
        ) w
        returning username, full_name`
      return { row, profile }
    }),
  )
  for (const { row, profile } of inserted) {
    if (profile?.username !== row.written) {
      note('member', row.foreignId, `Is called ${profile?.username ?? ''} here, and was ${row.written}`)
    }
    if (row.full_name && !profile?.full_name)
      note('member', row.foreignId, 'The full name is reserved or empty: left out')
  }
  const list = transaction.json(rows)
  const accounts = transaction`jsonb_to_recordset(${list}) as m (
    id uuid, email text, password text, confirmed boolean, joined_at timestamptz
  )`
  // The address counts as confirmed for signing in, but not as verified, which would grant rights (raw_app_meta_data).
  await transaction`
    insert into auth.users (
      id, aud, role, email, encrypted_password, email_confirmed_at, created_at, updated_at,
      raw_app_meta_data, raw_user_meta_data
    )
    select id, 'authenticated', 'authenticated', email, password, case when confirmed then joined_at end,
      joined_at, joined_at,
      '{"provider": "email", "providers": ["email"]}', '{}'
    from ${accounts}`
  await transaction`
    insert into auth.identities (id, provider_id, user_id, provider, identity_data)
    select gen_random_uuid(), id::text, id, 'email',
      jsonb_build_object('sub', id, 'email', email, 'email_verified', false, 'phone_verified', false)
    from ${accounts}
    where email is not null`
}

/** The author of posts whose member was deleted: a closed account that nobody can sign in to. */
export async function formerMember(work: ImportContext): Promise<string> {
  const { sql, source } = work
  const known = (await idsOf(work, 'member', ['of deleted accounts'])).get('of deleted accounts')
  if (known) return known
  const id = stableId(source.name, 'former member')
  await inBatch(sql, async (transaction) => {
    await transaction`
      insert into public.profiles (id, username, is_deleted)
      values (${id}, ${`deleted-${id.replaceAll('-', '').slice(0, 12)}`}, true)`
    await remember(transaction, source, [{ foreignId: 'member of deleted accounts', id }])
  })
  return id
}
