// Deletes one's own post with a few seconds to undo it.
//
// The request is delayed until the time to undo is over, so that undo restores everything (votes, replies,
// notifications). If the tab is closed or hidden before, the request is sent at once, and outlives the page. Only if the
// browser crashes in these seconds does the post stay, and the user sees it.

import { Undo2 } from 'lucide-react'
import { type ReactNode, startTransition, useEffect, useRef } from 'react'
import { client } from '#app/platform/session/session.ts'
import { leavingFetch } from '#app/platform/supabase/member-fetch.ts'
import { useReturnFocus } from '#app/ui/return-focus.ts'
import * as t from '#words/platform-more.ts'
import type { Undoable } from './use-undoable.ts'

const UNDO_MS = 6_000

export type Deletion = {
  method: 'DELETE' | 'POST'
  /** The path below /rest/v1/. */
  path: string
  body?: object
}

export type Started = { undo: () => void; send: () => void }

type Shown = {
  /** The deletion before this one: only one can be undone at a time. */
  before: Promise<Started> | undefined
  show: (note: ReactNode) => void
  end: () => void
  fail: () => void
}

/** Shows the note of `useUndoable`, and sends the deletion when its time is over. */
export async function startUndoable(
  deletion: Deletion,
  { said, onDeleted }: Undoable,
  { before, show, end, fail }: Shown,
): Promise<Started> {
  const isUndone = Promise.withResolvers<void>()
  show(
    <UndoNote
      onUndo={() => {
        isUndone.resolve()
        end()
      }}
    >
      {said}
    </UndoNote>,
  )
  await before?.then(({ send }) => send()).catch(() => undefined)
  const started = await deleteSoon(deletion, (answer) => {
    if (answer === null) return fail()
    // Hidden until the page's data no longer contain it: the router shows new data in a transition, too.
    Promise.resolve(onDeleted(answer))
      .catch(console.warn)
      .finally(() => startTransition(end))
  })
  void isUndone.promise.then(started.undo)
  return started
}

/**
 * Sends `deletion` when the time to undo it is over, or the page is hidden.
 * @param onEnd gets the body of the response, or null if it failed; not called after `undo`
 * @returns undo: nothing is sent; send: sends now, unless it was undone or sent
 */
async function deleteSoon(deletion: Deletion, onEnd: (answer: unknown) => void): Promise<Started> {
  // Renews an old token now, because a page that is being closed has no time for it.
  await (await client()).auth.getSession()
  const leave = new AbortController()
  const { signal } = leave

  async function send() {
    if (signal.aborted) return
    leave.abort()
    clearTimeout(timer)
    onEnd(await request(deletion))
  }

  const timer = setTimeout(() => void send(), UNDO_MS)
  window.addEventListener('pagehide', () => void send(), { signal })
  document.addEventListener('visibilitychange', () => void (document.hidden && send()), { signal })
  return {
    send: () => void send(),
    undo: () => {
      leave.abort()
      clearTimeout(timer)
    },
  }
}

async function request({ method, path, body }: Deletion): Promise<unknown> {
  try {
    const response = await leavingFetch(`/rest/v1/${path}`, {
      method,
      headers: { prefer: 'return=representation' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer: unknown = await response.json()
    // A policy does not refuse a deletion; it hides the row.
    if (response.ok && !(Array.isArray(answer) && answer.length === 0)) return answer
    console.warn('the deletion was refused', answer)
  } catch (error) {
    console.warn('the deletion could not be sent', error)
  }
  return null
}

/** Replaces content that was just deleted, with an undo button. */
function UndoNote({ children, onUndo }: { children: string; onUndo: () => void }) {
  const note = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useReturnFocus(note)
  // The pressed control was removed with its content, so the focus moves here.
  useEffect(() => button.current?.focus(), [])
  return (
    <div
      ref={note}
      className="flex items-center justify-between gap-x-4 rounded-control border border-line bg-raised px-4 py-1.5 text-15 text-muted"
    >
      <p role="status">{children}</p>
      <button
        ref={button}
        type="button"
        className="-mr-2 inline-flex shrink-0 min-h-11 items-center gap-1.5 rounded-control px-2 font-medium text-accent hover:underline"
        onClick={onUndo}
      >
        <Undo2 size={16} aria-hidden />
        {t.undo}
      </button>
    </div>
  )
}
