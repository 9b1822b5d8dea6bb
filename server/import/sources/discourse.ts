// Discourse's own backup: a tar of dump.sql.gz and uploads/ (or the dump alone). Its COPY sections are read as text.
// Private messages, private categories, whispers and deleted posts are left out, by the database's own flags.
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { extract } from 'tar-stream'
import { trimEnd } from '../../../shared/trim.ts'
import { gunzip, openText, readCopy, readLines } from '../lines.ts'
import { ImportError, type Note, type RawRow, type Source } from '../records.ts'

const TABLES = {
  users: [
    ...['id', 'username', 'username_lower', 'name', 'active', 'password_hash', 'salt', 'password_algorithm'],
    ...['created_at', 'last_seen_at', 'suspended_till', 'uploaded_avatar_id'],
  ],
  user_emails: ['user_id', 'email', 'primary'],
  user_passwords: ['user_id', 'password_hash', 'password_salt', 'password_algorithm'],
  user_profiles: ['user_id', 'bio_raw'],
  categories: ['id', 'name', 'slug', 'description', 'color', 'position', 'read_restricted'],
  topics: [
    ...[
      'id',
      'title',
      'category_id',
      'user_id',
      'created_at',
      'deleted_at',
      'archetype',
      'closed',
      'archived',
    ],
    ...['visible', 'views', 'pinned_at', 'pinned_globally'],
  ],
  posts: [
    ...['id', 'topic_id', 'user_id', 'post_number', 'raw', 'reply_to_post_number', 'created_at', 'version'],
    ...['last_version_at', 'deleted_at', 'hidden', 'post_type'],
  ],
  post_actions: ['id', 'post_id', 'user_id', 'post_action_type_id', 'created_at', 'deleted_at'],
  tags: ['id', 'name'],
  topic_tags: ['topic_id', 'tag_id'],
  uploads: ['id', 'sha1', 'url'],
} as const
type Table = keyof typeof TABLES

/** The column by which each table is looked up. */
const KEYS: Partial<Record<Table, string>> = {
  user_emails: 'user_id',
  user_passwords: 'user_id',
  user_profiles: 'user_id',
  posts: 'topic_id',
  post_actions: 'post_id',
  topic_tags: 'topic_id',
  uploads: 'sha1',
}
const LIKE = '2'
/** The default of releases that did not store it with each hash. */
const FIRST_ALGORITHM = '$pbkdf2-sha256$i=64000,l=32$'
const BASE62 = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Public topics: `archetype` marks private messages, and a category may be restricted to groups. */
const TOPICS = `(
  select t.key, t.data from raw('topics') t
  left join raw('categories') c on c.key = t.data ->> 'category_id'
  where t.data ->> 'archetype' = 'regular' and t.data ->> 'deleted_at' is null
    and coalesce(c.data ->> 'read_restricted', 'f') = 'f'
)`
/** `updated_at` changes whenever the HTML is rebuilt; only a member's edit creates a new version. */
const EDITED = `case when p.data ->> 'version' <> '1' then p.data -> 'last_version_at' end`
/** Type 1 is a member's post, 2 a moderator's; 3 is a system note, 4 a whisper. */
const POSTS = `(
  select p.key, p.data from raw('posts') p
  where p.data ->> 'post_type' in ('1', '2') and p.data ->> 'deleted_at' is null
)`

async function* readDump(dump: AsyncIterable<Buffer>, note: Note): AsyncGenerator<RawRow> {
  const malformed = (table: string, id: string) => note(table, id, 'It has not the columns of its table')
  const lines = readLines(dump, (line) => note('line', String(line), 'Longer than 8 MiB'))
  for await (const { table, row } of readCopy(lines, TABLES, malformed)) {
    const key = row[KEYS[table as Table] ?? 'id'] ?? ''
    const isMeant =
      table === 'post_actions'
        ? row.post_action_type_id === LIKE && row.deleted_at === null
        : table !== 'user_emails' || row.primary === 't'
    if (!isMeant) continue
    if (table === 'uploads' ? /^[0-9a-f]{40}$/.test(key) : /^-?\d{1,18}$/.test(key) && isNumbered(row)) {
      yield { table, key, data: row }
    } else {
      note(table, key, 'Its id is no number')
    }
  }
}

