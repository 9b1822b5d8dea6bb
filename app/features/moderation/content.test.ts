import { expect, test } from 'vitest'
import { type Asked, fakeClient } from '../../../tests/support/fake-client.ts'
import { containing, listContentReplies, listContentThreads } from './content.ts'

/** What the lists ask of the API. */
async function asked(list: typeof listContentThreads, search: Parameters<typeof listContentThreads>[1]) {
  const requests: Asked[] = []
  const client = fakeClient((request) => {
    requests.push(request)
    return Response.json([])
  })
  await list(client, search)
  const [{ address } = { address: new URL('http://none') }] = requests
  return { path: address.pathname, parameters: Object.fromEntries(address.searchParams) }
}

const NO_ROWS = listContentReplies as unknown as typeof listContentThreads
const lists = { discussions: listContentThreads, replies: NO_ROWS }

test('a search term is literal text', () => {
  expect(containing('100% sure_shot \\o/')).toBe('%100\\% sure\\_shot \\\\o/%')
})

test.each(['discussions', 'replies'] as const)(
  'the latest fifty %s are listed, with their open reports',
  async (kind) => {
    const { parameters } = await asked(lists[kind], { text: '', filter: 'all' })
    expect(parameters).toMatchObject({
      'reports.state': 'eq.open',
      order: 'created_at.desc,id.asc',
      limit: '50',
    })
    expect(parameters.select).not.toContain('!inner')
    expect(parameters).not.toHaveProperty('is_hidden')
  },
)

test.each(['discussions', 'replies'] as const)(
  '%s that are reported have an open report, and flagged ones are hidden',
  async (kind) => {
    const reported = await asked(lists[kind], { text: '', filter: 'reported' })
    expect(reported.parameters.select).toMatch(/reports!reports_(thread|reply)_id_fkey!inner\(id\)/)
    expect(reported.parameters).not.toHaveProperty('is_hidden')
    const flagged = await asked(lists[kind], { text: '', filter: 'flagged' })
    expect(flagged.parameters).toMatchObject({ is_hidden: 'eq.true' })
  },
)

test('discussions are searched by title, all replies by words, and filtered ones by any part of their text', async () => {
  expect((await asked(listContentThreads, { text: 'gmp', filter: 'flagged' })).path).toBe(
    '/rpc/threads_with_title',
  )
  const byWords = await asked(NO_ROWS, { text: 'gmp', filter: 'all' })
  expect(byWords.path).toBe('/rpc/replies_with_words')
  expect(byWords.parameters).not.toHaveProperty('content')
  const byPart = await asked(NO_ROWS, { text: 'gmp', filter: 'flagged' })
  expect(byPart).toMatchObject({ path: '/replies', parameters: { content: 'ilike.%gmp%' } })
})
