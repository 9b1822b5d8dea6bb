// NodeBB stores everything as objects with a key. Two kinds of exports are supported: MongoDB's (`mongoexport
// --collection objects`, a JSON document a line) and PostgreSQL's (`pg_dump --data-only` of the tables legacy_hash,
// legacy_set and legacy_zset). Chats, notifications, sessions and everything else are skipped.
import { openText, readCopy, readLines } from '../lines.ts'
import { ImportError, type Note, type RawRow, type Source } from '../records.ts'

const TABLES = {
  legacy_hash: ['_key', 'data'],
  legacy_set: ['_key', 'member'],
  legacy_zset: ['_key', 'value'],
} as const

/** The fields that are read; reset codes, IP addresses and settings are not among them. */
const FIELDS: Record<string, readonly string[]> = {
  user: [
    ...[
      'username',
      'userslug',
      'email',
      'email:confirmed',
      'password',
      'password:shaWrapped',
      'fullname',
      'aboutme',
    ],
    ...['picture', 'uploadedpicture', 'banned', 'joindate', 'lastonline'],
  ],
  category: ['name', 'slug', 'description', 'bgColor', 'disabled', 'order'],
  topic: [
    ...['uid', 'cid', 'mainPid', 'title', 'timestamp', 'viewcount', 'locked', 'pinned', 'deleted', 'tags'],
  ],
  post: ['uid', 'tid', 'content', 'timestamp', 'edited', 'toPid', 'deleted'],
}
/** Who may see a category, and read its topics. */
const READERS = /^group:cid:(\d+):privileges:groups:(read|topics:read):members$/

/** The imported part of an object; null for other objects. */
function* rowsOf(object: Record<string, unknown>, note: Note): Generator<RawRow> {
  const name = String(object._key)
  const [, table = '', id = ''] = /^(user|category|topic|post):(.+)$/.exec(name) ?? []
  const fields = FIELDS[table]
  if (fields && /^\d{1,15}$/.test(id)) {
    const data = Object.fromEntries(fields.map((field) => [field, object[field] ?? null]))
    yield { table, key: id, data }
    return
  }
  // Users of other servers (ActivityPub) have addresses as ids. Other keys with this prefix are lists.
  if (fields && /^https?:/.test(id)) note(table, id, 'From another server')
  const [, cid, privilege] = READERS.exec(name) ?? []
  const [, pid] = /^pid:(\d{1,15}):upvote$/.exec(name) ?? []
  // Where releases before 1.18 keep the tags of a topic.
  const [, tid] = /^topic:(\d{1,15}):tags$/.exec(name) ?? []
  const listed = Array.isArray(object.members) ? object.members : [object.value ?? object.member]
  for (const member of cid || pid || tid ? listed : []) {
    if (tid) yield { table: 'tag', key: tid, data: { member: String(member) } }
    if (cid && member === 'guests') yield { table: 'readers', key: cid, data: { privilege } }
    if (pid && /^\d{1,15}$/.test(String(member))) {
      yield { table: 'upvote', key: pid, data: { member: String(member) } }
    }
  }
}

