// Random ids that the browser creates, and idempotent sending of new posts.
import { useCallback, useState } from 'react'
import { keepItem, tabStore } from '#app/platform/browser/browser-storage.ts'

/**
 * A request without a response is given up after this time: the form says so, and the next attempt uses the same id.
 */
export const POST_TIMEOUT_MS = 20_000

/** Whether a failed request got a response of the API; one without a response has an empty code. */
export function isAnswer(error: { code: string }): boolean {
  return error.code !== ''
}

/**
 * The id of the post that is being written under `key`: the same for all attempts and across reloads of this tab.
 * @returns the id, and a function that starts another post
 */
export function usePostId(key: string): [id: string, begin: () => void] {
  const name = `post-id:${key}`
  const [id, setId] = useState(() => tabStore().getItem(name) ?? made(name))
  const begin = useCallback(() => setId(made(name)), [name])
  return [id, begin]
}

function made(name: string): string {
  const id = newId()
  keepItem(tabStore(), name, id)
  return id
}

/** A random id (UUID version 4). Unlike crypto.randomUUID it also works on a plain-http address of a local network. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
