// Tables of any other forum: a folder, or a zip of one, with members.csv, categories.csv, threads.csv, replies.csv and
// votes.csv, each of which may be missing (docs/operations/import.md has the columns).
import { createReadStream, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { type Entry, openPromise } from 'yauzl'
import { ImportError, type KeepFile, type Source } from '../records.ts'

const MOST_CHARACTERS = 8 * 1024 * 1024
const FILES = ['members', 'categories', 'threads', 'replies', 'votes'] as const

type Tables = {
  /** Opens one of FILES; null: it is missing. */
  open(name: (typeof FILES)[number]): Promise<Readable | null>
  close(): void
}

function tablesOf(folder: string): Tables {
  return {
    open: async (name) => {
      const path = join(folder, `${name}.csv`)
      return existsSync(path) ? createReadStream(path) : null
    },
    close: () => undefined,
  }
}

/** At the top of the zip, or in any folder of it; a second file of the same name is refused. */
const ZIPPED =
  /^(?:(?!__MACOSX\/).*\/)?(?:(members|categories|threads|replies|votes)\.csv|uploads\/(.+[^/]))$/

/** @throws Error for what is no zip */
async function tablesInZip(file: string, keepFile: KeepFile): Promise<Tables> {
  const zip = await openPromise(file, { autoClose: false })
  const tables = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    const [, table, upload] = ZIPPED.exec(entry.fileName) ?? []
    if (table && tables.has(table)) throw new ImportError(`The zip has ${table}.csv twice.`)
    if (table) tables.set(table, entry)
    if (upload) await keepFile(upload, await zip.openReadStreamPromise(entry))
  }
  return {
    open: async (name) => {
      const entry = tables.get(name)
      return entry ? zip.openReadStreamPromise(entry) : null
    },
    close: () => zip.close(),
  }
}

const filled = (name: string) => `nullif(r.data ->> '${name}', '')`
const MEANT = `${filled('member')} is not null and coalesce(${filled('thread')}, ${filled('reply')}) is not null`

export const csv: Source = {
  name: 'csv',
  read: async function* ({ file, note, keepFile }) {
    const isFolder = (await stat(file)).isDirectory()
    if (!isFolder && !/\.zip$/i.test(file)) {
      throw new ImportError('csv needs a folder or a zip, with members.csv, threads.csv and so on.')
    }
    const tables = isFolder ? tablesOf(file) : await tablesInZip(file, keepFile)
    let isEmpty = true
    for (const table of FILES) {
      const content = await tables.open(table)
      if (!content) continue
      isEmpty = false
      const rows = parse({
        bom: true,
        columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
        max_record_size: MOST_CHARACTERS,
        skip_records_with_error: true,
        skip_empty_lines: true,
        on_skip: (error) => {
          note(table, `line ${error?.lines ?? '?'}`, error?.message ?? 'It cannot be read')
          return undefined
        },
      })
      // Errors of either reach the loop.
      pipeline(content, rows, () => undefined)
      let line = 0
      for await (const data of rows as AsyncIterable<Record<string, string>>) {
        line += 1
        const key = table === 'votes' ? String(line) : data.id
        if (key) yield { table, key, data }
        else note(table, `row ${line}`, 'It has no id')
      }
    }
    tables.close()
    if (isEmpty) throw new ImportError(`${file} has none of ${FILES.join('.csv, ')}.csv.`)
  },
  records: {
    member: `
      select r.key as id, row_number() over () as place, jsonb_build_object(
        'username', r.data -> 'username', 'email', ${filled('email')}, 'isConfirmed', coalesce(${filled('confirmed')}, 'true'),
        'password', jsonb_build_object('hash', r.data -> 'password_hash'),
        'fullName', ${filled('full_name')}, 'bio', ${filled('bio')}, 'avatar', ${filled('avatar')},
        'isBanned', ${filled('banned')}, 'joinedAt', ${filled('joined_at')}, 'lastSeenAt', ${filled('last_seen_at')},
        'address', ${filled('address')}
      ) as record
      from raw('members') r`,
    category: `
      select r.key as id, row_number() over () as place, jsonb_build_object(
        'name', r.data -> 'name', 'slug', ${filled('slug')}, 'description', ${filled('description')},
        'color', ${filled('color')}, 'address', ${filled('address')}
      ) as record
      from raw('categories') r`,
    thread: `
      select r.key as id, row_number() over () as place, jsonb_build_object(
        'title', r.data -> 'title', 'content', r.data -> 'content', 'format', coalesce(${filled('format')}, 'markdown'),
        'author', ${filled('author')}, 'category', ${filled('category')},
        'tags', string_to_array(${filled('tags')}, ','),
        'isSticky', ${filled('sticky')}, 'isPinned', ${filled('pinned')}, 'isLocked', ${filled('locked')},
        'isHidden', ${filled('hidden')}, 'views', ${filled('views')},
        'createdAt', ${filled('created_at')}, 'updatedAt', ${filled('updated_at')}, 'address', ${filled('address')}
      ) as record
      from raw('threads') r`,
    // In the order of the file within each thread: a parent comes before its replies.
    reply: `
      select r.key as id, row_number() over (order by r.data ->> 'thread', r.place) as place, jsonb_build_object(
        'thread', r.data -> 'thread', 'parent', ${filled('parent')}, 'author', ${filled('author')},
        'content', r.data -> 'content', 'format', coalesce(${filled('format')}, 'markdown'),
        'isHidden', ${filled('hidden')}, 'createdAt', ${filled('created_at')}, 'updatedAt', ${filled('updated_at')},
        'address', ${filled('address')}
      ) as record
      from (select key, data, row_number() over () as place from raw('replies') x) r`,
    vote: `
      select (r.data ->> 'member') || ' on ' || coalesce(${filled('reply')}, 'thread ' || ${filled('thread')}) as id,
        row_number() over (order by r.data ->> 'thread', r.data ->> 'reply') as place,
        jsonb_build_object(
          'member', r.data -> 'member', 'thread', case when ${filled('reply')} is null then r.data -> 'thread' end,
          'reply', ${filled('reply')}, 'createdAt', ${filled('created_at')}
        ) as record
      from raw('votes') r
      where ${MEANT}`,
  },
  leftOut: {
    'votes without a member, or without a thread or reply': `
      select count(*) from raw('votes') r where (${MEANT}) is not true`,
  },
  passwordOf: ({ hash }) => (typeof hash === 'string' && hash !== '' ? hash : null),
  memberAddress: null,
  uploadOf: async (reference) => /^\/?(?:uploads\/)?([^:?#]+)$/.exec(reference)?.[1] ?? null,
}
