import { expect, test, vi } from 'vitest'
import { fakeClient } from '../../../tests/support/fake-client.ts'
import { askMe, partOfMe } from './me.ts'

// Files of a worker share the modules: no other one has these members.
const ANSWER = { profile: null, is_admin: false, unread: 3, mutes: [], first_run: null, sanction: null }
const client = fakeClient(() => Response.json([ANSWER]))

test('each part is taken once, by the member whose it is', async () => {
  await askMe(client, 'asha of me')
  expect(await partOfMe('bala of me', 'unread')).toBeUndefined()
  expect(await partOfMe('asha of me', 'unread')).toBe(3)
  expect(await partOfMe('asha of me', 'unread')).toBeUndefined()
  expect(await partOfMe('asha of me', 'first_run')).toBeNull()
})

test('what is old, read again or could not be read is asked for by its reader', async () => {
  await askMe(client, 'asha of me')
  expect(await partOfMe('asha of me', 'unread')).toBeUndefined()
  await askMe(client, 'chitra of me')
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11_000)
  expect(await partOfMe('chitra of me', 'mutes')).toBeUndefined()
  later.mockRestore()
  const failing = fakeClient(() => Response.json({ code: '42501', message: 'no' }, { status: 403 }))
  await expect(askMe(failing, 'divya of me')).rejects.toMatchObject({ code: '42501' })
  expect(await partOfMe('divya of me', 'unread')).toBeUndefined()
})
