import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { type Toast, takeToasts } from '#app/ui/feedback/toast.ts'
import { CONSTRAINT_MESSAGES } from '#shared/constraint-messages.ts'
import { fieldOfConstraint } from '#shared/schemas/rules.ts'
import { failedTo, refusalOf } from './refusal.ts'

test('a broken constraint gives its message and its name', () => {
  const error = {
    code: '23514',
    message: 'new row for relation "threads" violates check constraint "threads_title_length"',
  }
  expect(refusalOf(error)).toEqual({
    constraint: 'threads_title_length',
    message: CONSTRAINT_MESSAGES.threads_title_length,
  })
})

test('a message of our own SQL is shown as it is', () => {
  const error = { code: 'PT429', message: 'Please wait 12 seconds before you post again.' }
  expect(refusalOf(error)).toEqual({ constraint: null, message: error.message })
})

test('what the names of members may not be is said at its field', () => {
  const sql = readFileSync(join(import.meta.dirname, '../../../supabase/schemas/0210_names.sql'), 'utf8')
  const messages = [...sql.matchAll(/sqlstate 'PT422' using message = '([^']*name[^']*)'/g)].map(
    ([, said = '']) => said,
  )
  expect(messages.length).toBeGreaterThan(3)
  const fields = messages.map((message) => {
    const constraint = refusalOf({ code: 'PT422', message })?.constraint ?? null
    return [message, fieldOfConstraint(constraint, ['username', 'fullName'])]
  })
  expect(fields.filter(([, field]) => field === null)).toEqual([])
})

test("a database's inner words, an unknown constraint and a broken network are not for people", () => {
  expect(refusalOf({ code: '42501', message: 'new row violates row-level security policy' })).toBeNull()
  expect(refusalOf({ code: '23514', message: 'violates check constraint "inner_rule"' })).toBeNull()
  expect(refusalOf({ code: '', message: 'TypeError: Failed to fetch' })).toBeNull()
})

test.each([
  'create category',
  'update category',
  'delete category',
  'delete thread',
  'update thread',
  'update user',
])('what an admin could not do is said with its reason: %s', (what) => {
  const shown: Toast[] = []
  takeToasts((toast) => shown.push(toast))
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  failedTo(what)(new Error('no answer'))
  expect(shown).toEqual([{ title: 'Error', text: `Failed to ${what}: no answer`, variant: 'destructive' }])
  warn.mockRestore()
})