async function* readObjects(file: string, note: Note): AsyncGenerator<Record<string, unknown>> {
  const lines = readLines(await openText(file), (line) => note('line', String(line), 'Longer than 8 MiB'))
  if (/\.sql(\.gz)?$/.test(file)) {
    const malformed = (table: string, id: string) => note(table, id, 'It has not the columns of its table')
    for await (const { row } of readCopy(lines, TABLES, malformed)) {
      const { _key, data, ...rest } = row
      const hash = data ? parseObject(data) : {}
      if (hash) yield { ...hash, ...rest, _key }
      else note('object', _key ?? '', 'It is no JSON object')
    }
    return
  }
  let number = 0
  for await (const line of lines) {
    number += 1
    if (line.trim() === '') continue
    const object = parseObject(line)
    if (object && typeof object._key === 'string') yield object
    else note('line', String(number), 'It is no JSON object with a _key')
  }
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** Categories that guests may read; NodeBB stores the privileges of each category. */
const CATEGORIES = `(
  select c.key, c.data from raw('category') c
  where coalesce(c.data ->> 'disabled', '0') <> '1'
    and (select count(distinct r.data ->> 'privilege') from raw('readers') r where r.key = c.key) = 2
)`
const TOPICS = `(
  select t.key, t.data from raw('topic') t join ${CATEGORIES} c on c.key = t.data ->> 'cid'
  where coalesce(t.data ->> 'deleted', '0') <> '1'
)`
const POSTS = `(select p.key, p.data from raw('post') p where coalesce(p.data ->> 'deleted', '0') <> '1')`

export const nodebb: Source = {
  name: 'nodebb',
  read: async function* ({ file, note }) {
    let count = 0
    for await (const object of readObjects(file, note)) {
      for (const row of rowsOf(object, note)) {
        count += 1
        yield row
      }
    }
    if (count === 0)
      throw new ImportError('The file has no objects of NodeBB; see docs/operations/import.md.')
  },
  records: {
    member: `
      select u.key as id, u.key::bigint as place, jsonb_build_object(
        'username', u.data -> 'username', 'email', u.data -> 'email', 'isConfirmed', u.data -> 'email:confirmed',
        'password', jsonb_build_object('hash', u.data -> 'password', 'wrapped', u.data -> 'password:shaWrapped'),
        'fullName', u.data -> 'fullname', 'bio', u.data -> 'aboutme',
        'avatar', coalesce(nullif(u.data ->> 'uploadedpicture', ''), u.data ->> 'picture'),
        'isBanned', u.data -> 'banned', 'joinedAt', u.data -> 'joindate', 'lastSeenAt', u.data -> 'lastonline',
        'address', 'user/' || lower(u.data ->> 'userslug')
      ) as record
      from raw('user') u`,
    category: `
      select c.key as id, c.key::bigint as place, jsonb_build_object(
        'name', c.data -> 'name', 'slug', split_part(c.data ->> 'slug', '/', 2), 'description', c.data -> 'description',
        'color', c.data -> 'bgColor', 'address', 'category/' || c.key
      ) as record
      from ${CATEGORIES} c`,
    thread: `
      select t.key as id, t.key::bigint as place, jsonb_build_object(
        'title', t.data -> 'title', 'content', p.data -> 'content', 'author', t.data -> 'uid',
        'category', t.data -> 'cid',
        'tags', coalesce(
          string_to_array(case when jsonb_typeof(t.data -> 'tags') = 'string' then nullif(t.data ->> 'tags', '') end, ','),
          (select array_agg(g.data ->> 'member' order by g.data ->> 'member') from raw('tag') g where g.key = t.key)
        ),
        'isPinned', t.data -> 'pinned', 'isLocked', t.data -> 'locked', 'views', t.data -> 'viewcount',
        'createdAt', t.data -> 'timestamp', 'updatedAt', nullif(p.data ->> 'edited', '0'),
        'address', 'topic/' || t.key, 'otherAddress', 'post/' || p.key
      ) as record
      from ${TOPICS} t
      join ${POSTS} p on p.key = t.data ->> 'mainPid'`,
    // By thread, so that a batch locks few.
    reply: `
      select p.key as id, row_number() over (order by t.key::bigint, p.key::bigint) as place, jsonb_build_object(
        'thread', t.key, 'parent', nullif(p.data ->> 'toPid', t.data ->> 'mainPid'), 'author', p.data -> 'uid',
        'content', p.data -> 'content', 'createdAt', p.data -> 'timestamp',
        'updatedAt', nullif(p.data ->> 'edited', '0'), 'address', 'post/' || p.key
      ) as record
      from ${TOPICS} t
      join ${POSTS} p on p.data ->> 'tid' = t.key and p.key <> t.data ->> 'mainPid'`,
    // NodeBB stores no dates of votes.
    vote: `
      select (v.data ->> 'member') || ' on ' || v.key as id, row_number() over (order by t.key::bigint, v.key) as place,
        jsonb_build_object(
          'member', v.data -> 'member', 'createdAt', p.data -> 'timestamp',
          case when p.key = t.data ->> 'mainPid' then 'thread' else 'reply' end,
          case when p.key = t.data ->> 'mainPid' then t.key else p.key end
        ) as record
      from ${TOPICS} t
      join ${POSTS} p on p.data ->> 'tid' = t.key
      join raw('upvote') v on v.key = p.key`,
  },
  leftOut: {
    'deleted threads': `select count(*) from raw('topic') t where t.data ->> 'deleted' = '1'`,
    'deleted posts': `select count(*) from raw('post') p where p.data ->> 'deleted' = '1'`,
    'threads of categories that not everybody may read': `
      select count(*) from raw('topic') t
      where coalesce(t.data ->> 'deleted', '0') <> '1'
        and not exists (select from ${CATEGORIES} c where c.key = t.data ->> 'cid')`,
  },
  passwordOf: ({ hash, wrapped }) =>
    typeof hash === 'string' ? `${String(wrapped) === '1' ? '$sha512-bcrypt' : ''}${hash}` : null,
  memberAddress: (name) => `user/${name.toLowerCase()}`,
  uploadOf: async (reference) => /(?:^|\/)uploads\/([^?#]+)$/.exec(reference)?.[1] ?? null,
}
