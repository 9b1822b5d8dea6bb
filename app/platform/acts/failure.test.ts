import { expect, test, vi } from 'vitest'
import { type Toast, takeToasts } from '#app/ui/feedback/toast.ts'
import { isUnreachable, notDone } from './failure.ts'

test('a request without an answer is the connection’s, in every browser’s words and through the client', () => {
  for (const message of [
    'Failed to fetch',
    'NetworkError when attempting to fetch resource.',
    'Load failed',
  ]) {
    expect(isUnreachable(new TypeError(message)), message).toBe(true)
    expect(isUnreachable({ code: '', message: `TypeError: ${message}` }), message).toBe(true)
  }
})

test('an error response or a fault of ours is not', () => {
  for (const error of [
    null,
    'Failed to fetch',
    new TypeError('undefined is not a function'),
    new Error('Failed to fetch'),
    { code: '57014', message: 'canceling statement' },
    { status: 500, data: null },
  ])
    expect(isUnreachable(error)).toBe(false)
})

test('offline, an act says that nothing was changed; else why it was refused', () => {
  const told: Toast[] = []
  takeToasts((toast) => told.push(toast))
  vi.spyOn(console, 'warn').mockReturnValue()
  const failed = notDone('Not saved', 'Please try again.')
  failed(new TypeError('Failed to fetch'))
  failed({ code: '42501', message: 'permission denied' })
  const text = 'The site could not be reached, and nothing was changed. Check your connection and try again.'
  expect(told).toEqual([
    { title: 'Not saved', text, variant: 'destructive' },
    { title: 'Not saved', text: 'Please try again.', variant: 'destructive' },
  ])
})
