// Which refusals a sanction explains.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Sanction, setSession } from '#app/platform/session/session.ts'
import { NothingChanged } from '#app/platform/supabase/compare-and-swap.ts'
import { refusalOf } from './refusal.ts'
import { explainSanctions, refusedBySanction } from './sanctioned.ts'

const policy = (table: string) => ({
  code: '42501',
  message: `new row violates row-level security policy for table "${table}"`,
})

function under(kind: Sanction['kind'] | null): void {
  const sanction = kind && {
    id: '1',
    kind,
    ends_at: null,
    message: null,
    reason: { en: 'Spam', hi: 'विज्ञापन' },
  }
  setSession({
    status: 'member',
    userId: 'a',
    email: '',
    profile: null,
    isAdmin: false,
    settled: true,
    sanction,
  })
}

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { toggleAttribute: () => undefined } })
  vi.stubGlobal('dispatchEvent', () => true)
  explainSanctions(({ kind }) => `under ${kind}`)
})
afterEach(() => {
  setSession({ status: 'guest' })
  vi.unstubAllGlobals()
})

test.each(['read_only', 'suspended', 'banned'] as const)('%s explains what a policy refuses', (kind) => {
  under(kind)
  expect(refusalOf(policy('replies'))).toEqual({ constraint: null, message: `under ${kind}` })
  expect(refusedBySanction(new NothingChanged('a row that a policy hides'))).toBe(`under ${kind}`)
  expect(refusedBySanction({ code: '23505', message: 'twice' })).toBeNull()
  expect(refusedBySanction(new TypeError('Failed to fetch'))).toBeNull()
})

test('who may not chat is told so in the chat alone', () => {
  under('no_chat')
  expect(refusedBySanction(policy('chat_messages'))).toBe('under no_chat')
  expect(refusedBySanction(policy('replies'))).toBeNull()
})

test('without a sanction the refusal has no other words', () => {
  under(null)
  expect(refusalOf(policy('replies'))).toBeNull()
})
