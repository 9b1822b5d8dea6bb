// Settings that an operator may enable add positions to a query: each is attacked as in sql-injection.test.ts.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asService, type Library, openLibrary } from '../support/library.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary({
    AGGREGATES: 'on',
    EXPLAIN: 'on',
    TRANSACTION_END: 'commit-allow-override',
  })
})
afterAll(() => library?.stop())

const WORDS = [
  ...[`'`, `"`, `;`, `--`, `/*`, `$1`, `\\`, `)`, `'; drop table lib_vault; --`, `") from lib_vault --`],
  ...[`(select secret from lib_vault)`, `int) as x, (select secret from lib_vault) as y --`, `pg_sleep(20)`],
]

const positions: Record<string, (word: string) => { path: string; headers?: Record<string, string> }> = {
  'the column of an aggregate': (word) => ({ path: select(`${word}.sum()`) }),
  'the cast before an aggregate': (word) => ({ path: select(`pages::${word}.sum()`) }),
  'the cast after an aggregate': (word) => ({ path: select(`pages.sum()::${word}`) }),
  'the name of an aggregate': (word) => ({ path: select(`"${word}":pages.sum()`) }),
  'the JSON path of an aggregate': (word) => ({ path: select(`data->>${word}.max(),data->>${word}`) }),
  'a spread aggregate': (word) => ({ path: select(`count(),...lib_publishers(name.max()::${word})`) }),
  'the options of a plan': (word) => ({ path: 'lib_books', headers: plan(`options=${word}`) }),
  'the form of a plan': (word) => ({ path: 'lib_books', headers: plan(`for="${word}"`) }),
  'a time zone': (word) => ({ path: 'lib_books', headers: { prefer: `timezone=${word}` } }),
  'an end of the transaction': (word) => ({ path: 'lib_books', headers: { prefer: `tx=${word}` } }),
}

const select = (words: string) => `lib_books?${new URLSearchParams({ select: words })}`
const plan = (words: string) => ({ accept: `application/vnd.pgrst.plan+json; ${words}` })

it.each(Object.keys(positions))('%s executes no injected SQL', async (position) => {
  for (const word of WORDS) {
    const asked = positions[position]?.(word) ?? { path: '' }
    const began = performance.now()
    const { status, text, json } = await library.ask(asked.path, asked)
    expect([word, status < 500], text).toEqual([word, true])
    expect(text, 'the vault stays shut').not.toContain('gold')
    expect(json?.code, `no word of a caller is a word of SQL: ${word} ${text}`).not.toBe('42601')
    expect(performance.now() - began, 'nobody sleeps').toBeLessThan(15_000)
  }
  // The premise: the vault can be read with the right, so the injections had something to reveal.
  const vault = await library.ask('lib_vault', { headers: asService(library) })
  expect(vault.json).toEqual([{ id: 1, secret: 'gold' }])
})
