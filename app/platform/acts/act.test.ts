import { beforeEach, expect, test, vi } from 'vitest'
import { type Toast, takeToasts } from '#app/ui/feedback/toast.ts'
import { act } from './act.ts'

let told: Toast[]

beforeEach(() => {
  told = []
  takeToasts((toast) => told.push(toast))
  vi.spyOn(console, 'warn').mockReturnValue()
})

test('an act begins with the press, and has one run at a time for its subject', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const write = vi.fn(() => promise)
  const first = act('like one', write)
  expect(write, 'the browser must know of the press').toHaveBeenCalledOnce()
  expect(await act('like one', write)).toBe(false)
  const other = act('like two', write)
  expect(write).toHaveBeenCalledTimes(2)
  resolve()
  expect([await first, await other]).toEqual([true, true])
  expect(await act('like one', write)).toBe(true)
  expect(write).toHaveBeenCalledTimes(3)
})

test('the act runs until what follows the write has ended', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const write = vi.fn(async () => 'row')
  const done = vi.fn(() => promise)
  const first = act('save', write, { done })
  await vi.waitFor(() => expect(done).toHaveBeenCalledWith('row'))
  expect(await act('save', write)).toBe(false)
  resolve()
  await first
  expect(write).toHaveBeenCalledOnce()
})

test('what fails before the write is done is told as not done, and can be tried again', async () => {
  const done = vi.fn()
  const failed = vi.fn()
  const refusal = new Error('refused')
  expect(await act('save', () => Promise.reject(refusal), { done, failed })).toBe(false)
  expect(failed.mock.calls).toEqual([[refusal]])
  expect(await act('save', async () => undefined, { done, failed })).toBe(true)
  expect(done).toHaveBeenCalledOnce()
  expect(failed).toHaveBeenCalledOnce()
  expect(told).toEqual([])
})

test('what fails after the write is told as done: trying again would do it twice', async () => {
  const failed = vi.fn()
  const done = () => Promise.reject(new Error('the page could not be read again'))
  expect(await act('post', async () => undefined, { done, failed })).toBe(true)
  expect(failed).not.toHaveBeenCalled()
  expect(told).toEqual([{ title: 'Done', text: 'It could not be shown here. Reload the page to see it.' }])
})

test('an error that nobody tells is told, and ends the run', async () => {
  expect(await act('load', () => Promise.reject(new Error('the file is gone')))).toBe(false)
  const failed = () => {
    throw new Error('nor can this be told')
  }
  expect(await act('load', () => Promise.reject(new Error('refused')), { failed })).toBe(false)
  expect(told.map(({ title }) => title)).toEqual(['That did not work', 'That did not work'])
  expect(await act('load', async () => undefined)).toBe(true)
})
