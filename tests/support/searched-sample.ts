// The sample community to search in, as a guest or a member: for the files of the search's tests.
import { afterAll, beforeAll } from 'vitest'
import type { Sql } from '../../api/database/connection.ts'
import { startSampleDatabase, type TestDatabase } from './database.ts'

export type Row = {
  kind: string
  id: string
  title: string
  excerpt: string | null
  is_exact: boolean
  total: string
  meant: string | null
}
export type Asked = {
  only_kind?: string
  in_category?: string
  by_author?: string
  since?: Date
  typing?: boolean
  sort?: string
}
type Who = { role: string; id?: string }

export let database: TestDatabase
/** A regular member, who writes what `start` begins. */
export let author: string
/** The id of the category ipos. */
export let category: string

/** Starts the database for the tests of this file. */
export function withSampleToSearch(): void {
  beforeAll(async () => {
    database = await startSampleDatabase()
    await database.sql`select private.configure(null, false)`
    const [found] = await database.sql<{ author: string; category: string }[]>`
      select (select id from public.profiles where user_level = 'Regular' order by id limit 1) as author,
        (select id from public.forum_categories where slug = 'ipos') as category`
    author = found?.author ?? ''
    category = found?.category ?? ''
  })
  afterAll(() => database.stop())
}

export const GUEST: Who = { role: 'anon' }

/** Asks as `who`. */
export async function as<Result>(who: Who, ask: (sql: Sql) => Promise<Result>) {
  return database.sql.begin(async (work) => {
    await work`select set_config('role', ${who.role}, true),
      set_config('request.jwt.claims', ${JSON.stringify({ role: who.role, sub: who.id })}, true)`
    return ask(work as unknown as Sql)
  }) as Promise<Result>
}

export function search(query: string, asked: Asked = {}, who: Who = GUEST): Promise<Row[]> {
  const {
    only_kind = 'all',
    in_category = null,
    by_author = null,
    since = null,
    typing = false,
    sort = 'relevance',
  } = asked
  return as(
    who,
    (sql) => sql<Row[]>`
      select * from public.search(${query}, ${only_kind}, ${in_category}, ${by_author}, ${since}, ${typing}, sort => ${sort})`,
  )
}

/** Begins a discussion. @returns its id */
export async function start(title: string, text: string, tags: string[] = []): Promise<string> {
  const [row] = await database.sql<{ id: string }[]>`
    insert into public.threads (title, content, author_id, category_id, tags)
    values (${title}, ${`<p>${text}</p>`}, ${author}, ${category}, ${tags}) returning id`
  return row?.id ?? ''
}
