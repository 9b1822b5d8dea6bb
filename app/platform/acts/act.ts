// The one way to write. An act has one run at a time for its verb and subject, whichever component began it. What fails
// before the write is done is told as not done; what fails after it, as done. Guests' pages have acts too, so this is
// not TanStack's mutation; optimistic updates of its cache are in optimistic.ts.
import { useState, useSyncExternalStore } from 'react'
import { toast, toastFailure } from '#app/ui/feedback/toast.ts'
import * as t from '#words/platform-more.ts'
import { notDone } from './failure.ts'

/** Verb and subject, such as `upvote 1b9d…`; a symbol for the acts of one component. */
type ActId = string | symbol

/** For a choice of the member: a toggle, a preference. */
export const choiceNotSaved = notDone(t.notSaved, t.thereWasAnErrorSaving)

type Telling<Result, Given extends unknown[]> = {
  /** After the write: says so, and refreshes what shows it. The act is running until this has ended. */
  done?: (result: Result, ...given: Given) => unknown
  /** Tells the error of the write. */
  failed?: (error: unknown, ...given: Given) => unknown
}

const running = new Set<ActId>()
const listeners = new Set<() => void>()

/**
 * Runs `write`, which begins before this returns, as long as the browser knows of the user's press.
 * @returns whether it was done; false, too, for an act that is running already
 */
export async function act<Result>(
  id: ActId,
  write: () => Promise<Result>,
  { done, failed = toastNotWorked }: Telling<Result, []> = {},
): Promise<boolean> {
  // A second click may come before React renders again, so no state of a component can tell.
  if (running.has(id)) return false
  note(() => running.add(id))
  try {
    const result = await write()
    await Promise.resolve(result).then(done).catch(toastDoneBut)
    return true
  } catch (error) {
    await Promise.resolve(error).then(failed).catch(toastNotWorked)
    return false
  } finally {
    note(() => running.delete(id))
  }
}

/**
 * The same for a component.
 * @param id for an act that other components have too, or that outlives this one; else its own
 * @returns runs the act with what `write` is given, and whether it is running
 */
export function useAct<Result, Given extends unknown[]>(
  write: (...given: Given) => Promise<Result>,
  { id, done, failed }: Telling<Result, Given> & { id?: string } = {},
): readonly [(...given: Given) => Promise<boolean>, boolean] {
  const [own] = useState(() => Symbol('act'))
  const mine = id ?? own
  const isRunning = useSyncExternalStore(
    subscribe,
    () => running.has(mine),
    () => false,
  )
  const run = (...given: Given) =>
    act(mine, () => write(...given), {
      done: (result) => done?.(result, ...given),
      ...(failed ? { failed: (error) => failed(error, ...given) } : {}),
    })
  return [run, isRunning]
}

function note(change: () => void): void {
  change()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For an error that the act does not expect: a file of the page or a response failed to load. */
function toastNotWorked(error: unknown): void {
  console.warn('an act failed', error)
  toastFailure(t.thatDidNotWork, t.checkYourConnectionAndTry)
}

/** For what failed after the write was done. Trying again would do it twice. */
function toastDoneBut(error: unknown): void {
  console.warn('what was done could not be shown', error)
  toast({ title: t.done, text: t.itCouldNotBeShown })
}
