// A yes or no of the member about one thing, such as an upvote, on a page that guests see too: a guest signs in first,
// and comes back to what was pressed.
import { singlePress } from '#app/ui/single-press.ts'
import { type Acting, type Intent, useIntent, useRequireMember } from './guest.ts'

let loaded: Promise<typeof import('./act.ts')> | null = null

/**
 * Loaded with the first press, because a page that is only read has no acts. Kept, because a later press must know at
 * once whether one is running.
 */
function loadAct() {
  loaded ??= import('./act.ts').catch((error: unknown) => {
    loaded = null
    throw error
  })
  return loaded
}

type ToggleOptions = {
  /** Verb and subject, such as `upvote 1b9d…`, which a guest comes back for. */
  id: Intent
  /** Undefined while it is not known. It may be pressed before. */
  isOn: boolean | undefined
  /** Turns it over, and shows that at once (optimistic.ts). */
  turn: (member: Acting) => Promise<unknown>
  failed: (error: unknown) => void
}

/** @returns the properties of its button */
export function useToggle({ id, isOn, turn, failed }: ToggleOptions) {
  const requireMember = useRequireMember()
  const write = async () => {
    const member = await requireMember(id)
    if (member) await turn(member)
  }
  const press = () => loadAct().then(({ act }) => act(id, write, { failed }), failed)
  useIntent([id], isOn !== undefined, () => {
    if (!isOn) void press()
  })
  return { 'aria-pressed': isOn === true, onClick: singlePress(press) }
}
