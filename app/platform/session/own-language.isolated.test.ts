// Between the account and the browser, the latest choice of a language wins.
import { beforeEach, expect, test, vi } from 'vitest'
import { localStore } from '#app/platform/browser/browser-storage.ts'
import { LANGUAGE_KEY, LANGUAGE_TOLD_KEY } from '#shared/page-contract.ts'
import { agreeOnLanguage } from './own-language.ts'

const { leavingFetch } = vi.hoisted(() => ({ leavingFetch: vi.fn() }))
vi.mock('#app/platform/supabase/member-fetch.ts', () => ({ leavingFetch }))

const open = vi.fn<(address: string) => void>()
const storage = localStore()
const kept = () => [storage.getItem(LANGUAGE_KEY), storage.getItem(LANGUAGE_TOLD_KEY)]
const told = () => leavingFetch.mock.calls.map(([, { body }]) => JSON.parse(body))

beforeEach(() => {
  for (const key of [LANGUAGE_KEY, LANGUAGE_TOLD_KEY]) storage.removeItem(key)
  open.mockReset()
  leavingFetch.mockReset().mockResolvedValue(new Response(null, { status: 201 }))
  vi.stubGlobal('location', { pathname: '/forums/ipos', search: '?page=2', hash: '#reply' })
})

test('another device gets the choice of the account, and this page in it', async () => {
  await agreeOnLanguage('hi', open)
  expect(kept()).toEqual(['/hi', '/hi'])
  expect(open).toHaveBeenCalledExactlyOnceWith('/hi/forums/ipos?page=2#reply')
  expect(told()).toEqual([])
})

test('a page in the language of the account stays', async () => {
  await agreeOnLanguage('en', open)
  expect(kept()).toEqual(['', ''])
  expect(open).not.toHaveBeenCalled()
})

test('a choice that was made here since is told, once', async () => {
  storage.setItem(LANGUAGE_KEY, '/hi')
  storage.setItem(LANGUAGE_TOLD_KEY, '')
  await agreeOnLanguage('en', open)
  expect(told()).toEqual([{ language: 'hi' }])
  expect(kept()).toEqual(['/hi', '/hi'])
  expect(open).not.toHaveBeenCalled()
  await agreeOnLanguage('hi', open)
  expect(leavingFetch).toHaveBeenCalledOnce()
})

test('a later choice on another device is taken instead of what this one told', async () => {
  storage.setItem(LANGUAGE_KEY, '')
  storage.setItem(LANGUAGE_TOLD_KEY, '')
  await agreeOnLanguage('hi', open)
  expect(kept()).toEqual(['/hi', '/hi'])
  expect(told()).toEqual([])
})

test('who has chosen nowhere is told of nothing, and keeps the address', async () => {
  await agreeOnLanguage(null, open)
  expect([...kept(), ...told()]).toEqual([null, null])
  expect(open).not.toHaveBeenCalled()
})

test('what could not be stored is told by the next page', async () => {
  storage.setItem(LANGUAGE_KEY, '/hi')
  leavingFetch.mockRejectedValueOnce(new TypeError('offline'))
  await agreeOnLanguage(null, open)
  expect(kept()).toEqual(['/hi', null])
  await agreeOnLanguage(null, open)
  expect(kept()).toEqual(['/hi', '/hi'])
})