/** Indexes for the sorting of the queries below. */
function isNumbered({ id = '0', post_number: place = '0' }: Record<string, string | null>): boolean {
  return /^-?\d{1,18}$/.test(id ?? '') && /^\d{1,9}$/.test(place ?? '')
}

export const discourse: Source = {
  name: 'discourse',
  read: async function* ({ file, note, keepFile }) {
    if (/\.sql(\.gz)?$/.test(file)) {
      yield* readDump(await openText(file), note)
      return
    }
    const archive = extract()
    const input = createReadStream(file)
    input.on('error', (error) => archive.destroy(error))
    const plain: Readable = /\.tar$/.test(file) ? input : gunzip(input)
    plain.on('error', (error: Error) => archive.destroy(error))
    plain.pipe(archive)
    let hasDump = false
    for await (const entry of archive) {
      const { name, type } = entry.header
      const content = Readable.from(entry as AsyncIterable<Buffer>)
      const [, dump, upload] = /^(?:.*\/)?(?:(dump\.sql(?:\.gz)?)|(uploads\/.+))$/.exec(name) ?? []
      if (type === 'file' && dump) {
        hasDump = true
        yield* readDump(dump.endsWith('.gz') ? gunzip(content) : content, note)
      } else if (type === 'file' && upload) {
        await keepFile(upload, content)
      } else entry.resume()
    }
    if (!hasDump) throw new ImportError('The archive has no dump.sql.gz; is it a backup of Discourse?')
  },
  records: {
    member: `
      select u.key as id, u.key::bigint as place, jsonb_build_object(
        'username', u.data -> 'username', 'email', e.data -> 'email', 'isConfirmed', u.data -> 'active',
        'password', jsonb_build_object(
          'hash', coalesce(p.data -> 'password_hash', u.data -> 'password_hash'),
          'salt', coalesce(p.data -> 'password_salt', u.data -> 'salt'),
          'algorithm', coalesce(p.data -> 'password_algorithm', u.data -> 'password_algorithm')
        ),
        'fullName', u.data -> 'name', 'bio', f.data -> 'bio_raw',
        'avatar', a.data -> 'url',
        'isBanned', u.data ->> 'suspended_till' > now()::text,
        'joinedAt', u.data -> 'created_at', 'lastSeenAt', u.data -> 'last_seen_at',
        'address', 'u/' || lower(u.data ->> 'username')
      ) as record
      from raw('users') u
      left join (select distinct on (key) key, data from raw('user_emails') x order by key) e on e.key = u.key
      left join (select distinct on (key) key, data from raw('user_passwords') x order by key) p on p.key = u.key
      left join (select distinct on (key) key, data from raw('user_profiles') x order by key) f on f.key = u.key
      left join raw('uploads') a on a.data ->> 'id' = u.data ->> 'uploaded_avatar_id'`,
    category: `
      select c.key as id, c.key::bigint as place, jsonb_build_object(
        'name', c.data -> 'name', 'slug', c.data -> 'slug', 'description', c.data -> 'description',
        'color', '#' || (c.data ->> 'color'), 'address', 'c/' || c.key
      ) as record
      from raw('categories') c where c.data ->> 'read_restricted' = 'f'`,
    thread: `
      select t.key as id, t.key::bigint as place, jsonb_build_object(
        'title', t.data -> 'title', 'content', p.data -> 'raw', 'author', p.data -> 'user_id',
        'category', t.data -> 'category_id',
        'tags', (
          select jsonb_agg(g.data ->> 'name' order by g.data ->> 'name')
          from raw('topic_tags') x join raw('tags') g on g.key = x.data ->> 'tag_id' where x.key = t.key
        ),
        'isSticky', t.data ->> 'pinned_globally' = 't' and t.data ->> 'pinned_at' is not null,
        'isPinned', t.data ->> 'pinned_at' is not null,
        'isLocked', 't' in (t.data ->> 'closed', t.data ->> 'archived'), 'isHidden', t.data ->> 'visible' = 'f',
        'views', t.data -> 'views', 'createdAt', t.data -> 'created_at', 'updatedAt', ${EDITED},
        'address', 't/' || t.key
      ) as record
      from ${TOPICS} t
      join ${POSTS} p on p.key = t.key and p.data ->> 'post_number' = '1'`,
    // By thread, so that a batch locks few.
    reply: `
      select p.data ->> 'id' as id, row_number() over (order by t.key::bigint, (p.data ->> 'post_number')::int) as place,
        jsonb_build_object(
          'thread', t.key, 'parent', q.data -> 'id', 'author', p.data -> 'user_id', 'content', p.data -> 'raw',
          'isHidden', p.data -> 'hidden', 'createdAt', p.data -> 'created_at', 'updatedAt', ${EDITED},
          'address', 't/' || t.key || '/' || (p.data ->> 'post_number')
        ) as record
      from ${TOPICS} t
      join ${POSTS} p on p.key = t.key and p.data ->> 'post_number' <> '1'
      left join ${POSTS} q on q.key = t.key and q.data ->> 'post_number' = p.data ->> 'reply_to_post_number'
        and q.data ->> 'post_number' <> '1'`,
    vote: `
      select (a.data ->> 'user_id') || ' on ' || a.key as id, row_number() over (order by t.key::bigint, a.key) as place,
        jsonb_build_object(
          'member', a.data -> 'user_id', 'createdAt', a.data -> 'created_at',
          case when p.data ->> 'post_number' = '1' then 'thread' else 'reply' end,
          case when p.data ->> 'post_number' = '1' then t.key else a.key end
        ) as record
      from ${TOPICS} t
      join ${POSTS} p on p.key = t.key
      join raw('post_actions') a on a.key = p.data ->> 'id'`,
  },
  leftOut: {
    'private messages': `select count(*) from raw('topics') t where t.data ->> 'archetype' = 'private_message'`,
    'deleted threads': `select count(*) from raw('topics') t where t.data ->> 'deleted_at' is not null`,
    'threads of categories that not everybody may read': `
      select count(*) from raw('topics') t join raw('categories') c on c.key = t.data ->> 'category_id'
      where c.data ->> 'read_restricted' = 't' and t.data ->> 'deleted_at' is null`,
    'deleted posts': `select count(*) from raw('posts') p where p.data ->> 'deleted_at' is not null`,
    'whispers of the staff': `select count(*) from raw('posts') p where p.data ->> 'post_type' = '4'`,
  },
  passwordOf: ({ hash, salt, algorithm }) => {
    if (typeof hash !== 'string' || typeof salt !== 'string' || hash === '') return null
    const method = (typeof algorithm === 'string' && algorithm) || FIRST_ALGORITHM
    const base64 = (bytes: Buffer) => trimEnd(bytes.toString('base64'), '=')
    return `${method.replace(/\$$/, '')}$${base64(Buffer.from(salt))}$${base64(Buffer.from(hash, 'hex'))}`
  },
  memberAddress: (name) => `u/${name.toLowerCase()}`,
  uploadOf: async (reference, find) => {
    const [, short] = /^upload:\/\/([0-9A-Za-z]{1,27})(?:\.\w+)?$/.exec(reference) ?? []
    const url = short ? (await find('uploads', fromBase62(short)))?.url : reference
    return /(?:^|\/)(uploads\/[^?#]+)$/.exec(url ?? '')?.[1] ?? null
  },
}

/** The SHA-1 of an upload, from the short form in posts. */
function fromBase62(text: string): string {
  let number = 0n
  for (const sign of text) number = number * 62n + BigInt(BASE62.indexOf(sign))
  return number.toString(16).padStart(40, '0')
}
