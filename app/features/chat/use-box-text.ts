// The text of the chat's input: stored for this tab, and as high as its lines.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { keepItem, tabStore } from '#app/platform/browser/browser-storage.ts'

/** The text of the input, stored for this tab. @param owner null while the session is unknown */
export function useKeptText(owner: string | null): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState('')
  const key = `chat-text:${owner}`
  const before = useRef<string | null>(null)
  useEffect(() => {
    if (owner === null) return
    const kept = tabStore().getItem(key) ?? ''
    // Text that was typed before the session was known belongs to this member; another member's text does not.
    setText((typed) => (before.current === null && typed !== '' ? typed : kept))
    before.current = owner
  }, [owner, key])
  const change = (next: string) => {
    setText(next)
    if (owner !== null) keepItem(tabStore(), key, next || null)
  }
  return [text, change]
}

/** The field grows with its text, up to the maximum height of its style. */
export function useGrowing(field: { current: HTMLTextAreaElement | null }, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text may need another height
  useLayoutEffect(() => {
    const box = field.current
    if (!box) return
    box.style.height = 'auto'
    box.style.height = `${box.scrollHeight + box.offsetHeight - box.clientHeight}px`
  }, [field, text])
}
