// A button that is pressed before the page is hydrated is pressed again after it.
import { ACT, HYDRATED_EVENT, NAMES, OPENS_SEARCH, PICTURES } from '#shared/page-contract.ts'
import { hydrate } from './hydration.ts'
import { openerOf, openOver } from './overlays.ts'
import { closestTo, deferredModules, isCurrent, waiting } from './page.ts'

const BUTTONS = `button, [${OPENS_SEARCH}]`
const PRESSED = `${BUTTONS}, ${PICTURES}, ${NAMES}`

/** The last pressed control, and where it is among those that do the same in the same place. */
let held: { control: HTMLElement; place: string; act: string; index: number } | null = null

export function holdPresses(): void {
  const { signal } = waiting
  addEventListener('click', hold, { capture: true, signal })
  signal.addEventListener('abort', unmark)
  addEventListener(HYDRATED_EVENT, pressAgain, { once: true })
}

function hold(event: PointerEvent): void {
  const control = closestTo(event.target, BUTTONS) ?? openerOf(event)
  if (!control || sendsItself(control as HTMLButtonElement) || !deferredModules() || !isCurrent) return
  event.preventDefault()
  event.stopImmediatePropagation()
  unmark()
  const place = placeOf(control)
  const act = actOf(control)
  held = { control, place, act, index: alike(place, act).indexOf(control) }
  // On a slow network, the click takes effect after seconds, so it is marked as pending.
  control.setAttribute('aria-busy', 'true')
  hydrate()
}

function unmark(): void {
  held?.control.removeAttribute('aria-busy')
}

function pressAgain(): void {
  if (!held) return
  // React may have replaced the element. Equal ones stand at every post, so its place decides.
  const control = held.control.isConnected ? held.control : alike(held.place, held.act)[held.index]
  // A click by script is no tap: it would follow the link.
  if (control?.matches(NAMES)) openOver(control)
  else control?.click()
}

/** A form with an address is submitted without a script. */
const sendsItself = ({ type, form }: HTMLButtonElement) => type === 'submit' && form?.hasAttribute('action')

/** The id of the element around the control, such as its post. */
const placeOf = (control: HTMLElement) => control.closest('[id]')?.id ?? ''

/** What the control does; of one without an act, its name. */
const actOf = (control: HTMLElement) =>
  control.getAttribute(ACT) ?? control.getAttribute('aria-label') ?? control.textContent

const alike = (place: string, act: string) =>
  [...document.querySelectorAll<HTMLElement>(PRESSED)].filter(
    (one) => placeOf(one) === place && actOf(one) === act,
  )
