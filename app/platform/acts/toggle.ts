// A yes or no of the member about one thing, such as an upvote, on a page that guests see too: a guest signs in first,
// and comes back to what was pressed.
import { singlePress } from '#app/ui/single-press.ts'
import { useAct } from './act.ts'
import { type Acting, intentOf, useIntent, useRequireMember } from './guest.ts'

type ToggleOptions<Turned> = {
  /** Verb and subject, such as `upvote 1b9d…`. */
  id: string
  /** Undefined while it is not known. It may be pressed before. */
  isOn: boolean | undefined
  /** Turns it over, and shows that at once (optimistic.ts). */
  turn: (member: Acting) => Promise<Turned>
  /** Says it. */
  done?: (turned: Turned) => void
  failed: (error: unknown) => void
}

/** @returns the properties of its button */
export function useToggle<Turned>({ id, isOn, turn, done, failed }: ToggleOptions<Turned>) {
  const requireMember = useRequireMember()
  const intent = intentOf(id)
  const [press] = useAct(
    async () => {
      const member = await requireMember(intent)
      return member ? { turned: await turn(member) } : null
    },
    { id, done: (did) => did && done?.(did.turned), failed },
  )
  useIntent(intent ? [intent] : [], isOn !== undefined, () => {
    if (!isOn) void press()
  })
  return { 'aria-pressed': isOn === true, onClick: singlePress(press) }
}
