// The scroll position of the chat. At the end it follows new messages; a reader who scrolled up stays in place and sees
// the number of new messages. The list is laid out from its end (flex-col-reverse), so it opens at the latest message
// without a script too; its scroll position is 0 at the end and negative above.

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { MESSAGE } from '#shared/page-contract.ts'

const NEAR_END_PX = 48

type Shown = { id: string; isOwn: boolean }

export type Follow = {
  list: RefObject<HTMLDivElement | null>
  isAtEnd: boolean
  /** The number of messages of others that arrived while the reader was away from the end or the page. */
  unread: number
  /** The first of them: the 'new' divider is before it. */
  newFrom: string | null
  onScroll: () => void
  toEnd: () => void
  /** Called when the reader sends a message: everything counts as read. */
  haveWritten: () => void
}

export function useFollow(messages: readonly Shown[]): Follow {
  const list = useRef<HTMLDivElement>(null)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const [unreadIds, setUnreadIds] = useState<ReadonlySet<string>>(new Set())
  const [newFrom, setNewFrom] = useState<string | null>(null)
  const seen = useRef<Set<string> | null>(null)
  seen.current ??= new Set(messages.map(({ id }) => id))
  const anchor = useRef<{ id: string; top: number } | null>(null)

  const readAll = useCallback(() => setUnreadIds((before) => (before.size === 0 ? before : new Set())), [])

  const onScroll = useCallback(() => {
    const box = list.current
    if (!box) return
    const near = isNear(box)
    setIsAtEnd(near)
    anchor.current = near ? null : topmost(box)
    if (near && !document.hidden) readAll()
  }, [readAll])

  // The list may have been scrolled before hydration.
  useLayoutEffect(onScroll, [onScroll])

  const ids = messages.map(({ id }) => id).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ids` is what tells one list from the other
  useLayoutEffect(() => {
    const box = list.current
    const fresh = messages.filter(({ id }) => !seen.current?.has(id))
    for (const { id } of fresh) seen.current?.add(id)
    const others = fresh.filter(({ isOwn }) => !isOwn)
    const isAway = !isNear(box) || document.hidden
    if (isAway && others[0]) {
      if (unreadIds.size === 0) setNewFrom(others[0].id)
      setUnreadIds((before) => new Set([...before, ...others.map(({ id }) => id)]))
    }
    const kept = anchor.current
    const row = kept && box?.querySelector<HTMLElement>(`[${MESSAGE}="${kept.id}"]`)
    if (box && row) box.scrollTop += row.getBoundingClientRect().top - kept.top
  }, [ids, newFrom])

  useEffect(() => {
    const onShow = () => {
      if (!document.hidden && isNear(list.current)) readAll()
    }
    document.addEventListener('visibilitychange', onShow)
    return () => document.removeEventListener('visibilitychange', onShow)
  }, [readAll])

  const toEnd = useCallback(() => {
    anchor.current = null
    list.current?.scrollTo({ top: 0 })
    setIsAtEnd(true)
    readAll()
  }, [readAll])

  const haveWritten = useCallback(() => {
    setNewFrom(null)
    toEnd()
  }, [toEnd])

  const unread = messages.filter(({ id }) => unreadIds.has(id)).length
  return { list, isAtEnd, unread, newFrom, onScroll, toEnd, haveWritten }
}

function isNear(box: HTMLElement | null): boolean {
  return (box?.scrollTop ?? 0) > -NEAR_END_PX
}

/** The first fully visible message, and its position. */
function topmost(box: HTMLElement): { id: string; top: number } | null {
  const edge = box.getBoundingClientRect().top
  for (const row of box.querySelectorAll<HTMLElement>(`[${MESSAGE}]`)) {
    const { top } = row.getBoundingClientRect()
    if (top >= edge) return { id: row.getAttribute(MESSAGE) ?? '', top }
  }
  return null
}
