// Grouped calls: what gathers while a group runs, what a failure costs, and which calls are executed alone.
import { expect, test } from 'vitest'
import { PoolTimeout } from '../database/scope.ts'
import { guest, type Viewer } from '../viewer.ts'
import { createGroups, type GroupedCall } from './grouped-calls.ts'
import type { PlannedRequest } from './planned-request.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

/** Executes groups when told to, and records them. */
function recorder() {
  const groups: { names: string[]; end: (failure?: Error) => void }[] = []
  const call: GroupedCall = {
    argument: (args) => (typeof args === 'string' ? args : null),
    execute: (calls) =>
      new Promise((resolve, reject) => {
        const end = (failure?: Error) => (failure ? reject(failure) : resolve())
        groups.push({ names: calls.map(({ argument }) => argument), end })
      }),
  }
  const find = createGroups({ greet: call })
  const planned = (changes: Partial<PlannedRequest> = {}) =>
    ({
      work: { target: { kind: 'routine', name: 'greet' }, method: 'POST', rows: 1 },
      context: { rollback: false },
      ...changes,
    }) as PlannedRequest
  const found = (
    body: unknown,
    {
      headers = JSON_TYPE,
      viewer = guest('203.0.113.7'),
      changes = {},
    }: { headers?: Record<string, string>; viewer?: Viewer; changes?: Partial<PlannedRequest> } = {},
  ) => {
    const request = new Request('http://site/rest/v1/rpc/greet', { method: 'POST', headers })
    return find(planned(changes), { request, viewer, body: JSON.stringify(body) })
  }
  const send = async (name: string) => await found(name)?.()
  return { groups, found, send }
}

const turn = () => new Promise(setImmediate)

test('an idle group runs a call at once, and gathers further calls while it runs', async () => {
  const { groups, send } = recorder()
  const sent = [send('asha')]
  await turn()
  sent.push(send('bala'), send('chitra'))
  await turn()
  expect(groups.map(({ names }) => names)).toEqual([['asha']])
  groups[0]?.end()
  await turn()
  expect(groups.map(({ names }) => names)).toEqual([['asha'], ['bala', 'chitra']])
  groups[1]?.end()
  await Promise.all(sent)
})

test('a failed group fails its own calls, and the next one runs', async () => {
  const { groups, send } = recorder()
  const first = send('asha')
  await turn()
  const second = send('bala')
  groups[0]?.end(new Error('lost'))
  await expect(first).rejects.toThrow('lost')
  await turn()
  groups[1]?.end()
  await second
})

test('when too many calls wait, further ones are refused', async () => {
  const { groups, send } = recorder()
  const sent = Array.from({ length: 2_000 }, () => send('asha'))
  await turn()
  await expect(send('bala')).rejects.toThrow(PoolTimeout)
  while (sent.length > 0) {
    for (const { end } of groups.splice(0)) end()
    await turn()
    if (groups.length === 0) await Promise.all(sent.splice(0))
  }
})

test.each([
  ['whose arguments may be invalid', { body: 7 }],
  ['of a member', { viewer: { ...guest('203.0.113.7'), role: 'authenticated' } as Viewer }],
  ['with a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['in another schema', { headers: { ...JSON_TYPE, 'content-profile': 'other' } }],
  ['as a dry run', { changes: { context: { rollback: true } } }],
  [
    'of another function',
    { changes: { work: { target: { kind: 'routine', name: 'x' }, method: 'POST', rows: 1 } } },
  ],
] as [string, { body?: unknown } & Parameters<ReturnType<typeof recorder>['found']>[1]][])(
  'a call %s is executed alone',
  (_, { body = 'asha', ...how }) => {
    expect(recorder().found(body, how)).toBeNull()
  },
)
