// The toaster (sonner): at the bottom in the middle, above what is pinned there, such as a composer; one toast at a time for
// 4 s, or for 8 s if there is something to do. While a modal dialog is open, toasts are inside it, because everything
// outside is inert.
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import * as t from '#words/ui-more.ts'
import { type Toast, takeToasts, whenToastsAreHidden } from './toast.ts'

const LASTS_MS = 4_000
const ACTION_LASTS_MS = 8_000

const TOAST_BUTTON =
  '-my-2 inline-flex min-h-11 shrink-0 items-center rounded-control px-3 font-medium text-accent hover:bg-raised sm:min-h-9'

const MARGIN = 16
/** Half of the width of a toast. */
const REACH = 180

/** @returns the distance to the bottom of the window above what is pinned there: bars, a composer, the form of the chat */
function freeAbove(host: HTMLElement): number {
  const { innerWidth, innerHeight } = window
  let bottom = innerHeight
  for (const x of [innerWidth / 2, innerWidth / 2 - REACH, innerWidth / 2 + REACH]) {
    for (let y = innerHeight - 2; y > innerHeight / 2; y -= 1) {
      const top = pinnedAt(Math.min(Math.max(x, 1), innerWidth - 2), y, host)
      if (top === null || top <= innerHeight / 2) break
      bottom = Math.min(bottom, top)
      y = top
    }
  }
  return innerHeight - bottom + MARGIN
}

/** The top of what covers this point at every position of the page; null if nothing does. */
function pinnedAt(x: number, y: number, host: HTMLElement): number | null {
  const at = document.elementsFromPoint(x, y).find((element) => !host.contains(element))
  for (let element = at; element && element !== document.body; element = element.parentElement ?? undefined)
    if (element.matches('form') || /fixed|sticky/.test(getComputedStyle(element).position))
      return element.getBoundingClientRect().top
  return null
}

/** What had the focus before a toast got it. */
let cameFrom: HTMLElement | null = null

/** What had the focus when the window lost it. A window that gets it back names nothing that the focus comes from. */
let atBlur: Element | null = null

/**
 * The element that holds the toaster. The library does not see who gives a toast the focus: it would give the focus back
 * when the last toast goes, even while its reader is writing elsewhere, and to whoever clicks elsewhere. `returnFocus`
 * does it instead.
 */
function createHost(): HTMLDivElement {
  const host = document.createElement('div')
  // Added before React's own listeners, and called before them.
  const keep = (event: FocusEvent) => {
    event.stopImmediatePropagation()
    const from = event.relatedTarget ?? atBlur
    if (!(from instanceof Node && host.contains(from))) cameFrom = from instanceof HTMLElement ? from : null
  }
  host.addEventListener('focusin', keep, { capture: true })
  return host
}

/** For a toast that goes: gives the focus back if the toast still has it. */
function returnFocus(): void {
  if (document.activeElement?.closest('[data-sonner-toaster]')) cameFrom?.focus({ preventScroll: true })
}

/** Shows a toast with the library; errors in the destructive style. */
export function showToast({ title, text, variant, action, secondAction }: Toast): void {
  const button = (one: Toast['action']) =>
    one && {
      label: one.label,
      onClick: () => {
        returnFocus()
        one.onClick()
      },
    }
  const options = {
    description: text,
    duration: action ? ACTION_LASTS_MS : LASTS_MS,
    onAutoClose: returnFocus,
    // The library's name for the first of two buttons; what it does, it does not cancel.
    ...(secondAction ? { cancel: button(action), action: button(secondAction) } : { action: button(action) }),
  }
  // Replaces the previous toast: an old failure must not cover the next success.
  sonner.dismiss()
  if (variant === 'destructive') sonner.error(title, options)
  else sonner.success(title, options)
}

export default function Toaster() {
  const [host] = useState(createHost)
  const [bottom, setBottom] = useState(MARGIN)
  useEffect(() => {
    const place = () => {
      const home = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
      if (host.parentElement !== home) home.append(host)
    }
    place()
    whenToastsAreHidden(place)
    takeToasts((toast) => {
      place()
      returnFocus()
      setBottom(freeAbove(host))
      showToast(toast)
    })
    const windowLosesFocus = () => {
      atBlur = document.activeElement
    }
    const focusMoves = () => {
      atBlur = null
    }
    window.addEventListener('blur', windowLosesFocus)
    document.addEventListener('focusout', focusMoves)
    return () => {
      window.removeEventListener('blur', windowLosesFocus)
      document.removeEventListener('focusout', focusMoves)
      host.remove()
    }
  }, [host])
  return createPortal(
    <Sonner
      containerAriaLabel={t.messagesOfTheSite}
      position="bottom-center"
      offset={{ bottom }}
      mobileOffset={{ bottom }}
      visibleToasts={1}
      icons={{ error: <CircleAlert size={18} aria-hidden />, success: <CircleCheck size={18} aria-hidden /> }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full flex-wrap items-start justify-end gap-x-1 gap-y-2 rounded-card border border-line bg-surface p-4 text-14 text-text shadow-float sm:w-90',
          title: 'font-semibold',
          description: 'text-muted',
          icon: 'mr-2',
          content: 'min-w-0 grow basis-44',
          cancelButton: TOAST_BUTTON,
          actionButton: TOAST_BUTTON,
          error: 'border-loss! [&_[data-icon]]:text-loss',
          success: '[&_[data-icon]]:text-accent',
        },
      }}
    />,
    host,
  )
}
