// Opens pictures, and the cards of members, over a hydrated page (app/shell/overlays.tsx). Without a script they are
// links to the picture's file and to the member's profile.
import { NAMES, OPEN_OVER_EVENT, PICTURES } from '#shared/page-contract.ts'
import { closestTo, isHydrated, isMember } from './page.ts'

const RESTS_AFTER_MS = 300

export function openOverlays(): void {
  addEventListener('click', openInPlace, true)
  for (const reach of ['pointerover', 'focusin'] as const) addEventListener(reach, onRest, { passive: true })
}

export function openOver(link: HTMLElement): void {
  dispatchEvent(new CustomEvent(OPEN_OVER_EVENT, { detail: link }))
}

/** The link of a picture, or a name that a member tapped, unless a key asks to open it elsewhere. */
export function openerOf(event: PointerEvent): HTMLElement | null {
  const { target, pointerType, ctrlKey, metaKey, shiftKey, altKey } = event
  if (ctrlKey || metaKey || shiftKey || altKey) return null
  return closestTo(target, pointerType === 'touch' && isMember() ? `${PICTURES}, ${NAMES}` : PICTURES)
}

function openInPlace(event: PointerEvent): void {
  pressedAt = placeOf(event)
  const link = openerOf(event)
  if (!link || !isHydrated()) return
  event.preventDefault()
  openOver(link)
}

let rest: ReturnType<typeof setTimeout>
let pressedAt = ''

/** Of a click the browser tells whole pixels. */
const placeOf = ({ screenX, screenY }: PointerEvent) => `${Math.floor(screenX)} ${Math.floor(screenY)}`

/** A member's page shows a card at a name where the pointer or the keyboard's focus rests, or that is tapped. */
function onRest(event: PointerEvent | FocusEvent): void {
  clearTimeout(rest)
  const isTouch = 'pointerType' in event && event.pointerType === 'touch'
  const name = isTouch ? null : closestTo(event.target, NAMES)
  // What was pressed is gone, and a name is below the pointer by chance: a card would cover the message with its Undo.
  const isLeft = 'pointerType' in event && placeOf(event) === pressedAt
  // The focus that returns from a card does not open it again.
  if (!name || isLeft || closestTo(event.relatedTarget, '[popover]')) return
  rest = setTimeout(() => {
    if (isMember() && isHydrated() && name.matches(':hover, :focus-visible')) openOver(name)
  }, RESTS_AFTER_MS)
}
