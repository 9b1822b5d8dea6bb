import { expect, test, vi } from 'vitest'
import { refusals } from '../../../messages/hi/refusals.ts'
import { fetchWithProof } from '../supabase/fetch-with-proof.ts'
import { inPageLanguage } from './refused.ts'

vi.mock('#words/language.ts', () => ({ LANGUAGE: 'hi' }))
vi.mock('#words/refusals.ts', async () => await import('../../../messages/hi/refusals.ts'))

test('an answer that refuses is handed on with the words of the page’s language, one that does not loads none', async () => {
  const [english = '', hindi] = Object.entries(refusals).find(([sentence]) => !sentence.includes('%s')) ?? []
  const answer = (status: number) => () => Promise.resolve(new Response('{}', { status }))
  await fetchWithProof('/rest/v1/replies', {}, answer(200))
  expect(inPageLanguage(english)).toBe(english)
  await fetchWithProof('/rest/v1/replies', {}, answer(400))
  expect(inPageLanguage(english)).toBe(hindi)
  const [pattern = ''] = Object.keys(refusals).filter((sentence) => sentence.split('%s').length === 2)
  expect(inPageLanguage(pattern.replace('%s', '12'))).toBe(refusals[pattern]?.replace('%s', '12'))
})
