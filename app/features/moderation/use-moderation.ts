// Moderation in the user interface: acts run one after another, show a toast with undo where possible, and refresh
// everything that shows the change.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { act } from '#app/platform/acts/act.ts'
import { failedTo } from '#app/platform/acts/refusal.ts'
import { client } from '#app/platform/session/session.ts'
import { type Toast, toast } from '#app/ui/feedback/toast.ts'
import * as t from '#words/moderation.ts'
import { changeThreads, type Flag, type Flags, hideReplies } from './mutations.ts'
import { answerReports } from './queue.ts'

/** Returns a function that refreshes lists, reports and figures (SPEC.md section 7, Refresh after changes). */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient()
  return useCallback(() => queries.invalidateQueries(), [queries])
}

const DONE: Record<Flag, { on: string; off: string }> = {
  is_sticky: { on: 'made sticky', off: 'no longer sticky' },
  is_pinned: { on: 'pinned', off: 'unpinned' },
  is_locked: { on: 'locked', off: 'unlocked' },
  is_hidden: { on: 'hidden', off: 'shown again' },
}

type Flagged = { id: string } & Record<Flag, boolean>
type Movable = { id: string; category: { id: string } }

/** Reversible acts on discussions. */
export function useThreadActs() {
  const refresh = useRefresh()

  /** @returns whether it succeeded; failures show a toast */
  async function setFlag(threads: readonly Flagged[], flag: Flag, on: boolean): Promise<boolean> {
    const ids = threads.filter((thread) => thread[flag] !== on).map(({ id }) => id)
    const title = `${amount(ids.length || threads.length, 'Thread', 'threads')} ${DONE[flag][on ? 'on' : 'off']}`
    if (ids.length === 0) {
      toast({ title })
      return true
    }
    return attempt(ids, { [flag]: on }, title, () => changed([{ ids, flags: { [flag]: !on } }]))
  }

  async function move(threads: readonly Movable[], to: { id: string; name: string }) {
    const leaving = threads.filter(({ category }) => category.id !== to.id)
    const title = `${amount(leaving.length || threads.length, 'Thread', 'threads')} moved to ${to.name}`
    if (leaving.length === 0) return toast({ title })
    const origins = [...new Set(leaving.map(({ category }) => category.id))].map((from) => ({
      ids: leaving.filter(({ category }) => category.id === from).map(({ id }) => id),
      flags: { category_id: from },
    }))
    await attempt(
      leaving.map(({ id }) => id),
      { category_id: to.id },
      title,
      () => changed(origins),
    )
  }

  async function attempt(
    ids: readonly string[],
    flags: Flags,
    title: string,
    undo: () => Promise<void>,
  ): Promise<boolean> {
    return act(
      `change ${ids.join()} ${JSON.stringify(flags)}`,
      async () => changeThreads(await client(), ids, flags),
      {
        done: () => {
          toast({ title, action: { label: t.undo, onClick: () => void undo() } })
          return refresh()
        },
        failed: failedTo('update thread'),
      },
    )
  }

  /** Undoes an act. */
  async function changed(steps: readonly { ids: readonly string[]; flags: Flags }[]) {
    const write = async () => {
      for (const { ids, flags } of steps) await changeThreads(await client(), ids, flags)
    }
    await act(`undo ${steps.flatMap(({ ids }) => ids).join()}`, write, {
      done: () => toast({ title: t.undone }),
      failed: failedTo('undo'),
    })
    await refresh()
  }

  return { setFlag, move }
}

/** Opens answered reports again. */
export function useReopen() {
  const refresh = useRefresh()
  return async (reports: readonly { id: string }[], title: string) => {
    const ids = reports.map(({ id }) => id)
    const write = async () => answerReports(await client(), ids, { state: 'open', resolution: null })
    await act(`reopen ${ids.join()}`, write, {
      done: () => toast({ title }),
      failed: failedTo('reopen the report'),
    })
    await refresh()
  }
}

/** Hides or shows replies, with undo. */
export function useHideReplies() {
  const refresh = useRefresh()
  /** @returns whether it succeeded; failures show a toast */
  return async function hide(
    replies: readonly { id: string; is_hidden: boolean }[],
    hidden: boolean,
  ): Promise<boolean> {
    const ids = replies.filter(({ is_hidden }) => is_hidden !== hidden).map(({ id }) => id)
    const title = `${amount(ids.length || replies.length, 'Reply', 'replies')} ${DONE.is_hidden[hidden ? 'on' : 'off']}`
    if (ids.length === 0) {
      toast({ title })
      return true
    }
    const set = async (wanted: boolean, said: Toast) => {
      const isDone = await act(`hide ${ids.join()}`, async () => hideReplies(await client(), ids, wanted), {
        done: () => toast(said),
        failed: failedTo('update reply'),
      })
      await refresh()
      return isDone
    }
    const undo = () => void set(!hidden, { title: t.undone })
    return set(hidden, { title, action: { label: t.undo, onClick: undo } })
  }
}

/** 'Thread', '3 threads': the beginning of a toast. */
function amount(size: number, one: string, many: string): string {
  return size === 1 ? one : `${size} ${many}`
}
